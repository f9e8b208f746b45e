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

/// A value as an operand of an operator or as a receiver: in parentheses if it binds more loosely than `level`.
struct Within<'v>(Level, &'v Value);

impl ToTokens for Within<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Within(level, value) = self;
        if value.level() > *level { tokens.extend([quote!((#value))]) } else { value.to_tokens(tokens) }
    }
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Value::Local(local) => local.to_tokens(tokens),
            Value::Nothing | Value::Operand(_) => {}
            Value::Constant(constant, repr) => tokens.extend([constant::tokens(constant, repr)]),
            Value::Bool(value) => value.to_tokens(tokens),
            Value::Number(number) => Literal::u64_unsuffixed(*number).to_tokens(tokens),
            Value::Text(text) => text.to_tokens(tokens),
            Value::Path(name) => tokens.extend([path(name)]),
            Value::Counter => tokens.extend([quote!(cost)]),
            Value::Arena => tokens.extend([quote!(cost.arena())]),
            Value::None(repr) => {
                let repr = repr.rust();
                tokens.extend([quote!(None::<#repr>)]);
            }
            Value::Empty(repr) => {
                let rust = repr.rust();
                let empty = if repr.is_list() { quote!(Slice) } else { quote!(Entries) };
                tokens.extend([quote!(<#rust>::#empty(&[]))]);
            }
            Value::Exact(exact) => tokens.extend([Code::new(exact).root]),
            value => calls(value, tokens),
        }
    }
}

/// Calls, and values built from others.
fn calls(value: &Value, tokens: &mut TokenStream) {
    match value {
        Value::Read(object, read) => tokens.extend([super::read::read(object, read)]),
        Value::Lift(lift) => lift.to_tokens(tokens),
        Value::Call(name, operands) => {
            let name = path(name);
            tokens.extend([quote!(#name(#(#operands),*))]);
        }
        Value::Closed(name, operands) => tokens.extend([quote!(#name(#(#operands),*))]),
        Value::CallOf(name, repr, operands) => {
            let (name, repr) = (path(name), repr.rust());
            tokens.extend([quote!(#name::<#repr>(#(#operands),*))]);
        }
        Value::Error(repr, error) => {
            let repr = repr.rust();
            tokens.extend([quote!(Err::<#repr, _>(#error))]);
        }
        Value::Method(receiver, name, operands) => {
            let (receiver, name) = (Within(Level::Atom, receiver), path(name));
            tokens.extend([quote!(#receiver.#name(#(#operands),*))]);
        }
        Value::Closure(closure) => closure.to_tokens(tokens),
        Value::Struct(name, fields) => {
            let name = path(name);
            let fields = fields.iter().map(|(name, value)| {
                let name = Ident::new(name, Span::call_site());
                quote!(#name: #value)
            });
            tokens.extend([quote!(#name { #(#fields),* })]);
        }
        Value::Member(value, name) => {
            let (value, name) = (Within(Level::Atom, value), member(name));
            tokens.extend([quote!(#value.#name)]);
        }
        Value::Variant(number, value) => tokens.extend([quote!(object::Variant::<#number, _>(#value))]),
        Value::Tuple(values) => match values.as_slice() {
            [value] => tokens.extend([quote!((#value,))]),
            values => tokens.extend([quote!((#(#values),*))]),
        },
        Value::Array(values) => tokens.extend([quote!([#(#values),*])]),
        value => operators(value, tokens),
    }
}

/// Operators, blocks and choices. The operands of an operation are replaced before it is printed.
fn operators(value: &Value, tokens: &mut TokenStream) {
    match value {
        Value::Infix(operator, sides) => infix(*operator, &sides[0], &sides[1], tokens),
        Value::Not(value) => {
            let value = Within(Level::Atom, value);
            tokens.extend([quote!(!#value)]);
        }
        Value::Negative(value) => {
            let value = Within(Level::Atom, value);
            tokens.extend([quote!(-#value)]);
        }
        Value::Reference(value) => {
            let value = Within(Level::Atom, value);
            tokens.extend([quote!(&#value)]);
        }
        Value::ReferenceMut(value) => {
            let value = Within(Level::Atom, value);
            tokens.extend([quote!(&mut #value)]);
        }
        Value::Deref(value) => {
            let value = Within(Level::Atom, value);
            tokens.extend([quote!(*#value)]);
        }
        Value::Matches(value, patterns) => {
            tokens.extend([quote!(::core::matches!(#value, #(#patterns)|*))]);
        }
        Value::Block(body) => tokens.extend([quote!({ #body })]),
        Value::Typed(ty, body) => tokens.extend([quote!(-> Outcome<'a, #ty> { #body })]),
        Value::Labelled(label, body) => tokens.extend([quote!(#label: { #body })]),
        Value::Match(value, arms) => {
            let arms = arms.iter().map(|(pattern, body)| match body.statements.is_empty() {
                true => quote!(#pattern => #body,),
                false => quote!(#pattern => { #body }),
            });
            tokens.extend([quote!(match #value { #(#arms)* })]);
        }
        Value::If(condition, bodies) => {
            let [yes, no] = &**bodies;
            tokens.extend([quote!(if #condition { #yes } else { #no })]);
        }
        Value::Try(value) => {
            let value = Within(Level::Atom, value);
            tokens.extend([quote!(#value?)]);
        }
        _ => {}
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
    // A block needs no parentheses behind an operator.
    let of_right = if matches!(right, Value::Block(_)) { Level::Logic } else { level };
    let (left, right) = (side(left, right, level), side(right, left, of_right));
    tokens.extend([quote!(#left #operator #right)]);
}

/// A side of an operator. A number has the type of the other side.
fn side(value: &Value, other: &Value, level: Level) -> TokenStream {
    let number = match (value, other) {
        (_, Value::Constant(..)) => None,
        (Value::Constant(constant, _), _) => constant::number(constant),
        _ => None,
    };
    number.unwrap_or_else(|| Within(level, value).to_token_stream())
}

impl ToTokens for Closure {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Closure { parameters, moves, body } = self;
        let moves = moves.then(|| quote!(move));
        tokens.extend([quote!(#moves |#(#parameters),*| #body)]);
    }
}

impl ToTokens for Lift {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Lift { results, pattern, next, can_fail, is_match } = self;
        let mut results = results.iter().map(ToTokens::to_token_stream);
        let first = results.next().unwrap_or_default();
        let result = results.fold(first, |joined, next| quote!(ops::both(#joined, #next)));
        let code = match (is_match, can_fail) {
            (false, true) => quote!(#result.and_then(|#pattern| #next)),
            (false, false) => quote!(#result.map(|#pattern| #next)),
            (true, true) => quote!((match #result { Ok(#pattern) => #next, Err(error) => Err(error) })),
            (true, false) => quote!((match #result { Ok(#pattern) => Ok(#next), Err(error) => Err(error) })),
        };
        tokens.extend([code]);
    }
}

impl ToTokens for Pattern {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Pattern::Any => tokens.extend([quote!(_)]),
            Pattern::Name(name) => name.to_tokens(tokens),
            Pattern::Path(name) => tokens.extend([path(name)]),
            Pattern::Of(name, pattern) => {
                let name = path(name);
                tokens.extend([quote!(#name(#pattern))]);
            }
            Pattern::Constant(constant, repr) => tokens.extend([constant::tokens(constant, repr)]),
            Pattern::Tuple(patterns) => match patterns.as_slice() {
                [pattern] => tokens.extend([quote!((#pattern,))]),
                patterns => tokens.extend([quote!((#(#patterns),*))]),
            },
            Pattern::ListValue(name) => {
                tokens.extend([quote!(Value::List(value::ListValue { elements: #name, .. }))]);
            }
            Pattern::At(name, pattern) => tokens.extend([quote!(#name @ #pattern)]),
        }
    }
}
