//! Changes of the intermediate representation.

mod hoisted;
mod unbuilt;
mod unmetered;

pub(crate) use hoisted::hoisted;
pub(crate) use unbuilt::unbuilt;
pub(crate) use unmetered::unmetered;

#[cfg(test)]
mod tests;
