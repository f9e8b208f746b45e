//! A hash for keys in objects that anybody may send.

use std::hash::{BuildHasher, Hasher, RandomState};

/// The secret of a [`KeyedHasher`]. Each one is different.
#[derive(Clone, Debug)]
pub(crate) struct Secret(u64);

impl Default for Secret {
    fn default() -> Self {
        Secret(RandomState::new().hash_one(()) & PRIME)
    }
}

impl BuildHasher for Secret {
    type Hasher = KeyedHasher;

    #[inline]
    fn build_hasher(&self) -> KeyedHasher {
        KeyedHasher { sum: 1, secret: self.0 }
    }
}

/// The hash is the value of a polynomial at a secret place, modulo a prime. The hashed words are its coefficients. Two polynomials of
/// degree `n` agree at no more than `n` places. So without the secret nobody can send different keys with the same hash.
#[derive(Debug)]
pub struct KeyedHasher {
    /// Below 2^62. It begins with 1, so that leading zeros change the polynomial.
    sum: u64,
    secret: u64,
}

impl KeyedHasher {
    /// Adds a word, which must be below 2^61.
    #[inline]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.sum.wrapping_add(word)).wrapping_mul(u128::from(self.secret));
        #[expect(clippy::cast_possible_truncation, reason = "both halves are below 2^64")]
        let sum = ((product as u64) & PRIME).wrapping_add((product >> BITS) as u64);
        self.sum = (sum & PRIME).wrapping_add(sum >> BITS);
    }
}

impl Hasher for KeyedHasher {
    /// Words of seven bytes. The last one is shorter and holds its length, so that different texts are different words.
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(word) = rest.first_chunk::<8>() {
            self.add(u64::from_le_bytes(*word) & SEVEN_BYTES);
            rest = rest.get(7..).unwrap_or_default();
        }
        let last = match bytes.last_chunk::<8>() {
            Some(word) => u64::from_le_bytes(*word).checked_shr(unused_bits(rest)).unwrap_or_default(),
            None => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        self.add(last | u64::from(unused_bits(rest)) << 53);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number >> 32);
        self.add(number & 0xffff_ffff);
    }

    #[inline]
    fn write_i64(&mut self, number: i64) {
        self.write_u64(number.cast_unsigned());
    }

    /// Lengths.
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(u64::try_from(number).unwrap_or_default() & SEVEN_BYTES);
    }

    /// Numbers of variants.
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_usize(number.cast_unsigned());
    }

    #[inline]
    fn finish(&self) -> u64 {
        let sum = if self.sum >= PRIME { self.sum.wrapping_sub(PRIME) } else { self.sum };
        sum << (u64::BITS - BITS) // the upper half is as good as any
    }
}

/// Of the last eight bytes, those before the rest: 8 to 64.
#[inline]
fn unused_bits(rest: &[u8]) -> u32 {
    let unused = 8_usize.saturating_sub(rest.len()).saturating_mul(8);
    u32::try_from(unused).unwrap_or_default()
}

/// 2^61 - 1
const PRIME: u64 = (1 << BITS) - 1;
const BITS: u32 = 61;
const SEVEN_BYTES: u64 = (1 << 56) - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::HashSet, hash::Hash};

    #[test]
    fn texts_that_differ_have_another_hash() {
        let secret = Secret::default();
        let hash = |key: &dyn Fn(&mut KeyedHasher)| {
            let mut hasher = secret.build_hasher();
            key(&mut hasher);
            hasher.finish()
        };
        let mut hashes = HashSet::new();
        for length in 0..40 {
            for byte in ["\0", "a", "\u{7f}"] {
                let text = byte.repeat(length);
                hashes.insert(hash(&|hasher| text.hash(hasher)));
                let changed = format!("{text}b");
                hashes.insert(hash(&|hasher| changed.hash(hasher)));
            }
        }
        assert_eq!(hashes.len(), 40 * 6 - 4, "the empty text and `b` are there three times");
    }

    #[test]
    fn the_end_of_a_text_is_told_from_the_next() {
        let secret = Secret::default();
        assert_ne!(secret.hash_one(["ab", "c"]), secret.hash_one(["a", "bc"]));
        assert_ne!(secret.hash_one(["abcdefg", ""]), secret.hash_one(["", "abcdefg"]));
        assert_eq!(secret.hash_one(["ab", "c"]), secret.hash_one(["ab", "c"]));
    }

    #[test]
    fn half_a_hash_is_spread() {
        let secret = Secret::default();
        let halves: HashSet<u64> =
            (0..10_000).map(|i| secret.hash_one(format!("listener-{i}")) >> 32).collect();
        assert!(halves.len() > 9_990, "{}", halves.len());
        let sixteenths: HashSet<u64> = (0..100_000_i64).map(|i| secret.hash_one(i) >> 60).collect();
        assert_eq!(sixteenths.len(), 16);
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(Secret::default().hash_one("a"), Secret::default().hash_one("a"));
    }
}
