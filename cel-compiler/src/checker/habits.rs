//! Advice for names from other languages and tools: `self.names.any(n, n != '')` is `exists` in CEL.

use crate::{
    ast::{Call, Expr, ExprKind},
    diagnostic::write,
    types::Type,
    unparser::{unparse, unparse_operand},
};

/// Advice for a field that is read from a list but belongs to its items.
pub(super) fn of_each_item(list: &Expr, field: &str) -> String {
    let list = unparse_operand(list);
    let each = format!("a list has no fields; of each item: `{list}.all(item, has(item.{field}))`");
    match list.as_str() {
        "self" => format!(
            "{each},\n      or write the rule on the items: in Rust `items(rule = \"has(self.{field})\")`"
        ),
        _ => each,
    }
}

/// Advice for a call of a function that does not exist; `first` is the type of its target, or of its first argument.
pub(super) fn function(call: &Call, first: Option<&Type>) -> Option<String> {
    let name = plain(&call.function);
    let (subject, args) = match &call.target {
        Some(target) => (&**target, &*call.args),
        None => match &*call.args {
            [] if matches!(&*name, "now" | "today") => return Some(NO_CLOCK.to_owned()),
            [] => return None,
            [first, others @ ..] => (first, others),
        },
    };
    if matches!(&*name, "now" | "today") {
        return Some(NO_CLOCK.to_owned());
    }
    if name == "has" && call.target.is_none() {
        return Some("`has()` takes one field, as in `has(self.name)`".to_owned());
    }
    if name == "not" && call.target.is_none() && args.is_empty() {
        return Some(write(&format!("!{}", unparse_operand(subject))));
    }
    if call.target.is_some() && matches!(&*name, "reduce" | "fold") {
        let list = unparse_operand(subject);
        return Some(format!(
            "a rule folds with macros: `{list}.all(x, x > 0)`, `{list}.sum()`, `{list}.max()`"
        ));
    }
    if matches!(first, Some(Type::Map(_))) && args.is_empty() && matches!(&*name, "keys" | "values") {
        return Some(of_map(&name, &unparse_operand(subject)));
    }
    if let (true, [condition], Some(_)) = (is_quantifier(&call.function), args, &call.target) {
        let (list, condition) = (unparse_operand(subject), unparse(condition));
        return Some(format!(
            "a macro takes a variable and a condition: `{list}.{}(item, {condition})`, with `item.` before fields",
            call.function
        ));
    }
    if call.target.is_none() && is_macro(&call.function) {
        return Some(format!(
            "a macro stands behind a list or a map: `self.items.{}(x, x > 0)`",
            call.function
        ));
    }
    let args: Vec<String> = args.iter().map(unparse).collect();
    let texts: Vec<&str> = args.iter().map(String::as_str).collect();
    replacement(&name, subject, &texts, first).map(|written| write(&written))
}

/// Macros that take a variable and a condition.
pub(super) fn is_quantifier(name: &str) -> bool {
    matches!(name, "all" | "exists" | "exists_one" | "existsOne" | "filter")
}

/// Macros that go over a list or a map.
pub(super) fn is_macro(name: &str) -> bool {
    is_quantifier(name) || name == "map"
}

/// The arguments of a macro. A call with another number of them is no macro.
pub(super) fn arity(name: &str) -> Option<String> {
    let arguments = match name {
        "all" | "exists" | "existsOne" => {
            return Some(format!(
                "`{name}` takes one or two variables and a condition: `{name}(x, x > 0)`, `{name}(i, x, x > i)`"
            ));
        }
        "exists_one" => "one variable and a condition: `exists_one(x, x > 0)`",
        "filter" => {
            "one variable and a condition: `filter(x, x > 0)`; with two variables it is `transformList(i, x, x > i, x)`"
        }
        "map" => {
            "one variable and a value: `map(x, x + 1)`; with two variables it is `transformList(i, x, x + i)`"
        }
        "transformList" => "two variables and a value: `transformList(i, x, x + i)`",
        "transformMap" => "two variables and a value: `transformMap(k, v, v + 1)`",
        "transformMapEntry" => "two variables and a map of one entry: `transformMapEntry(k, v, {v: k})`",
        "sortBy" => "one variable and a value: `sortBy(x, x.name)`",
        "optMap" => "one variable and a value: `optMap(x, x + 1)`",
        "optFlatMap" => "one variable and an optional: `optFlatMap(x, x.?name)`",
        _ => return None,
    };
    Some(format!("`{name}` takes {arguments}"))
}

