use cel_runtime::XValidation;
use std::{num::*, ops::*, time::*};

#[derive(XValidation)]
struct Spec {
    ports: Range<u16>,
    size: NonZeroU32,
    timeout: Duration,
}

fn main() {}
