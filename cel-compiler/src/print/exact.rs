//! The tree of calls, as Rust.

use super::{
    constant,
    text::{all, list},
};
use crate::ast::Callee::{Named, Op};
use crate::exact::{Candidate, candidates, field_types};
use crate::{
    ast::{Call, Comprehension, Expr, ExprKind, ListElement, Macro, MapEntry, Round, Struct, StructField},
    checker::{CheckedExpr, Reference},
    ir::{Exact, Repr, Static, Statics},
    library::{Basis, Measure},
    plan::{Constant, Plan, is_varargs},
};
use cel_types::Operator::{self, And, Conditional, In, Index, OptIndex, OptSelect, Or};
use cel_types::TypeName;

/// The code of an expression.
pub(super) struct Code {
    /// The patterns and functions that the expression names.
    pub(super) items: String,
    /// The expression, an `exact::Node`.
    pub(super) root: String,
}

impl Code {
    pub(super) fn new(Exact { checked, plan }: &Exact) -> Self {
        let (statics, functions) = (Statics::default(), String::new());
        let mut writer = Writer { checked, plan, statics, functions, closures: 0 };
        let root = writer.node(checked.expr());
        let (statics, functions) = (writer.statics, writer.functions);
        Code { items: format!("{statics}{functions}"), root }
    }
}

/// A constant as a `Value`.
fn constant_value(constant: &Constant) -> String {
    constant::code(constant, &Repr::Dynamic)
}

struct Writer<'c> {
    checked: &'c CheckedExpr,
    plan: &'c Plan,
    statics: Statics,
    /// Parts that are functions.
    functions: String,
    /// Number of closures in the function that is being written.
    closures: usize,
}

