//! Quantities.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("string_to_quantity", "quantity::quantity").builds().fallible(),
    Row::new("is_quantity_string", "quantity::is_quantity"),
    Row::new("quantity_sign", "quantity::sign"),
    Row::new("quantity_is_greater_than", "quantity::is_greater_than").builds(),
    Row::new("quantity_is_less_than", "quantity::is_less_than").builds(),
    Row::new("quantity_compare_to", "quantity::compare_to").builds(),
    Row::new("quantity_get_float", "quantity::as_approximate_float"),
    Row::new("quantity_get_int", "quantity::as_integer").fallible(),
    Row::new("quantity_is_integer", "quantity::is_integer"),
    Row::new("quantity_add", "quantity::add").builds(),
    Row::new("quantity_add_int", "quantity::add_int").builds(),
    Row::new("quantity_sub", "quantity::sub").builds(),
    Row::new("quantity_sub_int", "quantity::sub_int").builds(),
];
