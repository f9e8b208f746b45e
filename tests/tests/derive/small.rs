//! Small rules of a node run together. Where one of them does not hold, the result is the same as if each ran on its own: `x_evaluate`
//! runs them so, since it reports costs.

use cel_runtime::{Options, XValidation};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(XValidation, Serialize, Clone, Default)]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.a == 0", message = "a")]
#[x_validation(rule = "self.b == oldSelf.b", message = "b")]
#[x_validation(rule = "self.c == 0", message_expression = "'c is ' + string(self.c)")]
#[x_validation(rule = "self.text.contains('d')", message = "d")]
#[x_validation(rule = "10 / (1 - self.e) > 0", message = "e")]
#[x_validation(rule = "self.text.split('').size() < 9", message = "f")]
#[x_validation(rule = "self.b >= 0", message = "g")]
#[x_validation(rule = "self.a + self.c < 2", message = "h")]
#[x_validation(rule = "self.e <= 0", message = "i")]
#[x_validation(rule = "self.c == oldSelf.c", message = "j")]
struct Numbers {
    a: i64,
    b: i64,
    c: i64,
    e: i64,
    text: String,
}

#[test]
fn any_of_them_may_fail() {
    let old = Numbers { text: "abcd".to_owned(), ..Numbers::default() };
    let texts = ["abcd", "abc", "abcdefghij"];
    let options = Options::default();
    for number in 0..16 * 3 {
        let bit = |bit: usize| i64::from(number >> bit & 1 == 1);
        let text = texts[number % 3].to_owned();
        let new = Numbers { a: bit(0), b: -bit(1), c: bit(2), e: bit(3), text };
        let (alone, report) = (new.x_validate(), new.x_evaluate(None, &options));
        assert_eq!(alone.err().unwrap_or_default(), report.errors, "{number}");
        let (updated, report) = (new.x_validate_update(&old), new.x_evaluate(Some(&old), &options));
        assert_eq!(updated, report.into_result(), "{number}");
    }
}

/// Rules on a list, which together take more than the budget if it is long.
macro_rules! counted {
    ($($rule:literal)*) => {
        #[derive(XValidation, JsonSchema, Serialize)]
        #[x_validation(manual_crd)]
        $(#[x_validation(rule = $rule)])*
        struct Counted {
            #[schemars(length(max = 200_000))]
            items: Vec<i64>,
        }
    };
}

counted! {
    "self.items.filter(i, i > 0).size() != 1"
    "self.items.filter(i, i > 0).size() != 2"
    "self.items.filter(i, i > 0).size() != 3"
    "self.items.filter(i, i > 0).size() != 4"
    "self.items.filter(i, i > 0).size() != 5"
    "self.items.filter(i, i > 0).size() != 6"
    "self.items.filter(i, i > 0).size() != 7"
    "self.items.filter(i, i > 0).size() != 8"
    "self.items.filter(i, i > 0).size() != 9"
    "self.items.filter(i, i > 0).size() != 10"
    "self.items.filter(i, i > 0).size() != 11"
    "self.items.filter(i, i > 0).size() != 12"
    "self.items.filter(i, i > 0).size() != 13"
    "self.items.filter(i, i > 0).size() != 14"
    "self.items.filter(i, i > 0).size() != 15"
    "self.items.filter(i, i > 0).size() != 16"
}

#[test]
fn the_budget_may_end_between_them() {
    for count in [0, 1, 5, 16, 150_000, 190_000] {
        let counted = Counted { items: vec![1; count] };
        let report = counted.x_evaluate(None, &Options::default());
        assert_eq!(counted.x_validate().err().unwrap_or_default(), report.errors, "{count}");
        assert_eq!(report.remaining_budget < 0, count > 16, "{count}");
    }
}

/// The seventh of the rules fails. Those before it do not run again.
#[test]
fn one_that_fails_pays_for_those_before_it() {
    for count in (1..16).map(|count| count * 10_000) {
        let mut items = vec![0; count];
        items.iter_mut().take(7).for_each(|item| *item = 1);
        let counted = Counted { items };
        let report = counted.x_evaluate(None, &Options::default());
        assert_eq!(counted.x_validate().err().unwrap_or_default(), report.errors, "{count}");
        assert!(!report.errors.is_empty(), "{count}");
    }
}
