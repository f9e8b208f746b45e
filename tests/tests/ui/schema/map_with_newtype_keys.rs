use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation, PartialEq, Eq, PartialOrd, Ord)]
struct Number(u16);

#[derive(XValidation)]
struct Spec {
    x: BTreeMap<Number, String>,
}

fn main() {}
