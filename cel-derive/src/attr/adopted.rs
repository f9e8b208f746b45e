//! Rules in the attributes of other derives. They are in the CRD, so they are rules of the node.

use super::{Origin, Rule, XValidationAttrs, entries, extension, kube, levels::LintLevels};
use crate::{ctxt::Ctxt, literal::Text};
use cel_compiler::schema::ValidationRule;
use proc_macro2::Span;
use syn::Attribute;

impl XValidationAttrs {
    /// Adds the rules of `schemars` and `x_kube`. All rules are then in the order of the CRD.
    pub(super) fn adopt(&mut self, cx: &Ctxt, attrs: &[Attribute]) {
        let of_schemars = extension::rules(cx, &entries(attrs, "schemars"));
        let of_kube = kube::validations(&entries(attrs, "x_kube"));
        let mut adopted: Vec<Rule> = of_schemars.into_iter().chain(of_kube).collect();
        self.settle(cx, &mut adopted);
        self.rules.extend(adopted);
        self.rules.sort_by_key(|rule| rule.origin);
    }

    /// Decides if rules in attributes of other derives run here.
    pub(crate) fn settle(&self, cx: &Ctxt, rules: &mut [Rule]) {
        for rule in rules {
            rule.rule.server_only |= self.server_only.is_some();
            if !rule.is_read && rule.is_compiled() {
                let message = "this rule is no literal, so only the API server could run it";
                cx.error_with_help(rule.literal.span(), message, NO_LITERAL);
            }
        }
    }
}

const NO_LITERAL: &str = "write the rule and its texts as string literals, or add `#[x_validation(server_only)]`: then it stays with \
     the API server";

impl Rule {
    /// A rule that is not a literal, so its text is not known.
    pub(super) fn unread(span: Span, origin: Origin) -> Self {
        Rule {
            rule: ValidationRule::default(),
            literal: Text::empty(span),
            message_expression: None,
            spans: Vec::new(),
            origin,
            is_read: false,
            levels: LintLevels::default(),
        }
    }
}
