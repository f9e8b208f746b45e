//! Collects errors, so that all mistakes of an item are reported together.

use crate::literal::position;
use proc_macro2::{Span, TokenStream};
use std::{cell::RefCell, collections::HashSet};

/// The errors of one expansion. Must be read with [`check`](Ctxt::check).
pub(crate) struct Ctxt {
    errors: RefCell<Option<Vec<syn::Error>>>,
    /// Errors that hold only if the guesses about k8s-openapi are right.
    deferred: RefCell<Vec<syn::Error>>,
    /// Code that makes rustc warn.
    warnings: RefCell<TokenStream>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Ctxt {
            errors: RefCell::new(Some(Vec::new())),
            deferred: RefCell::default(),
            warnings: RefCell::default(),
        }
    }

    /// A mistake at a place.
    pub(crate) fn error(&self, span: Span, message: impl AsRef<str>) {
        self.push(syn::Error::new(span, message.as_ref()));
    }

    /// A mistake at a place, with help.
    pub(crate) fn error_with_help(&self, span: Span, message: impl AsRef<str>, help: impl AsRef<str>) {
        self.error(span, format!("{}\n\nhelp: {}", message.as_ref(), help.as_ref()));
    }

    /// A mistake in tokens. All of them are underlined.
    pub(crate) fn error_in(
        &self,
        tokens: &impl quote::ToTokens,
        message: impl AsRef<str>,
        help: impl AsRef<str>,
    ) {
        let message = format!("{}\n\nhelp: {}", message.as_ref(), help.as_ref());
        self.push(syn::Error::new_spanned(tokens, message));
    }

    fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// The places of the errors so far.
    pub(crate) fn places(&self) -> HashSet<String> {
        let errors = self.errors.borrow();
        errors.iter().flatten().map(|error| position(error.span())).collect()
    }

    /// The number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.errors.borrow().as_ref().map_or(0, Vec::len)
    }

    /// Runs a check whose errors hold only if all guessed names of types are right.
    pub(crate) fn deferring(&self, run: impl FnOnce()) {
        let before = self.count();
        run();
        let new = self.errors.borrow_mut().as_mut().map(|errors| errors.split_off(before));
        self.deferred.borrow_mut().extend(new.into_iter().flatten());
    }

    /// The errors that [`deferring`](Self::deferring) has collected.
    pub(crate) fn take_deferred(&self) -> Vec<syn::Error> {
        self.deferred.take()
    }

    /// A warning. It is shown only if there is no error.
    pub(crate) fn warn(&self, warning: TokenStream) {
        self.warnings.borrow_mut().extend(warning);
    }

    /// The warnings so far.
    pub(crate) fn take_warnings(&self) -> TokenStream {
        self.warnings.take()
    }

    /// True if there is no error so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.errors.borrow().as_ref().is_some_and(Vec::is_empty) && self.deferred.borrow().is_empty()
    }

    /// All errors so far.
    pub(crate) fn check(self) -> Result<(), Vec<syn::Error>> {
        match self.errors.take() {
            Some(errors) if !errors.is_empty() => Err(errors),
            _ => Ok(()),
        }
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        assert!(
            std::thread::panicking() || self.errors.borrow().is_none(),
            "errors of an expansion were dropped unread"
        );
    }
}
