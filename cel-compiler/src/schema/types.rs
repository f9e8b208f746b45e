//! The types of schemas.

use crate::checker::nearest;
use std::borrow::Cow;

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// The error and the help for a type that schemas do not have. `None` for one that they have.
///
/// ```
/// use cel_compiler::schema::types::unknown;
///
/// assert_eq!(unknown("integer"), None);
/// let [error, help] = unknown("int").unwrap();
/// assert_eq!((&*error, &*help), ("schemas have no type `int`", "did you mean `integer`?"));
/// ```
#[must_use]
pub fn unknown(ty: &str) -> Option<[String; 2]> {
    if TYPES.contains(&ty) {
        return None;
    }
    let near = nearest(ty, TYPES.iter().map(|ty| Cow::from(*ty)));
    let help = match near.or_else(|| of_other_languages(ty).map(Cow::from)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("the types are `{}`", TYPES.join("`, `")),
    };
    Some([format!("schemas have no type `{}`", ty.escape_debug()), help])
}

fn of_other_languages(ty: &str) -> Option<&'static str> {
    Some(match ty.to_lowercase().as_str() {
        "int" | "int32" | "int64" | "long" => "integer",
        "float" | "double" => "number",
        "str" | "text" => "string",
        "bool" => "boolean",
        "list" => "array",
        "map" | "struct" => "object",
        _ => return None,
    })
}
