//! No name of ours is in the way of one of the user's. The names are those of the code that types of all kinds (`names.shapes.rs`)
//! expand to; `names.txt` lists them, and `UPDATE=1` writes it anew. Each is then used for everything that a user can name.

use crate::{Crate, is_committed};
use proc_macro2::{TokenStream, TokenTree};
use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::Path, process::Command};

/// The types, with the terms of rules large enough for code that large rules alone have.
fn shapes() -> String {
    let terms = |value: &str| vec![format!("dyn({value}) == dyn({value})"); 200].join(" && ");
    include_str!("names.shapes.rs")
        .replace("TERMS_OF_SELF", &terms("self.qInner"))
        .replace("TERMS_OF_ITEM", &terms("q"))
}

const DEPENDENCIES: &str = r#"cel-runtime = { path = "$ROOT/cel-runtime", default-features = false, features = ["derive", "k8s-openapi", "regex", "time-zones"] }
k8s-openapi = { version = "0.29", features = ["latest"] }
serde_json = "1""#;

/// Names that are taken everywhere, so that no item of the user's has them.
const EVERYWHERE: [&str; 3] = ["cel_runtime", "core", "std"];

#[test]
fn the_names_of_generated_code_are_the_listed_ones() {
    let source = format!("#![allow(dead_code)]\n{}", shapes());
    let krate = Crate { name: "names-expanded", dependencies: DEPENDENCIES, source: &source };
    let names: String = names(&expanded(&krate)).into_iter().map(|name| name + "\n").collect();
    assert!(is_committed("tests/crates/names.txt", &names), "run with UPDATE=1 and read the difference");
}

/// The crate as rustc sees it behind the macros.
fn expanded(krate: &Crate<'_>) -> String {
    let directory = krate.write();
    // Only the crate itself is compiled with an option that stable compilers do not have.
    let wrapper = directory.join("rustc.sh");
    fs::write(&wrapper, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec \"$@\"\n").expect("a script");
    let chmod = Command::new("chmod").arg("+x").arg(&wrapper).status().expect("chmod runs");
    assert!(chmod.success());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target directory");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["rustc", "--profile=check", "--offline", "--quiet", "--color=never", "--target-dir"])
        .arg(target)
        .args(["--", "-Zunpretty=expanded"])
        .env("RUSTC_WORKSPACE_WRAPPER", &wrapper)
        .current_dir(&directory)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("code")
}

/// The identifiers of some code that users could write, lifetimes with their apostrophe; without those of the shapes.
fn names(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect(code.parse().expect("code"), &mut names);
    let of_shapes = |name: &str| name.trim_start_matches('\'').starts_with(['q', 'Q']);
    let is_name = |name: &str| syn::parse_str::<syn::Ident>(name.trim_start_matches('\'')).is_ok();
    // The macros in the types' own names: `docs/how-it-works.md` says so.
    let is_macro = |name: &str| name.starts_with("__x_validation_");
    // Large rules have hundreds of numbered values: ten are as good.
    let is_repeated = |name: &str| {
        let is_numbered = name.starts_with("__cel_") || name.starts_with("part_");
        let number = name.rsplit_once('_').and_then(|(_, number)| number.parse::<u32>().ok());
        is_numbered && number.is_some_and(|number| number >= 10)
    };
    names.retain(|name| {
        is_name(name)
            && !of_shapes(name)
            && !is_macro(name)
            && !is_repeated(name)
            && !EVERYWHERE.contains(&name.as_str())
    });
    names
}

