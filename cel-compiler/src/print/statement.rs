//! Statements as Rust.

use crate::ir::{Body, Builtin, Let, Loop, Statement, Type, Value};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

impl ToTokens for Body {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Body { statements, result } = self;
        tokens.extend([quote!(#(#statements)* #result)]);
    }
}

impl ToTokens for Type {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let code = match self {
            Type::Plain(repr) => repr.rust(),
            Type::Outcome(crate::ir::Repr::Bool) => quote!(Verdict<'a>),
            Type::Outcome(repr) => {
                let repr = repr.rust();
                quote!(Outcome<'a, #repr>)
            }
            Type::Of(builtin) => builtin.to_token_stream(),
            Type::OutcomeOf(builtin) => quote!(Outcome<'a, #builtin>),
            Type::Pair(key, value) => {
                let key = key.rust();
                quote!((#key, #value))
            }
        };
        tokens.extend([code]);
    }
}

impl ToTokens for Builtin {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend([match self {
            Builtin::Unit => quote!(()),
            Builtin::Count => quote!(usize),
            Builtin::List => quote!(_),
            Builtin::Map => quote!(map::Builder<_, _>),
        }]);
    }
}

impl ToTokens for Let {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Let { name, ty, value, is_mutable } = self;
        let mutable = is_mutable.then(|| quote!(mut));
        let ty = ty.as_ref().map(|ty| quote!(: #ty));
        tokens.extend([quote!(let #mutable #name #ty = #value;)]);
    }
}

impl ToTokens for Statement {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let code = match self {
            Statement::Let(declared) => declared.to_token_stream(),
            Statement::Take(pattern, value) => quote!(let #pattern = #value;),
            Statement::Assign(name, value) => quote!(#name = #value;),
            Statement::Add(units) => {
                let units = Literal::u64_unsuffixed(*units);
                quote!(cost.add(#units);)
            }
            Statement::AddSome(units) => quote!(cost.add(#units);),
            Statement::AddIf(condition) => quote!(cost.add_if(#condition);),
            Statement::Charge(step) => quote!(cost.charge(#step)?;),
            Statement::Check => quote!(cost.check()?;),
            Statement::Turn => quote!(cost.turn()?;),
            Statement::Refund => quote!(cost.refund()?;),
            Statement::Measure(name, size) => quote!(let #name = #size;),
            Statement::Run(value) => quote!(#value;),
            Statement::Return(value) => quote!(return #value;),
            Statement::If(condition, then) => quote!(if #condition { #(#then)* }),
            Statement::IfLet(pattern, value, then) => quote!(if let #pattern = #value { #(#then)* }),
            Statement::Match(value, arms) => {
                let arms = arms.iter().map(|(pattern, statements)| quote!(#pattern => { #(#statements)* }));
                quote!(match #value { #(#arms)* })
            }
            Statement::Block(statements) => quote!({ #(#statements)* }),
            Statement::Share { name, ty, body } => {
                let cost = counter(body);
                quote!(let #name = |#cost: &mut Cost<'a>| -> Outcome<'a, #ty> { #body };)
            }
            Statement::View { name, example, convert } => {
                let cost = counter(example);
                quote!(let #name = value::view(|#cost: &mut Cost<'a>| { #example }, |value, arena| #convert);)
            }
            Statement::Break(None) => quote!(break;),
            Statement::Break(Some((label, value))) => quote!(break #label #value;),
            Statement::Loop(repeat) => repeat.to_token_stream(),
        };
        tokens.extend([code]);
    }
}

/// The name of a closure's counter. A constant needs none.
fn counter(body: &Body) -> TokenStream {
    if body.counts() { quote!(cost) } else { quote!(_) }
}

impl ToTokens for Loop {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Loop { before, pattern, range, parts, rest, round, stop } = self;
        let code = match (parts, stop) {
            (Some(parts), stop) => in_parts(self, parts, stop.as_ref()),
            (None, None) => quote! {
                #(#before)*
                for #pattern in #range { #(#round)* }
            },
            (None, Some(_)) => quote! {
                #(#before)*
                let mut #rest = #range;
                while let Some(#pattern) = #rest.next() { #(#round)* }
            },
        };
        tokens.extend([code]);
    }
}

/// The loop with a test of the limit between two parts of the range. No variable of a rule begins with a digit: `__cel_0_units` is not
/// the `units` of `self.l.all(units, ..)`.
fn in_parts(repeat: &Loop, parts: &Value, stop: Option<&(Value, u64)>) -> TokenStream {
    let Loop { before, pattern, rest, round, .. } = repeat;
    let leave = stop.map(|(decided, _)| quote!(if #decided { break; }));
    quote! {
        #(#before)*
        let mut #rest = #parts;
        while #rest.has_part() {
            let mut __cel_0_units = list::Units::new(cost);
            {
                let cost = &mut __cel_0_units;
                while let Some(#pattern) = #rest.next() { #(#round)* }
            }
            cost.add(__cel_0_units.sum());
            cost.check()?;
            #leave
        }
    }
}
