//! The macros over lists and maps, each as a loop with the cost of its expansion (docs/spec/cost.md A.9).

mod range;

use self::range::{Element, Range};
use super::walk::{Evaluated, Walk, ids};
use cel_compiler::ast::{Comprehension, Expr, Macro, Round};
use cel_runtime::__private::{
    Verdict,
    generated::{Outcome, dynamic, list, map, ops},
    value::Value,
};

/// The map that a macro builds.
type Items<'a> = Outcome<'a, map::Builder<Value<'a>, Value<'a>>>;

impl<'a> Walk<'a, '_> {
    pub(super) fn comprehension(&mut self, fold: &'a Comprehension) -> Evaluated<'a> {
        let range = self.evaluate(&fold.iter_range)?;
        let value = match fold.round() {
            Some(round) => self.fold(fold, round, range)?,
            None => self.with_lazy(&fold.accu_var, &fold.accu_init, &fold.result)?,
        };
        self.stack.drop(&ids([&fold.iter_range]));
        Ok(value)
    }

    fn fold(
        &mut self,
        fold: &'a Comprehension,
        round: Round<'a>,
        range: Outcome<'a, Value<'a>>,
    ) -> Evaluated<'a> {
        let range = range.and_then(|range| Range::new(self.arena(), range, fold.iter_var2.is_some()));
        let elements = match range {
            Ok(elements) => elements,
            Err(error) => return Ok(Err(error)),
        };
        match fold.from {
            Macro::All => self.quantifier(fold, round, elements, false),
            Macro::Exists => self.quantifier(fold, round, elements, true),
            Macro::ExistsOne => self.exists_one(fold, round, elements),
            Macro::Map | Macro::Filter => self.collect(fold, round, elements),
            Macro::TransformMap | Macro::TransformMapEntry => self.transform_map(fold, round, elements),
            Macro::Bind => unreachable!("a name has no rounds"),
        }
    }

    /// Runs a round with its variables in scope.
    fn round<T>(
        &mut self,
        fold: &'a Comprehension,
        element: Element<'a>,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let second = fold.iter_var2.as_deref().zip(element.1);
        self.with([(&*fold.iter_var, element.0)].into_iter().chain(second), inside)
    }

    /// The predicate of a round, which is the condition of a ternary; true where a macro has none. What it leaves on the stack stays
    /// there for the next round.
    fn predicate(&mut self, round: Round<'a>) -> Evaluated<'a, bool> {
        let Some(predicate) = round.predicate else { return Ok(Ok(true)) };
        let value = self.condition(predicate)?;
        self.stack.drop(&ids([predicate]));
        Ok(value)
    }

    /// Entries behind the accumulator, whose step takes all that is above it from the stack.
    fn behind_accumulator<T>(&mut self, fold: &Comprehension, inside: impl FnOnce(&mut Self) -> T) -> T {
        let step = fold.loop_step.id.0;
        self.stack.push(step, Ok(Value::Null));
        let value = inside(self);
        self.stack.drop(&[step]);
        value
    }

    /// `all`, or `exists` if `decisive`: stops when decided, and pays for the condition once more if an element remains.
    fn quantifier(
        &mut self,
        fold: &'a Comprehension,
        round: Round<'a>,
        mut rest: Range<'a>,
        decisive: bool,
    ) -> Evaluated<'a> {
        let condition_cost: u64 = if decisive { 3 } else { 2 };
        let mut result: Verdict<'a> = Ok(!decisive);
        while let Some(element) = rest.next() {
            self.cost.add(condition_cost + 1);
            let value = self
                .round(fold, element, |walk| walk.behind_accumulator(fold, |walk| walk.predicate(round)))?;
            let step = if decisive { ops::exists_step } else { ops::all_step };
            step(&mut result, value);
            self.cost.turn()?;
            if result == Ok(decisive) {
                self.cost.add(ops::stopped(&rest, condition_cost));
                break;
            }
        }
        self.cost.charge(1)?;
        Ok(result.map(Value::Bool))
    }

    /// Counts the elements for which the predicate is true; an error of the predicate stays unless a later one replaces it.
    fn exists_one(
        &mut self,
        fold: &'a Comprehension,
        round: Round<'a>,
        elements: Range<'a>,
    ) -> Evaluated<'a> {
        let mut count: Outcome<'a, usize> = Ok(0);
        for element in elements {
            match self.round(fold, element, |walk| walk.predicate(round))? {
                Ok(true) => {
                    self.cost.add(2);
                    count = count.map(|count| count.saturating_add(1));
                }
                Ok(false) => {}
                Err(error) => count = Err(error),
            }
            self.cost.turn()?;
        }
        self.cost.add(2);
        Ok(count.map(|count| Value::Bool(count == 1)))
    }

    /// `map` and `filter`
    fn collect(&mut self, fold: &'a Comprehension, round: Round<'a>, elements: Range<'a>) -> Evaluated<'a> {
        let mut items = Ok(list::Builder::new(self.arena()));
        for element in elements {
            let hit = self.round(fold, element, |walk| match walk.predicate(round)? {
                Ok(false) => Ok(None),
                Err(error) => Ok(Some(Err(error))),
                Ok(true) => match round.transform {
                    Some(transform) => walk.transformed(fold, transform).map(|value| Some(Ok(value))),
                    None => walk.kept(element.0).map(|value| Some(Ok(value))),
                },
            })?;
            match hit {
                None => {}
                Some(Ok(value)) => list::push(&mut items, value),
                Some(Err(error)) => items = Err(error),
            }
            self.cost.turn()?;
        }
        self.cost.charge(1)?;
        Ok(items.map(|items| Value::list(items.finish())))
    }

    /// `@result + [value]`: the accumulator, the value, the list literal unless it is constant, the concatenation.
    fn transformed(&mut self, fold: &Comprehension, transform: &'a Expr) -> Evaluated<'a> {
        self.cost.add(1);
        let value = self.behind_accumulator(fold, |walk| walk.evaluate(transform))?;
        if self.constant(transform).is_none() {
            self.cost.charge(LIST_COST)?;
        }
        self.cost.add(1);
        Ok(value)
    }

    /// `@result + [x]`
    fn kept(&mut self, element: Outcome<'a, Value<'a>>) -> Evaluated<'a> {
        self.cost.add(2);
        self.cost.charge(LIST_COST)?;
        self.cost.add(1);
        Ok(element.map(|element| dynamic::wrapped_anew(self.arena(), element)))
    }

    /// `transformMap` and `transformMapEntry`
    fn transform_map(
        &mut self,
        fold: &'a Comprehension,
        round: Round<'a>,
        elements: Range<'a>,
    ) -> Evaluated<'a> {
        let arena = self.arena();
        let Some(transform) = round.transform else {
            unreachable!("the parser gives a transformation");
        };
        let mut items: Items<'a> = Ok(map::Builder::new());
        for element in elements {
            self.round(fold, element, |walk| -> Outcome<'a, ()> {
                match walk.predicate(round)? {
                    Ok(false) => {}
                    Ok(true) => walk.behind_accumulator(fold, |walk| {
                        walk.cost.add(1);
                        match round.key {
                            Some(key) => walk.insert(&mut items, key, transform),
                            None => walk.insert_all(&mut items, transform),
                        }
                    })?,
                    Err(error) => items = Err(error),
                }
                walk.cost.turn()
            })?;
        }
        self.cost.charge(1)?;
        Ok(items.map(|items| Value::map(items.finish(arena))))
    }

    /// `cel.@mapInsert(@result, key, value)`: a call with three operands stops at the first that failed.
    fn insert(&mut self, items: &mut Items<'a>, key: &'a Expr, value: &'a Expr) -> Outcome<'a, ()> {
        if items.is_err() {
            return Ok(());
        }
        match self.evaluate(key)? {
            Ok(key) => {
                let value = self.evaluate(value)?;
                dynamic::insert(self.cost, items, key, value)?;
                self.cost.add(1);
            }
            Err(error) => *items = Err(error),
        }
        Ok(())
    }

    /// `cel.@mapInsert(@result, entries)`
    fn insert_all(&mut self, items: &mut Items<'a>, entries: &'a Expr) -> Outcome<'a, ()> {
        let entries = self.evaluate(entries)?;
        self.cost.add(1);
        dynamic::insert_all(self.arena(), items, entries);
        Ok(())
    }
}

const LIST_COST: u64 = 10;
