//! Functions of lists.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, list, lists},
    value::Value,
};

functions! { arena;
    lists_range => (Int size) lists::range(arena, size);
    list_reverse => (List list) lists::reverse(arena, list.elements);
    list_slice => (List list, Int start, Int end) lists::slice(arena, list.elements, start, end);
    list_first => (List list) list::first(list.elements);
    list_last => (List list) list::last(list.elements);
    list_a_index_of_int => (List list, Any value) lists::index_of(list.elements, value);
    list_a_last_index_of_int => (List list, Any value) lists::last_index_of(list.elements, value);
}
