//! Expected texts are the server's.

use super::*;
use crate::ops::map::Map;
use cel_types::{Duration, Timestamp, TypeName};

fn s(text: &str) -> Value<'_> {
    Value::String(text)
}

fn duration<'a>(text: &str) -> Value<'a> {
    Value::Duration(Duration::parse(text).unwrap())
}

fn timestamp<'a>(text: &str) -> Value<'a> {
    Value::Timestamp(Timestamp::parse(text).unwrap())
}

fn list<'a>(elements: &'a [Value<'a>]) -> Value<'a> {
    Value::list(List::Slice(elements))
}

/// A map with these entries, in the order of maps.
fn map<'a>(entries: &'a [(Value<'a>, Value<'a>)]) -> Value<'a> {
    Value::map(Map::Entries(entries))
}

fn check<'a>(arena: &'a Arena, text: &str, arguments: &'a [Value<'a>], expected: Result<&str, &str>) {
    let printed = format(arena, text, List::Slice(arguments)).map_err(|error| error.to_string());
    assert_eq!(printed, expected.map_err(str::to_owned), "{text}");
}

#[test]
fn arguments_are_printed_as_the_clauses_say() {
    let new = Arena::new;
    check(
        &new(),
        "%s|%s|%s|%s",
        &[s("a\"ü"), Value::Bytes(b"xy"), Value::Null, Value::Bool(true)],
        Ok("a\"ü|xy|null|true"),
    );
    check(
        &new(),
        "%s %s %s",
        &[Value::Int(-5), Value::Uint(u64::MAX), Value::Type(TypeName::Timestamp)],
        Ok("-5 18446744073709551615 google.protobuf.Timestamp"),
    );
    check(
        &new(),
        "%s %s %s %s",
        &[Value::Double(2.0), Value::Double(3e15), Value::Double(-0.0), Value::Double(f64::NAN)],
        Ok("2 3e+15 -0 NaN"),
    );
    check(
        &new(),
        "%s %s",
        &[duration("75m"), timestamp("2031-07-09T04:05:06+03:00")],
        Ok("4500s 2031-07-09T04:05:06+03:00"),
    );
    check(
        &new(),
        "%s",
        &[Value::Bytes(b"\xff")],
        Err(
            "error during formatting: could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string",
        ),
    );
    check(
        &new(),
        "%s",
        &[list(&[s("it\"s\n\u{200b}"), Value::Double(2.5), Value::Double(f64::INFINITY), Value::Null])],
        Ok("[\"it\\\"s\\n\\u200b\", 2.500000, \"+Inf\", null]"),
    );
    check(
        &new(),
        "%s",
        &[list(&[
            duration("2s"),
            timestamp("2031-07-09T04:05:06Z"),
            Value::Bytes(b"q\""),
            Value::Type(TypeName::List),
        ])],
        Ok("[duration(\"2s\"), timestamp(\"2031-07-09T04:05:06Z\"), b\"q\\\"\", list]"),
    );
    check(&new(), "%s", &[list(&[list(&[]), map(&[])])], Ok("[[], {}]"));
    check(
        &new(),
        "%s",
        &[list(&[Value::Bytes(b"\xff")])],
        Err(
            "error during formatting: could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string",
        ),
    );
    check(
        &new(),
        "%s",
        &[list(&[Value::Optional(None)])],
        Err("error during formatting: no formatting function for optional_type"),
    );
    check(
        &new(),
        "%s",
        &[Value::Optional(None)],
        Err(
            "error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type",
        ),
    );
    check(
        &new(),
        "%s",
        &[map(&[(Value::Int(3), s("y")), (Value::Int(20), s("x"))])],
        Ok("{20:\"x\", 3:\"y\"}"),
    );
    check(
        &new(),
        "%s",
        &[map(&[(s("1"), Value::Int(3)), (s("a"), list(&[Value::Bool(false)])), (s("a b"), Value::Int(1))])],
        Ok("{\"1\":3, \"a b\":1, \"a\":[false]}"),
    );
    check(
        &new(),
        "%s",
        &[map(&[
            (Value::Bool(true), Value::Int(1)),
            (Value::Int(1), Value::Int(2)),
            (Value::Uint(2), Value::Int(1)),
            (s("a"), Value::Double(1.5)),
        ])],
        Ok("{\"a\":1.500000, 1:2, 2:1, true:1}"),
    );
    check(
        &new(),
        "%s",
        &[map(&[(Value::Double(2.5), s("a"))])],
        Err("error during formatting: no formatting function for map key of type double"),
    );
    check(
        &new(),
        "%d %d %d",
        &[Value::Int(i64::MIN), Value::Uint(u64::MAX), Value::Int(0)],
        Ok("-9223372036854775808 18446744073709551615 0"),
    );
    check(
        &new(),
        "%d",
        &[Value::Double(2.0)],
        Err("error during formatting: decimal clause can only be used on integers, was given double"),
    );
    check(
        &new(),
        "%d",
        &[list(&[])],
        Err("error during formatting: decimal clause can only be used on integers, was given list"),
    );
    check(
        &new(),
        "%b %b %b %b",
        &[Value::Int(10), Value::Int(i64::MIN), Value::Uint(10), Value::Bool(false)],
        Ok("1010 -1000000000000000000000000000000000000000000000000000000000000000 1010 0"),
    );
    check(
        &new(),
        "%b",
        &[s("a")],
        Err("error during formatting: only integers and bools can be formatted as binary, was given string"),
    );
    check(&new(), "%o %o %o", &[Value::Int(511), Value::Int(-511), Value::Uint(8)], Ok("777 -777 10"));
    check(
        &new(),
        "%o",
        &[Value::Bool(true)],
        Err("error during formatting: octal clause can only be used on integers, was given bool"),
    );
    check(
        &new(),
        "%x %X %x %X",
        &[Value::Int(-48879), Value::Uint(48879), s("ß"), Value::Bytes(b"\x0a\xbc")],
        Ok("-beef BEEF c39f 0ABC"),
    );
    check(
        &new(),
        "%X",
        &[Value::Null],
        Err(
            "error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given null_type",
        ),
    );
    check(
        &new(),
        "%x",
        &[Value::Double(1.0)],
        Err(
            "error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given double",
        ),
    );
    check(
        &new(),
        "%.1f|%f|%f|%f|%f",
        &[
            Value::Double(9876543.21),
            s("NaN"),
            s("Infinity"),
            s("-Infinity"),
            Value::Double(f64::NEG_INFINITY),
        ],
        Ok("9,876,543.2|NaN|∞|-∞|-∞"),
    );
    check(
        &new(),
        "%f",
        &[s("inf")],
        Err("error during formatting: fixed-point clause can only be used on doubles, was given string"),
    );
    check(
        &new(),
        "%f",
        &[Value::Int(1)],
        Err("error during formatting: fixed-point clause can only be used on doubles, was given int"),
    );
    check(
        &new(),
        "%e",
        &[Value::Uint(1)],
        Err("error during formatting: scientific clause can only be used on doubles, was given uint"),
    );
    check(
        &new(),
        "%e|%.16e|%e",
        &[Value::Double(6022.0), Value::Double(-1e-9), s("Infinity")],
        Ok("6.022000×10⁰³| -1.000000×10⁻⁰⁹|     ∞"),
    );
    check(
        &new(),
        "%.2s %.3d %.1b %.0x",
        &[s("abcd"), Value::Int(5), Value::Bool(true), Value::Int(255)],
        Ok("abcd 5 1 ff"),
    );
    check(&new(), "100%% é%s日", &[s("ü")], Ok("100% éü日"));
    check(&new(), "%s", &[s("a"), s("b")], Ok("a"));
    check(&new(), "%s %s", &[s("a")], Err("index 1 out of range"));
    check(&new(), "%", &[], Err("index 0 out of range"));
    check(&new(), "%", &[s("a")], Err("unexpected end of string"));
    check(&new(), "%y", &[], Err("index 0 out of range"));
    check(
        &new(),
        "%y",
        &[s("a")],
        Err("could not parse formatting clause: unrecognized formatting clause \"y\""),
    );
    check(
        &new(),
        "%d %y",
        &[s("a")],
        Err("error during formatting: decimal clause can only be used on integers, was given string"),
    );
    check(
        &new(),
        "%.3",
        &[s("a")],
        Err(
            "could not parse formatting clause: error while parsing precision: could not find end of precision specifier",
        ),
    );
    check(&new(), "", &[], Ok(""));
}
