//! Straight-line generated code: statements in order, and unit costs summed until something needs them settled.

use super::shared::Given;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// A run of statements. Units are never moved across a larger step: the number at the limit is observable.
#[derive(Default)]
pub(crate) struct Block {
    statements: TokenStream,
    units: u64,
    /// A step in it may test the limit.
    charges: bool,
    /// A step in it always tests the limit.
    tests: bool,
    /// It always costs something.
    costs: bool,
    given: Vec<Given>,
}

impl Block {
    pub(crate) fn new() -> Self {
        Block::default()
    }

    /// Costs of 1 each.
    pub(crate) fn units(&mut self, units: u64) {
        self.units += units;
        self.costs |= units > 0;
    }

    /// A statement that costs nothing larger than units itself.
    pub(crate) fn push(&mut self, statement: TokenStream) {
        self.add(statement);
    }

    /// As a whole: token by token it would take many times the steps.
    fn add(&mut self, code: TokenStream) {
        self.statements.extend([code]);
    }

    /// A statement with steps of its own inside.
    pub(crate) fn push_settled(&mut self, statement: TokenStream) {
        self.flush();
        self.add(statement);
        self.charges = true;
    }

    /// A cost known at compile time.
    pub(crate) fn charge_known(&mut self, step: u64) {
        match step {
            0 => {}
            1 => self.units(1),
            _ => self.charge(&quote!(#step)),
        }
    }

    /// A cost known at run time, which may exceed 1.
    pub(crate) fn charge(&mut self, step: &TokenStream) {
        self.push_settled(quote!(cost.charge(#step)?;));
        self.tests = true;
    }

    /// Ends a round of a loop: tests the limit, unless the round always does so itself.
    pub(crate) fn end_round(&mut self) {
        self.flush();
        match (self.tests, self.costs) {
            (true, _) => {}
            (false, true) => self.add(quote!(cost.check()?;)),
            (false, false) => self.add(quote!(cost.turn()?;)),
        }
    }

    /// True if it does nothing with the cost but add units, and always some.
    pub(crate) fn only_adds(&self) -> bool {
        !self.tests && !self.charges && self.costs && only_adds(self.statements.clone())
    }

    /// Adds the statements of another block behind those of this one.
    pub(crate) fn append(&mut self, other: Block) {
        self.costs |= other.costs;
        self.tests |= other.tests;
        self.given.extend(other.given);
        if other.statements.is_empty() {
            self.units += other.units;
            return;
        }
        self.flush();
        self.add(other.statements);
        self.units = other.units;
        self.charges |= other.charges;
    }

    /// The statements of another block if they are for a branch; otherwise they are appended.
    pub(crate) fn append_unless(&mut self, is_branch: bool, other: Block) -> TokenStream {
        if is_branch {
            return other.into_statements();
        }
        self.append(other);
        TokenStream::new()
    }

    /// Values that closures have given in its statements.
    pub(super) fn given(&self) -> &[Given] {
        &self.given
    }

    /// A statement that has been added names what a closure gives.
    pub(super) fn give(&mut self, given: Given) {
        self.given.push(given);
    }

    /// Writes the units summed so far.
    pub(crate) fn flush(&mut self) {
        let units = std::mem::take(&mut self.units);
        if units > 0 {
            self.add(quote!(cost.add(#units);));
        }
    }

    /// True if a step in it may test the limit.
    pub(crate) fn charges(&self) -> bool {
        self.charges
    }

    /// True if it does nothing but add units.
    pub(crate) fn only_units(&self) -> Option<u64> {
        self.statements.is_empty().then_some(self.units)
    }

    /// The statements, all settled.
    pub(crate) fn into_statements(mut self) -> TokenStream {
        self.flush();
        self.statements
    }

    /// `statements value`
    pub(crate) fn into_statements_with(self, value: &TokenStream) -> TokenStream {
        let statements = self.into_statements();
        quote!(#statements #value)
    }

    /// `{ statements value }`, or the value alone.
    pub(crate) fn into_expression(self, value: &TokenStream) -> TokenStream {
        let statements = self.into_statements();
        if statements.is_empty() { value.clone() } else { quote!({ #statements #value }) }
    }
}

/// True of code in which `cost` is only added to, or asked for its arena.
fn only_adds(code: TokenStream) -> bool {
    let mut tokens = code.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if !only_adds(group.stream()) => return false,
            TokenTree::Ident(ident) if ident == "cost" => {
                let is_call = tokens
                    .next()
                    .is_some_and(|dot| matches!(dot, TokenTree::Punct(dot) if dot.as_char() == '.'));
                let method = tokens.next().map(|method| method.to_string());
                if !is_call || !matches!(method.as_deref(), Some("add" | "add_if" | "arena")) {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}
