//! Amounts as expressions of a `const` in the user's crate. There the bounds that are Rust expressions have values.

use crate::cost::{Amount, Operation};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::{collections::HashMap, rc::Rc};

impl Amount {
    /// A constant expression of type `u64`. `bounds` is the expression of an array with the values of all bounds, `private` the path of
    /// `cel_runtime::__private`.
    #[must_use]
    pub fn to_constant(&self, bounds: &TokenStream, private: &TokenStream) -> TokenStream {
        let mut constant =
            Constant { bounds, private, places: HashMap::new(), assignments: TokenStream::new() };
        let result = constant.amount(self);
        let (n, assignments) = (constant.places.len(), constant.assignments);
        if assignments.is_empty() {
            return result;
        }
        // Only one name is used: a constant of the user's may have any other name.
        quote!(const { let mut __cel_v: [#private::u64; #n] = [0; #n]; #assignments #result })
    }
}

/// Writes each operation once.
struct Constant<'c> {
    bounds: &'c TokenStream,
    private: &'c TokenStream,
    /// The place of each operation's value in an array.
    places: HashMap<*const Operation, usize>,
    assignments: TokenStream,
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
        if let Some(place) = self.places.get(&Rc::as_ptr(operation)) {
            return quote!(__cel_v[#place]);
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
        let place = self.places.len();
        self.assignments.extend(quote!(__cel_v[#place] = #value;));
        self.places.insert(Rc::as_ptr(operation), place);
        quote!(__cel_v[#place])
    }

    fn call(&self, function: &str, arguments: &[TokenStream]) -> TokenStream {
        let (private, function) = (self.private, format_ident!("{function}"));
        quote!(#private::cel_types::cost::#function(#(#arguments),*))
    }
}
