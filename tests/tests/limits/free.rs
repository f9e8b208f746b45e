//! What is free on the server: no kind of step takes so long that the limit on such steps is reached after more than two seconds.

use cel_runtime::{__private::Walk, Options, Report, XValidation};
use cpu_time::ThreadTime;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};

macro_rules! cases {
    ($($rule:literal)*) => {
        const CASES: &[(&str, fn(&Compared) -> Report)] = &[$(($rule, |compared| {
            #[derive(XValidation, JsonSchema, Serialize)]
            #[x_validation(rule = $rule, manual_crd)]
            struct Judged {
                rounds: Vec<i64>,
                ints: Vec<i64>,
                texts: Vec<String>,
                #[schemars(extend("x-kubernetes-list-type" = "set"))]
                set: Vec<String>,
                map: BTreeMap<String, String>,
                long: Vec<String>,
                of_long: BTreeMap<String, String>,
                of_longs: BTreeMap<String, String>,
                longs: Vec<String>,
                wide: Option<String>,
                empty: String,
                zeros: Vec<String>,
                hours: Vec<String>,
                urls: Vec<String>,
                others: Vec<String>,
                #[schemars(extend("x-kubernetes-list-type" = "set"))]
                long_set: Vec<String>,
                #[schemars(extend("x-kubernetes-list-type" = "set"))]
                turned: Vec<String>,
                #[x_validation(opaque)]
                items: Untyped,
                #[x_validation(opaque)]
                entries: Untyped,
            }
            let Compared { rounds, ints, texts, map, longs, items, entries } = compared.clone();
            let of_long = BTreeMap::from_iter(longs.iter().take(1).map(|long| (long.clone(), long.clone())));
            let judged = Judged {
                rounds,
                ints,
                set: texts.clone(),
                texts,
                map,
                long: longs.iter().take(1).cloned().collect(),
                of_longs: of_long.clone(),
                of_long,
                wide: Some("\u{e9}".repeat(1 << 19)),
                empty: String::new(),
                zeros: vec!["0".repeat(1 << 19)],
                hours: vec!["0h".repeat(1 << 18)],
                urls: longs.iter().map(|long| format!("/{long}")).collect(),
                others: longs.clone(),
                turned: longs.iter().rev().cloned().collect(),
                long_set: longs.clone(),
                longs,
                items,
                entries,
            };
            judged.x_evaluate(None, &Options::default())
        })),*];
    };
}

cases! {
    "self.rounds.all(i, self.ints == self.ints)"
    "self.rounds.all(i, self.texts == self.texts)"
    "self.rounds.all(i, self.set == self.set)"
    "self.rounds.all(i, self.set == self.texts)"
    "self.rounds.all(i, self.map == self.map)"
    "self.rounds.all(i, dyn(self.ints) == dyn(self.ints))"
    "self.rounds.all(i, dyn(self.texts) == dyn(self.texts))"
    "self.rounds.all(i, dyn(self.map) == dyn(self.map))"
    "self.rounds.all(i, self.items == self.items)"
    "self.rounds.all(i, self.entries == self.entries)"
    "self.rounds.all(i, dyn(self) == dyn(self))"
    "self.rounds.all(i, [self.texts] == [self.texts])"
    "self.rounds.all(i, self.texts in [self.texts])"
    "self.rounds.all(i, dyn([self.texts]).flatten().size() > 0)"
    "self.rounds.all(i, self.rounds.exists_one(j, false) || true)"
    "self.rounds.all(i, self.long == self.long)"
    "self.rounds.all(i, self.of_long == self.of_long)"
    "self.rounds.all(i, self.long[0] in self.long)"
    "self.rounds.all(i, dyn(self.long) == dyn(self.long))"
    "self.rounds.all(i, self.longs == self.others)"
    "self.rounds.all(i, self.rounds.all(j, self.longs == self.others))"
    "self.rounds.all(i, self.long_set == self.others)"
    "self.rounds.all(i, self.long_set == self.turned)"
    "self.rounds.all(i, dyn(self.long_set) == dyn(self.turned))"
    "self.rounds.all(i, dyn(self.longs) == dyn(self.others))"
    "self.rounds.all(i, self.others[5] in self.longs)"
    "self.rounds.all(i, self.of_long == self.of_longs)"
    "self.rounds.all(i, self.others[0] in self.of_long)"
    "self.rounds.all(i, self.longs.all(l, l.size() > 300000))"
    "self.rounds.all(i, self.longs.all(l, dyn(l).size() > 300000))"
    "self.rounds.all(i, has(self.wide) && self.wide.size() > 300000)"
    "self.rounds.all(i, self.?wide.orValue('').size() > 300000)"
    "self.rounds.all(i, !has(self.wide) || self.longs.all(l, l != self.wide))"
    "self.rounds.all(i, self.longs.all(l, l.contains(self.empty)))"
    "self.rounds.all(i, self.wide.charAt(500000) != 'a')"
    "self.rounds.all(i, self.zeros.all(z, int(z) == 0))"
    "self.rounds.all(i, self.zeros.all(z, uint(z) == 0u))"
    "self.rounds.all(i, self.zeros.all(z, double(z) == 0.0))"
    "self.rounds.all(i, self.hours.all(h, duration(h) == duration('0s')))"
    "self.rounds.all(i, self.urls.all(u, isURL(u)))"
}

#[derive(Clone)]
struct Compared {
    rounds: Vec<i64>,
    ints: Vec<i64>,
    texts: Vec<String>,
    map: BTreeMap<String, String>,
    longs: Vec<String>,
    items: Untyped,
    entries: Untyped,
}

#[derive(JsonSchema, Serialize, Clone)]
struct Untyped {
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    free: Value,
}

#[test]
fn no_free_step_takes_long() {
    let compared = compared();
    let mut slow = Vec::new();
    for (rule, judge) in CASES {
        let _walk = cfg!(debug_assertions).then(|| Walk::with_steps(10_000_000));
        let start = ThreadTime::now();
        let errors = judge(&compared).errors.to_string();
        let time = start.elapsed();
        println!("{time:?}: {rule}: {errors:.120}");
        if time > MOST_TIME {
            slow.push(format!("{time:?}: {rule}"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

fn compared() -> Compared {
    let texts = super::items(10_000);
    let map: BTreeMap<String, String> = texts.iter().map(|text| (text.clone(), text.clone())).collect();
    let longs = (0..6).map(|n| "a".repeat(1 << 19) + &n.to_string()).collect();
    Compared {
        rounds: (0..100_000).collect(),
        ints: (0..10_000).collect(),
        items: Untyped { free: json!(texts) },
        entries: Untyped { free: json!(map) },
        texts,
        map,
        longs,
    }
}

/// Ten times the time in a build without optimisation.
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
