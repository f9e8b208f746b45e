#![deny(warnings)]

use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.class != 'none'", manual_crd)]
pub struct Service {
    pub class: Option<String>,
}

fn main() {}
