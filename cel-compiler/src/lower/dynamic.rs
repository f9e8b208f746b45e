//! Values whose type is known only at run time, and static values that an operation has no code for. Both become `Value`s.

mod operator;

use crate::ast::Callee;
use operator::{of_type, operator};

use super::{
    apart,
    as_value::{may_hold_objects, variant},
    block::Block,
    call,
    chain::Found,
    convert::converted,
    functions::{self, format},
    state::Lowering,
};
use crate::{
    ast::Expr,
    env::Env,
    ir::{Body, Local, Operand, Operation, Pattern, Repr, Statement, Value},
    library::{self, KubernetesVersion, OverloadDecl, TypePattern},
};
use cel_types::TypeName;
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// The operand as a `Value`.
    pub(super) fn dynamic(&mut self, operand: Operand) -> Operand {
        self.coerce(operand, &Repr::Dynamic)
    }

    /// The operand as a boolean. Another value gives the error of an operator that takes booleans.
    pub(super) fn condition(&mut self, operand: Operand) -> Operand {
        match operand.repr {
            Repr::Bool => operand,
            Repr::Never => self.coerce(operand, &Repr::Bool),
            _ => {
                let value = self.dynamic(operand);
                self.lift(vec![value], Operation::call(Repr::Bool, true, "dynamic::condition", 1))
            }
        }
    }

    /// The operand as an optional. Another value gives the error of `or` and `orValue`.
    pub(super) fn as_optional(&mut self, operand: Operand) -> Operand {
        match operand.repr {
            Repr::Optional(_) => operand,
            Repr::Never => self.coerce(operand, &Repr::Optional(Repr::Never.into())),
            _ => {
                let value = self.dynamic(operand);
                let repr = Repr::Optional(Repr::Dynamic.into());
                self.lift(vec![value], Operation::call(repr, true, "dynamic::as_optional", 1))
            }
        }
    }

    /// A step of a chain from a value of any type. The runtime makes the charge.
    pub(super) fn dynamic_step(&mut self, value: Operand, key: Operand, block: &mut Block) -> Found {
        let is_element = key.repr != Repr::String;
        let (value, key) = (self.dynamic(value).value, self.dynamic(key));
        let function = match (is_element, key.fallible) {
            (true, true) => "dynamic::element_at",
            (true, false) => "dynamic::element",
            (false, true) => "dynamic::step_at",
            (false, false) => "dynamic::step",
        };
        let key = if key.fallible { key.into_result() } else { key.value };
        let value = self.run(Value::call(function, [Value::Counter, value, key]), Repr::Dynamic, block);
        Found { value, is_element }
    }

    /// `has(value.name)` for a value of any type. The runtime makes the charge.
    pub(super) fn dynamic_has(&mut self, value: Operand, name: &str, block: &mut Block) -> Operand {
        let value = self.dynamic(value).value;
        let has = Value::call("dynamic::has", [Value::Counter, value, Value::Text(name.into())]);
        self.run(has, Repr::Bool, block)
    }

    /// The range of a macro with one variable, or with two: a list of elements or keys, or a map.
    pub(super) fn range(&mut self, range: Operand, two: bool) -> Operand {
        match range.repr {
            Repr::List { .. } | Repr::Map { .. } => range,
            _ => {
                let value = self.dynamic(range);
                let (repr, function) = if two {
                    (Repr::map(Repr::Dynamic, Repr::Dynamic), "dynamic::entries")
                } else {
                    (Repr::list(Repr::Dynamic), "dynamic::range")
                };
                self.lift(vec![value], Operation::build(repr, true, function, 1))
            }
        }
    }

    /// A value to look up in a hash set. The server panics over some values.
    pub(super) fn require_hashable(&mut self, value: Operand, block: &mut Block) -> Operand {
        if !may_be_unhashable(&value.repr) {
            return value;
        }
        let value = self.bind(value, block);
        let checked = self.dynamic(value.clone()).into_result();
        block.push_settled(require("dynamic::require_hashable", [checked]));
        value
    }

    /// The same for the operands of `in`.
    pub(super) fn require_hashable_in(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        match operands.as_slice() {
            [value, container]
                if may_be_unhashable(&value.repr)
                    && matches!(container.repr, Repr::Dynamic | Repr::Map { .. }) => {}
            _ => return operands,
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.bind(operand, block)).collect();
        let values = operands.iter().map(|operand| self.dynamic(operand.clone()).into_result());
        let values: Vec<Value> = values.collect();
        block.push_settled(require("dynamic::require_hashable_in", values));
        operands
    }

    /// Tests the arguments of `format`. The server panics over objects with keys that no schema describes.
    pub(super) fn require_printable(&mut self, operands: Vec<Operand>, block: &mut Block) -> Vec<Operand> {
        let is_safe = |given: &Operand| !may_hold_objects(&given.repr) || format::prints_all(&given.value);
        if operands.last().is_none_or(is_safe) {
            return operands;
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.bind(operand, block)).collect();
        let values = operands.iter().map(|operand| self.dynamic(operand.clone()).into_result());
        let values: Vec<Value> = values.collect();
        block.push_settled(require("dynamic::require_printable", values));
        operands
    }

    /// A call without static code.
    pub(super) fn dynamic_call(
        &mut self,
        expr: &Expr,
        function: Callee<'_>,
        operands: Vec<Operand>,
    ) -> Operand {
        let reprs: Vec<&Repr> = operands.iter().map(|operand| &operand.repr).collect();
        if let Some(operation) = apart::comparison(self.env, function, &reprs) {
            return self.lift(operands, operation);
        }
        let operands: Vec<Operand> = operands.into_iter().map(|operand| self.dynamic(operand)).collect();
        if let [overload] = self.checked.overloads(expr.id)
            && let Some(operation) = of_type(function, overload)
        {
            return self.lift(operands, operation);
        }
        match operator(function, operands.len()) {
            Some(operation) => self.lift(operands, operation),
            None => self.dispatch(expr, function, operands),
        }
    }

    /// A choice among overloads by the types of the values. The candidates are the one that the checker found, or all of the function.
    fn dispatch(&mut self, expr: &Expr, function: Callee<'_>, operands: Vec<Operand>) -> Operand {
        let found = self.checked.overloads(expr.id);
        let candidates: Vec<&'static OverloadDecl> = match (found, library::function(function.name(), NEWEST))
        {
            ([_], _) | (_, None) => found.to_vec(),
            (_, Some(all)) => all.overloads(NEWEST).filter(|o| o.args.len() == operands.len()).collect(),
        };
        let names: Vec<Local> = (1..=operands.len()).map(|n| Local::new(format!("operand{n}"))).collect();
        let callable = candidates.iter().filter(|overload| overload.args.iter().all(TypePattern::has_values));
        let arms: Option<Vec<Arm>> =
            callable.map(|overload| arm(self.env, function, overload, &names)).collect();
        let Some(arms) = arms else {
            return self.no_code(expr);
        };
        let refused = |operands: Vec<Value>| {
            let operands = Value::Array(operands).reference();
            Value::build("dynamic::no_such_overload", [Value::Text(function.name().into()), operands])
        };
        let given = || (0..operands.len()).map(Value::Operand).collect::<Vec<_>>();
        if arms.is_empty() {
            let refused = Value::Error(Rc::new(Repr::Dynamic), Rc::new(refused(given())));
            return self.lift(operands, Operation::fallible(Repr::Dynamic, refused));
        }
        let result = match arms.split_first() {
            Some((first, rest)) if rest.iter().all(|arm| arm.operation.repr == first.operation.repr) => {
                first.operation.repr.clone()
            }
            _ => Repr::Dynamic,
        };
        let none = (
            Pattern::Tuple(names.iter().cloned().map(Pattern::Name).collect()),
            refused(names.iter().map(Value::from).collect()).within("Err").into(),
        );
        let arms = arms.into_iter().map(|arm| arm.of(&result)).chain([none]).collect::<Vec<_>>();
        let dispatch = Operation::fallible(result, Value::Tuple(given()).matched(arms));
        self.lift(operands, dispatch)
    }
}

