//! Maximum costs of a root's rules: the table that it publishes, and errors if they are above the server's limits.
//!
//! Only the root knows the bounds and the parents of a nested type's rules. Costs that depend on bounds that are Rust expressions
//! are computed in constants of the user's crate, where a failed assertion is the error.

mod advice;
mod place;
mod table;

use super::{nested::is_erroneous, unresolved::Unresolved};
use crate::tokens::{Tokens, at};
use advice::Help;
use cel_compiler::{
    cost::{
        Amount, CONTRIBUTED, EXPRESSION_COST_LIMIT, PlacedRule, SCHEMA_COST_LIMIT, TotalCost,
        expression_cost_error, expression_cost_text, placed_rules, total_cost_text,
    },
    lints::{Finding, near_budget},
    rule::Key,
    schema::Schema,
};
use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// A type at the root of a CRD's schema.
pub(super) struct Root<'a> {
    /// The schema, with the fields that its rules see.
    pub(super) schema: &'a Schema,
    /// An array with the values of all bounds that are Rust expressions.
    pub(super) bounds: TokenStream,
    /// True if the item is the type of its `spec`.
    pub(super) of_kube: bool,
}

/// The limits and costs of a root.
#[derive(Default)]
pub(super) struct Budget {
    /// Constants of the root.
    pub(super) consts: Tokens,
    /// Assertions that fail to compile if bounds are too large.
    pub(super) assertions: TokenStream,
}

/// The rule or the message expression of a rule.
struct Expression<'r, 's> {
    placed: &'r PlacedRule<'s>,
    key: Key,
    cost: Amount,
}

impl Unresolved<'_> {
    pub(super) fn budget(&self, root: &Root<'_>) -> Budget {
        if is_erroneous(root.schema) {
            return Budget::default();
        }
        let rules = placed_rules(root.schema);
        let expressions: Vec<Expression<'_, '_>> = rules.iter().flat_map(expressions).collect();
        let mut assertions = TokenStream::new();
        for expression in &expressions {
            match expression.cost.number() {
                Some(cost) => self.check_expression(root, expression, cost),
                None => assertions.extend(self.assert_expression(root, expression)),
            }
        }
        match self.total(&expressions) {
            Ok(total) => self.check_total(root, &expressions, &total),
            Err(total) => assertions.extend(self.assert_total(root, &total)),
        }
        Budget { consts: table::consts(root, &rules), assertions }
    }

    fn check_expression(&self, root: &Root<'_>, expression: &Expression<'_, '_>, cost: u64) {
        if let Some(found) = near_budget(cost) {
            let (place, is_here) = self.place(root, expression);
            let (help, placed, key) = (Help { root }, expression.placed, expression.key);
            let text = format!("{}\n\n{}", found.text, help.source(placed, key, is_here));
            let levels = self.levels_of(placed.rule);
            let help = help.near_budget(placed, key).or(found.help);
            return self.tell(&Finding { text, help, ..found }, place, &levels);
        }
        let Some(error) = expression_cost_error(&expression.key.to_string(), cost) else { return };
        let (place, is_here) = self.place(root, expression);
        let (help, placed, key) = (Help { root }, expression.placed, expression.key);
        let message = format!("{error}\n\n{}", help.source(placed, key, is_here));
        let help = help.for_expression(placed, key);
        self.cx.error_with_help(place, message, help);
    }

    fn assert_expression(&self, root: &Root<'_>, expression: &Expression<'_, '_>) -> TokenStream {
        let (before, after) = expression_cost_text(&expression.key.to_string());
        let help = Help { root }.for_symbolic_expression(expression.placed, expression.key);
        let (place, is_here) = self.place(root, expression);
        let source = Help { root }.source(expression.placed, expression.key, is_here);
        let after = format!("{after}\n\n{source}\n\nhelp: {help}");
        assertion(root, &expression.cost, EXPRESSION_COST_LIMIT, (&before, &after), place)
    }

    /// The sum of all costs, without those that are an error themselves. It is an `Amount` if it depends on bounds that are Rust
    /// expressions.
    fn total<'e, 'r, 's>(
        &self,
        expressions: &'e [Expression<'r, 's>],
    ) -> Result<TotalCost<&'e Expression<'r, 's>>, Amount> {
        let mut total = TotalCost::default();
        let (mut symbolic, most) = (Amount::ZERO, Amount::Number(EXPRESSION_COST_LIMIT));
        for expression in expressions {
            match expression.cost.number() {
                Some(cost) if cost > EXPRESSION_COST_LIMIT => {}
                Some(cost) => total.add(expression, cost),
                None => symbolic = symbolic.add(expression.cost.clone().least(most.clone())),
            }
        }
        match symbolic {
            Amount::ZERO => Ok(total),
            _ if total.total() > SCHEMA_COST_LIMIT => Ok(total),
            symbolic => Err(symbolic.add(Amount::Number(total.total()))),
        }
    }

    fn check_total(
        &self,
        root: &Root<'_>,
        expressions: &[Expression<'_, '_>],
        total: &TotalCost<&Expression<'_, '_>>,
    ) {
        let Some(error) = total.error() else { return };
        let dearest = total.dearest().map(|(expression, cost)| {
            let source = Help { root }.source(expression.placed, expression.key, false);
            format!("{source}\n    {CONTRIBUTED}: {cost}")
        });
        let dearest: Vec<String> = dearest.collect();
        let counted =
            expressions.iter().filter(|expression| expression.cost.number() <= Some(EXPRESSION_COST_LIMIT));
        let help = Help { root }.for_total(counted.map(|expression| (expression.placed, expression.key)));
        let message = format!("{error}\n\n{}", dearest.join("\n"));
        self.cx.error_with_help(self.container.ident.span(), message, help);
    }

    fn assert_total(&self, root: &Root<'_>, total: &Amount) -> TokenStream {
        let (before, after) = total_cost_text();
        let after = format!("{after}\n\nhelp: `x_costs()` tells what each rule costs");
        let place = self.container.ident.span();
        assertion(root, total, SCHEMA_COST_LIMIT, (&before, &after), place)
    }
}

