//! The macros over lists and maps, each as a loop with the cost of its expansion (cost.md A.9).

use super::{Block, Emitter, Form, Level, Operand, Variable};
use crate::ast::{Call, Comprehension, Expr, ExprKind, Macro};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// What a macro does in each round.
pub(super) struct Round<'e> {
    pub(super) predicate: Option<&'e Expr>,
    pub(super) transform: Option<&'e Expr>,
}

impl Emitter<'_, '_> {
    pub(super) fn comprehension(&mut self, expr: &Expr, fold: &Comprehension, block: &mut Block) -> Operand {
        let round = match (fold.from, &fold.loop_step.kind) {
            (Macro::All | Macro::Exists, ExprKind::Call(step)) => {
                Round { predicate: step.args.get(1), transform: None }
            }
            (Macro::ExistsOne | Macro::Filter, ExprKind::Call(step)) => {
                Round { predicate: step.args.first(), transform: None }
            }
            (Macro::Map, ExprKind::Call(step)) => round_of_map(step),
            (Macro::TransformMap | Macro::TransformMapEntry, ExprKind::Call(step)) => {
                round_of_transform(step)
            }
            (Macro::Bind, _) => return self.bind_name(fold, block),
            _ => return self.unsupported(expr, "this macro"),
        };
        let range = self.emit(&fold.iter_range, block);
        self.then(range, block, |emitter, range, block| {
            let range = emitter.bind_range(range, block);
            let value = match fold.from {
                Macro::All => emitter.quantifier(fold, &round, &range, false, block),
                Macro::Exists => emitter.quantifier(fold, &round, &range, true, block),
                Macro::ExistsOne => emitter.exists_one(fold, &round, &range, block),
                Macro::Map | Macro::Filter => emitter.collect(fold, &round, &range, block),
                Macro::TransformMap => emitter.transform_map(fold, &round, &range, false, block),
                Macro::TransformMapEntry => emitter.transform_map(fold, &round, &range, true, block),
                Macro::Bind => emitter.bind_name(fold, block),
            };
            value
        })
    }

    /// A range is used once; only what is not a chain of reads gets a name.
    fn bind_range(&mut self, range: Operand, block: &mut Block) -> Operand {
        match range.form {
            Form::List { native: true, .. } | Form::Map { native: true, .. } => range,
            _ => self.bind(range, block),
        }
    }

