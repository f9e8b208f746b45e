//! CEL's form of calls from other languages: `self.name.isEmpty()` is `self.name.size() == 0`.

use super::{is_object, is_selection, optional_selection};
use crate::{
    ast::{Expr, ExprKind, Literal},
    checker::{assignability::is_assignable_list, substitution::Substitution},
    diagnostic::write,
    library::{self, KubernetesVersion, TypePattern},
    parser::parse,
    types::Type,
    unparser::{unparse, unparse_operand},
};
use std::slice;

/// The CEL form of another language's call. `first` is the type of the subject.
pub(super) fn replacement(name: &str, subject: &Expr, args: &[&str], first: Option<&Type>) -> Option<String> {
    let x = unparse_operand(subject);
    of_collection(name, &x, args, first)
        .or_else(|| of_list(name, &x, args, first))
        .or_else(|| as_sets(name, &x, args, first))
        .or_else(|| of_time(name, &x, args, first))
        .or_else(|| of_text(name, &x, args, first))
        .or_else(|| of_value(name, &x, args, first))
        .or_else(|| of_optional(name, subject, args, first))
}

/// Advice for the operand of `!`. What to write for `self.names.isEmpty()` would be negated in part: `!self.names.size() == 0`.
pub(in crate::checker) fn behind_not(help: String) -> String {
    let written = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`'));
    match written
        .filter(|written| !written.starts_with('!'))
        .and_then(|written| parse(written).ok())
        .map(|expr| unparse_operand(&expr))
    {
        Some(operand) if operand.starts_with('(') => write(&format!("!{operand}")),
        _ => help,
    }
}

/// A call with the pattern before the text, as in Terraform and Rego: `regex('^a', self.name)`.
pub(super) fn of_pattern(name: &str, pattern: &Expr, text: &Expr) -> Option<String> {
    let is_text = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(Literal::String(_)));
    let is_match =
        matches!(name, "regex" | "match" | "ismatch" | "rematch" | "regexmatch" | "regexpmatch" | "regexall");
    (is_match && is_text(pattern) && !is_text(text))
        .then(|| format!("{}.matches({})", unparse_operand(text), unparse(pattern)))
}

/// Advice for the characters of a text: `self.name.chars().count()`.
pub(super) fn of_characters(name: &str, text: &Expr) -> Option<String> {
    let is_meant = matches!(name, "chars" | "characters" | "runes" | "codepoints" | "bytes" | "letters");
    is_meant.then(|| each_character(text))
}

/// Advice for a text that is taken for a list of characters: `self.name.all(c, c != 'a')`.
pub(in crate::checker) fn each_character(text: &Expr) -> String {
    let x = unparse_operand(text);
    format!("`{x}.size()` counts the characters, `{x}.matches('^[a-z]*$')` asks of each")
}

/// Calls of lists, maps and objects.
fn of_collection(name: &str, x: &str, args: &[&str], first: Option<&Type>) -> Option<String> {
    Some(match (name, args) {
        ("len" | "length" | "count" | "isempty" | "empty" | "isnotempty" | "notempty" | "nonempty", [])
            if is_scalar(first) =>
        {
            return None;
        }
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
        ("hasattr", [key]) if is_object(first) => format!("has({x}.{})", key.trim_matches(['\'', '"'])),
        ("getattr", [key]) if is_object(first) => format!("{x}.{}", key.trim_matches(['\'', '"'])),
        ("get" | "getordefault" | "getattr", [key, default])
            if is_object(first) && key.starts_with(['\'', '"']) =>
        {
            format!("{x}.?{}.orValue({default})", key.trim_matches(['\'', '"']))
        }
        ("append" | "push", [item]) if matches!(first, Some(Type::List(_))) => format!("{x} + [{item}]"),
        ("flat", []) if matches!(first, Some(Type::List(_))) => format!("{x}.flatten()"),
        ("flatmap", [variable, items]) => format!("{x}.map({variable}, {items}).flatten()"),
        ("sorted" | "sorting", []) if matches!(first, Some(Type::List(_))) => format!("{x}.sort()"),
        ("includes" | "contains", [item]) if matches!(first, Some(Type::List(_))) => format!("{item} in {x}"),
        ("get" | "at" | "nth", [key]) if matches!(first, Some(Type::Map(_) | Type::List(_))) => {
            format!("{x}[{key}]")
        }
        ("get" | "getordefault" | "lookup", [key, default]) if matches!(first, Some(Type::Map(_))) => {
            format!("{x}[?{key}].orValue({default})")
        }
        _ => return None,
    })
}

/// Calls of lists.
fn of_list(name: &str, x: &str, args: &[&str], first: Option<&Type>) -> Option<String> {
    let Some(Type::List(_)) = first else { return None };
    Some(match (name, args) {
        ("count", [item]) => {
            format!("{x}.filter(item, item == {item}).size()")
        }
        ("iter" | "intoiter" | "iterator" | "stream" | "tolist" | "collect", []) => x.to_owned(),
        ("set" | "toset" | "uniq" | "dedup", []) => {
            format!("{x}.distinct()")
        }
        ("unique" | "isunique" | "areunique" | "uniqueby" | "distinctby", [variable, key]) => {
            format!("{x}.map({variable}, {key}).distinct().size() == {x}.size()")
        }
        ("unique" | "isunique" | "areunique" | "isdistinct" | "alldistinct", []) => {
            format!("{x}.distinct() == {x}")
        }
        ("avg" | "average" | "mean", []) => {
            format!("{x}.sum() / {x}.size()")
        }
        _ => return None,
    })
}

/// Calls that take two lists as sets.
fn as_sets(name: &str, x: &str, args: &[&str], first: Option<&Type>) -> Option<String> {
    let ([list], Some(Type::List(_))) = (args, first) else { return None };
    Some(match name {
        "containsall" | "hasall" | "issupersetof" | "issuperset" => format!("sets.contains({x}, {list})"),
        "issubsetof" | "issubset" | "subsetof" => format!("sets.contains({list}, {x})"),
        "intersects" | "containsany" | "hasany" | "overlaps" => format!("sets.intersects({x}, {list})"),
        "isdisjoint" | "isdisjointfrom" | "disjoint" => format!("!sets.intersects({x}, {list})"),
        _ => return None,
    })
}

/// Calls of times and durations.
fn of_time(name: &str, x: &str, args: &[&str], first: Option<&Type>) -> Option<String> {
    let (other, Some(Type::Timestamp | Type::Duration)) = (args.first()?, first) else { return None };
    Some(match name {
        "after" | "isafter" => format!("{x} > {other}"),
        "before" | "isbefore" => format!("{x} < {other}"),
        "sub" | "minus" | "subtract" | "diff" => format!("{x} - {other}"),
        "add" | "plus" => format!("{x} + {other}"),
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
        ("match" | "ismatch" | "regexmatch" | "regex" | "test" | "pattern", [pattern])
            if first == Some(&Type::String) =>
        {
            format!("{x}.matches({pattern})")
        }
        ("isdigit" | "isdigits" | "isnumeric" | "isdecimal", []) if first == Some(&Type::String) => {
            format!("{x}.matches('^[0-9]+$')")
        }
        ("isalpha" | "isletters", []) => format!("{x}.matches('^[a-zA-Z]+$')"),
        ("isalnum" | "isalphanumeric", []) => format!("{x}.matches('^[a-zA-Z0-9]+$')"),
        ("islower" | "islowercase", []) => format!("{x} == {x}.lowerAscii()"),
        ("isupper" | "isuppercase", []) => format!("{x} == {x}.upperAscii()"),
        ("isblank", []) if first == Some(&Type::String) => format!("{x}.trim() == ''"),
        (name, [])
            if first == Some(&Type::String)
                && let Some(format) = format_of(name) =>
        {
            format!("!format.{format}().validate({x}).hasValue()")
        }
        ("hasprefix" | "beginswith" | "startswith", [prefix]) => format!("{x}.startsWith({prefix})"),
        ("hassuffix" | "endswith", [suffix]) => format!("{x}.endsWith({suffix})"),
        ("sprintf" | "printf", values) if first == Some(&Type::String) => match values {
            [list] if list.starts_with('[') => format!("{}.format({list})", x.replace("%v", "%s")),
            values => format!("{}.format([{}])", x.replace("%v", "%s"), values.join(", ")),
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
        (name, []) if let Some(function) = conversion(name) => converted(function, x, first)?,
        ("typeof" | "gettype", []) => format!("type({x})"),
        ("isinstance", [ty]) => format!("type({x}) == {}", type_name(ty).unwrap_or(ty)),
        (name, []) if let Some(ty) = name.strip_prefix("is").and_then(type_name) => {
            format!("type({x}) == {ty}")
        }
        ("floor" | "trunc" | "truncate", []) => converted("int", x, first)?,
        ("parseip", []) => format!("ip({x})"),
        ("mustparse" | "parsequantity" | "toquantity", []) if first == Some(&Type::String) => {
            format!("quantity({x})")
        }
        ("cidrcontains", [ip]) => format!("cidr({x}).containsIP({ip})"),
        ("cmp" | "compare", [other]) if first == Some(&Type::String) => {
            format!("quantity({x}).compareTo(quantity({other}))")
        }
        ("minlength" | "minitems" | "minproperties", [least]) if has_size(first) => {
            format!("{x}.size() >= {least}")
        }
        ("maxlength" | "maxitems" | "maxproperties", [most]) if has_size(first) => {
            format!("{x}.size() <= {most}")
        }
        ("getdays" | "days", []) if first == Some(&Type::Duration) => format!("{x}.getHours() / 24"),
        ("abs", []) => format!("({x} < 0 ? -{x} : {x})"),
        ("concat", [other]) => format!("{x} + {other}"),
        ("equals" | "eq" | "is", [other]) => format!("{x} == {other}"),
        ("isin" | "in" | "oneof" | "isoneof" | "enum", [list]) if !list.starts_with("has(") => {
            format!("{x} in {list}")
        }
        ("between" | "isbetween" | "inrange", [low, high]) => format!("{x} >= {low} && {x} <= {high}"),
        ("mod" | "modulo", [other]) => format!("{x} % {other}"),
        ("isipv4" | "isipv6", []) => {
            let ip = if first == Some(&Type::String) { format!("ip({x})") } else { x.to_owned() };
            format!("{ip}.family() == {}", name.trim_start_matches("isipv"))
        }
        ("version" | "getversion", []) if first.is_some_and(is_address) => format!("{x}.family()"),
        ("getyear" | "year", []) if first == Some(&Type::Timestamp) => format!("{x}.getFullYear()"),
        _ => return None,
    })
}

/// CEL's function for a conversion.
fn conversion(name: &str) -> Option<&'static str> {
    Some(match name {
        "asstr" | "tostring" | "str" | "asstring" | "itoa" => "string",
        "toint" | "parseint" | "asint" | "intvalue" | "atoi" | "int64" | "int32" => "int",
        "tofloat" | "parsefloat" | "float" | "todouble" | "float64" | "float32" | "number" | "tonumber" => {
            "double"
        }
        _ => return None,
    })
}

/// A value as the result of a function that takes it, or a list of texts as one text.
fn converted(function: &str, x: &str, first: Option<&Type>) -> Option<String> {
    let takes = |ty: &Type| {
        let overloads = library::function(function, KubernetesVersion::STORED_EXPRESSIONS)?
            .overloads(KubernetesVersion::STORED_EXPRESSIONS);
        let parameters =
            overloads.map(|overload| Vec::from_iter(overload.args.iter().map(TypePattern::declared)));
        let mut fitting = parameters.filter(|parameters| {
            is_assignable_list(&mut Substitution::default(), slice::from_ref(ty), parameters)
        });
        fitting.next()
    };
    match first {
        Some(Type::List(item)) if function == "string" && **item == Type::String => {
            Some(format!("{x}.join(',')"))
        }
        Some(ty) if takes(ty).is_none() => None,
        _ => Some(format!("{function}({x})")),
    }
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
        (
            "unwrapor" | "orelse" | "ordefault" | "getordefault" | "coalesce" | "ifnull" | "nvl" | "default"
            | "try",
            [default],
        ) => {
            format!("{}.orValue({default})", optional_selection(subject)?)
        }
        ("unwrap" | "expect", []) if is_selection(subject) => x,
        ("issome" | "ispresent" | "present" | "isset" | "exists" | "isdefined" | "defined", [])
            if optional =>
        {
            format!("{x}.hasValue()")
        }
        ("isnone" | "isabsent" | "isnull", []) if optional => format!("!{x}.hasValue()"),
        (
            "issome" | "ispresent" | "present" | "isset" | "exists" | "isdefined" | "defined" | "required"
            | "can",
            [],
        ) if is_selection(subject) => {
            format!("has({x})")
        }
        ("isnone" | "isabsent" | "isnull", []) if is_selection(subject) => format!("!has({x})"),
        _ => return None,
    })
}

/// CEL's name of a type of another language.
pub(in crate::checker) fn type_name(written: &str) -> Option<&'static str> {
    Some(match written {
        "str" | "string" | "text" => "string",
        "int" | "integer" | "number" => "int",
        "float" | "double" => "double",
        "bool" | "boolean" => "bool",
        "list" | "array" | "slice" => "list",
        "dict" | "map" => "map",
        _ => return None,
    })
}

/// The format that `isDNS1123Label` asks for.
fn format_of(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("is")? {
        "uuid" => "uuid",
        "dns1123label" => "dns1123Label",
        "dns1123subdomain" => "dns1123Subdomain",
        "dns1035label" => "dns1035Label",
        "labelvalue" => "labelValue",
        "qualifiedname" => "qualifiedName",
        _ => return None,
    })
}

/// True for a value that surely has no size.
fn is_scalar(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::Bool | Type::Int | Type::Uint | Type::Double | Type::Timestamp | Type::Duration))
}

/// True for the type of `ip('10.0.0.1')`.
fn is_address(ty: &Type) -> bool {
    matches!(ty, Type::Object(name) | Type::Opaque(name, _) if **name == *"net.IP")
}

fn has_size(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::String | Type::Bytes | Type::List(_) | Type::Map(_)))
}
