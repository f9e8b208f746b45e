//! List and map literals of many parts, for example `[self.a / 1, self.a / 2, ..]`. Each part is computed and pushed in a separate
//! scope: LLVM exhausts its stack over thousands of `let`s in one scope.

use super::{
    block::Block,
    sequence::{Part, value_or_leave},
    state::{Known, Lowering},
};
use crate::ast::{ListElement, MapEntry};
use crate::ir::{Body, Builtin, Closure, Let, Local, Operand, Pattern, Repr, Statement, Type, Value};
use std::{mem, rc::Rc};

/// How a failed part leaves the literal.
struct Exit {
    /// The label of the block around all parts.
    label: Local,
    /// Groups of parts are functions.
    in_groups: bool,
    /// These functions see only the variables of the rule.
    apart: bool,
    /// Some part may fail.
    used: bool,
}

/// What the parts of a literal have in common.
struct Parts {
    exit: Exit,
    /// Their Rust type, if it can be written.
    part: Option<Type>,
}

impl Exit {
    fn leave(&mut self) -> Statement {
        self.used = true;
        match self.in_groups {
            true => Statement::Return(Body::failed().result.within("Ok")),
            false => Statement::Break(Some((self.label.clone(), Body::failed().result))),
        }
    }
}

impl Lowering<'_, '_> {
    pub(super) fn long_list(
        &mut self,
        elements: &[ListElement],
        optional: &[bool],
        block: &mut Block,
    ) -> Operand {
        let (mut exit, known) = self.exit(elements.len());
        let pieces = elements.iter().map(|element| {
            let mut before = Block::new();
            let value = self.part_value(&Part::of_element(element), &[], &mut before);
            let value = self.or_leave(value, &mut exit, &mut before);
            (before, value)
        });
        let (blocks, values): (Vec<Block>, Vec<Operand>) = pieces.collect();
        self.known.extend(known);
        let (values, repr) = self.joined(values, optional);
        let list = match optional.contains(&true) {
            true => |parts: Value| Value::build("list::present", [parts.method("into_iter")]),
            false => |parts: Value| Value::build("list::of_parts", [parts.reference()]),
        };
        let part = part_type(&repr, optional);
        self.collected(blocks, values, Parts { exit, part }, list, Repr::list(repr), block)
    }

