//! The results of searches.

use super::stored::Stored;
use cel_compiler::crd::document::Node;

/// The result of a search for an object that shows a change.
#[derive(Debug, Default)]
pub enum Outcome {
    /// The change cannot have such an effect.
    #[default]
    Impossible,
    /// An object that shows it.
    Found(Box<Witness>),
    /// No object was found.
    NotFound {
        /// How many objects were tried.
        tried: usize,
    },
    /// The search had to stop before it was worth its name, since the limit on all searches was reached.
    NotSearched {
        /// How many objects were tried.
        tried: usize,
    },
}

/// An object that one version accepts and the other refuses.
#[derive(Debug)]
pub struct Witness {
    /// The object before the update, for rules that need one.
    pub old_object: Option<Node>,
    /// The object.
    pub object: Node,
    /// The errors of the version that refuses it.
    pub errors: Vec<String>,
    /// True if the status endpoint must be used to write it.
    pub is_of_status: bool,
    /// True if other errors keep the server from reporting this one.
    pub is_hidden: bool,
    /// What happens to such an object if it is stored.
    pub stored: Option<Stored>,
}
