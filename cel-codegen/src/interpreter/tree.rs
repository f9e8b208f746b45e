//! Walks over an expression and calls the runtime's function for each node.

use super::Program;
use cel_compiler::ast::Callee::{Named, Op};
use cel_compiler::{
    ast::{Call, Comprehension, Expr, ExprId, ExprKind, Macro, Round, Struct},
    checker::Reference,
    exact::{Candidate, candidates, field_types},
    plan::{Constant, is_varargs},
    visit::children,
};
use cel_runtime::__private::{
    Arena,
    exact::{
        self, Apply, Chain, Element, Entry, Evaluated, Field, FieldType, Found, Loop, Name, Node, Place,
        Root, Step, Walk,
        functions::{self, Function},
    },
    ops::{Outcome, list, map},
    value::Value,
};
use cel_types::Operator::{self, And, Index, OptIndex, OptSelect, Or};
use std::{cell::RefCell, collections::HashMap};

/// The tree of a program during one evaluation.
pub(super) struct Tree<'a> {
    program: &'a Program,
    arena: &'a Arena,
    /// The constants that were used so far.
    constants: RefCell<HashMap<ExprId, Value<'a>>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(program: &'a Program, arena: &'a Arena) -> Self {
        Tree { program, arena, constants: RefCell::default() }
    }

    /// Evaluates a node that is not a constant.
    fn evaluate(&self, walk: &mut Walk<'a, '_>, expr: &'a Expr) -> Evaluated<'a> {
        let id = expr.id.0;
        match &expr.kind {
            ExprKind::Literal(_) => unreachable!("the plan has the values of all literals"),
            ExprKind::Select(select) if select.test_only => {
                self.with_chain(&select.operand, |operand| exact::has(walk, id, operand, &select.field))
            }
            ExprKind::Ident(_) | ExprKind::Select(_) => {
                self.with_chain(expr, |chain| exact::attribute(walk, id, chain))
            }
            ExprKind::Call(call) => match call.function.callee() {
                Op(And) => self.with_all(&call.args, |operands| exact::and(walk, operands)),
                Op(Or) => self.with_all(&call.args, |operands| exact::or(walk, operands)),
                _ if is_attribute(expr) => self.with_chain(expr, |chain| exact::attribute(walk, id, chain)),
                _ => self.call(walk, expr, call),
            },
            ExprKind::List(elements) => self.with_all(children(expr), |values| {
                let parts = elements.iter().zip(values);
                let parts = parts.map(|(part, value)| Element { value: *value, optional: part.optional });
                exact::list(walk, &parts.collect::<Vec<_>>())
            }),
            ExprKind::Map(entries) => self.with_all(children(expr), |nodes| {
                let (pairs, _) = nodes.as_chunks::<2>();
                let entries = entries.iter().zip(pairs).map(|(entry, [key, value])| Entry {
                    key: *key,
                    value: *value,
                    optional: entry.optional,
                });
                exact::map(walk, &entries.collect::<Vec<_>>())
            }),
            ExprKind::Struct(message) => self.message(walk, expr, message),
            ExprKind::Comprehension(fold) => self.comprehension(walk, fold),
        }
    }

    /// Calls `then` with a node.
    pub(super) fn with<T>(&self, expr: &'a Expr, then: impl FnOnce(Node<'_, 'a>) -> T) -> T {
        match self.constant(expr) {
            Some(constant) => then(Node::Known(expr.id.0, constant)),
            None => then(Node::Run(expr.id.0, &|walk| self.evaluate(walk, expr))),
        }
    }

    fn with_all<T>(
        &self,
        exprs: impl IntoIterator<Item = &'a Expr>,
        then: impl FnOnce(&[Node<'_, 'a>]) -> T,
    ) -> T {
        let mut exprs = exprs.into_iter();
        let first = [exprs.next(), exprs.next(), exprs.next()];
        match first {
            // Most calls. They need no memory.
            [Some(one), None, _] => return self.with(one, |one| then(&[one])),
            [Some(one), Some(other), None] => {
                return self.with(one, |one| self.with(other, |other| then(&[one, other])));
            }
            _ => {}
        }
        let exprs: Vec<&'a Expr> = first.into_iter().flatten().chain(exprs).collect();
        let runs = exprs.iter().map(|&expr| move |walk: &mut Walk<'a, '_>| self.evaluate(walk, expr));
        let runs: Vec<_> = runs.collect();
        let nodes = exprs.iter().zip(&runs).map(|(expr, run)| match self.constant(expr) {
            Some(constant) => Node::Known(expr.id.0, constant),
            None => Node::Run(expr.id.0, run),
        });
        then(&nodes.collect::<Vec<_>>())
    }

    /// Calls `then` with the operands of an index or a conditional.
    fn with_places<T>(&self, exprs: &[&'a Expr], then: impl FnOnce(&[Place<'_, 'a>]) -> T) -> T {
        let look_ups = exprs.iter().map(|&expr| move |walk: &mut Walk<'a, '_>| self.look_up(walk, expr));
        let look_ups: Vec<_> = look_ups.collect();
        self.with_all(exprs.iter().copied(), |nodes| {
            let places = exprs.iter().zip(nodes).zip(&look_ups).map(|((expr, node), look_up)| match node {
                Node::Run(id, _) if is_attribute(expr) => Place::Attribute(*id, look_up),
                node => Place::Value(*node),
            });
            then(&places.collect::<Vec<_>>())
        })
    }

    /// Looks an attribute up that is an index or a branch of a conditional.
    fn look_up(&self, walk: &mut Walk<'a, '_>, expr: &'a Expr) -> Outcome<'a, Found<'a>> {
        match &expr.kind {
            ExprKind::Select(select) if select.test_only => self.with_chain(&select.operand, |operand| {
                exact::has_at(walk, expr.id.0, operand, &select.field)
            }),
            _ => self.with_chain(expr, |chain| exact::look_up(walk, chain)),
        }
    }

    /// Splits an expression into the root of its chain and the steps after it, in order.
    fn with_chain<T>(&self, expr: &'a Expr, then: impl FnOnce(&Chain<'_, 'a>) -> T) -> T {
        let (mut nodes, mut root) = (Vec::new(), expr);
        while let Some(operand) = operand_of_step(root).filter(|_| self.program.plan.constant(root).is_none())
        {
            nodes.push(root);
            root = operand;
        }
        nodes.reverse();
        let indexes: Vec<&Expr> = nodes.iter().filter_map(|node| index_of_step(node)).collect();
        self.with_places(&indexes, |places| {
            let mut places = places.iter();
            let steps = nodes.iter().filter_map(|node| match &node.kind {
                ExprKind::Select(select) => Some(Step::field(node.id.0, &select.field)),
                ExprKind::Call(call) if call.function.is(Operator::Index) => {
                    places.next().map(|index| Step::index(node.id.0, *index))
                }
                _ => places.next().map(|index| Step::optional(node.id.0, *index)),
            });
            let steps: Vec<_> = steps.collect();
            self.with_root(root, |root| then(&Chain { root, steps: &steps }))
        })
    }

    fn with_root<T>(&self, root: &'a Expr, then: impl FnOnce(Root<'_, 'a>) -> T) -> T {
        match &root.kind {
            ExprKind::Ident(name) if self.program.plan.constant(root).is_none() => then(Root::Name(name)),
            ExprKind::Call(call) if call.function.is(Operator::Conditional) => {
                let [condition, yes, no] = call.args.as_slice() else {
                    unreachable!("the parser gives three operands");
                };
                self.with(condition, |condition| {
                    self.with_places(&[yes, no], |branches| match branches {
                        [yes, no] => then(Root::Ternary(condition, *yes, *no)),
                        _ => unreachable!("a place for each"),
                    })
                })
            }
            _ => self.with(root, |root| then(Root::Value(root))),
        }
    }

    fn call(&self, walk: &mut Walk<'a, '_>, expr: &'a Expr, call: &'a Call) -> Evaluated<'a> {
        let Program { checked, plan, .. } = self.program;
        let (function, operands) = checked.callee(expr.id, call);
        if let [value, list] = operands.as_slice()
            && plan.hash_set(expr.id, call, checked).is_some()
        {
            let constants = self.constant(list).unwrap_or(Value::Null);
            return self.with(value, |value| exact::in_constants(walk, value, constants));
        }
        let overloads = checked.overloads(expr.id);
        let stops = is_varargs(function.name(), operands.len(), overloads.len());
        let overload = if let [overload] = overloads { overload.id } else { "" };
        let basis = checked.basis(expr.id, call);
        let evaluate = |walk: &mut Walk<'a, '_>, stops: bool, apply: &[Apply<'_>]| {
            let call = exact::Call { function: function.name(), overload, basis, stops, apply };
            self.with_all(operands.iter().copied(), |operands| match operands {
                [optional, other] if matches!(function, Named("or" | "orValue")) => {
                    exact::or_else(walk, function == Named("orValue"), *optional, *other)
                }
                operands => exact::call(walk, &call, operands),
            })
        };
        if let Some(pattern) = plan.pattern(call) {
            let pattern = self.program.pattern(pattern);
            return evaluate(
                walk,
                true,
                &[&|arena, values| Some(exact::search(function.name(), &pattern, arena, values))],
            );
        }
        match candidates(function, operands.len(), overloads).as_slice() {
            [Candidate::OfElements(name, element)] => match functions::find_of_elements(name) {
                Some(apply) => evaluate(walk, stops, &[&|arena, values| apply(*element, arena, values)]),
                None => evaluate(walk, stops, &[]),
            },
            candidates => {
                let apply: Vec<Function> = candidates.iter().filter_map(find).collect();
                let apply: Vec<Apply<'_>> = apply.iter().map(|function| function as Apply<'_>).collect();
                evaluate(walk, stops, &apply)
            }
        }
    }

    fn message(&self, walk: &mut Walk<'a, '_>, expr: &'a Expr, message: &'a Struct) -> Evaluated<'a> {
        self.with_all(children(expr), |values| {
            let fields = message.fields.iter().zip(values);
            let fields = fields.map(|(field, value)| Field {
                name: &field.name,
                value: *value,
                optional: field.optional,
            });
            let fields: Vec<_> = fields.collect();
            match self.program.checked.reference(expr.id) {
                Some(Reference::NoMessage { name, .. }) => exact::no_message(walk, name, &fields),
                Some(Reference::TypeName(name)) => {
                    let types = field_types(name).into_iter();
                    let types = types.map(|(name, reader, held_as)| FieldType { name, reader, held_as });
                    exact::message(walk, name, &types.collect::<Vec<_>>(), &fields)
                }
                _ => unreachable!("the checker knows the messages"),
            }
        })
    }

    fn comprehension(&self, walk: &mut Walk<'a, '_>, fold: &'a Comprehension) -> Evaluated<'a> {
        self.with(&fold.iter_range, |range| match fold.round() {
            None => self.with(&fold.accu_init, |value| {
                let name = Name { range, name: &fold.accu_var, value };
                self.with(&fold.result, |result| exact::bind(walk, &name, result))
            }),
            Some(Round { predicate, key, transform }) => {
                let all: Vec<&Expr> = [predicate, key, transform].into_iter().flatten().collect();
                self.with_all(all, |nodes| {
                    let mut nodes = nodes.iter().copied();
                    let mut next = |part: Option<&Expr>| part.and_then(|_| nodes.next());
                    let round = (next(predicate), next(key), next(transform));
                    let fold_over = Loop {
                        range,
                        name: &fold.iter_var,
                        second: fold.iter_var2.as_deref(),
                        step: fold.loop_step.id.0,
                    };
                    run(walk, fold.from, &fold_over, round)
                })
            }
        })
    }

    /// The value of a node that the plan has folded.
    fn constant(&self, expr: &Expr) -> Option<Value<'a>> {
        let constant = self.program.plan.constant(expr)?;
        let mut constants = self.constants.borrow_mut();
        Some(*constants.entry(expr.id).or_insert_with(|| value(self.arena, constant)))
    }
}

