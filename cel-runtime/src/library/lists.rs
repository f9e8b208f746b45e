//! Functions of lists: Kubernetes' list library and cel-go's extension for lists.
//!
//! They take any list that rules can read: a slice of a struct's values, or a list that a rule has built.

mod sort;
#[cfg(test)]
mod tests;

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        equality::Equal,
        list::{CelList, List, erase, in_place},
        ops::{self, Outcome},
    },
};
use cel_types::{Duration, Timestamp};
use std::{cmp::Ordering, convert::Infallible};

/// An element with an order. Only values whose type is known at run time implement the methods that have a body.
pub trait Ordered: Copy {
    /// The order of two elements. `None` if comparing them is an error: NaN, or values of different types.
    fn order(self, other: Self) -> Option<Ordering>;

    /// True if values of its type have an order.
    fn is_ordered(self) -> bool {
        true
    }

    /// True if both have the same type. Other values cannot be sorted.
    fn is_like(self, _other: Self) -> bool {
        true
    }
}

macro_rules! ordered {
    ($($scalar:ty)*) => {$(
        impl Ordered for $scalar {
            #[inline]
            fn order(self, other: Self) -> Option<Ordering> {
                PartialOrd::partial_cmp(&self, &other)
            }
        }
    )*};
}
ordered!(bool i64 u64 f64 &str &[u8] Timestamp Duration Infallible);

/// An element that `sum` adds.
pub trait Summed: Copy {
    /// The start of the sum. For values whose type is known at run time, the list's first element decides.
    fn zero(first: Option<Self>) -> Self;

    /// `self + other`
    ///
    /// # Errors
    /// The errors of the operator.
    fn plus<'a>(self, other: Self) -> Outcome<'a, Self>;

    /// The sum of at most 65,536 elements without a test for an overflow after each. `None` if one of them is so large that the sum might
    /// overflow.
    #[inline]
    fn untested(_elements: impl Iterator<Item = Self>) -> Option<Self> {
        None
    }
}

impl Summed for i64 {
    #[inline]
    fn zero(_first: Option<i64>) -> i64 {
        0
    }
    #[inline]
    fn plus<'a>(self, other: i64) -> Outcome<'a, i64> {
        ops::add_int(self, other)
    }
    #[inline]
    fn untested(elements: impl Iterator<Item = i64>) -> Option<i64> {
        let (mut sum, mut are_small) = (0_i64, true);
        for element in elements {
            are_small &= (-SMALL..SMALL).contains(&element); // no test at all for fields of the type `i32`
            sum = sum.wrapping_add(element);
        }
        are_small.then_some(sum)
    }
}

/// The most elements of an [untested](Summed::untested) sum. It is below 2^62.
const MOST_UNTESTED: usize = 1 << 16;

/// More than an element of an untested sum.
const SMALL: i64 = 1 << 46;

macro_rules! summed {
    ($($number:ty: $zero:expr, $plus:expr;)*) => {$(
        impl Summed for $number {
            #[inline]
            fn zero(_first: Option<Self>) -> Self {
                $zero
            }
            #[inline]
            fn plus<'a>(self, other: Self) -> Outcome<'a, Self> {
                $plus(self, other)
            }
        }
    )*};
}
summed! {
    u64: 0, ops::add_uint;
    f64: 0.0, |left, right| Ok(left + right);
    Duration: Duration::from_nanos(0), ops::add_durations;
}

/// `<list(T)>.isSorted() -> bool`: true if no element is greater than the next one. `T` is int, uint, double, bool, duration,
/// timestamp, string or bytes. No value is greater than NaN, and NaN is greater than no value. Since Kubernetes 1.24.
///
/// # Errors
/// `no such overload` for an element whose type has no order. Only values whose type is known at run time can have such a type.
///
/// ```
/// use cel_runtime::__private::library::lists;
///
/// assert_eq!(lists::is_sorted(&[1, 2, 2][..]), Ok(true));
/// assert_eq!(lists::is_sorted(&["b", "a"][..]), Ok(false));
/// assert_eq!(lists::is_sorted(&[2.0, f64::NAN, 1.0][..]), Ok(true));
/// ```
pub fn is_sorted<'l, 'a, L: CelList<'l, Item: Ordered>>(list: L) -> Outcome<'a, bool> {
    let mut previous: Option<L::Item> = None;
    for element in list.elements() {
        if !element.is_ordered() {
            return Err(EvalError::NoSuchOverload);
        }
        if previous.is_some_and(|previous| previous.order(element) == Some(Ordering::Greater)) {
            return Ok(false);
        }
        previous = Some(element);
    }
    Ok(true)
}

