//! Changes of the intermediate representation.

mod hoisted;
mod mapped;
mod unmetered;

pub(crate) use hoisted::hoisted;
pub(crate) use mapped::mapped;
pub(crate) use unmetered::unmetered;

#[cfg(test)]
mod tests;
