//! An item whose nested types are not known yet.

use super::name::Name;
use crate::{ctxt::Ctxt, input::Container};
use std::collections::HashSet;

/// An item and the name of its schema macro. It becomes code after the schema macros of its nested types have answered.
pub(super) struct Unresolved<'a> {
    pub(super) cx: &'a Ctxt,
    pub(super) container: &'a Container<'a>,
    pub(super) name: &'a Name,
    /// The places of the mistakes that were found before.
    pub(super) mistakes: HashSet<String>,
}
