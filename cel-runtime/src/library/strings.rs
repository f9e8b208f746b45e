//! Functions of strings (cel-go: `ext/strings.go`, version 2). Positions count code points.
//!
//! ```
//! use cel_runtime::__private::library::strings;
//!
//! assert_eq!(strings::index_of("größe", "e"), 4);
//! assert_eq!(strings::substring_from("größe", 4), Ok("e"));
//! assert_eq!(strings::substring("größe", 0, 9).unwrap_err().to_string(), "index out of range: 9");
//! ```

mod format;
mod join;
mod parts;

pub use format::format;
pub(crate) use format::printed;
pub use join::{join_values, join_values_with};
pub use parts::{Parts, Rest, parts};

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        list::{CelList, List, in_place},
        ops::{Outcome, code_points_of},
    },
    work,
};
use bumpalo::collections::{String as BumpString, Vec as BumpVec};

/// `string.charAt(int) -> string`: one code point. After the last code point it is the empty string.
///
/// # Errors
/// `index out of range: i`
///
/// ```
/// use cel_runtime::__private::library::strings::char_at;
///
/// assert_eq!(char_at("tür", 1), Ok("ü"));
/// assert_eq!(char_at("tür", 3), Ok(""));
/// assert!(char_at("tür", 4).is_err());
/// ```
#[inline]
pub fn char_at(text: &str, index: i64) -> Outcome<'_, &str> {
    if !work::admits_parsed(text) {
        return Err(EvalError::IndexOutOfRange(index));
    }
    let rest = after(text, index)?;
    let end = rest.chars().next().map_or(0, char::len_utf8);
    Ok(rest.get(..end).unwrap_or_default())
}

/// `string.indexOf(string) -> int`: the position of the first occurrence, or -1.
///
/// ```
/// assert_eq!(cel_runtime::__private::library::strings::index_of("hello mellow", "ello"), 1);
/// ```
#[inline]
pub fn index_of(text: &str, part: &str) -> i64 {
    position(text, found(text, part))
}

/// `string.indexOf(string, int) -> int`: the same from a position on. The empty string is found at that position or at the end.
///
/// # Errors
/// `index out of range: i` for a negative position.
///
/// ```
/// use cel_runtime::__private::library::strings::index_of_from;
///
/// assert_eq!(index_of_from("hello mellow", "ello", 2), Ok(7));
/// assert_eq!(index_of_from("hello mellow", "ello", 20), Ok(-1));
/// assert_eq!(index_of_from("hello mellow", "", 20), Ok(12));
/// ```
#[inline]
pub fn index_of_from<'a>(text: &str, part: &str, from: i64) -> Outcome<'a, i64> {
    if from < 0 {
        return Err(EvalError::IndexOutOfRange(from));
    }
    let Some(start) = offset(text, from) else {
        return Ok(if part.is_empty() { code_points_of(text) } else { -1 });
    };
    let found = text.get(start..).and_then(|rest| found(rest, part));
    Ok(position(text, found.and_then(|at| at.checked_add(start))))
}

/// `string.lastIndexOf(string) -> int`: the position of the last occurrence, or -1.
///
/// ```
/// assert_eq!(cel_runtime::__private::library::strings::last_index_of("hello mellow", "ello"), 7);
/// ```
#[inline]
pub fn last_index_of(text: &str, part: &str) -> i64 {
    let found = match *part.as_bytes() {
        [byte @ ..0x80] => text.rfind(char::from(byte)),
        _ => text.rfind(part),
    };
    position(text, found)
}

