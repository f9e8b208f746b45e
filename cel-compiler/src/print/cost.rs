//! Amounts as expressions of a `const` in the user's crate. There the bounds that are Rust expressions have values.

use super::text::list;
use crate::cost::{Amount, Operation};
use std::{collections::HashMap, fmt::Write as _, rc::Rc};

impl Amount {
    /// A constant expression of type `u64`. `bounds` is the expression of an array with the values of all bounds, `private` the path of
    /// `cel_runtime::__private`.
    #[must_use]
    pub fn to_constant(&self, bounds: &str, private: &str) -> String {
        let mut constant = Constant { bounds, private, places: HashMap::new(), assignments: String::new() };
        let result = constant.amount(self);
        let (n, assignments) = (constant.places.len(), constant.assignments);
        if assignments.is_empty() {
            return result;
        }
        // Only one name is used: a constant of the user's may have any other name.
        format!("const {{ let mut __cel_v: [{private}::u64; {n}] = [0; {n}]; {assignments} {result} }}")
    }
}

/// Writes each operation once.
struct Constant<'c> {
    bounds: &'c str,
    private: &'c str,
    /// The place of each operation's value in an array.
    places: HashMap<*const Operation, usize>,
    assignments: String,
}

impl Constant<'_> {
    fn amount(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Number(number) => number.to_string(),
            Amount::Symbolic(operation, 0) => self.operation(operation),
            Amount::Symbolic(operation, plus) => {
                let of = self.operation(operation);
                self.call("add", &[of, plus.to_string()])
            }
        }
    }

    fn operation(&mut self, operation: &Rc<Operation>) -> String {
        if let Some(place) = self.places.get(&Rc::as_ptr(operation)) {
            return format!("__cel_v[{place}]");
        }
        let value = match &**operation {
            Operation::Bound(n) => format!("{}[{n}]", self.bounds),
            Operation::Call(function, amounts) => {
                let amounts: Vec<_> = amounts.iter().map(|amount| self.amount(amount)).collect();
                self.call(function, &amounts)
            }
            Operation::Scale(amount, factor) => {
                let amount = self.amount(amount);
                self.call("scale", &[amount, format!("{factor}f64")])
            }
        };
        let place = self.places.len();
        let _ = write!(self.assignments, "__cel_v[{place}] = {value};");
        self.places.insert(Rc::as_ptr(operation), place);
        format!("__cel_v[{place}]")
    }

    fn call(&self, function: &str, arguments: &[String]) -> String {
        let private = self.private;
        format!("{private}::cel_types::cost::{function}({})", list(arguments))
    }
}
