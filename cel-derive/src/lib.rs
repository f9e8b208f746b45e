//! `#[derive(XValidation)]`, see the crate `cel-runtime`, which re-exports it.
//!
//! `input` reads the item, `check` judges it, `expand` writes its code. A rule may look into nested types, whose fields a
//! derive does not see: `schema_macro` asks their own macros for them and goes on when it has the answers.

mod attr;
mod check;
mod ctxt;
mod decl_type;
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

/// Compiles the `#[x_validation(rule = "..")]` of a type and its fields, see `cel_runtime::XValidation`.
//
// `kube` and `x_kube` are read, and not registered: where no derive of kube's stands beside ours they do nothing, and rustc says so.
#[proc_macro_derive(XValidation, attributes(x_validation, schemars, serde, validate, garde))]
pub fn derive_x_validation(input: TokenStream) -> TokenStream {
    schema_macro::derive(input.into()).into()
}

/// Goes on with a derive when the schemas of all nested types are known.
#[doc(hidden)]
#[proc_macro]
pub fn __step(input: TokenStream) -> TokenStream {
    schema_macro::step(input.into()).into()
}

/// Puts the schemas of some nested types together.
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
