//! Real CRDs of other projects, beside the cases that have a twin by hand.
//!
//! A program is built with the types that `cel-codegen structs` writes for each CRD, and with `include_crd!` of its file. The CRDs lie in the
//! corpus. Without a corpus there is no such table.

use crate::peers::{self, Peer};
use cel_codegen::input;
use cel_compiler::crd::{definition::CrdFile, document, structs::structs};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tests::corpus::Corpus;

/// A CRD, with an object that passes and one that fails.
pub(crate) struct Real {
    pub(crate) name: String,
    pub(crate) schema: Value,
    /// As serde writes them.
    pub(crate) objects: [Value; 2],
    /// Nanoseconds of `x_validate()` and of `validate`, each on the object that passes and on the one that fails.
    pub(crate) typed: [f64; 2],
    pub(crate) json: [f64; 2],
    pub(crate) peers: Vec<Peer>,
}

/// The CRDs with our times; none without a corpus.
pub(crate) fn all() -> Vec<Real> {
    let Some(corpus) = Corpus::folder() else { return Vec::new() };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real");
    let schemas = FILES.map(|(module, file, objects)| write(&folder, module, &corpus.join(file), objects));
    let lines = times(&folder);
    lines.lines().zip(schemas).map(|(line, schema)| read(line, schema)).collect()
}

/// The module, the file in the corpus, and the objects.
const FILES: [(&str, &str, &str); 2] = [
    (
        "http_route",
        "gateway-api/gateway.networking.k8s.io_httproutes.yaml",
        include_str!("real/http_route.yaml"),
    ),
    ("node_pool", "karpenter/karpenter.sh_nodepools.yaml", include_str!("real/node_pool.yaml")),
];

/// Writes the types, the CRD and the objects of a module. Gives the schema.
fn write(folder: &Path, module: &str, crd: &Path, objects: &str) -> Value {
    fs::create_dir_all(folder).expect("a folder");
    let text = input::read(crd).expect("a file of the corpus");
    let mut crd = document::read(&text).expect("YAML").remove(0).to_json();
    let versions = crd["spec"]["versions"].as_array_mut().expect("versions");
    versions.retain(|version| version["name"] == "v1");
    let schema = versions[0]["schema"]["openAPIV3Schema"].clone();
    let crd = crd.to_string();
    let types = structs(&CrdFile::read(&crd).expect("a CRD")).expect("types");
    let objects: Vec<Value> =
        document::read(objects).expect("YAML").iter().map(document::Node::to_json).collect();
    for (name, text) in [("rs", types), ("crd.json", crd), ("objects.json", json!(objects).to_string())] {
        fs::write(folder.join(format!("{module}.{name}")), text).expect("a file");
    }
    schema
}

/// Builds and runs the program.
fn times(folder: &Path) -> String {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let runtime = workspace.join("cel-runtime");
    let manifest = format!(
        "[package]\nname = \"real\"\nedition = \"2024\"\n[[bin]]\nname = \"real\"\npath = \"main.rs\"\n[dependencies]\n\
         cel-runtime = {{ path = {runtime:?}, features = [\"crd\", \"k8s-openapi\"] }}\n{DEPENDENCIES}[workspace]\n"
    );
    let modules = FILES.map(|(module, ..)| {
        let constant = module.to_uppercase();
        format!(
            "#[allow(warnings)]\nmod {module};\nmod {module}_crd {{ cel_runtime::include_crd!(\"{module}.crd.json\"); }}\n\
             const {constant}: &str = include_str!(\"{module}.objects.json\");\n"
        )
    });
    let program =
        include_str!("real/program.rs").replacen("\nuse ", &format!("\n{}\nuse ", modules.concat()), 1);
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    fs::write(folder.join("main.rs"), program).expect("a program");
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
    let target: PathBuf = folder.join("target");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--release", "--quiet", "--target-dir"]).arg(target).current_dir(folder);
    let output = cargo.output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

const DEPENDENCIES: &str = r#"
k8s-openapi = { version = "0.29", features = ["latest", "schemars"] }
kube = { version = "5", default-features = false, features = ["derive"] }
schemars = "1"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
"#;

fn read(line: &str, schema: Value) -> Real {
    let line: Value = serde_json::from_str(line).expect("a line of JSON");
    let pair = |key: &str| [0, 1].map(|i| line[key][i].as_f64().expect("a number"));
    let objects = [0, 1].map(|i| line["objects"][i].clone());
    Real {
        name: line["name"].as_str().expect("a name").to_owned(),
        peers: peers::all(&schema, &objects, None),
        typed: pair("typed"),
        json: pair("json"),
        objects,
        schema,
    }
}

impl Real {
    /// The case for a program in another language.
    pub(crate) fn to_json(&self) -> Value {
        json!({ "name": self.name, "schema": self.schema, "objects": self.objects, "old": null })
    }
}
