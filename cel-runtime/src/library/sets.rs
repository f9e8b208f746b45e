//! Lists as sets: cel-go's extension for sets. Order and repetition do not matter.

use crate::ops::{
    equality::{self, Equal},
    list::CelList,
};

/// `sets.contains(list(T), list(T)) -> bool`: true if each element of the second list is in the first. Since Kubernetes 1.29.
///
/// ```
/// use cel_runtime::__private::library::sets;
///
/// assert!(sets::contains(&[1_i64, 2, 3][..], &[3, 1, 1][..]));
/// assert!(sets::contains(&[1_i64][..], &[0_i64; 0][..]));
/// ```
pub fn contains<'a, L, R>(list: L, part: R) -> bool
where
    L: CelList<'a, Item: Equal>,
    R: CelList<'a, Item = L::Item>,
{
    part.elements().all(|element| equality::contains(list, element))
}

/// `sets.equivalent(list(T), list(T)) -> bool`: true if each element of either list is in the other. Since Kubernetes 1.29.
///
/// ```
/// use cel_runtime::__private::library::sets;
///
/// assert!(sets::equivalent(&["a", "b"][..], &["b", "a", "a"][..]));
/// ```
pub fn equivalent<'a, L, R>(left: L, right: R) -> bool
where
    L: CelList<'a, Item: Equal>,
    R: CelList<'a, Item = L::Item>,
{
    contains(left, right) && contains(right, left)
}

/// `sets.intersects(list(T), list(T)) -> bool`: true if an element of the first list is in the second. Since Kubernetes 1.29.
///
/// ```
/// use cel_runtime::__private::library::sets;
///
/// assert!(sets::intersects(&[1, 2][..], &[2, 3][..]));
/// assert!(!sets::intersects(&[1][..], &[2][..]));
/// ```
pub fn intersects<'a, L, R>(left: L, right: R) -> bool
where
    L: CelList<'a, Item: Equal>,
    R: CelList<'a, Item = L::Item>,
{
    left.elements().any(|element| equality::contains(right, element))
}
