//! What is deprecated in a CRD is still read by its rules, and no warning says so.

#![deny(warnings)]

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.size == 0 || self.mode != 'Old'")]
struct Spec {
    #[deprecated]
    #[x_validation(rule = "self >= 0")]
    size: i32,
    mode: Mode,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
enum Mode {
    New,
    #[deprecated(note = "use `New`")]
    Old,
}

#[test]
#[allow(deprecated, reason = "it is the subject")]
fn rules_read_what_is_deprecated() {
    let spec = |size, mode| Spec { size, mode };
    assert!(spec(1, Mode::New).x_validate().is_ok());
    assert!(spec(1, Mode::Old).x_validate().is_err());
    assert!(spec(-1, Mode::New).x_validate().is_err());
}
