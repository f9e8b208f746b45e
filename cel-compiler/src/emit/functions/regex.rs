//! Searches with regular expressions: with a pattern known only at run time a function, with a constant one a method of the
//! compiled pattern.

use crate::emit::{Emitter, Form, Operand, Operation};
use cel_types::regex::Program;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The compiled patterns of a function, each once.
#[derive(Default)]
pub(crate) struct Patterns(Vec<String>);

impl Patterns {
    /// The name of a pattern, which is one for Go.
    pub(crate) fn name(&mut self, pattern: &str) -> Ident {
        let known = self.0.iter().position(|known| known == pattern);
        let index = known.unwrap_or_else(|| {
            self.0.push(pattern.to_owned());
            self.0.len() - 1
        });
        name(index)
    }

    /// Their definitions.
    pub(crate) fn statics(&self) -> TokenStream {
        let statics = self.0.iter().enumerate().map(|(index, pattern)| {
            let name = name(index);
            quote!(static #name: LazyLock<Pattern> = LazyLock::new(|| Pattern::constant(#pattern));)
        });
        statics.collect()
    }
}

fn name(index: usize) -> Ident {
    Ident::new(&format!("PATTERN_{}", index + 1), Span::call_site())
}

impl Emitter<'_, '_> {
    /// `matches`, `find` or `findAll` with a constant pattern. Where it is large, as `\pL{1000}` is, the work is counted, and the
    /// search fails if it is too much.
    pub(in crate::emit) fn search(
        &mut self,
        function: &str,
        pattern: &str,
        mut operands: Vec<Operand>,
    ) -> Operand {
        let name = self.patterns.name(pattern);
        operands.remove(1);
        let is_small = Program::new(pattern).is_ok_and(|program| program.is_small());
        let form = match function {
            "matches" => Form::Bool,
            "find" => Form::String,
            _ => Form::list(Form::String),
        };
        let method = match function {
            "findAll" => "find_all",
            function => function,
        };
        let method = if is_small { method.to_owned() } else { format!("{method}_bounded") };
        let method = Ident::new(&method, Span::call_site());
        let arena = (!is_small || function == "findAll").then(|| quote!(cost.arena(),));
        let default = (function == "findAll" && operands.len() == 1).then(|| quote!(, -1));
        let found = move |o: &[TokenStream]| quote!(#name.#method(#arena #(#o),* #default));
        let wanted = [Form::String, Form::Int];
        if !operands.iter().zip(&wanted).all(|(operand, form)| operand.form == *form) {
            return self.search_dynamic(form, operands, is_small, found);
        }
        let operation = if is_small { Operation::new(form, found) } else { Operation::fallible(form, found) };
        self.lift(operands, operation.delimited())
    }

    /// The same over values of unknown type.
    fn search_dynamic(
        &mut self,
        form: Form,
        operands: Vec<Operand>,
        is_small: bool,
        found: impl Fn(&[TokenStream]) -> TokenStream + 'static,
    ) -> Operand {
        let operands = operands.into_iter().map(|operand| self.coerce(operand, &Form::Dynamic)).collect();
        let then = Ident::new(if is_small { "map" } else { "and_then" }, Span::call_site());
        let operation = Operation::fallible(form, move |o| {
            let (text, limit) = (&o[0], o.get(1));
            let names = [quote!(text), quote!(limit)];
            let found = found(&names[..o.len()]);
            match limit {
                None => quote!(dynamic::searched(#text).#then(|text| #found)),
                Some(limit) => quote!(
                    ops::both(dynamic::searched(#text), dynamic::limit(#limit)).#then(|(text, limit)| #found)
                ),
            }
        });
        self.lift(operands, operation.delimited())
    }
}
