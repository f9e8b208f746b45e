//! Finds types in opaque fields and of the name `Value` whose rules would not run. A derive does not know these types, but the compiler does.

use crate::{
    input::{Container, Property},
    source::is_free_form,
    tokens::{At, Tokens, located},
};
use proc_macro2::Span;
use syn::{GenericArgument, PathArguments, Type, TypePath, spanned::Spanned};

/// Code that does not compile if a field is opaque without `server_only` and its type derives `XValidation` and
/// has rules. The same for a `Value` that is taken for one of serde_json.
pub(super) fn proofs(container: &Container<'_>) -> Tokens {
    let proofs = container.properties().into_iter().flat_map(|property| {
        let attrs = &property.attrs;
        let is_told = attrs.nested.is_some() || attrs.schema.is_some();
        match attrs.opaque {
            Some(_) if attrs.server_only.is_none() => of_types(container, property, "WithoutRules", |_| true),
            None if !is_told => {
                of_types(container, property, "FreeForm", |path| is_free_form(container.ident, &path.path))
            }
            _ => Tokens::default(),
        }
    });
    proofs.collect()
}

/// An assertion about each of some types that the type of a field names.
fn of_types(
    container: &Container<'_>,
    property: &Property,
    assertion: &str,
    is_meant: impl Fn(&TypePath) -> bool,
) -> Tokens {
    let mut types = Vec::new();
    property.typed().into_iter().for_each(|typed| named(&typed.ty, &mut types));
    let proof = |path: &TypePath| {
        let at = At(Span::call_site().located_at(path.span()));
        // No lifetime of the item is known in a constant. The rules of a type do not depend on it.
        at.write(
            &format!(
                "const _: () = <#0 as __cel::{assertion}<{{ <__cel::Of<#0>>::__CEL_HAS_RULES }}>>::HOLDS;"
            ),
            &[located(&container.this.lasting_in(path))],
        )
    };
    let types = types.into_iter().filter(|path| is_meant(path) && !container.this.is_in(path));
    types.flat_map(proof).collect()
}

/// The types that a type names, including itself.
fn named<'t>(ty: &'t Type, out: &mut Vec<&'t TypePath>) {
    match ty {
        Type::Path(path) => {
            out.push(path);
            for segment in &path.path.segments {
                let PathArguments::AngleBracketed(arguments) = &segment.arguments else { continue };
                for argument in &arguments.args {
                    if let GenericArgument::Type(ty) = argument {
                        named(ty, out);
                    }
                }
            }
        }
        Type::Group(group) => named(&group.elem, out),
        Type::Paren(paren) => named(&paren.elem, out),
        Type::Reference(reference) => named(&reference.elem, out),
        Type::Array(array) => named(&array.elem, out),
        Type::Slice(slice) => named(&slice.elem, out),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|elem| named(elem, out)),
        _ => {}
    }
}
