use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Front,
    Back,
}

#[derive(XValidation)]
struct Spec<T> {
    x: BTreeMap<Tier, T>,
}

fn main() {}
