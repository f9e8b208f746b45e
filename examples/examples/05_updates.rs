//! Rules that compare with the old object. They run on updates only. A mistake in a value that the update leaves alone is only a warning.
//!
//! ```text
//! smaller: rejected: size: Invalid value: 5: volumes only grow
//! moved: rejected: zone: Invalid value: "b": a volume stays where it is
//! larger: accepted, 1 warning: class: Invalid value: "": classes have names
//! ```

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone)]
#[schemars(transform = Volume::x_validations)]
struct Volume {
    #[x_validation(rule = "self >= oldSelf", message = "volumes only grow")]
    size: i64,
    #[x_validation(rule = "self == oldSelf", message = "a volume stays where it is")]
    zone: String,
    #[x_validation(rule = "self != ''", message = "classes have names")]
    class: String,
}

fn main() {
    // The class of the stored volume is a mistake from before the rule.
    let stored = Volume { size: 10, zone: "a".to_owned(), class: String::new() };
    let updates = [
        ("smaller", Volume { size: 5, ..stored.clone() }),
        ("moved", Volume { zone: "b".to_owned(), ..stored.clone() }),
        ("larger", Volume { size: 20, ..stored.clone() }),
    ];
    for (name, new) in updates {
        match new.x_validate_update(&stored) {
            Ok(warnings) => println!("{name}: accepted, {} warning: {warnings}", warnings.len()),
            Err(errors) => println!("{name}: rejected: {errors}"),
        }
    }
}
