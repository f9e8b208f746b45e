//! Values among the bytes that [`writer`](super::writer) has written.

use super::writer::{FLOAT, INT, LIST, NULL, OBJECT, SEVEN_BITS, TEXT};

/// The bytes from the beginning of a value on. They go on after the value.
#[derive(Clone, Copy)]
pub(super) struct Value<'b>(&'b [u8]);

impl<'b> Value<'b> {
    #[inline]
    pub(super) fn at(bytes: &'b [u8], place: u32) -> Self {
        let start = usize::try_from(place).unwrap_or(usize::MAX);
        Value(bytes.get(start..).unwrap_or_default())
    }

    /// The value that begins so many bytes after the beginning of this one.
    #[inline]
    pub(super) fn part(self, place: u32) -> Self {
        Value::at(self.0, place)
    }

    /// How many bytes after the beginning of this value a part begins.
    #[inline]
    pub(super) fn place(self, part: Value<'_>) -> u32 {
        u32::try_from(self.0.len().saturating_sub(part.0.len())).unwrap_or(u32::MAX)
    }

    /// What kind of value it is, what is in it, and the bytes behind it. `None` behind the last value.
    #[inline]
    fn split(self) -> Option<(u8, &'b [u8], &'b [u8])> {
        let (kind, rest) = self.0.split_first()?;
        let (content, behind) = match *kind {
            TEXT => {
                let (length, rest) = number(rest)?;
                rest.split_at_checked(length)?
            }
            LIST | OBJECT => {
                let (length, rest) = rest.split_first_chunk()?;
                rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?
            }
            FLOAT => rest.split_at_checked(size_of::<f64>())?,
            INT => {
                let last = rest.iter().position(|byte| *byte > SEVEN_BITS)?;
                rest.split_at_checked(last.saturating_add(1))?
            }
            _ => (&[][..], rest),
        };
        Some((*kind, content, behind))
    }

