//! The bytes of texts with the format `byte`: a text is decoded once in an evaluation, however often a loop reads it.

use std::{
    cell::{Cell, OnceCell},
    hash::{DefaultHasher, Hash, Hasher},
};

/// A tree of what was decoded, by where the texts are.
#[derive(Default)]
pub(super) struct Decoded {
    root: Branch,
    size: Cell<usize>,
}

type Branch = OnceCell<Box<Node>>;

struct Node {
    /// Its address and its length.
    text: (usize, usize),
    bytes: Box<[u8]>,
    left: Branch,
    right: Branch,
}

impl Decoded {
    /// Decoded form of a text. The text must stay where it is for as long as this is used.
    pub(super) fn get<E>(
        &self,
        text: &str,
        decode: impl FnOnce(&str) -> Result<Vec<u8>, E>,
    ) -> Result<&[u8], E> {
        let place = (text.as_ptr().addr(), text.len());
        let mut hasher = DefaultHasher::new();
        place.hash(&mut hasher);
        let mut turns = hasher.finish();
        let mut branch = &self.root;
        while let Some(node) = branch.get() {
            if node.text == place {
                return Ok(&node.bytes);
            }
            branch = if turns & 1 == 0 { &node.left } else { &node.right };
            turns = turns.rotate_right(1);
        }
        let bytes = decode(text)?.into_boxed_slice();
        self.size.set(self.size.get().saturating_add(bytes.len()).saturating_add(size_of::<Node>()));
        let node = Node { text: place, bytes, left: Branch::new(), right: Branch::new() };
        Ok(&branch.get_or_init(|| Box::new(node)).bytes)
    }

    /// Its size, in bytes.
    pub(super) fn size(&self) -> usize {
        self.size.get()
    }
}
