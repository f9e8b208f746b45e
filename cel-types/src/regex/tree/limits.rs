//! Go's limits for a pattern. Sizes and heights are counted from the same point as in Go.

use super::{Id, Op, Tree};
use crate::regex::ErrorKind;

/// Known numbers of nodes, all above 0.
#[derive(Debug, Default)]
pub(super) struct Known<T>(Vec<T>);

impl<T: Copy + Default + PartialEq> Known<T> {
    fn get(&self, id: Id) -> Option<T> {
        self.0.get(id.0).copied().filter(|number| *number != T::default())
    }

    /// Stores a number; 0 removes it.
    pub(super) fn insert(&mut self, id: Id, number: T) {
        if self.0.len() <= id.0 {
            self.0.resize(id.0.saturating_add(1), T::default());
        }
        if let Some(place) = self.0.get_mut(id.0) {
            *place = number;
        }
    }
}

impl Tree {
    /// Fails if a new node makes the tree exceed a limit.
    #[inline]
    pub(in crate::regex) fn check_limits(&mut self, id: Id) -> Result<(), ErrorKind> {
        if self.runes > MAX_RUNES {
            return Err(ErrorKind::TooLarge);
        }
        self.check_size(id)?;
        self.check_height(id)
    }

    #[inline]
    fn check_size(&mut self, id: Id) -> Result<(), ErrorKind> {
        if self.sizes.is_none() {
            self.count_repeats(id);
            let budget = MAX_SIZE.checked_div(self.repeats).unwrap_or_default();
            if (self.nodes.len() as u64) < budget {
                return Ok(());
            }
            self.sizes = Some(Known::default());
            for earlier in self.stack.clone() {
                self.check_size(earlier)?;
            }
        }
        if self.size(id, true) > MAX_SIZE { Err(ErrorKind::TooLarge) } else { Ok(()) }
    }

    #[inline]
    fn count_repeats(&mut self, id: Id) {
        self.repeats = self.repeats.max(1);
        let node = &self[id];
        if node.op == Op::Repeat {
            let times = u64::from(node.max.unwrap_or(node.min).max(1));
            self.repeats = self.repeats.saturating_mul(times).min(MAX_SIZE);
        }
    }

    /// The number of instructions that Go compiles a node to. With `anew` a known number is ignored.
    #[inline]
    fn size(&mut self, id: Id, anew: bool) -> u64 {
        let known = self.sizes.as_ref().and_then(|sizes| sizes.get(id));
        if let Some(size) = known.filter(|_| !anew) {
            return size;
        }
        let mut below: u64 = 0;
        for index in 0..self[id].subs.len() {
            if let Some(sub) = self[id].subs.get(index).copied() {
                below = below.saturating_add(self.size(sub, false));
            }
        }
        let node = &self[id];
        let size = match (node.op, node.max) {
            (Op::Literal, _) => node.text.len() as u64,
            (Op::Capture | Op::Star, _) => below.saturating_add(2),
            (Op::Plus | Op::Quest, _) => below.saturating_add(1),
            (Op::Alternate, _) => below.saturating_add((node.subs.len() as u64).saturating_sub(1)),
            (Op::Repeat, None) if node.min == 0 => below.saturating_add(2),
            (Op::Repeat, None) => below.saturating_mul(node.min.into()).saturating_add(1),
            (Op::Repeat, Some(max)) => {
                below.saturating_mul(max.into()).saturating_add(max.saturating_sub(node.min).into())
            }
            _ => below,
        };
        let size = size.max(1);
        if let Some(sizes) = &mut self.sizes {
            sizes.insert(id, size);
        }
        size
    }

    #[inline]
    fn check_height(&mut self, id: Id) -> Result<(), ErrorKind> {
        if self.nodes.len() < MAX_HEIGHT as usize {
            return Ok(());
        }
        if self.heights.is_none() {
            self.heights = Some(Known::default());
            for earlier in self.stack.clone() {
                self.check_height(earlier)?;
            }
        }
        if self.height(id, true) > MAX_HEIGHT { Err(ErrorKind::TooDeep) } else { Ok(()) }
    }

    #[inline]
    fn height(&mut self, id: Id, anew: bool) -> u32 {
        let known = self.heights.as_ref().and_then(|heights| heights.get(id));
        if let Some(height) = known.filter(|_| !anew) {
            return height;
        }
        let mut below = 0;
        for index in 0..self[id].subs.len() {
            if let Some(sub) = self[id].subs.get(index).copied() {
                below = below.max(self.height(sub, false));
            }
        }
        let height = below.saturating_add(1);
        if let Some(heights) = &mut self.heights {
            heights.insert(id, height);
        }
        height
    }
}

/// Go's limits for the depth, for instructions, and for code points in classes.
const MAX_HEIGHT: u32 = 1000;
const MAX_SIZE: u64 = (128 << 20) / 40;
const MAX_RUNES: usize = (128 << 20) / 4;
