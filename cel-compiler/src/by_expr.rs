//! What is known of the nodes of a tree.

use crate::ast::ExprId;

/// Values by the ids of nodes. Ids are dense, so each has a place: hashing takes long without optimisation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ByExpr<T>(Vec<Option<T>>);

impl<T> Default for ByExpr<T> {
    fn default() -> Self {
        ByExpr(Vec::new())
    }
}

impl<T> ByExpr<T> {
    pub(crate) fn get(&self, id: ExprId) -> Option<&T> {
        self.0.get(id.0 as usize)?.as_ref()
    }

    pub(crate) fn insert(&mut self, id: ExprId, value: T) {
        let at = id.0 as usize;
        if self.0.len() <= at {
            self.0.resize_with(at + 1, || None);
        }
        self.0[at] = Some(value);
    }
}
