//! `&&` and `||`: the right operand is evaluated unless the left one decides; errors wait for a decision.

use super::{
    Block, Emitter, Form, Level, Operand,
    presence::{Witness, choice},
};
use crate::ast::Call;
use quote::quote;

impl Emitter<'_, '_> {
    /// `left && right`, or `left || right` if `decisive`.
    pub(super) fn logic(&mut self, call: &Call, decisive: bool, block: &mut Block) -> Operand {
        let [left, right] = call.args.as_slice() else {
            return self.unsupported(&call.args[0], "this form of a logical operator");
        };
        let left_value = self.emit(left, block);
        let mut inner = Block::new();
        // An error on the left decides nothing.
        let presence = left_value.presence.as_ref().filter(|_| !left_value.fallible);
        let (witness, right_value) = self.after(block, |emitter| {
            emitter.where_it_is(presence, !decisive, |emitter| emitter.emit(right, &mut inner))
        });
        let left_value = self.condition(left_value);
        let right_value = self.condition(right_value);
        if witness.is_some() || right_value.fallible && !left_value.fallible {
            return self.deciding(&left_value, witness, right_value, inner, decisive, block);
        }
        if left_value.fallible {
            return self.absorbing(left_value, right_value, inner, decisive, block);
        }
        let settle = inner.charges();
        let has_effects = inner.only_units() != Some(0);
        let (left, right) = (left_value.within(Level::Comparison), right_value.within(Level::Comparison));
        let right = inner.into_expression(&right);
        let tokens = if decisive { quote!(#left || #right) } else { quote!(#left && #right) };
        if has_effects {
            self.named(tokens, Form::Bool, false, settle, block)
        } else {
            Operand { level: Level::Logic, ..Operand::new(tokens, Form::Bool) }
        }
    }

    /// A left operand that cannot fail decides, or leaves everything to the right one.
    fn deciding(
        &mut self,
        left: &Operand,
        witness: Option<Witness>,
        right: Operand,
        inner: Block,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        let (settle, fallible) = (inner.charges(), right.fallible);
        let decided = if fallible { quote!(Ok(#decisive)) } else { quote!(#decisive) };
        let right = inner.into_statements_with(&right.tokens);
        let tokens = match witness {
            None if decisive => choice(None, left, &decided, &right),
            witness => choice(witness, left, &right, &decided),
        };
        self.named(tokens, Form::Bool, fallible, settle, block)
    }

    fn absorbing(
        &mut self,
        left: Operand,
        right: Operand,
        inner: Block,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        let name = self.temporary();
        let settle = inner.charges();
        let (left, right) = (left.into_result(), right.into_result());
        let combine = if decisive { quote!(ops::or) } else { quote!(ops::and) };
        let statements = inner.into_statements();
        let statement = quote! {
            let mut #name: Verdict<'a> = #left;
            if !::core::matches!(#name, Ok(#decisive)) {
                #statements
                #name = #combine(#name, #right);
            }
        };
        if settle {
            block.push_settled(statement)
        } else {
            block.push(statement)
        }
        Operand { fallible: true, ..Operand::name(&name, Form::Bool) }
    }
}
