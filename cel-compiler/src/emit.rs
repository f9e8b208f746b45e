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
mod form;
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
mod place;
mod presence;
mod quantifier;
mod sequence;
mod shared;
mod size;
mod ternary;
mod transform;
mod unmetered;
mod view;

use crate::ast::Callee::Op;
use crate::{
    ast::{Expr, ExprId, ExprKind},
    checker::CheckedExpr,
    diagnostic::{Diagnostic, Diagnostics},
    env::{Env, OLD_SELF, SELF},
    exact::{self, Code},
    library::VariableDecl,
    plan::{Constant, Plan},
    schema::DeclType,
    types::Type,
    visit::children,
};
use block::Block;
use cel_types::Operator::{And, Conditional, Index, OptIndex, OptSelect, Or};
use collect::Keep;
use form::Form;
pub(crate) use functions::regex::Patterns;
use hoist::Hoists;
use operand::{Level, Operand, Operation, converted, mentions};
use optional::Lazy;
use presence::{Known, Presence};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use shared::{Given, Shared};
use std::{collections::HashMap, mem, rc::Rc};
pub(crate) use unmetered::unmetered;
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

/// The code of a function.
#[derive(Debug)]
pub(crate) struct Body {
    /// The functions that it calls.
    parts: Vec<part::Function>,
    statements: TokenStream,
    /// It is a tree of calls over values, see [`exact`].
    pub(crate) is_exact: bool,
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
) -> Result<Body, Diagnostics> {
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
    block.flush();
    block.push(quote!(cost.finish(#value)));
    if emitter.is_too_large() {
        return Err(size::too_large());
    }
    if !emitter.missing.is_empty() {
        return Err(emitter.missing);
    }
    let statics = emitter.patterns.statics();
    let statements = block.into_statements();
    let node = part::node(output, &emitter.parts);
    let body = Body { parts: emitter.parts, statements: quote!(#node #statics #statements), is_exact: false };
    match emitter.emitted > size::ORDINARY && body.is_too_large() {
        true => Err(size::too_large()),
        false => Ok(body),
    }
}

/// The names that [`body`]'s statements use, as one import.
pub(crate) fn prelude(private: &TokenStream) -> TokenStream {
    quote!(use #private::generated::*;)
}

/// A constant as a `Value`.
pub(crate) fn constant_value(constant: &Constant) -> TokenStream {
    constant::tokens(constant, &Form::Dynamic)
}

/// The name of a variable of the environment.
pub(crate) fn variable(name: &str) -> Ident {
    format_ident!("__cel_{name}")
}

/// The Rust type in which a variable of the environment comes.
pub(crate) fn rust_type(env: &Env<'_>, variable: &VariableDecl) -> TokenStream {
    match env.json_variable(&variable.name) {
        Some(_) => quote!(Option<&'a json::Json>),
        None => Form::built(&variable.ty).rust(),
    }
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
    parts: Vec<part::Function>,
    /// How many variables they see.
    roots: usize,
    /// The statements that declare these.
    declarations: TokenStream,
    /// Arguments that a rule passes on to them; nothing if there may be none.
    arguments: Option<TokenStream>,
    /// The closures for whole objects, from the outermost scope inwards.
    views: Vec<Views>,
    /// The values behind names, in a large rule.
    origins: HashMap<String, TokenStream>,
}

/// A name in scope.
struct Variable {
    name: String,
    value: Operand,
    /// For a loop over the keys of a struct's map: the map's tokens and the value beside the key.
    entry: Option<(String, Operand)>,
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
            declarations: TokenStream::new(),
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
        let name = Ident::new("this", Span::call_site());
        let this = if self.env.holds_json() { quote!(this.cel()) } else { quote!(node_value(this)) };
        block.push(quote!(let #name = #this;));
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
        block.push(quote!(let #name = this.old();));
        let optional = declared.ty.optional_value();
        let held = Form::of_node(self.env, node, optional.unwrap_or(&declared.ty));
        let value = if optional.is_some() && matches!(output, Output::Verdict(_)) {
            // What is not what its schema says is in the optional as the error that it is.
            let given = Operand::name(&name, Form::Optional(Rc::new(held)));
            let read = self.coerce(given, &Form::Optional(Rc::new(Form::Dynamic)));
            self.bind(read, block)
        } else {
            let given = Operand::fallible(quote!(ops::variable(#name, #OLD_SELF)), held);
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
                    let text = &*declared.name;
                    let given = Operand::fallible(quote!(ops::variable(#name, #text)), held);
                    let read = self.unheld(given);
                    let (tokens, form) = (read.tokens, read.form);
                    block.push(quote!(let #name = #tokens;));
                    Operand { fallible: read.fallible, ..Operand::name(&name, form) }
                }
                None => Operand::name(&name, Form::built(&declared.ty)),
            };
            self.variables.push(Variable::new(&declared.name, value));
        }
    }

    /// The value of a node; charges what the server charges for it, in the server's order.
    fn emit(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        if self.is_too_large() {
            return Operand::new(quote!(()), Form::Null); // never compiled
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
    fn exact(mut self, output: Output<'_>, mut block: Block) -> Result<Body, Diagnostics> {
        if part::is_larger(self.checked.expr(), size::MOST_EXACT) {
            return Err(size::too_large());
        }
        let read = mem::take(&mut self.variables).into_iter().map(|Variable { name, value, .. }| {
            let value = self.read_by_rule(&name, value).into_result();
            quote!((#name, #value))
        });
        let variables: Vec<TokenStream> = read.collect();
        let Code { items, root } = Code::new(self.checked, self.plan);
        let evaluate = if self.plan.has_identities() { quote!(evaluate_anew) } else { quote!(evaluate) };
        let value = quote!(exact::#evaluate(cost, &[#(#variables),*], #root));
        block.push(match output {
            Output::Verdict(_) => quote!(#value.map(dynamic::verdict)),
            Output::Message(_) => quote!(#value.and_then(dynamic::message)),
            Output::Value => value,
        });
        let statements = block.into_statements();
        let body = Body { parts: Vec::new(), statements: quote!(#items #statements), is_exact: true };
        match (self.missing.is_empty(), body.is_too_large()) {
            (false, _) => Err(self.missing),
            (true, true) => Err(size::too_large()),
            (true, false) => Ok(body),
        }
    }

    /// A variable as a `Value`; an object with the properties that the rule names.
    fn read_by_rule(&mut self, variable: &str, value: Operand) -> Operand {
        match (&value.form, exact::properties(self.checked.expr(), variable)) {
            (Form::Object(name), Some(properties)) => {
                let object = dynamic::object_with(self.env, name, &properties);
                let read = Operation::new(Form::Dynamic, move |o| {
                    let value = &o[0];
                    quote!({ let (arena, value) = (cost.arena(), #value); #object })
                });
                self.lift(vec![value], read.delimited())
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
                return Operand::new(quote!(()), Form::Null); // follows from what was reported there
            }
            below.extend(children(inner));
        }
        self.unsupported.push(expr.id);
        self.missing.push(Diagnostic::new(expr.offset, format!("{what} is not supported yet")));
        Operand::new(quote!(()), Form::Null)
    }

    /// The name of a macro's variable; one that hides another gets a name of its own, since a value that is evaluated late
    /// may still need the other.
    fn local(&mut self, name: &str) -> Ident {
        if name.starts_with('.') || self.variables.iter().any(|variable| variable.name == name) {
            self.hidden(name)
        } else {
            variable(name)
        }
    }

    /// A name that no variable of a rule can have.
    fn hidden(&mut self, name: &str) -> Ident {
        self.temporaries += 1;
        format_ident!("__cel_{}_{}", self.temporaries, name.trim_start_matches('.'))
    }

    /// A fresh local name.
    fn temporary(&mut self) -> Ident {
        self.temporaries += 1;
        format_ident!("__cel_{}", self.temporaries)
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
        let is_true = Operation::new(Form::Bool, |o| {
            let value = &o[0];
            quote!(dynamic::verdict(#value))
        });
        self.lift(vec![value], is_true.delimited())
    }

    /// The value of a message, which is a text for the checker.
    fn text(&mut self, value: Operand) -> Operand {
        if value.form != Form::Dynamic {
            return self.coerce(value, &Form::String);
        }
        let text = Operation::fallible(Form::String, |o| {
            let value = &o[0];
            quote!(dynamic::message(#value))
        });
        self.lift(vec![value], text.delimited())
    }

    /// A condition of a macro, which is a boolean also where it never has a value.
    fn predicate(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        let value = self.emit(expr, block);
        self.condition(value)
    }
}
