//! Texts of failures: a fixed text, a computed one, another field, another reason.
//!
//! ```text
//! spec: Invalid value: failed rule: self.from != self.to
//! spec.from: Invalid value: 9 is more than 5
//! spec.zone: Forbidden: zone b is closed
//! spec.tags[1]: Invalid value: "": a tag has text
//! ```

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
#[schemars(transform = Route::x_validations)]
// Without a message the text is the rule.
#[x_validation(rule = "self.from != self.to")]
#[x_validation(
    rule = "self.from <= self.to",
    // The message that is shown if the expression fails
    message = "from must not exceed to",
    message_expression = "'%d is more than %d'.format([self.from, self.to])",
    // Where the failure is reported, from the node of the rule
    field_path = ".from"
)]
struct Route {
    from: i32,
    to: i32,
    #[x_validation(rule = "self != 'b'", message = "zone b is closed", reason = "FieldValueForbidden")]
    zone: String,
    // A rule on each item of a list. The bound tells the server what the rule can cost.
    #[schemars(length(max = 8))]
    #[x_validation(items(rule = "self != ''", message = "a tag has text"))]
    tags: Vec<String>,
}

fn route(from: i32, to: i32, zone: &str, tags: &[&str]) -> Route {
    Route { from, to, zone: zone.to_owned(), tags: tags.iter().map(|tag| (*tag).to_owned()).collect() }
}

fn main() {
    let routes =
        [route(1, 1, "a", &[]), route(9, 5, "a", &[]), route(1, 5, "b", &[]), route(1, 5, "a", &["x", ""])];
    for route in routes {
        // A part of an object says where it stands.
        if let Err(errors) = route.x_validate_at("spec") {
            println!("{errors}");
        }
    }
}