impl Writer<'_> {
    fn node(&mut self, expr: &Expr) -> String {
        let id = id(expr);
        if let Some(constant) = self.plan.constant(expr) {
            let value = constant_value(constant);
            return format!("exact::Node::Known({id}, {value})");
        }
        let run = self.closure(expr, "exact::Evaluated<'a>", Writer::evaluated);
        format!("exact::Node::Run({id}, {run})")
    }

    /// Code that runs later: a closure, or a function if there are many closures. rustc's time grows with the closures of a function
    /// times its size.
    fn closure(
        &mut self,
        expr: &Expr,
        output: &str,
        code: impl FnOnce(&mut Self, &Expr) -> String,
    ) -> String {
        let before = std::mem::take(&mut self.closures);
        let code = code(self, expr);
        if before + self.closures < MOST_CLOSURES {
            self.closures += before + 1;
            return format!("&|walk| {code}");
        }
        self.closures = before;
        let name = format!("part_{}", expr.id.0);
        let head = format!("fn {name}<'a>(walk: &mut exact::Walk<'a, '_>)");
        self.functions.extend([head, format!(" -> {output} {{ {code} }}")]);
        format!("&{name}")
    }

    fn nodes<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<String> {
        exprs.into_iter().map(|expr| self.node(expr)).collect()
    }

    /// The code that evaluates a node that is not a constant.
    fn evaluated(&mut self, expr: &Expr) -> String {
        let id = id(expr);
        match &expr.kind {
            ExprKind::Select(select) if select.test_only => {
                let (operand, field) = (self.chain(&select.operand), &select.field);
                format!("exact::has(walk, {id}, &{operand}, {field:?})")
            }
            ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
                (Op(And), operands) => {
                    let operands = self.nodes(operands);
                    format!("exact::and(walk, &[{}])", list(&operands))
                }
                (Op(Or), operands) => {
                    let operands = self.nodes(operands);
                    format!("exact::or(walk, &[{}])", list(&operands))
                }
                (Op(Conditional), [condition, yes, no]) => {
                    let (condition, yes, no) = (self.node(condition), self.place(yes), self.place(no));
                    format!("exact::ternary(walk, {id}, {condition}, {yes}, {no})")
                }
                _ if is_attribute(expr) => self.attribute(expr),
                _ => self.call(expr, call),
            },
            ExprKind::Ident(_) | ExprKind::Select(_) | ExprKind::Literal(_) => self.attribute(expr),
            ExprKind::List(elements) => self.list(elements),
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Struct(message) => self.message(expr, message),
            ExprKind::Comprehension(fold) => self.comprehension(fold),
        }
    }

    fn attribute(&mut self, expr: &Expr) -> String {
        if let ExprKind::Ident(name) = &expr.kind {
            let id = id(expr);
            return format!("exact::name(walk, {id}, {name:?})");
        }
        let (id, chain) = (id(expr), self.chain(expr));
        format!("exact::attribute(walk, {id}, &{chain})")
    }

    /// The start of an expression's chain, and its steps.
    fn chain(&mut self, expr: &Expr) -> String {
        let (mut steps, mut root) = (Vec::new(), expr);
        while let Some((operand, step)) = self.step(root) {
            steps.push(step);
            root = operand;
        }
        steps.reverse();
        let root = self.root(root);
        format!("exact::Chain {{ root: {root}, steps: &[{}] }}", list(&steps))
    }

    /// The last step of a chain, and its operand.
    fn step<'e>(&mut self, expr: &'e Expr) -> Option<(&'e Expr, String)> {
        if self.plan.constant(expr).is_some() {
            return None;
        }
        let id = id(expr);
        match &expr.kind {
            ExprKind::Select(select) if !select.test_only => {
                let field = &select.field;
                Some((&select.operand, format!("exact::Step::field({id}, {field:?})")))
            }
            ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
                (Op(Index), [operand, index]) => {
                    let index = self.place(index);
                    Some((operand, format!("exact::Step::index({id}, {index})")))
                }
                (Op(OptSelect | OptIndex), [operand, index]) => {
                    let index = self.place(index);
                    Some((operand, format!("exact::Step::optional({id}, {index})")))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn root(&mut self, root: &Expr) -> String {
        match &root.kind {
            ExprKind::Ident(name) if self.plan.constant(root).is_none() => {
                format!("exact::Root::Name({name:?})")
            }
            ExprKind::Call(Call { function, args, .. })
                if function.is(Operator::Conditional) && args.len() == 3 =>
            {
                let (condition, yes, no) = (self.node(&args[0]), self.place(&args[1]), self.place(&args[2]));
                format!("exact::Root::Ternary({condition}, {yes}, {no})")
            }
            _ => {
                let root = self.node(root);
                format!("exact::Root::Value({root})")
            }
        }
    }

    /// An index or a branch.
    fn place(&mut self, expr: &Expr) -> String {
        if self.plan.constant(expr).is_some() || !is_attribute(expr) {
            let node = self.node(expr);
            return format!("exact::Place::Value({node})");
        }
        let id = id(expr);
        let look_up = self.closure(expr, "Outcome<'a, exact::Found<'a>>", Writer::look_up);
        format!("exact::Place::Attribute({id}, {look_up})")
    }

    /// An attribute that is not evaluated as a separate value.
    fn look_up(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Select(select) if select.test_only => {
                let (id, operand, field) = (id(expr), self.chain(&select.operand), &select.field);
                format!("exact::has_at(walk, {id}, &{operand}, {field:?})")
            }
            _ => {
                let chain = self.chain(expr);
                format!("exact::look_up(walk, &{chain})")
            }
        }
    }

    fn call(&mut self, expr: &Expr, call: &Call) -> String {
        let (function, operands) = self.checked.callee(expr.id, call);
        match (function, operands.as_slice()) {
            (Op(In), [value, range]) if self.plan.hash_set(expr.id, call, self.checked).is_some() => {
                let constants = self.plan.constant(range).map(constant_value).unwrap_or_default();
                let value = self.node(value);
                return format!("exact::in_constants(walk, {value}, {constants})");
            }
            (Named("or" | "orValue"), [optional, other]) => {
                let (optional, other) = (self.node(optional), self.node(other));
                let unwraps = function == Named("orValue");
                return format!("exact::or_else(walk, {unwraps}, {optional}, {other})");
            }
            _ => {}
        }
        let overloads = self.checked.overloads(expr.id);
        let overload = if let [overload] = overloads { overload.id } else { "" };
        let pattern = self.plan.pattern(call).map(|pattern| self.statics.name(Static::Pattern, pattern));
        let stops = pattern.is_some() || is_varargs(function.name(), operands.len(), overloads.len());
        let name = function.name();
        let apply = match pattern {
            Some(pattern) => {
                vec![format!("&|arena, values| Some(exact::search({name:?}, &{pattern}, arena, values))")]
            }
            None => candidates(function, operands.len(), overloads).iter().map(apply).collect(),
        };
        let (basis, operands) = (basis(self.checked.basis(expr.id, call)), self.nodes(operands));
        format!(
            "exact::call(
                walk,
                &exact::Call {{
                    function: {name:?},
                    overload: {overload:?},
                    basis: {basis},
                    stops: {stops},
                    apply: &[{}],
                }},
                &[{}],
            )",
            list(&apply),
            list(&operands)
        )
    }

    fn list(&mut self, elements: &[ListElement]) -> String {
        let elements = elements.iter().map(|ListElement { value, optional }| {
            let value = self.node(value);
            format!("exact::Element {{ value: {value}, optional: {optional} }}")
        });
        let elements: Vec<String> = elements.collect();
        format!("exact::list(walk, &[{}])", list(&elements))
    }

    fn map(&mut self, entries: &[MapEntry]) -> String {
        let entries = entries.iter().map(|MapEntry { key, value, optional, .. }| {
            let (key, value) = (self.node(key), self.node(value));
            format!("exact::Entry {{ key: {key}, value: {value}, optional: {optional} }}")
        });
        let entries: Vec<String> = entries.collect();
        format!("exact::map(walk, &[{}])", list(&entries))
    }

    fn message(&mut self, expr: &Expr, message: &Struct) -> String {
        let fields = message.fields.iter().map(|StructField { name, value, optional, .. }| {
            let value = self.node(value);
            format!("exact::Field {{ name: {name:?}, value: {value}, optional: {optional} }}")
        });
        let fields: Vec<String> = fields.collect();
        match self.checked.reference(expr.id) {
            Some(Reference::NoMessage { name, .. }) => {
                format!("exact::no_message(walk, {name:?}, &[{}])", list(&fields))
            }
            Some(Reference::TypeName(name)) => {
                let types = field_types(name).into_iter().map(|(name, reader, held_as)| {
                    format!(
                        "exact::FieldType {{ name: {name:?}, reader: exact::FieldReader::{reader:?}, held_as: {held_as:?} }}"
                    )
                });
                let types: Vec<String> = types.collect();
                format!("exact::message(walk, {name:?}, &[{}], &[{}])", list(&types), list(&fields))
            }
            _ => String::new(),
        }
    }

    fn comprehension(&mut self, fold: &Comprehension) -> String {
        let (range, name) = (self.node(&fold.iter_range), &fold.iter_var);
        let Some(Round { predicate, key, transform }) = fold.round() else {
            let (name, value, result) = (&fold.accu_var, self.node(&fold.accu_init), self.node(&fold.result));
            return format!(
                "exact::bind(walk, &exact::Name {{ range: {range}, name: {name:?}, value: {value} }}, {result})"
            );
        };
        let second = option(fold.iter_var2.as_ref().map(|name| format!("{name:?}")));
        let step = id(&fold.loop_step);
        let function = function(fold.from, key.is_some());
        let predicate = predicate.map(|predicate| self.node(predicate));
        let predicate = match fold.from {
            Macro::All | Macro::Exists | Macro::ExistsOne => predicate.unwrap_or_default(),
            _ => option(predicate),
        };
        let transform = transform.map(|transform| self.node(transform));
        let transform = match fold.from {
            Macro::All | Macro::Exists | Macro::ExistsOne => None,
            Macro::Map | Macro::Filter => Some(option(transform)),
            _ => transform,
        };
        let parts = key.map(|key| self.node(key)).into_iter().chain(transform);
        let parts: Vec<_> = parts.map(|part| format!(", {part}")).collect();
        format!(
            "exact::{function}(
                walk,
                &exact::Loop {{ range: {range}, name: {name:?}, second: {second}, step: {step} }},
                {predicate}{}
            )",
            all(&parts)
        )
    }
}

