//! Searches with regular expressions: with a pattern known only at run time a function, with a constant one a method of the
//! compiled pattern.

use super::Row;
use crate::emit::{Emitter, Form, Operand, Operation};
use cel_types::regex::translate;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

pub(super) const ROWS: &[Row] = &[
    Row::new("matches", "regex::matches").fallible().builds(),
    Row::new("matches_string", "regex::matches").fallible().builds(),
    Row::new("string_find_string", "regex::find").fallible().builds(),
    Row::new("string_find_all_string", "regex::find_all").fallible().builds(),
    Row::new("string_find_all_string_int", "regex::find_all_limited").fallible().builds(),
];

/// The compiled patterns of a function, each once.
#[derive(Default)]
pub(in crate::emit) struct Patterns(Vec<String>);

impl Patterns {
    /// The name of a pattern, which is one for Go.
    fn name(&mut self, pattern: &str) -> Ident {
        let translated = translate(pattern).unwrap_or_default();
        let known = self.0.iter().position(|known| *known == translated);
        let index = known.unwrap_or_else(|| {
            self.0.push(translated);
            self.0.len() - 1
        });
        name(index)
    }

    /// Their definitions.
    pub(in crate::emit) fn statics(&self) -> TokenStream {
        let statics = self.0.iter().enumerate().map(|(index, translated)| {
            let name = name(index);
            quote!(static #name: LazyLock<Pattern> = LazyLock::new(|| Pattern::translated(#translated));)
        });
        statics.collect()
    }
}

fn name(index: usize) -> Ident {
    Ident::new(&format!("PATTERN_{}", index + 1), Span::call_site())
}

impl Emitter<'_, '_> {
    /// `matches`, `find` or `findAll` with a constant pattern.
    pub(in crate::emit) fn search(
        &mut self,
        function: &str,
        pattern: &str,
        mut operands: Vec<Operand>,
    ) -> Operand {
        let name = self.patterns.name(pattern);
        operands.remove(1);
        let (form, arena, default) = match (function, operands.len()) {
            ("matches", _) => (Form::Bool, None, None),
            ("find", _) => (Form::String, None, None),
            (_, 1) => (Form::list(Form::String), Some(quote!(cost.arena(),)), Some(quote!(, -1))),
            _ => (Form::list(Form::String), Some(quote!(cost.arena(),)), None),
        };
        let method = Ident::new(if function == "findAll" { "find_all" } else { function }, Span::call_site());
        let found = move |o: &[TokenStream]| quote!(#name.#method(#arena #(#o),* #default));
        let wanted = [Form::String, Form::Int];
        if operands.iter().zip(&wanted).all(|(operand, form)| operand.form == *form) {
            return self.lift(operands, Operation::new(form, found).delimited());
        }
        self.search_dynamic(form, operands, found)
    }

    /// The same over values of unknown type.
    fn search_dynamic(
        &mut self,
        form: Form,
        operands: Vec<Operand>,
        found: impl Fn(&[TokenStream]) -> TokenStream + 'static,
    ) -> Operand {
        let operands = operands.into_iter().map(|operand| self.coerce(operand, &Form::Dynamic)).collect();
        let operation = Operation::fallible(form, move |o| {
            let (text, limit) = (&o[0], o.get(1));
            let names = [quote!(text), quote!(limit)];
            let found = found(&names[..o.len()]);
            match limit {
                None => quote!(dynamic::searched(#text).map(|text| #found)),
                Some(limit) => quote!(
                    ops::both(dynamic::searched(#text), dynamic::limit(#limit)).map(|(text, limit)| #found)
                ),
            }
        });
        self.lift(operands, operation.delimited())
    }
}
