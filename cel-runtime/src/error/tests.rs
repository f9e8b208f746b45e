use super::*;

fn error(field: &str, reason: Reason, bad_value: Option<&str>, detail: &str) -> FieldError {
    FieldError::with_text(FieldPath::from(field), reason, bad_value.map(str::to_owned), detail)
}

#[track_caller]
fn check(errors: &[&FieldError], expected: &str) {
    let mut list = ErrorList::default();
    for error in errors {
        list.push(FieldError::clone(error));
    }
    assert_eq!(list.to_string(), expected);
}

#[test]
fn each_reason_has_its_text() {
    for (reason, expected) in [
        (Reason::FieldValueInvalid, "a: Invalid value: 1: why"),
        (Reason::FieldValueForbidden, "a: Forbidden: why"),
        (Reason::FieldValueRequired, "a: Required value: why"),
        (Reason::FieldValueDuplicate, "a: Duplicate value: 1"),
    ] {
        assert_eq!(error("a", reason, Some("1"), "why").to_string(), expected);
    }
    assert_eq!(error("", Reason::FieldValueInvalid, None, "why").to_string(), "<nil>: Invalid value: why");
    assert_eq!(error("", Reason::FieldValueDuplicate, None, "why").to_string(), "<nil>: Duplicate value");
    assert_eq!(error("a", Reason::FieldValueDuplicate, None, "why").detail(), "");
}

#[test]
fn the_message_lacks_the_path() {
    let error = error("a.b", Reason::FieldValueInvalid, Some("1"), "why");
    assert_eq!(error.message(), "Invalid value: 1: why");
}

#[test]
fn several_errors_print_in_brackets_and_once_each() {
    let first = error("a", Reason::FieldValueInvalid, None, "x");
    let second = error("b", Reason::FieldValueRequired, None, "y");
    check(&[], "");
    check(&[&first], "a: Invalid value: x");
    check(&[&first, &first], "a: Invalid value: x");
    check(&[&first, &second, &first], "[a: Invalid value: x, b: Required value: y]");
}

#[test]
fn a_status_names_kind_and_object() {
    let mut errors = ErrorList::default();
    errors.push(error("spec", Reason::FieldValueInvalid, None, "x"));
    let expected = "Scaler.example.dev \"a\" is invalid: spec: Invalid value: x";
    assert_eq!(errors.status_message("Scaler.example.dev", "a"), expected);
}

#[test]
fn an_error_is_read_as_it_was_written() {
    let reasons = [
        Reason::FieldValueInvalid,
        Reason::FieldValueForbidden,
        Reason::FieldValueRequired,
        Reason::FieldValueDuplicate,
    ];
    for reason in reasons {
        for value in [None, Some("1"), Some("\": \"")] {
            for detail in ["", "why", ": why", "1: why"] {
                let error = error("a", reason, value, detail).of_rule("self.a");
                let shown = value
                    .filter(|_| matches!(reason, Reason::FieldValueInvalid | Reason::FieldValueDuplicate));
                assert_eq!(error.bad_value(), shown, "{error}");
                let text = serde_json::to_string(&error).unwrap();
                assert_eq!(serde_json::from_str::<FieldError>(&text).unwrap(), error, "{text}");
            }
        }
    }
}

#[test]
fn a_cause_of_a_server_is_an_error() {
    let cause =
        r#"{"reason": "FieldValueInvalid", "message": "Invalid value: \"object\": why", "field": "<nil>"}"#;
    let error: FieldError = serde_json::from_str(cause).unwrap();
    assert!(error.field().is_root());
    assert_eq!(error.to_string(), "<nil>: Invalid value: \"object\": why");
    // Only the text is known: the value may hold a colon.
    assert_eq!((error.bad_value(), error.detail()), (None, "\"object\": why"));
}

#[test]
fn what_was_written_badly_does_not_panic() {
    for (message, detail) in
        [("", "x"), ("Invalid value", "value"), ("Invalid value: ab", "b"), ("Required value: é", "é")]
    {
        let json = serde_json::json!({"field": "a", "reason": "FieldValueInvalid", "message": message, "detail": detail});
        let error: FieldError = serde_json::from_value(json).unwrap();
        let _ = (error.bad_value(), error.detail(), error.message());
    }
}

#[test]
fn a_list_from_json_knows_how_many_are_left_out() {
    for omitted in [0, 1, 95_000] {
        let mut errors = ErrorList::from(FieldError::new("a", Reason::FieldValueInvalid, "why"));
        errors.omit(omitted, &FieldPath::root());
        let json = serde_json::to_string(&errors).unwrap();
        let read: ErrorList = serde_json::from_str(&json).unwrap();
        assert_eq!((read.omitted(), &read), (omitted, &errors), "{json}");
    }
    // A rule's message with the same text is another error.
    let of_rule =
        error("a", Reason::FieldValueInvalid, None, "7 more failures are not shown").of_rule("self.a");
    let json = serde_json::to_string(&ErrorList::from(of_rule)).unwrap();
    assert_eq!(serde_json::from_str::<ErrorList>(&json).unwrap().omitted(), 0);
}
