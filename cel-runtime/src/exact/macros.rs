//! The macros over lists and maps. Each is a loop with the charges of its expansion (docs/spec/cost.md A.9).

mod range;

use self::range::{Element, Range};
use super::{
    chain::wrapped_anew,
    walk::{Evaluated, Node, Walk},
};
use crate::{
    ops::{Outcome, Verdict, dynamic, list, map, ops},
    value::Value,
};

/// A macro over a list or map.
#[derive(Clone, Copy)]
pub struct Loop<'f, 'a> {
    /// The list or map.
    pub range: Node<'f, 'a>,
    /// The variable of the element, key or index.
    pub name: &'f str,
    /// The variable of the value, in the two-variable macros.
    pub second: Option<&'f str>,
    /// The id of the expansion's step.
    pub step: u32,
}

/// A name for an expression that is evaluated when it is read.
#[derive(Clone, Copy)]
pub struct Name<'f, 'a> {
    /// The empty list over which the expansion iterates.
    pub range: Node<'f, 'a>,
    /// The name.
    pub name: &'f str,
    /// The expression that gets the name.
    pub value: Node<'f, 'a>,
}

/// The map that a macro builds.
type Items<'a> = Outcome<'a, map::Builder<Value<'a>, Value<'a>>>;

/// `range.all(x, predicate)`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn all<'a>(walk: &mut Walk<'a, '_>, fold: &Loop<'_, 'a>, predicate: Node<'_, 'a>) -> Evaluated<'a> {
    walk.over(fold, |walk, elements| walk.quantifier(fold, predicate, elements, false))
}

/// `range.exists(x, predicate)`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn exists<'a>(walk: &mut Walk<'a, '_>, fold: &Loop<'_, 'a>, predicate: Node<'_, 'a>) -> Evaluated<'a> {
    walk.over(fold, |walk, elements| walk.quantifier(fold, predicate, elements, true))
}

/// `range.exists_one(x, predicate)`. An error of the predicate stays, unless a later error replaces it.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn exists_one<'a>(
    walk: &mut Walk<'a, '_>,
    fold: &Loop<'_, 'a>,
    predicate: Node<'_, 'a>,
) -> Evaluated<'a> {
    walk.over(fold, |walk, elements| {
        let mut count: Outcome<'a, usize> = Ok(0);
        for element in elements {
            match walk.round(fold, element, |walk| walk.predicate(Some(predicate)))? {
                Ok(true) => {
                    walk.cost.add(2);
                    count = count.map(|count| count.saturating_add(1));
                }
                Ok(false) => {}
                Err(error) => count = Err(error),
            }
            walk.cost.turn()?;
        }
        walk.cost.add(2);
        Ok(count.map(|count| Value::Bool(count == 1)))
    })
}

/// `range.map(x, predicate, transform)`, or `range.filter(x, predicate)` without a transform.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn collect<'a>(
    walk: &mut Walk<'a, '_>,
    fold: &Loop<'_, 'a>,
    predicate: Option<Node<'_, 'a>>,
    transform: Option<Node<'_, 'a>>,
) -> Evaluated<'a> {
    walk.over(fold, |walk, elements| {
        let mut items = Ok(list::Builder::new(walk.arena()));
        for element in elements {
            let hit = walk.round(fold, element, |walk| match walk.predicate(predicate)? {
                Ok(false) => Ok(None),
                Err(error) => Ok(Some(Err(error))),
                Ok(true) => match transform {
                    Some(transform) => walk.transformed(fold, transform).map(|value| Some(Ok(value))),
                    None => walk.kept(element.0).map(|value| Some(Ok(value))),
                },
            })?;
            match hit {
                None => {}
                Some(Ok(value)) => list::push(&mut items, value),
                Some(Err(error)) => items = Err(error),
            }
            walk.cost.turn()?;
        }
        walk.cost.charge(1)?;
        Ok(items.map(|items| Value::list(items.finish())))
    })
}

/// `range.transformMap(k, v, predicate, value)`. The key is the first variable.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn transform_map<'a>(
    walk: &mut Walk<'a, '_>,
    fold: &Loop<'_, 'a>,
    predicate: Option<Node<'_, 'a>>,
    key: Node<'_, 'a>,
    value: Node<'_, 'a>,
) -> Evaluated<'a> {
    walk.build_map(fold, predicate, |walk, items| walk.insert(items, key, value))
}

/// `range.transformMapEntry(k, v, predicate, entries)`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn transform_map_entry<'a>(
    walk: &mut Walk<'a, '_>,
    fold: &Loop<'_, 'a>,
    predicate: Option<Node<'_, 'a>>,
    entries: Node<'_, 'a>,
) -> Evaluated<'a> {
    walk.build_map(fold, predicate, |walk, items| walk.insert_all(items, entries))
}

/// `optMap`, `optFlatMap` and `cel.bind`. `result` reads the name.
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn bind<'a>(walk: &mut Walk<'a, '_>, name: &Name<'_, 'a>, result: Node<'_, 'a>) -> Evaluated<'a> {
    let _ = walk.evaluate(name.range)?;
    let value = walk.with_lazy(name.name, name.value, |walk| walk.evaluate(result))?;
    walk.drop_all(&[name.range]);
    Ok(value)
}