/// `string.lastIndexOf(string, int) -> int`: the same up to a position. From the end on only the empty string is found.
///
/// # Errors
/// `index out of range: i` for a negative position.
///
/// ```
/// use cel_runtime::__private::library::strings::last_index_of_to;
///
/// assert_eq!(last_index_of_to("hello mellow", "ello", 6), Ok(1));
/// assert_eq!(last_index_of_to("hello mellow", "ello", 12), Ok(-1));
/// ```
#[inline]
pub fn last_index_of_to<'a>(text: &str, part: &str, to: i64) -> Outcome<'a, i64> {
    if to < 0 {
        return Err(EvalError::IndexOutOfRange(to));
    }
    let size = code_points_of(text);
    if part.is_empty() {
        return Ok(to.min(size));
    }
    let Some(start) = offset(text, to).filter(|_| to < size) else {
        return Ok(-1);
    };
    // An occurrence at this position ends so many bytes later. If that is inside a character, the end is before the character.
    let end = start.saturating_add(part.len()).min(text.len());
    let before = (0..4).find_map(|back| text.get(..end.checked_sub(back)?));
    Ok(position(text, before.and_then(|before| before.rfind(part))))
}

/// `string.lowerAscii() -> string`: changes only the letters A to Z.
///
/// ```
/// use cel_runtime::__private::library::{Arena, strings::lower_ascii};
///
/// assert_eq!(lower_ascii(&Arena::new(), "TacoÄ"), "tacoÄ");
/// ```
#[inline]
pub fn lower_ascii<'a>(arena: &'a Arena, text: &'a str) -> &'a str {
    if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return text;
    }
    let lower = arena.alloc_str(text);
    lower.make_ascii_lowercase();
    lower
}

/// `string.upperAscii() -> string`: changes only the letters a to z.
///
/// ```
/// use cel_runtime::__private::library::{Arena, strings::upper_ascii};
///
/// assert_eq!(upper_ascii(&Arena::new(), "Tacoä"), "TACOä");
/// ```
#[inline]
pub fn upper_ascii<'a>(arena: &'a Arena, text: &'a str) -> &'a str {
    if !text.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return text;
    }
    let upper = arena.alloc_str(text);
    upper.make_ascii_uppercase();
    upper
}

/// `string.replace(string, string) -> string`: replaces every occurrence. The empty string occurs between all code points.
///
/// ```
/// use cel_runtime::__private::library::{Arena, strings::replace};
///
/// let arena = Arena::new();
/// assert_eq!(replace(&arena, "hello hello", "he", "we"), "wello wello");
/// assert_eq!(replace(&arena, "äb", "", "-"), "-ä-b-");
/// ```
#[inline]
pub fn replace<'a>(arena: &'a Arena, text: &'a str, part: &str, by: &str) -> &'a str {
    replace_n(arena, text, part, by, -1)
}

/// `string.replace(string, string, int) -> string`: replaces the first occurrences. A negative number means all of them.
///
/// ```
/// use cel_runtime::__private::library::{Arena, strings::replace_n};
///
/// assert_eq!(replace_n(&Arena::new(), "hello hello", "he", "we", 1), "wello hello");
/// ```
#[inline]
pub fn replace_n<'a>(arena: &'a Arena, text: &'a str, part: &str, by: &str, limit: i64) -> &'a str {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    match *part.as_bytes() {
        // A character is found faster than a text.
        [byte @ ..0x80] => {
            replace_found(arena, text, [part, by], most, || text.match_indices(char::from(byte)))
        }
        _ => replace_found(arena, text, [part, by], most, || text.match_indices(part)),
    }
}

/// Replaces the first occurrences of a part.
#[inline]
fn replace_found<'a, I: Iterator<Item = (usize, &'a str)>>(
    arena: &'a Arena,
    text: &'a str,
    [part, by]: [&str; 2],
    most: usize,
    occurrences: impl Fn() -> I,
) -> &'a str {
    let occurrences = || occurrences().take(most);
    // A result longer than both texts together may be as long as their product, so it is measured first.
    let most_found = text.len().checked_div(part.len()).unwrap_or(text.len()).saturating_add(1).min(most);
    let longest = most_found.saturating_mul(by.len()).saturating_add(text.len());
    let is_short = longest <= text.len().saturating_add(by.len()).saturating_mul(2);
    let longest = if is_short {
        longest
    } else {
        occurrences().count().saturating_mul(by.len()).saturating_add(text.len())
    };
    if !arena.admits(longest) {
        return text;
    }
    let mut built = BumpString::new_in(arena);
    let mut done = 0_usize;
    for (at, found) in occurrences() {
        if built.is_empty() {
            built.reserve(longest);
        }
        built.push_str(text.get(done..at).unwrap_or_default());
        built.push_str(by);
        done = at.saturating_add(found.len());
    }
    if built.is_empty() && done == 0 {
        return text;
    }
    built.push_str(text.get(done..).unwrap_or_default());
    built.into_bump_str()
}

