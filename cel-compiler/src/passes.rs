//! Changes of the intermediate representation.

mod hoisted;
mod unmetered;

pub(crate) use hoisted::hoisted;
pub(crate) use unmetered::unmetered;

#[cfg(test)]
mod tests;