/// The predicate, the key and the transformation of a macro. A macro may lack some of them.
type Parts<'f, 'a> = (Option<Node<'f, 'a>>, Option<Node<'f, 'a>>, Option<Node<'f, 'a>>);

fn run<'a>(walk: &mut Walk<'a, '_>, from: Macro, fold: &Loop<'_, 'a>, parts: Parts<'_, 'a>) -> Evaluated<'a> {
    match (from, parts) {
        (Macro::All, (Some(predicate), ..)) => exact::all(walk, fold, predicate),
        (Macro::Exists, (Some(predicate), ..)) => exact::exists(walk, fold, predicate),
        (Macro::ExistsOne, (Some(predicate), ..)) => exact::exists_one(walk, fold, predicate),
        (Macro::Map | Macro::Filter, (predicate, _, transform)) => {
            exact::collect(walk, fold, predicate, transform)
        }
        (_, (predicate, Some(key), Some(value))) => exact::transform_map(walk, fold, predicate, key, value),
        (_, (predicate, None, Some(entries))) => exact::transform_map_entry(walk, fold, predicate, entries),
        _ => unreachable!("the parser gives each macro its parts"),
    }
}

fn find(candidate: &Candidate) -> Option<Function> {
    match candidate {
        Candidate::Function(name) => functions::find(name),
        Candidate::OfElements(..) => None,
    }
}

