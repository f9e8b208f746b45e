//! The methods with which rules read properties, and proofs that types are what their names say.

use super::{kubernetes::Foreign, resolved::Resolved, ty, written::Seeking};
use crate::{
    decl_type::{Kubernetes, Scalar, Shape, Typed, peel, proven, type_arguments},
    generics::This,
    input::{Property, Reader},
    tokens::{At, Tokens, at as relocated},
};
use cel_compiler::schema::AccessStep;
use proc_macro2::{Ident, Literal, Span};
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeSet;

/// A wrapper around a reference to the type. It has the methods with which rules read properties.
pub(crate) fn fields(this: &This<'_>, methods: Tokens) -> Tokens {
    if !this.is_generic() {
        let template = "pub struct __cel_Fields<'__cel>(&'__cel #0); impl __cel::Fields for #0 \
             { type Fields<'__cel> = __cel_Fields<'__cel>; \
             #[inline] fn fields(&self) -> __cel_Fields<'_> { __cel_Fields(self) } } \
             impl<'__cel> __cel_Fields<'__cel>";
        return Tokens::concat([
            At::derive().write(template, std::slice::from_ref(&this.ty)),
            methods.in_braces(),
        ]);
    }
    let (parameters, arguments) = this.with_lifetime("'__cel");
    let (_, elided) = this.with_lifetime("'_");
    let template = "pub struct __cel_Fields #2 (&'__cel #0) #4; impl #2 __cel_Fields #3 #4 { #1 } \
         impl #6 __cel::Fields for #0 #4 { type Fields<'__cel> = __cel_Fields #3 where Self: '__cel; \
         #[inline] fn fields(&self) -> __cel_Fields #5 { __cel_Fields(self) } }";
    let clause = this.clause.clone();
    let parts = [this.ty.clone(), methods, parameters, arguments, clause, elided, this.parameters.clone()];
    At::derive().write(template, &parts)
}

/// The method with which rules read a property.
pub(super) fn accessor(property: &Property, resolved: &Resolved<'_>) -> Tokens {
    let Some(accessor) = Accessor::of(property, resolved) else { return Tokens::default() };
    let accessor = accessor.method(property);
    // The function that reads an opaque element takes a reference to the field's content.
    let accessor = match property.typed().is_some_and(|typed| holds_cow(&typed.ty)) {
        true => Tokens::concat([At::derive().write("#[allow(clippy::ptr_arg)]", &[]), accessor]),
        false => accessor,
    };
    let of_view = Accessor::of_view(property, resolved).map(|of_view| of_view.method(property));
    let raw = property.typed().filter(|typed| typed.is_raw()).map(|typed| raw(property, typed));
    Tokens::concat([accessor, of_view.unwrap_or_default(), raw.unwrap_or_default()])
}

/// True if a type names a `Cow` with arguments.
fn holds_cow(ty: &syn::Type) -> bool {
    match peel(ty) {
        syn::Type::Path(path) if path.qself.is_none() => path.path.segments.last().is_some_and(|last| {
            let inner = type_arguments(&last.arguments);
            last.ident == "Cow" && !last.arguments.is_none() || inner.into_iter().any(holds_cow)
        }),
        ty => ty.to_token_stream().to_string().contains("Cow <"),
    }
}

/// The expression for a property in the methods of `__cel_Fields`.
fn own(reader: &Reader) -> Tokens {
    let Some([and, dot, member]) = reader.expr.member() else { return reader.expr.clone() };
    let mut zero = Literal::usize_unsuffixed(0);
    zero.set_span(member.span());
    let this = Ident::new("self", member.span());
    [and.clone(), this.into(), dot.clone(), zero.into(), dot.clone(), member.clone()].into_iter().collect()
}

/// The method that returns the Rust value, without `Option` and pointers.
fn raw(property: &Property, typed: &Typed) -> Tokens {
    let at = at(property);
    let Reader { expr, optional } = &property.reader;
    let (mut held, mut read) = (typed.value(), "__cel_v".to_owned());
    while let Shape::Pointer(inner) = &held.shape {
        (held, read) = (inner, format!("&**{read}"));
    }
    let is_option = matches!(typed.shape, Shape::Option(_));
    let body = match (*optional, is_option) {
        (false, false) => format!("let __cel_v = #1; {read}"),
        (false, true) => format!("__cel::Option::map(__cel::Option::as_ref(#1), |__cel_v| {read})"),
        (true, false) => format!("__cel::Option::map(#1, |__cel_v| {read})"),
        (true, true) => {
            format!(
                "__cel::Option::map(__cel::Option::and_then(#1, __cel::Option::as_ref), |__cel_v| {read})"
            )
        }
    };
    let output = if *optional || is_option { "__cel::Option<&'__cel #2>" } else { "&'__cel #2" };
    let method = AccessStep::new(&property.method.to_string(), false).raw_method();
    let method = format_ident!("{method}", span = property.method.span());
    let template =
        format!("#[inline] pub fn #0(&self) -> {output} {{ let Self(__cel_self) = *self; {body} }}");
    at.write(&template, &[Tokens::of(method), expr.clone(), ty(held)])
}