/// `<list(T)>.sum() -> T`: the sum of ints, uints, doubles or durations. The sum of an empty list is zero. Since Kubernetes
/// 1.24.
///
/// # Errors
/// The errors of `+`: `integer overflow`, `unsigned integer overflow`.
///
/// ```
/// use cel_runtime::__private::library::lists;
///
/// assert_eq!(lists::sum(&[1_i64, 2, 3][..]), Ok(6));
/// assert_eq!(lists::sum(&[i64::MAX, 1][..]).unwrap_err().to_string(), "integer overflow");
/// ```
pub fn sum<'l, 'a, L: CelList<'l, Item: Summed>>(list: L) -> Outcome<'a, L::Item> {
    if list.length() <= MOST_UNTESTED
        && let Some(sum) = Summed::untested(list.elements())
    {
        return Ok(sum);
    }
    // A fold would carry a `Result` from element to element.
    let mut sum = L::Item::zero(list.at(0));
    for element in list.elements() {
        sum = sum.plus(element)?;
    }
    Ok(sum)
}

/// `<list(T)>.min() -> T`: the first of the least elements; `T` as for [`is_sorted`]. Since Kubernetes 1.24.
///
/// # Errors
/// `min called on empty list`; `no such overload` as for [`is_sorted`].
///
/// ```
/// use cel_runtime::__private::library::lists;
///
/// assert_eq!(lists::min(&["b", "a"][..]), Ok("a"));
/// let none: &[i64] = &[];
/// assert_eq!(lists::min(none).unwrap_err().to_string(), "min called on empty list");
/// ```
pub fn min<'l, 'a, L: CelList<'l, Item: Ordered>>(list: L) -> Outcome<'a, L::Item> {
    extreme(list, Ordering::Greater, "min called on empty list")
}

/// `<list(T)>.max() -> T`: the first of the greatest elements; `T` as for [`is_sorted`]. Since Kubernetes 1.24.
///
/// # Errors
/// `max called on empty list`; `no such overload` as for [`is_sorted`].
///
/// ```
/// use cel_runtime::__private::library::lists;
///
/// assert_eq!(lists::max(&[3_i64, 5, 4][..]), Ok(5));
/// ```
pub fn max<'l, 'a, L: CelList<'l, Item: Ordered>>(list: L) -> Outcome<'a, L::Item> {
    extreme(list, Ordering::Less, "max called on empty list")
}

/// The first element that no later one replaces. A later one does so if the current one has the order `replaced` to it.
fn extreme<'l, 'a, L: CelList<'l, Item: Ordered>>(
    list: L,
    replaced: Ordering,
    empty: &'static str,
) -> Outcome<'a, L::Item> {
    let mut extreme: Option<L::Item> = None;
    for element in list.elements() {
        if !element.is_ordered() {
            return Err(EvalError::NoSuchOverload);
        }
        if extreme.is_none_or(|extreme| extreme.order(element) == Some(replaced)) {
            extreme = Some(element);
        }
    }
    extreme.ok_or(EvalError::Text(empty))
}

/// `<list(T)>.indexOf(T) -> int`: the index of the first element that equals the value, or -1. Since Kubernetes 1.24.
///
/// ```
/// use cel_runtime::__private::library::lists;
///
/// assert_eq!(lists::index_of(&["a", "b", "b"][..], "b"), 1);
/// assert_eq!(lists::index_of(&["a"][..], "b"), -1);
/// ```
pub fn index_of<'a, L: CelList<'a, Item: Equal>>(list: L, value: L::Item) -> i64 {
    list.elements().position(|element| element.equal(value)).map_or(-1, ops::size_of)
}

/// `<list(T)>.lastIndexOf(T) -> int`: the index of the last element that equals the value, or -1. Since Kubernetes 1.24.
///
/// ```
/// use cel_runtime::__private::library::lists;
///
/// assert_eq!(lists::last_index_of(&["a", "b", "b"][..], "b"), 2);
/// ```
pub fn last_index_of<'a, L: CelList<'a, Item: Equal>>(list: L, value: L::Item) -> i64 {
    let equals = |element: L::Item| element.equal(value);
    list.elements()
        .enumerate()
        .filter(|(_, element)| equals(*element))
        .last()
        .map_or(-1, |(i, _)| ops::size_of(i))
}

