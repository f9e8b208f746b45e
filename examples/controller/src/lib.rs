//! The parts of the controller: the resources, the decision, and the writes.

pub mod decision;
pub mod reconcile;
mod resources;

pub use resources::{Cache, CacheSpec, CacheStatus, Volume, VolumeSpec};
