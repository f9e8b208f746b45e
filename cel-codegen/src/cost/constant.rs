//! Amounts as expressions of a `const` in the user's crate, where the bounds that are Rust expressions have values.

use super::{Amount, Operation};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::{collections::HashMap, rc::Rc};

impl Amount {
    /// A constant expression of type `u64`. `bounds` is the expression of an array with the values of all bounds, `private` the path of
    /// `cel_runtime::__private`.
    #[must_use]
    pub fn to_constant(&self, bounds: &TokenStream, private: &TokenStream) -> TokenStream {
        let mut constant = Constant { bounds, private, names: HashMap::new(), lets: TokenStream::new() };
        let result = constant.amount(self);
        let lets = constant.lets;
        if lets.is_empty() { result } else { quote!(const { #lets #result }) }
    }
}

/// Each operation that is computed, once.
struct Constant<'c> {
    bounds: &'c TokenStream,
    private: &'c TokenStream,
    names: HashMap<*const Operation, TokenStream>,
    lets: TokenStream,
}

impl Constant<'_> {
    fn amount(&mut self, amount: &Amount) -> TokenStream {
        match amount {
            Amount::Number(number) => {
                let number = Literal::u64_unsuffixed(*number);
                quote!(#number)
            }
            Amount::Symbolic(operation, 0) => self.operation(operation),
            Amount::Symbolic(operation, plus) => {
                let (of, plus) = (self.operation(operation), Literal::u64_unsuffixed(*plus));
                self.call("add", &[of, quote!(#plus)])
            }
        }
    }

    fn operation(&mut self, operation: &Rc<Operation>) -> TokenStream {
        if let Some(name) = self.names.get(&Rc::as_ptr(operation)) {
            return name.clone();
        }
        let value = match &**operation {
            Operation::Bound(n) => {
                let (bounds, n) = (self.bounds, Literal::u32_unsuffixed(*n));
                quote!(#bounds[#n])
            }
            Operation::Call(function, amounts) => {
                let amounts: Vec<_> = amounts.iter().map(|amount| self.amount(amount)).collect();
                self.call(function, &amounts)
            }
            Operation::Scale(amount, factor) => {
                let (amount, factor) = (self.amount(amount), Literal::f64_suffixed(*factor));
                self.call("scale", &[amount, quote!(#factor)])
            }
        };
        let name = format_ident!("__cel_{}", self.names.len());
        self.lets.extend(quote!(let #name = #value;));
        self.names.insert(Rc::as_ptr(operation), quote!(#name));
        quote!(#name)
    }

    fn call(&self, function: &str, arguments: &[TokenStream]) -> TokenStream {
        let (private, function) = (self.private, format_ident!("{function}"));
        quote!(#private::cel_types::cost::#function(#(#arguments),*))
    }
}
