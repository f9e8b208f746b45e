//! Nothing is said of lints that are allowed where they are found.

#![deny(warnings)]

use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd, allow(unguarded_optional))]
#[x_validation(rule = "self.class != 'none'")]
#[x_validation(rule = "self.size < 1 && self.size > 2", allow(always_false))]
pub struct Service {
    pub class: Option<String>,
    #[x_validation(rule = "self == self", allow(all))]
    pub size: i64,
    #[x_validation(allow(rule_per_item_on_list))]
    #[x_validation(rule = "self.all(p, p > 0)")]
    #[x_validation(items(rule = "self == self", allow(always_true)))]
    pub ports: Vec<i64>,
}
