//! Keys of an object that are not in its schema. Comparisons with `==` use them (k8s: `common/values.go`,
//! `unstructuredMap.Equal`).

use super::super::ty;
use crate::{
    decl_type::Shape,
    input::{Content, Property, Reader},
};
use cel_compiler::{
    env::has_type,
    schema::{DeclKind, DeclType, ListType, Schema, reference::resolve},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// `has_key` and `unknown` of `Object`. If the schema has all keys, only `has_key`, and only if serde writes
/// some nulls and omits others.
pub(super) fn methods(properties: &[Property], schema: &Schema, node: &DeclType) -> Option<TokenStream> {
    let DeclKind::Object { fields, preserve_unknown_fields } = &node.kind else { return None };
    let is_unknown = |name: &str| {
        let field = fields.iter().find(|field| field.name == name);
        field.is_some_and(|field| !has_type(Some(schema), &field.node))
    };
    let may_be_missing = |property: &&Property| property.reader.optional || property.skips_none;
    let shared = |property: &Property| {
        let field = fields.iter().find(|field| field.name == property.name);
        let is_shared = field.is_some_and(|field| !field.access.others.is_empty());
        if is_shared { properties.iter().filter_map(flat_has_key).collect() } else { Vec::new() }
    };
    let own = properties.iter().filter(may_be_missing).filter(|property| !is_flat(property));
    let keys = own.map(|property| key(property, &shared(property)));
    // A flattened type is asked only for its own keys.
    let always = properties.iter().filter(|property| !may_be_missing(property) && !is_flat(property));
    let always = always.map(|Property { name, .. }| quote!(#name => true,));
    let flat = properties.iter().filter(|property| is_flat(property));
    let flat_keys = flat.filter_map(flat_key);
    let has_key = || {
        quote! {
            fn has_key(&self, __cel_name: &__cel::str) -> __cel::bool {
                let __cel_self = self;
                match __cel_name {
                    #(#keys)*
                    #(#always)*
                    _ => true #(&& #flat_keys)*,
                }
            }
        }
    };
    if !preserve_unknown_fields && fields.iter().all(|field| has_type(Some(schema), &field.node)) {
        let differ = properties.iter().any(may_be_null)
            && properties.iter().any(|property| may_be_missing(&property) || is_flat(property));
        return differ.then(has_key);
    }
    let untyped: Vec<_> = fields.iter().filter(|field| !has_type(Some(schema), &field.node)).collect();
    let elements = untyped.iter().filter_map(|field| {
        let nullable = nullable_elements(schema, &field.node);
        let name = &field.name;
        (!nullable.is_empty()).then(|| quote!(#name => &[#(#nullable),*],))
    });
    let elements: Vec<_> = elements.collect();
    let elements = (!elements.is_empty()).then(|| {
        quote! {
            fn nullable_elements(&self, __cel_name: &__cel::str) -> &'static [__cel::bool] {
                match __cel_name { #(#elements)* _ => &[] }
            }
        }
    });
    let untyped = untyped.iter().map(|field| &field.name).collect::<Vec<_>>();
    let untyped = (!untyped.is_empty()).then(|| {
        quote! {
            fn is_untyped(&self, __cel_name: &__cel::str) -> __cel::bool {
                ::core::matches!(__cel_name, #(#untyped)|*)
            }
            #elements
        }
    });
    let added =
        properties.iter().filter(|property| is_flat(property) || is_unknown(&property.name)).map(added);
    let has_key = has_key();
    Some(quote! {
        #has_key
        #untyped
        fn unknown(&self) -> __cel::serde_json::Map<__cel::std::string::String, __cel::serde_json::Value> {
            let __cel_self = self;
            let mut __cel_keys = __cel::serde_json::Map::new();
            #(#added)*
            __cel_keys
        }
    })
}

/// One entry for each list and map around the values without a type, the outermost first: true if its elements may be null. It is
/// `[true, false]` for `Vec<Option<Vec<Any>>>` where `Any` has no type. `Option<Any>` does not get `nullable`, since `Any` has no type.
fn nullable_elements(schema: &Schema, node: &DeclType) -> Vec<bool> {
    let element = match resolve(Some(schema), node).map(|node| &node.kind) {
        Some(DeclKind::List { items, list_type: ListType::Atomic }) => &**items,
        Some(DeclKind::Map { values }) => &**values,
        _ => return Vec::new(),
    };
    let held = resolve(Some(schema), element);
    let is_untyped = held.is_none_or(|held| matches!(held.kind, DeclKind::Unknown));
    let is_nullable = !is_untyped && (element.nullable || held.is_some_and(|held| held.nullable));
    [vec![is_nullable], nullable_elements(schema, element)].concat()
}

/// An arm of `has_key`. `others` tell if flattened types of other variants have the key.
fn key(property: &Property, others: &[TokenStream]) -> TokenStream {
    let (name, Reader { expr, optional }) = (&property.name, &property.reader);
    if *optional && property.skips_none {
        return quote!(#name => __cel::Option::is_some_and(#expr, |__cel_v| __cel::Option::is_some(__cel_v)) #(|| #others)*,);
    }
    quote!(#name => __cel::Option::is_some(&#expr) #(|| #others)*,)
}

/// Code that tells if the flattened type of a variant, if it is present, has the key.
fn flat_has_key(property: &Property) -> Option<TokenStream> {
    let Content::Flatten(typed) = &property.content else { return None };
    let ty = ty(typed.nested()?.0);
    let expr = &property.reader.expr;
    Some(
        quote!(__cel::Option::is_some_and(#expr, |__cel_v| <#ty as __cel::Object>::has_key(__cel_v, __cel_name))),
    )
}

/// Code that is false if a flattened type, if it is present, lacks the key.
fn flat_key(property: &Property) -> Option<TokenStream> {
    let Content::Flatten(typed) = &property.content else { return None };
    let ty = ty(typed.nested()?.0);
    let Reader { expr, optional } = &property.reader;
    let held = match (optional, &typed.shape) {
        (false, Shape::Option(_)) => quote!(__cel::Option::as_ref(#expr)),
        (true, Shape::Option(_)) => quote!(__cel::Option::and_then(#expr, __cel::Option::as_ref)),
        (true, _) => expr.to_token_stream(),
        (false, _) => return Some(quote!(<#ty as __cel::Object>::has_key(#expr, __cel_name))),
    };
    Some(
        quote!(__cel::Option::is_none_or(#held, |__cel_v| <#ty as __cel::Object>::has_key(__cel_v, __cel_name))),
    )
}

fn added(property: &Property) -> TokenStream {
    let Reader { expr, optional } = &property.reader;
    let name = &property.name;
    let add = match &property.content {
        Content::Flatten(typed) if typed.nested().is_some() => {
            let ty = typed.nested().map(|(typed, _)| ty(typed));
            let add = quote! {
                ::core::iter::Extend::extend(&mut __cel_keys, <#ty as __cel::Object>::unknown(__cel_v));
            };
            match typed.shape {
                Shape::Option(_) => quote!(if let __cel::Some(__cel_v) = __cel_v { #add }),
                _ => add,
            }
        }
        Content::Flatten(_) => quote! {
            if let __cel::Some(__cel::serde_json::Value::Object(__cel_v)) = __cel::Written(__cel_v).__cel_json() {
                ::core::iter::Extend::extend(&mut __cel_keys, __cel_v);
            }
        },
        Content::Value(_) | Content::Object(_) => quote! {
            if let __cel::Some(__cel_v) = __cel::Written(__cel_v).__cel_json() {
                __cel::serde_json::Map::insert(&mut __cel_keys, ::core::convert::From::from(#name), __cel_v);
            }
        },
    };
    // If serde leaves a `None` out, there is no key.
    let add = match property.skips_none {
        true => quote!(if __cel::Option::is_some(__cel_v) { #add }),
        false => add,
    };
    match optional {
        true => quote!(if let __cel::Some(__cel_v) = #expr { #add }),
        false => quote!({ let __cel_v = #expr; #add }),
    }
}

/// True if serde may write a null for the property, or for one inside a flattened type.
fn may_be_null(property: &Property) -> bool {
    let is_option =
        property.typed().is_some_and(|typed| matches!(typed.shape, Shape::Option(_)) || typed.is_json());
    is_flat(property) || is_option && !property.skips_none
}

fn is_flat(property: &Property) -> bool {
    matches!(property.content, Content::Flatten(_))
}
