//! Values as Rust.

use super::{constant, exact::Code};
use crate::ir::{Closure, Infix, Level, Lift, Local, Pattern, Value};
use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote};

impl ToTokens for Local {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut name = self.name();
        if let Some(label) = name.strip_prefix('\'') {
            tokens.append(Punct::new('\'', Spacing::Joint));
            name = label;
        }
        tokens.append(Ident::new(name, Span::call_site()));
    }
}

/// The tokens of a path.
pub(super) fn path(path: &str) -> TokenStream {
    let mut tokens = TokenStream::new();
    for (n, part) in path.split("::").enumerate() {
        if n > 0 {
            tokens.append(Punct::new(':', Spacing::Joint));
            tokens.append(Punct::new(':', Spacing::Alone));
        }
        if !part.is_empty() {
            tokens.append(Ident::new(part, Span::call_site()));
        }
    }
    tokens
}

/// A value as an operand of an operator or a receiver: in parentheses where it binds more loosely than `level`.
struct Within<'v>(Level, &'v Value);

impl ToTokens for Within<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Within(level, value) = self;
        if value.level() > *level { quote!((#value)).to_tokens(tokens) } else { value.to_tokens(tokens) }
    }
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Value::Local(local) => local.to_tokens(tokens),
            // Operations are written with their operands.
            Value::Nothing | Value::Operand(_) => {}
            Value::Constant(constant, repr) => constant::tokens(constant, repr).to_tokens(tokens),
            Value::Bool(value) => value.to_tokens(tokens),
            Value::Number(number) => Literal::u64_unsuffixed(*number).to_tokens(tokens),
            Value::Text(text) => text.to_tokens(tokens),
            Value::Path(name) => path(name).to_tokens(tokens),
            Value::Counter => quote!(cost).to_tokens(tokens),
            Value::Arena => quote!(cost.arena()).to_tokens(tokens),
            Value::Read(object, read) => super::read::read(object, read).to_tokens(tokens),
            Value::Lift(lift) => lift.to_tokens(tokens),
            Value::Call(name, operands) => {
                let name = path(name);
                quote!(#name(#(#operands),*)).to_tokens(tokens);
            }
            Value::Closed(name, operands) => quote!(#name(#(#operands),*)).to_tokens(tokens),
            Value::CallOf(name, repr, operands) => {
                let (name, repr) = (path(name), repr.rust());
                quote!(#name::<#repr>(#(#operands),*)).to_tokens(tokens);
            }
            Value::Error(repr, error) => {
                let repr = repr.rust();
                quote!(Err::<#repr, _>(#error)).to_tokens(tokens);
            }
            Value::None(repr) => {
                let repr = repr.rust();
                quote!(None::<#repr>).to_tokens(tokens);
            }
            Value::Empty(repr) => {
                let rust = repr.rust();
                let empty = if repr.is_list() { quote!(Slice) } else { quote!(Entries) };
                quote!(<#rust>::#empty(&[])).to_tokens(tokens);
            }
            Value::Method(receiver, name, operands) => {
                let (receiver, name) = (Within(Level::Atom, receiver), path(name));
                quote!(#receiver.#name(#(#operands),*)).to_tokens(tokens);
            }
            Value::Infix(operator, sides) => infix(*operator, &sides[0], &sides[1], tokens),
            Value::Not(value) => {
                let value = Within(Level::Atom, value);
                quote!(!#value).to_tokens(tokens);
            }
            Value::Negative(value) => {
                let value = Within(Level::Atom, value);
                quote!(-#value).to_tokens(tokens);
            }
            Value::Closure(closure) => closure.to_tokens(tokens),
            Value::Struct(name, fields) => {
                let name = path(name);
                let fields = fields.iter().map(|(name, value)| {
                    let name = Ident::new(name, Span::call_site());
                    quote!(#name: #value)
                });
                quote!(#name { #(#fields),* }).to_tokens(tokens);
            }
            Value::Reference(value) => {
                let value = Within(Level::Atom, value);
                quote!(&#value).to_tokens(tokens);
            }
            Value::ReferenceMut(value) => {
                let value = Within(Level::Atom, value);
                quote!(&mut #value).to_tokens(tokens);
            }
            Value::Member(value, name) => {
                let (value, name) = (Within(Level::Atom, value), member(name));
                quote!(#value.#name).to_tokens(tokens);
            }
            Value::Variant(number, value) => quote!(object::Variant::<#number, _>(#value)).to_tokens(tokens),
            Value::Deref(value) => {
                let value = Within(Level::Atom, value);
                quote!(*#value).to_tokens(tokens);
            }
            Value::Tuple(values) => match values.as_slice() {
                [value] => quote!((#value,)).to_tokens(tokens),
                values => quote!((#(#values),*)).to_tokens(tokens),
            },
            Value::Array(values) => quote!([#(#values),*]).to_tokens(tokens),
            Value::Matches(value, patterns) => {
                quote!(::core::matches!(#value, #(#patterns)|*)).to_tokens(tokens);
            }
            Value::Block(body) => quote!({ #body }).to_tokens(tokens),
            Value::Typed(ty, body) => quote!(-> Outcome<'a, #ty> { #body }).to_tokens(tokens),
            Value::Labelled(label, body) => quote!(#label: { #body }).to_tokens(tokens),
            Value::Match(value, arms) => {
                let arms = arms.iter().map(|(pattern, body)| match body.statements.is_empty() {
                    true => quote!(#pattern => #body,),
                    false => quote!(#pattern => { #body }),
                });
                quote!(match #value { #(#arms)* }).to_tokens(tokens);
            }
            Value::If(condition, bodies) => {
                let [yes, no] = &**bodies;
                quote!(if #condition { #yes } else { #no }).to_tokens(tokens);
            }
            Value::Try(value) => {
                let value = Within(Level::Atom, value);
                quote!(#value?).to_tokens(tokens);
            }
            Value::Exact(exact) => Code::new(exact).root.to_tokens(tokens),
        }
    }
}

/// A field's name, or its number.
fn member(name: &str) -> TokenTree {
    match name.parse() {
        Ok(number) => Literal::u32_unsuffixed(number).into(),
        Err(_) => Ident::new(name, Span::call_site()).into(),
    }
}

fn infix(operator: Infix, left: &Value, right: &Value, tokens: &mut TokenStream) {
    let (level, operator) = match operator {
        Infix::Add => (Level::Atom, quote!(+)),
        Infix::Subtract => (Level::Atom, quote!(-)),
        Infix::Multiply => (Level::Atom, quote!(*)),
        Infix::Divide => (Level::Atom, quote!(/)),
        Infix::Equal => (Level::Atom, quote!(==)),
        Infix::NotEqual => (Level::Atom, quote!(!=)),
        Infix::Less => (Level::Atom, quote!(<)),
        Infix::LessOrEqual => (Level::Atom, quote!(<=)),
        Infix::Greater => (Level::Atom, quote!(>)),
        Infix::GreaterOrEqual => (Level::Atom, quote!(>=)),
        Infix::And => (Level::Comparison, quote!(&&)),
        Infix::Or => (Level::Comparison, quote!(||)),
    };
    let (left, right) = (Within(level, left), Within(level, right));
    quote!(#left #operator #right).to_tokens(tokens);
}

impl ToTokens for Closure {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Closure { parameters, moves, body } = self;
        let moves = moves.then(|| quote!(move));
        quote!(#moves |#(#parameters),*| #body).to_tokens(tokens);
    }
}

impl ToTokens for Lift {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Lift { results, pattern, next, can_fail, is_match } = self;
        let mut results = results.iter().map(ToTokens::to_token_stream);
        let first = results.next().unwrap_or_default();
        let result = results.fold(first, |joined, next| quote!(ops::both(#joined, #next)));
        match (is_match, can_fail) {
            (false, true) => quote!(#result.and_then(|#pattern| #next)),
            (false, false) => quote!(#result.map(|#pattern| #next)),
            (true, true) => quote!((match #result { Ok(#pattern) => #next, Err(error) => Err(error) })),
            (true, false) => quote!((match #result { Ok(#pattern) => Ok(#next), Err(error) => Err(error) })),
        }
        .to_tokens(tokens);
    }
}

impl ToTokens for Pattern {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Pattern::Any => quote!(_).to_tokens(tokens),
            Pattern::Name(name) => name.to_tokens(tokens),
            Pattern::Path(name) => path(name).to_tokens(tokens),
            Pattern::Of(name, pattern) => {
                let name = path(name);
                quote!(#name(#pattern)).to_tokens(tokens);
            }
            Pattern::Constant(constant, repr) => constant::tokens(constant, repr).to_tokens(tokens),
            Pattern::Tuple(patterns) => match patterns.as_slice() {
                [pattern] => quote!((#pattern,)).to_tokens(tokens),
                patterns => quote!((#(#patterns),*)).to_tokens(tokens),
            },
            Pattern::ListValue(name) => {
                quote!(Value::List(value::ListValue { elements: #name, .. })).to_tokens(tokens);
            }
            Pattern::At(name, pattern) => quote!(#name @ #pattern).to_tokens(tokens),
        }
    }
}