/// Advice for the keys and the values of a map.
fn of_map(part: &str, map: &str) -> String {
    match part {
        "keys" => format!(
            "a macro goes over the keys of a map: `{map}.all(key, key != '')`; `{map}.size()` counts them"
        ),
        _ => format!("a macro goes over the keys of a map, `{map}[key]` is a value"),
    }
}

/// The CEL form of another language's call.
fn replacement(name: &str, subject: &Expr, args: &[&str], first: Option<&Type>) -> Option<String> {
    let x = unparse_operand(subject);
    Some(match (name, args) {
        ("len" | "length" | "count", []) => format!("{x}.size()"),
        ("isempty" | "empty", []) => format!("{x}.size() == 0"),
        ("isnotempty" | "notempty" | "nonempty", []) => format!("{x}.size() > 0"),
        ("tolowercase" | "tolower" | "lowercase" | "lower" | "downcase", []) => format!("{x}.lowerAscii()"),
        ("touppercase" | "toupper" | "uppercase" | "upper" | "upcase", []) => format!("{x}.upperAscii()"),
        ("strip" | "trimspace", []) => format!("{x}.trim()"),
        ("count" | "countif", [variable, condition]) => format!("{x}.filter({variable}, {condition}).size()"),
        ("any" | "some" | "anymatch", [variable, condition]) => {
            format!("{x}.exists({variable}, {condition})")
        }
        ("every" | "forall" | "foreach" | "allmatch", [variable, condition]) => {
            format!("{x}.all({variable}, {condition})")
        }
        ("none" | "nonematch", [variable, condition]) => format!("!{x}.exists({variable}, {condition})"),
        ("hasprefix" | "beginswith", [part]) => format!("{x}.startsWith({part})"),
        ("hassuffix", [part]) => format!("{x}.endsWith({part})"),
        ("substr", [start]) => format!("{x}.substring({start})"),
        ("containskey" | "haskey" | "has", [key]) if matches!(first, Some(Type::Map(_))) => {
            format!("{key} in {x}")
        }
        ("containskey" | "haskey" | "has", [key]) if is_object(first) => {
            let name = key.trim_matches(['\'', '"']);
            format!("has({x}.{name})")
        }
        ("includes" | "contains", [item]) if matches!(first, Some(Type::List(_))) => format!("{item} in {x}"),
        ("includes", [part]) if first == Some(&Type::String) => format!("{x}.contains({part})"),
        ("match" | "ismatch" | "regexmatch" | "regex" | "test", [pattern])
            if first == Some(&Type::String) =>
        {
            format!("{x}.matches({pattern})")
        }
        ("get" | "at" | "nth", [key]) if matches!(first, Some(Type::Map(_) | Type::List(_))) => {
            format!("{x}[{key}]")
        }
        ("asstr" | "tostring" | "str" | "asstring" | "itoa", []) => format!("string({x})"),
        ("toint" | "parseint" | "asint" | "atoi", []) => format!("int({x})"),
        ("tofloat" | "parsefloat" | "float" | "todouble", []) => format!("double({x})"),
        ("abs", []) => format!("{x} < 0 ? -{x} : {x}"),
        ("unique" | "isunique" | "areunique" | "isdistinct" | "alldistinct", [])
            if matches!(first, Some(Type::List(_))) =>
        {
            format!("{x}.distinct() == {x}")
        }
        ("concat", [other]) => format!("{x} + {other}"),
        _ => return of_optional(name, subject, args, first),
    })
}

/// The same for calls that ask for the value of an optional, or of a field that may be absent.
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
        ("issome" | "ispresent" | "isset" | "exists" | "isdefined", []) if optional => {
            format!("{x}.hasValue()")
        }
        ("isnone" | "isabsent" | "isnull", []) if optional => format!("!{x}.hasValue()"),
        ("issome" | "ispresent" | "isset" | "exists" | "isdefined", []) if is_selection(subject) => {
            format!("has({x})")
        }
        ("isnone" | "isabsent" | "isnull", []) if is_selection(subject) => format!("!has({x})"),
        _ => return None,
    })
}

