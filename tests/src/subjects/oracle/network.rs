//! Compares the functions of URLs, IP addresses and prefixes with the oracle on random texts: values and errors.

use crate::{
    native::values::Encode,
    network,
    program::{Asked, Report, Result},
    questions::{self, Kind, Question},
};
use cel_runtime::__private::{
    library::{cidr, ip, url},
    ops::list,
};

/// Compares random pairs of texts of each kind.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    questions::compare(KINDS, asked, report)
}

const KINDS: &[Kind] = &[
    Kind { name: "URLs", questions: URLS, text: network::url, near: network::near },
    Kind { name: "addresses", questions: IPS, text: network::ip, near: network::near },
    Kind { name: "prefixes", questions: CIDRS, text: network::cidr, near: network::near },
];

const URLS: &[Question] = &[
    Question { expr: "isURL(x)", ours: |_, x, _| Ok(url::is_url(x).encode()) },
    Question { expr: "url(x)", ours: |arena, x, _| Ok(url::url(arena, x)?.encode()) },
    Question {
        expr: "[url(x).getScheme(), url(x).getHost(), url(x).getHostname(), url(x).getPort(), url(x).getEscapedPath()]",
        ours: |arena, x, _| {
            let url = url::url(arena, x)?;
            let getters =
                [url::get_scheme, url::get_host, url::get_hostname, url::get_port, url::get_escaped_path];
            Ok(list::of(arena, getters.map(|get| get(arena, url))).encode())
        },
    },
    Question {
        expr: "url(x).getQuery()",
        ours: |arena, x, _| Ok(url::get_query(arena, url::url(arena, x)?).encode()),
    },
    Question {
        expr: "url(x) == url(y)",
        ours: |arena, x, y| Ok((url::url(arena, x)? == url::url(arena, y)?).encode()),
    },
];

const IPS: &[Question] = &[
    Question { expr: "isIP(x)", ours: |_, x, _| Ok(ip::is_ip(x).encode()) },
    Question { expr: "ip(x)", ours: |arena, x, _| Ok(ip::ip(arena, x)?.encode()) },
    Question { expr: "ip.isCanonical(x)", ours: |arena, x, _| Ok(ip::is_canonical(arena, x)?.encode()) },
    Question { expr: "ip(x).family()", ours: |arena, x, _| Ok(ip::family(ip::ip(arena, x)?).encode()) },
    Question {
        expr: "[ip(x).isUnspecified(), ip(x).isLoopback(), ip(x).isLinkLocalMulticast(), ip(x).isLinkLocalUnicast(), \
               ip(x).isGlobalUnicast()]",
        ours: |arena, x, _| {
            let ip = ip::ip(arena, x)?;
            let getters = [
                ip::is_unspecified,
                ip::is_loopback,
                ip::is_link_local_multicast,
                ip::is_link_local_unicast,
                ip::is_global_unicast,
            ];
            Ok(list::of(arena, getters.map(|get| get(ip))).encode())
        },
    },
    Question {
        expr: "ip(x) == ip(y)",
        ours: |arena, x, y| Ok((ip::ip(arena, x)? == ip::ip(arena, y)?).encode()),
    },
];

const CIDRS: &[Question] = &[
    Question { expr: "isCIDR(x)", ours: |_, x, _| Ok(cidr::is_cidr(x).encode()) },
    Question { expr: "cidr(x)", ours: |arena, x, _| Ok(cidr::cidr(arena, x)?.encode()) },
    Question {
        expr: "[string(cidr(x).ip()), string(cidr(x).masked()), string(cidr(x).prefixLength())]",
        ours: |arena, x, _| {
            let cidr = cidr::cidr(arena, x)?;
            let texts = [
                cidr::ip(cidr).to_string(),
                cidr::masked(cidr).to_string(),
                cidr::prefix_length(cidr).to_string(),
            ];
            Ok(list::of(arena, texts.each_ref().map(|text| &*arena.alloc_str(text))).encode())
        },
    },
    Question {
        expr: "cidr(x).containsIP(y)",
        ours: |arena, x, y| Ok(cidr::contains_ip_string(cidr::cidr(arena, x)?, y)?.encode()),
    },
    Question {
        expr: "cidr(x).containsIP(ip(y))",
        ours: |arena, x, y| Ok(cidr::contains_ip(cidr::cidr(arena, x)?, ip::ip(arena, y)?).encode()),
    },
    Question {
        expr: "cidr(x).containsCIDR(y)",
        ours: |arena, x, y| Ok(cidr::contains_cidr_string(arena, cidr::cidr(arena, x)?, y)?.encode()),
    },
    Question {
        expr: "cidr(x) == cidr(y)",
        ours: |arena, x, y| Ok((cidr::cidr(arena, x)? == cidr::cidr(arena, y)?).encode()),
    },
];
