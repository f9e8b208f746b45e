//! `transformMap` and `transformMapEntry`: loops that build a map.

use super::{block::Block, comprehension::guarded, state::Lowering};
use crate::ast::{Comprehension, Expr, Round};
use crate::ir::{Builtin, Let, Local, Operand, Pattern, Repr, Statement, Type, Value};
use std::rc::Rc;

impl Lowering<'_, '_> {
    pub(super) fn transform_map(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        block: &mut Block,
    ) -> Operand {
        let Some(transform) = round.transform else {
            return self.no_code(&fold.iter_range);
        };
        let items = self.fresh("map");
        let (frame, (mut body, predicate, hit, repr)) = self.in_loop(fold, range, |lowering| {
            let mut body = Block::new();
            let predicate = round.predicate.map(|predicate| lowering.predicate(predicate, &mut body));
            let mut hit = Block::new();
            let repr = match round.key {
                Some(key) => lowering.inserted(&items, key, transform, &mut hit),
                None => lowering.merged(&items, transform, &mut hit),
            };
            (body, predicate, hit, repr)
        });
        let hit = body.append_unless(predicate.is_some(), hit);
        body.flush();
        guarded(predicate, &items, hit).into_iter().for_each(|statement| body.push(statement));
        let start = Value::call("map::Builder::new", []).within("Ok");
        let ty = Some(Type::OutcomeOf(Builtin::Map));
        block.push_settled(Statement::Let(Let { ty, is_mutable: true, ..Let::new(&items, start) }));
        block.push(frame.over_all(body));
        let map = Value::local("items").method_with("finish", [Value::Arena]);
        let finished = Value::closure(Pattern::Name("items".into()), map);
        block.push(Let::statement(&items, Value::from(&items).method_with("map", [finished])));
        block.units(1);
        Operand { fallible: true, ..Operand::name(&items, repr) }
    }

    /// `cel.@mapInsert(@result, key, value)`. A call with three operands stops at the first error, so key and value are evaluated only
    /// while the accumulator is not an error.
    fn inserted(&mut self, items: &Local, key: &Expr, value: &Expr, hit: &mut Block) -> Repr {
        hit.units(1);
        hit.flush();
        let mut reached = Block::new();
        let key = self.lower(key, &mut reached);
        let key = if key.repr.is_key() { key } else { self.dynamic(key) };
        let repr = if key.fallible {
            let name = self.fresh("key");
            let mut inner = Block::new();
            let repr = self.insert(items, Operand::name(&name, key.repr), value, &mut inner);
            let error = Local::from("error");
            let failed = Statement::Assign(items.clone(), Value::from(&error).within("Err"));
            let arms = vec![
                (Pattern::name_in("Ok", &name), inner.into_statements()),
                (Pattern::name_in("Err", &error), vec![failed]),
            ];
            let known = Statement::Match(key.value, arms);
            reached.push_settled(known);
            repr
        } else {
            self.insert(items, key, value, &mut reached)
        };
        let reached = reached.into_statements();
        hit.push(Statement::If(Value::from(items).method("is_ok"), Rc::new(reached)));
        repr
    }

    fn insert(&mut self, items: &Local, key: Operand, value: &Expr, block: &mut Block) -> Repr {
        let value = self.lower(value, block);
        let value = self.bind(value, block);
        let repr = Repr::map(key.repr.clone(), value.repr.clone());
        let (key_value, value) = (key.value, value.into_result());
        let items = Value::from(items).reference_mut();
        block.push_settled(Statement::Run(match key.repr {
            Repr::Dynamic => {
                let inserted = Value::call("dynamic::insert", [Value::Counter, items, key_value, value]);
                Value::Try(Rc::new(inserted))
            }
            _ => Value::build("map::insert", [items, key_value, value]),
        }));
        block.units(1);
        repr
    }

    /// `cel.@mapInsert(@result, entries)`
    fn merged(&mut self, items: &Local, entries: &Expr, hit: &mut Block) -> Repr {
        hit.units(1);
        let entries = self.lower(entries, hit);
        let entries = self.bind(entries, hit);
        hit.units(1);
        hit.flush();
        let (insert_all, entries, repr) = match &entries.repr {
            // The server looks up each key. For NaN the lookup gives an error.
            Repr::Map { key, value, .. } if !matches!(**key, Repr::Double | Repr::Dynamic) => {
                let repr = Repr::map((**key).clone(), (**value).clone());
                ("map::insert_all", entries, repr)
            }
            _ => {
                let repr = Repr::map(Repr::Dynamic, Repr::Dynamic);
                ("dynamic::insert_all", self.dynamic(entries), repr)
            }
        };
        let operands = [Value::from(items).reference_mut(), entries.into_result()];
        hit.push(Statement::Run(Value::build(insert_all, operands)));
        repr
    }
}
