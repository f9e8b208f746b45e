//! What the tests of several crates share.

pub mod answers;
pub mod apiserver;
pub mod comparison;
pub mod corpus;
pub mod costs;
pub mod dispatch;
pub mod endtoend;
pub mod expressions;
pub mod interpreted;
pub mod mutation;
pub mod native;
pub mod network;
pub mod notation;
pub mod objects;
pub mod parts;
pub mod patterns;
pub mod quantities;
pub mod questions;
pub mod random_schemas;
pub mod render;
pub mod ruled_schemas;
pub mod schemas;
pub mod server;
pub mod structs;
pub mod structural;
