//! Sizes of texts and collections.

use crate::work;

/// How texts are measured. The number of bytes is at least that of the code points, and known without counting.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    pub(crate) is_estimate: bool,
}

impl Measure {
    /// The code points, or more.
    #[inline]
    pub(super) fn code_points(self, text: &str) -> u64 {
        if self.is_estimate { length(text.len()) } else { code_points(text) }
    }
}

/// The number of Unicode code points. Most text is ASCII, and testing for ASCII is faster than counting.
#[inline]
pub fn code_points(text: &str) -> u64 {
    if is_ascii(text.as_bytes()) { length(text.len()) } else { counted(text) }
}

/// The same where the charge does not grow with the text. Long texts take steps.
#[inline]
pub(crate) fn uncharged_code_points(text: &str) -> u64 {
    if text.len() <= 64 { code_points(text) } else { uncharged_at_length(text) }
}

#[inline(never)]
fn uncharged_at_length(text: &str) -> u64 {
    if work::admits_counted(text) { code_points(text) } else { 0 }
}

#[cold]
fn counted(text: &str) -> u64 {
    length(text.chars().count())
}

/// Faster than `[u8]::is_ascii` for the short texts of most objects. That function tests the bytes after the last whole word one by one.
/// Here the last word overlaps the word before.
#[inline]
pub(super) fn is_ascii(bytes: &[u8]) -> bool {
    match bytes.len() {
        0..4 => bytes.iter().fold(0, |seen, byte| seen | byte) < 0x80,
        4..8 => has_ascii_ends::<4>(bytes),
        8..16 => has_ascii_ends::<8>(bytes),
        16..32 => has_ascii_ends::<16>(bytes),
        32..=64 => has_ascii_ends::<32>(bytes),
        _ => is_long_ascii(bytes),
    }
}

#[inline(never)]
fn is_long_ascii(bytes: &[u8]) -> bool {
    let (blocks, _) = bytes.as_chunks();
    blocks.iter().all(|block: &[u8; 64]| block.is_ascii()) && has_ascii_ends::<64>(bytes)
}

/// True if the first and the last `N` bytes are ASCII.
#[inline]
fn has_ascii_ends<const N: usize>(bytes: &[u8]) -> bool {
    match (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        (Some(first), Some(last)) => (seen(first) | seen(last)) & HIGH_BITS == 0,
        _ => false,
    }
}

/// The bits of all bytes, which are whole words, or half a word.
#[inline]
fn seen<const N: usize>(bytes: &[u8; N]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let seen = words.iter().fold(0, |seen, word| seen | u64::from_ne_bytes(*word));
    let (halves, _) = rest.as_chunks();
    halves.iter().fold(seen, |seen, half| seen | u64::from(u32::from_ne_bytes(*half)))
}

/// The highest bit of each byte of a word.
const HIGH_BITS: u64 = u64::from_ne_bytes([0x80; 8]);

/// A length in the server's integers; `usize` never exceeds `u64`.
#[inline]
pub fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
