//! Values in the text of an object. The text is parsed again for each question.

use std::borrow::Cow;

/// The text from the beginning of a value on. It goes on after the value.
#[derive(Clone, Copy)]
pub(super) struct Value<'t>(&'t [u8]);

impl<'t> Value<'t> {
    pub(super) fn at(text: &'t [u8], place: u32) -> Self {
        let start = usize::try_from(place).unwrap_or(usize::MAX);
        Value(text.get(start..).unwrap_or_default())
    }

    /// The value that begins so many bytes after the beginning of this one.
    pub(super) fn part(self, place: u32) -> Self {
        Value::at(self.0, place)
    }

    /// How many bytes after the beginning of this value a part begins.
    pub(super) fn place(self, part: Value<'_>) -> u32 {
        u32::try_from(self.0.len().saturating_sub(part.0.len())).unwrap_or(u32::MAX)
    }

    /// The text of the value alone.
    pub(super) fn raw(self) -> &'t [u8] {
        let length = self.0.len().saturating_sub(self.behind().len());
        self.0.get(..length).unwrap_or_default()
    }

    /// The decoded text of a JSON string.
    pub(super) fn text(self) -> Cow<'t, str> {
        let raw = self.raw();
        let quoted = raw.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or_default();
        match str::from_utf8(quoted) {
            Ok(text) if !text.contains('\\') => Cow::Borrowed(text),
            _ => Cow::Owned(serde_json::from_slice(raw).unwrap_or_default()),
        }
    }

    /// The items of a list.
    pub(super) fn items(self) -> Option<Items<'t>> {
        self.0.strip_prefix(b"[").map(Items)
    }

    /// The entries of an object: the texts of their names, and their values.
    pub(super) fn entries(self) -> Option<Entries<'t>> {
        self.0.strip_prefix(b"{").map(|rest| Entries(Items(rest)))
    }

    /// The place of the first item of a list.
    pub(super) fn place_of_items(self) -> Option<u32> {
        self.items().map(|Items(rest)| self.place(Value(rest)))
    }

    /// This item of a list and the items after it.
    pub(super) fn and_behind(self) -> Items<'t> {
        Items(self.0)
    }

    /// The value of an entry of an object. If a name occurs twice, its last entry counts.
    pub(super) fn entry(self, name: &str) -> Option<Value<'t>> {
        self.entries()?.filter(|(known, _)| known.text() == *name).last().map(|(_, value)| value)
    }

    /// The places of the entries of an object, sorted by name. An entry begins with its name. If a name occurs twice, its last entry counts.
    pub(super) fn places_of_entries(self) -> Option<Vec<u32>> {
        let entries = self.entries()?;
        let mut places = Vec::with_capacity(entries.clone().count());
        places.extend(entries.map(|(name, _)| self.place(name)));
        let name = |place: &u32| self.part(*place).raw();
        places.sort_unstable_by(|a, b| name(a).cmp(name(b)).then(b.cmp(a)));
        places.dedup_by(|a, b| name(a) == name(b));
        Some(places)
    }

    /// The place of the value with a name, among the entries at these places.
    pub(super) fn find(self, places: &[u32], name: &[u8]) -> Option<u32> {
        let found = places.binary_search_by(|place| self.part(*place).raw().cmp(name)).ok()?;
        Some(self.place(self.part(*places.get(found)?).named()?))
    }

    /// The value of the entry that begins here.
    fn named(self) -> Option<Value<'t>> {
        self.behind().strip_prefix(b":").map(Value)
    }

    /// True if both are objects with the same names, and `is_same` holds for each name with both values. It is asked once about each. Two
    /// versions of an object mostly have the same names in the same order. `None` if one of them is no object.
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
                    || name.named().zip(other_name.named()).is_some_and(|(a, b)| is_same(name, a, b)))
        })
    }

    /// True if two values are the same, also if the entries of objects have another order. -0.0 is 0.0. The texts are read once, and an
    /// object whose entries have another order once more. If serde writes a name twice, all its values count. The recursion is as deep as
    /// the values, as serde's.
    pub(super) fn is_same(self, other: Value<'_>) -> bool {
        self.behind_same(other).is_some()
    }

    /// The texts behind two values, if these are the same.
    fn behind_same<'o>(self, other: Value<'o>) -> Option<(&'t [u8], &'o [u8])> {
        let ((first, mut left), (other_first, mut right)) = (token(self.0)?, token(other.0)?);
        if first != other_first {
            return (is_zero(first) && is_zero(other_first)).then_some((left, right));
        }
        let end: &[u8] = match first {
            b"{" => b"}",
            b"[" => b"]",
            _ => return Some((left, right)),
        };
        loop {
            let ((next, behind), (other_next, other_behind)) = (token(left)?, token(right)?);
            match (next, other_next) {
                _ if next == end && other_next == end => return Some((behind, other_behind)),
                _ if next == end || other_next == end => return None,
                (b",", b",") => {
                    (left, right) = (behind, other_behind);
                    continue;
                }
                _ if end == b"]" => {}
                _ if next == other_next => {
                    (left, right) = (behind.strip_prefix(b":")?, other_behind.strip_prefix(b":")?);
                }
                _ => {
                    let places = [self.place(Value(left)), other.place(Value(right))];
                    let is_same = self.has_same_rest(other, places, |_, a, b| a.is_same(b));
                    return is_same.then(|| (self.behind(), other.behind()));
                }
            }
            (left, right) = Value(left).behind_same(Value(right))?;
        }
    }

    /// The text after the value.
    fn behind(self) -> &'t [u8] {
        let (mut rest, mut depth) = (self.0, 0);
        while let Some((found, behind)) = token(rest) {
            rest = behind;
            depth = depth_behind(depth, found);
            if depth == 0 {
                break;
            }
        }
        rest
    }
}

#[derive(Clone)]
pub(super) struct Items<'t>(&'t [u8]);

impl<'t> Iterator for Items<'t> {
    type Item = Value<'t>;

    fn next(&mut self) -> Option<Value<'t>> {
        let rest = self.0.strip_prefix(b",").unwrap_or(self.0);
        if matches!(rest.first(), None | Some(b']' | b'}')) {
            return None;
        }
        let item = Value(rest);
        self.0 = item.behind();
        Some(item)
    }
}

#[derive(Clone)]
pub(super) struct Entries<'t>(Items<'t>);

impl<'t> Iterator for Entries<'t> {
    type Item = (Value<'t>, Value<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.0.next()?;
        self.0 = Items(self.0.0.strip_prefix(b":")?);
        Some((name, self.0.next()?))
    }
}

/// The first token and the text after it. A token is a text with its quotes, a number or a word, or one of `{}[],:`.
fn token(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = match text.first()? {
        b'"' => quoted_length(text),
        b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
        _ => text.iter().position(|byte| matches!(byte, b',' | b']' | b'}')).unwrap_or(text.len()),
    };
    text.split_at_checked(length)
}

fn quoted_length(text: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = text.iter().skip(1).position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end.saturating_add(2))
}

fn depth_behind(depth: usize, token: &[u8]) -> usize {
    match token {
        b"{" | b"[" => depth.saturating_add(1),
        b"}" | b"]" => depth.saturating_sub(1),
        _ => depth,
    }
}

fn is_zero(token: &[u8]) -> bool {
    matches!(token, b"0.0" | b"-0.0")
}
