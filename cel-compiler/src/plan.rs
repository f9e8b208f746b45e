//! Constants that the server computes when it plans a program: literals of constants, conversions of constants, membership in
//! constant lists, constant patterns (cel-go: `interpreter/planner.go` and `decorators.go`). Only these make a rule cheaper.
//! Arithmetic on constants is computed at run time.

use crate::ast::Callee::{Named, Op};
use crate::{
    ast::{Call, Expr, ExprId, ExprKind, Literal},
    by_expr::ByExpr,
    checker::{CheckedExpr, Reference},
    library::type_names::TYPE_NAMES,
    types::Type,
    visit::{any, children},
};
use cel_types::Operator::{In, Index, OptIndex, OptSelect};
use cel_types::{Duration, Timestamp, TypeName, number, regex, timestamp::TimestampError};

/// A value known at compile time.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the CEL types")]
pub enum Constant {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
    Timestamp(Timestamp),
    Duration(Duration),
    Type(TypeName),
    List(Vec<Constant>, Identity),
    Map(Vec<(Constant, Constant)>, Identity),
}

/// The literal that made a list or map, where that matters: in the server's maps each literal is another key.
pub type Identity = Option<ExprId>;

/// The constants of an expression.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    constants: ByExpr<Constant>,
    /// See [`has_identities`](Plan::has_identities).
    has_identities: bool,
}

impl Plan {
    /// The value of a node, if it is known.
    #[must_use]
    pub fn constant(&self, expr: &Expr) -> Option<&Constant> {
        self.constants.get(expr.id)
    }

    /// True if maps may have keys that the server tells apart by their address, or by their time zone.
    #[must_use]
    pub fn has_identities(&self) -> bool {
        self.has_identities
    }
}

/// Folds the constants that the server folds.
///
/// # Errors
/// The text after `program instantiation failed: `.
pub fn plan(checked: &CheckedExpr) -> Result<Plan, String> {
    let mut plan = Plan { has_identities: has_keys_by_reference(checked.expr(), checked), ..Plan::default() };
    plan.fold(checked.expr(), checked)?;
    Ok(plan)
}

impl Plan {
    fn fold(&mut self, expr: &Expr, checked: &CheckedExpr) -> Result<(), String> {
        if let ExprKind::Ident(_) | ExprKind::Select(_) = expr.kind
            && let Some(name) = name_of_type(checked, expr.id)
        {
            let constant = type_by_name(name).map(Constant::Type);
            let constant = constant.ok_or_else(|| format!("reference to undefined type: {name}"))?;
            self.constants.insert(expr.id, constant);
            return Ok(());
        }
        if let Some(Reference::NoMessage { name, is_planned: false }) = checked.reference(expr.id) {
            return Err(format!("unknown type: {name}"));
        }
        for child in children(expr) {
            self.fold(child, checked)?;
        }
        if let Some(constant) = self.constant_of(expr, checked)? {
            self.constants.insert(expr.id, constant);
        }
        Ok(())
    }

