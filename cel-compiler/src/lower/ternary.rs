//! `condition ? yes : no`. It is also an attribute.

use super::{attribute::Purpose, block::Block, presence::choice, state::Lowering};
use crate::ast::Call;
use crate::ir::{Operand, Repr};

impl Lowering<'_, '_> {
    /// `condition ? yes : no`. A branch that is an attribute is read without its base.
    pub(super) fn ternary(&mut self, call: &Call, of_branches: Purpose, block: &mut Block) -> Operand {
        let [condition, yes, no] = call.args.as_slice() else {
            return self.no_code(&call.args[0]);
        };
        let shared = self.shared.len();
        self.share_target(call, block);
        self.note_found(call);
        let decided = self.lower(condition, block);
        let decided = self.condition(decided);
        let (mut yes_block, mut no_block) = (Block::new(), Block::new());
        let facts = decided.facts.clone();
        let (if_true, yes_value) = self.after(block, |lowering| {
            lowering
                .where_it_is(&facts.if_true, |lowering| lowering.unbased(yes, of_branches, &mut yes_block))
        });
        let (if_false, no_value) = self.after(block, |lowering| {
            lowering.where_it_is(&facts.if_false, |lowering| lowering.unbased(no, of_branches, &mut no_block))
        });
        self.shared.truncate(shared);
        let repr = yes_value.repr.join_or_dynamic(&no_value.repr);
        let (yes_value, no_value) = if repr == Repr::Dynamic {
            (self.dynamic(yes_value), self.dynamic(no_value))
        } else {
            (self.coerce(yes_value, &repr), self.coerce(no_value, &repr))
        };
        let fallible = yes_value.fallible || no_value.fallible || decided.fallible;
        let settle = yes_block.charges() || no_block.charges();
        let (yes_value, no_value) = if fallible {
            (yes_value.into_result(), no_value.into_result())
        } else {
            (yes_value.value, no_value.value)
        };
        let bodies = [yes_block.into_body(yes_value), no_block.into_body(no_value)];
        let (witnesses, outcome) = if if_false.is_empty() { (if_true, true) } else { (if_false, false) };
        let value = choice(decided, &witnesses, outcome, bodies);
        self.named(value, repr, fallible, settle, block)
    }
}
