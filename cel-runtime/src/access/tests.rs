use super::*;
use serde_json::{Value, json};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet, VecDeque},
    rc::Rc,
    sync::Arc,
};

fn type_of<T: CelValue + ?Sized>(_: &T) -> &'static str {
    T::SCHEMA_TYPE
}

fn shown(value: &(impl CelValue + ?Sized)) -> String {
    value.bad_value().unwrap_or_else(|| "nothing".to_owned())
}

#[test]
fn integers_widen() {
    assert_eq!((-1_i8).cel(), -1_i64);
    assert_eq!(u32::MAX.cel(), 4_294_967_295_i64);
    assert_eq!(u64::MAX.cel(), u64::MAX);
    assert_eq!(shown(&-5_i16), "-5");
    assert_eq!(type_of(&0_usize), "integer");
}

#[test]
fn pointers_are_what_they_hold() {
    assert_eq!(Box::<str>::from("a").cel(), "a");
    assert_eq!(Rc::new(Arc::new(5_i32)).cel(), 5);
    assert_eq!(Cow::Borrowed("a").cel(), "a");
    assert_eq!(Some(Box::new("a".to_owned())).cel(), Some("a"));
    assert_eq!(type_of(&None::<Vec<bool>>), "array");
}

#[test]
fn collections_are_borrowed_and_not_shown() {
    assert_eq!(vec![1_i64, 2].cel(), [1, 2]);
    assert_eq!([true; 2].cel(), [true, true]);
    assert_eq!(VecDeque::from([1_i64]).cel().len(), 1);
    assert!(HashSet::from(["a".to_owned()]).cel().contains("a"));
    assert_eq!(BTreeMap::from([("a".to_owned(), 1_i64)]).cel().get("a"), Some(&1));
    assert_eq!(shown(&vec![1_i64]), "nothing");
}

#[test]
fn json_is_shown_by_its_kind() {
    assert_eq!(type_of(&Value::Null), "");
    for (value, expected) in [
        (json!("80%"), "\"80%\""),
        (json!(31), "31"),
        (json!(1e6), "1e+06"),
        (json!(u64::MAX), "1.8446744073709552e+19"),
        (json!({ "a": [1] }), r#"{"a":[1]}"#),
    ] {
        assert_eq!(shown(&value), expected);
    }
}

#[test]
fn strings_are_quoted_and_doubles_short() {
    assert_eq!(shown("q\"\n\u{200b}"), r#""q\"\n\u200b""#);
    assert_eq!(shown(&100_000.0_f64), "100000");
    assert_eq!(shown(&1_000_000.0_f64), "1e+06");
}

#[test]
fn an_f32_is_the_number_serde_writes() {
    assert_eq!(0.1_f32.cel(), 0.1_f64);
    let mut state: u32 = 1;
    for _ in 0..100_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let value = f32::from_bits(state ^ (state >> 13));
        if value.is_finite() {
            let written: f64 = serde_json::to_string(&value).unwrap().parse().unwrap();
            assert_eq!(value.cel().to_bits(), written.to_bits(), "{value:e}");
        }
    }
    assert_eq!(allocation_counter::measure(|| assert!(0.3_f32.cel() > 0.0)).count_total, 0);
}

#[cfg(feature = "chrono")]
mod chrono_times {
    use super::*;
    use chrono::{DateTime, FixedOffset, NaiveDate, Utc};

    #[test]
    fn print_as_serde_writes_them() {
        let text = "2031-07-09T04:05:06.250+02:00";
        let fixed: DateTime<FixedOffset> = text.parse().unwrap();
        assert_eq!(fixed.cel().to_string(), "2031-07-09T04:05:06.25+02:00");
        assert_eq!(shown(&fixed), format!("\"{text}\""));
        let utc: DateTime<Utc> = fixed.into();
        assert_eq!(time_bad_value(&utc).as_deref(), Some("\"2031-07-09T02:05:06Z\""));
        assert_eq!(micro_time_bad_value(&utc).as_deref(), Some("\"2031-07-09T02:05:06.250000Z\""));
        assert_eq!(utc.cel().to_string(), "2031-07-09T02:05:06.25Z");
        assert_eq!(shown(&utc), "\"2031-07-09T02:05:06.250Z\"");
        let date: NaiveDate = "2031-07-09".parse().unwrap();
        assert_eq!(date.cel().to_string(), "2031-07-09T00:00:00Z");
        assert_eq!(shown(&date), "\"2031-07-09\"");
    }
}

#[cfg(feature = "jiff")]
mod jiff_times {
    use super::*;

    #[test]
    fn print_as_serde_writes_them() {
        let timestamp: jiff::Timestamp = "1969-12-31T23:59:58.123456789Z".parse().unwrap();
        assert_eq!(timestamp.cel().to_string(), "1969-12-31T23:59:58.123456789Z");
        assert_eq!(shown(&timestamp), "\"1969-12-31T23:59:58.123456789Z\"");
        let date: jiff::civil::Date = "2031-07-09".parse().unwrap();
        assert_eq!(date.cel().to_string(), "2031-07-09T00:00:00Z");
        assert_eq!(shown(&date), "\"2031-07-09\"");
    }

    #[test]
    fn times_of_kubernetes_lose_what_is_not_written() {
        for text in ["1969-12-31T23:59:58.123456789Z", "2031-07-09T04:05:06.987654321Z"] {
            let timestamp: jiff::Timestamp = text.parse().unwrap();
            assert_eq!(time_bad_value(&timestamp), Some(format!("\"{}\"", time(&timestamp))));
            assert_eq!(micro_time_bad_value(&timestamp), Some(format!("\"{}\"", micro_time(&timestamp))));
        }
    }
}