/// Advice for a call of a function that CEL has elsewhere: `cel.bind(n, self.names.size(), n > 0 && n < 3)`. `is_bool` tells
/// the type of the last argument.
pub(super) fn of_library(library: &str, call: &Call, is_bool: bool) -> Option<String> {
    if !LIBRARIES.contains(&library) {
        return None;
    }
    let name = format!("{library}.{}", call.function);
    let args: Vec<String> = call.args.iter().map(unparse).collect();
    let texts: Vec<&str> = args.iter().map(String::as_str).collect();
    let written = match (&*name, &*texts) {
        ("cel.bind", [variable, value, of_it]) if is_bool => format!("[{value}].all({variable}, {of_it})"),
        ("cel.bind", [variable, value, of_it]) => format!("[{value}].map({variable}, {of_it})[0]"),
        ("math.greatest", [list]) if list.starts_with('[') => format!("{list}.max()"),
        ("math.least", [list]) if list.starts_with('[') => format!("{list}.min()"),
        ("math.greatest", [_, ..]) => format!("[{}].max()", args.join(", ")),
        ("math.least", [_, ..]) => format!("[{}].min()", args.join(", ")),
        ("math.abs", [number]) => {
            let negated = call.args.first().map(unparse_operand).unwrap_or_default();
            format!("[{number}, -{negated}].max()")
        }
        _ => return Some(format!("rules of CRDs have no `{name}`")),
    };
    Some(format!("rules of CRDs have no `{name}`; {}", write(&written)))
}

/// Libraries that other programs with CEL have, and the API server does not.
const LIBRARIES: &[&str] = &[
    "base64",
    "cel",
    "json",
    "jsonpatch",
    "lists",
    "math",
    "net",
    "proto",
    "regex",
    "strings",
    "time",
    "yaml",
];

/// Advice for an unknown identifier.
pub(super) fn identifier(written: &str) -> Option<String> {
    let advice = match &*plain(written) {
        "none" | "nil" | "undefined" | "null" => {
            "CEL has `null`; a property that is absent is not null: `has(self.name)` asks whether it is there"
                .to_owned()
        }
        word @ ("true" | "false") => super::errors::did_you_mean(word),
        "this" | "object" | "obj" | "it" | "value" => {
            "`self` is the value that the rule stands at".to_owned()
        }
        "old" | "oldobject" | "oldvalue" | "previous" | "prev" => {
            "`oldSelf` is the value before an update".to_owned()
        }
        "request" | "params" | "authorizer" | "namespaceobject" | "variables" => {
            format!("`{written}` belongs to admission policies; a rule of a CRD sees `self` and `oldSelf`")
        }
        "parent" | "root" => {
            "a rule sees the value that it stands at, and what is below: write the rule on the type around it"
                .to_owned()
        }
        _ => return root_property(written),
    };
    Some(advice)
}

/// Advice for a property that an object lacks.
pub(super) fn property(written: &str) -> Option<String> {
    match written {
        "oldSelf" => Some("`oldSelf` stands for itself, without `self.`".to_owned()),
        _ => root_property(written),
    }
}

/// Advice for a property of `metadata` that rules do not see. `names` are those that they see.
pub(super) fn of_metadata<'n>(written: &str, mut names: impl Iterator<Item = &'n str>) -> Option<String> {
    let is_metadata =
        OF_METADATA.contains(&written) && names.all(|name| matches!(name, "name" | "generateName"));
    is_metadata.then(|| "of `metadata` rules see only `name` and `generateName`".to_owned())
}

const OF_METADATA: &[&str] = &[
    "annotations",
    "creationTimestamp",
    "deletionTimestamp",
    "finalizers",
    "generation",
    "labels",
    "namespace",
    "ownerReferences",
    "resourceVersion",
    "uid",
];

/// Fields that only the root of a resource has.
fn root_property(written: &str) -> Option<String> {
    match written {
        "spec" | "status" | "metadata" | "kind" | "apiVersion" => Some(format!(
            "`self` is the value that the rule stands at; only a rule at the root of the CRD sees `self.{written}`"
        )),
        _ => None,
    }
}

/// Advice for selections such as `x.length`, if `x` has no fields. `is_function`: CEL has this function without further arguments.
pub(super) fn selection(operand: &Expr, field: &str, is_function: bool) -> Option<String> {
    let x = unparse_operand(operand);
    match &*plain(field) {
        "len" | "length" | "size" | "count" => Some(write(&format!("{x}.size()"))),
        _ if is_function => Some(write(&format!("{x}.{field}()"))),
        _ => None,
    }
}

const NO_CLOCK: &str = "rules have no clock: the server evaluates them again whenever the object is written";

/// A name without the differences between naming styles: `isEmpty` and `is_empty` become `isempty`.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}

fn is_selection(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Select(select) if !select.test_only)
}

/// `self.?a` for `self.a`
pub(super) fn optional_selection(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Select(select) if !select.test_only => {
            Some(format!("{}.?{}", unparse_operand(&select.operand), select.field))
        }
        _ => None,
    }
}

fn is_object(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::Object(_)))
}

#[cfg(test)]
mod tests;
