//! What the tests of several crates share.

pub mod answers;
pub mod mutation;
pub mod notation;
pub mod render;
pub mod server;
pub mod structural;
