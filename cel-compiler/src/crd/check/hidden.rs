//! Mistakes in expressions that the server hides behind other errors. It compiles rules only where a schema has no other error, so a user
//! would find them one after the other.

use super::{ErrorType, FieldError};
use crate::schema::escaping;

/// A mistake in an expression of the node at a path.
pub(super) struct Hidden {
    node: String,
    error: FieldError,
}

impl Hidden {
    /// `None` for an error that may follow from others: one about costs, and one about a node without a type.
    pub(super) fn new(node: &str, error: FieldError) -> Option<Self> {
        let node = node.to_owned();
        (error.ty == ErrorType::Invalid).then_some(Hidden { node, error })
    }

    /// True if the mistake may follow from an error; `path` leads from the node to it.
    fn may_follow(&self, path: &str, cause: &FieldError) -> bool {
        let keyword = path.rsplit('.').next().unwrap_or_default();
        let is_untyped = matches!(cause.ty, ErrorType::Required | ErrorType::NotSupported)
            && matches!(keyword, "type" | "items");
        if !is_untyped {
            return !ONLY_LIMITS.contains(&keyword.split('[').next().unwrap_or_default());
        }
        // The property, or one around it, has no type. A rule that reads it finds no such field.
        path.split("properties[").skip(1).any(|property| {
            let name = property.split(']').next().unwrap_or_default();
            let read = escaping::escape(name).unwrap_or_default();
            self.error.detail.contains(&format!("undefined field '{read}'"))
        })
    }
}

/// The mistakes that follow from none of the errors.
pub(super) fn independent(hidden: Vec<Hidden>, errors: &[FieldError]) -> Vec<FieldError> {
    let is_of_rule = |error: &FieldError| error.field.contains("x-kubernetes-validations");
    let mut causes: Vec<&FieldError> = errors.iter().filter(|error| !is_of_rule(error)).collect();
    causes.sort_by(|a, b| a.field.cmp(&b.field));
    let is_cause = |node: &str| causes.binary_search_by(|cause| (*cause.field).cmp(node)).is_ok();
    let follows = |hidden: &Hidden| {
        // Below `a` are `a.b` and `a[0]`; `a-b` is not.
        let begins = [".", "["].map(|separator| [&hidden.node, separator].concat());
        is_cause(&hidden.node)
            || begins.iter().any(|begin| {
                let first = causes.partition_point(|cause| cause.field < *begin);
                let causes = causes.iter().skip(first);
                let mut below = causes.map_while(|cause| Some((cause.field.strip_prefix(begin)?, cause)));
                below.by_ref().take(MOST_CAUSES).any(|(path, cause)| hidden.may_follow(path, cause))
                    || below.next().is_some()
            })
    };
    hidden.into_iter().filter(|hidden| !follows(hidden)).map(|hidden| hidden.error).collect()
}

/// How many errors below a node are looked at. With more the mistakes in its rules stay hidden.
const MOST_CAUSES: usize = 100;

/// Keywords that limit values and do not give them types.
const ONLY_LIMITS: [&str; 15] = [
    "default",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maximum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minimum",
    "minItems",
    "minLength",
    "minProperties",
    "multipleOf",
    "pattern",
    "required",
];

#[cfg(test)]
mod tests;