/// `<list(T)>.includes(T) -> bool`: true if an element equals the value. A target that is no list is compared itself. Since Kubernetes
/// 1.37.
///
/// ```
/// use cel_runtime::__private::library::lists;
///
/// assert!(lists::includes(&["a", "b"][..], "b"));
/// ```
pub fn includes<'a, L: CelList<'a, Item: Equal>>(list: L, value: L::Item) -> bool {
    list.elements().any(|element| element.equal(value))
}

/// `<list(T)>.slice(int, int) -> list(T)`: the elements from the first index to before the second one. Since Kubernetes 1.34.
///
/// # Errors
/// `cannot slice(2, 1), start index must be less than or equal to end index`. A negative index or an end after the list's end is an error,
/// too.
///
/// ```
/// use cel_runtime::__private::{Arena, library::lists};
///
/// let arena = Arena::new();
/// let list = lists::slice(&arena, &[1_i64, 2, 3, 4][..], 1, 3).unwrap();
/// assert_eq!(lists::sum(list), Ok(5));
/// ```
pub fn slice<'a, L: CelList<'a>>(
    arena: &'a Arena,
    list: L,
    start: i64,
    end: i64,
) -> Outcome<'a, List<'a, L::Item>> {
    let length = list.length();
    let refuse = |why: std::fmt::Arguments<'_>| {
        Err(EvalError::Text(
            bumpalo::format!(in arena, "cannot slice({}, {}), {}", start, end, why).into_bump_str(),
        ))
    };
    match (usize::try_from(start), usize::try_from(end)) {
        (Ok(_), Ok(_)) if start > end => {
            refuse(format_args!("start index must be less than or equal to end index"))
        }
        (Ok(_), Ok(end)) if end > length => refuse(format_args!("list is length {length}")),
        (Ok(start), Ok(end)) if !arena.admits_parts(end.saturating_sub(start), size_of::<L::Item>()) => {
            Ok(List::Slice(&[]))
        }
        (Ok(start), Ok(end)) => {
            let elements = list.elements().skip(start).take(end.saturating_sub(start));
            Ok(collect(arena, elements))
        }
        _ => refuse(format_args!("negative indexes not supported")),
    }
}

/// `<list(list(T))>.flatten() -> list(T)`: the elements of all elements. `flatten(depth)` repeats it. Since Kubernetes 1.34.
///
/// ```
/// use cel_runtime::__private::{Arena, library::lists};
///
/// let nested = [vec![1_i64], vec![2, 3]];
/// let arena = Arena::new();
/// let list = lists::flatten(&arena, &nested[..]);
/// assert_eq!(lists::sum(list), Ok(6));
/// ```
pub fn flatten<'a, L>(arena: &'a Arena, list: L) -> List<'a, <L::Item as CelList<'a>>::Item>
where
    L: CelList<'a, Item: CelList<'a>>,
{
    let length = list.elements().map(CelList::length).fold(0, usize::saturating_add);
    if !arena.admits_parts(length, size_of::<<L::Item as CelList<'a>>::Item>()) {
        return List::Slice(&[]);
    }
    // Reserved at once, because the list may take most of the arena's limit.
    let mut flat = bumpalo::collections::Vec::with_capacity_in(length, arena);
    for inner in list.elements() {
        flat.extend(inner.elements());
    }
    in_place(arena, flat)
}

/// `<list(T)>.sort() -> list(T)`: the elements in ascending order, `T` as for [`is_sorted`]. Equal elements of long lists may
/// be swapped. Since Kubernetes 1.34.
///
/// # Errors
/// `list elements must be comparable` and `list elements must have the same type`, for values whose type is known at run time.
///
/// ```
/// use cel_runtime::__private::{Arena, library::lists};
///
/// let arena = Arena::new();
/// let list = lists::sort(&arena, &["b", "c", "a"][..]).unwrap();
/// assert_eq!(lists::is_sorted(list), Ok(true));
/// ```
pub fn sort<'a, L: CelList<'a, Item: Ordered> + 'a>(
    arena: &'a Arena,
    list: L,
) -> Outcome<'a, List<'a, L::Item>> {
    check_sortable(list)?;
    if list.length() == 0 {
        return Ok(erase(arena, list)); // the list itself
    }
    let mut elements: Vec<L::Item> = list.elements().collect();
    sort::sort(&mut elements, |left, right| is_less(*left, *right));
    Ok(List::Slice(arena.alloc_slice_copy(&elements)))
}

