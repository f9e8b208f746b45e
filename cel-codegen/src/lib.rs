//! The parts of the command `cel-codegen`: `input` (arguments to texts) → `check` (texts to reports) →
//! `findings` → `human` or `json`.

pub mod apply;
pub mod check;
pub mod command;
pub mod costs;
pub mod coverage;
pub mod defaults;
pub mod definition;
pub mod diff;
mod documents;
pub mod explain;
pub mod fields;
pub mod findings;
pub mod fix;
pub mod github;
pub mod human;
pub mod input;
pub mod interpreter;
pub mod json;
pub mod lints;
pub mod objects;
mod path;
pub mod sarif;
pub mod server_warnings;
pub mod size;
pub mod structs;
mod terminal;
pub mod twice;
pub mod witness;
