use super::*;

/// ASCII texts of all lengths up to some blocks, each with one other character at any place.
fn texts() -> impl Iterator<Item = String> {
    (0..140).flat_map(|length| {
        let ascii = "x".repeat(length);
        let others = (0..length).map(move |at| format!("{}é{}", "x".repeat(at), "x".repeat(length - at - 1)));
        others.chain([ascii])
    })
}

#[test]
fn code_points_are_counted_at_any_length() {
    for text in texts() {
        assert_eq!(code_points(&text), length(text.chars().count()), "{text}");
    }
}

#[test]
fn a_measured_text_charges_as_one_that_is_counted_each_time() {
    for other in ["", "x", "xxxxxxxxxx", "éééééééééé", "xxxxxxxxxxx", &"x".repeat(33), &"é".repeat(70)]
    {
        let measured = measured(other);
        for text in texts() {
            let expected = smaller(code_points(&text), code_points(other));
            assert_eq!(smaller_measured(&text, &measured), expected, "{text} {other}");
            assert_eq!(smaller_string(&text, other), expected, "{text} {other}");
            assert_eq!(smaller_known(&text, code_points(other)), expected, "{text} {other}");
            for are_ascii in [false, text.is_ascii()] {
                assert_eq!(smaller_listed(&text, &measured, are_ascii), expected, "{text} {other}");
            }
        }
    }
}

#[test]
fn charges_of_short_texts_need_no_counting() {
    for text in texts() {
        let size = code_points(&text);
        assert_eq!(ceil01_of_text(&text), ceil01(size), "{text}");
        for known in [0, 1, 4, 5, 10, 11, 100] {
            assert_eq!(product_known(&text, known), product(size, known), "{text} {known}");
            assert_eq!(search_known(&text, known), search(size, known), "{text} {known}");
        }
    }
}