fn collect(code: TokenStream, names: &mut BTreeSet<String>) {
    let mut is_lifetime = false;
    for token in code {
        match &token {
            TokenTree::Group(group) => collect(group.stream(), names),
            TokenTree::Ident(ident) if is_lifetime => drop(names.insert(format!("'{ident}"))),
            TokenTree::Ident(ident) => drop(names.insert(ident.to_string())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        is_lifetime = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
    }
}

/// The listed names that are no lifetimes.
fn ours() -> Vec<&'static str> {
    include_str!("names.txt").lines().filter(|name| !name.starts_with('\'')).collect()
}

/// A line for each name, in which `$` stands for it and `@` for its number.
fn each(template: &str) -> String {
    let line = |(n, name): (usize, &str)| template.replace('$', name).replace('@', &n.to_string()) + "\n";
    ours().into_iter().enumerate().map(line).collect()
}

/// The names that a user has in scope: all of ours.
fn around() -> [(&'static str, String); 11] {
    let braced = |head: &str, template: &str, tail: &str| format!("{head} {{ {} }} {tail}", each(template));
    [
        ("constants", each("pub const $: crate::Hostile = crate::Hostile;")),
        ("statics", each("pub static $: crate::Hostile = crate::Hostile;")),
        ("functions", each("pub fn $(_: crate::Hostile) -> crate::Hostile { crate::Hostile }")),
        ("modules", each("pub mod $ {}")),
        ("unit_structs", each("pub struct $;")),
        ("newtypes", each("pub struct $(crate::Hostile);")),
        ("traits", each("pub trait $ {}")),
        ("macros", each("macro_rules! $ { () => {}; }")),
        ("variants", braced("pub enum Every", "$,", "pub use Every::*;")),
        (
            "glob",
            format!(
                "use everything::*; mod everything {{ {} }}",
                each("pub const $: crate::Hostile = crate::Hostile;")
            ),
        ),
        (
            "methods",
            braced(
                "pub trait Every",
                "fn $(&self) -> crate::Hostile { crate::Hostile }",
                "impl<T: ?Sized> Every for T {}",
            )
            // What stands in for serde's impls and for those of the derive is found as a trait's item only.
            .replace(" __cel_json(", " other(")
            .replace(" __CEL_HAS_RULES(", " another(")
            .replace(" __CEL_IS_KNOWN(", " third(")
            .replace(" __cel_at(", " fourth(")
            .replace(" __cel_is_null(", " fifth("),
        ),
    ]
}

#[test]
fn whatever_is_in_scope_does_not_matter() {
    let mut source = String::from(
        "#![allow(dead_code, unused, nonstandard_style, ambiguous_glob_imports)]\n#[derive(Clone, Copy)] pub struct Hostile;\n",
    );
    let shapes = shapes();
    for (role, items) in around() {
        let _ = writeln!(source, "pub mod in_scope_{role} {{ {items}\n{shapes}\n}}");
    }
    // Generic parameters and lifetimes.
    let parameters = each("$,");
    let _ = writeln!(source, "pub fn generic<'__cel, 'a, 'v, {parameters}>() {{ {shapes}\n}}");
    compiles("names-in-scope", &source);
}

#[test]
fn fields_variants_methods_and_types_may_have_any_name() {
    let each_method = each("pub fn $(&self) -> crate::Hostile { crate::Hostile }");
    let types = TYPES.iter().map(|(head, member)| {
        let (_, name) = head.rsplit_once(' ').expect("a name");
        let head =
            head.replace("RULES", "#[x_validation(rule = \"self == self && size('a') == 1\", manual_crd)]");
        let members = each(member);
        format!(
            "#[derive(::cel_runtime::XValidation)]\n{head} {{ {members} }}\nimpl {name} {{ {each_method} }}\n"
        )
    });
    let nested = each(
        "#[derive(::cel_runtime::XValidation)] #[x_validation(macro = Schema@, rule = \"self == self\", manual_crd)] pub struct $ { pub $: ::core::primitive::i32 }",
    );
    let head =
        "#![allow(dead_code, unused, nonstandard_style, ambiguous_associated_items)]\npub struct Hostile;\n";
    let types: String = types.collect();
    compiles("names-of-types", &format!("{head}{types}pub mod types {{ {nested} }}\npub use types::*;\n"));
}

/// A type, and a member of it for each name `$`.
const TYPES: &[(&str, &str)] = &[
    ("RULES pub struct Fields", "pub $: ::core::primitive::i32,"),
    ("RULES pub struct Optional", "pub $: ::core::option::Option<::std::string::String>,"),
    ("#[x_validation(rule = \"self != 'a'\", manual_crd)] pub enum Units", "$,"),
    ("RULES pub enum Structs", "$ { $: ::core::primitive::i32 },"),
    ("RULES pub enum Newtypes", "$(::core::option::Option<::core::primitive::i32>),"),
    ("RULES #[serde(untagged)] pub enum Untagged", "$ { $: ::core::primitive::i32 },"),
    ("RULES pub struct Nested", "#[x_validation(nested, schema = Schema@)] pub $: types::$,"),
];

fn compiles(name: &str, source: &str) {
    let (success, text) = Crate { name, dependencies: DEPENDENCIES, source }.check();
    let errors = text.lines().filter(|line| line.starts_with("error")).count();
    assert!(success, "{errors} errors\n{}", text.lines().take(80).collect::<Vec<_>>().join("\n"));
}
