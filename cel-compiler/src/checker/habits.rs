//! Advice for names from other languages and tools: `self.names.any(n, n != '')` is `exists` in CEL.

use crate::{
    ast::{Call, Expr, ExprKind, Literal},
    diagnostic::{in_single_quotes, write},
    env::{ObjectView, SELF},
    parser::{IMMUTABLE, SELF_IS_THERE},
    schema::Encoding,
    types::Type,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator;

mod calls;
mod namespaces;

use calls::replacement;
pub(super) use calls::{behind_not, each_character, type_name};
pub(super) use namespaces::{in_namespace, is_module};

/// Advice for a call of a function that does not exist; `first` is the type of its target, or of its first argument.
pub(super) fn function(call: &Call, first: Option<&Type>) -> Option<String> {
    let name = plain(&call.function);
    if is_clock(&name) {
        return Some(NO_CLOCK.to_owned());
    }
    if matches!(&*name, "immutable" | "isimmutable" | "unchanged" | "isunchanged") {
        return Some(IMMUTABLE.to_owned());
    }
    if name == "range" {
        return Some("a range is two comparisons: `a >= 1 && a <= 10`".to_owned());
    }
    let (subject, args) = match &call.target {
        Some(target) => (&**target, &*call.args),
        None => call.args.split_first()?,
    };
    if let (None, true, "oneof" | "exactlyone" | "exactlyoneof" | "xor") =
        (&call.target, args.len() == 1, &*name)
        && !matches!(args[0].kind, ExprKind::List(_))
    {
        return one_of(&call.args);
    }
    if name == "has" && call.target.is_none() {
        return Some("`has()` takes one field, as in `has(self.name)`".to_owned());
    }
    let asks = "issome isnone isnull ispresent isabsent isset isdefined exists present";
    if args.is_empty() && asks.split(' ').any(|asked| asked == name) && is_self(subject) {
        return Some(SELF_IS_THERE.to_owned());
    }
    if name == "not" && call.target.is_none() && args.is_empty() {
        return Some(write(&format!("!{}", unparse_operand(subject))));
    }
    if let (Some(Type::String), []) = (first, args)
        && let Some(advice) = calls::of_characters(&name, subject)
    {
        return Some(advice);
    }
    if matches!(first, Some(Type::Map(_))) && args.is_empty() && is_part_of_map(&name) {
        return Some(of_map(&name, &unparse_operand(subject)));
    }
    if let Some(advice) = of_macro(call, subject, args, first) {
        return Some(advice);
    }
    if let (None, [text]) = (&call.target, args)
        && let Some(written) = calls::of_pattern(&name, subject, text)
    {
        return Some(write(&written));
    }
    let args: Vec<String> = args.iter().map(unparse).collect();
    let texts: Vec<&str> = args.iter().map(String::as_str).collect();
    replacement(&name, subject, &texts, first).map(|written| write(&written)).or_else(|| explained(&name))
}

/// Advice for `oneOf(self.a, self.b)`. The arguments are conditions, or fields: one of these fields must be there.
fn one_of(args: &[Expr]) -> Option<String> {
    let conditions = args.iter().map(|arg| match is_selection(arg) {
        true => format!("has({})", unparse(arg)),
        false => unparse(arg),
    });
    Some(write(&format!("[{}].exists_one(x, x)", conditions.collect::<Vec<_>>().join(", "))))
}

/// Advice for a value of a field that is written without parentheses: `self.names.unique`.
pub(super) fn without_parentheses(operand: &Expr, field: &str, ty: &Type) -> Option<String> {
    replacement(&plain(field), operand, &[], Some(ty)).map(|written| write(&written))
}

/// Advice for a macro in another form.
fn of_macro(call: &Call, subject: &Expr, args: &[Expr], first: Option<&Type>) -> Option<String> {
    let name = own_macro(&call.function)?;
    let is_field = is_selection(subject) && !matches!(first, Some(Type::List(_) | Type::Map(_)));
    match (&call.target, args) {
        (Some(_), [Expr { kind: ExprKind::Literal(Literal::String(_) | Literal::Int(_)), .. }])
            if name == "exists" && matches!(first, Some(Type::List(_) | Type::Map(_))) =>
        {
            Some(write(&format!("{} in {}", unparse_operand(&args[0]), unparse_operand(subject))))
        }
        (Some(_), [condition]) => {
            let (list, condition) = (unparse_operand(subject), in_single_quotes(&unparse(condition)));
            let call = format!("{list}.{name}(item, {condition})");
            Some(format!("{}, with `item.` before fields", with_variable(name, &call)))
        }
        (None, []) if is_field => Some(write(&format!("has({})", unparse(subject)))),
        (None, [variable @ Expr { kind: ExprKind::Ident(_), .. }, condition])
            if matches!(first, Some(Type::List(_) | Type::Map(_))) =>
        {
            let (variable, condition) = (unparse(variable), unparse(condition));
            Some(write(&format!("{}.{name}({variable}, {condition})", unparse_operand(subject))))
        }
        (None, _) => Some(format!("a macro stands behind a list or a map: `self.items.{name}(x, x > 0)`")),
        (Some(_), [_, _, _]) if name == "filter" => {
            let list = unparse_operand(subject);
            let is_map = matches!(first, Some(Type::Map(_)));
            let variable = if is_map { "one variable, the key of a map" } else { "one variable" };
            Some(format!("`filter` has {variable}: `{list}.filter(x, x != '')`"))
        }
        (Some(_), _) => None,
    }
}

/// Advice for a macro without its variable. `call` is the call with one.
pub(super) fn with_variable(name: &str, call: &str) -> String {
    let part = if name == "map" { "an expression" } else { "a condition" };
    format!("a macro takes a variable and {part}: `{call}`")
}

/// CEL's name of a macro, or of another language's.
pub(super) fn own_macro(name: &str) -> Option<&str> {
    match &*plain(name) {
        _ if is_macro(name) => Some(name),
        "all" => Some("all"),
        "any" | "some" | "anymatch" => Some("exists"),
        "every" | "forall" | "allmatch" | "foreach" => Some("all"),
        _ => None,
    }
}

/// True for macros of CEL and of other languages, whose arguments can have variables.
pub(super) fn is_like_macro(name: &str) -> bool {
    own_macro(name).is_some() || matches!(&*plain(name), "none" | "count" | "countif")
}

/// True for macros of other languages, or forms of macros, whose first arguments are all variables.
pub(super) fn has_many_variables(name: &str, args: usize) -> bool {
    matches!(&*plain(name), "reduce" | "fold") || args > 2 && name == "filter"
}

/// Macros that go over a list or a map.
fn is_macro(name: &str) -> bool {
    matches!(name, "all" | "exists" | "exists_one" | "existsOne" | "filter" | "map")
}

fn is_part_of_map(name: &str) -> bool {
    matches!(name, "keys" | "values" | "items" | "entries")
}

/// The arguments of a macro. A call with another number of them is no macro.
pub(super) fn arity(name: &str) -> Option<String> {
    let arguments = match name {
        "all" | "exists" => {
            return Some(format!(
                "`{name}` takes one or two variables and a condition: `{name}(x, x > 0)`, `{name}(i, x, x > i)`"
            ));
        }
        "existsOne" => {
            "two variables and a condition: `existsOne(i, x, x > i)`; with one variable it is `exists_one(x, x > 0)`"
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
            "a macro goes over the keys of a map: `{map}.all(key, key != '')`; `'a' in {map}` asks for one, `{map}.size()` counts them"
        ),
        _ => format!("a macro goes over the keys of a map, `{map}[key]` is a value"),
    }
}

/// Advice that cannot be pasted.
fn explained(name: &str) -> Option<String> {
    let explained = match name {
        "reduce" | "fold" => {
            "no macro computes one value from a list; lists of numbers have `sum()`, `min()` and `max()`"
        }
        "bind" => NO_VARIABLES,
        _ => return None,
    };
    Some(explained.to_owned())
}

pub(super) const OVER_ALL: &str = "a macro goes over all items: `self.items.exists(x, x == 'a')`";

pub(super) const SELF_IS: &str = "`self` is the value that the rule stands at";

pub(super) const OTHER_FIELDS: &str = "a rule on the type around it sees other fields";

pub(super) const NO_VARIABLES: &str = "a rule has no variables of its own: write the value where it is used";

/// Advice for a call of a function that CEL has elsewhere: `cel.bind(n, self.names.size(), n > 0 && n < 3)`. `is_bool` tells
/// the type of the last argument.
pub(super) fn of_library(name: &str, call: &Call, is_bool: bool) -> Option<String> {
    let args: Vec<String> = call.args.iter().map(unparse).collect();
    let texts: Vec<&str> = args.iter().map(String::as_str).collect();
    let written = match (name, &*texts) {
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
        _ => return None,
    };
    Some(format!("{}; {}", no_function(name), write(&written)))
}

/// `math.sqrt`
pub(super) fn no_function(name: &str) -> String {
    format!("rules of CRDs have no `{name}`")
}

/// Advice for an unknown identifier. `own` is the object that `self` is.
pub(super) fn identifier(written: &str, own: Option<ObjectView<'_>>) -> Option<String> {
    let advice = match &*plain(written) {
        "none" | "nil" | "undefined" | "null" => {
            "CEL has `null`; a property that is absent is not null: `has(self.name)` asks whether it is there"
                .to_owned()
        }
        word @ ("true" | "false") => super::errors::did_you_mean(word),
        "" if written == "_" => OVER_ALL.to_owned(),
        word @ ("integer" | "boolean" | "float" | "str" | "dict" | "array") => {
            super::errors::did_you_mean(type_name(word)?)
        }
        "immutable" => IMMUTABLE.to_owned(),
        "now" | "today" => NO_CLOCK.to_owned(),
        "this" | "object" | "obj" | "it" | "item" | "element" | "value" | "input" | "resource" => {
            SELF_IS.to_owned()
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
        _ => return root_property(written, own),
    };
    Some(advice)
}

/// Advice for a property that `self` lacks.
pub(super) fn property(written: &str, own: ObjectView<'_>) -> Option<String> {
    match written {
        "oldSelf" => Some("`oldSelf` stands for itself, without `self.`".to_owned()),
        "old" | "previous" => Some("`oldSelf` is the value before an update".to_owned()),
        _ => root_property(written, Some(own)),
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
fn root_property(written: &str, own: Option<ObjectView<'_>>) -> Option<String> {
    // Rust has no struct for the fields of an embedded resource.
    let is_resource = own.filter(|own| own.node.encoding != Encoding::Resource).is_some_and(|own| {
        let has = |name: &str| own.fields.find(name).is_some();
        ["apiVersion", "kind", "metadata"].into_iter().all(has)
    });
    match written {
        "spec" if is_resource => {
            Some("the schema of this resource has no `spec`: add `spec` to its properties".to_owned())
        }
        "status" if is_resource => Some(
            "the schema of this resource has no `status`: add `status` to its properties, in Rust `#[kube(status = \"..\")]`"
                .to_owned(),
        ),
        "spec" | "status" | "metadata" | "kind" | "apiVersion" => Some(format!(
            "`self` is the value that the rule stands at; only a rule at the root of the CRD sees `self.{written}`"
        )),
        _ => None,
    }
}

/// Advice for selections such as `x.length`, if `x` has no fields. `is_function`: CEL has this function without further arguments.
/// `is_sized`: `x` has a size.
pub(super) fn selection(operand: &Expr, field: &str, is_function: bool, is_sized: bool) -> Option<String> {
    let x = unparse_operand(operand);
    match &*plain(field) {
        "len" | "length" | "size" | "count" | "minlength" | "maxlength" | "minitems" | "maxitems"
        | "minproperties" | "maxproperties"
            if is_sized =>
        {
            Some(write(&format!("{x}.size()")))
        }
        _ if is_function => Some(write(&format!("{x}.{field}()"))),
        _ => None,
    }
}

/// The function that reads a part with this name: `getSeconds` for `seconds`.
pub(super) fn getter(field: &str) -> Option<String> {
    match field {
        "year" => return Some("getFullYear".to_owned()),
        "day" => return Some("getDate".to_owned()),
        _ => {}
    }
    let first = field.chars().next().filter(char::is_ascii_lowercase)?;
    Some(format!("get{}{}", first.to_ascii_uppercase(), field.get(1..)?))
}

/// `now`, `today`, `time.now_ns`
fn is_clock(name: &str) -> bool {
    matches!(name, "now" | "today" | "utcnow" | "nowns" | "currenttime" | "currenttimestamp")
}

/// Advice for a constant of another language's module: `math.MaxInt32`.
pub(super) fn constant(module: &str, name: &str) -> Option<String> {
    let value = match (&*plain(module), name) {
        ("math", "MaxInt8") => i8::MAX.to_string(),
        ("math", "MaxInt16") => i16::MAX.to_string(),
        ("math", "MaxInt32") => i32::MAX.to_string(),
        ("math", "MinInt32") => i32::MIN.to_string(),
        ("math", "MaxInt64" | "MaxInt") => i64::MAX.to_string(),
        ("math", "MaxUint8") => u8::MAX.to_string(),
        ("math", "MaxUint16") => u16::MAX.to_string(),
        ("math", "MaxUint32") => u32::MAX.to_string(),
        ("time", "Hour" | "Minute" | "Second" | "Millisecond") => {
            return Some("a duration is written `duration('5m')`".to_owned());
        }
        _ => return is_module(module).then(|| no_function(&format!("{module}.{name}"))),
    };
    Some(write(&value))
}

const READS_IP: &str = "`isIP(a)` tells whether a text is an address, `ip(a)` reads it";
const PATTERN: &str = "a pattern stands where it is used: `self.name.matches(r'..')`";
const NO_CLOCK: &str = "rules have no clock: the server evaluates them again whenever the object is written";

/// A name without the differences between naming styles: `isEmpty` and `is_empty` become `isempty`.
pub(super) fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}

/// `self.a`
pub(super) fn is_selection(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Select(select) if !select.test_only)
}

/// `self.?a` for `self.a`
pub(super) fn optional_selection(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Select(select) if !select.test_only => {
            Some(format!("{}.?{}", unparse_operand(&select.operand), select.field))
        }
        ExprKind::Call(Call { function, args, .. }) if function.is(Operator::Index) && args.len() == 2 => {
            Some(format!("{}[?{}]", unparse_operand(&args[0]), unparse(&args[1])))
        }
        _ => None,
    }
}

pub(super) fn is_self(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Ident(name) if &**name == SELF)
}

fn is_object(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::Object(_)))
}

#[cfg(test)]
mod tests;
