use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation, PartialEq, Eq, PartialOrd, Ord)]
struct Name(String);

#[derive(XValidation)]
struct Spec {
    x: BTreeMap<Name, String>,
}

fn main() {}
