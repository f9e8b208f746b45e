//! Checked expressions to native Rust: one function per rule, with the server's cost.
//!
//! Which Rust an operation becomes depends on the forms of its operands ([`form`]), what it charges on the overloads the
//! checker found ([`charge`]), as on the server.

mod access;
mod apart;
mod attribute;
mod block;
mod call;
mod chain;
mod charge;
mod collect;
mod comprehension;
mod constant;
mod conversion;
mod dynamic;
mod equality;
pub(crate) mod form;
mod functions;
mod has;
mod held;
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
mod sequence;
mod shared;
mod size;
mod ternary;
mod transform;
mod view;

use crate::ast::Callee::Op;
use crate::{
    ast::{Expr, ExprId, ExprKind},
    checker::CheckedExpr,
    diagnostic::{Diagnostic, Diagnostics},
    env::{Env, OLD_SELF, SELF},
    exact,
    ir::{Function, Let, Local, Operand, Operation, Part, Patterns, Statement, Value},
    library::VariableDecl,
    plan::Plan,
    print::Code,
    schema::DeclType,
    types::Type,
    visit::children,
};
use block::Block;
use cel_types::Operator::{And, Conditional, Index, OptIndex, OptSelect, Or};
use collect::Keep;
use form::Form;
use hoist::Hoists;
use operand::converted;
use optional::Lazy;
use presence::Known;
use shared::{Given, Shared};
use std::{collections::HashMap, mem, rc::Rc};
use view::Views;

