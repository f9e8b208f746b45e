use super::*;
use crate::ops::{CelList, CelMap};

/// A URL and how it prints.
fn check(text: &str, expected: &str) {
    let arena = Arena::new();
    assert_eq!(url(&arena, text).map(|url| url.to_string()).as_deref(), Ok(expected));
}

/// The text after the quoted one in the error.
fn fails(text: &str, expected: &str) {
    let arena = Arena::new();
    let error = url(&arena, text).unwrap_err().to_string();
    let prefix =
        format!("URL parse error during conversion from string: parse {}: ", cel_types::quote::quote(text));
    assert_eq!(error.strip_prefix(&prefix), Some(expected), "{error}");
}

fn get(getter: for<'a> fn(&'a Arena, Url<'a>) -> &'a str, text: &str, expected: &str) {
    let arena = Arena::new();
    assert_eq!(url(&arena, text).map(|url| getter(&arena, url)), Ok(expected), "{text:?}");
}

/// `a=1,2 b=3`
fn query(text: &str, expected: &str) {
    let arena = Arena::new();
    let query = get_query(&arena, url(&arena, text).unwrap());
    let shown = query.entries().map(|(name, values)| {
        let values: Vec<&str> = values.elements().collect();
        format!("{name}={}", values.join(","))
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{text:?}");
}

#[test]
fn urls_print_as_they_are_compared() {
    check("HTTP://Example.com", "http://Example.com");
    check("https://h/a b", "https://h/a%20b");
    check("https://h/[z]%2f", "https://h/[z]%2f");
    check("https://h/\"[z]%2f", "https://h/%22%5Bz%5D/");
    check("http://h?", "http://h?");
    check("http://h/#", "http://h/");
    check("http://h/?a b#c d", "http://h/?a b#c%20d");
    check("mailto:a b@c?d", "mailto:a b@c?d");
    check("http:", "http:");
    check("http://", "http:");
    check("http:/p", "http:/p");
    check("http:///p", "http:///p");
    check("http://@/p", "http://@/p");
    check("http://:@/p", "http://:@/p");
    check("http://u%2f%41:p%40@h%ff/", "http://u%2FA:p%40@h%FF/");
    check("http://[::1%25a%20b]:1", "http://[::1%25a%20b]:1");
    check("/p", "/p");
    check("//h/p", "//h/p");
    check("///p", "///p");
    check("*", "*");
}

#[test]
fn wrong_urls_are_explained() {
    fails("", "empty url");
    fails("h/p", "invalid URI for request");
    fails("1h:p", "invalid URI for request");
    fails(":p", "missing protocol scheme");
    fails("http://h/\u{7f}", "net/url: invalid control character in URL");
    fails("/%zz", r#"invalid URL escape "%zz""#);
    fails("/%", r#"invalid URL escape "%""#);
    fails("/%a日", r#"invalid URL escape "%a\xe6""#);
    fails("http://h%41", r#"invalid URL escape "%41""#);
    fails("http://a b", r#"invalid character " " in host name"#);
    fails("http://h:80x/", r#"invalid port ":80x" after host"#);
    fails("http://a:b:80", r#"invalid port ":b:80" after host"#);
    fails("http://[::1", "missing ']' in host");
    fails("http://[::1]x", r#"invalid port "x" after host"#);
    fails("http://x[::1]", "invalid IP-literal");
    fails("http://[1.2.3.4]", "invalid IP-literal");
    fails("http://[zz]", r#"invalid host: ParseAddr("zz"): unable to parse IP"#);
    fails(
        "http://[::%ff]",
        r#"invalid host: ParseAddr("::\xff"): each colon-separated field must have at least one digit (at "\xff")"#,
    );
    fails("http://[::1%25%2f]", r#"invalid URL escape "%2f""#);
    fails("http://ü@h", "net/url: invalid userinfo");
    fails("http://u%2:p@h", r#"invalid URL escape "%2""#);
    fails("http://h#a", r##"invalid character "#" in host name"##);
    fails("http://h/#%zz", r#"invalid URL escape "%zz""#);
}

#[test]
fn colons_in_hosts_are_for_other_schemes() {
    check("foo://a:b:80", "foo://a:b:80");
    check("postgres://a:1,b:2", "postgres://a:1,b:2");
    get(get_port, "foo://a:b:80", "80");
    get(get_hostname, "foo://a:b:80", "a:b");
}

#[test]
fn parts_of_urls() {
    get(get_scheme, "HtTp://h", "http");
    get(get_scheme, "/p", "");
    get(get_host, "http://u@H:80/p", "H:80");
    get(get_host, "http://h:/p", "h:");
    get(get_host, "http://h%c3%a4%ff%fe", "hä\u{fffd}\u{fffd}");
    get(get_host, "http:p", "");
    get(get_hostname, "http://[::1%25a%20b]:80", "::1%a b");
    get(get_hostname, "http://h:", "h");
    get(get_port, "http://h:0099999999999999999999", "0099999999999999999999");
    get(get_port, "http://h:", "");
    get(get_escaped_path, "http://h", "");
    get(get_escaped_path, "mailto:x", "");
    get(get_escaped_path, "/a%2fb/../[c]", "/a%2fb/../[c]");
    get(get_escaped_path, "/sp ace/%2f/[z]", "/sp%20ace///%5Bz%5D");
    get(get_escaped_path, "/é", "/%C3%A9");
    get(get_escaped_path, "*", "*");
}

#[test]
fn parameters_of_urls() {
    query("/", "");
    query("/?", "");
    query("/?a=1&b=2&a=3", "a=1,3 b=2");
    query("/?b&a=x=y&=z", "=z a=x=y b=");
    query("/?a+b=c+d%2b&a%20b=2", "a b=c d+,2");
    query("/?a;b=1&c&&%zz=1&d=%zz&e=%41", "c= e=A");
    query("/?a?b=1#c=2", "a?b=1");
    query("/?%ff=1&%fe=2&%ff=3&%ef%bf%bd=4", "\u{fffd}=4 \u{fffd}=2 \u{fffd}=1,3");
}

#[test]
fn more_than_ten_thousand_parameters_are_none() {
    let arena = Arena::new();
    let count = |parameters: usize| {
        let text = arena.alloc_str(&format!("/?a{}", "&".repeat(parameters - 1)));
        get_query(&arena, url(&arena, text).unwrap()).length()
    };
    assert_eq!([count(10_000), count(10_001)], [1, 0]);
}

#[test]
fn fragments_are_read_by_one_of_the_two_functions() {
    assert!(is_url("http://h/#%41"));
    assert!(!is_url("http://h/#%zz")); // in a path
    assert!(is_url("http://h/?#%zz")); // in a query
    assert!(!is_url("http://h#"));
}
