//! Base64 with padding. Decoding follows Go and uses the URL alphabet. Encoding uses the standard alphabet.

/// The decoded bytes, or the offset that Go reports.
#[inline]
pub(super) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut sextets: [u8; 4] = [0; 4];
    let mut filled: usize = 0;
    let mut symbols = text.iter().copied().enumerate().filter(|(_, byte)| !matches!(byte, b'\r' | b'\n'));
    while let Some((offset, symbol)) = symbols.next() {
        if symbol == b'=' {
            return end(text, decoded, sextets, filled, (offset, symbols));
        }
        let sextet = sextet(symbol).ok_or(offset)?;
        if let Some(slot) = sextets.get_mut(filled) {
            *slot = sextet;
        }
        filled = filled.saturating_add(1);
        if filled == 4 {
            push(&mut decoded, sextets, 3);
            filled = 0;
        }
    }
    if filled == 0 { Ok(decoded) } else { Err(text.len().saturating_sub(filled)) }
}

/// The end of the text, from its first padding character on.
fn end(
    text: &[u8],
    mut decoded: Vec<u8>,
    sextets: [u8; 4],
    filled: usize,
    (offset, mut symbols): (usize, impl Iterator<Item = (usize, u8)>),
) -> Result<Vec<u8>, usize> {
    match filled {
        0 | 1 => return Err(offset),
        2 => match symbols.next() {
            None => return Err(text.len()),
            Some((_, b'=')) => push(&mut decoded, sextets, 1),
            Some((offset, _)) => return Err(offset.saturating_sub(1)),
        },
        _ => push(&mut decoded, sextets, 2),
    }
    match symbols.next() {
        None => Ok(decoded),
        Some((offset, _)) => Err(offset),
    }
}

/// The first bytes of 24 bits.
#[inline]
fn push(decoded: &mut Vec<u8>, [a, b, c, d]: [u8; 4], count: usize) {
    let bits = u32::from(a) << 18 | u32::from(b) << 12 | u32::from(c) << 6 | u32::from(d);
    decoded.extend(bits.to_be_bytes().iter().skip(1).take(count));
}

/// The text in the standard alphabet.
#[inline]
pub(super) fn encode(bytes: &[u8]) -> String {
    let groups = bytes.chunks(3).flat_map(|group| {
        let bits = (0..3).fold(0_u32, |bits, i| bits << 8 | group.get(i).copied().map_or(0, u32::from));
        (0..4_usize).map(move |i| {
            let sextet = bits >> 18_usize.saturating_sub(i.saturating_mul(6)) & 63;
            if i > group.len() { '=' } else { symbol(sextet) }
        })
    });
    groups.collect()
}

#[inline]
fn symbol(sextet: u32) -> char {
    let mut symbols = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']);
    symbols.nth(usize::try_from(sextet).unwrap_or(0)).unwrap_or('=')
}

#[inline]
fn sextet(symbol: u8) -> Option<u8> {
    match symbol {
        b'A'..=b'Z' => Some(symbol.wrapping_sub(b'A')),
        b'a'..=b'z' => Some(symbol.wrapping_sub(b'a').wrapping_add(26)),
        b'0'..=b'9' => Some(symbol.wrapping_sub(b'0').wrapping_add(52)),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}
