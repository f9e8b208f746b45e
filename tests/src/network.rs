//! Random URLs, IP addresses and address prefixes, valid and invalid, from a fixed seed.

use crate::mutation::Random;

/// A text that may be a URL.
pub fn url(random: &mut Random) -> String {
    let parts = [SCHEMES, SLASHES, USERS, HOSTS, PORTS, PATHS, QUERIES, FRAGMENTS];
    let text: String = parts.map(|part| random.pick(part)).concat();
    with_accidents(random, text, URL_PIECES)
}

/// A text that may be an IP address.
pub fn ip(random: &mut Random) -> String {
    let text = address(random);
    let zone = if random.below(12) == 0 { random.pick(ZONES) } else { "" };
    with_accidents(random, text + zone, ADDRESS_PIECES)
}

/// A text that may be an address prefix.
pub fn cidr(random: &mut Random) -> String {
    let text = address(random) + random.pick(ZONES) + random.pick(LENGTHS);
    with_accidents(random, text, ADDRESS_PIECES)
}

/// An operand for a call on a prefix: another prefix or an address. Half of the time its digits are similar.
pub fn near(random: &mut Random, cidr: &str) -> String {
    let address = cidr.split_once('/').map_or(cidr, |(address, _)| address);
    match random.below(8) {
        0 => ip(random),
        1 => self::cidr(random),
        2 => cidr.into(),
        3 => address.into(),
        of => {
            let length = if of < 6 { random.pick(LENGTHS) } else { "" };
            with_accidents(random, [address, length].concat(), DIGITS)
        }
    }
}

fn address(random: &mut Random) -> String {
    let groups = |random: &mut Random, count, of: &[&str], between| {
        let groups: Vec<&str> = (0..count).map(|_| random.pick(of)).collect();
        groups.join(between)
    };
    if random.below(2) == 0 {
        let count = if random.below(8) == 0 { random.below(7) } else { 4 };
        return groups(random, count, OCTETS, ".");
    }
    let mut text = match random.below(3) {
        0 => groups(random, 8, GROUPS, ":"),
        1 => {
            let (before, after) = (random.below(5), random.below(5));
            groups(random, before, GROUPS, ":") + "::" + &groups(random, after, GROUPS, ":")
        }
        _ => {
            let count = random.below(9);
            groups(random, count, GROUPS, ":")
        }
    };
    if random.below(5) == 0 {
        text += if random.below(2) == 0 { ":" } else { "" };
        text += &groups(random, 4, OCTETS, ".");
    }
    text
}

/// Adds one to three random errors to half of all texts.
fn with_accidents(random: &mut Random, text: String, pieces: &[&str]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..[0, 0, 0, 1, 2, 3][random.below(6)] {
        let at = random.below(text.len() + 1);
        let end = (at + 1 + random.below(2)).min(text.len());
        match random.below(5) {
            0 | 1 => drop(text.splice(at..at, random.pick(pieces).chars())),
            2 => drop(text.drain(at..end)),
            3 => drop(text.splice(at..end, random.pick(pieces).chars())),
            _ => {
                let copy: Vec<char> = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, copy);
            }
        }
    }
    text.into_iter().collect()
}

