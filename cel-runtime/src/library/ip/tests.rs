use super::*;

/// An address and how it prints.
fn check(text: &str, expected: &str) {
    assert_eq!(Ip::parse(text).map(|ip| ip.to_string()).as_deref(), Ok(expected), "{text:?}");
}

/// The text after `ParseAddr("..."): ` in the error.
fn fails(text: &str, expected: &str) {
    let error = Ip::parse(text).unwrap_err().to_string();
    let quoted = quote(text);
    let prefix =
        format!("IP Address {quoted} parse error during conversion from string: ParseAddr({quoted}): ");
    assert_eq!(error.strip_prefix(&prefix), Some(expected), "{error}");
}

#[test]
fn addresses_print_in_one_way() {
    check("0.0.0.0", "0.0.0.0");
    check("255.255.255.255", "255.255.255.255");
    check("::", "::");
    check("0:0:0:0:0:0:0:1", "::1");
    check("2001:DB8::00ab", "2001:db8::ab");
    check("1:0:0:2:0:0:0:3", "1:0:0:2::3");
    check("1::2:0:0:3", "1::2:0:0:3");
    check("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7");
    check("::1:2:3:4:5:6:7", "0:1:2:3:4:5:6:7");
    check("::1.2.3.4", "::102:304");
    check("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304");
    check("::fffe:1.2.3.4", "::fffe:102:304");
}

#[test]
fn wrong_ipv4_is_explained() {
    fails("", "unable to parse IP");
    fails("localhost", "unable to parse IP");
    fails("1.2.3", "IPv4 address too short");
    fails("1.2.3.4.5", "IPv4 address too long");
    fails("1.2.3.256", "IPv4 field has value >255");
    fails("1.2.3.04", "IPv4 field has octet with leading zero");
    fails("1.2..4", r#"IPv4 field must have at least one digit (at ".4")"#);
    fails(".1.2.3", r#"IPv4 field must have at least one digit (at ".1.2.3")"#);
    fails("1.2.3.", r#"IPv4 field must have at least one digit (at ".")"#);
    fails("1.2.3.4 ", r#"unexpected character (at " ")"#);
    fails("1.2.3.٣", "unexpected character (at \"٣\")");
    fails("1.2.3.4\n", r#"unexpected character (at "\n")"#);
}

#[test]
fn wrong_ipv6_is_explained() {
    fails("%x", "missing IPv6 address");
    fails("::1%", "zone must be a non-empty string");
    fails(":1", r#"each colon-separated field must have at least one digit (at ":1")"#);
    fails(":::", r#"each colon-separated field must have at least one digit (at ":")"#);
    fails("1:", r#"colon must be followed by more characters (at ":")"#);
    fails("1:2", "address string too short");
    fails("1::2::3", r#"multiple :: in address (at ":3")"#);
    fails("00001::", r#"each group must have 4 or less digits (at "00001::")"#);
    fails("1g::", r#"unexpected character, want colon (at "g::")"#);
    fails("1:2:3:4:5:6:7:8:9", r#"trailing garbage after address (at "9")"#);
    fails("1:2:3:4:5:6:7:8::", "the :: must expand to at least one field of zeros");
    fails("::1.2.3", "IPv4 address too short");
    fails(
        "1:1.2.3.4",
        r#"embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")"#,
    );
    fails(
        "::2:3:4:5:6:7:8:1.2.3.4",
        r#"too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4")"#,
    );
}

#[test]
fn zones_and_mapped_addresses_are_refused() {
    let error = |text| Ip::parse(text).unwrap_err().to_string();
    assert_eq!(error("fe80::1%eth0"), r#"IP address "fe80::1%eth0" with zone value is not allowed"#);
    assert_eq!(error("::ffff:1.2.3.4%a"), r#"IP address "::ffff:1.2.3.4%a" with zone value is not allowed"#);
    assert_eq!(error("::ffff:102:304"), r#"IPv4-mapped IPv6 address "::ffff:102:304" is not allowed"#);
}

#[test]
fn kinds_of_addresses() {
    let kinds = |text| {
        let ip = Ip::parse(text).unwrap();
        let is = [
            is_unspecified(ip),
            is_loopback(ip),
            is_link_local_multicast(ip),
            is_link_local_unicast(ip),
            is_global_unicast(ip),
        ];
        is.iter().zip("ulmsg".chars()).filter_map(|(is, letter)| is.then_some(letter)).collect::<String>()
    };
    assert_eq!(kinds("0.0.0.0"), "u");
    assert_eq!(kinds("::"), "u");
    assert_eq!(kinds("127.255.0.1"), "l");
    assert_eq!(kinds("::1"), "l");
    assert_eq!(kinds("224.0.0.255"), "m");
    assert_eq!(kinds("224.0.1.0"), "");
    assert_eq!(kinds("ffe2::"), "m");
    assert_eq!(kinds("ff05::1"), "");
    assert_eq!(kinds("169.254.1.1"), "s");
    assert_eq!(kinds("febf::1"), "s");
    assert_eq!(kinds("fec0::1"), "g");
    assert_eq!(kinds("255.255.255.255"), "");
    assert_eq!(kinds("255.255.255.254"), "g");
    assert_eq!(kinds("10.0.0.1"), "g");
    assert_eq!(kinds("fc00::1"), "g");
}

/// Every text of a few characters between two octets, and at both ends.
#[test]
fn addresses_are_read_as_the_standard_library_reads_them() {
    let parts = [
        "", "0", "00", "01", "1", "9", "10", "99", "100", "199", "249", "250", "255", "256", "260", "999",
        "1000",
    ];
    let check = |text: &str| {
        let expected = text.parse::<Ipv4Addr>().ok();
        assert_eq!(address::known_v4(text), expected, "{text}");
    };
    for part in parts {
        for text in [
            "{}.2.3.4",
            "1.{}.3.4",
            "1.2.{}.4",
            "1.2.3.{}",
            "1.2.3.4.{}",
            "1.2.{}",
            "{}",
            "1.2.3.4{}",
            "-{}.2.3.4",
        ] {
            check(&text.replace("{}", part));
        }
        for other in parts {
            check(&format!("{part}.{other}.{part}.{other}"));
        }
    }
    ["1.2.3.4 ", " 1.2.3.4", "1.2.3.:", "1.2.3./", "1..3.4", "1.2.3.4.", "::1", "é.2.3.4"]
        .into_iter()
        .for_each(check);
}
