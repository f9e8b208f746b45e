//! Compares the conversion of formatted strings with the oracle: values, and the texts of errors.

use crate::{
    mutation::Random,
    oracle,
    program::{Asked, Report, Result},
};
use cel_types::formatted;
use serde_json::{Value, json};

/// Compares random texts of each format.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    for format in FORMATS {
        let texts: Vec<String> = (0..asked.count).map(|_| format.text(&mut random)).collect();
        let answers = oracle::ask("schema", texts.iter().map(|text| format.request(text)))?;
        let mut converted = 0;
        for (text, answer) in texts.iter().zip(&answers) {
            let theirs = answer["errors"][0]["detail"].as_str().unwrap_or_default();
            let ours = match (format.convert)(text) {
                Ok(value) => format!("={value}"),
                Err(error) => format!("{error} evaluating rule: self != self"),
            };
            converted += usize::from(ours.starts_with('='));
            if theirs != ours {
                let name = format.name;
                report.differs(format_args!("{name} {text:?}\n  server {theirs}\n  ours   {ours}"))?;
            }
        }
        println!("{}: {} texts, {converted} convert", format.name, asked.count);
    }
    Ok(())
}

struct Format {
    name: &'static str,
    /// A CEL expression that prints the value like `convert`.
    print: &'static str,
    convert: fn(&str) -> std::result::Result<String, String>,
    seeds: &'static [&'static str],
    /// Characters that are inserted.
    pieces: &'static [&'static str],
}

const FORMATS: &[Format] = &[
    Format {
        name: "date-time",
        print: "string(self)",
        convert: |text| formatted::date_time(text).map(|value| value.to_string()),
        seeds: &[
            "2031-07-09T04:05:06Z",
            "2031-07-09T04:05:06.25+02:00",
            "2031-07-09T4:05:06,123456789012-23:59",
            "2031-07-09T04:05:06.+25Z",
            "2031-07-09T04:05:06,+12345-07:00",
            "0000-02-29T23:59:59.1+24:00",
            "9999-12-31T00:00:00",
            "1969-12-31T23:59:60Z",
            "",
        ],
        pieces: &[
            "0", "1", "9", "29", "24", "60", "-", ":", ".", ",", "T", "t", "Z", "z", "+", " ", "é", "\"",
            "\n", "\\",
        ],
    },
    Format {
        name: "date",
        print: "string(self)",
        convert: |text| formatted::date(text).map(|value| value.to_string()),
        seeds: &["2031-07-09", "2000-02-29", "1900-02-29", "0000-12-31", "9999-1-1", ""],
        pieces: &["0", "1", "3", "9", "-", "T00:00:00Z", " ", "é", "\"", "/", "\u{7f}", "\u{1}"],
    },
    Format {
        name: "duration",
        print: "string(int(self))",
        convert: |text| formatted::duration(text).map(|value| value.nanos().to_string()),
        seeds: &[
            "1h30m",
            "-1.5s",
            "PT2H30M",
            "1 day and 2 hours",
            "3 weeks",
            "9223372036854775807ns",
            "106751 days 1h",
            "5",
            "1h0.000000001s",
        ],
        pieces: &[
            "0",
            "1",
            "99999",
            "9223372036854775808",
            ".",
            "-",
            "+",
            " ",
            "\t",
            "h",
            "hr",
            "hours",
            "m",
            "min",
            "ms",
            "milli",
            "s",
            "secs",
            "us",
            "µs",
            "μs",
            "ns",
            "nano",
            "d",
            "days",
            "w",
            "wk",
            "WEEK",
            "S",
            "x",
            "é",
            "\u{a0}",
            "\n",
            "\"",
            "K",
            "\u{212a}",
            "\u{17f}",
        ],
    },
    Format {
        name: "byte",
        print: "'%x'.format([self])",
        convert: |text| {
            let bytes = formatted::bytes(text)?;
            Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
        },
        seeds: &["", "Q0VM", "Q0U=", "Qw==", "-_-_", "Q0VMQ0VMQ0U=", "////"],
        pieces: &["A", "z", "9", "-", "_", "+", "/", "=", "==", "\n", "\r", " ", "é", "AAAA"],
    },
];

impl Format {
    /// A seed with some random changes.
    fn text(&self, random: &mut Random) -> String {
        let mut text: Vec<char> = random.pick(self.seeds).chars().collect();
        for _ in 0..random.below(4) {
            let at = random.below(text.len() + 1);
            let end = (at + random.below(3)).min(text.len());
            let piece = if random.below(4) == 0 { "" } else { random.pick(self.pieces) };
            text.splice(at..end, piece.chars());
        }
        text.into_iter().collect()
    }

    fn request(&self, text: &str) -> Value {
        let rule = json!({"rule": "self != self", "messageExpression": format!("'=' + {}", self.print)});
        let schema = json!({"type": "string", "format": self.name, "x-kubernetes-validations": [rule]});
        json!({"id": 0, "only": ["errors"], "schema": schema, "self": text})
    }
}
