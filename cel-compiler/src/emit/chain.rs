//! Chains: a value and the steps from it. After a step that looked into an optional, or may find nothing, all that follow do the
//! same; an optional that another step found is a value without parts for the next one.

use super::{Block, Emitter, Form, Operand, Operation, optional::Key};
use crate::ast::{Expr, ExprKind};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::rc::Rc;

/// A step of a chain.
pub(super) enum Qualifier<'e> {
    Field {
        expr: &'e Expr,
        name: &'e str,
    },
    Index {
        expr: &'e Expr,
        index: &'e Expr,
    },
    /// `.?field` and `[?index]`
    Optional {
        expr: &'e Expr,
        index: &'e Expr,
    },
}

/// How the next step of a chain treats a value that is an optional.
#[derive(Clone, Default)]
pub(super) enum Optionals {
    /// It looks into it.
    #[default]
    Entered,
    /// It finds nothing: the chain itself found the optional.
    Found,
    /// It looks into it where this is true.
    EnteredIf(TokenStream),
}

impl Emitter<'_, '_> {
    /// Splits an expression into what its chain starts from and the steps, first to last.
    pub(super) fn chain<'e>(&self, expr: &'e Expr) -> (&'e Expr, Vec<Qualifier<'e>>) {
        let mut qualifiers = Vec::new();
        let mut root = expr;
        loop {
            if self.plan.constant(root).is_some() {
                break;
            }
            match &root.kind {
                ExprKind::Select(select) if !select.test_only => {
                    qualifiers.push(Qualifier::Field { expr: root, name: &select.field });
                    root = &select.operand;
                }
                ExprKind::Call(call) => match (&*call.function, call.args.as_slice()) {
                    ("_[_]", [operand, index]) => {
                        qualifiers.push(Qualifier::Index { expr: root, index });
                        root = operand;
                    }
                    ("_?._" | "_[?_]", [operand, index]) => {
                        qualifiers.push(Qualifier::Optional { expr: root, index });
                        root = operand;
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        qualifiers.reverse();
        (root, qualifiers)
    }

    /// The value that the steps lead to; another one that asks for a part of it may follow.
    pub(super) fn qualify(
        &mut self,
        value: Operand,
        qualifiers: &[Qualifier<'_>],
        next: Option<&Expr>,
        block: &mut Block,
    ) -> Operand {
        qualifiers.iter().enumerate().fold(value, |value, (i, qualifier)| {
            let next = match qualifiers.get(i + 1) {
                Some(Qualifier::Optional { .. }) => None,
                Some(Qualifier::Field { expr, .. } | Qualifier::Index { expr, .. }) => Some(*expr),
                None => next,
            };
            self.step(value, qualifier, next, block)
        })
    }

    fn step(
        &mut self,
        value: Operand,
        qualifier: &Qualifier<'_>,
        following: Option<&Expr>,
        block: &mut Block,
    ) -> Operand {
        let (value, next) = match qualifier {
            Qualifier::Optional { .. } => (value, Optionals::Entered),
            Qualifier::Field { .. } | Qualifier::Index { .. } => self.after_step(value, block),
        };
        let optionals = value.optionals.clone();
        if let Some(found) = self.step_of_result(&value, qualifier, block) {
            return Operand { optionals: next, ..found };
        }
        let found = self.then(value, block, |emitter, value, block| {
            let value = emitter.as_next(value, &optionals);
            let from = value.clone();
            let is_optional = matches!(value.form, Form::Optional(_));
            let found = match qualifier {
                _ if is_optional && matches!(optionals, Optionals::Found) => emitter.missed(qualifier, block),
                Qualifier::Field { expr, name } if is_optional => {
                    emitter.optional_step(expr, value, Key::Name(name), block)
                }
                Qualifier::Field { expr, name } => emitter.field(expr, value, name, block),
                Qualifier::Index { expr, index } if is_optional => {
                    emitter.optional_step(expr, value, Key::of(index), block)
                }
                Qualifier::Index { expr, index } => emitter.index(expr, value, index, following, block),
                Qualifier::Optional { expr, index } => {
                    emitter.optional_step(expr, value, Key::of(index), block)
                }
            };
            emitter.put_step(qualifier, &from, found, block)
        });
        Operand { optionals: next, ..found }
    }

    /// `value.name` in a large rule, where the value may be anything, or an error: as one call.
    fn step_of_result(
        &mut self,
        value: &Operand,
        qualifier: &Qualifier<'_>,
        block: &mut Block,
    ) -> Option<Operand> {
        let Qualifier::Field { expr, name } = qualifier else { return None };
        let is_simple = self.is_large && value.fallible && value.form == Form::Dynamic;
        if !is_simple || self.tracked.follows(expr) {
            return None;
        }
        let tokens = &value.tokens;
        let step = match &value.optionals {
            Optionals::Entered => quote!(dynamic::field(cost, #tokens, #name)),
            Optionals::Found => quote!(dynamic::next_field(cost, #tokens, #name)),
            Optionals::EnteredIf(_) => return None,
        };
        Some(self.run(step, Form::Dynamic, block))
    }

    /// How the steps after a plain one treat optionals.
    fn after_step(&mut self, value: Operand, block: &mut Block) -> (Operand, Optionals) {
        match (&value.form, &value.optionals) {
            (Form::Optional(_), Optionals::Entered) => (value, Optionals::Entered),
            (Form::Dynamic, Optionals::Entered) => {
                let value = self.bind(value, block);
                let tokens = &value.tokens;
                let entered = match value.fallible {
                    true => quote!(::core::matches!(#tokens, Ok(Value::Optional(_)))),
                    false => quote!(::core::matches!(#tokens, Value::Optional(_))),
                };
                (value, Optionals::EnteredIf(entered))
            }
            (Form::Optional(_) | Form::Dynamic, entered @ Optionals::EnteredIf(_)) => {
                let entered = entered.clone();
                (value, entered)
            }
            _ => (value, Optionals::Found),
        }
    }

    /// A value as the next step of its chain takes it.
    pub(super) fn as_next(&mut self, value: Operand, optionals: &Optionals) -> Operand {
        let tokens = match (&value.form, optionals) {
            (Form::Dynamic, Optionals::Found) => {
                let value = value.tokens;
                quote!(dynamic::found(#value))
            }
            (Form::Dynamic | Form::Optional(_), Optionals::EnteredIf(entered)) => {
                let value = self.dynamic(value).tokens;
                quote!(dynamic::found_unless(#entered, #value))
            }
            _ => return Operand { optionals: optionals.clone(), ..value },
        };
        Operand { optionals: optionals.clone(), ..Operand::new(tokens, Form::Dynamic) }
    }

    /// How the next step treats the value of one of two operands; where that depends on which, a name for it, and what it is
    /// in each case.
    pub(super) fn joined_optionals(
        &mut self,
        yes: &Operand,
        no: &Operand,
    ) -> (Optionals, Option<(Ident, [TokenStream; 2])>) {
        let may_be_optional =
            |operand: &Operand| matches!(operand.form, Form::Optional(_) | Form::Dynamic | Form::Nullable(_));
        let [of_yes, of_no] = [yes, no].map(|operand| may_be_optional(operand).then_some(&operand.optionals));
        match (of_yes, of_no) {
            (None | Some(Optionals::Found), None | Some(Optionals::Found)) => (Optionals::Found, None),
            (None | Some(Optionals::Entered), None | Some(Optionals::Entered)) => (Optionals::Entered, None),
            _ => {
                let name = self.temporary();
                let holds = [yes.optionals.holds(), no.optionals.holds()];
                (Optionals::EnteredIf(quote!(#name)), Some((name, holds)))
            }
        }
    }

    /// Goes on from a value that may be anything. Behind an optional without a value nothing is evaluated any more: the result
    /// is `nothing`.
    pub(super) fn unless_none(
        &mut self,
        value: Operand,
        nothing: &TokenStream,
        block: &mut Block,
        next: impl FnOnce(&mut Self, Operand, &mut Block) -> Operand,
    ) -> Operand {
        if matches!(value.optionals, Optionals::Found) {
            return next(self, value, block);
        }
        let value = self.bind(value, block);
        let mut inner = Block::new();
        let tokens = value.tokens.clone();
        let found = next(self, value, &mut inner);
        let form = found.form.clone();
        let body = inner.into_statements_with(&found.into_result());
        block.flush();
        self.run(
            quote!(if ::core::matches!(#tokens, Value::Optional(None)) { Ok(#nothing) } else { #body }),
            form,
            block,
        )
    }

    /// A step from an optional that the chain found: it has no keys for the server.
    fn missed(&mut self, qualifier: &Qualifier<'_>, block: &mut Block) -> Operand {
        let (Qualifier::Field { expr, .. }
        | Qualifier::Index { expr, .. }
        | Qualifier::Optional { expr, .. }) = qualifier;
        let form = Form::of_none(&self.type_of(expr), Form::Optional(Rc::new(Form::Never)));
        let rust = form.rust();
        match qualifier {
            Qualifier::Field { name, .. } => {
                block.units(1);
                self.named(quote!(Err(map::Key::missing(#name))), form, true, false, block)
            }
            Qualifier::Index { index, .. } => {
                let index = self.index_value(index, block);
                if index.form == Form::Dynamic || !index.form.is_key() {
                    let nothing = Operand::new(quote!(Value::Null), Form::Dynamic);
                    return self.dynamic_step(nothing, index, None, block);
                }
                block.units(1);
                let (index, missing) = (index.into_result(), quote!(Err(map::Key::missing(index))));
                let tokens = self.mapped(&index, &quote!(index), &missing, true);
                self.named(tokens, form, true, false, block)
            }
            Qualifier::Optional { index, .. } => {
                let index = self.index_value(index, block);
                let nothing = Operation::constant(form, quote!(<#rust>::None));
                self.lift(vec![index], nothing)
            }
        }
    }
}

impl Optionals {
    /// Whether the next step looks into any optional.
    pub(super) fn are_entered(&self) -> bool {
        matches!(self, Optionals::Entered)
    }

    /// Whether the next step looks into an optional.
    fn holds(&self) -> TokenStream {
        match self {
            Optionals::Entered => quote!(true),
            Optionals::Found => quote!(false),
            Optionals::EnteredIf(entered) => entered.clone(),
        }
    }
}
