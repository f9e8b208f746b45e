//! The methods by which rules read properties, and the proofs that types are what their names say.

use super::{kubernetes::Foreign, ty, walk::Second};
use crate::{
    decl_type::{Scalar, Shape, Typed, proven},
    input::{Property, Reader},
    tokens::{At, Tokens, at as relocated},
};
use proc_macro2::{Ident, Span};
use quote::quote;
use std::collections::BTreeSet;

/// A reference to the type `ident`, with methods by which rules read properties.
pub(crate) fn fields(ident: &Ident, methods: Tokens) -> Tokens {
    let template = "pub struct __cel_Fields<'__cel>(&'__cel #0); impl<'__cel> __cel_Fields<'__cel> { #1 } \
         impl __cel::Fields for #0 { type Fields<'__cel> = __cel_Fields<'__cel>; \
         #[inline] fn fields(&self) -> __cel_Fields<'_> { __cel_Fields(self) } }";
    At::derive().write(template, &[Tokens::of(ident.clone()), methods])
}

/// The method by which rules read a property.
pub(super) fn accessor(property: &Property, second: &Second<'_>) -> Tokens {
    let Second { objects, container, .. } = second;
    let at = at(property);
    let Reader { expr, optional } = &property.reader;
    let (method, expr) = (Tokens::of(property.method.clone()), expr.clone());
    let Some(typed) = property.typed() else {
        return at.write(
            "#[inline] pub fn #0(self) -> __cel::Option<&'__cel #2> { let Self(__cel_self) = self; #1 }",
            &[method, expr, Tokens::of(container.ident.clone())],
        );
    };
    let value = typed.value();
    if !is_read(value) {
        return Tokens::default();
    }
    let mut arguments = vec![method, expr];
    let (cel, read) = match Foreign::of(value, container) {
        Some(foreign) => {
            let (cel, read) = foreign.read(&quote!('__cel));
            // What proves an object shows errors at the object's own type.
            let moved = |tokens| if foreign.is_object() { tokens } else { relocated(at.0, tokens) };
            arguments.extend([cel, read].map(|tokens| Tokens::new(&moved(tokens))));
            ("#2", "(#3)")
        }
        None => read(value, objects, at, &mut arguments),
    };
    let is_null = second.is_null(value);
    let body = match (*optional, &typed.shape) {
        // A null property is absent.
        (true, _) if typed.is_json() => {
            "__cel::Option::filter(#1, |__cel_v| !__cel::serde_json::Value::is_null(__cel_v))".to_owned()
        }
        _ if typed.is_json() => {
            "__cel::Option::filter(__cel::Some(#1), |__cel_v| !__cel::serde_json::Value::is_null(__cel_v))"
                .to_owned()
        }
        (false, Shape::Option(_)) => format!("__cel::Option::map(__cel::Option::as_ref(#1), {read})"),
        (true, Shape::Option(_)) => {
            format!("__cel::Option::map(__cel::Option::and_then(#1, __cel::Option::as_ref), {read})")
        }
        (false, _) => format!("{read}(#1)"),
        (true, _) => format!("__cel::Option::map(#1, {read})"),
    };
    let body = match &is_null {
        // A null property is absent.
        Some(is_null) if !value.is_json() => {
            arguments.push(Tokens::new(is_null));
            let held = match (*optional, &typed.shape) {
                (false, Shape::Option(_)) => "__cel::Option::as_ref(#1)",
                (true, Shape::Option(_)) => "__cel::Option::and_then(#1, __cel::Option::as_ref)",
                (false, _) => "__cel::Some(#1)",
                (true, _) => "#1",
            };
            let n = arguments.len() - 1;
            format!("__cel::Option::map(__cel::Option::filter({held}, |__cel_v| !#{n}(__cel_v)), {read})")
        }
        _ => body,
    };
    let output = if property.optional() || is_null.is_some() {
        format!("__cel::Option<{cel}>")
    } else {
        cel.to_owned()
    };
    let template = format!("#[inline] pub fn #0(self) -> {output} {{ let Self(__cel_self) = self; {body} }}");
    at.write(&template, &arguments)
}

fn is_read(value: &Typed) -> bool {
    !value.is_opaque() && !matches!(value.shape, Shape::Error)
}

/// A container type is the one that its name says, where no accessor proves it; accessors prove the types of k8s-openapi.
pub(crate) fn proof(property: &Property) -> Option<Tokens> {
    let typed = property.typed()?;
    if is_read(typed.value()) && typed.kubernetes().is_none() {
        return None;
    }
    let at = at(property);
    let (same, declared) = (proven(typed, at)?, ty(typed));
    Some(at.write("const _: fn(&#0) -> &#1 = |__cel_value| __cel_value;", &[declared, same]))
}

/// Errors in our code for a property are shown at its type.
fn at(property: &Property) -> At {
    At(Span::call_site().located_at(property.span))
}

/// The type of a value for CEL and the function that reads it, as templates; the type in them is a third argument. Both name the
/// type that the field is taken to have, so a type of the user's own that has the name of a known one does not compile.
fn read(
    typed: &Typed,
    objects: &BTreeSet<String>,
    at: At,
    arguments: &mut Vec<Tokens>,
) -> (&'static str, &'static str) {
    const CEL: &str = "__cel::CelValue::cel";
    match &typed.shape {
        Shape::Scalar(Scalar::Bool) => ("__cel::bool", CEL),
        Shape::Scalar(Scalar::Int) => ("__cel::i64", CEL),
        Shape::Scalar(Scalar::WideInt) => ("__cel::u64", CEL),
        Shape::Scalar(Scalar::Double) => ("__cel::f64", CEL),
        Shape::Scalar(Scalar::String) => ("&'__cel __cel::str", CEL),
        Shape::Scalar(Scalar::Shown) => {
            arguments.push(ty(typed));
            ("__cel::Shown<'__cel, #2>", CEL)
        }
        Shape::Scalar(Scalar::Char) => ("__cel::Shown<'__cel, __cel::char>", CEL),
        Shape::Scalar(Scalar::Date | Scalar::DateTime) => ("__cel::cel_types::Timestamp", CEL),
        Shape::Scalar(Scalar::Json) => ("&'__cel __cel::serde_json::Value", CEL),
        Shape::Nested(nested) if objects.contains(&nested.key) => {
            arguments.push(ty(typed));
            ("&'__cel #2", "::core::convert::identity")
        }
        Shape::Kubernetes(_)
        | Shape::Option(_)
        | Shape::Pointer(_)
        | Shape::List(_)
        | Shape::Array(..)
        | Shape::Map(_)
        | Shape::Nested(_)
        | Shape::Opaque
        | Shape::FreeMap
        | Shape::Error => {
            arguments.push(proven(typed, at).unwrap_or_else(|| ty(typed)));
            ("__cel::Cel<'__cel, #2>", "<#2 as __cel::CelValue>::cel")
        }
    }
}