/// The parts of a reading method.
pub(super) struct Accessor {
    /// Result type and body of the method: templates over the same arguments.
    output: String,
    body: String,
    /// Bounds that a type parameter needs to be read.
    bounds: &'static str,
    /// The first is the name of the method.
    arguments: Vec<Tokens>,
}

impl Accessor {
    /// `None` if rules do not read the property.
    pub(super) fn of(property: &Property, resolved: &Resolved<'_>) -> Option<Accessor> {
        Accessor::named(property.method.clone(), property, resolved, Seeking::InItem)
    }

    /// The method for the view of a generic type, if the view needs its own.
    pub(super) fn of_view(property: &Property, resolved: &Resolved<'_>) -> Option<Accessor> {
        let this = &resolved.container.this;
        let is_opaque = |(_, kubernetes): (&Typed, &Kubernetes)| matches!(kubernetes, Kubernetes::Hidden(hidden) if hidden.scalar.is_none());
        let needs_one = this.has_instances()
            && property
                .typed()
                .is_some_and(|typed| !this.is_in(&typed.ty) && typed.kubernetes().is_some_and(is_opaque));
        let method = format_ident!("v{}", property.method, span = property.method.span());
        needs_one.then(|| Accessor::named(method, property, resolved, Seeking::Nowhere)).flatten()
    }

    fn named(
        method: Ident,
        property: &Property,
        resolved: &Resolved<'_>,
        seeking: Seeking,
    ) -> Option<Accessor> {
        let method = Tokens::of(method);
        let Some(typed) = property.typed() else {
            return Some(Accessor {
                output: "__cel::Option<&'__cel #1>".to_owned(),
                body: "#2".to_owned(),
                bounds: "",
                arguments: vec![method, resolved.container.this.ty.clone(), property.reader.expr.clone()],
            });
        };
        if !is_read(typed.value()) {
            return None;
        }
        let (output, body, mut arguments) = templates(property, typed, resolved, seeking);
        let is_seen = typed.has_parameter() && !resolved.is_object(typed.value());
        let written = Foreign::of(typed, resolved.container).map(|foreign| foreign.bounds());
        let (bounds, argument) = match written.filter(|written| !written.is_empty()) {
            Some(written) => ("where #9", written),
            None if is_seen => ("where #9: __cel::CelValue", ty(typed.value())),
            None => ("", Tokens::default()),
        };
        arguments[0] = method; // `templates` leaves it empty
        if !bounds.is_empty() {
            arguments.resize(9, Tokens::default());
            arguments.push(argument);
        }
        Some(Accessor { output, body, bounds, arguments })
    }

    fn method(&self, property: &Property) -> Tokens {
        let Accessor { output, body, bounds, arguments } = self;
        let start = match property.reader.expr.member() {
            Some(_) => "",
            None => "let Self(__cel_self) = *self;",
        };
        let template = format!("#[inline] pub fn #0(&self) -> {output} {bounds} {{ {start} {body} }}");
        at(property).write(&template, arguments)
    }

    pub(super) fn output(&self, property: &Property) -> Tokens {
        at(property).write(&self.output, &self.arguments)
    }
}

