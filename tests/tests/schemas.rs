//! Objects of recorded schemas, judged by native code.

#![cfg_attr(
    clippy,
    allow(
        dead_code,
        unused_imports,
        reason = "clippy leaves out the generated code, which takes it minutes"
    )
)]

use serde_json::{Value, json};
use tests::{
    answers::{comparable_verdict, is_mixture},
    native::objects::{Validator, judge},
    recorded::cases,
};

#[allow(clippy::all, non_snake_case, dead_code, reason = "generated")]
mod native {
    use super::*;
    use cel_runtime::__private::Shape;
    #[cfg(not(clippy))]
    include!(concat!(env!("OUT_DIR"), "/schemas.rs"));
    #[cfg(clippy)]
    pub(super) static CASES: &[Validator] = &[];
}

#[test]
fn recorded_objects_have_the_recorded_verdict() {
    assert!(assert_recorded(|_| true) > 200);
}

/// The answers that the comparisons take for the server's random order.
#[test]
fn a_mixture_says_of_each_rule_what_the_server_may_say() {
    let verdict = |details: &[&str], cost| {
        let errors: Vec<_> =
            details.iter().map(|detail| json!({"field": &detail[..1], "detail": detail})).collect();
        json!({"errors": errors, "runtime_cost": cost})
    };
    let theirs = [verdict(&["a1", "b1", "c"], 7), verdict(&["a2", "b2", "c"], 7)];
    let is_mixture = |details, cost| is_mixture(theirs.clone(), &verdict(details, cost));
    assert!(is_mixture(&["a1", "b2", "c"], 7));
    assert!(is_mixture(&["a2", "b2", "c"], 7));
    assert!(!is_mixture(&["a1", "b2", "c"], 8), "a cost that is never the server's");
    assert!(!is_mixture(&["a1", "b3", "c"], 7), "an error that is never the server's");
    assert!(!is_mixture(&["a1", "b2"], 7), "without one that the server always gives");
    assert!(!is_mixture(&["a1", "c"], 7), "without one where the server always gives some");
    assert!(!is_mixture(&["a1", "a2", "b1", "c"], 7), "more than the server ever gives");
}

/// Judges the recorded objects with such an id; how many there are.
fn assert_recorded(is_asked: impl Fn(&str) -> bool) -> usize {
    let (mut count, mut differences) = (0, Vec::new());
    for (case, validator) in cases("schema_cases.jsonl").iter().zip(native::CASES) {
        if !is_asked(&case.id) {
            continue;
        }
        count += 1;
        let (actual, answers) = (comparable_verdict(&judge(&case.line, *validator)), &case.line["answers"]);
        let is_recorded = |answer: &Value| comparable_verdict(answer) == actual;
        // The server goes over maps in random order: all that it was seen to say is recorded.
        if !answers.as_array().unwrap().iter().any(is_recorded) {
            differences.push(format!("{case}\n  is       {actual}\n  recorded {answers}"));
        }
    }
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
    count
}

/// A test for each row of the table of corner cases that objects show; `docs/corner-cases.md` says where the others are.
macro_rules! corner_cases {
    ($($name:ident $row:literal)*) => {$(
        #[test]
        fn $name() {
            assert!(assert_recorded(|id| id.starts_with(concat!($row, ":"))) > 0);
        }
    )*};
}

corner_cases! {
    row_01_an_integer_written_as_a_float 1
    row_02_an_int_or_string_that_is_a_float 2
    row_03_nulls_of_nullable_properties_and_entries 3
    row_04_a_null_entry_compared_and_measured 4
    row_05_only_scalars_are_shown 5
    row_06_the_path_of_the_root 6
    row_07_a_duplicate_value_loses_its_message 7
    row_08_a_field_path_does_not_change_what_is_shown 8
    row_09_a_key_in_a_field_path 9
    row_10_the_left_operand_decides_how_sets_compare 10
    row_11_zones_of_times_in_sets 11
    row_12_times_of_odd_zones_in_sets 12
    row_13_a_set_of_objects 13
    row_14_a_key_that_is_escaped 14
    row_15_unknown_keys_on_one_side_each 15
    row_16_null_against_an_unknown_key 16
    row_17_a_property_whose_name_reads_as_an_escape 17
    row_18_a_variable_called_old_self 18
    row_19_a_message_that_uses_old_self 19
    row_22_an_old_value_that_is_null 22
    row_23_keys_that_are_an_int_and_a_float 23
    row_24_an_unchanged_object 24
    row_25_an_unchanged_object_with_unknown_keys 25
    row_26_lists_that_are_only_reordered 26
    row_27_a_value_of_the_wrong_type 27
    row_28_an_old_value_of_the_wrong_type 28
    row_29_a_budget_that_is_used_up 29
    row_30_a_pattern_and_a_duration_made_at_run_time 30
    row_31_division_by_zero 31
    row_33_an_int_or_string_compared_with_a_double 33
    row_34_line_breaks_in_rules 34
    row_35_what_a_message_expression_may_give 35
    row_36_bytes_of_either_alphabet 36
    row_37_times_that_only_the_schema_or_only_rules_take 37
    row_39_rules_at_names_that_cannot_be_selected 39
    row_40_an_object_as_a_map 40
    row_41_an_embedded_resource 41
    row_42_additional_properties_of_any_kind 42
    row_45_a_function_that_only_stored_rules_may_use 45
    row_46_several_children_fail 46
    row_47_a_message_that_the_budget_does_not_pay_for 47
    row_50_a_number_beyond_what_a_double_holds 50
    row_51_a_list_where_a_formatted_text_should_be 51
    row_52_a_macro_over_a_map_that_ends_early 52
    row_54_a_message_of_a_rule_with_an_optional_old_value 54
    row_55_sort_by_of_errors 55
    row_58_sets_with_duplicates 58
    row_59_the_decided_side_wins 59
    row_60_an_int_or_string_in_lists_and_calls 60
    row_61_int_or_string_as_a_key 61
    row_62_a_nullable_item_that_is_null 62
    row_63_a_field_path_of_a_rule_that_gives_an_error 63
    row_64_a_set_that_is_only_reordered 64
}