/// The operand of a step in a chain: `a` in `a.b`, `a[b]` and `a[?b]`.
fn operand_of_step(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Select(select) if !select.test_only => Some(&select.operand),
        ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
            (Op(Index | OptSelect | OptIndex), [operand, _]) => Some(operand),
            _ => None,
        },
        _ => None,
    }
}

fn index_of_step(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Call(call) => call.args.get(1),
        _ => None,
    }
}

fn is_attribute(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ident(_) | ExprKind::Select(_) => true,
        ExprKind::Call(call) => call.function.is_step() || call.function.is(Operator::Conditional),
        _ => false,
    }
}

/// A constant as a value.
fn value<'a>(arena: &'a Arena, constant: &'a Constant) -> Value<'a> {
    match constant {
        Constant::Null => Value::Null,
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Int(value) => Value::Int(*value),
        Constant::Uint(value) => Value::Uint(*value),
        Constant::Double(value) => Value::Double(*value),
        Constant::String(value) => Value::String(value),
        Constant::Bytes(value) => Value::Bytes(value),
        Constant::Timestamp(value) => Value::Timestamp(*value),
        Constant::Duration(value) => Value::Duration(*value),
        Constant::Type(value) => Value::Type(*value),
        Constant::List(elements, _) => {
            let elements = elements.iter().map(|element| Some(value(arena, element)));
            Value::list(list::present(arena, elements))
        }
        Constant::Map(entries, _) => {
            let entries = entries.iter().map(|(k, v)| (value(arena, k), Some(value(arena, v))));
            Value::map(map::present(arena, entries))
        }
    }
}
