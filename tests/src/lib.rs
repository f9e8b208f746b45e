//! What the cross-crate tests share

pub mod notation;
pub mod server;
