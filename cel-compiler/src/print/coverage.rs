//! The place of a rule in the source, for a report on coverage.

use crate::schema::{Origin, SourceLocation, ValidationRule};
use proc_macro2::TokenStream;
use quote::quote;

/// The statement in front of the call of a rule, if coverage is measured.
pub(super) fn covered(rule: &ValidationRule, private: &TokenStream) -> TokenStream {
    let SourceLocation { file, line, column, origin } = &rule.location;
    let Some(Origin { folder, owner }) = origin else { return TokenStream::new() };
    let rule = rule.rule.trim();
    quote!(#private::covered!(__cel_cx, #folder, #file, #line, #column, #owner, #rule);)
}
