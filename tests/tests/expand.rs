//! The code that rules become, as `cargo expand` shows it, in `expand/*.rs`. `UPDATE=1 cargo test -p tests --test expand`
//! writes them anew, and what the benchmark `metering` measures.

use cel_compiler::{
    env::Env,
    rule::{CompiledRule, compile},
    schema::{Schema, ValidationRule},
};
use cel_runtime::{__private::Node, XValidation};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::{collections::BTreeMap, env, fs, path::Path};
use tests_types::metering;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Scaler {
    min: i32,
    max: i32,
    step: Option<i64>,
    name: String,
    mode: Option<String>,
    window: Window,
    ports: Vec<Port>,
    labels: BTreeMap<String, String>,
    tags: Option<Vec<String>>,
    surge: IntOrString,
}

#[derive(XValidation)]
struct Window {
    start: Option<String>,
    end: Option<String>,
}

#[derive(XValidation)]
struct Port {
    name: String,
    port: i32,
}

const RULES: &[(&str, &str)] = &[
    ("compare", "self.min <= self.max"),
    ("compare_optional", "self.step <= 10 && self.step > self.min"),
    ("has_ternary", "has(self.step) ? self.max % self.step == 0 : true"),
    ("absorbed_error", "self.max / self.min > 2 || has(self.mode)"),
    ("in_list", "has(self.mode) && self.mode in ['Always', 'IfNotPresent', 'Never']"),
    ("nested_select", "has(self.window.start) == has(self.window.end)"),
    ("string_functions", "self.name.startsWith('a') && !self.name.contains('--') && self.name.size() <= 63"),
    ("string_equality", "self.window.start != self.window.end"),
    ("all", "self.ports.all(p, p.name.startsWith('a') && p.port > 0)"),
    ("all_exists_one", "self.ports.all(p, self.ports.exists_one(q, q.name == p.name))"),
    ("map_exists", "self.labels.exists(k, self.labels[k] == 'x')"),
    ("map_filter_size", "self.ports.map(p, p.port).filter(x, x > 10).size() < 5"),
    ("int_or_string", "type(self.surge) == int ? self.surge > 0 : self.surge.endsWith('%')"),
    ("quantity", "quantity(self.surge).isLessThan(quantity('1Gi'))"),
    ("scan", "self.name.matches('^v[0-9]{1,3}$') || self.name.find('^[^@]+') == 'latest'"),
    (
        "has_both",
        "has(self.step) && has(self.mode) && self.step > 2 ? self.mode != '' : !has(self.window.start) || self.max < 0 || self.window.start != self.name",
    ),
    ("split", "self.name.split('/')[0] == 'app' && self.name.split('/').all(p, p.split('=').size() == 2)"),
    ("converted_once", "self.ports.all(p, 0 < int(p.name) && int(p.name) < int(self.name) && self.max > 3)"),
    ("sized_once", "self.ports.all(p, p.port < self.name.size() && p.name.size() <= self.name.size())"),
    (
        "sized_once_optional",
        "!has(self.mode) || self.ports.all(p, p.port < self.mode.size() && p.name != self.mode)",
    ),
    ("index", "self.ports[0].name == 'http' || self.labels['app'] == self.name"),
    ("concatenation", "self.labels['name'] == self.name + '-' + string(self.max)"),
    ("format", "self.labels['name'] == '%s-%d'.format([self.name, self.max])"),
    ("opt_map", "self.?step.optMap(s, s * s).optMap(q, q < 100).orValue(true)"),
    ("optional_in_list", "[self.?step, optional.of(1)].exists(o, o.hasValue() && o.value() > self.min)"),
    (
        "read_once",
        "quantity(self.name).isLessThan(quantity('10Gi')) || cidr('10.0.0.0/8').containsIP(self.name)",
    ),
    (
        "left_by_another_round",
        "self.ports.exists_one(p, p.name.replace(self.labels[p.name + '-a'], 'b') == 'a')",
    ),
];

/// The text of a rule that fails.
const MESSAGES: &[(&str, &str)] =
    &[("message", "self.name + ' has ' + string(self.ports.size()) + ' ports'")];

/// The functions of the benchmark `metering`, with their charges and without.
#[test]
fn measured_functions_are_the_committed_ones() {
    let modules = [("metered", false), ("unmetered", true)].map(|(module, unmetered)| {
        let functions = metering::RULES.iter().map(|(name, rule)| {
            let compiled = compiled(metering::Scaler::SCHEMA, rule, None);
            let compiled = if unmetered { compiled.unmetered() } else { compiled };
            tokens(&compiled.functions("", name, "Scaler", "::cel_runtime::__private"))
        });
        let (module, names) =
            (format_ident!("{module}"), metering::RULES.map(|(name, _)| format_ident!("{name}")));
        quote! {
            pub mod #module {
                use cel_runtime::__private::RuleFn;
                use tests_types::metering::Scaler;

                pub const FUNCTIONS: &[RuleFn<Scaler>] = &[#(#names),*];
                #(#functions)*
            }
        }
    });
    let code = print(quote!(#(#modules)*));
    assert!(
        is_committed("benches/metering/generated.rs", &code),
        "run with UPDATE=1 and read the difference"
    );
}

#[test]
fn generated_functions_are_the_committed_ones() {
    let rules = RULES.iter().map(|(name, rule)| (name, expand(rule, None)));
    let messages =
        MESSAGES.iter().map(|(name, message)| (name, expand("self.ports.size() < 9", Some(message))));
    let differing: Vec<&str> = rules
        .chain(messages)
        .filter(|(name, code)| !is_committed(&format!("tests/expand/{name}.rs"), code))
        .map(|(name, _)| *name)
        .collect();
    assert!(differing.is_empty(), "{differing:?} differ: run with UPDATE=1 and read the difference");
}

/// Compares with a file of this package, or writes it.
fn is_committed(file: &str, code: &str) -> bool {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, code).expect("a file to write");
    }
    fs::read_to_string(file).unwrap_or_default() == *code
}

fn expand(rule: &str, message: Option<&str>) -> String {
    let compiled = compiled(Scaler::SCHEMA, rule, message);
    print(tokens(&compiled.functions("", "rule", "Scaler", "::cel_runtime::__private")))
}

fn tokens(code: &str) -> TokenStream {
    code.parse().expect("Rust")
}

fn compiled(schema: &str, rule: &str, message: Option<&str>) -> CompiledRule {
    let schema = Schema::from_text(schema).expect("a schema");
    let node = &schema.definitions[&schema.root].node;
    let (rule, message_expression) = (rule.to_owned(), message.map(str::to_owned));
    let rule = ValidationRule { rule, message_expression, ..ValidationRule::default() };
    compile(Env::for_node(&schema, node), node, &rule).expect("a rule that compiles")
}

fn print(code: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(code).expect("a file"))
}
