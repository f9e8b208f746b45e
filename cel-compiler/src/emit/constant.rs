//! Constants in generated code.

use super::{Emitter, Form, Operand, conversion::type_name, dynamic::constant_value};
use crate::{
    ast::ExprId,
    plan::{Constant, Identity, runtime_type},
    types::Type,
};
use cel_types::Zone;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::{cmp::Ordering, rc::Rc};

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
            ..Operand::new(tokens(constant, form), form.clone())
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

/// A constant in a form it can take.
pub(super) fn tokens(constant: &Constant, form: &Form) -> TokenStream {
    let scalar = match (constant, form) {
        (Constant::List(..), Form::Dynamic) => own_tokens(constant, &Form::list(Form::Dynamic)),
        (Constant::Map(..), Form::Dynamic) => own_tokens(constant, &Form::map(Form::Dynamic, Form::Dynamic)),
        _ => own_tokens(constant, form),
    };
    if *form == Form::Dynamic { constant_value(constant, scalar) } else { scalar }
}

fn own_tokens(constant: &Constant, form: &Form) -> TokenStream {
    match constant {
        Constant::Null => quote!(()),
        Constant::Bool(value) => quote!(#value),
        Constant::Int(value) => quote!(#value),
        Constant::Uint(value) => quote!(#value),
        Constant::Double(value) => double(*value),
        Constant::String(value) => quote!(#value),
        Constant::Bytes(value) => {
            let bytes = Literal::byte_string(value);
            quote!(#bytes.as_slice())
        }
        Constant::Timestamp(value) => {
            let (seconds, nanos, zone) = (value.seconds(), value.nanos(), zone(value.zone()));
            quote!(Timestamp::new(#seconds, #nanos, #zone))
        }
        Constant::Duration(value) => {
            let nanos = value.nanos();
            quote!(Duration::from_nanos(#nanos))
        }
        Constant::Type(name) => type_name(*name),
        Constant::List(elements, literal) => list(elements, *literal, form),
        Constant::Map(entries, literal) => map(entries, *literal, form),
    }
}

fn list(constants: &[Constant], literal: Identity, form: &Form) -> TokenStream {
    let element = match form {
        Form::List { element, .. } => Rc::clone(element),
        _ => Rc::new(Form::Dynamic),
    };
    let rust = element.rust();
    let elements = constants.iter().map(|value| tokens(value, &element));
    let promoted = constants.iter().all(|constant| is_promoted(constant, &element));
    let elements = in_place(quote!([#(#elements),*]), promoted, literal);
    quote!(list::List::<#rust>::Slice(#elements))
}

fn map(entries: &[(Constant, Constant)], literal: Identity, form: &Form) -> TokenStream {
    let (key, value) = match form {
        Form::Map { key, value, .. } => (Rc::clone(key), Rc::clone(value)),
        _ => (Rc::new(Form::Dynamic), Rc::new(Form::Dynamic)),
    };
    let (key_rust, value_rust) = (key.rust(), value.rust());
    let mut entries: Vec<&(Constant, Constant)> = entries.iter().collect();
    entries.sort_by(|(a, _), (b, _)| order(a, b));
    let promoted = entries.iter().all(|(k, v)| is_promoted(k, &key) && is_promoted(v, &value));
    let entries = entries.into_iter().map(|(k, v)| {
        let (k, v) = (tokens(k, &key), tokens(v, &value));
        quote!((#k, #v))
    });
    let entries = in_place(quote!([#(#entries),*]), promoted, literal);
    quote!(map::Map::<#key_rust, #value_rust>::Entries(#entries))
}

/// A reference to constants: Rust lets literals live forever, calls only in a `const`. Equal ones may share their place, unless
/// they are numbered.
fn in_place(constants: TokenStream, promoted: bool, literal: Identity) -> TokenStream {
    match literal {
        Some(ExprId(number)) => quote!(const { &list::Literal { parts: #constants, number: #number }.parts }),
        None if promoted => quote!(&#constants),
        None => quote!(const { &#constants }),
    }
}

fn is_promoted(constant: &Constant, form: &Form) -> bool {
    match constant {
        Constant::Null
        | Constant::Bool(_)
        | Constant::Int(_)
        | Constant::Uint(_)
        | Constant::Double(_)
        | Constant::String(_)
        | Constant::Type(_) => true,
        Constant::Bytes(_) | Constant::Timestamp(_) | Constant::Duration(_) => false,
        Constant::List(_, None) | Constant::Map(_, None) => *form != Form::Dynamic && !has_calls(constant),
        // It stands in a `const`, so what holds it does, too.
        Constant::List(..) | Constant::Map(..) => false,
    }
}

/// True if a literal of it has a call inside, which Rust does not let live forever.
fn has_calls(constant: &Constant) -> bool {
    match constant {
        Constant::Bytes(_) | Constant::Timestamp(_) | Constant::Duration(_) => true,
        Constant::List(elements, _) => elements.iter().any(has_calls),
        Constant::Map(entries, _) => entries.iter().any(|(k, v)| has_calls(k) || has_calls(v)),
        _ => false,
    }
}

/// The order in which the runtime keeps entries.
fn order(a: &Constant, b: &Constant) -> Ordering {
    match (a, b) {
        (Constant::Bool(a), Constant::Bool(b)) => a.cmp(b),
        (Constant::Int(a), Constant::Int(b)) => a.cmp(b),
        (Constant::Uint(a), Constant::Uint(b)) => a.cmp(b),
        (Constant::Double(a), Constant::Double(b)) => a.partial_cmp(b).unwrap_or_else(|| a.total_cmp(b)),
        (Constant::Timestamp(a), Constant::Timestamp(b)) => a.cmp(b).then(a.zone().cmp(&b.zone())),
        (Constant::Duration(a), Constant::Duration(b)) => a.cmp(b),
        (Constant::Type(a), Constant::Type(b)) => a.cmp(b),
        (Constant::String(a), Constant::String(b)) => a.cmp(b),
        (a, b) => runtime_type(a).cmp(&runtime_type(b)),
    }
}

fn zone(zone: Zone) -> TokenStream {
    match zone {
        Zone::Utc => quote!(Zone::Utc),
        Zone::Local => quote!(Zone::Local),
        Zone::Minutes(minutes) => quote!(Zone::Minutes(#minutes)),
        Zone::Own { minutes, number } => quote!(Zone::Own { minutes: #minutes, number: #number }),
    }
}

fn double(value: f64) -> TokenStream {
    if value.is_nan() {
        quote!(f64::NAN)
    } else if value.is_infinite() {
        if value > 0.0 { quote!(f64::INFINITY) } else { quote!(f64::NEG_INFINITY) }
    } else {
        quote!(#value)
    }
}
