//! The functions of CEL's and Kubernetes' libraries, one module for each, as rules call them.

pub mod lists;
pub mod sets;
