//! `#[derive(XValidation)]`. Users get it from the crate `cel-runtime`, which re-exports it.
//!
//! `input` reads the item, `check` checks it, `expand` writes its code. A rule may read fields of nested types,
//! which a derive does not see. `schema_macro` asks the macros of those types for their schemas, and continues
//! with the answers.

mod attr;
mod check;
mod ctxt;
mod decl_type;
mod edition;
mod editor;
mod expand;
mod fallback;
mod generics;
#[cfg(feature = "crd")]
mod include_crd;
mod input;
mod kubernetes;
mod literal;
mod manifest;
mod model;
mod scalar;
mod schema_macro;
mod source;
mod tokens;

use proc_macro::TokenStream;

/// Compiles the `#[x_validation(rule = "..")]` of a type and its fields. See `cel_runtime::XValidation`.
//
// The attributes `kube` and `x_kube` are read but not registered. Without a derive of kube they do nothing, and
// rustc reports them.
#[proc_macro_derive(XValidation, attributes(x_validation, schemars, serde, validate, garde))]
pub fn derive_x_validation(input: TokenStream) -> TokenStream {
    schema_macro::derive(input.into()).into()
}

/// Continues a derive after the schemas of all nested types are known.
#[doc(hidden)]
#[proc_macro]
pub fn __step(input: TokenStream) -> TokenStream {
    schema_macro::step(input.into()).into()
}

/// Collects the schemas of some nested types.
#[doc(hidden)]
#[proc_macro]
pub fn __group(input: TokenStream) -> TokenStream {
    schema_macro::group(input.into()).into()
}

/// Reads a CRD file for `cel_runtime::include_crd!`.
#[cfg(feature = "crd")]
#[doc(hidden)]
#[proc_macro]
pub fn __include_crd(input: TokenStream) -> TokenStream {
    include_crd::include_crd(input.into()).into()
}
