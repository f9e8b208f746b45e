//! Functions of strings.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, strings},
    value::Value,
};

functions! { arena;
    string_char_at_int => (String text, Int index) strings::char_at(text, index);
    string_index_of_string => (String text, String part) strings::index_of(text, part);
    string_index_of_string_int => (String text, String part, Int from) strings::index_of_from(text, part, from);
    string_last_index_of_string => (String text, String part) strings::last_index_of(text, part);
    string_last_index_of_string_int => (String text, String part, Int to) strings::last_index_of_to(text, part, to);
    string_lower_ascii => (String text) strings::lower_ascii(arena, text);
    string_replace_string_string => (String text, String part, String by) strings::replace(arena, text, part, by);
    string_replace_string_string_int => (String text, String part, String by, Int limit) strings::replace_n(arena, text, part, by, limit);
    string_split_string => (String text, String separator) strings::split(arena, text, separator);
    string_split_string_int => (String text, String separator, Int limit) strings::split_n(arena, text, separator, limit);
    string_substring_int => (String text, Int start) strings::substring_from(text, start);
    string_substring_int_int => (String text, Int start, Int end) strings::substring(text, start, end);
    string_trim => (String text) strings::trim(text);
    string_upper_ascii => (String text) strings::upper_ascii(arena, text);
    string_format => (String text, List list) strings::format(arena, text, list.elements);
    strings_quote => (String text) strings::quote(arena, text);
    list_join => (List list) strings::join_values(arena, list.elements);
    list_join_string => (List list, String separator) strings::join_values_with(arena, list.elements, separator);
}