    pub(super) fn long_map(&mut self, entries: &[MapEntry], optional: &[bool], block: &mut Block) -> Operand {
        let (mut exit, known) = self.exit(entries.len());
        let parts = Part::of_entries(entries);
        let (mut blocks, mut keys, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for pair in parts.chunks_exact(2) {
            let mut before = Block::new();
            let key = self.lower(pair[0].expr(), &mut before); // both are there: each entry has a key and a value
            let key = self.or_leave(key, &mut exit, &mut before);
            let value = self.part_value(&pair[1], std::slice::from_ref(&key), &mut before);
            let value = self.or_leave(value, &mut exit, &mut before);
            blocks.push(before);
            keys.push(key);
            values.push(value);
        }
        self.known.extend(known);
        let (keys, key) = self.joined_keys(keys);
        let (values, value) = self.joined(values, optional);
        let entries = keys.into_iter().zip(values).map(|(key, value)| Value::Tuple(vec![key, value]));
        let map = match optional.contains(&true) {
            true => |parts: Value| Value::build("map::present", [parts.method("into_iter")]),
            false => |parts: Value| Value::build("map::of", [parts]),
        };
        let part = part_type(&value, optional).filter(|_| key.has_name());
        let part = part.map(|value| Type::Pair(key.clone(), Box::new(value)));
        self.collected(blocks, entries.collect(), Parts { exit, part }, map, Repr::map(key, value), block)
    }

    /// How the parts of a literal leave it. Also takes the known values out of scope: functions do not see their names.
    fn exit(&mut self, parts: usize) -> (Exit, Vec<Known>) {
        let in_groups = parts > GROUP;
        let apart = in_groups && self.may_be_apart();
        let known = if apart { mem::take(&mut self.known) } else { Vec::new() };
        (Exit { label: self.label(), in_groups, apart, used: false }, known)
    }

    /// The value of a part. A failed part leaves the literal.
    fn or_leave(&mut self, value: Operand, exit: &mut Exit, block: &mut Block) -> Operand {
        if !value.fallible {
            return value;
        }
        let (name, leave) = (self.fresh_for(&value.value), exit.leave());
        block.push_settled(value_or_leave(&name, value.value, leave));
        Operand::name(&name, value.repr)
    }

    /// The literal that `make` builds from its parts.
    fn collected(
        &mut self,
        blocks: Vec<Block>,
        values: Vec<Value>,
        Parts { exit, part }: Parts,
        make: impl Fn(Value) -> Value,
        repr: Repr,
        block: &mut Block,
    ) -> Operand {
        if blocks.iter().all(|block| block.only_units().is_some()) {
            blocks.into_iter().for_each(|units| block.append(units));
            return Operand::new(make(Value::Array(values)), repr);
        }
        let charges = blocks.iter().any(Block::charges);
        let parts = self.fresh("parts");
        let empty = Let { is_mutable: true, ..Let::new(&parts, Value::call("list::parts", [])) };
        let mut statements = vec![Statement::Let(empty)];
        let mut pieces = values.into_iter().zip(blocks).peekable();
        while pieces.peek().is_some() {
            let group = group(pieces.by_ref().take(GROUP), &parts);
            match exit.in_groups {
                true => statements.push(self.group_function(group, &parts, &exit, part.as_ref())),
                false => statements.extend(group),
            }
        }
        let made = make((&parts).into());
        if !exit.used {
            let body = Body { statements, result: made };
            return self.named(Value::Block(Rc::new(body)), repr, false, charges, block);
        }
        let body = Body { statements, result: made.within("Ok") };
        self.run(Value::Labelled(exit.label, Rc::new(body)), repr, block)
    }

    /// The statements as a separate function that sees the rule's variables, or as a closure.
    fn group_function(
        &mut self,
        statements: Vec<Statement>,
        parts: &Local,
        exit: &Exit,
        part: Option<&Type>,
    ) -> Statement {
        let end = Value::Tuple(Vec::new()).within("Ok");
        let (output, result) = match exit.used {
            true => (Type::OutcomeOf(Builtin::Unit), end.within("Ok")),
            false => (Type::Of(Builtin::Unit), end),
        };
        let body = Body { statements, result };
        let call = match part.filter(|_| exit.apart) {
            Some(part) => self.function(Some((parts.clone(), part.clone())), output, body),
            None => {
                let body = Value::Typed(output, Rc::new(body));
                let group = Closure { parameters: Vec::new(), moves: false, body };
                Value::call("ops::run", [Value::Closure(Rc::new(group))])
            }
        };
        let done = Value::Try(Rc::new(call));
        if !exit.used {
            return Statement::Run(done);
        }
        let leave = Statement::Break(Some((exit.label.clone(), Body::failed().result)));
        Statement::IfLet(Pattern::name_in("Err", &"error".into()), done, Rc::new(vec![leave]))
    }
}

/// The statements that push some values.
fn group(pieces: impl Iterator<Item = (Value, Block)>, parts: &Local) -> Vec<Statement> {
    let mut group = Block::new();
    for (value, before) in pieces {
        let push = Statement::Run(Value::from(parts).method_with("push", [value]));
        match before.only_units() {
            Some(units) => {
                group.units(units);
                group.push(push);
            }
            None => {
                let mut statements = before.into_statements();
                statements.push(push);
                group.push_settled(Statement::Block(statements));
            }
        }
    }
    group.into_statements()
}

/// The Rust type of a value, if it can be written.
fn part_type(repr: &Repr, optional: &[bool]) -> Option<Type> {
    let repr = if optional.contains(&true) { Repr::Optional(Rc::new(repr.clone())) } else { repr.clone() };
    repr.has_name().then_some(Type::Plain(repr))
}

/// Number of parts in one function.
const GROUP: usize = 100;
