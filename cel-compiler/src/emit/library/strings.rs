//! Functions of strings.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("string_char_at_int", "strings::char_at").fallible(),
    Row::new("string_index_of_string", "strings::index_of"),
    Row::new("string_index_of_string_int", "strings::index_of_from").fallible(),
    Row::new("string_last_index_of_string", "strings::last_index_of"),
    Row::new("string_last_index_of_string_int", "strings::last_index_of_to").fallible(),
    Row::new("string_lower_ascii", "strings::lower_ascii").builds(),
    Row::new("string_replace_string_string", "strings::replace").builds(),
    Row::new("string_replace_string_string_int", "strings::replace_n").builds(),
    Row::new("string_split_string", "strings::split").builds(),
    Row::new("string_split_string_int", "strings::split_n").builds(),
    Row::new("string_substring_int", "strings::substring_from").fallible(),
    Row::new("string_substring_int_int", "strings::substring").fallible(),
    Row::new("string_trim", "strings::trim"),
    Row::new("string_upper_ascii", "strings::upper_ascii").builds(),
    Row::new("string_format", "strings::format").fallible().builds(),
    Row::new("strings_quote", "strings::quote").builds(),
    Row::new("list_join", "strings::join").builds(),
    Row::new("list_join", "strings::join_values").of_values().fallible().builds(),
    Row::new("list_join_string", "strings::join_with").builds(),
    Row::new("list_join_string", "strings::join_values_with").of_values().fallible().builds(),
];