/// `string.split(string) -> list(string)`: the texts between separators. The empty separator gives the code points.
///
/// ```
/// use cel_runtime::__private::library::{Arena, CelList, strings::split};
///
/// let arena = Arena::new();
/// assert!(split(&arena, "a,b,,", ",").elements().eq(["a", "b", "", ""]));
/// assert!(split(&arena, "äb", "").elements().eq(["ä", "b"]));
/// ```
#[inline]
pub fn split<'a>(arena: &'a Arena, text: &'a str, separator: &str) -> List<'a, &'a str> {
    split_n(arena, text, separator, -1)
}

/// `string.split(string, int) -> list(string)`: at most so many texts. The last one holds the rest. A negative number means all of them.
///
/// ```
/// use cel_runtime::__private::library::{Arena, CelList, strings::split_n};
///
/// assert!(split_n(&Arena::new(), "a,b,c", ",", 2).elements().eq(["a", "b,c"]));
/// ```
#[inline]
pub fn split_n<'a>(arena: &'a Arena, text: &'a str, separator: &str, limit: i64) -> List<'a, &'a str> {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut parts = BumpVec::new_in(arena);
    let mut characters = separator.chars();
    match (characters.next(), characters.next()) {
        (None, _) => {
            let whole = most.saturating_sub(1);
            parts.extend(code_points(text).take(whole));
            let rest = text.char_indices().nth(whole).filter(|_| most > 0);
            parts.extend(rest.and_then(|(at, _)| text.get(at..)));
        }
        // A character is found faster than a text.
        (Some(character), None) => parts.extend(text.splitn(most, character)),
        (Some(_), Some(_)) => parts.extend(text.splitn(most, separator)),
    }
    in_place(arena, parts)
}

/// `string.substring(int) -> string`: from a position to the end.
///
/// # Errors
/// `index out of range: i`
///
/// ```
/// assert_eq!(cel_runtime::__private::library::strings::substring_from("tacocat", 4), Ok("cat"));
/// ```
#[inline]
pub fn substring_from(text: &str, start: i64) -> Outcome<'_, &str> {
    after(text, start)
}

/// `string.substring(int, int) -> string`: from a position to before another one.
///
/// # Errors
/// `invalid substring range. start: a, end: b` if they are in the wrong order, `index out of range: i`
///
/// ```
/// use cel_runtime::__private::library::strings::substring;
///
/// assert_eq!(substring("tacocat", 0, 4), Ok("taco"));
/// assert!(substring("tacocat", 4, 0).is_err());
/// ```
#[inline]
pub fn substring(text: &str, start: i64, end: i64) -> Outcome<'_, &str> {
    if start > end {
        return Err(EvalError::InvalidSubstringRange(start, end));
    }
    let rest = after(text, start)?;
    let length = end.checked_sub(start).and_then(|length| offset(rest, length));
    length.and_then(|length| rest.get(..length)).ok_or(EvalError::IndexOutOfRange(end))
}

/// `string.trim() -> string`: removes white space, as Unicode defines it, at both ends.
///
/// ```
/// assert_eq!(cel_runtime::__private::library::strings::trim(" \u{2003}a\t"), "a");
/// ```
#[inline]
pub fn trim(text: &str) -> &str {
    text.trim()
}