/// The output and the body of the method as templates, and their arguments.
fn templates(
    property: &Property,
    typed: &Typed,
    resolved: &Resolved<'_>,
    seeking: Seeking,
) -> (String, String, Vec<Tokens>) {
    let Resolved { objects, container, .. } = resolved;
    let at = at(property);
    let optional = &property.reader.optional;
    let value = typed.value();
    let mut arguments = vec![Tokens::default(), own(&property.reader)];
    let (cel, read) = match Foreign::of(value, container) {
        Some(foreign) => {
            let foreign = if seeking == Seeking::Nowhere { foreign.for_view() } else { foreign };
            let (cel, read) = foreign.read(&quote!('__cel));
            // Errors in the proof of an object belong at the object's own type.
            let moved = |tokens| if foreign.is_object() { tokens } else { relocated(at.0, tokens) };
            arguments.extend([cel, read].map(|tokens| Tokens::new(&moved(tokens))));
            ("#2", "(#3)")
        }
        None => read(value, objects, at, &mut arguments),
    };
    // The function by its path is one for every lifetime: it would ask `Cow<'a, str>` to live for all of them.
    let is_bound = container.this.is_bound_in(&typed.ty);
    let each = if is_bound { format!("|__cel_v| {read}(__cel_v)") } else { read.to_owned() };
    let is_null = resolved.is_null(value);
    let body = match (*optional, &typed.shape) {
        // A null property is absent.
        (true, _) if typed.is_json() => {
            "__cel::Option::filter(#1, |__cel_v| !__cel::serde_json::Value::is_null(__cel_v))".to_owned()
        }
        _ if typed.is_json() => {
            "__cel::Option::filter(__cel::Some(#1), |__cel_v| !__cel::serde_json::Value::is_null(__cel_v))"
                .to_owned()
        }
        (false, Shape::Option(_)) => format!("__cel::Option::map(__cel::Option::as_ref(#1), {each})"),
        (true, Shape::Option(_)) => {
            format!("__cel::Option::map(__cel::Option::and_then(#1, __cel::Option::as_ref), {each})")
        }
        (false, _) => format!("{read}(#1)"),
        (true, _) => format!("__cel::Option::map(#1, {each})"),
    };
    let body = match &is_null {
        // A null property is absent.
        Some(is_null) if !value.is_json() => {
            arguments.push(Tokens::new(is_null));
            let held = held(*optional, typed);
            let n = arguments.len() - 1;
            format!("__cel::Option::map(__cel::Option::filter({held}, |__cel_v| !#{n}(__cel_v)), {each})")
        }
        _ => body,
    };
    let output = if property.optional() || is_null.is_some() {
        format!("__cel::Option<{cel}>")
    } else {
        cel.to_owned()
    };
    (output, body, arguments)
}

/// An `Option` of a reference to the value.
fn held(optional: bool, typed: &Typed) -> &'static str {
    match (optional, &typed.shape) {
        (false, Shape::Option(_)) => "__cel::Option::as_ref(#1)",
        (true, Shape::Option(_)) => "__cel::Option::and_then(#1, __cel::Option::as_ref)",
        (false, _) => "__cel::Some(#1)",
        (true, _) => "#1",
    }
}

fn is_read(value: &Typed) -> bool {
    !value.is_opaque() && !matches!(value.shape, Shape::Error)
}

/// Proves that a container type is the one that its name says, if no accessor does. Accessors also prove the
/// types of k8s-openapi.
pub(crate) fn proof(property: &Property, this: &This<'_>) -> Option<Tokens> {
    let typed = property.typed()?;
    if is_read(typed.value()) && typed.kubernetes().is_none() {
        return None;
    }
    let at = at(property);
    let (same, declared) = (proven(typed, at)?, ty(typed));
    // The type may have lifetimes, as `Vec<Cow<'static, str>>` has. They must not be elided.
    if this.is_bound_in(&typed.ty) {
        let (parameters, _) = this.with_lifetime("'__cel");
        let proof = at.write(
            "fn __cel_same #2 (__cel_value: &'__cel #0) -> &'__cel #1 #3 { __cel_value }",
            &[declared, same, parameters, this.clause.clone()],
        );
        return Some(At::derive().write("const _: () = { #0 };", &[proof]));
    }
    Some(at.write(
        "const _: for<'__cel> fn(&'__cel #0) -> &'__cel #1 = |__cel_value| __cel_value;",
        &[declared, same],
    ))
}

/// A property's type as the place for errors in generated code.
pub(super) fn at(property: &Property) -> At {
    At(Span::call_site().located_at(property.span))
}

/// Templates for the type of a value in CEL and for the function that reads it. `#2` is the type. Both name the
/// type that the field should have, so a user's own type with the name of a known one does not compile.
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
        | Shape::Keyed(..)
        | Shape::Nested(_)
        | Shape::Parameter(_)
        | Shape::Opaque
        | Shape::FreeMap
        | Shape::Error => {
            arguments.push(proven(typed, at).unwrap_or_else(|| ty(typed)));
            ("__cel::Cel<'__cel, #2>", "<#2 as __cel::CelValue>::cel")
        }
    }
}
