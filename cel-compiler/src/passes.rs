//! Changes of the intermediate representation.

mod alone;
mod bounded;
mod by_bytes;
mod hoisted;
#[cfg(feature = "crd")]
mod looked_up;
mod on_stack;
mod once;
mod unbuilt;
mod unmetered;
mod unsplit;

pub(crate) use alone::alone;
pub(crate) use bounded::bounded;
pub(crate) use by_bytes::by_bytes;
pub(crate) use hoisted::hoisted;
#[cfg(feature = "crd")]
pub(crate) use looked_up::{count_reads, looked_up};
pub(crate) use on_stack::on_stack;
pub(crate) use once::once;
pub(crate) use unbuilt::unbuilt;
pub(crate) use unmetered::unmetered;
pub(crate) use unsplit::unsplit;

#[cfg(test)]
mod tests;
