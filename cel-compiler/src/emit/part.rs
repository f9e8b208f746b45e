//! Rules of thousands of terms: parts of them become functions of their own, since rustc's time grows faster than a function.

use super::{Block, Body, Emitter, Operand, Output, variable};
use crate::{ast::Expr, visit::children};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The name under which a rule's function keeps what its parts are called with.
pub(super) fn node(output: Output<'_>, parts: &[Function]) -> TokenStream {
    match output {
        Output::Verdict(_) | Output::Message(_) if !parts.is_empty() => quote!(let node = this;),
        _ => TokenStream::new(),
    }
}

/// A part of a rule as a function over the same values as the rule.
#[derive(Debug)]
pub(crate) struct Function {
    name: Ident,
    /// A parameter beside those of the rule.
    parameter: TokenStream,
    output: TokenStream,
    pub(super) statements: TokenStream,
}

impl Body {
    /// The statements of a function with these parameters, after those of its parts.
    pub(crate) fn within(&self, parameters: &TokenStream) -> TokenStream {
        let Body { parts, statements, .. } = self;
        let parts = parts.iter().map(|Function { name, parameter, output, statements }| {
            quote!(fn #name<'a>(#parameters, #parameter) -> #output { #statements })
        });
        quote!(#(#parts)* #statements)
    }

    /// Whether it calls functions of its own.
    pub(crate) fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The same with other statements in each function.
    pub(crate) fn map(self, change: impl Fn(TokenStream) -> TokenStream) -> Self {
        let parts = self
            .parts
            .into_iter()
            .map(|part| Function { statements: change(part.statements), ..part })
            .collect();
        Body { parts, statements: change(self.statements), is_exact: self.is_exact }
    }
}

impl Emitter<'_, '_> {
    /// Makes parts of what follows the declarations of a rule's variables.
    pub(super) fn allow_parts(&mut self, output: Output<'_>, declarations: &mut Block) {
        self.roots = self.variables.len();
        let declared = std::mem::take(declarations).into_statements();
        declarations.push(declared.clone());
        let (node, arguments) = match output {
            Output::Verdict(_) | Output::Message(_) => (quote!(let node = this;), quote!(node, cost)),
            Output::Value if self.env.holds_json() => return,
            Output::Value => {
                let names = self.env.variables().iter().map(|declared| variable(&declared.name));
                (TokenStream::new(), quote!(#(#names,)* cost))
            }
        };
        self.declarations = quote!(#node #declared);
        self.arguments = Some(arguments);
    }

    /// Whether a part may be a function of its own here: it sees nothing but what the rule sees.
    pub(super) fn may_be_apart(&self) -> bool {
        self.arguments.is_some()
            && self.variables.len() == self.roots
            && self.hoists.is_empty()
            && self.shared.is_empty()
    }

    /// Whether an expression becomes a function of its own.
    pub(super) fn is_apart(&self, expr: &Expr) -> bool {
        self.may_be_apart() && expr.id != self.checked.expr().id && is_larger(expr, PART)
    }

    /// The value of an expression from a function of its own.
    pub(super) fn apart(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        let mut inner = Block::new();
        // Names of what is known to be present end with the function.
        let known = std::mem::take(&mut self.known);
        let views = std::mem::take(&mut self.views);
        let given = std::mem::take(&mut self.given);
        let value = self.after_views(&mut inner, |emitter, block| emitter.emit_value(expr, block));
        self.given = given;
        self.views = views;
        self.known = known;
        if !value.form.has_name() {
            block.append(inner);
            return value;
        }
        let (form, fallible) = (value.form.clone(), value.fallible);
        let rust = form.rust();
        let rust = if fallible { quote!(Outcome<'a, #rust>) } else { rust };
        let (tokens, charges) = (value.tokens, inner.charges());
        let statements = inner.into_statements_with(&quote!(Ok(#tokens)));
        let none = TokenStream::new();
        let call = self.function(&none, &none, quote!(Outcome<'a, #rust>), statements);
        let name = self.temporary();
        let statement = quote!(let #name = #call?;);
        if charges {
            block.push_settled(statement)
        } else {
            block.push(statement)
        }
        Operand { fallible, ..Operand::name(&name, form) }
    }

    /// Adds a function, which may have a parameter beside those of the rule; gives its call.
    pub(super) fn function(
        &mut self,
        parameter: &TokenStream,
        argument: &TokenStream,
        output: TokenStream,
        statements: TokenStream,
    ) -> TokenStream {
        let name = self.hidden("part");
        let declarations = &self.declarations;
        let statements = quote!(#declarations #statements);
        let call = self.arguments.as_ref().map(|arguments| quote!(#name(#arguments, #argument)));
        self.parts.push(Function { name, parameter: parameter.clone(), output, statements });
        call.unwrap_or_default()
    }
}

/// Whether an expression has at least so many nodes.
pub(super) fn is_larger(expr: &Expr, nodes: usize) -> bool {
    count(expr, nodes) == 0
}

/// How many more nodes there may be after those of an expression.
fn count(expr: &Expr, limit: usize) -> usize {
    let rest = limit.saturating_sub(1);
    children(expr).into_iter().fold(rest, |rest, child| if rest == 0 { 0 } else { count(child, rest) })
}

/// How many nodes an expression has at least that becomes a function of its own.
const PART: usize = 500;
