//! Code that reads values whose JSON only serde knows.

use super::ty;
use crate::{
    decl_type::{Hidden, Shape, Typed},
    generics::This,
    input::{Container, Content, Data, Property},
    tokens::{Tokens, located},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The place of the schema of an opaque value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seeking {
    /// Inside the schema of the item.
    InItem,
    /// Nowhere. The view of a generic type does not know the arguments.
    Nowhere,
}

/// The type of the value in rules.
pub(super) fn cel(
    typed: &Typed,
    hidden: &Hidden,
    (container, seeking): (&Container<'_>, Seeking),
    lifetime: &TokenStream,
) -> TokenStream {
    let ty = ty(typed);
    let source = match (&hidden.scalar, schema_of(&container.this)) {
        (Some(_), _) => return quote!(__cel::Scalar<#lifetime, #ty>),
        (None, _) if seeking == Seeking::Nowhere => quote!(__cel::Given<false>),
        (None, Some(schema)) => quote!(__cel::Given<{ #schema::__CEL_IS_KNOWN }>),
        (None, None) => {
            let this = container.this.lasting();
            quote!(__cel::Below<#this>)
        }
    };
    quote!(__cel::Opaque<#lifetime, #ty, #source>)
}

/// Code that reads the value at `__cel_value`, a reference.
pub(super) fn read(
    typed: &Typed,
    hidden: &Hidden,
    (container, seeking): (&Container<'_>, Seeking),
) -> TokenStream {
    match (&hidden.scalar, &hidden.write) {
        (Some(_), None) => quote!(__cel::Scalar::new(__cel_value)),
        (Some(_), Some(write)) => {
            quote!(__cel::Scalar::with(__cel_value, |__cel_v, __cel_w| #write(__cel_v, __cel_w)))
        }
        (None, _) => {
            let json = written(typed, hidden, &quote!(__cel_json));
            let steps = steps_to(container, typed);
            match schema_of(&container.this) {
                _ if seeking == Seeking::Nowhere => {
                    quote!(__cel::Opaque::new(__cel_value, |__cel_v| #json, __cel::Given(__cel::Schema::untyped)))
                }
                Some(schema) => opaque(&schema, &steps, &json),
                // The schema exists only where the arguments are known.
                None => {
                    let steps = quote!(__cel::Below::new(&[#(#steps),*]));
                    quote!(__cel::Opaque::new(__cel_value, |__cel_v| #json, #steps))
                }
            }
        }
    }
}

/// Code that reads the status of a custom resource at `__cel_value`.
pub(super) fn of_status(status: &Tokens) -> TokenStream {
    let schema = quote!(<__cel::SchemaOf<#status>>);
    opaque(&schema, &[], &quote!(__cel::Written(__cel_v).__cel_json()))
}

/// The schema of the item from schemars. `None` if it depends on arguments that the item's rules do not see.
fn schema_of(this: &This<'_>) -> Option<TokenStream> {
    let ty = this.lasting();
    (!this.has_instances()).then(|| quote!(<__cel::SchemaOf<#ty>>))
}

/// An opaque value. The steps lead from a known schema to its own.
fn opaque(schema: &TokenStream, steps: &[TokenStream], json: &TokenStream) -> TokenStream {
    quote! {
        fn __cel_schema() -> &'static __cel::Schema {
            static __CEL_SCHEMA: __cel::std::sync::OnceLock<__cel::Schema> =
                __cel::std::sync::OnceLock::new();
            __CEL_SCHEMA.get_or_init(|| #schema::__cel_at(&[#(#steps),*]))
        }
        __cel::Opaque::new(__cel_value, |__cel_v| #json, __cel::Given(__cel_schema))
    }
}

/// The schemars schema of a type with an opaque part. Updates need it for comparisons. `None` if it depends on
/// arguments; then the opaque part counts as changed.
pub(crate) fn described(this: &This<'_>) -> Option<TokenStream> {
    let schema = schema_of(this)?;
    Some(of_schema(&quote!(__cel::Option::Some(__CEL_SCHEMA.get_or_init(|| #schema::__cel_at(&[]))))))
}

/// The same for the type that kube generates around a spec.
pub(crate) fn described_root(spec: &Ident, status: Option<&syn::Path>) -> TokenStream {
    let status =
        status.map(located).map(|status| quote!(, ("status", <__cel::SchemaOf<#status>>::__cel_at(&[]))));
    of_schema(&quote! {
        __cel::Option::Some(__CEL_SCHEMA.get_or_init(|| {
            __cel::Schema::object([("spec", <__cel::SchemaOf<#spec>>::__cel_at(&[])) #status])
        }))
    })
}

fn of_schema(schema: &TokenStream) -> TokenStream {
    quote! {
        fn described() -> __cel::Option<&'static __cel::Schema> {
            static __CEL_SCHEMA: __cel::std::sync::OnceLock<__cel::Schema> =
                __cel::std::sync::OnceLock::new();
            #schema
        }
    }
}

/// Calls a method on the JSON that serde writes for `__cel_v`.
fn written(typed: &Typed, hidden: &Hidden, method: &TokenStream) -> TokenStream {
    let Some(write) = &hidden.write else { return quote!(__cel::Written(__cel_v).#method()) };
    let ty = ty(typed);
    quote! {{
        struct __CelWritten<'w>(&'w #ty);
        impl __cel::serde::Serialize for __CelWritten<'_> {
            fn serialize<__cel_S: __cel::serde::Serializer>(&self, __cel_w: __cel_S) -> __cel::std::result::Result<__cel_S::Ok, __cel_S::Error> {
                #write(self.0, __cel_w)
            }
        }
        __cel::Written(&__CelWritten(__cel_v)).#method()
    }}
}

/// A function that tells if serde writes a null. `None` for types that need no such function.
pub(super) fn is_null(typed: &Typed) -> Option<TokenStream> {
    if !typed.may_be_null() {
        return None;
    }
    let hidden = typed.hidden()?;
    let (ty, is_null) = (ty(typed), written(typed, hidden, &quote!(__cel_is_null)));
    Some(quote!((|__cel_v: &#ty| #is_null)))
}

/// The steps from the container's schema to that of a type in it: names of properties, and `None` for the
/// elements of a list or a map.
fn steps_to(container: &Container<'_>, typed: &Typed) -> Vec<TokenStream> {
    let found = match &container.data {
        Data::Object(properties) => in_properties(properties, typed),
        Data::Newtype(property) => in_property(property, typed),
        Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => None,
    };
    let step = |step: Option<&str>| match step {
        Some(name) => quote!(__cel::Some(#name)),
        None => quote!(__cel::None),
    };
    found.into_iter().flatten().map(step).collect()
}

fn in_properties<'p>(properties: &'p [Property], typed: &Typed) -> Option<Vec<Option<&'p str>>> {
    properties.iter().find_map(|property| {
        let mut steps = in_property(property, typed)?;
        steps.insert(0, Some(&property.name));
        Some(steps)
    })
}

fn in_property<'p>(property: &'p Property, typed: &Typed) -> Option<Vec<Option<&'p str>>> {
    match &property.content {
        Content::Value(held) | Content::Flatten(held) => in_type(held, typed),
        Content::Object(properties) => in_properties(properties, typed),
    }
}

fn in_type<'p>(held: &Typed, typed: &Typed) -> Option<Vec<Option<&'p str>>> {
    match &held.shape {
        _ if std::ptr::eq(held, typed) => Some(Vec::new()),
        Shape::Option(inner) | Shape::Pointer(inner) => in_type(inner, typed),
        Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(inner) => {
            let mut steps = in_type(inner, typed)?;
            steps.insert(0, None);
            Some(steps)
        }
        _ => None,
    }
}
