use cel_runtime::XValidation;
use std::collections::BTreeMap;

macro_rules! values {
    () => {
        #[derive(XValidation)]
        #[x_validation(rule = "self.weight > 0", manual_crd)]
        struct Value {
            weight: i32,
        }
    };
}

mod a {
    use super::*;

    values!();

    #[derive(XValidation)]
    struct Spec {
        values: BTreeMap<String, Value>,
    }
}

mod b {
    use super::*;

    values!();

    #[derive(XValidation)]
    struct Spec {
        #[x_validation(nested)]
        values: BTreeMap<String, Value>,
    }
}

fn main() {}
