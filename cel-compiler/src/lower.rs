//! Checked expressions to the intermediate representation: one function for a rule, with the server's cost.
//!
//! Each file lowers one kind of expression. The representations of the operands ([`Repr`](crate::ir::Repr)) decide the Rust code of an
//! operation. The overloads that the checker found decide its charge, as on the server.

mod access;
mod apart;
mod as_value;
mod attribute;
mod block;
mod call;
mod chain;
mod charge;
mod collect;
mod comprehension;
mod constant;
mod conversion;
mod convert;
mod dynamic;
mod encoded;
mod equality;
mod expr;
mod form;
mod functions;
mod has;
mod hoist;
mod literal;
mod logic;
mod long_literal;
mod operand;
mod operator;
mod optional;
mod part;
mod presence;
mod quantifier;
mod repr;
mod sequence;
mod shared;
mod size;
mod state;
mod ternary;
mod transform;
mod variables;
mod view;

use crate::{
    ast::{Expr, ExprKind},
    checker::CheckedExpr,
    diagnostic::Diagnostics,
    env::Env,
    exact,
    ir::{Exact, Function, Let, Statics, Value},
    plan::Plan,
    visit::any,
};
use block::Block;
pub(crate) use state::Output;
use state::{Lowering, Variable};
use std::{collections::HashMap, mem, rc::Rc};
pub(crate) use variables::{variable, variable_repr};

/// The function that computes an expression's value.
///
/// # Errors
/// The code would be too large, or the compiler has no code for the expression, which is a mistake of the compiler.
pub(crate) fn function<'c, 's>(
    checked: &'c CheckedExpr,
    env: &'c Env<'s>,
    plan: &'c Plan,
    output: Output<'s>,
) -> Result<Function, Diagnostics> {
    let mut lowering = Lowering::new(checked, env, plan);
    let mut block = Block::new();
    match output {
        Output::Verdict(node) | Output::Message(node) => lowering.declare_self(output, node, &mut block),
        Output::Value => lowering.declare_variables(&mut block),
    }
    if exact::needs(checked, plan, env, matches!(output, Output::Message(_))) {
        return lowering.exact(output, block);
    }
    lowering.allow_parts(output, &mut block);
    let value = lowering.after_views(&mut block, |lowering, block| {
        let value = lowering.lower(checked.expr(), block);
        match output {
            Output::Verdict(_) => lowering.verdict(value),
            Output::Message(_) => lowering.text(value),
            Output::Value => lowering.result(value),
        }
    });
    let value = value.into_result();
    if lowering.is_too_large() {
        return Err(size::too_large());
    }
    if !lowering.missing.is_empty() {
        return Err(lowering.missing);
    }
    let mut body = block.into_body(Value::Counter.method_with("finish", [value]));
    if !lowering.parts.is_empty() && !matches!(output, Output::Value) {
        // Calls of parts pass it.
        body.statements.insert(0, Let::statement(&"node".into(), Value::local("this")));
    }
    let function = Function { parts: lowering.parts, statics: lowering.statics, body, exact: None };
    match lowering.nodes > size::ORDINARY && function.is_too_large() {
        true => Err(size::too_large()),
        false => Ok(function),
    }
}

impl<'c, 's> Lowering<'c, 's> {
    fn new(checked: &'c CheckedExpr, env: &'c Env<'s>, plan: &'c Plan) -> Self {
        Lowering {
            checked,
            env,
            plan,
            variables: Vec::new(),
            names: env.variables().iter().map(|declared| (declared.name.to_string(), 1)).collect(),
            hoists: Vec::new(),
            known: Vec::new(),
            statics: Statics::default(),
            is_large: part::is_larger(checked.expr(), size::ORDINARY),
            nodes: 0,
            missing: Diagnostics::default(),
            unsupported: Vec::new(),
            shared: Vec::new(),
            given: Vec::new(),
            found: Vec::new(),
            parts: Vec::new(),
            roots: 0,
            reads_node: false,
            declarations: Vec::new(),
            arguments: None,
            views: Vec::new(),
            origins: HashMap::new(),
        }
    }

    /// The same expression as a tree of calls over values.
    fn exact(mut self, output: Output<'_>, block: Block) -> Result<Function, Diagnostics> {
        if part::is_larger(self.checked.expr(), size::MOST_EXACT) {
            return Err(size::too_large());
        }
        // Only variables that the rule names are converted: an object of a generic type may have a conversion only for rules that name it.
        let is_named = |variable: &Variable| {
            let is_read = |expr: &Expr| matches!(&expr.kind, ExprKind::Ident(name) if name.trim_start_matches('.') == variable.name);
            any(self.checked.expr(), &mut { is_read })
        };
        let variables: Vec<Variable> = mem::take(&mut self.variables).into_iter().filter(is_named).collect();
        let variables = variables.into_iter().map(|Variable { name, value, .. }| {
            let value = self.read_by_rule(&name, value).into_result();
            Value::Tuple(vec![Value::Text(name.into()), value])
        });
        let variables = Value::Array(variables.collect()).reference();
        let code = Rc::new(Exact { checked: self.checked.clone(), plan: self.plan.clone() });
        let evaluate = if self.plan.has_identities() { "exact::evaluate_anew" } else { "exact::evaluate" };
        let value = Value::call(evaluate, [Value::Counter, variables, Value::Exact(Rc::clone(&code))]);
        let result = match output {
            Output::Verdict(_) => value.method_with("map", [Value::Path("dynamic::verdict".into())]),
            Output::Message(_) => value.method_with("and_then", [Value::Path("dynamic::message".into())]),
            Output::Value => value,
        };
        let (parts, statics) = (Vec::new(), Statics::default());
        let function = Function { parts, statics, body: block.into_body(result), exact: Some(code) };
        match (self.missing.is_empty(), function.is_too_large()) {
            (false, _) => Err(self.missing),
            (true, true) => Err(size::too_large()),
            (true, false) => Ok(function),
        }
    }
}
