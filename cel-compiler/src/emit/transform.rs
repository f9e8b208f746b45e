//! `transformMap` and `transformMapEntry`: loops that build a map.

use super::{Block, Emitter, Form, comprehension::guarded};
use crate::ast::{Comprehension, Expr, Round};
use crate::ir::{Let, Local, Operand, Pattern, Statement, Type, Value};
use std::rc::Rc;

impl Emitter<'_, '_> {
    pub(super) fn transform_map(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        block: &mut Block,
    ) -> Operand {
        let Some(transform) = round.transform else {
            return self.unsupported(&fold.iter_range, "this macro");
        };
        let items = self.temporary();
        let (frame, (mut body, predicate, hit, form)) = self.in_loop(fold, range, |emitter| {
            let mut body = Block::new();
            let predicate = round.predicate.map(|predicate| emitter.predicate(predicate, &mut body));
            let mut hit = Block::new();
            let form = match round.key {
                Some(key) => emitter.inserted(&items, key, transform, &mut hit),
                None => emitter.merged(&items, transform, &mut hit),
            };
            (body, predicate, hit, form)
        });
        let hit = body.append_unless(predicate.is_some(), hit);
        body.flush();
        guarded(predicate, &items, hit).into_iter().for_each(|statement| body.push(statement));
        let start = Value::call("map::Builder::new", []).within("Ok");
        let ty = Some(Type::OutcomeOf("map::Builder<_, _>"));
        block.push_settled(Statement::Let(Let { ty, is_mutable: true, ..Let::new(&items, start) }));
        block.push(frame.over_all(body));
        let map = Value::local("items").method_with("finish", [Value::Arena]);
        let finished = Value::closure(Pattern::Name("items".into()), map);
        block.push(Let::statement(&items, Value::from(&items).method_with("map", [finished])));
        block.units(1);
        Operand { fallible: true, ..Operand::name(&items, form) }
    }

    /// `cel.@mapInsert(@result, key, value)`: a call with three operands stops at the first that failed, so key and value are only
    /// reached while the accumulator holds no error.
    fn inserted(&mut self, items: &Local, key: &Expr, value: &Expr, hit: &mut Block) -> Form {
        hit.units(1);
        hit.flush();
        let mut reached = Block::new();
        let key = self.emit(key, &mut reached);
        let key = if key.form.is_key() { key } else { self.dynamic(key) };
        let form = if key.fallible {
            let name = self.temporary();
            let mut inner = Block::new();
            let form = self.insert(items, Operand::name(&name, key.form), value, &mut inner);
            let error = Local::from("error");
            let failed = Statement::Assign(items.clone(), Value::from(&error).within("Err"));
            let arms = vec![
                (Pattern::name_in("Ok", &name), inner.into_statements()),
                (Pattern::name_in("Err", &error), vec![failed]),
            ];
            let known = Statement::Match(key.value, arms);
            reached.push_settled(known);
            form
        } else {
            self.insert(items, key, value, &mut reached)
        };
        let reached = reached.into_statements();
        hit.push(Statement::If(Value::from(items).method("is_ok"), Rc::new(reached)));
        form
    }

    fn insert(&mut self, items: &Local, key: Operand, value: &Expr, block: &mut Block) -> Form {
        let value = self.emit(value, block);
        let value = self.bind(value, block);
        let form = Form::map(key.form.clone(), value.form.clone());
        let (key_value, value) = (key.value, value.into_result());
        let items = Value::from(items).reference_mut();
        block.push_settled(Statement::Run(match key.form {
            Form::Dynamic => {
                let inserted = Value::call("dynamic::insert", [Value::Counter, items, key_value, value]);
                Value::Try(Rc::new(inserted))
            }
            _ => Value::build("map::insert", [items, key_value, value]),
        }));
        block.units(1);
        form
    }

    /// `cel.@mapInsert(@result, entries)`
    fn merged(&mut self, items: &Local, entries: &Expr, hit: &mut Block) -> Form {
        hit.units(1);
        let entries = self.emit(entries, hit);
        let entries = self.bind(entries, hit);
        hit.units(1);
        hit.flush();
        let (insert_all, entries, form) = match &entries.form {
            // The server looks each key up, which for NaN gives an error as its value.
            Form::Map { key, value, .. } if !matches!(**key, Form::Double | Form::Dynamic) => {
                let form = Form::map((**key).clone(), (**value).clone());
                ("map::insert_all", entries, form)
            }
            _ => {
                let form = Form::map(Form::Dynamic, Form::Dynamic);
                ("dynamic::insert_all", self.dynamic(entries), form)
            }
        };
        let operands = [Value::from(items).reference_mut(), entries.into_result()];
        hit.push(Statement::Run(Value::build(insert_all, operands)));
        form
    }
}
