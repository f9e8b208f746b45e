//! The tree of calls, as Rust.

use super::constant;
use crate::ast::Callee::{Named, Op};
use crate::exact::{Candidate, candidates, field_types};
use crate::{
    ast::{Call, Comprehension, Expr, ExprKind, ListElement, Macro, MapEntry, Round, Struct, StructField},
    checker::{CheckedExpr, Reference},
    ir::{Exact, Patterns, Repr},
    library::{Basis, Measure},
    plan::{Constant, Plan, is_varargs},
};
use cel_types::Operator::{self, And, Conditional, In, Index, OptIndex, OptSelect, Or};
use cel_types::TypeName;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// The code of an expression.
pub(super) struct Code {
    /// The patterns and functions that the expression names.
    pub(super) items: TokenStream,
    /// The expression, an `exact::Node`.
    pub(super) root: TokenStream,
}

impl Code {
    pub(super) fn new(Exact { checked, plan }: &Exact) -> Self {
        let (patterns, functions) = (Patterns::default(), TokenStream::new());
        let mut writer = Writer { checked, plan, patterns, functions, closures: 0 };
        let root = writer.node(checked.expr());
        let (patterns, functions) = (writer.patterns, writer.functions);
        Code { items: quote!(#patterns #functions), root }
    }
}

/// A constant as a `Value`.
fn constant_value(constant: &Constant) -> TokenStream {
    constant::tokens(constant, &Repr::Dynamic)
}

struct Writer<'c> {
    checked: &'c CheckedExpr,
    plan: &'c Plan,
    patterns: Patterns,
    /// Parts that are functions.
    functions: TokenStream,
    /// Number of closures in the function that is being written.
    closures: usize,
}

impl Writer<'_> {
    fn node(&mut self, expr: &Expr) -> TokenStream {
        let id = id(expr);
        if let Some(constant) = self.plan.constant(expr) {
            let value = constant_value(constant);
            return quote!(exact::Node::Known(#id, #value));
        }
        let run = self.closure(expr, &quote!(exact::Evaluated<'a>), Writer::evaluated);
        quote!(exact::Node::Run(#id, #run))
    }

    /// Code that runs later: a closure, or a function if there are many closures. rustc's time grows with the closures of a function
    /// times its size.
    fn closure(
        &mut self,
        expr: &Expr,
        output: &TokenStream,
        code: impl FnOnce(&mut Self, &Expr) -> TokenStream,
    ) -> TokenStream {
        let before = std::mem::take(&mut self.closures);
        let code = code(self, expr);
        if before + self.closures < MOST_CLOSURES {
            self.closures += before + 1;
            return quote!(&|walk| #code);
        }
        self.closures = before;
        let name = format_ident!("part_{}", expr.id.0);
        self.functions.extend(quote!(fn #name<'a>(walk: &mut exact::Walk<'a, '_>) -> #output { #code }));
        quote!(&#name)
    }

    fn nodes<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<TokenStream> {
        exprs.into_iter().map(|expr| self.node(expr)).collect()
    }

    /// The code that evaluates a node that is not a constant.
    fn evaluated(&mut self, expr: &Expr) -> TokenStream {
        let id = id(expr);
        match &expr.kind {
            ExprKind::Select(select) if select.test_only => {
                let (operand, field) = (self.chain(&select.operand), &select.field);
                quote!(exact::has(walk, #id, &#operand, #field))
            }
            ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
                (Op(And), operands) => {
                    let operands = self.nodes(operands);
                    quote!(exact::and(walk, &[#(#operands),*]))
                }
                (Op(Or), operands) => {
                    let operands = self.nodes(operands);
                    quote!(exact::or(walk, &[#(#operands),*]))
                }
                (Op(Conditional), [condition, yes, no]) => {
                    let (condition, yes, no) = (self.node(condition), self.place(yes), self.place(no));
                    quote!(exact::ternary(walk, #id, #condition, #yes, #no))
                }
                _ if is_attribute(expr) => self.attribute(expr),
                _ => self.call(expr, call),
            },
            ExprKind::Ident(_) | ExprKind::Select(_) | ExprKind::Literal(_) => self.attribute(expr),
            ExprKind::List(elements) => self.list(elements),
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Struct(message) => self.message(expr, message),
            ExprKind::Comprehension(fold) => self.comprehension(fold),
        }
    }

    fn attribute(&mut self, expr: &Expr) -> TokenStream {
        if let ExprKind::Ident(name) = &expr.kind {
            let id = id(expr);
            return quote!(exact::name(walk, #id, #name));
        }
        let (id, chain) = (id(expr), self.chain(expr));
        quote!(exact::attribute(walk, #id, &#chain))
    }

    /// The start of an expression's chain, and its steps.
    fn chain(&mut self, expr: &Expr) -> TokenStream {
        let (mut steps, mut root) = (Vec::new(), expr);
        while let Some((operand, step)) = self.step(root) {
            steps.push(step);
            root = operand;
        }
        steps.reverse();
        let root = self.root(root);
        quote!(exact::Chain { root: #root, steps: &[#(#steps),*] })
    }

    /// The last step of a chain, and its operand.
    fn step<'e>(&mut self, expr: &'e Expr) -> Option<(&'e Expr, TokenStream)> {
        if self.plan.constant(expr).is_some() {
            return None;
        }
        let id = id(expr);
        match &expr.kind {
            ExprKind::Select(select) if !select.test_only => {
                let field = &select.field;
                Some((&select.operand, quote!(exact::Step::field(#id, #field))))
            }
            ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
                (Op(Index), [operand, index]) => {
                    let index = self.place(index);
                    Some((operand, quote!(exact::Step::index(#id, #index))))
                }
                (Op(OptSelect | OptIndex), [operand, index]) => {
                    let index = self.place(index);
                    Some((operand, quote!(exact::Step::optional(#id, #index))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn root(&mut self, root: &Expr) -> TokenStream {
        match &root.kind {
            ExprKind::Ident(name) if self.plan.constant(root).is_none() => quote!(exact::Root::Name(#name)),
            ExprKind::Call(Call { function, args, .. })
                if function.is(Operator::Conditional) && args.len() == 3 =>
            {
                let (condition, yes, no) = (self.node(&args[0]), self.place(&args[1]), self.place(&args[2]));
                quote!(exact::Root::Ternary(#condition, #yes, #no))
            }
            _ => {
                let root = self.node(root);
                quote!(exact::Root::Value(#root))
            }
        }
    }

    /// An index or a branch.
    fn place(&mut self, expr: &Expr) -> TokenStream {
        if self.plan.constant(expr).is_some() || !is_attribute(expr) {
            let node = self.node(expr);
            return quote!(exact::Place::Value(#node));
        }
        let id = id(expr);
        let look_up = self.closure(expr, &quote!(Outcome<'a, exact::Found<'a>>), Writer::look_up);
        quote!(exact::Place::Attribute(#id, #look_up))
    }

    /// An attribute that is not evaluated as a separate value.
    fn look_up(&mut self, expr: &Expr) -> TokenStream {
        match &expr.kind {
            ExprKind::Select(select) if select.test_only => {
                let (id, operand, field) = (id(expr), self.chain(&select.operand), &select.field);
                quote!(exact::has_at(walk, #id, &#operand, #field))
            }
            _ => {
                let chain = self.chain(expr);
                quote!(exact::look_up(walk, &#chain))
            }
        }
    }

    fn call(&mut self, expr: &Expr, call: &Call) -> TokenStream {
        let (function, operands) = self.checked.callee(expr.id, call);
        match (function, operands.as_slice()) {
            (Op(In), [value, list]) if self.plan.hash_set(expr.id, call, self.checked).is_some() => {
                let (value, constants) = (self.node(value), self.plan.constant(list).map(constant_value));
                return quote!(exact::in_constants(walk, #value, #constants));
            }
            (Named("or" | "orValue"), [optional, other]) => {
                let (optional, other) = (self.node(optional), self.node(other));
                let unwraps = function == Named("orValue");
                return quote!(exact::or_else(walk, #unwraps, #optional, #other));
            }
            _ => {}
        }
        let overloads = self.checked.overloads(expr.id);
        let overload = if let [overload] = overloads { overload.id } else { "" };
        let pattern = self.plan.pattern(call).map(|pattern| self.patterns.name(pattern));
        let stops = pattern.is_some() || is_varargs(function.name(), operands.len(), overloads.len());
        let name = function.name();
        let apply = match pattern {
            Some(pattern) => {
                vec![quote!(&|arena, values| Some(exact::search(#name, &#pattern, arena, values)))]
            }
            None => candidates(function, operands.len(), overloads).iter().map(apply).collect(),
        };
        let (basis, operands) = (basis(self.checked.basis(expr.id, call)), self.nodes(operands));
        quote! {
            exact::call(
                walk,
                &exact::Call {
                    function: #name,
                    overload: #overload,
                    basis: #basis,
                    stops: #stops,
                    apply: &[#(#apply),*],
                },
                &[#(#operands),*],
            )
        }
    }

    fn list(&mut self, elements: &[ListElement]) -> TokenStream {
        let elements = elements.iter().map(|ListElement { value, optional }| {
            let value = self.node(value);
            quote!(exact::Element { value: #value, optional: #optional })
        });
        let elements: Vec<TokenStream> = elements.collect();
        quote!(exact::list(walk, &[#(#elements),*]))
    }

    fn map(&mut self, entries: &[MapEntry]) -> TokenStream {
        let entries = entries.iter().map(|MapEntry { key, value, optional, .. }| {
            let (key, value) = (self.node(key), self.node(value));
            quote!(exact::Entry { key: #key, value: #value, optional: #optional })
        });
        let entries: Vec<TokenStream> = entries.collect();
        quote!(exact::map(walk, &[#(#entries),*]))
    }

    fn message(&mut self, expr: &Expr, message: &Struct) -> TokenStream {
        let fields = message.fields.iter().map(|StructField { name, value, optional, .. }| {
            let value = self.node(value);
            quote!(exact::Field { name: #name, value: #value, optional: #optional })
        });
        let fields: Vec<TokenStream> = fields.collect();
        match self.checked.reference(expr.id) {
            Some(Reference::NoMessage { name, .. }) => {
                quote!(exact::no_message(walk, #name, &[#(#fields),*]))
            }
            Some(Reference::TypeName(name)) => {
                let types = field_types(name).into_iter().map(|(name, reader, held_as)| {
                    let reader = format_ident!("{reader:?}");
                    quote! {
                        exact::FieldType { name: #name, reader: exact::FieldReader::#reader, held_as: #held_as }
                    }
                });
                quote!(exact::message(walk, #name, &[#(#types),*], &[#(#fields),*]))
            }
            _ => TokenStream::new(),
        }
    }

    fn comprehension(&mut self, fold: &Comprehension) -> TokenStream {
        let (range, name) = (self.node(&fold.iter_range), &fold.iter_var);
        let Some(Round { predicate, key, transform }) = fold.round() else {
            let (name, value, result) = (&fold.accu_var, self.node(&fold.accu_init), self.node(&fold.result));
            return quote! {
                exact::bind(walk, &exact::Name { range: #range, name: #name, value: #value }, #result)
            };
        };
        let second = option(fold.iter_var2.as_ref().map(|name| quote!(#name)));
        let step = id(&fold.loop_step);
        let function = Ident::new(function(fold.from, key.is_some()), Span::call_site());
        let predicate = predicate.map(|predicate| self.node(predicate));
        let predicate = match fold.from {
            Macro::All | Macro::Exists | Macro::ExistsOne => predicate.unwrap_or_default(),
            _ => option(predicate),
        };
        let transform = transform.map(|transform| self.node(transform));
        let transform = match fold.from {
            Macro::All | Macro::Exists | Macro::ExistsOne => None,
            Macro::Map | Macro::Filter => Some(option(transform)),
            _ => transform,
        };
        let parts = key.map(|key| self.node(key)).into_iter().chain(transform);
        quote! {
            exact::#function(
                walk,
                &exact::Loop { range: #range, name: #name, second: #second, step: #step },
                #predicate #(, #parts)*
            )
        }
    }
}

/// The function of a macro.
fn function(from: Macro, has_key: bool) -> &'static str {
    match from {
        Macro::All => "all",
        Macro::Exists => "exists",
        Macro::ExistsOne => "exists_one",
        Macro::Map | Macro::Filter => "collect",
        Macro::TransformMap | Macro::TransformMapEntry if has_key => "transform_map",
        Macro::TransformMap | Macro::TransformMapEntry => "transform_map_entry",
        Macro::Bind => "bind",
    }
}

/// The function of an overload.
fn apply(candidate: &Candidate) -> TokenStream {
    match candidate {
        Candidate::Function(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(&exact::functions::#name)
        }
        Candidate::OfElements(name, element) => {
            let (name, element) = (Ident::new(name, Span::call_site()), type_name(*element));
            quote!(&|arena, values| exact::functions::#name(#element, arena, values))
        }
    }
}

fn type_name(name: TypeName) -> TokenStream {
    let name = format_ident!("{name:?}");
    quote!(TypeName::#name)
}

fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

fn id(expr: &Expr) -> Literal {
    Literal::u32_unsuffixed(expr.id.0)
}

fn basis(basis: Basis) -> TokenStream {
    let measure = |measure: Measure| match measure {
        Measure::Cel => quote!(exact::Measure::Cel),
        Measure::Kubernetes => quote!(exact::Measure::Kubernetes),
    };
    let literal = Literal::usize_unsuffixed;
    match basis {
        Basis::Tenths { of, tenths, measure: by } => {
            let (of, tenths, measure) = (literal(of), Literal::u64_unsuffixed(tenths), measure(by));
            quote!(exact::Basis::Tenths { of: #of, tenths: #tenths, measure: #measure })
        }
        Basis::Sorting { of } => {
            let of = literal(of);
            quote!(exact::Basis::Sorting { of: #of })
        }
        Basis::Search(by) => {
            let measure = measure(by);
            quote!(exact::Basis::Search(#measure))
        }
        Basis::Fixed(count) => {
            let count = Literal::u64_unsuffixed(count);
            quote!(exact::Basis::Fixed(#count))
        }
        Basis::Pairs(count) => {
            let count = Literal::u64_unsuffixed(count);
            quote!(exact::Basis::Pairs(#count))
        }
        plain => {
            let name = format_ident!("{plain:?}");
            quote!(exact::Basis::#name)
        }
    }
}

/// A name or chain that the server resolves like a variable.
fn is_attribute(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ident(_) | ExprKind::Select(_) => true,
        ExprKind::Call(call) => call.function.is_step() || call.function.is(Operator::Conditional),
        _ => false,
    }
}

/// How many closures a function may have.
const MOST_CLOSURES: usize = 40;
