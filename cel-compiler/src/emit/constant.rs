//! Constants and the forms that they take.

use super::{Emitter, Form};
use crate::{
    ir::{Operand, Value},
    plan::Constant,
    types::Type,
};
use std::rc::Rc;

impl Emitter<'_, '_> {
    /// A constant of a checked type.
    pub(super) fn constant(&self, constant: &Constant, ty: Type) -> Operand {
        let form = form(constant, &Form::built(&ty));
        self.constant_in_form(constant, &form)
    }

    /// A constant in a form it can take.
    pub(super) fn constant_in_form(&self, constant: &Constant, form: &Form) -> Operand {
        Operand {
            repeatable: true,
            constant: Some(constant.clone()),
            ..Operand::new(value(constant, form), form.clone())
        }
    }
}

/// The form of a constant: its own, or for an empty collection the one asked for.
fn form(constant: &Constant, wanted: &Form) -> Form {
    match (constant, wanted) {
        (Constant::Null, _) => Form::Null,
        (Constant::Bool(_), _) => Form::Bool,
        (Constant::Int(_), _) => Form::Int,
        (Constant::Uint(_), _) => Form::Uint,
        (Constant::Double(_), _) => Form::Double,
        (Constant::String(_), _) => Form::String,
        (Constant::Bytes(_), _) => Form::Bytes,
        (Constant::Timestamp(_), _) => Form::Timestamp,
        (Constant::Duration(_), _) => Form::Duration,
        (Constant::Type(_), _) => Form::Type,
        (Constant::List(elements, _), wanted) => {
            let wanted = match wanted {
                Form::List { element, .. } => (**element).clone(),
                _ => Form::Dynamic,
            };
            Form::list(common(elements.iter(), &wanted))
        }
        (Constant::Map(entries, _), wanted) => {
            let (key, value) = match wanted {
                Form::Map { key, value, .. } => ((**key).clone(), (**value).clone()),
                _ => (Form::Dynamic, Form::Dynamic),
            };
            let wanted_key = if key.is_key() { key } else { Form::Never };
            let key = common(entries.iter().map(|(key, _)| key), &wanted_key);
            Form::map(
                if key.is_key() { key } else { Form::Dynamic },
                common(entries.iter().map(|(_, value)| value), &value),
            )
        }
    }
}

/// The form all elements share; nulls stand for an empty collection whose type nothing says.
fn common<'c>(elements: impl Iterator<Item = &'c Constant>, wanted: &Form) -> Form {
    let mut forms = elements.map(|element| form(element, wanted));
    let Some(first) = forms.next() else {
        return if wanted.is_static() && wanted.has_name() { wanted.clone() } else { Form::Never };
    };
    let joined = forms.try_fold(first, |joined, next| joined.join(&next).ok_or(()));
    joined.map_or(Form::Dynamic, Form::part)
}

/// A constant in a form that it can take.
pub(super) fn value(constant: &Constant, form: &Form) -> Value {
    Value::Constant(Rc::new(constant.clone()), Rc::new(form.clone()))
}
