//! Memory that one evaluation may build.

use allocation_counter::measure;
use cel_runtime::{Options, Report, XValidation};
use serde::Serialize;

macro_rules! rules {
    ($($name:ident $rule:tt;)*) => {
        $(#[test]
        fn $name() {
            #[derive(XValidation, Serialize)]
            #[x_validation(rule = $rule, manual_crd)]
            struct Built {
                text: String,
                items: Vec<String>,
            }
            let built = Built { text: "ab".repeat(1 << 18), items: super::items(100_000) };
            assert_refused(|options| built.x_evaluate(None, options));
        })*
    };
}

rules! {
    wide_formats "self.items.all(x, '%.1000000e'.format([1.0]) != x)";
    replaced_by_a_long_text "self.text.replace('', self.text) != ''";
    many_replaced "self.text.replace('a', self.text).size() > 3";
    printed_lists "self.items.all(x, '%s'.format([self.items]).size() > 3)";
    joined_by_a_long_text "self.items.join(self.text) != ''";
    flattened "lists.range(20000).map(x, self.items).flatten().size() > 0";
    doubled "[self.items].map(a, a + a).map(a, a + a).map(a, a + a).map(a, a + a).map(a, a + a).map(a, a + a).map(a, a + a).map(a, a + a).all(a, a.reverse().size() > 0)";
    copied_texts "self.items.all(x, '%s'.format([self.text]).size() > 3)";
}

/// A limit smaller than what is there already refuses what is built, and nothing else.
#[test]
fn a_small_limit() {
    #[derive(XValidation, Serialize)]
    #[x_validation(rule = "self.items.all(x, x != '')", manual_crd)]
    #[x_validation(rule = "self.items.map(x, x + '!').all(x, x != '!')")]
    struct Built {
        items: Vec<String>,
    }
    let of = |count, memory_limit| {
        let options = Options { memory_limit, ..Options::default() };
        Built { items: super::items(count) }.x_evaluate(None, &options)
    };
    assert!(of(1000, 1 << 20).errors.is_empty());
    assert!(of(10, 1 << 16).errors.is_empty());
    let report = of(1000, 1 << 14);
    assert_eq!(
        report.errors.to_string(),
        "<nil>: Invalid value: \"object\": 'operation cancelled: memory limit of 16384 bytes exceeded': no further validation rules will be run after rule: self.items.map(x, x + '!').all(x, x != '!')"
    );
    assert_eq!((report.rules.len(), report.remaining_budget), (2, -1));
}

#[test]
fn messages() {
    #[derive(XValidation, Serialize)]
    #[x_validation(
        rule = "self.text == ''",
        message = "no text",
        message_expression = "self.text.replace('', self.text)",
        manual_crd
    )]
    #[x_validation(rule = "self.text != ''")]
    struct Built {
        text: String,
    }
    let built = Built { text: "ab".repeat(1 << 18) };
    let report = built.x_evaluate(None, &Options::default());
    assert_eq!(
        report.errors.to_string(),
        "<nil>: Invalid value: \"object\": 'operation cancelled: memory limit of 268435456 bytes exceeded': no further validation rules will be run after messageExpression: \"self.text.replace('', self.text)\""
    );
    assert_eq!((report.rules.len(), report.remaining_budget), (1, -1));
}

/// Values that were built do not count for the next rule.
#[test]
fn each_evaluation_has_the_limit() {
    #[derive(XValidation, Serialize)]
    #[x_validation(manual_crd)]
    struct Items {
        #[x_validation(items(rule = "(self + self).size() > 0"))]
        items: Vec<String>,
    }
    let items = Items { items: vec!["a".repeat(10_000); 100] };
    let options = Options { memory_limit: 200_000, ..Options::default() };
    assert!(items.x_evaluate(None, &options).errors.is_empty());
}

fn assert_refused(run: impl Fn(&Options) -> Report) {
    for memory_limit in [32 << 20, 8 << 20] {
        let options = Options { memory_limit, ..Options::default() };
        let mut text = String::new();
        let info = measure(|| text = run(&options).errors.to_string());
        println!("{} of {memory_limit} bytes", info.bytes_max);
        assert!(text.contains(&format!("memory limit of {memory_limit} bytes exceeded")), "{text:.300}");
        assert!(info.bytes_max < memory_limit as u64 + SLACK, "{} of {memory_limit} bytes", info.bytes_max);
    }
}

/// The index of an object, texts of errors, and what is collected before it is put into the arena.
const SLACK: u64 = 16 << 20;