/// A test for operands that make the server panic.
fn require(function: &'static str, operands: impl IntoIterator<Item = Value>) -> Statement {
    let operands: Vec<Value> = [Value::Counter].into_iter().chain(operands).collect();
    Statement::Run(Value::Try(Rc::new(Value::call(function, operands))))
}

/// True for representations of values that the server's maps cannot look up.
fn may_be_unhashable(repr: &Repr) -> bool {
    matches!(repr, Repr::Dynamic | Repr::Bytes | Repr::Opaque(TypeName::Semver | TypeName::NamedFormat))
}

/// An overload with its operation.
struct Arm {
    patterns: Vec<Pattern>,
    operands: Vec<Value>,
    operation: Operation,
    /// The result `value` as a `Value`.
    converted: Value,
}

impl Arm {
    /// The arm of a choice, with its result converted to the representation of the choice.
    fn of(self, result: &Repr) -> (Pattern, Body) {
        let value = self.operation.value.with(&self.operands);
        let name = Local::from("value");
        let value = match (self.operation.repr == *result, self.operation.fallible) {
            (true, true) => value,
            (true, false) => value.within("Ok"),
            (false, true) => value.method_with("map", [Value::closure(Pattern::Name(name), self.converted)]),
            (false, false) => self.converted.within("Ok").after(&name, value),
        };
        (Pattern::Tuple(self.patterns), value.into())
    }
}

fn arm(env: &Env<'_>, function: Callee<'_>, overload: &'static OverloadDecl, names: &[Local]) -> Option<Arm> {
    let reprs = functions::reprs_of_values(overload)
        .unwrap_or_else(|| overload.args.iter().map(|arg| Repr::built(&arg.declared())).collect());
    let patterns =
        reprs.iter().zip(names).map(|(repr, name)| pattern(repr, name)).collect::<Option<Vec<_>>>()?;
    let operands = names.iter().map(Value::from).collect();
    let reprs: Vec<&Repr> = reprs.iter().collect();
    let operation = call::operation(function, &reprs)
        .or_else(|| functions::find(&[overload], &reprs).map(|call| call.operation()))?;
    let converted = converted(env, &operation.repr, &Repr::Dynamic, Value::local("value"));
    Some(Arm { patterns, operands, operation, converted })
}

/// The pattern of a `Value` of a representation.
fn pattern(repr: &Repr, name: &Local) -> Option<Pattern> {
    Some(match repr {
        Repr::Null => Pattern::Path("Value::Null".into()),
        Repr::Dynamic => Pattern::Name(name.clone()),
        Repr::List { element, native: false, .. } if **element == Repr::Dynamic => {
            Pattern::ListValue(name.clone())
        }
        _ => Pattern::name_in(variant(repr)?, name),
    })
}

const NEWEST: KubernetesVersion = KubernetesVersion::STORED_EXPRESSIONS;
