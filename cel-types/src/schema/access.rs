//! How generated code reads a property.

use crate::kubernetes::Field;

/// How generated code reads a property of a struct: it calls hidden methods one after the other. The last one returns the value. With
/// `#[serde(flatten)]` there are several methods.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Access {
    /// The methods in the order of calls.
    pub steps: Vec<AccessStep>,
    /// The same for other variants of an untagged enum that have the property. At most one of them has a value.
    pub others: Vec<Vec<AccessStep>>,
    /// The field of a type of k8s-openapi. Such types have no hidden methods; the field is read where a rule uses it.
    pub place: Option<Field>,
}

impl Access {
    /// Access with one sequence of calls.
    #[must_use]
    #[inline]
    pub fn of(steps: Vec<AccessStep>) -> Self {
        Access { steps, ..Access::default() }
    }

    /// All sequences of calls.
    #[inline]
    pub fn ways(&self) -> impl Iterator<Item = &[AccessStep]> {
        std::iter::once(&self.steps).chain(&self.others).map(Vec::as_slice)
    }

    /// Adds a call in front of each sequence.
    #[inline]
    pub fn prepend(&mut self, step: &AccessStep) {
        for way in std::iter::once(&mut self.steps).chain(&mut self.others) {
            way.insert(0, step.clone());
        }
    }
}

/// One method call.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessStep {
    /// Name of a method without arguments, for example `f_min_replicas`.
    pub method: String,
    /// The method returns an `Option`: `None` if the property is absent or null.
    pub optional: bool,
    /// The property depends on a type parameter. A method whose name begins with `r` (`r_min_replicas`) returns a reference to the Rust
    /// value. It is used for arguments of k8s-openapi.
    pub is_raw: bool,
    /// The object is a map whose keys are the variants of an enum. The method takes the number of a variant: `variant::<2>()`.
    pub variant: Option<u32>,
}

impl AccessStep {
    /// A call of the method with this name.
    #[must_use]
    #[inline]
    pub fn new(method: &str, optional: bool) -> Self {
        AccessStep { method: method.to_owned(), optional, is_raw: false, variant: None }
    }

    /// The call after the dot: `f_min()`, or `variant::<2>()`.
    #[must_use]
    #[inline]
    pub fn call(&self) -> String {
        match self.variant {
            Some(n) => format!("{}::<{n}>()", self.method),
            None => format!("{}()", self.method),
        }
    }

    /// The name of the method that returns the Rust value: `r_items` for `f_items`.
    #[must_use]
    #[inline]
    pub fn raw_method(&self) -> String {
        format!("r{}", self.method.get(1..).unwrap_or_default())
    }
}
