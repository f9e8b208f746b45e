//! List and map literals of many parts, such as `[self.a / 1, self.a / 2, ..]`. Each part has a scope of its own and is pushed: LLVM
//! exhausts its stack over thousands of `let`s in one scope.

use super::{Block, Emitter, Form, Operand, presence::Known, sequence::Part};
use crate::ast::{ListElement, MapEntry};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::mem;

/// How a part that failed leaves the literal.
struct Exit {
    /// Of the block around all parts.
    label: TokenStream,
    /// Groups of parts are functions.
    in_groups: bool,
    /// These functions see only the variables of the rule.
    apart: bool,
    /// Some part may fail.
    used: bool,
}

/// Facts that the parts of a literal have in common.
struct Parts {
    exit: Exit,
    /// Their Rust type, if it can be written.
    part: Option<TokenStream>,
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
        let (mut exit, known) = self.exit(elements.len());
        let pieces = elements.iter().map(|element| {
            let mut before = Block::new();
            let value = self.part_value(&Part::of_element(element), &[], &mut before);
            let value = self.or_leave(value, &mut exit, &mut before);
            (before, value)
        });
        let (blocks, values): (Vec<Block>, Vec<Operand>) = pieces.collect();
        self.known.extend(known);
        let (values, form) = self.joined(values, optional);
        let list = match optional.contains(&true) {
            true => |parts: TokenStream| quote!(list::present(cost.arena(), #parts.into_iter())),
            false => |parts: TokenStream| quote!(list::of_parts(cost.arena(), &#parts)),
        };
        let part = part_type(&form, optional);
        self.collected(blocks, &values, Parts { exit, part }, list, Form::list(form), block)
    }

    pub(super) fn long_map(&mut self, entries: &[MapEntry], optional: &[bool], block: &mut Block) -> Operand {
        let (mut exit, known) = self.exit(entries.len());
        let parts = Part::of_entries(entries);
        let (mut blocks, mut keys, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for pair in parts.chunks_exact(2) {
            let mut before = Block::new();
            let key = self.emit(pair[0].expr(), &mut before); // both are there: of an entry come a key and a value
            let key = self.or_leave(key, &mut exit, &mut before);
            let value = self.part_value(&pair[1], std::slice::from_ref(&key), &mut before);
            let value = self.or_leave(value, &mut exit, &mut before);
            blocks.push(before);
            keys.push(key);
            values.push(value);
        }
        self.known.extend(known);
        let (keys, key) = self.joined_keys(keys);
        let (values, value) = self.joined(values, optional);
        let entries: Vec<TokenStream> =
            keys.iter().zip(&values).map(|(key, value)| quote!((#key, #value))).collect();
        let map = match optional.contains(&true) {
            true => |parts: TokenStream| quote!(map::present(cost.arena(), #parts.into_iter())),
            false => |parts: TokenStream| quote!(map::of(cost.arena(), #parts)),
        };
        let part = part_type(&value, optional).filter(|_| key.has_name()).map(|value| {
            let key = key.rust();
            quote!((#key, #value))
        });
        self.collected(blocks, &entries, Parts { exit, part }, map, Form::map(key, value), block)
    }

    /// How the parts of a literal leave it. Also takes the names of what is known to be present: functions do not see them.
    fn exit(&mut self, parts: usize) -> (Exit, Vec<Known>) {
        let in_groups = parts > GROUP;
        let apart = in_groups && self.may_be_apart();
        let known = if apart { mem::take(&mut self.known) } else { Vec::new() };
        (Exit { label: self.label(), in_groups, apart, used: false }, known)
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
        Parts { exit, part }: Parts,
        make: impl Fn(TokenStream) -> TokenStream,
        form: Form,
        block: &mut Block,
    ) -> Operand {
        if blocks.iter().all(|block| block.only_units().is_some()) {
            blocks.into_iter().for_each(|units| block.append(units));
            return Operand::new(make(quote!([#(#values),*])), form);
        }
        let charges = blocks.iter().any(Block::charges);
        let parts = self.temporary();
        let mut groups = TokenStream::new();
        let mut blocks = blocks.into_iter();
        for values in values.chunks(GROUP) {
            let group = group(&mut blocks, values, &parts);
            groups.extend(match exit.in_groups {
                true => self.group_function(&group, &parts, &exit, part.as_ref()),
                false => group,
            });
        }
        let made = make(quote!(#parts));
        let statements = quote!(let mut #parts = list::parts(); #groups);
        if !exit.used {
            return self.named(quote!({ #statements #made }), form, false, charges, block);
        }
        let label = &exit.label;
        self.run(quote!(#label: { #statements Ok(#made) }), form, block)
    }

    /// The statements as a function of their own: one that sees what the rule sees, or a closure.
    fn group_function(
        &mut self,
        statements: &TokenStream,
        parts: &Ident,
        exit: &Exit,
        part: Option<&TokenStream>,
    ) -> TokenStream {
        let (output, end) = match exit.used {
            true => (quote!(Outcome<'a, Outcome<'a, ()>>), quote!(Ok(Ok(())))),
            false => (quote!(Outcome<'a, ()>), quote!(Ok(()))),
        };
        let statements = quote!(#statements #end);
        let call = match part.filter(|_| exit.apart) {
            Some(part) => {
                let (parameter, argument) = (quote!(#parts: &mut Vec<#part>), quote!(&mut #parts));
                self.function(&parameter, &argument, output, statements)
            }
            None => quote!(ops::run(|| -> #output { #statements })),
        };
        let label = &exit.label;
        match exit.used {
            true => quote!(if let Err(error) = #call? { break #label Err(error); }),
            false => quote!(#call?;),
        }
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

/// The Rust type of a value, if it can be written.
fn part_type(form: &Form, optional: &[bool]) -> Option<TokenStream> {
    let rust = form.rust();
    form.has_name().then(|| if optional.contains(&true) { quote!(Option<#rust>) } else { rust })
}

/// How many parts stand in one function.
const GROUP: usize = 100;
