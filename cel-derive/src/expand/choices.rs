//! Flattened enums: schemars writes two of them into an `allOf`, which no server takes.

use super::ty;
use crate::{
    decl_type::{Nested, Shape, Typed},
    input::{Container, Content, Data, Property},
    tokens::{At, Tokens, located},
};
use proc_macro2::Span;
use syn::spanned::Spanned;

/// The constant that tells which keyword the schema has for a choice of variants. Empty if it has none.
pub(super) fn constant(container: &Container<'_>) -> Tokens {
    let own = match (container.is_enum, container.is_untagged, &container.data) {
        (true, false, Data::Object(_)) => "__cel::ONE_OF".to_owned(),
        (true, true, Data::Object(_)) => "__cel::ANY_OF".to_owned(),
        _ => String::new(),
    };
    let of_flattened = flattened(container).map(|(typed, _)| choice(typed));
    let all: Vec<Tokens> =
        (!own.is_empty()).then(|| Tokens::parsed(own)).into_iter().chain(of_flattened).collect();
    let Some(all) = all.into_iter().reduce(|left, right| At::derive().write("#0 | #1", &[left, right]))
    else {
        return Tokens::default();
    };
    At::derive().write("const CHOICE: __cel::u64 = #0;", &[all])
}

/// Code that does not compile if two flattened types have the same keyword. A CRD that is made by hand may have another schema.
pub(super) fn proofs(container: &Container<'_>) -> Tokens {
    if container.attrs.manual_crd || container.kube.as_ref().is_some_and(|kube| kube.is_schema_manual) {
        return Tokens::default();
    }
    let mut before: Option<Tokens> = None;
    let mut proofs = Vec::new();
    for (typed, _) in flattened(container) {
        let own = choice(typed);
        if let Some(before) = &before {
            let at = At(Span::call_site().located_at(typed.ty.span()));
            let lasting = located(&container.this.lasting_in(&typed.leaf().ty));
            proofs.push(at.write(
                "const _: () = <#0 as __cel::OnlyChoice<{ __cel::is_only(#1, #2) }>>::HOLDS;",
                &[lasting, before.clone(), own.clone()],
            ));
        }
        before = Some(match before {
            Some(before) => At::derive().write("#0 | #1", &[before, own]),
            None => own,
        });
    }
    match proofs.is_empty() {
        true => Tokens::default(),
        false => At::derive().write("__cel::with_schemars! { #0 }", &[proofs.into_iter().collect()]),
    }
}

/// The flattened types without arguments.
fn flattened<'a>(container: &'a Container<'_>) -> impl Iterator<Item = (&'a Typed, &'a Nested)> {
    let properties: &[Property] = match &container.data {
        Data::Object(properties) if !container.this.is_generic() => properties,
        _ => &[],
    };
    properties.iter().filter_map(|property| match &property.content {
        Content::Flatten(typed) => {
            let (_, nested) = typed.nested().filter(|(_, nested)| nested.arguments.is_empty())?;
            Some((typed, nested))
        }
        Content::Value(_) | Content::Object(_) => None,
    })
}

/// The keyword in the schema of a flattened type. schemars writes an `anyOf` for an `Option` of a choice.
fn choice(typed: &Typed) -> Tokens {
    let leaf = ty(typed.leaf());
    match typed.shape {
        Shape::Option(_) => {
            At::derive().write("__cel::optional_choice(<#0 as __cel::Node>::CHOICE)", &[leaf])
        }
        _ => At::derive().write("<#0 as __cel::Node>::CHOICE", &[leaf]),
    }
}
