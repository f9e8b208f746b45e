//! Properties of JSON that the rules of a node read. The walk looks them up once, for all rules of the node: `max` for
//! `self.min <= self.max` and `self.max > 0`.

use crate::ir::{Body, Function, Let, Local, NODE, Read, Source, Value};
use std::{collections::BTreeMap, rc::Rc};

/// Adds the names of the properties that a function reads, each with its number of reads.
pub(crate) fn count_reads(function: &Function, reads: &mut BTreeMap<Rc<str>, usize>) {
    let bodies = function.parts.iter().map(|part| &part.body).chain([&function.body]);
    for value in bodies.flat_map(Body::values) {
        value.any(&mut |value| {
            if let Some((_, name, _)) = own_read(value) {
                *reads.entry(name.clone()).or_default() += 1;
            }
            false
        });
    }
}

/// The body that reads properties at their places in a sorted list.
pub(crate) fn looked_up(body: &Body, names: &[Rc<str>]) -> Option<Body> {
    let placed = |value: &Value| {
        let (object, name, read) = own_read(value)?;
        let place = names.binary_search(name).ok()?;
        let from = Source::Own { name: name.clone(), place: Some(place) };
        Some(Value::Read(object.clone(), Rc::new(Read { from, ..read.clone() })))
    };
    let is_read = |value: &Value| value.any(&mut |value| placed(value).is_some());
    if !body.values().into_iter().any(is_read) {
        return None;
    }
    let mut body = body.changed(&placed);
    body.statements.insert(0, Let::statement(&Local::from(NODE), Value::local("this")));
    Some(body)
}

/// The object, the name and the way of a read that has no place.
fn own_read(value: &Value) -> Option<(&Rc<Value>, &Rc<str>, &Read)> {
    let Value::Read(object, read) = value else { return None };
    if let Source::Own { name, place: None } = &read.from { Some((object, name, read)) } else { None }
}
