//! Quantities.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, quantity},
    value::Value,
};

functions! { arena;
    string_to_quantity => (String text) quantity::quantity(arena, text);
    is_quantity_string => (String text) quantity::is_quantity(text);
    quantity_sign => (Quantity quantity) quantity::sign(quantity);
    quantity_is_greater_than => (Quantity quantity, Quantity other) quantity::is_greater_than(arena, quantity, other);
    quantity_is_less_than => (Quantity quantity, Quantity other) quantity::is_less_than(arena, quantity, other);
    quantity_compare_to => (Quantity quantity, Quantity other) quantity::compare_to(arena, quantity, other);
    quantity_get_float => (Quantity quantity) quantity::as_approximate_float(quantity);
    quantity_get_int => (Quantity quantity) quantity::as_integer(quantity);
    quantity_is_integer => (Quantity quantity) quantity::is_integer(quantity);
    quantity_add => (Quantity quantity, Quantity other) quantity::add(arena, quantity, other);
    quantity_add_int => (Quantity quantity, Int number) quantity::add_int(arena, quantity, number);
    quantity_sub => (Quantity quantity, Quantity other) quantity::sub(arena, quantity, other);
    quantity_sub_int => (Quantity quantity, Int number) quantity::sub_int(arena, quantity, number);
}
