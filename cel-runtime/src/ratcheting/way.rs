//! The values on the way to the one that was asked for last. The next one is near.

use crate::field_path::{Path, Step, StepIdentity};
use std::ops::ControlFlow::{self, Break, Continue};

/// A new value and its old value.
pub(crate) trait Pair: Sized {
    /// What all pairs of an update share.
    type Shared;

    /// The part behind a step, if it has an old value.
    fn child(&mut self, step: Step<'_>, shared: &Self::Shared) -> Option<Self>;

    /// Compares the two values.
    fn is_unchanged(&self, shared: &Self::Shared) -> bool;
}

/// The pairs from the root on. It allocates nothing until a question goes below the root.
pub(crate) struct Way<P: Pair> {
    shared: P::Shared,
    root: Known<P>,
    below: Vec<Known<P>>,
}

struct Known<P> {
    pair: P,
    /// The step from the value above.
    step: StepIdentity,
    /// `None` until it is computed.
    is_unchanged: Option<bool>,
}

impl<P: Pair> Way<P> {
    pub(super) fn new(root: P, shared: P::Shared) -> Self {
        Way { shared, root: Known::new(root, Step::Base("")), below: Vec::new() }
    }

    /// True if the value at a path is unchanged. If it has no old value, the nearest value above that has one counts.
    pub(super) fn is_unchanged(&mut self, path: &Path<'_>) -> bool {
        let depth = match path.descend(0, &mut |depth, step| self.go_on(depth, step)) {
            Continue(depth) | Break(Some(depth)) => depth,
            Break(None) => return true,
        };
        let Way { shared, root, below } = self;
        at(depth, root, below).is_some_and(|Known { pair, is_unchanged, .. }| {
            *is_unchanged.get_or_insert_with(|| pair.is_unchanged(shared))
        })
    }

    /// Goes from the value at a depth to its part behind a step. It ends with the depth if the part has no old value, and with `None` if
    /// the value is unchanged: then all values below it are unchanged, too.
    fn go_on(&mut self, depth: usize, step: Step<'_>) -> ControlFlow<Option<usize>, usize> {
        let Way { shared, root, below } = self;
        let child = depth.saturating_add(1);
        let is_known = below.get(depth).is_some_and(|known| known.step == step.identity());
        match at(depth, root, below) {
            Some(Known { is_unchanged: Some(true), .. }) => return Break(None),
            Some(known) if !is_known => {
                let Some(found) = known.pair.child(step, shared) else { return Break(Some(depth)) };
                below.truncate(depth);
                below.push(Known::new(found, step));
            }
            _ => {}
        }
        Continue(child)
    }
}

fn at<'w, P>(depth: usize, root: &'w mut Known<P>, below: &'w mut [Known<P>]) -> Option<&'w mut Known<P>> {
    match depth.checked_sub(1) {
        None => Some(root),
        Some(place) => below.get_mut(place),
    }
}

impl<P> Known<P> {
    fn new(pair: P, step: Step<'_>) -> Self {
        Known { pair, step: step.identity(), is_unchanged: None }
    }
}
