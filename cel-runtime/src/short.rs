//! Equality of texts that are mostly short, such as keys: without a call of `memcmp`, which takes longer than the comparison.

/// `left == right`
#[inline]
pub(crate) fn are_same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    match (left.first_chunk::<8>(), right.first_chunk::<8>()) {
        // Longer texts often begin alike and have a number at their end.
        (Some(begin), Some(other)) => {
            begin == other
                && left.last_chunk::<8>() == right.last_chunk::<8>()
                && (left.len() <= 16 || left == right)
        }
        _ => match (left.first_chunk::<4>(), right.first_chunk::<4>()) {
            (Some(begin), Some(other)) => begin == other && left.last_chunk::<4>() == right.last_chunk::<4>(),
            _ => left.iter().eq(right), // three bytes at most
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_lengths_are_compared() {
        for length in 0..40 {
            let text = vec![b'a'; length];
            assert!(are_same(&text, &text.clone()));
            assert!(!are_same(&text, &vec![b'a'; length + 1]));
            for at in 0..length {
                let mut other = text.clone();
                if let Some(byte) = other.get_mut(at) {
                    *byte = b'b';
                }
                assert!(!are_same(&text, &other), "{length}, {at}");
            }
        }
    }
}
