//! List and map literals that are not constant: a failed part ends the evaluation of the rest, the literal is charged anyway.

use super::{Block, Emitter, Form, Operand};
use crate::ast::{Expr, ListElement, MapEntry};
use proc_macro2::{Punct, Spacing, TokenStream, TokenTree};
use quote::quote;
use std::rc::Rc;

impl Emitter<'_, '_> {
    pub(super) fn list_literal(
        &mut self,
        expr: &Expr,
        elements: &[ListElement],
        block: &mut Block,
    ) -> Operand {
        let parts: Vec<&Expr> = elements.iter().map(|element| &element.value).collect();
        let optional: Vec<bool> = elements.iter().map(|element| element.optional).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts, _| {
            let (parts, form) = emitter.joined(expr, parts, &optional);
            let of = if optional.contains(&true) { quote!(of_present) } else { quote!(of) };
            Operand::new(quote!(list::#of(cost.arena(), [#(#parts),*])), Form::list(form))
        });
        block.charge_known(LIST_COST);
        value
    }

    pub(super) fn map_literal(&mut self, expr: &Expr, entries: &[MapEntry], block: &mut Block) -> Operand {
        let parts: Vec<&Expr> = entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect();
        let optional: Vec<bool> = entries.iter().map(|entry| entry.optional).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts, block| {
            let (keys, values): (Vec<_>, Vec<_>) =
                parts.into_iter().enumerate().partition(|(i, _)| i % 2 == 0);
            let unnumbered =
                |parts: Vec<(usize, Operand)>| parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>();
            let keys: Vec<Operand> =
                unnumbered(keys).into_iter().map(|key| emitter.require_hashable(key, block)).collect();
            let key = Some(common(keys.iter().map(|key| &key.form))).filter(Form::is_key);
            let key = key.unwrap_or(Form::Dynamic);
            let keys: Vec<TokenStream> = keys.into_iter().map(|part| emitter.part(part, &key)).collect();
            let (values, value) = emitter.joined(expr, unnumbered(values), &optional);
            let of = if optional.contains(&true) { quote!(of_present) } else { quote!(of) };
            Operand::new(quote!(map::#of(cost.arena(), [#((#keys, #values)),*])), Form::map(key, value))
        });
        block.charge_known(MAP_COST);
        value
    }

    /// Parts in the form they can all be brought into: all as `Option` if any of them is optional.
    fn joined(&mut self, expr: &Expr, parts: Vec<Operand>, optional: &[bool]) -> (Vec<TokenStream>, Form) {
        let any = optional.contains(&true);
        let parts = parts.into_iter().zip(optional.iter().copied());
        let parts: Vec<(Operand, Option<Form>)> = parts
            .map(|(part, optional)| if optional { self.optional_part(expr, part) } else { (part, None) })
            .collect();
        let form = common(parts.iter().map(|(part, held)| held.as_ref().unwrap_or(&part.form)));
        let tokens = parts.into_iter().map(|(part, held)| match held {
            Some(_) => self.coerce(part, &Form::Optional(Rc::new(form.clone()))).tokens,
            None => {
                let part = self.part(part, &form);
                if any { quote!(Some(#part)) } else { part }
            }
        });
        (tokens.collect(), form)
    }

    /// An optional part and the form of what it holds.
    fn optional_part(&mut self, expr: &Expr, part: Operand) -> (Operand, Option<Form>) {
        let part = self.coerce_never(part, &Form::Optional(Rc::new(Form::Never)));
        match &part.form {
            Form::Optional(held) => {
                let held = (**held).clone();
                (part, Some(held))
            }
            _ => (self.unsupported(expr, "an optional part of unknown type"), None),
        }
    }

    fn part(&mut self, part: Operand, form: &Form) -> TokenStream {
        let part = if *form == Form::Dynamic { self.dynamic(part) } else { self.coerce(part, form) };
        part.tokens
    }

    /// Evaluates parts in order up to the first error, then `finish` with their values.
    pub(super) fn sequence(
        &mut self,
        mut rest: &[&Expr],
        mut done: Vec<Operand>,
        block: &mut Block,
        finish: &mut dyn FnMut(&mut Self, Vec<Operand>, &mut Block) -> Operand,
    ) -> Operand {
        if rest.len() > MOST_NESTED {
            return self.long_sequence(rest, block, finish);
        }
        while let Some((first, others)) = rest.split_first() {
            rest = others;
            let value = self.emit(first, block);
            if value.fallible {
                return self.then(value, block, |emitter, value, block| {
                    done.push(value);
                    emitter.sequence(rest, done, block, finish)
                });
            }
            done.push(value);
        }
        finish(self, done, block)
    }

    /// The same for so many parts that code nested in one another would exhaust a stack: a block that the first error leaves.
    fn long_sequence(
        &mut self,
        parts: &[&Expr],
        block: &mut Block,
        finish: &mut dyn FnMut(&mut Self, Vec<Operand>, &mut Block) -> Operand,
    ) -> Operand {
        let label = self.temporary();
        let label = [TokenTree::from(Punct::new('\'', Spacing::Joint)), label.into()];
        let label = TokenStream::from_iter(label);
        let (mut inner, mut may_leave) = (Block::new(), false);
        let mut done = Vec::new();
        for part in parts {
            let value = self.emit(part, &mut inner);
            if !value.fallible {
                done.push(value);
                continue;
            }
            let (name, tokens) = (self.temporary(), value.tokens);
            inner.push_settled(quote! {
                let #name = match #tokens {
                    Ok(value) => value,
                    Err(error) => break #label Err(error),
                };
            });
            done.push(Operand::name(&name, value.form));
            may_leave = true;
        }
        let value = finish(self, done, &mut inner);
        if !may_leave {
            block.append(inner);
            return value;
        }
        let (form, body) = (value.form.clone(), inner.into_expression(&value.into_result()));
        block.flush();
        self.run(quote!(#label: #body), form, block)
    }
}

/// Parts whose code may be nested in one another.
const MOST_NESTED: usize = 16;

/// The form all parts can be brought into.
fn common<'f>(forms: impl Iterator<Item = &'f Form>) -> Form {
    let joined = forms.cloned().reduce(|joined, next| joined.join_or_dynamic(&next));
    joined.unwrap_or(Form::Never)
}

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
