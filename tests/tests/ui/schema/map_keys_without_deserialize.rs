use cel_runtime::XValidation;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Name(String);

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.pools.all(k, k != '') && self.pools == oldSelf.pools", manual_crd)]
struct Spec {
    #[x_validation(values(rule = "self > 0"))]
    pools: BTreeMap<Name, i32>,
}

fn main() {}
