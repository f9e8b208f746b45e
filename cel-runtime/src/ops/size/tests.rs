use super::*;
use crate::ops::typed::order_size;
use std::cmp::Ordering;

const EXACT: Measure = Measure { is_estimate: false };
const ESTIMATE: Measure = Measure { is_estimate: true };

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
    for other in [
        "",
        "x",
        "xxxxxxxxxx",
        "éééééééééé",
        "xxxxxxxxxxx",
        &"x".repeat(33),
        &"é".repeat(70),
        &"😀".repeat(17),
    ] {
        let measured = measured(other);
        for text in texts() {
            let expected = smaller(code_points(&text), code_points(other));
            assert_eq!(smaller_measured(&text, &measured), expected, "{text} {other}");
            assert_eq!(smaller_string(EXACT, &text, other), expected, "{text} {other}");
            assert_eq!(smaller_known(EXACT, &text, code_points(other)), expected, "{text} {other}");
            let expected_product = product(code_points(&text), code_points(other));
            assert_eq!(product_of_texts(EXACT, &text, other), expected_product, "{text} {other}");
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
        assert_eq!(ceil01_of_text(EXACT, &text), ceil01(size), "{text}");
        for known in [0, 1, 4, 5, 10, 11, 100] {
            assert_eq!(product_known(EXACT, &text, known), product(size, known), "{text} {known}");
            assert_eq!(search_known(EXACT, &text, known), search(size, known), "{text} {known}");
        }
    }
}

#[test]
fn an_estimate_is_an_upper_bound_and_true_for_ascii() {
    for text in texts() {
        let charges = |measure| {
            let others = ["x", "xxxxxxxxxxx", "é", &"é".repeat(70)]
                .map(|other| smaller_string(measure, &text, other) + product_of_texts(measure, &text, other));
            let known = [0, 1, 11, 100].map(|known| {
                smaller_known(measure, &text, known)
                    + product_known(measure, &text, known)
                    + search_known(measure, &text, known)
            });
            (ceil01_of_text(measure, &text), others, known)
        };
        let (exact, estimate) = (charges(EXACT), charges(ESTIMATE));
        assert!(estimate.0 >= exact.0, "{text}");
        assert!(estimate.1.iter().zip(exact.1).all(|(estimate, exact)| *estimate >= exact), "{text}");
        assert!(estimate.2.iter().zip(exact.2).all(|(estimate, exact)| *estimate >= exact), "{text}");
        if text.is_ascii() {
            assert_eq!((estimate.0, estimate.1[1], estimate.2), (exact.0, exact.1[1], exact.2), "{text}");
        }
    }
}

#[test]
fn the_bytes_of_a_text_decide_as_its_code_points() {
    let longer = ["é".repeat(70), "😀".repeat(17), "😀".repeat(300)];
    for text in texts().chain(longer) {
        let size = i64::try_from(text.chars().count()).expect("a small number");
        let bytes = i64::try_from(text.len()).expect("a small number");
        for near in [0, bytes / 4, size, bytes] {
            for number in near - 2..=near + 2 {
                assert_eq!(order_size(&text, number), size.cmp(&number), "{text} {number}");
            }
        }
        assert_eq!(order_size(&text, i64::MAX), Ordering::Less, "{text}");
        assert_eq!(order_size(&text, i64::MIN), Ordering::Greater, "{text}");
    }
}
