//! What the tests of several crates share.

pub mod mutation;
pub mod notation;