    fn constant_of(&self, expr: &Expr, checked: &CheckedExpr) -> Result<Option<Constant>, String> {
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(Some(of_literal(literal))),
            ExprKind::List(elements) if elements.iter().all(|element| !element.optional) => {
                let elements: Option<Vec<_>> =
                    elements.iter().map(|element| self.constant(&element.value).cloned()).collect();
                Ok(elements.map(|elements| Constant::List(elements, self.identity(expr))))
            }
            ExprKind::Map(entries) if entries.iter().all(|entry| !entry.optional) => {
                let entries: Option<Vec<_>> = entries
                    .iter()
                    .map(|entry| {
                        Some((self.constant(&entry.key)?.clone(), self.constant(&entry.value)?.clone()))
                    })
                    .collect();
                if entries.iter().flatten().any(|(key, _)| matches!(key, Constant::Bytes(_))) {
                    // The server panics: Go cannot hash them.
                    return Err("a constant map with a key of type bytes".to_owned());
                }
                Ok(entries.map(|entries| Constant::Map(last_of_each_key(entries), self.identity(expr))))
            }
            ExprKind::Call(call) => self.constant_call(expr.id, call, checked),
            ExprKind::Ident(_) | ExprKind::Select(_) => Ok(match checked.reference(expr.id) {
                Some(Reference::Constant(value)) => Some(Constant::Int(*value)),
                _ => None,
            }),
            ExprKind::List(_) | ExprKind::Map(_) | ExprKind::Struct(_) | ExprKind::Comprehension(_) => {
                Ok(None)
            }
        }
    }

    fn identity(&self, expr: &Expr) -> Identity {
        self.has_identities.then_some(expr.id)
    }

    fn constant_call(
        &self,
        id: ExprId,
        call: &Call,
        checked: &CheckedExpr,
    ) -> Result<Option<Constant>, String> {
        match (call.function.callee(), &call.target, call.args.as_slice()) {
            (Named(function), None, [argument]) if CONVERSIONS.contains(&function) => {
                self.constant(argument).map(|value| convert(id, function, value)).transpose()
            }
            (Op(In), None, [_, list]) if is_in_list(checked, id) => Ok(match self.constant(list) {
                Some(Constant::List(elements, _)) if elements.is_empty() => Some(Constant::Bool(false)),
                _ => None,
            }),
            (Op(Index | OptIndex | OptSelect), None, [_, index]) => {
                match self.constant(index).map(not_a_qualifier) {
                    Some(Some(ty)) => Err(format!("invalid qualifier type: {ty}")),
                    _ => Ok(None),
                }
            }
            _ => self.check_pattern(call).map(|()| None),
        }
    }

    /// The constants in `x in [constants]`, if the server looks the value up in a hash set.
    #[must_use]
    pub fn hash_set(&self, id: ExprId, call: &Call, checked: &CheckedExpr) -> Option<&[Constant]> {
        match (call.function.callee(), call.args.get(1).and_then(|list| self.constant(list))) {
            (Op(In), Some(Constant::List(elements, _)))
                if is_in_list(checked, id) && elements.iter().all(is_hashed) =>
            {
                Some(elements)
            }
            _ => None,
        }
    }

    /// The pattern of a search, if it is known.
    #[must_use]
    pub fn pattern(&self, call: &Call) -> Option<&str> {
        if !matches!(&*call.function, "matches" | "find" | "findAll") {
            return None;
        }
        let pattern = call.target.as_deref().into_iter().chain(&call.args).nth(1)?;
        match self.constant(pattern) {
            Some(Constant::String(pattern)) => Some(pattern),
            _ => None,
        }
    }

    /// The server compiles a constant pattern when it plans. This also refuses a pattern that is too large for a validator.
    fn check_pattern(&self, call: &Call) -> Result<(), String> {
        let error = self.pattern(call).and_then(|pattern| regex::Program::new(pattern).err());
        error.map_or(Ok(()), |error| Err(error.to_string()))
    }
}

/// True if a map literal has a key that may be a list, a map, an optional, or a time.
fn has_keys_by_reference(expr: &Expr, checked: &CheckedExpr) -> bool {
    let may_be_reference = |key: &Expr| match checked.type_of(key.id) {
        Type::List(_) | Type::Map(_) | Type::Object(_) | Type::Timestamp => true,
        Type::Opaque(name, _) => &**name == "optional_type",
        ty => matches!(ty, Type::Dyn | Type::Any | Type::Param(_)),
    };
    any(expr, &mut |expr| match &expr.kind {
        ExprKind::Map(entries) => entries.iter().any(|entry| may_be_reference(&entry.key)),
        _ => false,
    })
}

/// The name that the server's planner looks up as a type. A variable with a type as its value counts too.
fn name_of_type(checked: &CheckedExpr, id: ExprId) -> Option<&str> {
    match checked.reference(id)? {
        Reference::TypeName(name) => Some(name),
        Reference::Variable { name, .. } | Reference::Local(name) => {
            matches!(checked.type_of(id), Type::Type(_)).then_some(name)
        }
        Reference::NoMessage { .. } | Reference::Constant(_) | Reference::Function { .. } => None,
    }
}

fn type_by_name(name: &str) -> Option<TypeName> {
    let decl = TYPE_NAMES.iter().find(|decl| decl.name == name && decl.is_value)?;
    TypeName::ALL.into_iter().find(|known| known.as_str() == decl.name)
}

