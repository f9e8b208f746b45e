//! Rules of thousands of terms. Parts of them become separate functions, since rustc's time grows faster than the size of a function.

use super::{
    block::Block,
    state::{Lowering, Output},
    variables::variable,
};
use crate::{
    ast::Expr,
    ir::{Body, Let, Local, Operand, Part, Type, Value},
    visit::children,
};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// Allows parts in the code after the declarations of a rule's variables.
    pub(super) fn allow_parts(&mut self, output: Output<'_>, declarations: &mut Block) {
        self.roots = self.variables.len();
        let declared = std::mem::take(declarations).into_statements();
        declared.iter().for_each(|statement| declarations.push(statement.clone()));
        let node = Local::from("node");
        let (before, arguments) = match output {
            Output::Verdict(_) | Output::Message(_) => {
                (Some(Let::statement(&node, Value::local("this"))), vec![(&node).into(), Value::Counter])
            }
            Output::Value if self.env.holds_json() => return,
            Output::Value => {
                let names =
                    self.env.variables().iter().map(|declared| Value::Local(variable(&declared.name)));
                (None, names.chain([Value::Counter]).collect())
            }
        };
        self.declarations = before.into_iter().chain(declared).collect();
        self.arguments = Some(arguments);
    }

    /// True if a part may be a separate function here: only the rule's own variables are in scope.
    pub(super) fn may_be_apart(&self) -> bool {
        self.arguments.is_some()
            && self.variables.len() == self.roots
            && self.hoists.is_empty()
            && self.shared.is_empty()
    }

    /// True if an expression becomes a separate function.
    pub(super) fn is_apart(&self, expr: &Expr) -> bool {
        self.may_be_apart() && expr.id != self.checked.expr().id && is_larger(expr, PART)
    }

    /// The value of an expression that becomes a separate function.
    pub(super) fn apart(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        let mut inner = Block::new();
        // The function does not see the names of known values.
        let known = std::mem::take(&mut self.known);
        let views = std::mem::take(&mut self.views);
        let given = std::mem::take(&mut self.given);
        let value = self.after_views(&mut inner, |lowering, block| lowering.lower_kind(expr, block));
        self.given = given;
        self.views = views;
        self.known = known;
        if !value.repr.has_name() {
            block.append(inner);
            return value;
        }
        let (repr, fallible, charges) = (value.repr.clone(), value.fallible, inner.charges());
        let ty = Type::new(repr.clone(), fallible);
        let call = self.function(None, ty, inner.into_body(value.value.within("Ok")));
        let name = self.fresh("value");
        block.push_if(charges, Let::statement(&name, Value::Try(Rc::new(call))));
        Operand { fallible, ..Operand::name(&name, repr) }
    }

    /// Adds a function and returns its call. The function may have one more parameter than the rule.
    pub(super) fn function(&mut self, parts: Option<(Local, Type)>, output: Type, body: Body) -> Value {
        let name = self.fresh("part");
        let statements = self.declarations.iter().cloned().chain(body.statements).collect();
        let argument = parts.as_ref().map(|(parts, _)| Value::from(parts).reference_mut());
        let operands = self.arguments.iter().flatten().cloned().chain(argument).collect();
        let call = Value::Closed(name.clone(), operands);
        self.parts.push(Part { name, parts, output, body: Body { statements, ..body } });
        call
    }
}

/// True if an expression has at least this many nodes.
pub(super) fn is_larger(expr: &Expr, nodes: usize) -> bool {
    count(expr, nodes) == 0
}

/// What remains of `limit` after the nodes of an expression.
fn count(expr: &Expr, limit: usize) -> usize {
    let rest = limit.saturating_sub(1);
    children(expr).into_iter().fold(rest, |rest, child| if rest == 0 { 0 } else { count(child, rest) })
}

/// The least number of nodes of an expression that becomes a separate function.
const PART: usize = 500;