/// `list(string).join() -> string`
///
/// ```
/// use cel_runtime::__private::library::{Arena, List, strings::join};
///
/// assert_eq!(join(&Arena::new(), List::Slice(&["a", "b"])), "ab");
/// ```
pub fn join<'a>(arena: &'a Arena, list: impl CelList<'a, Item = &'a str>) -> &'a str {
    join_with(arena, list, "")
}

/// `list(string).join(string) -> string`: with a separator between the texts.
///
/// ```
/// use cel_runtime::__private::library::{Arena, List, strings::join_with};
///
/// assert_eq!(join_with(&Arena::new(), List::Slice(&["a", "b"]), ", "), "a, b");
/// ```
pub fn join_with<'a>(arena: &'a Arena, list: impl CelList<'a, Item = &'a str>, separator: &str) -> &'a str {
    let Some(mut joined) = joinable(arena, list, str::len, separator) else { return "" };
    for (i, text) in list.elements().enumerate() {
        joined.push_str(if i > 0 { separator } else { "" });
        joined.push_str(text);
    }
    joined.into_bump_str()
}

/// An empty text with room for the joined texts of a list, if the arena admits it.
fn joinable<'a, L: CelList<'a>>(
    arena: &'a Arena,
    list: L,
    length: impl Fn(L::Item) -> usize,
    separator: &str,
) -> Option<BumpString<'a>> {
    // A sum of lists is only a view, so it may have any length.
    if !arena.admits_parts(list.length(), size_of::<L::Item>()) {
        return None;
    }
    let separators = separator.len().saturating_mul(list.length().saturating_sub(1));
    let length = list.elements().map(length).fold(separators, usize::saturating_add);
    arena.admits(length).then(|| BumpString::with_capacity_in(length, arena))
}

/// `strings.quote(string) -> string`: adds double quotes. Adds backslashes before double quotes and backslashes, and for the control
/// characters that have a letter.
///
/// ```
/// use cel_runtime::__private::library::{Arena, strings::quote};
///
/// assert_eq!(quote(&Arena::new(), "a\"b\n\u{0}"), "\"a\\\"b\\n\u{0}\"");
/// ```
#[inline]
pub fn quote<'a>(arena: &'a Arena, text: &str) -> &'a str {
    let mut quoted = BumpString::with_capacity_in(text.len().saturating_add(2), arena);
    quoted.push('"');
    for character in text.chars() {
        let letter = match character {
            '"' | '\\' => character,
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\u{b}' => 'v',
            _ => {
                quoted.push(character);
                continue;
            }
        };
        quoted.push('\\');
        quoted.push(letter);
    }
    quoted.push('"');
    quoted.into_bump_str()
}

#[inline]
fn code_points(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().filter_map(|(at, character)| text.get(at..)?.get(..character.len_utf8()))
}

/// Where a part is. A character is found faster than a text.
#[inline]
fn found(text: &str, part: &str) -> Option<usize> {
    match *part.as_bytes() {
        [byte @ ..0x80] => text.find(char::from(byte)),
        _ => text.find(part),
    }
}

/// The byte offset of a code point, or of the end. `None` outside.
#[inline]
fn offset(text: &str, index: i64) -> Option<usize> {
    let index = usize::try_from(index).ok()?;
    if text.as_bytes().get(..index)?.is_ascii() {
        return Some(index);
    }
    let mut begins = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    begins.nth(index)
}

/// The code points from a position on.
#[inline]
fn after(text: &str, index: i64) -> Outcome<'_, &str> {
    offset(text, index).and_then(|at| text.get(at..)).ok_or(EvalError::IndexOutOfRange(index))
}

/// The number of code points before an occurrence; -1 if there is none.
#[inline]
fn position(text: &str, found: Option<usize>) -> i64 {
    found.and_then(|at| text.get(..at)).map_or(-1, code_points_of)
}

#[cfg(test)]
mod tests;
