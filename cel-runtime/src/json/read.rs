//! Reads the text of an object as a tree that has its memory in few pieces. In a tree of `serde_json` each object has memory of its own, which
//! takes more time and memory.

use super::text::{Entry, TextJson};
use bumpalo::Bump;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::{cell::RefCell, fmt};

/// The memory of values that are read from texts.
#[derive(Debug, Default)]
pub struct Memory(Bump);

impl Memory {
    /// Memory without values.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Memory::default()
    }

    /// Reads a text. As in `serde_json`, the last of several entries with the same name counts, and values may be 127 levels deep.
    ///
    /// # Errors
    /// If the text is no JSON.
    #[inline]
    pub fn read<'t>(&'t self, text: &'t [u8]) -> serde_json::Result<&'t TextJson<'t>> {
        let mut text = serde_json::Deserializer::from_slice(text);
        let value = self.deserialize(&mut text)?;
        text.end()?;
        Ok(value)
    }
}

/// Reads a value that may be a part of a text.
impl<'t> DeserializeSeed<'t> for &'t Memory {
    type Value = &'t TextJson<'t>;

    #[inline]
    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<&'t TextJson<'t>, D::Error> {
        let open = RefCell::default();
        let content = Reader { memory: &self.0, open: &open }.deserialize(deserializer)?;
        Ok(self.0.alloc(content))
    }
}

/// The parts of the lists and objects around a value. Their number is known at their end.
#[derive(Default)]
struct Open<'t> {
    elements: Vec<TextJson<'t>>,
    entries: Vec<Entry<'t>>,
}

/// Reads a value.
#[derive(Clone, Copy)]
struct Reader<'r, 't> {
    memory: &'t Bump,
    open: &'r RefCell<Open<'t>>,
}

impl<'t> Reader<'_, 't> {
    /// The parts in the memory of the tree. If there are none, they have no address, as in a tree of `serde_json`: a list that is the key of a
    /// map is found by its address.
    #[inline]
    fn kept<T: Copy>(self, parts: &[T]) -> &'t [T] {
        if parts.is_empty() { &[] } else { self.memory.alloc_slice_copy(parts) }
    }
}

impl<'t> DeserializeSeed<'t> for Reader<'_, 't> {
    type Value = TextJson<'t>;

    #[inline]
    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<TextJson<'t>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for Reader<'_, 't> {
    type Value = TextJson<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    #[inline]
    fn visit_unit<E>(self) -> Result<TextJson<'t>, E> {
        Ok(TextJson::Null)
    }

    #[inline]
    fn visit_bool<E>(self, value: bool) -> Result<TextJson<'t>, E> {
        Ok(TextJson::Bool(value))
    }

    #[inline]
    fn visit_i64<E>(self, value: i64) -> Result<TextJson<'t>, E> {
        Ok(TextJson::Int(value))
    }

    #[inline]
    fn visit_u64<E>(self, value: u64) -> Result<TextJson<'t>, E> {
        Ok(TextJson::from(&Number::from(value)))
    }

    #[inline]
    fn visit_f64<E>(self, value: f64) -> Result<TextJson<'t>, E> {
        Ok(TextJson::Float(value))
    }

    #[inline]
    fn visit_borrowed_str<E>(self, text: &'t str) -> Result<TextJson<'t>, E> {
        Ok(TextJson::String(text))
    }

    #[inline]
    fn visit_str<E>(self, text: &str) -> Result<TextJson<'t>, E> {
        Ok(TextJson::String(self.memory.alloc_str(text)))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<TextJson<'t>, A::Error> {
        let begin = self.open.borrow().elements.len();
        while let Some(element) = list.next_element_seed(self)? {
            self.open.borrow_mut().elements.push(element);
        }
        let elements = &mut self.open.borrow_mut().elements;
        let list = self.kept(elements.get(begin..).unwrap_or_default());
        elements.truncate(begin);
        Ok(TextJson::Array(list))
    }

    fn visit_map<A: MapAccess<'t>>(self, mut object: A) -> Result<TextJson<'t>, A::Error> {
        let begin = self.open.borrow().entries.len();
        while let Some(name) = object.next_key_seed(Name(self.memory))? {
            if name == NUMBER && self.open.borrow().entries.len() == begin && has_numbers_as_texts() {
                let number: Number = object.next_value::<String>()?.parse().map_err(A::Error::custom)?;
                number.as_f64().ok_or_else(|| A::Error::custom("number out of range"))?;
                return Ok(TextJson::from(&number));
            }
            let value = object.next_value_seed(self)?;
            self.open.borrow_mut().entries.push((name, value));
        }
        let open = &mut self.open.borrow_mut().entries;
        let entries = open.get(begin..).unwrap_or_default();
        let is_sorted = entries.is_sorted_by(|(name, _), (next, _)| name < next);
        let entries = if is_sorted { self.kept(entries) } else { self.kept(&sorted(entries)) };
        open.truncate(begin);
        Ok(TextJson::Object(entries))
    }
}

/// Sorts entries by their names. Of entries with the same name the last one stays.
#[cold]
#[inline]
fn sorted<'t>(entries: &[Entry<'t>]) -> Vec<Entry<'t>> {
    let mut entries = entries.to_vec();
    entries.sort_by_key(|(name, _)| *name);
    entries.dedup_by(|later, earlier| {
        let is_same = later.0 == earlier.0;
        if is_same {
            *earlier = *later;
        }
        is_same
    });
    entries
}

