//! Characters that differ only in case, by Unicode's simple folding.

use super::tables::FOLDS;
use std::iter;

/// The other characters that are equal without case. They ascend from the character and then wrap around.
#[inline]
pub(super) fn others(character: u32) -> impl Iterator<Item = u32> {
    iter::successors(Some(next(character)), |other| Some(next(*other)))
        .take_while(move |other| *other != character)
}

/// The least of the characters that are equal without case.
#[inline]
pub(super) fn least(character: u32) -> u32 {
    others(character).fold(character, u32::min)
}

/// The rows of the table for characters of a range.
#[inline]
pub(super) fn rows(first: u32, last: u32) -> &'static [(u32, u32, i32)] {
    let from = FOLDS.partition_point(|row| row.1 < first);
    let to = FOLDS.partition_point(|row| row.0 <= last);
    FOLDS.get(from..to).unwrap_or_default()
}

#[inline]
fn next(character: u32) -> u32 {
    match rows(character, character) {
        [(first, _, 0), ..] if character.wrapping_sub(*first) % 2 == 0 => character.wrapping_add(1),
        [(_, _, 0), ..] => character.wrapping_sub(1),
        [(_, _, distance), ..] => character.wrapping_add_signed(*distance),
        [] => character,
    }
}
