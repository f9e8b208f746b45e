//! Constants and the representations that they take.

use super::state::Lowering;
use crate::{
    ir::{Operand, Repr, Value},
    plan::Constant,
    types::Type,
};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// A constant of a checked type.
    pub(super) fn constant(&self, constant: &Constant, ty: Type) -> Operand {
        let repr = repr(constant, &Repr::built(&ty));
        self.constant_in(constant, &repr)
    }

    /// A constant in a representation it can take.
    pub(super) fn constant_in(&self, constant: &Constant, repr: &Repr) -> Operand {
        Operand::new(value(constant, repr), repr.clone())
    }
}

/// The representation of a constant: its own, or for an empty collection the wanted one.
fn repr(constant: &Constant, wanted: &Repr) -> Repr {
    match (constant, wanted) {
        (Constant::Null, _) => Repr::Null,
        (Constant::Bool(_), _) => Repr::Bool,
        (Constant::Int(_), _) => Repr::Int,
        (Constant::Uint(_), _) => Repr::Uint,
        (Constant::Double(_), _) => Repr::Double,
        (Constant::String(_), _) => Repr::String,
        (Constant::Bytes(_), _) => Repr::Bytes,
        (Constant::Timestamp(_), _) => Repr::Timestamp,
        (Constant::Duration(_), _) => Repr::Duration,
        (Constant::Type(_), _) => Repr::Type,
        (Constant::List(elements, _), wanted) => {
            let wanted = match wanted {
                Repr::List { element, .. } => (**element).clone(),
                _ => Repr::Dynamic,
            };
            Repr::list(common(elements.iter(), &wanted))
        }
        (Constant::Map(entries, _), wanted) => {
            let (key, value) = match wanted {
                Repr::Map { key, value, .. } => ((**key).clone(), (**value).clone()),
                _ => (Repr::Dynamic, Repr::Dynamic),
            };
            let wanted_key = if key.is_key() { key } else { Repr::Never };
            let key = common(entries.iter().map(|(key, _)| key), &wanted_key);
            Repr::map(
                if key.is_key() { key } else { Repr::Dynamic },
                common(entries.iter().map(|(_, value)| value), &value),
            )
        }
    }
}

/// The representation that all elements share. Without elements it is the wanted one, or `Never`.
fn common<'c>(elements: impl Iterator<Item = &'c Constant>, wanted: &Repr) -> Repr {
    let mut reprs = elements.map(|element| repr(element, wanted));
    let Some(first) = reprs.next() else {
        return if wanted.is_static() && wanted.has_name() { wanted.clone() } else { Repr::Never };
    };
    let joined = reprs.try_fold(first, |joined, next| joined.join(&next).ok_or(()));
    joined.map_or(Repr::Dynamic, Repr::part)
}

/// A constant in a representation that it can take.
pub(super) fn value(constant: &Constant, repr: &Repr) -> Value {
    Value::Constant(Rc::new(constant.clone()), Rc::new(repr.clone()))
}