/// The function of a macro.
fn function(from: Macro, has_key: bool) -> &'static str {
    match from {
        Macro::All => "all",
        Macro::Exists => "exists",
        Macro::ExistsOne => "exists_one",
        Macro::Map | Macro::Filter => "collect",
        Macro::TransformMap | Macro::TransformMapEntry if has_key => "transform_map",
        Macro::TransformMap | Macro::TransformMapEntry => "transform_map_entry",
        Macro::Bind => "bind",
    }
}

/// The function of an overload.
fn apply(candidate: &Candidate) -> String {
    match candidate {
        Candidate::Function(name) => {
            format!("&exact::functions::{name}")
        }
        Candidate::OfElements(name, element) => {
            let element = type_name(*element);
            format!("&|arena, values| exact::functions::{name}({element}, arena, values)")
        }
    }
}

fn type_name(name: TypeName) -> String {
    format!("TypeName::{name:?}")
}

fn option(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

fn id(expr: &Expr) -> u32 {
    expr.id.0
}

fn basis(basis: Basis) -> String {
    let measure = |measure: Measure| match measure {
        Measure::Cel => "exact::Measure::Cel",
        Measure::Kubernetes => "exact::Measure::Kubernetes",
    };
    match basis {
        Basis::Tenths { of, tenths, measure: by } => {
            let measure = measure(by);
            format!("exact::Basis::Tenths {{ of: {of}, tenths: {tenths}, measure: {measure} }}")
        }
        Basis::Sorting { of } => format!("exact::Basis::Sorting {{ of: {of} }}"),
        Basis::Search(by) => {
            let measure = measure(by);
            format!("exact::Basis::Search({measure})")
        }
        Basis::Fixed(count) => format!("exact::Basis::Fixed({count})"),
        Basis::Pairs(count) => format!("exact::Basis::Pairs({count})"),
        plain => {
            format!("exact::Basis::{plain:?}")
        }
    }
}

/// A name or chain that the server resolves like a variable.
fn is_attribute(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ident(_) | ExprKind::Select(_) => true,
        ExprKind::Call(call) => call.function.is_step() || call.function.is(Operator::Conditional),
        _ => false,
    }
}

/// How many closures a function may have.
const MOST_CLOSURES: usize = 40;
