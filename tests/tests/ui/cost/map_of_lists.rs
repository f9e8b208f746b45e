use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation)]
#[x_validation(root, manual_crd)]
struct Scaler {
    #[schemars(extend("maxProperties" = 100))]
    #[x_validation(values(rule = "self.all(a, self.exists_one(b, a == b))", message = "unique"))]
    zones: BTreeMap<String, Vec<i32>>,
}

fn main() {}