    /// Emits `inside` with the loop's variables in scope; gives the pattern and the iterator of the loop.
    pub(super) fn with_loop_variables<T>(
        &mut self,
        fold: &Comprehension,
        range: &Operand,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (TokenStream, TokenStream, T) {
        let scope = self.variables.len();
        let (pattern, iterator) = self.declare_loop_variables(fold, range);
        let value = inside(self);
        self.variables.truncate(scope);
        (pattern, iterator, value)
    }

    fn declare_loop_variables(
        &mut self,
        fold: &Comprehension,
        range: &Operand,
    ) -> (TokenStream, TokenStream) {
        let first = format_ident!("__cel_{}", fold.iter_var);
        let second = match &fold.iter_var2 {
            Some(second) => format_ident!("__cel_{second}"),
            None => format_ident!("__cel_{}_value", fold.iter_var),
        };
        let tokens = &range.tokens;
        match &range.form {
            Form::Map { key, value, .. } => {
                let value = Operand::name(&second, (**value).clone());
                let entry = value.form.is_static().then(|| (tokens.to_string(), value.clone()));
                let key = Operand::name(&first, (**key).clone());
                self.variables.push(Variable { entry, ..Variable::new(&fold.iter_var, key) });
                if let Some(name) = &fold.iter_var2 {
                    let value = self.element(&fold.iter_range, value);
                    self.variables.push(Variable::new(name, value));
                }
                (quote!((#first, #second)), quote!(#tokens.entries()))
            }
            Form::List { element, .. } => {
                let name = if fold.iter_var2.is_some() { &second } else { &first };
                let element = self.element(&fold.iter_range, Operand::name(name, (**element).clone()));
                match &fold.iter_var2 {
                    None => {
                        self.variables.push(Variable::new(&fold.iter_var, element));
                        (quote!(#first), quote!(#tokens.elements()))
                    }
                    Some(name) => {
                        let index = Operand::new(quote!(ops::size_of(#first)), Form::Int);
                        self.variables.push(Variable::new(&fold.iter_var, index));
                        self.variables.push(Variable::new(name, element));
                        (quote!((#first, #second)), quote!(#tokens.elements().enumerate()))
                    }
                }
            }
            _ => {
                let value = self.unsupported(&fold.iter_range, "a range of unknown type");
                self.variables.push(Variable::new(&fold.iter_var, value.clone()));
                self.variables.extend(fold.iter_var2.iter().map(|name| Variable::new(name, value.clone())));
                (quote!(#first), quote!(#tokens))
            }
        }
    }

    /// `all`, or `exists` if `decisive`: stops when decided, and pays for the condition once more if an element remains.
    fn quantifier(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        let Some(predicate) = round.predicate else {
            return self.unsupported(&fold.iter_range, "this macro");
        };
        let condition_cost: u64 = if decisive { 3 } else { 2 };
        let (pattern, iterator, (body, value)) = self.with_loop_variables(fold, range, |emitter| {
            let mut body = Block::new();
            body.units(condition_cost + 1);
            let value = emitter.emit(predicate, &mut body);
            let value = emitter.coerce_never(value, &Form::Bool);
            (body, value)
        });
        if value.form != Form::Bool {
            return self.unsupported(predicate, "a predicate of unknown type");
        }
        let (result, rest) = (self.temporary(), self.temporary());
        let start = !decisive;
        let settle = settle_round(&body);
        let statements = body.into_statements();
        let (declare, step, decided) = if value.fallible {
            let step = if decisive { quote!(ops::exists_step) } else { quote!(ops::all_step) };
            let value = value.tokens;
            (
                quote!(let mut #result: Verdict<'a> = Ok(#start);),
                quote!(#step(&mut #result, #value);),
                quote!(matches!(#result, Ok(#decisive))),
            )
        } else {
            let value = value.tokens;
            let decided = if decisive { quote!(#result) } else { quote!(!#result) };
            (quote!(let mut #result = #start;), quote!(#result = #value;), decided)
        };
        block.push_settled(quote! {
            #declare
            let mut #rest = #iterator;
            while let Some(#pattern) = #rest.next() {
                #statements
                #step
                #settle
                if #decided {
                    cost.add(ops::stopped(&#rest, #condition_cost));
                    break;
                }
            }
        });
        block.units(1);
        Operand { fallible: value.fallible, ..Operand::name(&result, Form::Bool) }
    }

    /// Counts the elements for which the predicate is true; an error of the predicate stays unless a later one replaces it.
    fn exists_one(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        block: &mut Block,
    ) -> Operand {
        let Some(predicate) = round.predicate else {
            return self.unsupported(&fold.iter_range, "this macro");
        };
        let (pattern, iterator, (body, value)) = self.with_loop_variables(fold, range, |emitter| {
            let mut body = Block::new();
            let value = emitter.emit(predicate, &mut body);
            let value = emitter.coerce_never(value, &Form::Bool);
            (body, value)
        });
        if value.form != Form::Bool {
            return self.unsupported(predicate, "a predicate of unknown type");
        }
        let (count, rest) = (self.temporary(), self.temporary());
        let settle = settle_round(&body);
        let statements = body.into_statements();
        let predicate = value.tokens;
        let (declare, step, result) = if value.fallible {
            (
                quote!(let mut #count: Outcome<'a, usize> = Ok(0);),
                quote! {
                    match #predicate {
                        Ok(true) => { cost.add(2); #count = #count.map(|count| count.saturating_add(1)); }
                        Ok(false) => {}
                        Err(error) => #count = Err(error),
                    }
                },
                quote!(#count.map(|count| count == 1)),
            )
        } else {
            (
                quote!(let mut #count = 0_usize;),
                quote!(if #predicate { cost.add(2); #count = #count.saturating_add(1); }),
                quote!(#count == 1),
            )
        };
        block.push_settled(quote! {
            #declare
            let mut #rest = #iterator;
            while let Some(#pattern) = #rest.next() {
                #statements
                #step
                #settle
            }
        });
        block.units(2);
        Operand { fallible: value.fallible, level: Level::Comparison, ..Operand::new(result, Form::Bool) }
    }

    /// `map` and `filter`.
    fn collect(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        block: &mut Block,
    ) -> Operand {
        let (items, rest) = (self.temporary(), self.temporary());
        let variable = format_ident!("__cel_{}", fold.iter_var);
        let (pattern, iterator, (mut body, predicate, hit, value)) =
            self.with_loop_variables(fold, range, |emitter| {
                let mut body = Block::new();
                let predicate = round.predicate.map(|predicate| emitter.emit(predicate, &mut body));
                let mut hit = Block::new();
                let value = emitter.collected(round, &variable, range, &mut hit);
                (body, predicate, hit, value)
            });
        let element = value.form.clone();
        let fallible = value.fallible || predicate.as_ref().is_some_and(|predicate| predicate.fallible);
        let hit = hit.into_statements();
        let pushed = value.clone().into_result();
        let plain = value.tokens;
        let push = match (fallible, value.fallible) {
            (false, _) => quote!(#items.push(#plain);),
            (true, _) => quote!(list::push(&mut #items, #pushed);),
        };
        let step = match predicate {
            None => quote!(#hit #push),
            Some(predicate) if predicate.form != Form::Bool => {
                return self.unsupported(&fold.iter_range, "a predicate of unknown type");
            }
            Some(predicate) if predicate.fallible => {
                let predicate = predicate.tokens;
                quote! {
                    match #predicate {
                        Ok(true) => { #hit #push }
                        Ok(false) => {}
                        Err(error) => #items = Err(error),
                    }
                }
            }
            Some(predicate) => {
                let predicate = predicate.tokens;
                quote!(if #predicate { #hit #push })
            }
        };
        body.flush();
        body.push(step);
        let statements = body.into_statements();
        let new = quote!(list::Builder::new(cost.arena()));
        let (declare, result) = if fallible {
            (
                quote!(let mut #items: Outcome<'a, _> = Ok(#new);),
                quote!(let #items = #items.map(list::Builder::finish);),
            )
        } else {
            (quote!(let mut #items = #new;), quote!(let #items = #items.finish();))
        };
        block.push_settled(quote! {
            #declare
            let mut #rest = #iterator;
            while let Some(#pattern) = #rest.next() {
                #statements
                cost.check()?;
            }
            #result
        });
        block.units(1);
        Operand { fallible, ..Operand::name(&items, Form::list(element)) }
    }

    /// `@result + [value]`: the accumulator, the value, the list literal unless it is constant, the concatenation.
    fn collected(
        &mut self,
        round: &Round<'_>,
        variable: &Ident,
        range: &Operand,
        hit: &mut Block,
    ) -> Operand {
        hit.units(1);
        let Some(transform) = round.transform else {
            hit.units(1);
            hit.charge_known(10);
            hit.units(1);
            let form = match &range.form {
                Form::Map { key, .. } => (**key).clone(),
                Form::List { element, .. } => (**element).clone(),
                other => other.clone(),
            };
            return Operand::name(variable, form);
        };
        let value = self.emit(transform, hit);
        let value = self.bind(value, hit);
        if self.plan.constant(transform).is_none() {
            hit.charge_known(10);
        }
        hit.units(1);
        value
    }
}

/// `@result + [t]`, or `p ? @result + [t] : @result`.
fn round_of_map(step: &Call) -> Round<'_> {
    let (predicate, sum) = match (&*step.function, step.args.as_slice()) {
        ("_?_:_", [predicate, sum, _]) => (Some(predicate), Some(sum)),
        _ => (None, None),
    };
    let call = match sum.map(|sum| &sum.kind) {
        Some(ExprKind::Call(call)) => call,
        _ => step,
    };
    let transform = call.args.get(1).and_then(|list| match &list.kind {
        ExprKind::List(elements) => elements.first().map(|element| &element.value),
        _ => None,
    });
    Round { predicate, transform }
}

/// `cel.@mapInsert(@result, k, t)` or `cel.@mapInsert(@result, t)`, and the same with a predicate.
fn round_of_transform(step: &Call) -> Round<'_> {
    let (predicate, insert) = match (&*step.function, step.args.as_slice()) {
        ("_?_:_", [predicate, insert, _]) => (Some(predicate), &insert.kind),
        _ => return Round { predicate: None, transform: step.args.last() },
    };
    let transform = match insert {
        ExprKind::Call(insert) => insert.args.last(),
        _ => None,
    };
    Round { predicate, transform }
}

/// A round without a step that tests the limit tests it at its end.
pub(super) fn settle_round(body: &Block) -> TokenStream {
    if body.charges() { TokenStream::new() } else { quote!(cost.check()?;) }
}
