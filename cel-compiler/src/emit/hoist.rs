//! A value that does not change in a loop is computed once: the code points of a string that every round compares, an opaque value.

use super::{Emitter, Form, Operand, Operation, held::Conversion};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

/// The statements before a loop that is being emitted.
pub(super) struct Hoists {
    /// How many variables were in scope before the loop.
    pub(super) scope: usize,
    pub(super) statements: TokenStream,
    /// Texts that have been measured, by their tokens.
    pub(super) named: Vec<(String, Ident)>,
}

impl Emitter<'_, '_> {
    /// The name of a text's measured size, if the text stays the same in a loop around this place.
    pub(super) fn measured(&mut self, text: &Operand) -> Option<Ident> {
        if text.fallible || text.constant.is_some() {
            return None;
        }
        let outermost =
            (0..self.hoists.len()).find(|i| self.is_known_before(&text.tokens, &self.hoists[*i]))?;
        let key = text.tokens.to_string();
        if let Some((_, name)) = self.hoists[outermost].named.iter().find(|(tokens, _)| *tokens == key) {
            return Some(name.clone());
        }
        let name = self.hidden("size");
        let tokens = &text.tokens;
        let hoists = &mut self.hoists[outermost];
        hoists.statements.extend(quote!(let #name = size::measured(#tokens);));
        hoists.named.push((key, name.clone()));
        Some(name)
    }

    /// A property as rules compute with it. What is built for that is built once for all rounds of the loops that do not change `read`,
    /// where it is read from: an opaque value, a text of a type that prints itself.
    pub(super) fn unheld_once(&mut self, operand: Operand, read: &TokenStream) -> Operand {
        let conversion = match &operand.form {
            Form::Held(conversion @ (Conversion::Opaque | Conversion::Shown | Conversion::Written(..))) => {
                conversion.clone()
            }
            _ => return self.unheld(operand),
        };
        let Some(outermost) = (0..self.hoists.len()).find(|i| self.is_known_before(read, &self.hoists[*i]))
        else {
            return self.unheld(operand);
        };
        let name = self.hidden("once");
        self.hoists[outermost].statements.extend(quote!(let #name = OnceCell::new();));
        let convert = conversion.in_expression(&quote!(value));
        let once = move |o: &[TokenStream]| {
            let value = &o[0];
            quote!({ let value = #value; *#name.get_or_init(|| #convert) })
        };
        let operation = if conversion.is_fallible() { Operation::fallible } else { Operation::new };
        self.lift(vec![operand], operation(conversion.form(), once).delimited())
    }

    /// True if the tokens are a chain of reads from a variable that is in scope before a loop.
    fn is_known_before(&self, tokens: &TokenStream, hoists: &Hoists) -> bool {
        let mut after_dot = false;
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(name) if !after_dot && name == "fields" => {}
                TokenTree::Ident(name) if !after_dot => {
                    let known = self.variables[..hoists.scope]
                        .iter()
                        .any(|variable| name == variable.value.tokens.to_string());
                    if !known {
                        return false;
                    }
                }
                TokenTree::Ident(_) => after_dot = false,
                TokenTree::Punct(punct) => after_dot = punct.as_char() == '.',
                TokenTree::Group(group) if self.is_known_before(&group.stream(), hoists) => {}
                TokenTree::Group(_) | TokenTree::Literal(_) => return false,
            }
        }
        true
    }
}