/// Go's name for the type of a constant that cannot be an index.
fn not_a_qualifier(index: &Constant) -> Option<&'static str> {
    match index {
        Constant::Bool(_)
        | Constant::Int(_)
        | Constant::Uint(_)
        | Constant::Double(_)
        | Constant::String(_) => None,
        Constant::Null => Some("types.Null"),
        Constant::Bytes(_) => Some("types.Bytes"),
        Constant::Timestamp(_) => Some("types.Timestamp"),
        Constant::Duration(_) => Some("types.Duration"),
        Constant::Type(_) => Some("*types.Type"),
        Constant::List(..) => Some("*types.baseList"),
        Constant::Map(..) => Some("*types.baseMap"),
    }
}

fn is_hashed(constant: &Constant) -> bool {
    matches!(
        constant,
        Constant::Bool(_) | Constant::Int(_) | Constant::Uint(_) | Constant::Double(_) | Constant::String(_)
    )
}

/// True for `in` that the checker resolved to membership in a list.
fn is_in_list(checked: &CheckedExpr, id: ExprId) -> bool {
    matches!(checked.overloads(id), [overload] if overload.id == "in_list")
}

/// True if the server evaluates the operands in order and stops at the first that fails. It does so for more than two operands,
/// and for two operands if several overloads are left and each has its own code.
#[must_use]
pub fn is_varargs(function: &str, operands: usize, candidates: usize) -> bool {
    let by_trait = function.starts_with(['_', '@', '!', '-'])
        || matches!(function, "size" | "matches" | "contains" | "startsWith" | "endsWith" | "or" | "orValue");
    operands > 2 || function == "format" || operands == 2 && candidates > 1 && !by_trait
}

fn of_literal(literal: &Literal) -> Constant {
    match literal {
        Literal::Null => Constant::Null,
        Literal::Bool(value) => Constant::Bool(*value),
        Literal::Int(value) => Constant::Int(*value),
        Literal::Uint(value) => Constant::Uint(*value),
        Literal::Double(value) => Constant::Double(*value),
        Literal::String(value) => Constant::String(value.clone()),
        Literal::Bytes(value) => Constant::Bytes(value.clone()),
    }
}

/// If a key occurs twice, the last entry stays, in the place of the first.
fn last_of_each_key(entries: Vec<(Constant, Constant)>) -> Vec<(Constant, Constant)> {
    let mut unique: Vec<(Constant, Constant)> = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        match unique.iter_mut().find(|(k, _)| is_same_key(k, &key)) {
            Some(entry) => *entry = (key, value),
            None => unique.push((key, value)),
        }
    }
    unique
}

/// True if keys are equal in Go's maps. Lists and maps are references there, so no two literals are equal.
fn is_same_key(key: &Constant, other: &Constant) -> bool {
    match (key, other) {
        (Constant::List(..) | Constant::Map(..), _) => false,
        (Constant::Timestamp(key), Constant::Timestamp(other)) => key.is_identical(*other),
        _ => key == other,
    }
}

const CONVERSIONS: [&str; 10] =
    ["bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"];