/// Reads the name of an entry.
struct Name<'t>(&'t Bump);

impl<'t> DeserializeSeed<'t> for Name<'t> {
    type Value = &'t str;

    #[inline]
    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<&'t str, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'t> Visitor<'t> for Name<'t> {
    type Value = &'t str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string key")
    }

    #[inline]
    fn visit_borrowed_str<E>(self, name: &'t str) -> Result<&'t str, E> {
        Ok(name)
    }

    #[inline]
    fn visit_str<E>(self, name: &str) -> Result<&'t str, E> {
        Ok(self.0.alloc_str(name))
    }
}

/// The only key of a number, if `serde_json` has the feature `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// True if `serde_json` has the feature. Then it gives fractions as objects with one text. Without it an object may have that key, too.
#[cold]
#[inline]
fn has_numbers_as_texts() -> bool {
    struct IsObject;
    impl<'t> Visitor<'t> for IsObject {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }
        fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
            Ok(false)
        }
        fn visit_map<A: MapAccess<'t>>(self, _: A) -> Result<bool, A::Error> {
            Ok(true)
        }
    }
    serde_json::Deserializer::from_str("0.5").deserialize_any(IsObject).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        json::{AnyJson, Entries, Json},
        ops::list::CelList,
    };
    use serde_json::{Value, json};

    /// Both trees must be the same, whatever `serde_json` reads.
    #[track_caller]
    fn check(text: impl AsRef<[u8]>) {
        let (text, memory) = (text.as_ref(), Memory::new());
        let shown = text.escape_ascii();
        match (memory.read(text), serde_json::from_slice::<Value>(text)) {
            (Ok(read), Ok(tree)) => assert_eq!(AnyJson::from(read), AnyJson::from(&tree), "{shown}"),
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected.to_string(), "{shown}"),
            (read, expected) => panic!("{shown}: {read:?}, {expected:?}"),
        }
    }

    #[test]
    fn texts_are_read_as_serde_json_reads_them() {
        for scalar in
            ["null", "true", "false", "0", "-0", "-0.0", "1e2", "1.5", "\"\"", "\"a\"", r#""\u00e4\n""#]
        {
            check(scalar);
            check(format!("[{scalar}]"));
            check(format!("{{\"a\": {scalar}, \"b\": [{scalar}, {scalar}]}}"));
        }
        for number in
            ["9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e300", "1e400"]
        {
            check(number);
        }
        check("[]");
        check("{}");
        check("[[], {}, [[1], 2, [3, [4]]], {\"a\": {\"b\": [{}]}}]");
    }

    #[test]
    fn wrong_texts_are_the_errors_of_serde_json() {
        for text in
            ["", " ", "nul", "[1", "[1,]", "{", "{\"a\"}", "{\"a\":}", "{1: 2}", "1 2", "\"\\x\"", "01"]
        {
            check(text);
        }
        check(b"[\"\xff\"]");
        let deep = |levels| "[".repeat(levels) + &"]".repeat(levels);
        check(deep(127));
        check(deep(128));
        check(deep(100_000));
    }

    #[test]
    fn damaged_texts_are_read_as_serde_json_reads_them() {
        const BYTES: &[u8] = b"\"{}[],:\\09.-+eEtnu a\t\0\x80\xc3\xff";
        let text = "{\"b\": [1, -2.5e1, \"\\u00e9\\n\"], \"a\": {\"\": null, \"\u{e9}\": true}, \"a\": []}"
            .as_bytes();
        for at in 0..text.len() {
            check(text.get(..at).unwrap());
            for byte in BYTES {
                let mut text = text.to_vec();
                *text.get_mut(at).unwrap() = *byte;
                check(text);
            }
        }
    }

    #[test]
    fn names_are_sorted_and_the_last_of_a_name_counts() {
        check(r#"{"b": 1, "a": 2, "c": 3}"#);
        check(r#"{"a": 1, "b": 2, "a": 3}"#);
        check(r#"{"a": 1, "a": {"x": 1, "x": 2}, "\u0061": 3}"#);
        let memory = Memory::new();
        let read = memory.read(br#"{"b": 1, "a": 2, "b": 3}"#).unwrap();
        let entries = read.as_object().unwrap();
        let entries: Vec<_> = entries.entries().map(|(name, value)| (name, value.as_i64())).collect();
        assert_eq!(entries, [("a", Some(2)), ("b", Some(3))]);
    }

    #[test]
    fn empty_lists_have_no_address() {
        let memory = Memory::new();
        let address =
            |text: &'static str| memory.read(text.as_bytes()).unwrap().as_array().unwrap().address();
        assert_eq!(address("[]"), None);
        assert!(address("[1]").is_some());
    }

    #[test]
    fn an_object_that_looks_like_a_number_is_one() {
        check(r#"{"$serde_json::private::Number": "1"}"#);
        check(r#"{"a": {"$serde_json::private::Number": "x"}}"#);
    }

    #[test]
    fn few_and_many_entries_are_found() {
        for length in [0, 1, 8, 9, 100] {
            let tree: Value = (0..length).map(|number| (format!("k{number}"), json!(number))).collect();
            let (text, memory) = (tree.to_string(), Memory::new());
            let read = memory.read(text.as_bytes()).unwrap();
            for number in 0..length {
                assert_eq!(read.get(&format!("k{number}")).and_then(Json::as_i64), Some(number));
            }
            assert!(read.get("k").is_none() && read.get("z").is_none());
        }
    }
}
