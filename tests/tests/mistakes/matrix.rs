//! Kinds of mistakes, and the places where the type that has them stands.

use super::{programs::Program, recorded::IMPORTS};

/// A mistake in a type that is somewhere.
pub(crate) struct Cell {
    mistake: &'static Mistake,
    shape: &'static Shape,
}

/// The mistake, as parts of a type `Leaf { min: i32, name: String }`.
struct Mistake {
    name: &'static str,
    derives: &'static str,
    /// On the type.
    attributes: &'static str,
    fields: &'static str,
    /// Beside the type.
    items: &'static str,
}

/// The program around it, with `LEAF` for the type and `ROOT` for what the root of a CRD has.
struct Shape {
    name: &'static str,
    /// False where the rules of the type would be another mistake.
    has_rule: bool,
    program: &'static str,
}

/// All of them.
pub(crate) fn cells() -> Vec<Cell> {
    let cell = |(mistake, shape)| Cell { mistake, shape };
    let all = MISTAKES.iter().flat_map(|mistake| SHAPES.iter().map(move |shape| (mistake, shape)));
    // In an untagged enum any rule on the variant's type is a mistake.
    let is_one = |(mistake, shape): &(&Mistake, &Shape)| {
        shape.name != "untagged variant" || !mistake.attributes.contains("rule =")
    };
    all.filter(is_one).map(cell).collect()
}

impl Cell {
    pub(crate) fn program_name(&self) -> String {
        format!("{}-{}", self.mistake.name, self.shape.name).replace(' ', "_")
    }

    pub(crate) fn source(&self) -> String {
        let Mistake { derives, attributes, fields, items, .. } = self.mistake;
        let of_root = if self.shape.name == "root" { ROOT } else { "" };
        let transform =
            if self.shape.has_rule || self.mistake.attributes.contains("rule =") { TRANSFORM } else { "" };
        let rule = if self.shape.has_rule { LEAF_RULE } else { "" };
        let leaf = format!(
            "#[derive({derives})]\n{of_root}\n{transform}\n{rule}\n{attributes}\n\
             pub struct Leaf {{\n    pub min: i32,\n    pub name: String,\n{fields}\n}}\n"
        );
        let program =
            self.shape.program.replace("LEAF", &leaf).replace("ROOT", ROOT).replace("DERIVES", DERIVES);
        let items = items.replace("DERIVES", DERIVES);
        let (modules, imports) = if self.shape.name == "other module" {
            (format!("pub mod other {{ use super::*;\n{leaf}\n{items}\n}}"), "")
        } else {
            (items, "")
        };
        format!("#![allow(unused)]\n{program}\n{modules}\n{imports}\nfn main() {{}}\n{IMPORTS}")
    }

    /// The program without the derive. What rustc says of it is no error of ours.
    pub(crate) fn without_derive(&self) -> Program {
        let is_ours =
            |line: &str| line.starts_with("#[x_validation(") || line.starts_with("#[schemars(transform");
        let source = self.source();
        let lines: Vec<&str> = source.lines().filter(|line| !is_ours(line)).collect();
        let source = lines.join("\n").replace("(XValidation, ", "(");
        Program { name: self.program_name(), source }
    }

    /// How many errors there are, and the first line of each.
    pub(crate) fn line(&self, errors: &[String]) -> String {
        let texts: Vec<&str> = errors.iter().map(|error| error.lines().next().unwrap_or_default()).collect();
        format!("{}, {}: {}", self.mistake.name, self.shape.name, texts.join(" | "))
    }
}

const DERIVES: &str = "XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug";
const ROOT: &str =
    "#[derive(CustomResource)]\n#[kube(group = \"a.dev\", version = \"v1\", kind = \"Widget\")]";

const TRANSFORM: &str = "#[schemars(transform = Leaf::x_validations)]";
const LEAF_RULE: &str = "#[x_validation(rule = \"self.min > 0\")]";

const SHAPES: &[Shape] = &[
    Shape { name: "root", has_rule: true, program: "LEAF" },
    Shape {
        name: "nested",
        has_rule: true,
        program: "#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.leaf.min > 0\")]\npub struct Spec { leaf: Leaf }\nLEAF",
    },
    Shape {
        name: "three levels up",
        has_rule: true,
        program: "#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.one.two.leaf.min > 0\")]\npub struct Spec { one: One }\n#[derive(DERIVES)]\npub struct One { two: Two }\n#[derive(DERIVES)]\npub struct Two { leaf: Leaf }\nLEAF",
    },
    Shape {
        name: "list",
        has_rule: true,
        program: "LEAF\n#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.leaves.all(leaf, leaf.min > 0)\")]\npub struct Spec { #[schemars(length(max = 3))] leaves: Vec<Leaf> }",
    },
    Shape {
        name: "option",
        has_rule: true,
        program: "LEAF\n#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"!has(self.leaf) || self.leaf.min > 0\")]\npub struct Spec { leaf: Option<Leaf> }",
    },
    Shape {
        name: "map",
        has_rule: true,
        program: "LEAF\n#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.leaves.all(key, self.leaves[key].min > 0)\")]\npub struct Spec { #[schemars(extend(\"maxProperties\" = 3))] leaves: BTreeMap<String, Leaf> }",
    },
    Shape {
        name: "flattened",
        has_rule: false,
        program: "LEAF\n#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.min > 0\")]\npub struct Spec { #[serde(flatten)] leaf: Leaf }",
    },
    Shape {
        name: "newtype",
        has_rule: true,
        program: "LEAF\n#[derive(DERIVES)]\npub struct Wrapped(Leaf);\n#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.leaf.min > 0\")]\npub struct Spec { leaf: Wrapped }",
    },
    Shape {
        name: "untagged variant",
        has_rule: false,
        program: "LEAF\n#[derive(DERIVES)]\npub struct Other { other: bool }\n#[derive(DERIVES)]\n#[serde(untagged)]\npub enum Either { A(Leaf), B(Other) }\n#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"has(self.leaf.other) || self.leaf.min > 0\")]\npub struct Spec { leaf: Either }",
    },
    Shape {
        name: "other module",
        has_rule: true,
        program: "#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.leaf.min > 0\")]\npub struct Spec { leaf: other::Leaf }",
    },
    Shape {
        name: "generic argument",
        has_rule: true,
        program: "LEAF\n#[derive(DERIVES)]\npub struct Page<T> { of: T }\n#[derive(DERIVES)]\nROOT\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.leaf.of.min > 0\")]\npub struct Spec { leaf: Page<Leaf> }",
    },
    Shape {
        name: "status",
        has_rule: true,
        program: "LEAF\n#[derive(DERIVES)]\nROOT\n#[kube(status = \"Leaf\")]\n#[schemars(transform = Spec::x_validations)]\n#[x_validation(rule = \"self.size > 0\")]\npub struct Spec { size: i32 }",
    },
];

