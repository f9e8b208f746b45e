//! Sorts like the server: Go's pattern-defeating quicksort. It is not stable, and rules see the order of equal elements. So every
//! comparison and every exchange happens in Go's order (Go 1.19 and later: `sort.Slice`).

use std::ops::Range;

/// Sorts by a strict order; `less` need not be consistent (nothing is less than NaN).
pub(super) fn sort<T>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let range = 0..items.len();
    let limit = bit_length(range.len());
    Sorter { items, less }.sort(range, limit);
}

/// The greatest length that is sorted by insertion.
const SHORT: usize = 12;

/// From this length on the pivot is the median of three medians, and a few misplaced elements are repaired before partitioning.
const LONG: usize = 50;

/// The greatest number of misplaced elements in a nearly sorted range.
const REPAIRS: usize = 5;

/// The greatest number of exchanges when a pivot of a long range is chosen. If it is reached, the range descends.
const MOST_EXCHANGES: usize = 12;

struct Sorter<'s, T, F> {
    items: &'s mut [T],
    less: F,
}

/// The order of the range, as seen when the pivot was chosen.
#[derive(Clone, Copy, PartialEq)]
enum Hint {
    Unknown,
    Ascending,
    Descending,
}

impl<T, F: Fn(&T, &T) -> bool> Sorter<'_, T, F> {
    /// `limit` is the number of badly chosen pivots until heap sort takes over.
    fn sort(&mut self, mut range: Range<usize>, mut limit: u32) {
        let (mut balanced, mut partitioned) = (true, true);
        while range.len() > SHORT {
            if limit == 0 {
                return self.sort_as_heap(range);
            }
            if !balanced {
                self.break_patterns(&range);
                limit = limit.saturating_sub(1);
            }
            let (mut pivot, hint) = self.choose_pivot(&range);
            if hint == Hint::Descending {
                self.reverse(&range);
                pivot = back(range.end).saturating_sub(pivot.saturating_sub(range.start));
            }
            if balanced && partitioned && hint != Hint::Unknown && self.repair(&range) {
                return;
            }
            if range.start > 0 && !self.is_less(back(range.start), pivot) {
                range.start = self.split_off_equal(&range, pivot);
                continue;
            }
            let middle;
            (middle, partitioned) = self.partition(&range, pivot);
            let (left, right) = (range.start..middle, next(middle)..range.end);
            let (left_length, right_length) = (left.len(), next(right.len()));
            let enough = range.len() / 8;
            if left_length < right_length {
                balanced = left_length >= enough;
                self.sort(left, limit);
                range = right;
            } else {
                balanced = right_length >= enough;
                self.sort(right, limit);
                range = left;
            }
        }
        self.insert_each(range);
    }

    fn is_less(&self, left: usize, right: usize) -> bool {
        match (self.items.get(left), self.items.get(right)) {
            (Some(left), Some(right)) => (self.less)(left, right),
            _ => false,
        }
    }

    fn swap(&mut self, left: usize, right: usize) {
        if left.max(right) < self.items.len() {
            self.items.swap(left, right);
        }
    }

    fn reverse(&mut self, range: &Range<usize>) {
        if let Some(items) = self.items.get_mut(range.clone()) {
            items.reverse();
        }
    }

    fn insert_each(&mut self, range: Range<usize>) {
        for end in range.clone().skip(1) {
            self.sink(range.start, end);
        }
    }

    /// Moves an element down while it is less than the element before it, but not below `start`.
    fn sink(&mut self, start: usize, from: usize) {
        for at in (start..from).rev() {
            if !self.is_less(next(at), at) {
                break;
            }
            self.swap(next(at), at);
        }
    }

    fn sort_as_heap(&mut self, range: Range<usize>) {
        let (first, length) = (range.start, range.len());
        for root in (0..=back(length) / 2).rev() {
            self.sift_down(first, root, length);
        }
        for length in (0..length).rev() {
            self.swap(first, first.saturating_add(length));
            self.sift_down(first, 0, length);
        }
    }

    fn sift_down(&mut self, first: usize, mut root: usize, length: usize) {
        let at = |offset: usize| first.saturating_add(offset);
        loop {
            let mut child = next(root.saturating_mul(2));
            if child >= length {
                return;
            }
            if next(child) < length && self.is_less(at(child), at(next(child))) {
                child = next(child);
            }
            if !self.is_less(at(root), at(child)) {
                return;
            }
            self.swap(at(root), at(child));
            root = child;
        }
    }

    /// Moves the elements less than the pivot before it and the others after it. Returns its new index, and whether nothing had to be
    /// moved.
    fn partition(&mut self, range: &Range<usize>, pivot: usize) -> (usize, bool) {
        let first = range.start;
        self.swap(first, pivot);
        let (mut low, mut high) = (next(first), back(range.end));
        let mut untouched = true;
        loop {
            while low <= high && self.is_less(low, first) {
                low = next(low);
            }
            while low <= high && !self.is_less(high, first) {
                high = back(high);
            }
            if low > high {
                self.swap(high, first);
                return (high, untouched);
            }
            untouched = false;
            self.swap(low, high);
            (low, high) = (next(low), back(high));
        }
    }

    /// For a pivot that is the least element of the range: moves its equals to the front. Returns the index of the first greater element.
    fn split_off_equal(&mut self, range: &Range<usize>, pivot: usize) -> usize {
        let first = range.start;
        self.swap(first, pivot);
        let (mut low, mut high) = (next(first), back(range.end));
        loop {
            while low <= high && !self.is_less(first, low) {
                low = next(low);
            }
            while low <= high && self.is_less(first, high) {
                high = back(high);
            }
            if low > high {
                return low;
            }
            self.swap(low, high);
            (low, high) = (next(low), back(high));
        }
    }

    /// Repairs a few misplaced elements. True if the range is sorted then.
    fn repair(&mut self, range: &Range<usize>) -> bool {
        let mut at = next(range.start);
        for _ in 0..REPAIRS {
            while at < range.end && !self.is_less(at, back(at)) {
                at = next(at);
            }
            if at == range.end {
                return true;
            }
            if range.len() < LONG {
                return false;
            }
            self.swap(at, back(at));
            if at.saturating_sub(range.start) >= 2 {
                self.sink(0, back(at)); // not the range's start: Go goes down to the first element
            }
            if range.end.saturating_sub(at) >= 2 {
                self.rise(at, range.end);
            }
        }
        false
    }

    /// Moves an element up while the element after it is less.
    fn rise(&mut self, from: usize, end: usize) {
        for at in from..back(end) {
            if !self.is_less(next(at), at) {
                break;
            }
            self.swap(next(at), at);
        }
    }

    /// Exchanges three elements around the middle with random ones. The random numbers depend only on the length.
    fn break_patterns(&mut self, range: &Range<usize>) {
        let length = range.len();
        let mut random = length as u64;
        let mask = 1_u64.checked_shl(bit_length(length)).unwrap_or(0).wrapping_sub(1);
        let middle = range.start.saturating_add((length / 4).saturating_mul(2));
        for at in [back(middle), middle, next(middle)] {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let other = usize::try_from(random & mask).unwrap_or(0);
            let other = other.checked_sub(length).unwrap_or(other);
            self.swap(at, range.start.saturating_add(other));
        }
    }

    /// The median of three elements, or of three medians in long ranges.
    fn choose_pivot(&self, range: &Range<usize>) -> (usize, Hint) {
        let quarter = range.len() / 4;
        let mut exchanges = 0;
        let mut candidates = [1, 2, 3].map(|n| range.start.saturating_add(quarter.saturating_mul(n)));
        if range.len() >= LONG {
            candidates = candidates.map(|at| self.median([back(at), at, next(at)], &mut exchanges));
        }
        let pivot = self.median(candidates, &mut exchanges);
        let hint = match exchanges {
            0 => Hint::Ascending,
            MOST_EXCHANGES => Hint::Descending,
            _ => Hint::Unknown,
        };
        (pivot, hint)
    }

    fn median(&self, [mut low, mut middle, mut high]: [usize; 3], exchanges: &mut usize) -> usize {
        let mut order = |left: &mut usize, right: &mut usize| {
            if self.is_less(*right, *left) {
                *exchanges = next(*exchanges);
                std::mem::swap(left, right);
            }
        };
        order(&mut low, &mut middle);
        order(&mut middle, &mut high);
        order(&mut low, &mut middle);
        middle
    }
}

/// The index after this one.
#[inline]
fn next(index: usize) -> usize {
    index.saturating_add(1)
}

/// The index before this one.
#[inline]
fn back(index: usize) -> usize {
    index.saturating_sub(1)
}

/// The number of bits of a number.
#[inline]
fn bit_length(number: usize) -> u32 {
    usize::BITS.saturating_sub(number.leading_zeros())
}
