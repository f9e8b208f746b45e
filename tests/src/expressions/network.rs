//! Rules and texts for URLs, IP addresses and address prefixes.

/// A function that makes a value of a type, and texts for it. A few of the texts are wrong.
pub(super) fn constructor(ty: &str) -> Option<(&'static str, &'static [&'static str])> {
    match ty {
        "kubernetes.URL" => Some(("url", URLS)),
        "net.IP" => Some(("ip", IPS)),
        "net.CIDR" => Some(("cidr", CIDRS)),
        _ => None,
    }
}

/// Result, weight, texts.
pub(super) const RULES: &[(&str, usize, &[&str])] = &[
    ("kubernetes.URL", 1, &["url(<string~>)"]),
    ("net.IP", 2, &["ip(<string~>)", "<net.CIDR>.ip()"]),
    ("net.CIDR", 2, &["cidr(<string~>)", "<net.CIDR>.masked()"]),
    (
        "bool",
        1,
        &[
            "isURL(<string>)",
            "isIP(<string>)",
            "isCIDR(<string>)",
            "ip.isCanonical(<string>)",
            "ip.isCanonical(string(<net.IP>))",
            "<net.IP>.isUnspecified()",
            "<net.IP>.isLoopback()",
            "<net.IP>.isLinkLocalMulticast()",
            "<net.IP>.isLinkLocalUnicast()",
            "<net.IP>.isGlobalUnicast()",
            "<net.CIDR>.containsIP(<string>)",
            "<net.CIDR>.containsIP(<net.IP>)",
            "<net.CIDR>.containsCIDR(<string>)",
            "<net.CIDR>.containsCIDR(<net.CIDR>)",
            "<net.CIDR>.containsCIDR(string(<net.CIDR>))",
        ],
    ),
    (
        "bool",
        1,
        &[
            "(<kubernetes.URL> == <kubernetes.URL>)",
            "(<kubernetes.URL> != <kubernetes.URL>)",
            "(<net.IP> == <net.IP>)",
            "(<net.IP> != <net.IP>)",
            "(<net.CIDR> == <net.CIDR>)",
            "(<net.CIDR> != <net.CIDR>)",
            "(<net.IP> == dyn(<T>))",
            "(<net.CIDR> == dyn(<T>))",
            "(dyn(<T>) != <net.IP>)",
            "(<net.CIDR> != null)",
            "(<kubernetes.URL> == null)",
            "(<net.IP> in [<net.IP>, <net.IP>])",
            "([<net.CIDR>] == [<net.CIDR>])",
            "({'a': <net.IP>} == {'a': <net.IP>})",
            "(optional.of(<net.IP>) == optional.of(<net.IP>))",
            "(type(<net.IP>) == net.IP)",
            "(type(<net.CIDR>) == type(<kubernetes.URL>))",
        ],
    ),
    (
        "string",
        2,
        &[
            "string(<net.IP>)",
            "string(<net.CIDR>)",
            "<kubernetes.URL>.getScheme()",
            "<kubernetes.URL>.getHost()",
            "<kubernetes.URL>.getHostname()",
            "<kubernetes.URL>.getPort()",
            "<kubernetes.URL>.getEscapedPath()",
        ],
    ),
    ("int", 1, &["<net.IP>.family()", "<net.CIDR>.prefixLength()"]),
    ("map(string,list(string))", 4, &["<kubernetes.URL>.getQuery()"]),
    ("list(string)", 1, &["<kubernetes.URL>.getQuery().q"]),
    (
        "bool",
        1,
        &[
            "[<net.IP>, <net.IP>].all(<x:net.IP>, <bool>)",
            "[<net.CIDR>, <net.CIDR>].exists_one(<x:net.CIDR>, <bool>)",
            "[<kubernetes.URL>].exists(<x:kubernetes.URL>, <bool>)",
        ],
    ),
];

const URLS: &[&str] = &[
    "/",
    "https://u:p@example.com:8443/a b?q=1&q=2&a=%zz#f",
    "HTTP://h",
    "http://[::1%25a]:80/%ff?q=%ff",
    "mailto:x",
    "//h/p?q",
    "no url",
    "",
    "http://h/?q#%zz",
    "http://日本語/äöü",
];
const IPS: &[&str] = &[
    "127.0.0.1",
    "10.1.2.3",
    "::1",
    "::",
    "fe80::1",
    "2001:DB8::abcd",
    "224.0.0.1",
    "1.2.3",
    "::ffff:1.2.3.4",
];
const CIDRS: &[&str] = &[
    "10.0.0.0/8",
    "10.1.2.3/16",
    "127.0.0.0/8",
    "0.0.0.0/0",
    "::/0",
    "fe80::1/64",
    "2001:db8::/33",
    "::1/128",
    "10.0.0.0/33",
    "10.0.0.0",
];
