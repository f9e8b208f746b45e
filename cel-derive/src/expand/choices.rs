//! Enums with a choice of schemas. schemars writes two flattened ones into an `allOf`, which no server takes. kube drops rules of a field that
//! is an `Option` of one.

use super::ty;
use crate::{
    attr::Origin,
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
        // An enum of unit variants cannot be flattened, so only its rules make a difference.
        (_, _, Data::UnitEnum(variants)) if variants.is_documented && !container.attrs.rules.is_empty() => {
            "__cel::ONE_OF".to_owned()
        }
        _ => String::new(),
    };
    let inner = match &container.data {
        Data::Newtype(property) => property.typed().and_then(Typed::same_node),
        Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => None,
    };
    let inner = inner.filter(|inner| has_choice(inner));
    let of_flattened = flattened(container).map(|(typed, _)| typed).chain(inner).map(choice);
    let all: Vec<Tokens> =
        (!own.is_empty()).then(|| Tokens::parsed(own)).into_iter().chain(of_flattened).collect();
    let Some(all) = all.into_iter().reduce(|left, right| At::derive().write("#0 | #1", &[left, right]))
    else {
        return Tokens::default();
    };
    At::derive().write("const CHOICE: __cel::u64 = #0;", &[all])
}

/// Code that does not compile if two flattened types have the same keyword, or if kube drops rules. A CRD that is made by hand may have another schema.
pub(super) fn proofs(container: &Container<'_>) -> Tokens {
    if container.attrs.manual_crd || container.kube.as_ref().is_some_and(|kube| kube.is_schema_manual) {
        return Tokens::default();
    }
    let mut before: Option<Tokens> = None;
    let mut proofs = kept_rules(container);
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

/// Code that does not compile if kube drops the rules of `x_kube` on a field. schemars writes an `Option` of a choice as an `anyOf`. The rules
/// stand beside it, until kube puts the content of the `anyOf` in its place. Our transform joins them before.
fn kept_rules(container: &Container<'_>) -> Vec<Tokens> {
    if container.has_transform || container.this.is_generic() {
        return Vec::new();
    }
    let properties = container.properties();
    let proofs = properties.iter().filter_map(|property| {
        property.attrs.rules.iter().find(|rule| rule.origin == Origin::Kube)?;
        let Shape::Option(inner) = &property.typed()?.shape else { return None };
        let inner = inner.same_node().filter(|inner| has_choice(inner))?;
        let at = At(Span::call_site().located_at(inner.ty.span()));
        let lasting = located(&container.this.lasting_in(&inner.ty));
        Some(at.write(
            "const _: () = <#0 as __cel::KeepsRules<{ __cel::keeps_rules::<#0>() }>>::HOLDS;",
            &[lasting],
        ))
    });
    proofs.collect()
}

/// True for a type that derives and whose keyword a constant can tell.
fn has_choice(typed: &Typed) -> bool {
    typed.nested().is_some_and(|(_, nested)| nested.arguments.is_empty() && nested.constants.is_empty())
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