fn convert(id: ExprId, function: &str, value: &Constant) -> Result<Constant, String> {
    match (function, value) {
        ("dyn", value)
        | ("bool", value @ Constant::Bool(_))
        | ("bytes", value @ Constant::Bytes(_))
        | ("double", value @ Constant::Double(_))
        | ("duration", value @ Constant::Duration(_))
        | ("int", value @ Constant::Int(_))
        | ("string", value @ Constant::String(_))
        | ("timestamp", value @ Constant::Timestamp(_))
        | ("uint", value @ Constant::Uint(_)) => Ok(value.clone()),
        ("type", value) => Ok(Constant::Type(runtime_type(value))),
        ("bool", Constant::String(text)) => {
            number::parse_bool(text).map(Constant::Bool).ok_or_else(|| no_conversion(value, TypeName::Bool))
        }
        ("bytes", Constant::String(text)) => Ok(Constant::Bytes(text.clone().into_bytes())),
        ("string", value) => to_string(value),
        ("int" | "uint" | "double", value) => to_number(function, value),
        ("duration", Constant::String(text)) => Duration::parse(text)
            .map(Constant::Duration)
            .ok_or_else(|| no_conversion(value, TypeName::Duration)),
        ("timestamp", value) => to_timestamp(id, value),
        _ => Err(no_overload(function, value)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "so does the server")]
fn to_number(function: &str, value: &Constant) -> Result<Constant, String> {
    let overflow =
        || if function == "uint" { "unsigned integer overflow" } else { "integer overflow" }.to_owned();
    match (function, value) {
        ("int", Constant::Uint(n)) => i64::try_from(*n).map(Constant::Int).map_err(|_| overflow()),
        ("int", Constant::Double(x)) => number::double_to_int(*x).map(Constant::Int).ok_or_else(overflow),
        ("int", Constant::String(text)) => {
            number::parse_int(text).map(Constant::Int).ok_or_else(|| no_conversion(value, TypeName::Int))
        }
        ("int", Constant::Duration(duration)) => Ok(Constant::Int(duration.nanos())),
        ("int", Constant::Timestamp(timestamp)) => Ok(Constant::Int(timestamp.seconds())),
        ("uint", Constant::Int(n)) => u64::try_from(*n).map(Constant::Uint).map_err(|_| overflow()),
        ("uint", Constant::Double(x)) => number::double_to_uint(*x).map(Constant::Uint).ok_or_else(overflow),
        ("uint", Constant::String(text)) => {
            number::parse_uint(text).map(Constant::Uint).ok_or_else(|| no_conversion(value, TypeName::Uint))
        }
        ("double", Constant::Int(n)) => Ok(Constant::Double(*n as f64)),
        ("double", Constant::Uint(n)) => Ok(Constant::Double(*n as f64)),
        ("double", Constant::String(text)) => number::parse_double(text)
            .map(Constant::Double)
            .ok_or_else(|| no_conversion(value, TypeName::Double)),
        _ => Err(no_overload(function, value)),
    }
}

fn to_string(value: &Constant) -> Result<Constant, String> {
    Ok(Constant::String(match value {
        Constant::Bool(value) => value.to_string(),
        Constant::Int(value) => value.to_string(),
        Constant::Uint(value) => value.to_string(),
        Constant::Double(value) => number::format_double(*value),
        Constant::Duration(value) => value.to_string(),
        Constant::Timestamp(value) => value.to_string(),
        Constant::Bytes(bytes) => String::from_utf8(bytes.clone())
            .map_err(|_| "invalid UTF-8 in bytes, cannot convert to string".to_owned())?,
        Constant::String(_) | Constant::Null | Constant::Type(_) | Constant::List(..) | Constant::Map(..) => {
            return Err(no_overload("string", value));
        }
    }))
}

/// Each conversion makes a time with its own identity.
fn to_timestamp(ExprId(number): ExprId, value: &Constant) -> Result<Constant, String> {
    match value {
        Constant::String(text) => Timestamp::parse(text).map_err(|error| match error {
            TimestampError::Syntax => no_conversion(value, TypeName::Timestamp),
            TimestampError::Overflow => "timestamp overflow".to_owned(),
        }),
        Constant::Int(seconds) => {
            Timestamp::from_seconds(*seconds).ok_or_else(|| "timestamp overflow".to_owned())
        }
        _ => return Err(no_overload("timestamp", value)),
    }
    .map(|timestamp| Constant::Timestamp(timestamp.numbered(number)))
}

fn no_conversion(value: &Constant, to: TypeName) -> String {
    format!("type conversion error from '{}' to '{to}'", runtime_type(value))
}

fn no_overload(function: &str, value: &Constant) -> String {
    format!("no such overload: {function}({})", runtime_type(value))
}

/// The run-time type of a constant.
pub(crate) fn runtime_type(value: &Constant) -> TypeName {
    match value {
        Constant::Null => TypeName::Null,
        Constant::Bool(_) => TypeName::Bool,
        Constant::Int(_) => TypeName::Int,
        Constant::Uint(_) => TypeName::Uint,
        Constant::Double(_) => TypeName::Double,
        Constant::String(_) => TypeName::String,
        Constant::Bytes(_) => TypeName::Bytes,
        Constant::Timestamp(_) => TypeName::Timestamp,
        Constant::Duration(_) => TypeName::Duration,
        Constant::Type(_) => TypeName::Type,
        Constant::List(..) => TypeName::List,
        Constant::Map(..) => TypeName::Map,
    }
}
