//! `cel-codegen structs`: what it writes for CRDs compiles, has the schema of the file, and gives the verdicts of `include_crd!`.

#![allow(dead_code, missing_docs, reason = "written types are used as a whole")]
#![allow(clippy::upper_case_acronyms, reason = "variants are called as the values are")]

mod structs {
    #[rustfmt::skip]
    pub mod kitchen;
    #[rustfmt::skip]
    pub mod ledger;
    #[rustfmt::skip]
    pub mod many;
}
mod kitchens {
    cel_runtime::include_crd!("tests/structs/kitchen.yaml");
}
mod ledgers {
    cel_runtime::include_crd!("tests/structs/ledger.yaml");
}
mod several {
    cel_runtime::include_crd!("tests/structs/many.yaml");
}

use cel_compiler::crd::definition::CrdFile;
use cel_runtime::{Options, Report, XValidation, assert_matches_crd, assert_matches_crd_file};
use kube::CustomResourceExt;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{env, fs, path::Path};
use structs::{kitchen, ledger, many};
use tests::objects::{Objects, Pool};

const FILES: [&str; 3] = ["kitchen", "ledger", "many"];

fn path(file: &str, extension: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/structs").join(file).with_extension(extension)
}

#[test]
fn types_are_written_as_they_stand_here() {
    for file in FILES {
        let written = cel_codegen::structs::structs(&path(file, "yaml")).expect("types");
        if env::var_os("UPDATE").is_some() {
            fs::write(path(file, "rs"), &written).expect("written");
        }
        let found = fs::read_to_string(path(file, "rs")).expect("types");
        assert!(found == written, "{file}: run with UPDATE=1 and read the difference");
    }
}

#[test]
fn types_have_the_schema_of_the_file() {
    assert_matches_crd_file::<kitchen::Kitchen>("tests/structs/kitchen.yaml");
    assert_matches_crd_file::<ledger::v1beta1::Ledger>("tests/structs/ledger.yaml");
    assert_matches_crd_file::<ledger::v1::Ledger>("tests/structs/ledger.yaml");
    assert_matches_crd_file::<many::ones::One>("tests/structs/many.yaml");
    assert_matches_crd_file::<many::twos::Two>("tests/structs/many.yaml");
    assert_matches_crd_file::<many::options::OptionResource>("tests/structs/many.yaml");
    assert_matches_crd_file::<many::foobars::FooBar>("tests/structs/many.yaml");
    assert_matches_crd_file::<many::bags::Bag>("tests/structs/many.yaml");
}

#[test]
fn the_crds_of_the_types_have_it_too() {
    assert_matches_crd::<kitchen::Kitchen>();
    assert_matches_crd::<ledger::v1beta1::Ledger>();
    assert_matches_crd::<ledger::v1::Ledger>();
    assert_matches_crd::<many::ones::One>();
    assert_matches_crd::<many::twos::Two>();
    assert_matches_crd::<many::options::OptionResource>();
    assert_matches_crd::<many::foobars::FooBar>();
    assert_matches_crd::<many::bags::Bag>();
}

#[test]
fn they_have_what_a_version_has_beside_its_schema() {
    same_version::<kitchen::Kitchen>("kitchen", 0);
    same_version::<ledger::v1beta1::Ledger>("ledger", 0);
    same_version::<ledger::v1::Ledger>("ledger", 1);
    same_version::<many::ones::One>("many", 0);
}

fn same_version<T: CustomResourceExt>(file: &str, version: usize) {
    let text = fs::read_to_string(path(file, "yaml")).expect("a CRD");
    let wanted = CrdFile::read(&text).expect("a CRD").crds[0].node.to_json();
    let found = json!(T::crd());
    let (wanted, found) = (&wanted["spec"]["versions"][version], &found["spec"]["versions"][0]);
    for key in ["name", "served", "storage", "deprecated", "deprecationWarning", "selectableFields"] {
        assert_eq!(found[key], wanted[key], "{key}");
    }
    assert_eq!(found["subresources"]["scale"], wanted["subresources"]["scale"]);
    let columns = |version: &Value| version["additionalPrinterColumns"].clone();
    assert_eq!(columns(found), columns(wanted));
}

#[test]
fn so_do_resources_without_a_spec() {
    assert_matches_crd::<tests_crds::no_spec::Bucket>();
    assert_matches_crd::<tests_crds::no_spec::Tray>();
}