/// Parameters and result of an expression's function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Output<'s> {
    /// The variables of the environment; the expression's value.
    Value,
    /// `this`, which holds the value of a node; whether the node is valid.
    Verdict(&'s DeclType),
    /// `this`; the text of a message.
    Message(&'s DeclType),
}

/// Emits the statements of a function that gives the expression's value.
///
/// # Errors
/// Constructs that the compiler does not support yet.
pub(crate) fn body<'c, 's>(
    checked: &'c CheckedExpr,
    env: &'c Env<'s>,
    plan: &'c Plan,
    output: Output<'s>,
) -> Result<Function, Diagnostics> {
    let mut emitter = Emitter::new(checked, env, plan);
    let mut block = Block::new();
    match output {
        Output::Verdict(node) | Output::Message(node) => emitter.declare_self(output, node, &mut block),
        Output::Value => emitter.declare_variables(&mut block),
    }
    if exact::needs(checked, plan, env, matches!(output, Output::Message(_))) {
        return emitter.exact(output, block);
    }
    emitter.allow_parts(output, &mut block);
    let value = emitter.after_views(&mut block, |emitter, block| {
        let value = emitter.emit(checked.expr(), block);
        match output {
            Output::Verdict(_) => emitter.verdict(value),
            Output::Message(_) => emitter.text(value),
            Output::Value => emitter.result(value),
        }
    });
    let value = value.into_result();
    if emitter.is_too_large() {
        return Err(size::too_large());
    }
    if !emitter.missing.is_empty() {
        return Err(emitter.missing);
    }
    let mut body = block.into_body(Value::Counter.method_with("finish", [value]));
    if !emitter.parts.is_empty() && !matches!(output, Output::Value) {
        // Parts are called with it.
        body.statements.insert(0, Let::statement(&"node".into(), Value::local("this")));
    }
    let function = Function { parts: emitter.parts, patterns: emitter.patterns, body, exact: None };
    match emitter.emitted > size::ORDINARY && function.is_too_large() {
        true => Err(size::too_large()),
        false => Ok(function),
    }
}

/// The name of a variable of the environment.
pub(crate) fn variable(name: &str) -> Local {
    Local::new(format!("__cel_{name}"))
}

/// The form in which a variable of the environment comes; `None` if it is JSON.
pub(crate) fn variable_form(env: &Env<'_>, variable: &VariableDecl) -> Option<Form> {
    env.json_variable(&variable.name).is_none().then(|| Form::built(&variable.ty))
}

/// Writes the code of one expression.
struct Emitter<'c, 's> {
    checked: &'c CheckedExpr,
    env: &'c Env<'s>,
    plan: &'c Plan,
    variables: Vec<Variable>,
    temporaries: usize,
    /// True while an index is being emitted.
    is_index: bool,
    /// The loops around the place that is being emitted.
    hoists: Vec<Hoists>,
    /// The properties known to be present there.
    known: Vec<Known>,
    /// The constant patterns of the function.
    patterns: Patterns,
    /// It is larger than rules written by hand.
    is_large: bool,
    /// How many nodes have been emitted, some of them more than once.
    emitted: usize,
    missing: Diagnostics,
    /// The nodes they are about.
    unsupported: Vec<ExprId>,
    /// The expressions around this place that are emitted once and evaluated twice.
    shared: Vec<Shared>,
    /// Values that such closures have given before this place.
    given: Vec<Given>,
    /// The expressions that have a value wherever they are evaluated.
    found: Vec<ExprId>,
    /// The functions beside that of the rule.
    parts: Vec<Part>,
    /// How many variables they see.
    roots: usize,
    /// The statements that declare these.
    declarations: Vec<Statement>,
    /// Arguments that a rule passes on to them; nothing if there may be none.
    arguments: Option<Vec<Value>>,
    /// The closures for whole objects, from the outermost scope inwards.
    views: Vec<Views>,
    /// The values behind names, in a large rule.
    origins: HashMap<Local, Value>,
}

/// A name in scope.
struct Variable {
    name: String,
    value: Operand,
    /// For a loop over the keys of a struct's map: the map and the value beside the key.
    entry: Option<(Value, Operand)>,
    /// Evaluated, and paid for, when it is read first.
    lazy: Option<Lazy>,
}

impl Variable {
    fn new(name: &str, value: Operand) -> Self {
        Variable { name: name.to_owned(), value, entry: None, lazy: None }
    }
}

impl<'c, 's> Emitter<'c, 's> {
    fn new(checked: &'c CheckedExpr, env: &'c Env<'s>, plan: &'c Plan) -> Self {
        Emitter {
            checked,
            env,
            plan,
            variables: Vec::new(),
            temporaries: 0,
            is_index: false,
            hoists: Vec::new(),
            known: Vec::new(),
            patterns: Patterns::default(),
            is_large: part::is_larger(checked.expr(), size::ORDINARY),
            emitted: 0,
            missing: Diagnostics::default(),
            unsupported: Vec::new(),
            shared: Vec::new(),
            given: Vec::new(),
            found: Vec::new(),
            parts: Vec::new(),
            roots: 0,
            declarations: Vec::new(),
            arguments: None,
            views: Vec::new(),
            origins: HashMap::new(),
        }
    }
}

impl<'s> Emitter<'_, 's> {
    fn declare_self(&mut self, output: Output<'s>, node: &'s DeclType, block: &mut Block) {
        if self.checked.uses_identifier(OLD_SELF) {
            self.declare_old_self(output, node, block);
        }
        let ty = self.env.variable(SELF).map_or(Type::Error, |variable| variable.ty.clone());
        let form = Form::of_node(self.env, node, &ty);
        let name = Local::from("this");
        let this = Value::from(&name);
        let this = if self.env.holds_json() { this.method("cel") } else { Value::call("node_value", [this]) };
        block.push(Let::statement(&name, this));
        let value = self.unheld(Operand::name(&name, form));
        // JSON may be anything: it is converted once.
        let value = if self.env.holds_json() { self.bind(value, block) } else { value };
        self.variables.push(Variable::new(SELF, value));
    }

    /// The value before an update. In a message it is never the optional that it is for the checker (k8s: `validation.go`,
    /// `evalRuleMessage`'s activation): what it can be asked comes out at run time.
    fn declare_old_self(&mut self, output: Output<'s>, node: &'s DeclType, block: &mut Block) {
        let Some(declared) = self.env.variable(OLD_SELF) else { return };
        let name = variable(OLD_SELF);
        block.push(Let::statement(&name, Value::local("this").method("old")));
        let optional = declared.ty.optional_value();
        let held = Form::of_node(self.env, node, optional.unwrap_or(&declared.ty));
        let value = if optional.is_some() && matches!(output, Output::Verdict(_)) {
            // What is not what its schema says is in the optional as the error that it is.
            let given = Operand::name(&name, Form::Optional(Rc::new(held)));
            let read = self.coerce(given, &Form::Optional(Rc::new(Form::Dynamic)));
            self.bind(read, block)
        } else {
            let given = Operand::fallible(given_variable(&name, OLD_SELF), held);
            let read = self.unheld(given);
            let read = if optional.is_some() { self.dynamic(read) } else { read };
            self.bind(read, block)
        };
        self.variables.push(Variable::new(OLD_SELF, value));
    }

    fn declare_variables(&mut self, block: &mut Block) {
        for declared in self.env.variables() {
            let name = variable(&declared.name);
            let value = match self.env.json_variable(&declared.name) {
                Some(node) => {
                    let held = Form::of_node(self.env, node, &declared.ty);
                    let given = Operand::fallible(given_variable(&name, &declared.name), held);
                    let read = self.unheld(given);
                    block.push(Let::statement(&name, read.value));
                    Operand { fallible: read.fallible, ..Operand::name(&name, read.form) }
                }
                None => Operand::name(&name, Form::built(&declared.ty)),
            };
            self.variables.push(Variable::new(&declared.name, value));
        }
    }

    /// The value of a node; charges what the server charges for it, in the server's order.
    fn emit(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        if self.is_too_large() {
            return Operand::new(Value::Nothing, Form::Null); // never compiled
        }
        let is_index = mem::take(&mut self.is_index);
        let value = match self.shared(expr) {
            Some(shared) => self.run_shared(&shared, block),
            None if self.is_apart(expr) => self.apart(expr, block),
            None => self.emit_value(expr, block),
        };
        self.is_index = is_index;
        value
    }

    fn emit_value(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        if let Some(constant) = self.plan.constant(expr) {
            return self.constant(constant, self.type_of(expr));
        }
        let value = match &expr.kind {
            ExprKind::Literal(_) => self.unsupported(expr, "this literal"),
            ExprKind::Ident(_) => self.attribute(expr, true, block),
            ExprKind::Select(select) if select.test_only => self.has(expr, select, true, block),
            ExprKind::Select(_) => self.attribute(expr, true, block),
            ExprKind::Call(call) => match call.function.callee() {
                Op(And) => self.logic(call, false, block),
                Op(Or) => self.logic(call, true, block),
                Op(Index | Conditional | OptSelect | OptIndex) => self.attribute(expr, true, block),
                _ => self.call(expr, call, block),
            },
            ExprKind::List(elements) => self.list_literal(elements, block),
            ExprKind::Map(entries) => self.map_literal(entries, block),
            ExprKind::Struct(_) => self.unsupported(expr, "a message"),
            ExprKind::Comprehension(fold) => self.comprehension(expr, fold, Keep::List, block),
        };
        if value.form.is_too_deep() { self.dynamic(value) } else { value }
    }

    /// The same expression as a tree of calls over values.
    fn exact(mut self, output: Output<'_>, block: Block) -> Result<Function, Diagnostics> {
        if part::is_larger(self.checked.expr(), size::MOST_EXACT) {
            return Err(size::too_large());
        }
        let variables = mem::take(&mut self.variables).into_iter().map(|Variable { name, value, .. }| {
            let value = self.read_by_rule(&name, value).into_result();
            Value::Tuple(vec![Value::Text(name.into()), value])
        });
        let variables = Value::Array(variables.collect()).reference();
        let code = Rc::new(Code::new(self.checked, self.plan));
        let evaluate = if self.plan.has_identities() { "exact::evaluate_anew" } else { "exact::evaluate" };
        let value = Value::call(evaluate, [Value::Counter, variables, Value::Exact(Rc::clone(&code))]);
        let result = match output {
            Output::Verdict(_) => value.method_with("map", [Value::Path("dynamic::verdict".into())]),
            Output::Message(_) => value.method_with("and_then", [Value::Path("dynamic::message".into())]),
            Output::Value => value,
        };
        let (parts, patterns) = (Vec::new(), Patterns::default());
        let function = Function { parts, patterns, body: block.into_body(result), exact: Some(code) };
        match (self.missing.is_empty(), function.is_too_large()) {
            (false, _) => Err(self.missing),
            (true, true) => Err(size::too_large()),
            (true, false) => Ok(function),
        }
    }

    /// A variable as a `Value`; an object with the properties that the rule names.
    fn read_by_rule(&mut self, variable: &str, value: Operand) -> Operand {
        match (&value.form, exact::properties(self.checked.expr(), variable)) {
            (Form::Object(name), Some(properties)) => {
                let object = dynamic::object_with(self.env, name, &properties);
                let read =
                    object.after_both(["arena".into(), "value".into()], [Value::Arena, Value::Operand(0)]);
                self.lift(vec![value], Operation::new(Form::Dynamic, read))
            }
            _ => self.dynamic(value),
        }
    }

    fn type_of(&self, expr: &Expr) -> Type {
        self.checked.type_of(expr.id).clone()
    }

    /// Reports something that comes with a later version; what is emitted for it is never compiled.
    fn unsupported(&mut self, expr: &Expr, what: &str) -> Operand {
        let mut below = vec![expr];
        while let Some(inner) = below.pop() {
            if self.unsupported.contains(&inner.id) {
                return Operand::new(Value::Nothing, Form::Null); // follows from what was reported there
            }
            below.extend(children(inner));
        }
        self.unsupported.push(expr.id);
        self.missing.push(Diagnostic::new(expr.offset, format!("{what} is not supported yet")));
        Operand::new(Value::Nothing, Form::Null)
    }

    /// The name of a macro's variable; one that hides another gets a name of its own, since a value that is evaluated late
    /// may still need the other.
    fn local(&mut self, name: &str) -> Local {
        if name.starts_with('.') || self.variables.iter().any(|variable| variable.name == name) {
            self.hidden(name)
        } else {
            variable(name)
        }
    }

    /// A name that no variable of a rule can have.
    fn hidden(&mut self, name: &str) -> Local {
        self.temporaries += 1;
        Local::new(format!("__cel_{}_{}", self.temporaries, name.trim_start_matches('.')))
    }

    /// A fresh local name.
    fn temporary(&mut self) -> Local {
        self.temporaries += 1;
        Local::new(format!("__cel_{}", self.temporaries))
    }

    /// The value of an expression: parts of JSON that nobody reads any more are values of unknown type.
    fn result(&mut self, value: Operand) -> Operand {
        let is_json = self.env.holds_json() && !(value.form.is_static() && self.is_comparable(&value.form));
        if is_json { self.dynamic(value) } else { value }
    }

    /// The value of a rule, which is a boolean for the checker.
    fn verdict(&mut self, value: Operand) -> Operand {
        if value.form != Form::Dynamic {
            return value;
        }
        self.lift(vec![value], Operation::call(Form::Bool, false, "dynamic::verdict", 1))
    }

    /// The value of a message, which is a text for the checker.
    fn text(&mut self, value: Operand) -> Operand {
        if value.form != Form::Dynamic {
            return self.coerce(value, &Form::String);
        }
        self.lift(vec![value], Operation::call(Form::String, true, "dynamic::message", 1))
    }

    /// A condition of a macro, which is a boolean also where it never has a value.
    fn predicate(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        let value = self.emit(expr, block);
        self.condition(value)
    }
}

/// What a variable of JSON was given as.
fn given_variable(name: &Local, of: &str) -> Value {
    Value::call("ops::variable", [name.into(), Value::Text(of.into())])
}