fn expressions<'r, 's>(placed: &'r PlacedRule<'s>) -> [Expression<'r, 's>; 2] {
    let costs = placed.costs();
    [(Key::Rule, costs.rule), (Key::MessageExpression, costs.message_expression)]
        .map(|(key, cost)| Expression { placed, key, cost })
}

/// Code that does not compile if a cost is above a limit. The error has a text around the factor. It comes from a trait that is
/// then not implemented: its parameters are the digits of the factor.
fn assertion(
    root: &Root<'_>,
    cost: &Amount,
    limit: u64,
    (before, after): (&str, &str),
    place: Span,
) -> TokenStream {
    let cost = Tokens::parsed(cost.to_constant(&root.bounds.to_string(), "__cel"));
    let limit = Literal::u64_unsuffixed(limit);
    let forms: [(&str, usize, &str); 3] = [
        ("SixDigits", 7, "{__CEL_0}.{__CEL_1}{__CEL_2}{__CEL_3}{__CEL_4}{__CEL_5}{__CEL_6}x"),
        ("OneDigit", 2, "{__CEL_0}.{__CEL_1}x"),
        ("Beyond", 0, "more than 100x"),
    ];
    let assertions = forms.into_iter().map(|(form, digits, factor)| {
        let message = format!("{}{factor}{}", formatted(before), formatted(after));
        let (form, name) = (format_ident!("{form}"), format_ident!("__Cel{form}"));
        let parameters: Vec<_> = (0..digits).map(|n| format_ident!("__CEL_{n}")).collect();
        let values = (0..digits).map(|n| quote!({ __cel::digit(__CEL_COST, #limit, #n) }));
        let module = format_ident!("__cel_{form}");
        // In a module of its own no `mod diagnostic` of the user's is in scope.
        quote! {
            #[allow(non_snake_case)]
            mod #module {
                #[diagnostic::on_unimplemented(message = #message, label = "more than an API server allows")]
                pub(super) trait #name<const HOLDS: ::core::primitive::bool, #(const #parameters: ::core::primitive::u8),*> {
                    const HOLDS: () = ();
                }
                #[diagnostic::do_not_recommend]
                impl<#(const #parameters: ::core::primitive::u8),*> #name<true, #(#parameters),*> for () {}
            }
            use #module::#name;
            const _: () = <() as #name<{ __cel::FactorForm::#form.is_other(__cel::factor_form(__CEL_COST, #limit)) }, #(#values),*>>::HOLDS;
        }
    });
    at(place, quote!(const _: () = { const __CEL_COST: __cel::u64 = #cost; #(#assertions)* };))
}

/// Escapes a text for `on_unimplemented`.
pub(super) fn formatted(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
