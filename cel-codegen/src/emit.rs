//! Checked expressions to native Rust: one function per rule, with the server's cost.
//!
//! Which Rust an operation becomes depends on the forms of its operands ([`form`]), what it charges on the overloads the
//! checker found ([`charge`]), as on the server.

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
mod held;
mod hoist;
mod library;
mod literal;
mod logic;
mod message;
mod operator;
mod optional;
mod presence;
mod quantifier;
mod sequence;
mod tracked;
mod transform;
mod unmetered;

use crate::{
    ast::{Expr, ExprId, ExprKind},
    checker::CheckedExpr,
    decls::VariableDecl,
    diagnostic::{Diagnostic, Diagnostics},
    env::{Env, OLD_SELF, SELF},
    plan::{Constant, Plan},
    schema::DeclType,
    tracked::Tracked,
    types::Type,
    visit::children,
};
use block::Block;
use chain::Optionals;
use collect::Keep;
use form::Form;
use hoist::Hoists;
use library::regex::Patterns;
use optional::Lazy;
use presence::{Known, Presence};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::rc::Rc;
pub(crate) use unmetered::unmetered;

/// What the function of an expression takes and gives.
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
/// What the compiler does not support yet.
pub(crate) fn body<'c, 's>(
    checked: &'c CheckedExpr,
    env: &'c Env<'s>,
    plan: &'c Plan,
    output: Output<'s>,
) -> Result<TokenStream, Diagnostics> {
    let mut emitter = Emitter {
        checked,
        env,
        plan,
        variables: Vec::new(),
        temporaries: 0,
        hoists: Vec::new(),
        known: Vec::new(),
        patterns: Patterns::default(),
        tracked: Tracked::of(checked, plan, env),
        missing: Diagnostics::default(),
        unsupported: Vec::new(),
    };
    let mut block = Block::new();
    match output {
        Output::Verdict(node) | Output::Message(node) => emitter.declare_self(output, node, &mut block),
        Output::Value => emitter.declare_variables(&mut block),
    }
    let value = emitter.emit(checked.expr(), &mut block);
    let value = match output {
        Output::Verdict(_) => emitter.verdict(value),
        Output::Message(_) => emitter.text(value),
        Output::Value => emitter.result(value),
    };
    let value = value.into_result();
    block.flush();
    block.push(quote!(cost.finish(#value)));
    if !emitter.missing.is_empty() {
        return Err(emitter.missing);
    }
    let statics = emitter.patterns.statics();
    let statements = block.into_statements();
    let stack = match emitter.tracked.is_empty() {
        true => TokenStream::new(),
        false => quote!(let mut stack = Stack::new();),
    };
    Ok(quote!(#statics #stack #statements))
}

/// The names that [`body`]'s statements use, as one import.
pub(crate) fn prelude(private: &TokenStream) -> TokenStream {
    quote!(use #private::generated::*;)
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
    /// The loops around the place that is being emitted.
    hoists: Vec<Hoists>,
    /// The properties known to be present there.
    known: Vec<Known>,
    /// The constant patterns of the function.
    patterns: Patterns,
    tracked: Tracked,
    missing: Diagnostics,
    /// The nodes they are about.
    unsupported: Vec<ExprId>,
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

/// A value in generated code. Its tokens have no effects, so they may stand anywhere after the statements that lead to them.
#[derive(Clone)]
struct Operand {
    tokens: TokenStream,
    form: Form,
    /// The tokens are a `Result`.
    fallible: bool,
    /// The tokens are a name or a literal: cheap to repeat.
    repeatable: bool,
    level: Level,
    constant: Option<Constant>,
    /// For a condition: what it says of a property.
    presence: Option<Presence>,
    /// For a type: the read of the value that it is of, if that could be any.
    type_of: Option<TokenStream>,
    optionals: Optionals,
}

/// How loosely the outermost operator of some tokens binds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Level {
    Atom,
    Arithmetic,
    Comparison,
    Logic,
}

impl Operand {
    fn new(tokens: TokenStream, form: Form) -> Self {
        Operand {
            tokens,
            form,
            fallible: false,
            repeatable: false,
            level: Level::Atom,
            constant: None,
            presence: None,
            type_of: None,
            optionals: Optionals::Entered,
        }
    }

    fn fallible(tokens: TokenStream, form: Form) -> Self {
        Operand { fallible: true, ..Operand::new(tokens, form) }
    }

    /// A name.
    fn name(name: &Ident, form: Form) -> Self {
        Operand { repeatable: true, ..Operand::new(quote!(#name), form) }
    }

    /// The tokens as an operand of an operator or a receiver, in parentheses where they bind more loosely than `level`.
    fn within(&self, level: Level) -> TokenStream {
        let tokens = &self.tokens;
        if self.level > level { quote!((#tokens)) } else { tokens.clone() }
    }

    /// The tokens as a `Result`.
    fn into_result(self) -> TokenStream {
        let tokens = self.tokens;
        if self.fallible { tokens } else { quote!(Ok(#tokens)) }
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
        block.push(quote!(let #name = this.cel();));
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
        let value = self.emit_value(expr, block);
        self.put(expr, value, block)
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
            ExprKind::Call(call) => match &*call.function {
                "_&&_" => self.logic(call, false, block),
                "_||_" => self.logic(call, true, block),
                "_[_]" | "_?_:_" | "_?._" | "_[?_]" => self.attribute(expr, true, block),
                _ => self.call(expr, call, block),
            },
            ExprKind::List(elements) => self.list_literal(elements, block),
            ExprKind::Map(entries) => self.map_literal(entries, block),
            ExprKind::Struct(message) => self.message(expr, message, block),
            ExprKind::Comprehension(fold) => self.comprehension(expr, fold, Keep::List, block),
        };
        if value.form.is_too_deep() { self.dynamic(value) } else { value }
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

    /// The operand under a name, so that it can be used more than once.
    fn bind(&mut self, operand: Operand, block: &mut Block) -> Operand {
        if operand.repeatable {
            return operand;
        }
        let name = self.temporary();
        let tokens = operand.tokens;
        block.push(quote!(let #name = #tokens;));
        Operand { tokens: quote!(#name), repeatable: true, level: Level::Atom, ..operand }
    }

    /// Goes on with the value of an operand; if it has none, its error is the result and `next` costs nothing.
    fn then(
        &mut self,
        operand: Operand,
        block: &mut Block,
        next: impl FnOnce(&mut Self, Operand, &mut Block) -> Operand,
    ) -> Operand {
        if !operand.fallible {
            return next(self, operand, block);
        }
        let name = self.temporary();
        let mut inner = Block::new();
        let value = next(self, Operand::name(&name, operand.form.clone()), &mut inner);
        match inner.only_units() {
            Some(units) => self.then_units(operand, &name, value, units, block),
            None => {
                let form = value.form.clone();
                let body = inner.into_expression(&value.into_result());
                let tokens = operand.tokens;
                block.flush();
                self.run(quote!(match #tokens { Ok(#name) => #body, Err(error) => Err(error) }), form, block)
            }
        }
    }

    fn then_units(
        &mut self,
        operand: Operand,
        name: &Ident,
        value: Operand,
        units: u64,
        block: &mut Block,
    ) -> Operand {
        let operand = if units > 0 { self.bind(operand, block) } else { operand };
        let tokens = operand.tokens;
        match units {
            0 => {}
            1 => block.push(quote!(cost.add_if(#tokens.is_ok());)),
            _ => block.push(quote!(if #tokens.is_ok() { cost.add(#units); })),
        }
        let next = value.tokens;
        let tokens = if value.fallible {
            quote!(#tokens.and_then(|#name| #next))
        } else {
            quote!(#tokens.map(|#name| #next))
        };
        Operand::fallible(tokens, value.form)
    }

    /// Runs an expression with effects, a `Result`, and gives its value a name.
    fn run(&mut self, tokens: TokenStream, form: Form, block: &mut Block) -> Operand {
        let name = self.temporary();
        let rust = form.rust();
        block.push_settled(quote!(let #name: Outcome<'a, #rust> = #tokens;));
        Operand { fallible: true, ..Operand::name(&name, form) }
    }

    /// Brings an operand into a form it can be joined to.
    fn coerce(&mut self, operand: Operand, to: &Form) -> Operand {
        if operand.form == *to {
            return operand;
        }
        if let Some(constant) = &operand.constant {
            return self.constant_in_form(&constant.clone(), to);
        }
        let tokens = if operand.fallible {
            let (tokens, value) = (operand.tokens, converted(self.env, &operand.form, to, quote!(value)));
            let name = if mentions(&value, "value") { quote!(value) } else { quote!(_) };
            quote!(#tokens.map(|#name| #value))
        } else {
            converted(self.env, &operand.form, to, operand.tokens)
        };
        Operand { fallible: operand.fallible, ..Operand::new(tokens, to.clone()) }
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
        self.without_condition(expr, block);
        self.condition(value)
    }

    /// As [`coerce`](Self::coerce) for an operand that never has a value; others are left alone.
    fn coerce_never(&mut self, operand: Operand, to: &Form) -> Operand {
        if operand.form == Form::Never { self.coerce(operand, to) } else { operand }
    }

    /// Applies an operation to the values of operands, the first error in their order winning.
    fn lift(&mut self, operands: Vec<Operand>, operation: Operation) -> Operand {
        let fallible: Vec<usize> = (0..operands.len()).filter(|i| operands[*i].fallible).collect();
        if fallible.is_empty() {
            let tokens =
                (operation.tokens)(&operands.iter().map(|o| o.within(operation.takes)).collect::<Vec<_>>());
            let (fallible, level) = (operation.fallible, operation.level);
            return Operand { fallible, level, ..Operand::new(tokens, operation.form) };
        }
        let unread = if operation.reads { "" } else { "_" };
        let names: Vec<Ident> =
            fallible.iter().map(|i| format_ident!("{unread}{}", LIFTED[*i % LIFTED.len()])).collect();
        let mut arguments: Vec<TokenStream> = operands.iter().map(|o| o.within(operation.takes)).collect();
        for (i, name) in fallible.iter().zip(&names) {
            arguments[*i] = quote!(#name);
        }
        let value = (operation.tokens)(&arguments);
        let mut results = fallible.iter().map(|i| &operands[*i].tokens);
        let first = results.next();
        let (results, pattern) = results.zip(&names[1..]).fold(
            (quote!(#first), {
                let name = &names[0];
                quote!(#name)
            }),
            |(joined, pattern), (next, name)| (quote!(ops::both(#joined, #next)), quote!((#pattern, #name))),
        );
        let tokens = if operation.fallible {
            quote!(#results.and_then(|#pattern| #value))
        } else {
            quote!(#results.map(|#pattern| #value))
        };
        Operand::fallible(tokens, operation.form)
    }
}

/// True if some tokens name something.
fn mentions(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// A value in a form it can be joined to. What is empty by its type is made anew.
fn converted(env: &Env<'_>, from: &Form, to: &Form, value: TokenStream) -> TokenStream {
    let rust = to.rust();
    match (from, to) {
        (from, to) if from == to => value,
        (from, Form::Dynamic) => dynamic::into_value(env, from, value),
        (Form::Never, _) => quote!(ops::absurd::<#rust>(#value)),
        (Form::List { element, .. }, Form::List { element: wanted, .. }) => match &**element {
            element if element == &**wanted => quote!(list::erase(cost.arena(), #value)),
            Form::Never => quote!(<#rust>::Slice(&[])),
            element => {
                let element = converted(env, element, wanted, quote!(element));
                quote!(list::convert(cost.arena(), #value, |element| #element))
            }
        },
        (Form::Map { key, value: held, .. }, Form::Map { key: wanted_key, value: wanted, .. }) => {
            if key == wanted_key && held == wanted {
                quote!(map::erase(cost.arena(), #value))
            } else if **key == Form::Never {
                quote!(<#rust>::Entries(&[]))
            } else {
                let held = converted(env, held, wanted, quote!(value));
                quote!(map::convert(cost.arena(), #value, |value| #held))
            }
        }
        (Form::Optional(content), Form::Optional(wanted)) => match &**content {
            Form::Never => {
                let wanted = wanted.rust();
                quote!(None::<#wanted>)
            }
            content => {
                let content = converted(env, content, wanted, quote!(content));
                quote!(#value.map(|content| #content))
            }
        },
        _ => value,
    }
}

/// How closures over operands name them.
const LIFTED: [&str; 4] = ["left", "right", "third", "fourth"];

/// The code of an operation over the code of its operands.
type Template = Box<dyn Fn(&[TokenStream]) -> TokenStream>;

/// What an operation does with the values of its operands.
struct Operation {
    form: Form,
    fallible: bool,
    level: Level,
    /// How loosely an operand may bind.
    takes: Level,
    /// False if it is the same for all values.
    reads: bool,
    tokens: Template,
}

impl Operation {
    fn new(form: Form, tokens: impl Fn(&[TokenStream]) -> TokenStream + 'static) -> Self {
        let tokens = Box::new(tokens);
        Operation { form, fallible: false, level: Level::Atom, takes: Level::Atom, reads: true, tokens }
    }

    /// What is known from the types of its operands, which need only have values.
    fn constant(form: Form, tokens: TokenStream) -> Self {
        Operation { reads: false, ..Operation::new(form, move |_| tokens.clone()) }
    }

    fn fallible(form: Form, tokens: impl Fn(&[TokenStream]) -> TokenStream + 'static) -> Self {
        Operation { fallible: true, ..Operation::new(form, tokens) }
    }

    /// The same with tokens whose outermost operator is of a level.
    fn at(self, level: Level) -> Self {
        Operation { level, ..self }
    }

    /// The same with operands that stand between parentheses or commas.
    fn delimited(self) -> Self {
        Operation { takes: Level::Logic, ..self }
    }
}
