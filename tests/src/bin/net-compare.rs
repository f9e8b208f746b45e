//! Compares the functions of URLs, IP addresses and prefixes with the oracle's on random texts: values and errors.
//!
//! `net-compare COUNT SEED` asks about COUNT texts of each kind and prints the first differences. `ORACLE` names the
//! oracle's program.

use cel_runtime::__private::{
    Arena,
    generated::{Outcome, list},
};
use cel_runtime::library::{cidr, ip, url};
use serde_json::{Value, json};
use std::{env, error::Error, process::Command, process::ExitCode, time::Instant};
use tests::{
    mutation::Random,
    native::{self, values::Encode},
    network,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// An expression over `x` and `y`, and what it is here.
struct Question {
    expr: &'static str,
    ours: for<'a> fn(&'a Arena, &'a str, &'a str) -> Outcome<'a, Value>,
}

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed] = args.as_slice() else {
        return Err("usage: net-compare COUNT SEED".into());
    };
    let (count, start) = (count.parse::<usize>()?, Instant::now());
    let mut random = Random::new(seed.parse()?);
    let mut different = 0;
    let kinds: [(&str, &[Question], fn(&mut Random) -> String); 3] =
        [("URLs", URLS, network::url), ("addresses", IPS, network::ip), ("prefixes", CIDRS, network::cidr)];
    for (name, questions, text) in kinds {
        let (mut values, mut errors) = (0, 0);
        for batch in (0..count).step_by(BATCH) {
            let texts: Vec<[String; 2]> = (batch..count.min(batch + BATCH))
                .map(|_| {
                    let x = text(&mut random);
                    let y = network::near(&mut random, &x);
                    [x, y]
                })
                .collect();
            for (request, theirs, ours) in compare(questions, &texts)? {
                *(if theirs.get("error").is_some() { &mut errors } else { &mut values }) += 1;
                if theirs != ours {
                    different += 1;
                    if different <= 20 {
                        println!("{request}\n  server {theirs}\n  native {ours}");
                    }
                }
            }
        }
        println!("{count} {name}: {values} values, {errors} errors");
    }
    println!("{different} different, {} s", start.elapsed().as_secs());
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Requests with both answers, value or error alone.
fn compare(questions: &[Question], texts: &[[String; 2]]) -> Result<Vec<(Value, Value, Value)>> {
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    let asked: Vec<(&Question, &[String; 2])> =
        texts.iter().flat_map(|texts| questions.iter().map(move |question| (question, texts))).collect();
    let requests: Vec<Value> = asked.iter().map(|(question, texts)| request(question, texts)).collect();
    let command = &mut Command::new(oracle);
    let theirs = native::talk(command.args(["-mode", "expr", "-stable"]), requests.iter().cloned())?;
    let ours = asked.iter().map(|(question, [x, y])| {
        let arena = Arena::new();
        match (question.ours)(&arena, x, y) {
            Ok(value) => json!({"value": value}),
            Err(error) => json!({"error": error.to_string()}),
        }
    });
    let theirs = theirs.iter().map(|answer| match answer.get("error") {
        Some(error) => json!({"error": error}),
        None => json!({"value": sorted(&answer["value"])}),
    });
    Ok(requests.iter().cloned().zip(theirs).zip(ours).map(|((r, t), o)| (r, t, o)).collect())
}

fn request(question: &Question, [x, y]: &[String; 2]) -> Value {
    let text = |value: &String| json!({"type": "string", "value": value});
    json!({"id": 0, "expr": question.expr, "vars": {"x": text(x), "y": text(y)}})
}

/// The entries of a map in one order.
fn sorted(value: &Value) -> Value {
    let mut value = value.clone();
    if value["type"] == "map"
        && let Some(entries) = value["value"].as_array_mut()
    {
        entries.sort_by_key(ToString::to_string);
    }
    value
}

const BATCH: usize = 5_000;

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
        ours: |arena, x, _| Ok(sorted(&url::get_query(arena, url::url(arena, x)?).encode())),
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