const SCHEMES: &[&str] = &[
    "http:",
    "http:",
    "https:",
    "https:",
    "",
    "HTTP:",
    "postgres:",
    "mailto:",
    "a+b-c.1:",
    "1a:",
    ":",
    "file:",
    "a_b:",
    "ä:",
];
const SLASHES: &[&str] = &["//", "//", "//", "//", "//", "/", "", "///"];
const USERS: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    "",
    "u@",
    "u:p@",
    "u%20:p%@",
    "@",
    ":@",
    "ü@",
    "a:b:c@",
    "u%2f%3A:p%40@",
    "a@b@",
    "u/@",
    "!$&'()*+,;=@",
    "[u]@",
    "u:%ff@",
];
const HOSTS: &[&str] = &[
    "h",
    "h",
    "h",
    "example.com",
    "EXAMPLE.com",
    "",
    "1.2.3.4",
    "[::1]",
    "[2001:DB8::1]",
    "[1.2.3.4]",
    "[::1",
    "::1]",
    "x[::1]",
    "[::1%25eth0]",
    "[::1%25a%20b]",
    "[::1%25%41]",
    "[::1%25%2f]",
    "[::1%25ä%ff]",
    "[::1%eth0]",
    "[::%ff]",
    "[]",
    "[zz]",
    "[::ffff:1.2.3.4]",
    "[v1.x]",
    "h%41",
    "h%ff",
    "h%c3%a4",
    "ä.de",
    "h%25",
    "h%zz",
    "a b",
    "a<b>\"",
    "a|b",
    "a\\b",
    "a^`{}",
    "!$&'()*+,;=",
    "h_-.~",
    "[[::1]]",
    "h]",
    "日本",
    "[::1]]",
    "%5b::1%5d",
];
const PORTS: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    ":80",
    ":",
    ":x",
    ":80:90",
    ":-1",
    ":08080",
    ":99999999999999999999",
    "::",
    ":8%30",
    ":٣",
    "x",
];
const PATHS: &[&str] = &[
    "",
    "",
    "/",
    "/",
    "/a/b",
    "/a b",
    "/%2f",
    "/%2F/é",
    "/[z]",
    "/sp ace/%2f/[z]",
    "//",
    "/./../x",
    "/%zz",
    "/%",
    "/%a",
    "/%ff",
    "/日本/%e6",
    "/!$&'()*+,;=:@",
    "/a:b",
    "/;x=1",
    "/\"<>\\^`{|}",
    "*",
    "/*",
    "/~-_.",
    "/%2a%41",
    "/a%日",
    "/%é1",
    "/\u{7f}",
    "/\t",
    "/\u{80}",
    "/%00",
];
const QUERIES: &[&str] = &[
    "",
    "",
    "",
    "?",
    "??",
    "?a=1",
    "?a=1&b=2&a=3",
    "?a=b=c",
    "?a;b=1&c",
    "?&&=&=1&a=",
    "?%zz=1&b=%zz&c=%41",
    "?a+b=c+d%2b&a%20b=2",
    "?%ff=1&%fe=2&%ff=3",
    "?ä=ö",
    "? =\"",
    "?a?b/c:d@e",
    "?%",
    "?%c3%a4=1&ä=2",
];
const FRAGMENTS: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    "#",
    "#f",
    "#%zz",
    "#%41 b",
    "##",
    "#a?b=c",
    "#é",
    "#%ff[\"]",
    "#!()*$&+,/:;=?@'",
    "#%2",
];
const URL_PIECES: &[&str] = &[
    "%",
    "%2",
    "%41",
    "%C3%A4",
    "%ff",
    "%25",
    "%zz",
    ":",
    "/",
    "//",
    "?",
    "#",
    "[",
    "]",
    "@",
    "&",
    "=",
    ";",
    "+",
    " ",
    "a",
    "Z",
    "0",
    "9",
    ".",
    "-",
    "_",
    "~",
    "!",
    "*",
    "'",
    "(",
    "\"",
    "<",
    "\\",
    "^",
    "|",
    "{",
    "é",
    "日",
    "\u{1f600}",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\u{a0}",
    "::1",
    "\n",
];

const OCTETS: &[&str] = &[
    "0", "1", "10", "127", "169", "254", "224", "239", "240", "255", "192", "168", "9", "99", "100", "256",
    "00", "01", "1000", "",
];
const GROUPS: &[&str] = &[
    "0", "0", "0", "1", "fe80", "FEBF", "ff02", "ff12", "ff05", "2001", "db8", "DB8", "ffff", "0000", "00ab",
    "abcd", "fc00", "64", "12345", "g", "",
];
const ZONES: &[&str] = &["", "", "", "", "", "", "", "", "", "%eth0", "%", "%%", "%ä", "%1.2"];
const LENGTHS: &[&str] = &[
    "/0",
    "/1",
    "/7",
    "/8",
    "/9",
    "/12",
    "/16",
    "/24",
    "/31",
    "/32",
    "/33",
    "/48",
    "/63",
    "/64",
    "/65",
    "/96",
    "/127",
    "/128",
    "/129",
    "/08",
    "/00",
    "/-1",
    "/+1",
    "/",
    "",
    "/1a",
    "//8",
    "/256",
    "/9223372036854775808",
    "/18446744073709551616",
    "/ 8",
];
const ADDRESS_PIECES: &[&str] = &[
    "0", "1", "2", "5", "9", "25", "a", "F", "g", ".", "..", ":", "::", "/", "%", "-", "+", " ", "ä", "\"",
    "\u{0}", "ffff", "::ffff:", "[", "]", "1.2.3.4", "x",
];
const DIGITS: &[&str] = &["0", "1", "2", "9", "a", "f", ":", "."];
