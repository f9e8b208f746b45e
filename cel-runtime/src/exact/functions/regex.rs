//! Searches with regular expressions that are known only at run time.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, dynamic, regex},
    value::Value,
};

functions! { arena;
    matches => (Any text, Any pattern) dynamic::matches(arena, text, pattern);
    string_find_string => (String text, String pattern) regex::find(arena, text, pattern);
    string_find_all_string => (String text, String pattern) regex::find_all(arena, text, pattern);
    string_find_all_string_int => (String text, String pattern, Int limit) regex::find_all_limited(arena, text, pattern, limit);
}