    /// What is in a value of this kind.
    #[inline]
    fn content(self, wanted: u8) -> Option<&'b [u8]> {
        let (kind, content, _) = self.split()?;
        (kind == wanted).then_some(content)
    }

    /// The bytes of the value alone.
    #[inline]
    pub(super) fn raw(self) -> &'b [u8] {
        let behind = self.split().map_or(0, |(.., behind)| behind.len());
        self.0.get(..self.0.len().saturating_sub(behind)).unwrap_or_default()
    }

    /// The bytes of a value that may be part of a key. Zero has no sign if it `is_alone`.
    #[inline]
    pub(super) fn key_part(self, is_alone: bool) -> Option<&'b [u8]> {
        match self.split()? {
            (NULL | LIST | OBJECT, ..) => None,
            _ if is_alone && self.is_zero() => Some(&[FLOAT]),
            _ => Some(self.raw()),
        }
    }

    /// True for 0.0 and -0.0.
    #[inline]
    fn is_zero(self) -> bool {
        self.content(FLOAT).is_some_and(|bytes| matches!(bytes, [0, 0, 0, 0, 0, 0, 0, 0 | 0x80]))
    }

    #[inline]
    pub(super) fn text(self) -> Option<&'b str> {
        str::from_utf8(self.content(TEXT)?).ok()
    }

    /// The items of a list.
    #[inline]
    pub(super) fn items(self) -> Option<Items<'b>> {
        self.parts(LIST)
    }

    /// The place of the first item of a list.
    #[inline]
    pub(super) fn place_of_items(self) -> Option<u32> {
        self.items().map(|items| self.place(Value(items.rest)))
    }

    /// The items of a list, from the one at this place on.
    #[inline]
    pub(super) fn items_from(self, place: u32) -> Option<Items<'b>> {
        Some(Items { rest: self.part(place).0, ..self.items()? })
    }

    /// The entries of an object: their names, which are texts, and their values.
    #[inline]
    pub(super) fn entries(self) -> Option<Entries<'b>> {
        self.parts(OBJECT).map(Entries)
    }

    #[inline]
    fn parts(self, wanted: u8) -> Option<Items<'b>> {
        if self.0.first() != Some(&wanted) {
            return None;
        }
        let (_, content, behind) = self.split()?;
        let before = self.0.len().saturating_sub(content.len()).saturating_sub(behind.len());
        Some(Items { rest: self.0.get(before..)?, behind: behind.len() })
    }

    /// The value of an entry of an object. If a name occurs twice, its last entry counts.
    #[inline]
    pub(super) fn entry(self, name: &str) -> Option<Value<'b>> {
        let has_name = |(known, _): &(Value<'_>, _)| known.content(TEXT) == Some(name.as_bytes());
        self.entries()?.filter(has_name).last().map(|(_, value)| value)
    }

    /// The places of the entries of an object, sorted by name. An entry begins with its name. If a name occurs twice, its last entry counts.
    #[inline]
    pub(super) fn places_of_entries(self) -> Option<Vec<u32>> {
        let entries = self.entries()?;
        let mut places = Vec::with_capacity(entries.clone().count());
        places.extend(entries.map(|(name, _)| self.place(name)));
        let name = |place: &u32| self.part(*place).content(TEXT);
        places.sort_unstable_by(|a, b| name(a).cmp(&name(b)).then(b.cmp(a)));
        places.dedup_by(|a, b| name(a) == name(b));
        Some(places)
    }

    /// The place of the value with a name, among the entries at these places.
    #[inline]
    pub(super) fn find(self, places: &[u32], name: &str) -> Option<u32> {
        let name = Some(name.as_bytes());
        let found = places.binary_search_by(|place| self.part(*place).content(TEXT).cmp(&name)).ok()?;
        Some(self.place(self.part(*places.get(found)?).behind()?))
    }

    /// The value behind this one. Behind the name of an entry is its value.
    #[inline]
    fn behind(self) -> Option<Value<'b>> {
        self.split().map(|(.., behind)| Value(behind))
    }

    /// True if both are objects with the same names, and `is_same` holds for each name with both values. It is asked once about each. Two
    /// versions of an object mostly have the same names in the same order. `None` if one of them is no object.
    #[inline]
    pub(super) fn has_same_entries(
        self,
        other: Value<'_>,
        is_same: impl Fn(Value<'_>, Value<'_>, Value<'_>) -> bool,
    ) -> Option<bool> {
        let (mut entries, mut others) = (self.entries()?, other.entries()?);
        // Before these places each entry has the name of the other's, and the same value.
        let (place, other_place) = loop {
            let (entry, other_entry) = (entries.next(), others.next());
            let ((name, value), (other_name, other_value)) = match (entry, other_entry) {
                (Some(entry), Some(other_entry)) => (entry, other_entry),
                (None, None) => return Some(true),
                (entry, other_entry) => {
                    let place = entry.map_or(u32::MAX, |(name, _)| self.place(name));
                    break (place, other_entry.map_or(u32::MAX, |(name, _)| other.place(name)));
                }
            };
            if name.raw() != other_name.raw() {
                break (self.place(name), other.place(other_name));
            }
            if !is_same(name, value, other_value) {
                let mut behind = entries.clone().chain(others.clone());
                if !behind.any(|(later, _)| later.raw() == name.raw()) {
                    return Some(false);
                }
            }
        };
        Some(self.has_same_rest(other, [place, other_place], is_same))
    }

    /// The same where the entries before these places were compared, and the others have another order.
    #[inline]
    fn has_same_rest(
        self,
        other: Value<'_>,
        [place, other_place]: [u32; 2],
        is_same: impl Fn(Value<'_>, Value<'_>, Value<'_>) -> bool,
    ) -> bool {
        let both = self.places_of_entries().zip(other.places_of_entries());
        let Some((places, other_places)) = both.filter(|(a, b)| a.len() == b.len()) else { return false };
        places.iter().zip(&other_places).all(|(a, b)| {
            let (name, other_name) = (self.part(*a), other.part(*b));
            let was_compared = *a < place && *b < other_place;
            name.raw() == other_name.raw()
                && (was_compared
                    || name.behind().zip(other_name.behind()).is_some_and(|(a, b)| is_same(name, a, b)))
        })
    }

    /// True if two values are the same, also if the entries of objects have another order. -0.0 is 0.0. The bytes are read once, and those
    /// of an object whose entries have another order twice. The recursion is as deep as the values, as serde's.
    #[inline]
    pub(super) fn is_same(self, other: Value<'_>) -> bool {
        self.raw() == other.raw() || self.has_same_parts(other)
    }

    #[inline]
    fn has_same_parts(self, other: Value<'_>) -> bool {
        if let (Some(mut items), Some(mut others)) = (self.items(), other.items()) {
            return loop {
                match (items.next(), others.next()) {
                    (Some(item), Some(other)) if item.has_same_parts(other) => {}
                    (item, other) => break item.is_none() && other.is_none(),
                }
            };
        }
        self.has_same_entries(other, |_, one, other| one.has_same_parts(other))
            .unwrap_or_else(|| self.raw() == other.raw() || self.is_zero() && other.is_zero())
    }
}

/// Values that stand one behind the other.
#[derive(Clone)]
pub(super) struct Items<'b> {
    rest: &'b [u8],
    /// How many bytes are behind the last of them.
    behind: usize,
}

impl<'b> Iterator for Items<'b> {
    type Item = Value<'b>;

    #[inline]
    fn next(&mut self) -> Option<Value<'b>> {
        if self.rest.len() <= self.behind {
            return None;
        }
        let item = Value(self.rest);
        (.., self.rest) = item.split()?;
        Some(item)
    }
}

#[derive(Clone)]
pub(super) struct Entries<'b>(Items<'b>);

impl<'b> Iterator for Entries<'b> {
    type Item = (Value<'b>, Value<'b>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }
}

/// A number of seven bits in each byte, and the bytes behind it.
#[inline]
fn number(mut bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, behind) = bytes.split_first()?;
        number |= usize::from(byte & SEVEN_BITS).checked_shl(shift)?;
        if *byte > SEVEN_BITS {
            return Some((number, behind));
        }
        (bytes, shift) = (behind, SEVEN_BITS.count_ones().saturating_add(shift));
    }
}
