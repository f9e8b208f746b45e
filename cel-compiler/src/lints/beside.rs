//! Lints of what stands beside the rules in Rust. Only the derive sees it: comments, attributes of other derives.

use super::lint::{Example, Level, Lint};

/// `field_not_in_schema`: a field that only the schema leaves out.
pub static FIELD_NOT_IN_SCHEMA: Lint = Lint {
    name: "field_not_in_schema",
    level: Level::Warn,
    summary: "serde writes a field that `#[schemars(skip)]` leaves out of the schema.",
    reason: "The server removes a field that the schema does not have, without an error. What the program writes is lost.",
    example: Example {
        schema: "",
        wrong: &["#[schemars(skip)]", "hint: Option<String>,"],
        right: &["#[serde(skip)]", "hint: Option<String>,"],
    },
};

/// `kubebuilder_mark`: a mark of another tool in a comment.
pub static KUBEBUILDER_MARK: Lint = Lint {
    name: "kubebuilder_mark",
    level: Level::Warn,
    summary: "A comment has a mark of kubebuilder.",
    reason: "controller-gen reads such marks in Go. In Rust they are only a comment, so nothing is validated.",
    example: Example {
        schema: "",
        wrong: &["/// +kubebuilder:validation:XValidation:rule=\"self > 0\"", "size: i64,"],
        right: &["#[x_validation(rule = \"self > 0\")]", "size: i64,"],
    },
};
