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
    /// None was found among so many.
    NotFound {
        /// How many objects were tried.
        tried: usize,
    },
    /// The limit on all searches was reached before.
    NotSearched,
}

/// An object that one version accepts and the other refuses.
#[derive(Debug)]
pub struct Witness {
    /// For rules that compare with it: the object before the update.
    pub old_object: Option<Node>,
    /// The object.
    pub object: Node,
    /// The errors of the version that refuses it.
    pub errors: Vec<String>,
    /// It is written through the endpoint of the status.
    pub is_of_status: bool,
    /// Other errors keep the server from reporting this one.
    pub is_hidden: bool,
    /// The fate of stored objects like it.
    pub stored: Option<Stored>,
}
