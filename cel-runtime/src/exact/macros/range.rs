//! The range of a macro.

use crate::{
    arena::Arena,
    ops::{CelList, CelMap, Outcome, dynamic, list, ops},
    value::Value,
};
use std::vec;

/// The values of a macro's variables in one round.
pub(super) type Element<'a> = (Outcome<'a, Value<'a>>, Option<Outcome<'a, Value<'a>>>);

/// The remaining rounds. They are a view of the list, because an inner loop may end at its first element each time.
pub(super) struct Range<'a> {
    rest: Rest<'a>,
    /// The number of elements that were returned.
    given: usize,
    has_two: bool,
}

enum Rest<'a> {
    List(list::Elements<'a, Value<'a>>),
    Map(vec::IntoIter<(Value<'a>, Value<'a>)>),
}

impl<'a> Range<'a> {
    /// The rounds of a macro with one or two variables.
    #[inline]
    pub(super) fn new(arena: &'a Arena, range: Value<'a>, has_two: bool) -> Outcome<'a, Self> {
        let rest = match range {
            Value::List(list) => Rest::List(list.elements.elements()),
            Value::Map(map) => Rest::Map(map.entries.entries()),
            other if has_two => Rest::Map(dynamic::entries(arena, other)?.entries()),
            other => Rest::List(dynamic::range(arena, other)?.elements()),
        };
        Ok(Range { rest, given: 0, has_two })
    }
}

impl<'a> Iterator for Range<'a> {
    type Item = Element<'a>;

    #[inline]
    fn next(&mut self) -> Option<Element<'a>> {
        match &mut self.rest {
            Rest::List(elements) => {
                let element = elements.next()?.checked();
                let index = Value::Int(ops::size_of(self.given));
                self.given = self.given.saturating_add(1);
                Some(if self.has_two { (Ok(index), Some(element)) } else { (element, None) })
            }
            Rest::Map(entries) => {
                let (key, value) = entries.next()?;
                Some((key.checked(), self.has_two.then(|| value.checked())))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.rest {
            Rest::List(elements) => elements.size_hint(),
            Rest::Map(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for Range<'_> {}
