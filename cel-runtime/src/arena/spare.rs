//! The memory that a thread keeps from one evaluation for the next: the first chunk, which is enough for most rules.

use bumpalo::Bump;
use std::cell::Cell;

thread_local! {
    static SPARE: Cell<Option<Bump>> = const { Cell::new(None) };
}

/// The memory that an evaluation has left, or new memory.
#[cold]
pub(super) fn take() -> Bump {
    // A thread that ends has none.
    SPARE.try_with(Cell::take).ok().flatten().unwrap_or_default()
}

/// Keeps memory for the next evaluation, if it is small.
pub(super) fn keep(mut bump: Bump) {
    if bump.allocated_bytes() <= LARGEST {
        bump.reset();
        let _ = SPARE.try_with(|spare| spare.set(Some(bump)));
    }
}

/// Bytes of the first chunk. Memory with more of them would change at which size the next evaluation reaches its limit.
const LARGEST: usize = 512;
