//! Finds types in opaque fields whose rules would not run. A derive does not know these types, but the compiler does.

use crate::{
    input::Container,
    tokens::{At, Tokens, located},
};
use proc_macro2::Span;
use syn::{GenericArgument, PathArguments, Type, TypePath, spanned::Spanned};

/// Code that does not compile if a field is opaque without `server_only` and its type derives `XValidation` and
/// has rules.
pub(super) fn proofs(container: &Container<'_>) -> Tokens {
    let properties = container.properties().into_iter();
    let opaque =
        properties.filter(|property| property.attrs.opaque.is_some() && property.attrs.server_only.is_none());
    let types = opaque.filter_map(|property| property.typed()).flat_map(|typed| {
        let mut found = Vec::new();
        named(&typed.ty, &mut found);
        found
    });
    let proof = |path: &TypePath| {
        let at = At(Span::call_site().located_at(path.span()));
        // No lifetime of the item is known in a constant. The rules of a type do not depend on it.
        at.write(
            "const _: () = <#0 as __cel::WithoutRules<{ <__cel::Of<#0>>::__CEL_HAS_RULES }>>::HOLDS;",
            &[located(&container.this.lasting_in(path))],
        )
    };
    types.filter(|path| !container.this.is_in(path)).flat_map(proof).collect()
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
