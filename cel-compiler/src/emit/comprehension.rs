//! The macros over lists and maps, each as a loop with the cost of its expansion (docs/spec/cost.md A.9).

use super::{Block, Emitter, Form, Operand, Variable, collect::Keep, hoist::Hoists};
use crate::ast::{Comprehension, Expr, Macro};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The frame of a loop.
pub(super) struct Loop {
    /// Values that do not change in the loop.
    before: TokenStream,
    pattern: TokenStream,
    iterator: TokenStream,
    /// The elements that remain.
    pub(super) rest: Ident,
    /// The rounds in parts, where the range is an object's own map, or its own list with one variable.
    parts: Option<TokenStream>,
    /// Statements that each round begins with.
    views: TokenStream,
}

impl Loop {
    /// The loop over all elements around a round.
    pub(super) fn over_all(&self, mut round: Block) -> TokenStream {
        if let Some(parts) = self.parts.as_ref().filter(|_| round.only_adds()) {
            return self.in_parts(parts, &round.into_statements(), None);
        }
        let Loop { before, pattern, iterator, views, .. } = self;
        round.end_round();
        let statements = round.into_statements();
        quote! {
            #before
            for #pattern in #iterator {
                #views
                #statements
            }
        }
    }

    /// An iterator over what `value` is for each element.
    pub(super) fn mapped(&self, value: &TokenStream) -> TokenStream {
        let Loop { pattern, iterator, .. } = self;
        quote!(#iterator.map(|#pattern| #value))
    }

    /// The same for a loop that ends once it is `decided`: then it adds `units` if an element remains.
    pub(super) fn until(&self, decided: &TokenStream, units: u64, mut round: Block) -> TokenStream {
        if let Some(parts) = self.parts.as_ref().filter(|_| round.only_adds()) {
            return self.in_parts(parts, &round.into_statements(), Some((decided, units)));
        }
        let Loop { before, pattern, iterator, rest, views, .. } = self;
        round.flush();
        round.push(quote! {
            if #decided {
                cost.add(ops::stopped(&#rest, #units));
                break;
            }
        });
        round.end_round();
        let statements = round.into_statements();
        quote! {
            #before
            let mut #rest = #iterator;
            while let Some(#pattern) = #rest.next() {
                #views
                #statements
            }
        }
    }

    /// The loop with a test of the limit between two parts of the range. No variable of a rule begins with a digit: `__cel_0_units` is not
    /// the `units` of `self.l.all(units, ..)`.
    fn in_parts(
        &self,
        parts: &TokenStream,
        round: &TokenStream,
        end: Option<(&TokenStream, u64)>,
    ) -> TokenStream {
        let Loop { before, pattern, rest, views, .. } = self;
        let stop = end.map(|(decided, units)| {
            quote! {
                if #decided {
                    cost.add(#rest.stopped(#units));
                    break;
                }
            }
        });
        let leave = end.map(|(decided, _)| quote!(if #decided { break; }));
        quote! {
            #before
            let mut #rest = #parts;
            while #rest.has_part() {
                let mut __cel_0_units = list::Units::new(cost);
                {
                    let cost = &mut __cel_0_units;
                    while let Some(#pattern) = #rest.next() {
                        #views
                        #round
                        #stop
                    }
                }
                cost.add(__cel_0_units.sum());
                cost.check()?;
                #leave
            }
        }
    }
}

impl Emitter<'_, '_> {
    /// The value of a macro; of a list that is built, `keep` says what is asked.
    pub(super) fn comprehension(
        &mut self,
        expr: &Expr,
        fold: &Comprehension,
        keep: Keep,
        block: &mut Block,
    ) -> Operand {
        if fold.from == Macro::Bind {
            return self.bind_name(fold, block);
        }
        let Some(round) = fold.round() else {
            return self.unsupported(expr, "this macro");
        };
        let range = self.emit(&fold.iter_range, block);
        let range = self.range(range, fold.iter_var2.is_some());
        self.put_loop(expr, &fold.iter_range, block, |emitter, block| {
            emitter.then(range, block, |emitter, range, block| {
                let range = emitter.bind_range(range, block);
                match fold.from {
                    Macro::All => emitter.quantifier(fold, &round, &range, false, block),
                    Macro::Exists => emitter.quantifier(fold, &round, &range, true, block),
                    Macro::ExistsOne => emitter.exists_one(fold, &round, &range, block),
                    Macro::Map | Macro::Filter => emitter.collect(fold, &round, &range, keep, block),
                    Macro::TransformMap | Macro::TransformMapEntry => {
                        emitter.transform_map(fold, &round, &range, block)
                    }
                    Macro::Bind => emitter.bind_name(fold, block),
                }
            })
        })
    }

    /// A range is used once; only what is not a chain of reads gets a name.
    fn bind_range(&mut self, range: Operand, block: &mut Block) -> Operand {
        match range.form {
            Form::List { native: true, .. } | Form::Map { native: true, .. } => range,
            _ => self.bind(range, block),
        }
    }

    /// Emits `inside` with the loop's variables in scope.
    pub(super) fn in_loop<T>(
        &mut self,
        fold: &Comprehension,
        range: &Operand,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (Loop, T) {
        let scope = self.variables.len();
        self.hoists.push(Hoists { scope, statements: TokenStream::new(), named: Vec::new() });
        let (pattern, iterator) = self.declare_loop_variables(fold, range);
        let (views, value) = self.with_views(inside);
        self.variables.truncate(scope);
        let before = self.hoists.pop().map(|hoists| hoists.statements).unwrap_or_default();
        let own = &range.tokens;
        let parts = match &range.form {
            Form::List { native: true, .. } if fold.iter_var2.is_none() => Some(quote!(list::rounds(#own))),
            Form::Map { native: true, .. } => Some(quote!(list::rounds_over_map(#own))),
            _ => None,
        };
        (Loop { before, pattern, iterator, rest: self.temporary(), parts, views }, value)
    }

    fn declare_loop_variables(
        &mut self,
        fold: &Comprehension,
        range: &Operand,
    ) -> (TokenStream, TokenStream) {
        let first = self.local(&fold.iter_var);
        let second = match &fold.iter_var2 {
            Some(second) => self.local(second),
            None => self.hidden(&format!("{}_value", fold.iter_var)),
        };
        let tokens = &range.tokens;
        match &range.form {
            Form::Map { key, value, .. } => {
                let value = Operand::name(&second, (**value).clone());
                let entry = value.form.is_static().then(|| (tokens.to_string(), value.clone()));
                let key = Operand::name(&first, (**key).clone());
                self.variables.push(Variable { entry, ..Variable::new(&fold.iter_var, key) });
                if let Some(name) = &fold.iter_var2 {
                    let value = self.element(value);
                    self.variables.push(Variable::new(name, value));
                }
                (quote!((#first, #second)), quote!(#tokens.entries()))
            }
            Form::List { element, .. } => {
                let name = if fold.iter_var2.is_some() { &second } else { &first };
                let element = self.element(Operand::name(name, (**element).clone()));
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
            _ => (TokenStream::new(), TokenStream::new()),
        }
    }
}

/// Statements of a round where its predicate holds; an error of the predicate replaces the accumulator.
pub(super) fn guarded(predicate: Option<Operand>, accumulator: &Ident, hit: TokenStream) -> TokenStream {
    match predicate {
        None => hit,
        Some(predicate) if predicate.fallible => {
            let predicate = predicate.tokens;
            quote! {
                match #predicate {
                    Ok(true) => { #hit }
                    Ok(false) => {}
                    Err(error) => #accumulator = Err(error),
                }
            }
        }
        Some(predicate) => {
            let predicate = predicate.tokens;
            quote!(if #predicate { #hit })
        }
    }
}
