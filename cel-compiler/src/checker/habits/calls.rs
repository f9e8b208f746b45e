//! CEL's form of calls from other languages: `self.name.isEmpty()` is `self.name.size() == 0`.

use super::{is_object, is_selection, optional_selection};
use crate::{ast::Expr, types::Type, unparser::unparse_operand};

/// The CEL form of another language's call. `first` is the type of the subject.
pub(super) fn replacement(name: &str, subject: &Expr, args: &[&str], first: Option<&Type>) -> Option<String> {
    let x = unparse_operand(subject);
    of_collection(name, &x, args, first)
        .or_else(|| of_text(name, &x, args, first))
        .or_else(|| of_value(name, &x, args, first))
        .or_else(|| of_optional(name, subject, args, first))
}

/// Calls of lists, maps and objects.
fn of_collection(name: &str, x: &str, args: &[&str], first: Option<&Type>) -> Option<String> {
    Some(match (name, args) {
        ("len" | "length" | "count", []) => format!("{x}.size()"),
        ("isempty" | "empty", []) => format!("{x}.size() == 0"),
        ("isnotempty" | "notempty" | "nonempty", []) => format!("{x}.size() > 0"),
        ("count" | "countif", [variable, condition]) => format!("{x}.filter({variable}, {condition}).size()"),
        ("any" | "some" | "anymatch", [variable, condition]) => {
            format!("{x}.exists({variable}, {condition})")
        }
        ("every" | "forall" | "allmatch" | "foreach", [variable, condition]) => {
            format!("{x}.all({variable}, {condition})")
        }
        ("none" | "nonematch", [variable, condition]) => format!("!{x}.exists({variable}, {condition})"),
        ("containskey" | "haskey" | "has" | "hasownproperty", [key])
            if matches!(first, Some(Type::Map(_) | Type::List(_))) =>
        {
            format!("{key} in {x}")
        }
        ("containskey" | "haskey" | "has" | "hasownproperty", [key]) if is_object(first) => {
            let name = key.trim_matches(['\'', '"']);
            format!("has({x}.{name})")
        }
        ("get", [key]) if is_object(first) && key.starts_with(['\'', '"']) => {
            format!("{x}.{}", key.trim_matches(['\'', '"']))
        }
        ("includes" | "contains", [item]) if matches!(first, Some(Type::List(_))) => format!("{item} in {x}"),
        ("get" | "at" | "nth", [key]) if matches!(first, Some(Type::Map(_) | Type::List(_))) => {
            format!("{x}[{key}]")
        }
        ("unique" | "isunique" | "areunique" | "isdistinct" | "alldistinct", [])
            if matches!(first, Some(Type::List(_))) =>
        {
            format!("{x}.distinct() == {x}")
        }
        ("avg" | "average" | "mean", []) if matches!(first, Some(Type::List(_))) => {
            format!("{x}.sum() / {x}.size()")
        }
        ("get" | "getordefault", [key, default]) if matches!(first, Some(Type::Map(_))) => {
            format!("{x}[?{key}].orValue({default})")
        }
        _ => return None,
    })
}

/// Calls of texts.
fn of_text(name: &str, x: &str, args: &[&str], first: Option<&Type>) -> Option<String> {
    Some(match (name, args) {
        ("tolowercase" | "tolower" | "lowercase" | "lower" | "downcase", []) => format!("{x}.lowerAscii()"),
        ("touppercase" | "toupper" | "uppercase" | "upper" | "upcase", []) => format!("{x}.upperAscii()"),
        ("strip" | "trimspace", []) => format!("{x}.trim()"),
        ("includes", [part]) if first == Some(&Type::String) => format!("{x}.contains({part})"),
        ("match" | "ismatch" | "regexmatch" | "regex" | "test", [pattern])
            if first == Some(&Type::String) =>
        {
            format!("{x}.matches({pattern})")
        }
        ("hasprefix", [prefix]) => format!("{x}.startsWith({prefix})"),
        ("hassuffix", [suffix]) => format!("{x}.endsWith({suffix})"),
        ("sprintf" | "printf", values) if first == Some(&Type::String) => match values {
            [list] if list.starts_with('[') => format!("{x}.format({list})"),
            values => format!("{x}.format([{}])", values.join(", ")),
        },
        ("equalsignorecase", [other]) if first == Some(&Type::String) => {
            format!("{x}.lowerAscii() == {other}.lowerAscii()")
        }
        _ => return None,
    })
}

/// Calls of any value.
fn of_value(name: &str, x: &str, args: &[&str], first: Option<&Type>) -> Option<String> {
    Some(match (name, args) {
        ("asstr" | "tostring" | "str" | "asstring" | "itoa", []) => format!("string({x})"),
        ("toint" | "parseint" | "asint" | "atoi" | "int64" | "int32", []) => format!("int({x})"),
        (
            "tofloat" | "parsefloat" | "float" | "todouble" | "float64" | "float32" | "number" | "tonumber",
            [],
        ) => format!("double({x})"),
        ("isinstance", [ty]) => format!("type({x}) == {ty}"),
        ("abs", []) => format!("({x} < 0 ? -{x} : {x})"),
        ("concat", [other]) => format!("{x} + {other}"),
        ("equals" | "eq" | "is", [other]) => format!("{x} == {other}"),
        ("isin" | "in" | "oneof" | "isoneof", [list]) => format!("{x} in {list}"),
        ("between" | "isbetween" | "inrange", [low, high]) => format!("{x} >= {low} && {x} <= {high}"),
        ("mod" | "modulo", [other]) => format!("{x} % {other}"),
        ("isipv4" | "isipv6", []) => {
            let ip = if first == Some(&Type::String) { format!("ip({x})") } else { x.to_owned() };
            format!("{ip}.family() == {}", name.trim_start_matches("isipv"))
        }
        ("getyear" | "year", []) if first == Some(&Type::Timestamp) => format!("{x}.getFullYear()"),
        _ => return None,
    })
}

/// Calls that ask for the value of an optional, or of a field that may be absent.
fn of_optional(name: &str, subject: &Expr, args: &[&str], first: Option<&Type>) -> Option<String> {
    let optional = first.and_then(Type::optional_value).is_some();
    let x = unparse_operand(subject);
    Some(match (name, args) {
        ("unwrap" | "expect" | "get", []) if optional => format!("{x}.value()"),
        ("unwrapor" | "orelse" | "ordefault" | "getordefault", [default]) if optional => {
            format!("{x}.orValue({default})")
        }
        ("unwrapor" | "orelse" | "ordefault" | "getordefault", [default]) => {
            format!("{}.orValue({default})", optional_selection(subject)?)
        }
        ("unwrap" | "expect", []) if is_selection(subject) => x,
        ("issome" | "ispresent" | "isset" | "exists" | "isdefined" | "defined", []) if optional => {
            format!("{x}.hasValue()")
        }
        ("isnone" | "isabsent" | "isnull", []) if optional => format!("!{x}.hasValue()"),
        ("issome" | "ispresent" | "isset" | "exists" | "isdefined" | "defined", [])
            if is_selection(subject) =>
        {
            format!("has({x})")
        }
        ("isnone" | "isabsent" | "isnull", []) if is_selection(subject) => format!("!has({x})"),
        _ => return None,
    })
}
