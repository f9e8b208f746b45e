//! List and map literals of many parts: each part is evaluated in a scope of its own and pushed, so no scope grows with the literal.
//! LLVM's stack does not last for thousands of `let`s in one scope.

use super::{Block, Emitter, Form, Operand, sequence::Part};
use crate::ast::{ListElement, MapEntry};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// How a part that failed leaves the literal.
struct Exit {
    /// Of the block around all parts.
    label: TokenStream,
    /// The parts are in groups, each a function.
    in_groups: bool,
    used: bool,
}

impl Exit {
    fn leave(&mut self) -> TokenStream {
        self.used = true;
        let label = &self.label;
        if self.in_groups { quote!(return Ok(Err(error))) } else { quote!(break #label Err(error)) }
    }
}

impl Emitter<'_, '_> {
    pub(super) fn long_list(
        &mut self,
        elements: &[ListElement],
        optional: &[bool],
        block: &mut Block,
    ) -> Operand {
        let mut exit = self.exit(elements.len());
        let pieces = elements.iter().map(|element| {
            let mut before = Block::new();
            let value = self.part_value(&Part::of_element(element), &mut [], &mut before);
            let value = self.or_leave(value, &mut exit, &mut before);
            (before, value)
        });
        let (blocks, values): (Vec<Block>, Vec<Operand>) = pieces.collect();
        let (values, form) = self.joined(values, optional);
        let list = match optional.contains(&true) {
            true => |parts: TokenStream| quote!(list::present(cost.arena(), #parts.into_iter())),
            false => |parts: TokenStream| quote!(list::of_parts(cost.arena(), &#parts)),
        };
        self.collected(blocks, &values, &exit, list, Form::list(form), block)
    }

    pub(super) fn long_map(&mut self, entries: &[MapEntry], optional: &[bool], block: &mut Block) -> Operand {
        let mut exit = self.exit(entries.len());
        let parts = Part::of_entries(entries);
        let (mut blocks, mut keys, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (i, pair) in parts.chunks_exact(2).enumerate() {
            let mut before = Block::new();
            let key = self.emit(pair[0].expr(), &mut before); // both are there: of an entry come a key and a value
            let key = self.or_leave(key, &mut exit, &mut before);
            let value = self.part_value(&pair[1], std::slice::from_mut(&mut key.clone()), &mut before);
            let value = self.or_leave(value, &mut exit, &mut before);
            let mut entry = [key, value];
            self.hash_last(&entries[i..=i], &mut entry, &mut before);
            let [key, value] = entry;
            blocks.push(before);
            keys.push(key);
            values.push(value);
        }
        let (keys, key) = self.joined_keys(keys);
        let (values, value) = self.joined(values, optional);
        let entries: Vec<TokenStream> =
            keys.iter().zip(&values).map(|(key, value)| quote!((#key, #value))).collect();
        let map = match optional.contains(&true) {
            true => |parts: TokenStream| quote!(map::present(cost.arena(), #parts.into_iter())),
            false => |parts: TokenStream| quote!(map::of(cost.arena(), #parts)),
        };
        self.collected(blocks, &entries, &exit, map, Form::map(key, value), block)
    }

    fn exit(&mut self, parts: usize) -> Exit {
        Exit { label: self.label(), in_groups: parts > GROUP, used: false }
    }

    /// The value of a part; one that failed leaves the literal.
    fn or_leave(&mut self, value: Operand, exit: &mut Exit, block: &mut Block) -> Operand {
        if !value.fallible {
            return value;
        }
        let (name, tokens, leave) = (self.temporary(), value.tokens, exit.leave());
        block.push_settled(quote! {
            let #name = match #tokens {
                Ok(value) => value,
                Err(error) => #leave,
            };
        });
        Operand::name(&name, value.form)
    }

    /// The literal, made of its parts by `make`.
    fn collected(
        &mut self,
        blocks: Vec<Block>,
        values: &[TokenStream],
        exit: &Exit,
        make: impl Fn(TokenStream) -> TokenStream,
        form: Form,
        block: &mut Block,
    ) -> Operand {
        if blocks.iter().all(|block| block.only_units().is_some()) {
            blocks.into_iter().for_each(|units| block.append(units));
            return Operand::new(make(quote!([#(#values),*])), form);
        }
        let parts = self.temporary();
        let mut groups = TokenStream::new();
        let mut blocks = blocks.into_iter();
        for values in values.chunks(GROUP) {
            let group = group(&mut blocks, values, &parts);
            groups.extend(if exit.in_groups { function(&group, exit) } else { group });
        }
        let made = make(quote!(#parts));
        let statements = quote!(let mut #parts = list::parts(); #groups);
        block.flush();
        if !exit.used {
            return self.named(quote!({ #statements #made }), form, false, true, block);
        }
        let label = &exit.label;
        self.run(quote!(#label: { #statements Ok(#made) }), form, block)
    }
}

/// The statements that push some values.
fn group(blocks: &mut impl Iterator<Item = Block>, values: &[TokenStream], parts: &Ident) -> TokenStream {
    let mut group = Block::new();
    for (value, before) in values.iter().zip(blocks) {
        let push = quote!(#parts.push(#value););
        match before.only_units() {
            Some(units) => {
                group.units(units);
                group.push(push);
            }
            None => {
                let statements = before.into_statements();
                group.push_settled(quote!({ #statements #push }));
            }
        }
    }
    group.into_statements()
}

/// The statements as a function of their own.
fn function(statements: &TokenStream, exit: &Exit) -> TokenStream {
    let label = &exit.label;
    match exit.used {
        true => quote! {
            let group = || -> Outcome<'a, Outcome<'a, ()>> { #statements Ok(Ok(())) };
            if let Err(error) = ops::run(group)? {
                break #label Err(error);
            }
        },
        false => quote!(ops::run(|| -> Outcome<'a, ()> { #statements Ok(()) })?;),
    }
}

/// How many parts stand in one function.
const GROUP: usize = 100;
