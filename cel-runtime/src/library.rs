//! Functions of the libraries that CEL has in Kubernetes, as the API server computes them.

pub mod strings;
