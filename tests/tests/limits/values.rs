//! Large values in functions: none takes long, or much memory, whatever its verdict.

use allocation_counter::measure;
use cel_runtime::{__private::Walk, Options, Report, XValidation};
use cpu_time::ThreadTime;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::{collections::BTreeMap, time::Duration};

macro_rules! cases {
    ($($rule:literal)*) => {
        const CASES: &[(&str, fn(&Large) -> Report)] = &[$(($rule, |large| {
            #[derive(XValidation, JsonSchema, Serialize)]
            #[x_validation(rule = $rule, manual_crd)]
            struct Judged {
                text: String,
                wide: String,
                digits: String,
                texts: Vec<String>,
                #[schemars(extend("x-kubernetes-list-type" = "set"))]
                set: Vec<String>,
                ints: Vec<i64>,
                map: BTreeMap<String, String>,
                #[x_validation(opaque)]
                deep: Deep,
            }
            let Large { text, wide, digits, texts, ints, map, deep } = large.clone();
            let judged = Judged { text, wide, digits, set: texts.clone(), texts, ints, map, deep };
            judged.x_evaluate(None, &Options::default())
        })),*];
    };
}

cases! {
    "self.text.lowerAscii().upperAscii().replace('A', 'bb').split('b').size() > 0"
    "self.text.replace('', '-').size() > 0"
    "self.text.split('').size() > 0"
    "self.texts.reverse().indexOf('') == 0"
    "self.text.lastIndexOf('ab') == 0 && self.text.contains('aaaaaaaaaaaaaaaaaaaaaaab')"
    "self.wide.substring(1, 1000).charAt(5) == 'b' || self.wide.upperAscii() == self.wide"
    "self.text.matches('^(a|aa)+$') && self.text.findAll('a.*b|a').size() > 0"
    "'%s %s %s'.format([self.text, self.texts, self.map]).size() > 0"
    "strings.quote(self.wide).size() > 0 && bytes(self.text) == bytes(self.wide)"
    "isQuantity(self.digits) && quantity(self.digits).isGreaterThan(quantity('1'))"
    "quantity(self.digits + 'Ei').add(quantity(self.digits)).isLessThan(quantity('1'))"
    "quantity('0.' + self.digits + 'n').asApproximateFloat() > 0.0"
    "isIP(self.text) || isCIDR(self.digits) || isIP('::' + self.digits) || ip.isCanonical(self.digits)"
    "isURL('http://a/' + self.text + '?' + self.text) && url('http://a/' + self.text).getEscapedPath() != ''"
    "isSemver('1.2.3-' + self.text) && semver('1.2.3-' + self.text).compareTo(semver('1.2.3-' + self.digits)) > 0"
    "format.dns1123Subdomain().validate(self.text).hasValue() && format.uri().validate(self.text).hasValue()"
    "int(self.digits) == 1 || double(self.digits) > 0.0 || duration(self.digits + 'h') > duration('1s')"
    "sets.contains(self.texts, self.texts) && sets.equivalent(self.texts, self.set)"
    "sets.intersects(self.ints, self.ints.map(x, x + 1000000))"
    "self.texts.sort().isSorted() && self.texts.sortBy(x, x.size()).size() > 0"
    "self.texts.distinct().size() > 0"
    "self.ints.distinct().size() > 0"
    "self.ints.map(x, self.ints).flatten().size() > 0"
    "self.ints.sum() > 0 && self.ints.max() > self.ints.min() && self.ints.lastIndexOf(-1) == -1"
    "self.texts.join(self.text).size() > 0"
    "self.set + self.set == self.set && self.set == self.texts"
    "self.map == self.map && self.map.all(k, v, k != v) && self.map.transformMap(k, v, v + 'a') != self.map"
    "self.map.transformMapEntry(k, v, {v: k}).size() > 0 && self.map.exists(k, v, k == 'z')"
    "self.map.transformList(k, v, k + v).all(x, x in self.map)"
    "self.map.all(k, self.map.all(l, v, l != k || v != k))"
    "self.deep == self.deep && dyn(self.deep) in [dyn(self.deep)]"
    "self.ints.all(i, self.deep == self.deep)"
}

#[derive(Clone)]
struct Large {
    text: String,
    wide: String,
    digits: String,
    texts: Vec<String>,
    ints: Vec<i64>,
    map: BTreeMap<String, String>,
    deep: Deep,
}

#[derive(JsonSchema, Serialize, Clone)]
struct Deep {
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    free: Value,
}

#[test]
fn large_values() {
    let large = large();
    for (rule, judge) in CASES {
        // Comparing a value without a type is free, here for each of 100,000 integers: it ends at the limit on steps, which is a hundred
        // times as far without optimisation.
        let is_free = cfg!(debug_assertions) && rule.contains("(i, self.deep");
        let _walk = is_free.then(|| Walk::with_steps(5_000_000));
        let start = ThreadTime::now();
        let mut errors = String::new();
        let memory = measure(|| errors = judge(&large).errors.to_string()).bytes_max;
        let time = start.elapsed();
        println!("{time:?}, {} MB: {rule}: {:.100}", memory >> 20, errors);
        assert!(time < MOST_TIME && memory < MOST_MEMORY, "{time:?}, {memory} bytes: {rule}");
    }
}

fn large() -> Large {
    Large {
        text: "a".repeat(1 << 20),
        wide: "é😀".repeat(1 << 17),
        digits: "7".repeat(1_000_000),
        texts: super::items(100_000),
        ints: (0..100_000).collect(),
        map: super::items(100_000).into_iter().map(|item| (item.clone(), item)).collect(),
        deep: Deep {
            free: (0..DEPTH).fold(Value::from(super::items(10_000)), |inner, _| Value::from(vec![inner])),
        },
    }
}

/// serde_json reads 128 levels.
const DEPTH: usize = 120;
/// Ten times the time in a build without optimisation.
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
const MOST_MEMORY: u64 = 500_000_000;