impl<'a> Walk<'a, '_> {
    /// Iterates over a range. Removes from the stack what the loop has left.
    fn over(
        &mut self,
        fold: &Loop<'_, 'a>,
        inside: impl FnOnce(&mut Self, Range<'a>) -> Evaluated<'a>,
    ) -> Evaluated<'a> {
        let range = self.evaluate(fold.range)?;
        let elements = range.and_then(|range| Range::new(self.arena(), range, fold.second.is_some()));
        let value = match elements {
            Ok(elements) => inside(self, elements)?,
            Err(error) => Err(error),
        };
        self.drop_all(&[fold.range]);
        Ok(value)
    }

    /// Runs a round with its variables in scope.
    fn round<T>(
        &mut self,
        fold: &Loop<'_, 'a>,
        element: Element<'a>,
        inside: impl FnOnce(&mut Walk<'a, '_>) -> T,
    ) -> T {
        self.with(fold.name, element.0, |walk| match (fold.second, element.1) {
            (Some(name), Some(value)) => walk.with(name, value, inside),
            _ => inside(walk),
        })
    }

    /// The predicate of a round. It is the condition of a ternary, and true if the macro has none. What it leaves on the stack stays there
    /// for the next round.
    #[inline]
    fn predicate(&mut self, predicate: Option<Node<'_, 'a>>) -> Evaluated<'a, bool> {
        let Some(predicate) = predicate else { return Ok(Ok(true)) };
        let value = self.condition(predicate)?;
        self.drop_all(&[predicate]);
        Ok(value)
    }

    /// Evaluates a node after the accumulator. The step of the accumulator then removes all later steps from the stack.
    fn behind_accumulator<T>(&mut self, fold: &Loop<'_, 'a>, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.stack.push(fold.step, Ok(Value::Null));
        let value = inside(self);
        self.stack.drop(&[fold.step]);
        value
    }

    /// `all`, or `exists` if `decisive`. It stops when it is decided. It pays for the condition once more if an element remains.
    #[inline]
    fn quantifier(
        &mut self,
        fold: &Loop<'_, 'a>,
        predicate: Node<'_, 'a>,
        mut rest: Range<'a>,
        decisive: bool,
    ) -> Evaluated<'a> {
        let condition_cost: u64 = if decisive { 3 } else { 2 };
        let mut result: Verdict<'a> = Ok(!decisive);
        while let Some(element) = rest.next() {
            self.cost.add(condition_cost.saturating_add(1));
            let value = self.round(fold, element, |walk| {
                walk.behind_accumulator(fold, |walk| walk.predicate(Some(predicate)))
            })?;
            let step = if decisive { ops::exists_step } else { ops::all_step };
            let is_decided = step(&mut result, value);
            self.cost.turn()?;
            if is_decided {
                self.cost.add(ops::stopped(&rest, condition_cost));
                break;
            }
        }
        self.cost.charge(1)?;
        Ok(result.map(Value::Bool))
    }

    /// `@result + [value]`: charges the accumulator, the value, the list literal unless it is constant, and the concatenation.
    #[inline]
    fn transformed(&mut self, fold: &Loop<'_, 'a>, transform: Node<'_, 'a>) -> Evaluated<'a> {
        self.cost.add(1);
        let value = self.behind_accumulator(fold, |walk| walk.evaluate(transform))?;
        if !transform.is_known() {
            self.cost.charge(LIST_COST)?;
        }
        self.cost.add(1);
        Ok(value)
    }

    /// `@result + [x]`
    #[inline]
    fn kept(&mut self, element: Outcome<'a, Value<'a>>) -> Evaluated<'a> {
        self.cost.add(2);
        self.cost.charge(LIST_COST)?;
        self.cost.add(1);
        Ok(element.map(|element| wrapped_anew(self.arena(), element)))
    }

    /// A loop that builds a map.
    fn build_map(
        &mut self,
        fold: &Loop<'_, 'a>,
        predicate: Option<Node<'_, 'a>>,
        insert: impl Fn(&mut Walk<'a, '_>, &mut Items<'a>) -> Outcome<'a, ()>,
    ) -> Evaluated<'a> {
        self.over(fold, |walk, elements| {
            let mut items: Items<'a> = Ok(map::Builder::new());
            for element in elements {
                walk.round(fold, element, |walk| -> Outcome<'a, ()> {
                    match walk.predicate(predicate)? {
                        Ok(false) => {}
                        Ok(true) => walk.behind_accumulator(fold, |walk| {
                            walk.cost.add(1);
                            insert(walk, &mut items)
                        })?,
                        Err(error) => items = Err(error),
                    }
                    walk.cost.turn()
                })?;
            }
            walk.cost.charge(1)?;
            Ok(items.map(|items| Value::map(items.finish(walk.arena()))))
        })
    }

    /// `cel.@mapInsert(@result, key, value)`. A call with three operands stops at the first failed operand.
    #[inline]
    fn insert(&mut self, items: &mut Items<'a>, key: Node<'_, 'a>, value: Node<'_, 'a>) -> Outcome<'a, ()> {
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
    #[inline]
    fn insert_all(&mut self, items: &mut Items<'a>, entries: Node<'_, 'a>) -> Outcome<'a, ()> {
        let entries = self.evaluate(entries)?;
        self.cost.add(1);
        dynamic::insert_all(self.arena(), items, entries);
        Ok(())
    }
}

pub(super) const LIST_COST: u64 = 10;
