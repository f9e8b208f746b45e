//! The sources of the packages that are compiled.

use std::fmt::Write as _;

/// 100 structs in groups of four. Each nests the one before.
pub(crate) fn source(derive: &str, rules: bool) -> String {
    let mut source = "#![allow(dead_code)]\nuse std::collections::BTreeMap;\n".to_owned();
    if derive == "XValidation" {
        source.push_str("use cel_runtime::XValidation;\n");
    }
    for n in 0..STRUCTS {
        push_struct(&mut source, derive, rules, n);
    }
    source
}

fn push_struct(source: &mut String, derive: &str, rules: bool, n: u32) {
    let rules: &[&str] = if rules { RULES[(n % 4) as usize] } else { &[] };
    let _ = writeln!(source, "#[derive({derive})]");
    if derive == "XValidation" {
        let _ = writeln!(source, "#[x_validation(manual_crd)]");
    }
    for rule in rules {
        let _ = writeln!(source, "#[x_validation(rule = \"{rule}\", message = \"a message\")]");
    }
    let fields = FIELDS[(n % 4) as usize].replace("Before", &format!("Type{}", n.wrapping_sub(1)));
    let _ = writeln!(source, "pub struct Type{n} {{ {fields} }}");
}

/// The same structs with rules in four files: the name and the text of each. A file imports the types that its own nest, and these are
/// expanded after it.
pub(crate) fn in_files() -> Vec<(String, String)> {
    let of_file = |own: u32| {
        let mut source = "use cel_runtime::XValidation;\nuse std::collections::BTreeMap;\n".to_owned();
        for n in (own..STRUCTS).step_by(4) {
            if let Some(before) = own.checked_sub(1) {
                let _ = writeln!(source, "use crate::part{before}::Type{};", n - 1);
            }
        }
        (own..STRUCTS).step_by(4).for_each(|n| push_struct(&mut source, "XValidation", true, n));
        (format!("part{own}"), source)
    };
    (0..4).rev().map(of_file).collect()
}

pub(crate) const STRUCTS: u32 = 100;
pub(crate) const RULES_PER_STRUCT: u32 = 3;

const FIELDS: [&str; 4] = [
    "name: String, port: i32, protocol: Option<String>",
    "ports: Vec<Before>, labels: BTreeMap<String, String>, class: Option<String>",
    "min: i32, max: i32, step: Option<i64>, service: Before",
    "replicas: i32, mode: Option<String>, tags: Vec<String>, scaling: Option<Before>",
];

pub(crate) const RULES: [&[&str; RULES_PER_STRUCT as usize]; 4] = [
    &[
        "self.port > 0 && self.port < 65536",
        "self.name.size() <= 63 && !self.name.contains('--')",
        "!has(self.protocol) || self.protocol in ['TCP', 'UDP', 'SCTP']",
    ],
    &[
        "self.ports.all(p, p.name.startsWith('a') && p.port > 0)",
        "self.ports.all(p, self.ports.exists_one(q, q.name == p.name))",
        "self.labels.all(k, k.size() < 64 && self.labels[k] != '')",
    ],
    &[
        "self.min <= self.max",
        "has(self.step) ? self.max % self.step == 0 : true",
        "self.service.ports.size() > 0 || has(self.service.class)",
    ],
    &[
        "!has(self.scaling) || self.scaling.min <= self.replicas && self.replicas <= self.scaling.max",
        "has(self.mode) && self.mode == 'manual' ? !has(self.scaling) : true",
        "self.tags.filter(t, t.startsWith('x-')).size() <= 5",
    ],
];

/// 100 structs with two rules. One of them reads a `PodTemplateSpec` where there is one.
pub(crate) fn template_source(derive: &str, has_template: bool) -> String {
    let mut source = "#![allow(dead_code, unused_imports)]\nuse cel_runtime::XValidation;\n".to_owned();
    for n in 0..STRUCTS {
        let (field, rule) = match has_template {
            true => (", pub template: k8s_openapi::api::core::v1::PodTemplateSpec", TEMPLATE_RULE),
            false => ("", "self.replicas > 0"),
        };
        let rules = match derive {
            "XValidation" => format!(
                "#[x_validation(manual_crd)]\n#[x_validation(rule = \"self.name != ''\")]\n#[x_validation(rule = \"{rule}\")]\n"
            ),
            _ => String::new(),
        };
        let _ = writeln!(
            source,
            "#[derive({derive})]\n{rules}pub struct Type{n} {{ pub name: String, pub replicas: i32{field} }}"
        );
    }
    source
}

const TEMPLATE_RULE: &str = "self.template.spec.containers.all(c, has(c.resources))";
