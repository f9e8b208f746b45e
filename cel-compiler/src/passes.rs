//! Changes of the intermediate representation.

mod unmetered;

pub(crate) use unmetered::unmetered;
