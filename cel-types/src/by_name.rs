//! Lists whose members are looked up by name.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

/// A member of a [`ByName`].
pub trait Named {
    /// The name.
    fn name(&self) -> &str;
}

/// A list that keeps its order. Clones share it. Long lists have an index, so that n lookups in a list of n take n log n steps.
///
/// ```
/// use cel_types::by_name::{ByName, Named};
///
/// #[derive(Debug, PartialEq)]
/// struct Port(&'static str, u16);
///
/// impl Named for Port {
///     fn name(&self) -> &str {
///         self.0
///     }
/// }
///
/// let ports = ByName::from(vec![Port("web", 80), Port("admin", 81)]);
/// assert_eq!(ports.find("admin"), Some(&Port("admin", 81)));
/// assert_eq!(ports.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct ByName<T> {
    list: Arc<Vec<T>>,
    /// The indexes of the members, sorted by name. The first lookup makes them.
    sorted: OnceLock<Box<[u32]>>,
}

impl<T: Named> ByName<T> {
    /// The first member with that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&T> {
        self.position(name).and_then(|at| self.list.get(at))
    }

    /// The index of the first member with that name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        if self.list.len() <= SHORT {
            return self.list.iter().position(|member| member.name() == name);
        }
        let name_at = |at: &u32| self.list.get(*at as usize).map(Named::name);
        let sorted = self.sorted.get_or_init(|| {
            let mut sorted: Box<[u32]> = (0..).take(self.list.len()).collect();
            // Of equal names the first stays first.
            sorted.sort_by_key(name_at);
            sorted
        });
        let first = sorted.partition_point(|at| name_at(at) < Some(name));
        sorted.get(first).filter(|at| name_at(at) == Some(name)).map(|at| *at as usize)
    }
}

impl<T: Clone> ByName<T> {
    /// The members, for changes.
    pub fn as_mut_vec(&mut self) -> &mut Vec<T> {
        self.sorted = OnceLock::new();
        Arc::make_mut(&mut self.list)
    }
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<T: PartialEq> PartialEq for ByName<T> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<T> From<Vec<T>> for ByName<T> {
    fn from(list: Vec<T>) -> Self {
        ByName { list: Arc::new(list), sorted: OnceLock::new() }
    }
}

impl<T> FromIterator<T> for ByName<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        Vec::from_iter(members).into()
    }
}

impl<T> Deref for ByName<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<'l, T> IntoIterator for &'l ByName<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// Up to this length a list is searched as fast without an index.
const SHORT: usize = 8;
