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

/// The seventh of the rules fails. The others are paid, and do not run again.
#[test]
fn one_that_fails_runs_again_alone() {
    for count in (1..16).map(|count| count * 10_000) {
        let mut items = vec![0; count];
        items.iter_mut().take(7).for_each(|item| *item = 1);
        let counted = Counted { items };
        let report = counted.x_evaluate(None, &Options::default());
        assert_eq!(counted.x_validate().err().unwrap_or_default(), report.errors, "{count}");
        assert!(!report.errors.is_empty(), "{count}");
    }
}

/// More rules than a run has.
macro_rules! many {
    ($($rule:literal)*) => {
        #[derive(XValidation, Serialize)]
        #[x_validation(manual_crd)]
        $(#[x_validation(rule = $rule)])*
        struct Many {
            number: i64,
        }
    };
}

many! {
    "self.number != 1" "self.number != 2" "self.number != 3" "self.number != 4" "self.number != 5" "self.number != 6"
    "self.number != 7" "self.number != 8" "self.number != 9" "self.number != 10" "self.number != 11" "self.number != 12"
    "self.number != 13" "self.number != 14" "self.number != 15" "self.number != 16" "self.number != 17" "self.number != 18"
    "self.number != 19" "self.number != 20" "self.number != 21" "self.number != 22" "self.number != 23" "self.number != 24"
    "self.number != 25" "self.number != 26" "self.number != 27" "self.number != 28" "self.number != 29" "self.number != 30"
    "self.number != 31" "self.number != 32" "self.number != 33" "self.number != 34" "self.number != 35" "self.number != 36"
    "self.number != 37" "self.number != 38" "self.number != 39" "self.number != 40" "self.number != 41" "self.number != 42"
    "self.number != 43" "self.number != 44" "self.number != 45" "self.number != 46" "self.number != 47" "self.number != 48"
    "self.number != 49" "self.number != 50" "self.number != 51" "self.number != 52" "self.number != 53" "self.number != 54"
    "self.number != 55" "self.number != 56" "self.number != 57" "self.number != 58" "self.number != 59" "self.number != 60"
    "self.number != 61" "self.number != 62" "self.number != 63" "self.number != 64" "self.number != 65" "self.number != 66"
    "self.number != 67" "self.number != 68" "self.number != 69" "self.number != 70"
}

#[test]
fn each_of_many_may_fail() {
    for number in 0..72 {
        let many = Many { number };
        let report = many.x_evaluate(None, &Options::default());
        assert_eq!(many.x_validate().err().unwrap_or_default(), report.errors, "{number}");
        assert_eq!(report.errors.len(), usize::from((1..=70).contains(&number)), "{number}");
    }
}
