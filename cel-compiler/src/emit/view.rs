//! Objects seen as values of unknown type, as in `dyn(self.a) == dyn(self.b)`. The code that reads all properties of a type stands once
//! in a large rule, as a closure where the variables begin that a value comes from: rustc's time grows with closures times size.

use super::{Block, Emitter, Form, Operand, dynamic::value_of, held::Conversion, mentions};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

/// The closures that are declared where some variables begin.
pub(super) struct Views {
    /// How many variables are in scope there.
    variables: usize,
    statements: TokenStream,
    /// By the form that each converts.
    named: Vec<(String, Ident)>,
}

impl Emitter<'_, '_> {
    /// Emits what follows the declaration of some variables; gives the closures that go before it, too.
    pub(super) fn with_views<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (TokenStream, T) {
        let variables = self.variables.len();
        self.views.push(Views { variables, statements: TokenStream::new(), named: Vec::new() });
        let value = inside(self);
        (self.views.pop().map(|views| views.statements).unwrap_or_default(), value)
    }

    /// The same for statements.
    pub(super) fn after_views<T>(
        &mut self,
        block: &mut Block,
        inside: impl FnOnce(&mut Self, &mut Block) -> T,
    ) -> T {
        let mut inner = Block::new();
        let (views, value) = self.with_views(|emitter| inside(emitter, &mut inner));
        if !views.is_empty() {
            block.push(views);
        }
        block.append(inner);
        value
    }

    /// The name of the closure that makes a `Value` of values of the operand's form, if it has one.
    pub(super) fn view(&mut self, operand: &Operand) -> Option<Ident> {
        if !self.is_large || !has_object(&operand.form) {
            return None;
        }
        let key = format!("{:?}", operand.form);
        let (scope, before) = (0..self.views.len()).find_map(|scope| {
            Some((scope, self.needed_before(&operand.tokens, self.views[scope].variables)?))
        })?;
        if let Some((_, name)) = self.views[scope].named.iter().find(|(form, _)| *form == key) {
            return Some(name.clone());
        }
        let name = self.hidden("view");
        let convert = value_of(self.env, &operand.form, quote!(value));
        let value = operand.clone().into_result();
        let example = quote!(#before #value);
        let cost = if mentions(&example, "cost") { quote!(cost) } else { quote!(_) };
        let views = &mut self.views[scope];
        views.statements.extend(quote! {
            let #name = value::view(|#cost: &mut Cost<'a>| { #example }, |value, arena| #convert);
        });
        views.named.push((key, name.clone()));
        Some(name)
    }

    /// A value through such a closure.
    pub(super) fn through_view(&self, fallible: bool, tokens: &TokenStream, view: &Ident) -> TokenStream {
        match fallible {
            true => self.mapped(tokens, &quote!(value), &quote!(#view(value, cost.arena())), false),
            false => quote!(#view(#tokens, cost.arena())),
        }
    }

    /// The statements that some tokens need after the first variables of a scope; nothing if they cannot stand there.
    fn needed_before(&self, tokens: &TokenStream, variables: usize) -> Option<TokenStream> {
        let mut needed = TokenStream::new();
        self.collect_needed(tokens, variables, &mut Vec::new(), &mut needed)?;
        Some(needed)
    }

    fn collect_needed(
        &self,
        tokens: &TokenStream,
        variables: usize,
        seen: &mut Vec<String>,
        needed: &mut TokenStream,
    ) -> Option<()> {
        for token in tokens.clone() {
            match token {
                TokenTree::Group(group) => self.collect_needed(&group.stream(), variables, seen, needed)?,
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if !name.starts_with("__cel_") || seen.contains(&name) || self.declares(&name, variables)
                    {
                        continue;
                    }
                    let origin = self.origins.get(&name)?;
                    seen.push(name);
                    self.collect_needed(origin, variables, seen, needed)?;
                    needed.extend(quote!(let #ident = #origin;));
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        Some(())
    }

    /// Whether a name is that of one of the first variables, or of what holds its value.
    fn declares(&self, name: &str, variables: usize) -> bool {
        self.variables.iter().take(variables).any(|variable| {
            let shared = variable.lazy.as_ref().and_then(|lazy| lazy.shared.as_ref());
            let entry = variable.entry.as_ref().map(|(_, entry)| &entry.tokens);
            mentions(&variable.value.tokens, name)
                || entry.is_some_and(|entry| mentions(entry, name))
                || shared.is_some_and(|shared| shared.has_name(name))
        })
    }

    /// Keeps what a name stands for, so that a closure that comes before it can name its type.
    pub(super) fn remember(&mut self, name: &Ident, tokens: &TokenStream) {
        if self.is_large {
            self.origins.insert(name.to_string(), tokens.clone());
        }
    }
}

/// Whether the conversion of a form lists the properties of an object.
fn has_object(form: &Form) -> bool {
    match form {
        Form::Object(_) => true,
        Form::Held(Conversion::Json(part)) => has_object(&part.form),
        Form::List { element: inner, .. }
        | Form::Map { value: inner, .. }
        | Form::Optional(inner)
        | Form::Nullable(inner) => has_object(inner),
        _ => false,
    }
}
