//! Random quantities, versions and names, from a fixed seed. Most are valid or almost valid.

use crate::mutation::Random;

/// A number with a suffix. The exponent has few digits: with more, the server takes minutes.
pub fn quantity(random: &mut Random) -> String {
    let has_large_power =
        |text: &str| text.rsplit(['e', 'E']).next().is_some_and(|power| power != text && power.len() > 4);
    loop {
        let text = any_quantity(random);
        if !has_large_power(&text) {
            return text;
        }
    }
}

fn any_quantity(random: &mut Random) -> String {
    let mut text = random.pick(&["", "", "", "-", "+"]).to_owned();
    let zeros = ["", "", "", "", "", "0", "000"];
    text += random.pick(&zeros);
    digits(random, &mut text);
    if random.below(3) == 0 {
        text += ".";
        text += random.pick(&zeros);
        digits(random, &mut text);
        text += random.pick(&zeros);
    }
    text += random.pick(SUFFIXES);
    if random.below(6) == 0 {
        text += random.pick(&["e", "E"]);
        text += random.pick(&["", "-", "+"]);
        let power = if random.below(8) == 0 { random.below(400) } else { random.below(25) };
        text += &power.to_string();
    }
    mutated(random, text, QUANTITY_PIECES)
}

/// A quantity, often close to another one.
pub fn near_quantity(random: &mut Random, other: &str) -> String {
    match random.below(4) {
        0 => other.to_owned(),
        1 => format!("{other}0"),
        _ => quantity(random),
    }
}

/// Up to thirty digits, usually few, sometimes a number at the limit of 64 bits.
fn digits(random: &mut Random, text: &mut String) {
    if random.below(10) == 0 {
        *text += random.pick(LIMITS);
        return;
    }
    let most = random.pick(&[&2, &2, &4, &10, &19, &30]);
    for _ in 0..random.below(*most + 1) {
        *text += random.pick(&["0", "0", "1", "2", "5", "9"]);
    }
}

/// A version.
pub fn semver(random: &mut Random) -> String {
    let mut text = random.pick(&["", "", "", "", "v"]).to_owned();
    let numbers = [3, 3, 3, 3, 3, 2, 1, 4][random.below(8)];
    for number in 0..numbers {
        text += if number == 0 { "" } else { "." };
        text += random.pick(NUMBERS);
    }
    for mark in ["-", "+"] {
        if random.below(3) == 0 {
            text += mark;
            for part in 0..=random.below(3) {
                text += if part == 0 { "" } else { "." };
                text += random.pick(IDENTIFIERS);
            }
        }
    }
    mutated(random, text, SEMVER_PIECES)
}

/// A version, often similar to the other one.
pub fn near_semver(random: &mut Random, other: &str) -> String {
    match random.below(3) {
        0 => mutated(random, other.to_owned(), SEMVER_PIECES),
        _ => semver(random),
    }
}

/// A text to check against the formats.
pub fn name(random: &mut Random) -> String {
    let text = match random.below(8) {
        0 => random.pick(EXAMPLES).to_owned(),
        1 => date_time(random),
        2 => (0..[8, 4, 4, 4, 12][random.below(5)] * random.below(10))
            .map(|_| random.pick(&["A", "b", "0"]))
            .collect(),
        _ => (0..random.below(6)).map(|_| random.pick(NAME_PIECES)).collect(),
    };
    let long = random.pick(&["a", "0", "-", "."]).repeat([60, 62, 63, 250][random.below(4)]);
    let text = if random.below(8) == 0 { format!("{text}{long}") } else { text };
    mutated(random, text, NAME_PIECES)
}

/// The name of a format for a text.
pub fn format_name(random: &mut Random, _: &str) -> String {
    if random.below(20) == 0 { name(random) } else { random.pick(FORMATS).to_owned() }
}

fn date_time(random: &mut Random) -> String {
    let mut part = |texts: &[&str]| random.pick(texts).to_owned();
    let mut text = part(&["2024", "2023", "0000", "1900", "2000", "9999", "202"]);
    text += &part(&["-02", "-02", "-12", "-04", "-13", "-00", "-2"]);
    text += &part(&["-28", "-29", "-30", "-31", "-01", "-00", "-1"]);
    text += &part(&["T", "T", "t", " ", ""]);
    text += &part(&["00", "23", "24", "12", "9"]);
    text += &part(&[":00", ":59", ":60", ":5"]);
    text += &part(&[":00", ":59", ":60", ""]);
    text += &part(&["", "", ".5", ",123456789", ".", "ä9", "\n1", "\u{1f600}0"]);
    text += &part(&["Z", "Z", "z", "+00:00", "-99:99", "+1:00", "ZTx", "", "zz"]);
    text
}

/// A text with at most two random errors, usually none.
fn mutated(random: &mut Random, text: String, pieces: &[&str]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..[0, 0, 0, 1, 1, 2][random.below(6)] {
        let at = random.below(characters.len() + 1);
        match random.below(3) {
            0 if at < characters.len() => drop(characters.remove(at)),
            _ => drop(characters.splice(at..at, random.pick(pieces).chars())),
        }
    }
    characters.into_iter().collect()
}

const SUFFIXES: &[&str] = &[
    "", "", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Ei", "K",
    "mi",
];

const LIMITS: &[&str] = &[
    "9223372036854775807",
    "9223372036854775808",
    "999999999999999999",
    "1000000000000000000",
    "18446744073709551616",
    "8191",
    "8192",
    "7",
    "8",
];

const QUANTITY_PIECES: &[&str] =
    &[".", "-", "+", "e", "E", "i", "K", "n", "0", "9", " ", "ä", "e5", "\u{0}", "_"];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "10",
    "9",
    "00",
    "01",
    "",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775808",
    "0a",
    "x",
    "007",
];

const IDENTIFIERS: &[&str] = &[
    "0",
    "1",
    "2",
    "10",
    "01",
    "a",
    "b",
    "rc",
    "alpha",
    "-",
    "--1",
    "1a",
    "",
    "x_y",
    "ä",
    "18446744073709551616",
    "18446744073709551615",
    "A",
];

const SEMVER_PIECES: &[&str] = &[".", "-", "+", "0", "1", "v", "a", " ", "ä", "\"", "\n", "V", "01"];

const NAME_PIECES: &[&str] = &[
    "a",
    "b1",
    "0",
    "A",
    "Zz",
    "-",
    "--",
    ".",
    "_",
    "/",
    "ä",
    "\u{1f600}",
    "\n",
    "example.com",
    "app",
    "=",
    "+",
    "AAAA",
    "AA==",
    " ",
    "%",
    ":",
    "http://h",
    "t",
];

const EXAMPLES: &[&str] = &[
    "",
    "example.com/name",
    "a/b/c",
    "123e4567-e89b-12d3-a456-426614174000",
    "123E4567e89b12d3a456426614174000",
    "aGVsbG8=",
    "https://example.com/a?b#c",
    "http://[::1]:80/",
    "web-",
    "WE-",
    "a.web-",
    "ä-",
    "--",
];

/// The names of the formats.
pub const FORMATS: &[&str] = &[
    "dns1123Label",
    "dns1123Subdomain",
    "dns1035Label",
    "qualifiedName",
    "dns1123LabelPrefix",
    "dns1123SubdomainPrefix",
    "dns1035LabelPrefix",
    "labelValue",
    "uri",
    "uuid",
    "byte",
    "date",
    "datetime",
];
