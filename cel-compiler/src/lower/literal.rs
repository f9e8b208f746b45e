//! List and map literals that are not constant. A failed part ends the evaluation of the rest, but the literal is still charged.

use super::{
    block::{Block, LIST_COST},
    sequence::{MOST_NESTED, Part},
    state::Lowering,
};
use crate::ast::{ListElement, MapEntry};
use crate::ir::{Operand, Repr, Value};
use std::rc::Rc;

impl Lowering<'_, '_> {
    pub(super) fn list_literal(&mut self, elements: &[ListElement], block: &mut Block) -> Operand {
        let parts: Vec<Part<'_>> = elements.iter().map(Part::of_element).collect();
        let optional: Vec<bool> = elements.iter().map(|element| element.optional).collect();
        let value = match elements.len() {
            0..=MOST_NESTED => self.sequence(&parts, Vec::new(), block, &mut |lowering, parts, _| {
                let (parts, repr) = lowering.joined(parts, &optional);
                let of = if optional.contains(&true) { "list::of_present" } else { "list::of" };
                Operand::new(Value::build(of, [Value::Array(parts)]), Repr::list(repr))
            }),
            _ => self.long_list(elements, &optional, block),
        };
        self.charge_literal(&parts, LIST_COST, block);
        value
    }

    pub(super) fn map_literal(&mut self, entries: &[MapEntry], block: &mut Block) -> Operand {
        let parts = Part::of_entries(entries);
        let optional: Vec<bool> = entries.iter().map(|entry| entry.optional).collect();
        if parts.len() > MOST_NESTED {
            let value = self.long_map(entries, &optional, block);
            self.charge_literal(&parts, MAP_COST, block);
            return value;
        }
        let value = self.sequence(&parts, Vec::new(), block, &mut |lowering, parts, _| {
            let (keys, values): (Vec<_>, Vec<_>) =
                parts.into_iter().enumerate().partition(|(i, _)| i % 2 == 0);
            let unnumbered =
                |parts: Vec<(usize, Operand)>| parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>();
            let keys = unnumbered(keys);
            let (keys, key) = lowering.joined_keys(keys);
            let (values, value) = lowering.joined(unnumbered(values), &optional);
            let of = if optional.contains(&true) { "map::of_present" } else { "map::of" };
            let entries = keys.into_iter().zip(values).map(|(key, value)| Value::Tuple(vec![key, value]));
            let map = Value::build(of, [Value::Array(entries.collect())]);
            Operand::new(map, Repr::map(key, value))
        });
        self.charge_literal(&parts, MAP_COST, block);
        value
    }

    /// Keys, converted to a representation for all of them.
    pub(super) fn joined_keys(&mut self, keys: Vec<Operand>) -> (Vec<Value>, Repr) {
        let key = Some(common(keys.iter().map(|key| &key.repr))).filter(Repr::is_key);
        let key = key.unwrap_or(Repr::Dynamic);
        (keys.into_iter().map(|part| self.part(part, &key)).collect(), key)
    }

    /// Charges a literal unless the server folded all its parts. An optional part that is a constant is folded, though it is an error.
    fn charge_literal(&self, parts: &[Part<'_>], cost: u64, block: &mut Block) {
        if parts.iter().any(|part| self.plan.constant(part.expr()).is_none()) {
            block.charge_known(cost);
        }
    }

    /// Parts, converted to a representation for all of them. If one is optional, all become `Option`s.
    pub(super) fn joined(&mut self, parts: Vec<Operand>, optional: &[bool]) -> (Vec<Value>, Repr) {
        let any = optional.contains(&true);
        let parts = parts.into_iter().zip(optional.iter().copied());
        let parts: Vec<(Operand, Option<Repr>)> = parts
            .map(|(part, optional)| match &part.repr {
                Repr::Optional(held) if optional => {
                    let held = (**held).clone();
                    (part, Some(held))
                }
                _ => (part, None),
            })
            .collect();
        let repr = common(parts.iter().map(|(part, held)| held.as_ref().unwrap_or(&part.repr)));
        let values = parts.into_iter().map(|(part, held)| match held {
            Some(_) => self.coerce(part, &Repr::Optional(Rc::new(repr.clone()))).value,
            None => {
                let part = self.part(part, &repr);
                if any { part.within("Some") } else { part }
            }
        });
        (values.collect(), repr)
    }

    fn part(&mut self, part: Operand, repr: &Repr) -> Value {
        let part = if *repr == Repr::Dynamic { self.dynamic(part) } else { self.coerce(part, repr) };
        part.value
    }
}

/// The representation that all parts can be converted to.
fn common<'f>(reprs: impl Iterator<Item = &'f Repr>) -> Repr {
    let joined = reprs.cloned().reduce(|joined, next| joined.join_or_dynamic(&next));
    joined.unwrap_or(Repr::Never)
}

const MAP_COST: u64 = 30;