#[test]
fn a_difference_is_told_with_its_place() {
    let text = fs::read_to_string(path("kitchen", "yaml")).expect("a CRD");
    let differs = |from: &str, to: &str| {
        let changed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kitchen.yaml");
        assert!(text.contains(from), "{from}");
        fs::write(&changed, text.replace(from, to)).expect("written");
        let found = std::panic::catch_unwind(|| assert_matches_crd_file::<kitchen::Kitchen>(&changed));
        let message = found.expect_err("a difference");
        message.downcast_ref::<String>().expect("a text").clone()
    };
    let message = differs("maxLength: 63", "maxLength: 62");
    assert!(
        message.contains(":\nspec.name: maxLength: the CRD has 62, the rules were compiled for 63"),
        "{message}"
    );
    let message = differs("rule: self != 13", "rule: self != 14");
    assert!(message.contains("\nspec.cooks: x-kubernetes-validations: "), "{message}");
    let message = differs("- name: v1", "- name: v2");
    assert!(message.ends_with("no version of a CRD in it is `Kitchen` of `example.dev/v1`"), "{message}");
}

#[test]
fn verdicts_are_those_of_the_file() {
    compare::<kitchen::Kitchen>("kitchen", 0, 0, kitchens::v1::evaluate);
    compare::<ledger::v1beta1::Ledger>("ledger", 0, 0, ledgers::v1beta1::evaluate);
    compare::<ledger::v1::Ledger>("ledger", 0, 1, ledgers::v1::evaluate);
    compare::<many::ones::One>("many", 0, 0, several::ones::v1::evaluate);
    compare::<many::twos::Two>("many", 1, 0, several::twos::v1::evaluate);
    compare::<many::options::OptionResource>("many", 2, 0, several::options::v1::evaluate);
    compare::<many::foobars::FooBar>("many", 3, 0, several::foobars::v1::evaluate);
}

/// Random objects and updates of a version.
fn compare<T: XValidation + Serialize + DeserializeOwned>(
    file: &str,
    crd: usize,
    version: usize,
    evaluate: fn(&Value, Option<&Value>, &Options) -> Report,
) {
    let text = fs::read_to_string(path(file, "yaml")).expect("a CRD");
    let crd = &CrdFile::read(&text).expect("a CRD").crds[crd];
    let name = &crd.versions[version].name;
    let schema = crd.node.to_json();
    let schema = &schema["spec"]["versions"][version]["schema"]["openAPIV3Schema"];
    let pool = Pool::default();
    let mut objects = Objects::new(7, &pool);
    let (mut compared, mut refused) = (0, 0);
    for n in 0..1_000 {
        let mut object = objects.value(schema, 6);
        let successor = objects.successor(&object, schema);
        let typed = [&mut object, &mut successor.clone()].map(|object| {
            object["apiVersion"] = json!(format!("{}/{name}", crd.group));
            object["kind"] = json!(crd.kind);
            // The server refuses resources of other kinds of kind.
            if let Some(Value::Object(template)) = object.pointer_mut("/spec/template") {
                template.insert("kind".to_owned(), json!("Pod"));
            }
            object["metadata"] =
                json!({"name": if n % 3 == 0 { "zero" } else { "a-rather-long-name-of-25" }});
            // Its schema lacks what every resource has: see `docs/corner-cases.md`.
            if let Some(Value::Object(spec)) = object.get_mut("spec") {
                spec.remove("pod");
            }
            serde_json::from_value::<T>(object.clone()).ok()
        });
        // What is no value of the schema has no type.
        let [Some(old), Some(new)] = typed else { continue };
        let json = [&old, &new].map(|typed| serde_json::to_value(typed).expect("JSON"));
        for previous in [None, Some((&old, &json[0]))] {
            let options = Options::default();
            let expected = evaluate(&json[1], previous.map(|(_, json)| json), &options);
            let found = new.x_evaluate(previous.map(|(typed, _)| typed), &options);
            let text =
                |report: &Report| format!("{}\n{}\n{}", report.errors, report.warnings, report.runtime_cost);
            assert_eq!(
                text(&found),
                text(&expected),
                "{file}: {} {previous:?}",
                json[1],
                previous = previous.map(|(_, json)| json)
            );
            compared += 1;
            refused += usize::from(!found.errors.is_empty());
        }
    }
    assert!(compared > 100 && refused > 0 && refused < compared, "{file}: {refused} of {compared}");
}
