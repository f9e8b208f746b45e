//! The values on the way to the one that was asked for last. The next one is near.

use crate::field_path::{Step, StepIdentity};

/// A new value and its old value.
pub(crate) trait Pair: Sized {
    /// What all pairs of an update share.
    type Shared;

    /// The part behind a step, if it has an old value.
    fn child(&mut self, step: Step<'_>, shared: &Self::Shared) -> Option<Self>;

    /// Compares the two values.
    fn is_unchanged(&self, shared: &Self::Shared) -> bool;
}

/// The pairs from the root on.
pub(crate) struct Way<P: Pair> {
    shared: P::Shared,
    /// The root until the first question, so that an update that breaks no rule allocates nothing.
    root: Option<P>,
    pairs: Vec<Known<P>>,
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
        Way { shared, root: Some(root), pairs: Vec::new() }
    }

    /// True if the value behind these steps is unchanged. If it has no old value, the nearest value above that has one counts.
    pub(super) fn is_unchanged<'s>(&mut self, steps: impl Iterator<Item = Step<'s>>) -> bool {
        self.pairs.extend(self.root.take().map(|root| Known::new(root, Step::Base(""))));
        let mut depth = 0;
        for step in steps {
            if self.pairs.get(depth).is_some_and(|known| known.is_unchanged == Some(true)) {
                return true; // all values below it are unchanged, too
            }
            let child = depth.saturating_add(1);
            if self.pairs.get(child).is_none_or(|known| known.step != step.identity()) {
                let found = self.pairs.get_mut(depth).and_then(|known| known.pair.child(step, &self.shared));
                let Some(found) = found else { break };
                self.pairs.truncate(child);
                self.pairs.push(Known::new(found, step));
            }
            depth = child;
        }
        self.pairs.get_mut(depth).is_some_and(|Known { pair, is_unchanged, .. }| {
            *is_unchanged.get_or_insert_with(|| pair.is_unchanged(&self.shared))
        })
    }
}

impl<P> Known<P> {
    fn new(pair: P, step: Step<'_>) -> Self {
        Known { pair, step: step.identity(), is_unchanged: None }
    }
}
