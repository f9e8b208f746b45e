//! Decoded texts: bytes of the format `byte`, and values without a type. An evaluation decodes a text once, even if a loop reads it
//! often.

use std::{
    cell::{Cell, OnceCell},
    hash::{DefaultHasher, Hash, Hasher},
};

/// A tree of decoded values. Its key is the address of the text.
pub(super) struct Decoded<T> {
    root: Branch<T>,
    size: Cell<usize>,
}

type Branch<T> = OnceCell<Box<Node<T>>>;

struct Node<T> {
    /// The address and the length of the text.
    text: (usize, usize),
    value: T,
    left: Branch<T>,
    right: Branch<T>,
}

impl<T> Default for Decoded<T> {
    fn default() -> Self {
        Decoded { root: Branch::new(), size: Cell::default() }
    }
}

impl<T> Decoded<T> {
    /// The decoded form of a text. The text must not move while this tree is used. `decode` also returns the size of the value in bytes.
    pub(super) fn get<E>(
        &self,
        text: &str,
        decode: impl FnOnce(&str) -> Result<(T, usize), E>,
    ) -> Result<&T, E> {
        let place = (text.as_ptr().addr(), text.len());
        let mut hasher = DefaultHasher::new();
        place.hash(&mut hasher);
        let mut turns = hasher.finish();
        let mut branch = &self.root;
        while let Some(node) = branch.get() {
            if node.text == place {
                return Ok(&node.value);
            }
            branch = if turns & 1 == 0 { &node.left } else { &node.right };
            turns = turns.rotate_right(1);
        }
        let (value, size) = decode(text)?;
        self.size.set(self.size.get().saturating_add(size).saturating_add(size_of::<Node<T>>()));
        let node = Node { text: place, value, left: Branch::new(), right: Branch::new() };
        Ok(&branch.get_or_init(|| Box::new(node)).value)
    }

    /// The size of all values in bytes.
    pub(super) fn size(&self) -> usize {
        self.size.get()
    }
}
