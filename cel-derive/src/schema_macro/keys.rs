//! Code that reads the keys of items in a `list-type: map`. If the items are a type parameter `T`, the place of use supplies the code.

use super::{
    nested::{NestedSchema, properties_of, spaced},
    unresolved::Unresolved,
};
use crate::{
    decl_type::{Shape, Typed},
    expand::{generic, kubernetes::Foreign},
};
use cel_compiler::{
    checker::nearest,
    schema::reference::resolve,
    schema::{
        DeclField, DeclKind, DeclType, ListType, Schema,
        generics::{is_parameter, key_names},
    },
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::{borrow::Cow, collections::BTreeMap};

impl Unresolved<'_> {
    /// Code that reads the parts of the key of `__cel_item`, an item of a `list-type: map`. Empty for other lists.
    pub(super) fn item_keys(&self, schema: &Schema, list: &DeclType, item: &Typed) -> Vec<TokenStream> {
        let DeclKind::List { items, list_type: ListType::Map(keys) } = &list.kind else { return Vec::new() };
        let (item, at) = without_pointers(item);
        if let Some(key) = generic::key_of_item(item) {
            return keys.iter().map(|name| quote!(#key(#at, #name))).collect();
        }
        let DeclKind::Ref(id) = &items.kind else { return Vec::new() };
        let Some((fields, _)) = properties_of(schema, id) else { return Vec::new() };
        if matches!(item.shape, Shape::Option(_)) {
            return Vec::new();
        }
        let depends = |key: &&String| {
            let field = fields.iter().find(|field| field.name == **key);
            matches!(field.map(|field| &field.node.kind), Some(DeclKind::Ref(id)) if is_parameter(&self.name.id, id))
        };
        if let Some(key) = keys.iter().find(depends) {
            let message = format!("the key `{key}` of the items depends on a parameter");
            let help = "write its type, as `String`: the keys of a list are read in the type that has it";
            self.cx.error_in(&item.ty, &message, help);
            return Vec::new();
        }
        let foreign = Foreign::of(item, self.container);
        let is_there = |key: &&String| fields.iter().any(|field| field.name == **key);
        if let (Some(key), None) = (keys.iter().find(|key| !is_there(key)), &foreign) {
            let message = format!("the items have no property `{key}`, which is their key");
            let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
            let meant = nearest(key, names.iter().map(|name| Cow::from(*name)));
            let help = meant.map_or_else(
                || "name properties of the items: `\"x-kubernetes-list-map-keys\" = [\"name\"]`".to_owned(),
                |meant| format!("did you mean `{meant}`?"),
            );
            self.cx.error_in(&item.ty, &message, &help);
            return Vec::new();
        }
        let read =
            |key: &String| part(fields.iter().find(|field| field.name == *key)?, foreign.as_ref(), &at);
        keys.iter().map(read).collect::<Option<_>>().unwrap_or_default()
    }

    /// For each type that is an argument of a generic type with such lists: the names of the keys, and code that reads them from
    /// `__cel_item`.
    pub(super) fn keys_of_arguments(
        &self,
        nested: &[NestedSchema<'_>],
    ) -> BTreeMap<String, Vec<(String, TokenStream)>> {
        let generic = nested.iter().filter(|nested| nested.parameters.is_some());
        let names: Vec<&str> = generic.flat_map(|nested| key_names(&nested.schema)).collect();
        let keys = nested.iter().filter_map(|nested| {
            let (fields, _) = properties_of(&nested.schema, &nested.schema.root)?;
            let is_key = |field: &&DeclField| names.contains(&&*field.name) && is_scalar(&field.node);
            let keys = fields.iter().filter(is_key);
            let keys: Vec<_> = keys
                .filter_map(|field| Some((field.name.clone(), part(field, None, &quote!(__cel_item))?)))
                .collect();
            (!keys.is_empty()).then(|| (nested.key.clone(), keys))
        });
        keys.collect()
    }

    /// Reports lists with keys if their items, which are an argument, lack a key.
    pub(super) fn check_keys(&self, nested: &NestedSchema<'_>) {
        let schema = &nested.schema;
        let Some(root) = schema.definitions.get(&schema.root) else { return };
        let mut nodes = vec![&root.node];
        while let Some(node) = nodes.pop() {
            match &node.kind {
                DeclKind::List { items, list_type } => {
                    if let Some(key) = missing_key(schema, items, list_type) {
                        let ty = spaced(&nested.ty);
                        let message = match resolve(Some(schema), items).map(|items| &items.kind) {
                            Some(DeclKind::Unknown) => {
                                format!("the key `{key}` of the items of a list in `{ty}` cannot be read")
                            }
                            _ => {
                                format!(
                                    "the items of a list in `{ty}` have no field `{key}`, which is their key"
                                )
                            }
                        };
                        let help = "give it a struct that derives `XValidation` and has the field, as a text, a number or a boolean";
                        self.cx.error_with_help(nested.ty.span(), message, help);
                        return;
                    }
                    nodes.push(items);
                }
                DeclKind::Map { values: inner } => nodes.push(inner),
                DeclKind::Object { fields, .. } => nodes.extend(fields.iter().map(|field| &field.node)),
                _ => {}
            }
        }
    }
}

/// The first key that the items lack.
fn missing_key<'l>(schema: &Schema, items: &DeclType, list_type: &'l ListType) -> Option<&'l str> {
    let ListType::Map(keys) = list_type else { return None };
    let items = resolve(Some(schema), items);
    let has_key = |key: &&String| match items.map(|items| &items.kind) {
        Some(DeclKind::Object { fields, .. }) => {
            fields.iter().any(|field| field.name == **key && is_scalar(&field.node))
        }
        // A type parameter of the type around, which is known at another use, or a type with an error of its own.
        None | Some(DeclKind::Error) => true,
        Some(_) => false,
    };
    keys.iter().find(|key| !has_key(key)).map(String::as_str)
}

fn is_scalar(node: &DeclType) -> bool {
    matches!(
        node.kind,
        DeclKind::Bool | DeclKind::Int | DeclKind::Double | DeclKind::String | DeclKind::IntOrString
    )
}

/// The type behind `Box` and the like, and code for a reference to it from `__cel_item`.
fn without_pointers(mut item: &Typed) -> (&Typed, TokenStream) {
    let mut at = quote!(__cel_item);
    while let Shape::Pointer(inner) = &item.shape {
        (item, at) = (inner, quote!((&**#at)));
    }
    (item, at)
}

/// Code that reads a field of an item.
fn part(field: &DeclField, foreign: Option<&Foreign<'_>>, item: &TokenStream) -> Option<TokenStream> {
    if let Some(place) = &field.access.place {
        return foreign?.key(place, item);
    }
    let start = || (item.clone(), false);
    let mut ways = field.access.ways().map(|steps| {
        steps.iter().fold(start(), |(tokens, optional), step| {
            let method = format_ident!("{}", step.method);
            match (optional, step.optional) {
                (false, _) => (quote!(__cel::fields(#tokens).#method()), step.optional),
                (true, false) => {
                    (quote!(__cel::Option::map(#tokens, |__cel_v| __cel::fields(__cel_v).#method())), true)
                }
                (true, true) => (
                    quote!(__cel::Option::and_then(#tokens, |__cel_v| __cel::fields(__cel_v).#method())),
                    true,
                ),
            }
        })
    });
    let (first, _) = ways.next()?;
    Some(ways.fold(first, |tokens, (other, _)| quote!(__cel::Option::or(#tokens, #other))))
}