/// `<list(T)>.sortBy(x, key) -> list(T)`: the elements in ascending order of their keys. `keys` is the list of the keys; their types are
/// those of [`is_sorted`]. Since Kubernetes 1.34.
///
/// # Errors
/// The errors of `sort`, for the keys.
///
/// ```
/// use cel_runtime::__private::{Arena, library::lists};
///
/// let arena = Arena::new();
/// let list = lists::sort_by_keys(&arena, &["bb", "a", "ccc"][..], &[2, 1, 3][..]).unwrap();
/// assert_eq!(lists::index_of(list, "ccc"), 2);
/// ```
pub fn sort_by_keys<'a, L: CelList<'a>, K: CelList<'a, Item: Ordered>>(
    arena: &'a Arena,
    list: L,
    keys: K,
) -> Outcome<'a, List<'a, L::Item>> {
    check_sortable(keys)?;
    let mut entries: Vec<(K::Item, L::Item)> = keys.elements().zip(list.elements()).collect();
    sort::sort(&mut entries, |(left, _), (right, _)| is_less(*left, *right));
    Ok(collect(arena, entries.into_iter().map(|(_, element)| element)))
}

fn is_less<E: Ordered>(left: E, right: E) -> bool {
    left.order(right) == Some(Ordering::Less)
}

fn check_sortable<'a, L: CelList<'a, Item: Ordered>>(list: L) -> Outcome<'a, ()> {
    let Some(first) = list.at(0) else { return Ok(()) };
    if !first.is_ordered() {
        return Err(EvalError::Text("list elements must be comparable"));
    }
    if !list.elements().all(|element| element.is_like(first)) {
        return Err(EvalError::Text("list elements must have the same type"));
    }
    Ok(())
}

/// `lists.range(int) -> list(int)`: the ints from 0 to before the argument. Since Kubernetes 1.34.
///
/// # Errors
/// `lists.range: size must be non-negative, got -1`, `lists.range: size 1000001 exceeds maximum allowed (1000000)`
///
/// ```
/// use cel_runtime::__private::{Arena, library::lists};
///
/// let arena = Arena::new();
/// assert_eq!(lists::sum(lists::range(&arena, 4).unwrap()), Ok(6));
/// ```
#[inline]
pub fn range(arena: &Arena, size: i64) -> Outcome<'_, List<'_, i64>> {
    let text = match size {
        0..=MAX_RANGE => return Ok(collect(arena, 0..size)),
        ..0 => bumpalo::format!(in arena, "lists.range: size must be non-negative, got {}", size),
        _ => {
            bumpalo::format!(in arena, "lists.range: size {} exceeds maximum allowed ({})", size, MAX_RANGE)
        }
    };
    Err(EvalError::Text(text.into_bump_str()))
}

const MAX_RANGE: i64 = 1_000_000;

/// `<list(T)>.reverse() -> list(T)`: the elements in reverse order. Since Kubernetes 1.34.
///
/// ```
/// use cel_runtime::__private::{Arena, library::lists};
///
/// let arena = Arena::new();
/// assert_eq!(lists::index_of(lists::reverse(&arena, &["a", "b"][..]), "b"), 0);
/// ```
pub fn reverse<'a, L: CelList<'a>>(arena: &'a Arena, list: L) -> List<'a, L::Item> {
    if !arena.admits_parts(list.length(), size_of::<L::Item>()) {
        return List::Slice(&[]);
    }
    let mut elements = bumpalo::collections::Vec::with_capacity_in(list.length(), arena);
    elements.extend(list.elements());
    elements.reverse();
    in_place(arena, elements)
}

/// `<list(T)>.distinct() -> list(T)`: the elements that equal no earlier element. NaN equals nothing, so each NaN stays. Since
/// Kubernetes 1.34.
///
/// ```
/// use cel_runtime::__private::{Arena, library::lists};
///
/// let arena = Arena::new();
/// assert_eq!(lists::sum(lists::distinct(&arena, &[1_i64, 2, 1][..])), Ok(3));
/// ```
pub fn distinct<'a, L: CelList<'a, Item: Equal> + 'a>(arena: &'a Arena, list: L) -> List<'a, L::Item> {
    if list.length() == 0 {
        return erase(arena, list); // the list itself
    }
    let mut unique: Vec<L::Item> = Vec::new();
    for element in list.elements() {
        if !unique.iter().any(|earlier| element.equal(*earlier)) {
            unique.push(element);
        }
    }
    List::Slice(arena.alloc_slice_copy(&unique))
}

#[inline]
fn collect<'a, E: Copy + 'a>(arena: &'a Arena, elements: impl Iterator<Item = E>) -> List<'a, E> {
    let mut list = bumpalo::collections::Vec::with_capacity_in(elements.size_hint().0, arena);
    list.extend(elements);
    in_place(arena, list)
}
