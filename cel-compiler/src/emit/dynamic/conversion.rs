//! Values of static forms as `Value`s.

use super::{
    super::{Form, access::read, form::Flavour, mentions},
    variant,
};
use crate::{env::Env, plan::Constant, schema::escaping::escape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::rc::Rc;

/// A value of a static form as a `Value`. What is read through later must not borrow the counter, so the arena has a name.
pub(in crate::emit) fn into_value(env: &Env<'_>, form: &Form, value: TokenStream) -> TokenStream {
    let value = value_of(env, form, value);
    if !needs_arena(form) {
        return value;
    }
    quote!({
        let arena = cost.arena();
        #value
    })
}

/// A value that is read through later must not borrow the counter, so the arena has a name.
pub(in crate::emit) fn needs_arena(form: &Form) -> bool {
    match form {
        Form::Held(_) | Form::Object(_) | Form::Optional(_) => true,
        Form::Nullable(inner) => needs_arena(inner),
        Form::List { element, native, .. } => *native || **element != Form::Dynamic,
        Form::Map { key, value, native } => *native || **key != Form::Dynamic || **value != Form::Dynamic,
        _ => false,
    }
}

/// A value of a form, with the arena as `arena`.
pub(in crate::emit) fn value_of(env: &Env<'_>, form: &Form, value: TokenStream) -> TokenStream {
    value_among(env, form, value, false)
}

/// [`value_of`]; objects of a collection have their class as `class`.
fn value_among(env: &Env<'_>, form: &Form, value: TokenStream, in_collection: bool) -> TokenStream {
    if let Some(variant) = variant(form) {
        return quote!(Value::#variant(#value));
    }
    match form {
        Form::Null => quote!(Value::Null),
        Form::Nullable(content) => {
            let convert = converter_among(env, content, in_collection);
            quote!(#value.map_or(Value::Null, #convert))
        }
        Form::Optional(content) if **content == Form::Null => {
            quote!(value::optional(arena, #value.map(|_| Value::Null)))
        }
        Form::Optional(content) => {
            let convert = converter(env, content);
            quote!(value::optional(arena, #value.map(#convert)))
        }
        Form::List { element, native, set } => {
            let list_type = match set {
                Flavour::Set => quote!(value::ListType::Set),
                Flavour::Map(keys) => {
                    let keys = keys.iter().map(|name| {
                        let escaped = escape(name).unwrap_or(name.as_str().into());
                        quote!(value::ItemKey { name: #name, escaped: #escaped })
                    });
                    quote!(value::ListType::Map(&[#(#keys),*]))
                }
                _ if *native => quote!(value::ListType::Atomic),
                _ => quote!(value::ListType::Literal),
            };
            match &**element {
                Form::Dynamic if !native => quote!(Value::list(#value)),
                element => {
                    let (class, convert) = element_converter(env, element);
                    in_block(class, quote!(value::list(arena, #value, #list_type, #convert)))
                }
            }
        }
        Form::Map { key, value: held, native } => match (&**key, &**held) {
            (Form::Dynamic, Form::Dynamic) if !native => quote!(Value::map(#value)),
            (key, held) => {
                let (class, convert) = element_converter(env, held);
                let (to_key, from_key) = match variant(key) {
                    None if *key == Form::Never => (quote!(|_| None), quote!(ops::absurd::<Value<'_>>)),
                    Some(variant) => (
                        quote!(|key| match key { Value::#variant(key) => Some(key), _ => None }),
                        quote!(Value::#variant),
                    ),
                    None => (quote!(Some), quote!(|key| key)),
                };
                in_block(class, quote!(value::map(arena, #value, #native, #to_key, #from_key, #convert)))
            }
        },
        Form::Held(conversion) => {
            let held = conversion.tokens(&quote!(arena), &value);
            let converted = value_among(env, &conversion.form(), quote!(value), in_collection);
            match conversion.is_fallible() {
                true => quote!(#held.map_or_else(Value::Error, |value| #converted)),
                false => quote!({ let value = #held; #converted }),
            }
        }
        Form::Object(name) => object(env, name, &value, None, in_collection),
        Form::Never => quote!(ops::absurd::<Value<'_>>(#value)),
        _ => value,
    }
}

pub(super) fn may_hold_objects(form: &Form) -> bool {
    match form {
        Form::Object(_) | Form::Held(_) | Form::Dynamic => true,
        Form::List { element: inner, .. } | Form::Map { value: inner, .. } => may_hold_objects(inner),
        Form::Nullable(inner) | Form::Optional(inner) => may_hold_objects(inner),
        _ => false,
    }
}

/// [`value_of`] as a function of what is converted. The constructors of `Value` are the same function wherever they stand; each
/// closure would be another one, and all that is generic over it.
fn converter(env: &Env<'_>, form: &Form) -> TokenStream {
    converter_among(env, form, false)
}

/// The same as a function that is kept, for what a collection holds, and the statement before the collection.
fn element_converter(env: &Env<'_>, form: &Form) -> (Option<TokenStream>, TokenStream) {
    let class = is_object(env, form).then(|| quote!(let class = value::class(arena);));
    let convert = converter_among(env, form, true);
    (class, if variant(form).is_some() { convert } else { quote!(move #convert) })
}

fn is_object(env: &Env<'_>, form: &Form) -> bool {
    match form {
        Form::Object(name) => env.object(name).is_some_and(|object| object.foreign().is_none()),
        Form::Held(conversion) => is_object(env, &conversion.form()),
        Form::Nullable(content) => is_object(env, content),
        _ => false,
    }
}

fn in_block(statement: Option<TokenStream>, value: TokenStream) -> TokenStream {
    match statement {
        Some(statement) => quote!({ #statement #value }),
        None => value,
    }
}

fn converter_among(env: &Env<'_>, form: &Form, in_collection: bool) -> TokenStream {
    if let Some(variant) = variant(form) {
        return quote!(Value::#variant);
    }
    let converted = value_among(env, form, quote!(value), in_collection);
    if mentions(&converted, "value") { quote!(|value| #converted) } else { quote!(|_| #converted) }
}

/// The object in `value` as a `Value` with these properties alone, with the arena as `arena`.
pub(in crate::emit) fn object_with(env: &Env<'_>, name: &Rc<str>, properties: &[&str]) -> TokenStream {
    object(env, name, &quote!(value), Some(properties), false)
}

/// An object as a map of what its schema describes, or of some of that.
fn object(
    env: &Env<'_>,
    name: &Rc<str>,
    value: &TokenStream,
    only: Option<&[&str]>,
    in_collection: bool,
) -> TokenStream {
    let Some(object) = env.object(name) else {
        return quote!(Value::Null);
    };
    if let Some(entry) = object.foreign() {
        let path = entry.path();
        return quote!(foreign::value(arena, #value, #path));
    }
    let properties = object.dynamic_names(env.holds_json());
    let properties = properties.filter(|(field, escaped)| {
        only.is_none_or(|only| only.contains(&&**escaped) || only.contains(&&*field.name))
    });
    let properties = properties.map(|(field, escaped)| {
        let ty = env.dynamic_type_of_node(&format!("{name}.{escaped}"), &field.node);
        let form = Form::of_node(env, &field.node, &ty);
        let held = if object.variant().is_some() { quote!(object.0) } else { quote!(object) };
        let (read, optional) = read(env, &held, field, &quote!(arena));
        let sent = match &form {
            Form::Held(conversion) if conversion.is_of_text() && optional => quote!(Some(|object| #read)),
            Form::Held(conversion) if conversion.is_of_text() => quote!(Some(|object| Some(#read))),
            _ => quote!(None),
        };
        let read = if optional {
            let convert = converter(env, &form);
            quote!(#read.map(#convert))
        } else {
            let held = value_of(env, &form, quote!(value));
            quote!({ let value = #read; Some(#held) })
        };
        let raw = &field.name;
        quote!(value::Property { name: #raw, escaped: #escaped, read: |object, arena| #read, sent: #sent })
    });
    let value = if env.holds_json() { value.clone() } else { viewed(env, name, value) };
    let properties = quote!(&[#(#properties),*]);
    if in_collection {
        quote!(class.object(#value, #properties))
    } else {
        quote!(value::object(arena, #value, #properties))
    }
}

/// The Rust value behind an object of a struct: the struct, or the enum if the object is the fields of a variant.
pub(in crate::emit) fn viewed(env: &Env<'_>, name: &str, value: &TokenStream) -> TokenStream {
    match env.object(name).and_then(|object| object.variant()) {
        Some(n) => quote!(object::Variant::<#n, _>(#value)),
        None => value.clone(),
    }
}

/// A constant as a `Value`.
pub(in crate::emit) fn constant_value(constant: &Constant, scalar: TokenStream) -> TokenStream {
    let variant = match constant {
        Constant::Null => return quote!(Value::Null),
        Constant::Bool(_) => "Bool",
        Constant::Int(_) => "Int",
        Constant::Uint(_) => "Uint",
        Constant::Double(_) => "Double",
        Constant::String(_) => "String",
        Constant::Bytes(_) => "Bytes",
        Constant::Timestamp(_) => "Timestamp",
        Constant::Duration(_) => "Duration",
        Constant::Type(_) => "Type",
        Constant::List(..) => return quote!(Value::list(#scalar)),
        Constant::Map(..) => return quote!(Value::map(#scalar)),
    };
    let variant = format_ident!("{variant}");
    quote!(Value::#variant(#scalar))
}
