//! One constructor per mistake, in cel-go's words (cel-go: `checker/errors.go`).

use crate::{diagnostic::Diagnostic, types::Type};
use cel_types::format::{self, ClauseError, Verb};

pub(super) fn undeclared_reference(offset: u32, name: &str) -> Diagnostic {
    Diagnostic::new(offset, format!("undeclared reference to '{name}' (in container '')"))
}

/// The server also prints the address of the expression.
pub(super) fn incompatible_type(offset: u32, old: &Type, new: &Type) -> Diagnostic {
    let message = format!("incompatible type already exists for expression: old:{old}, new:{new}");
    Diagnostic::new(offset, message)
}

pub(super) fn undefined_field(offset: u32, field: &str) -> Diagnostic {
    Diagnostic::new(offset, format!("undefined field '{field}'"))
}

/// The server accepts the field, but a native validator never sees a value for it.
pub(super) fn unwritten_field(offset: u32, field: &str) -> Diagnostic {
    let help = "remove `skip_serializing` from the field, or add `server_only` to the rule: then it stays with the API server";
    Diagnostic::new(offset, format!("field '{field}' is never written: it has `skip_serializing`"))
        .with_help(help)
}

pub(super) fn no_matching_overload(offset: u32, function: &str, args: &[Type], member: bool) -> Diagnostic {
    let (target, args) = match args {
        [target, args @ ..] if member => (format!("{target}."), args),
        _ => (String::new(), args),
    };
    let args: Vec<String> = args.iter().map(Type::to_string).collect();
    let args = args.join(", ");
    Diagnostic::new(
        offset,
        format!("found no matching overload for '{function}' applied to '{target}({args})'"),
    )
}

pub(super) fn type_mismatch(offset: u32, expected: &Type, found: &Type) -> Diagnostic {
    Diagnostic::new(offset, format!("expected type '{expected}' but found '{found}'"))
}

pub(super) fn type_does_not_support_field_selection(offset: u32, ty: &Type) -> Diagnostic {
    Diagnostic::new(offset, format!("type '{ty}' does not support field selection"))
}

pub(super) fn not_a_comprehension_range(offset: u32, ty: &Type) -> Diagnostic {
    let message = "cannot be range of a comprehension (must be list, map, or dynamic)";
    Diagnostic::new(offset, format!("expression of type '{ty}' {message}"))
}

/// A value that is opaque to the derive, at its position.
pub(super) fn opaque(offset: u32, position: &str) -> Diagnostic {
    let path = position.split_once('.').map(|(_, path)| path.replace(".@idx", "[]").replace(".@elem", "[]"));
    let value = path.map_or_else(|| "the value".to_owned(), |path| format!("`{path}`"));
    let help = "rules may say `has(..)` of it, compare it with its old value, and put it in lists; derive `XValidation` on its type, or, where it is written as a text, replace `opaque` by `as = \"string\"`";
    Diagnostic::new(offset, format!("rules cannot look into {value}, which is opaque")).with_help(help)
}

pub(super) fn not_a_type(offset: u32, name: &str) -> Diagnostic {
    Diagnostic::new(offset, format!("'{name}' is not a type"))
}

pub(super) fn not_a_message_type(offset: u32, name: &str) -> Diagnostic {
    Diagnostic::new(offset, format!("'{name}' is not a message type"))
}

pub(super) fn field_type_mismatch(offset: u32, field: &str, expected: &Type, found: &Type) -> Diagnostic {
    Diagnostic::new(
        offset,
        format!("expected type of field '{field}' is '{expected}' but provided type is '{found}'"),
    )
}

pub(super) fn not_an_optional_field_selection(offset: u32) -> Diagnostic {
    Diagnostic::new(offset, "unsupported optional field selection")
}

pub(super) fn unexpected_failed_resolution(offset: u32, name: &str) -> Diagnostic {
    Diagnostic::new(offset, format!("unexpected failed resolution of '{name}'"))
}

pub(super) fn invalid_literal_argument(offset: u32, function: &str) -> Diagnostic {
    Diagnostic::new(offset, format!("invalid {function} argument"))
}

pub(super) fn invalid_clause(offset: u32, error: ClauseError<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(offset, error.to_string());
    match error {
        ClauseError::Unrecognized(_) => diagnostic.with_help(
            "`%s` takes any value, `%d` an integer, `%f` and `%e` a number, `%x`, `%o` and `%b` other bases",
        ),
        _ => diagnostic,
    }
}

pub(super) fn missing_argument(offset: u32, index: usize) -> Diagnostic {
    Diagnostic::new(offset, format::missing_argument(index))
}

pub(super) fn too_many_arguments(offset: u32, expected: usize, found: usize) -> Diagnostic {
    Diagnostic::new(
        offset,
        format!("too many arguments supplied to string.format (expected {expected}, got {found})"),
    )
}

pub(super) fn not_formatted(offset: u32, verb: Verb, found: &str) -> Diagnostic {
    Diagnostic::new(offset, verb.refuse(found))
}

pub(super) fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

pub(super) fn is_within(written: &str, field: &str, operand: &str) -> String {
    format!("`{written}` is a field of `{field}`: write `{operand}.{field}.{written}`")
}

pub(super) fn needs_quotes(written: &str) -> String {
    format!("a text, as the value of an enum, stands in quotes: `'{written}'`")
}

pub(super) fn not_declared(written: &str) -> String {
    format!("rules see only properties that the schema declares, and it has no `{written}` here")
}

pub(super) fn is_the_rust_name(written: &str, json: &str) -> String {
    format!("`{written}` is the Rust name; rules see the JSON name `{json}`")
}

pub(super) fn boolean_in_yaml(written: &str, value: &str) -> String {
    format!("a key `{written}` without quotes is the boolean `{value}` in YAML: write `\"{written}\":`")
}

pub(super) fn unreachable(property: &str) -> String {
    format!(
        "rules cannot reach the property `{property}`: names of other than letters, digits and `_.-/`, or with a digit in front, have no escaped form"
    )
}

pub(super) fn without_type(property: &str) -> String {
    format!("rules cannot read the property `{property}`: it is a free-form value, which has no type")
}

pub(super) fn needs_escaping(written: &str, escaped: &str) -> String {
    format!("{RULES_WRITE}`{written}` as `{escaped}`")
}

pub(super) const RULES_WRITE: &str = "rules write the property ";