const NONE: Mistake = Mistake { name: "", derives: DERIVES, attributes: "", fields: "", items: "" };

const MISTAKES: &[Mistake] = &[
    Mistake { name: "misspelt property", attributes: "#[x_validation(rule = \"self.mim > 0\")]", ..NONE },
    Mistake { name: "syntax error", attributes: "#[x_validation(rule = \"self.min > \")]", ..NONE },
    Mistake { name: "wrong type", attributes: "#[x_validation(rule = \"self.min == 'a'\")]", ..NONE },
    Mistake {
        name: "unknown key",
        attributes: "#[x_validation(rule = \"self.min > 1\", mesage = \"x\")]",
        ..NONE
    },
    Mistake {
        name: "missing comma",
        attributes: "#[x_validation(rule = \"self.min > 1\" message = \"x\")]",
        ..NONE
    },
    Mistake {
        name: "missing derive",
        fields: "inner: Inner,",
        items: "#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)] pub struct Inner { a: i32 }",
        ..NONE
    },
    Mistake {
        name: "alias",
        fields: "inner: Al,",
        items: "#[derive(DERIVES)] pub struct Inner { a: i32 }\n#[cfg(any())] pub type Al = u8;\n#[cfg(not(any()))] pub type Al = Inner;",
        ..NONE
    },
    Mistake { name: "no such type", fields: "inner: Missing,", ..NONE },
    Mistake {
        name: "wrong as",
        fields: "#[x_validation(as = \"text\")] inner: Inner,",
        items: "#[derive(DERIVES)] pub struct Inner { a: i32 }",
        ..NONE
    },
    Mistake {
        name: "too expensive",
        attributes: "#[x_validation(rule = \"self.names.all(a, self.names.all(b, self.names.all(c, a != b && b != c)))\")]",
        fields: "names: Vec<String>,",
        ..NONE
    },
    Mistake {
        name: "bad field path",
        attributes: "#[x_validation(rule = \"self.min > 1\", field_path = \".mim\")]",
        ..NONE
    },
    Mistake {
        name: "same rule twice",
        attributes: "#[x_validation(rule = \"self.min > 1\")]\n#[x_validation(rule = \"self.min > 1\")]",
        ..NONE
    },
    Mistake {
        name: "rules below opaque",
        fields: "#[x_validation(opaque)] inner: Inner,",
        items: "#[derive(DERIVES)] #[schemars(transform = Inner::x_validations)] #[x_validation(rule = \"self.a > 0\")] pub struct Inner { a: i32 }",
        ..NONE
    },
    Mistake {
        name: "argument without derive",
        fields: "inner: Pair<Inner>,",
        items: "#[derive(DERIVES)] pub struct Pair<T> { a: T }\n#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)] pub struct Inner { a: i32 }",
        ..NONE
    },
    Mistake {
        name: "mutual recursion",
        fields: "inner: Box<Inner>,",
        items: "#[derive(DERIVES)] pub struct Inner { a: Option<Box<Leaf>> }",
        ..NONE
    },
    Mistake {
        name: "recursion through a generic type",
        fields: "inner: Vec<Pair<Leaf>>,",
        items: "#[derive(DERIVES)] pub struct Pair<T> { a: T }",
        ..NONE
    },
    Mistake {
        name: "rule on a variant",
        fields: "inner: Inner,",
        items: "#[derive(DERIVES)] pub enum Inner { #[x_validation(rule = \"true\")] A { a: i32 }, B { b: i32 } }",
        ..NONE
    },
    Mistake { name: "feature of chrono", fields: "at: chrono::DateTime<chrono::Utc>,", ..NONE },
    Mistake { name: "type of another crate", fields: "inner: Vec<schemars::Schema>,", ..NONE },
    Mistake { name: "missing derive in another crate", fields: "inner: Option<tests_types::Plain>,", ..NONE },
    Mistake {
        name: "import without a derive",
        fields: "inner: Plain,",
        items: "pub use tests_types::Plain;",
        ..NONE
    },
    Mistake {
        name: "missing JsonSchema",
        derives: "XValidation, Serialize, Deserialize, Clone, Debug",
        ..NONE
    },
    Mistake {
        name: "missing Serialize",
        derives: "XValidation, JsonSchema, Deserialize, Clone, Debug",
        ..NONE
    },
    Mistake {
        name: "missing Deserialize",
        derives: "XValidation, JsonSchema, Serialize, Clone, Debug",
        ..NONE
    },
    Mistake { name: "feature of url", fields: "at: url::Url,", ..NONE },
];
