//! `cel-codegen diff`: pairs of CRDs with the expected report, and what the API server's code says of each object in it.
//!
//! `tests/diff/NAME` has `old.yaml`, `new.yaml` and `report.txt`. `tests/diff/server.jsonl` has the server's answers. `cargo oracle compare diff` asks
//! for them anew, `cargo oracle record diff` writes them and the reports. They set `ORACLE` and `RECORD`.

mod diff {
    #[cfg(feature = "slow-tests")]
    pub(crate) mod corpus;
    #[cfg(feature = "slow-tests")]
    pub(crate) mod edits;
    #[cfg(feature = "slow-tests")]
    pub(crate) mod server;
    mod small;
}

#[cfg(feature = "slow-tests")]
use diff::server::{self, Question};
use serde_json::Value;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff")
}

fn is_recording() -> bool {
    env::var_os("RECORD").is_some()
}

/// The names of all cases.
fn cases() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder of the cases");
    let folders = entries.map(|entry| entry.expect("an entry")).filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|entry| entry.file_name().into_string().expect("a name")).collect();
    names.sort();
    names
}

/// The exit code and what is printed.
fn run(folder: &Path, options: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
    let output = command.arg("diff").args(options).current_dir(folder).output().expect("ran");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().expect("an exit code"), text.into_owned())
}

/// The questions to the server about a pair of CRDs.
#[cfg(feature = "slow-tests")]
fn questions(case: &str, folder: &Path) -> Vec<Question> {
    let (_, text) = run(folder, &["old.yaml", "new.yaml", "--format", "json"]);
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.flat_map(|line| server::questions(case, &line)).collect()
}

#[test]
fn reports_are_as_expected() {
    let cases = cases();
    let (some, others) = cases.split_at(cases.len() / 2);
    thread::scope(|scope| {
        scope.spawn(|| some.iter().for_each(|case| report_is_as_expected(case)));
        others.iter().for_each(|case| report_is_as_expected(case));
    });
}

fn report_is_as_expected(case: &str) {
    let folder = folder().join(case);
    let (code, text) = run(&folder, &["old.yaml", "new.yaml"]);
    let report = format!("exit code {code}\n\n{text}");
    let file = folder.join("report.txt");
    if is_recording() {
        fs::write(&file, &report).expect("written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(report, expected, "{case}: `cargo oracle record diff` writes the report");
}

/// Each object in a report is accepted by one version and refused by the other, with these errors, by the server's own code.
#[cfg(feature = "slow-tests")]
#[test]
fn the_server_says_the_same() {
    let asked: Vec<Question> =
        cases().iter().flat_map(|case| questions(case, &folder().join(case))).collect();
    assert!(asked.len() > 150, "{} questions", asked.len());
    let file = folder().join("server.jsonl");
    if env::var_os("ORACLE").is_some() {
        let answers = server::ask(&asked, |case, name| {
            fs::read_to_string(folder().join(case).join(format!("{name}.yaml"))).expect("a CRD")
        });
        if is_recording() {
            fs::write(&file, answers.iter().map(|answer| format!("{answer}\n")).collect::<String>())
                .expect("written");
        }
    }
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    let recorded: Vec<Value> =
        recorded.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for question in &asked {
        let answer = recorded.iter().find(|answer| answer["question"] == question.key());
        let answer = answer
            .unwrap_or_else(|| panic!("{}: `cargo oracle record diff` asks the server anew", question.key()));
        question.compare(answer);
    }
}

#[test]
fn no_question_is_left_over() {
    let recorded = fs::read_to_string(folder().join("server.jsonl")).unwrap_or_default();
    let cases = cases();
    for line in recorded.lines() {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        let case = answer["question"]["case"].as_str().expect("a case");
        assert!(cases.iter().any(|known| known == case), "{case}");
    }
}

#[test]
fn one_file_may_be_standard_input() {
    use std::io::Write as _;
    let folder = folder().join("max-length-lowered");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
    command.args(["diff", "-", "new.yaml"]).current_dir(&folder);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("started");
    let text = fs::read(folder.join("old.yaml")).expect("a file");
    child.stdin.take().expect("a pipe").write_all(&text).expect("written");
    let output = child.wait_with_output().expect("ran");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("`maxLength` at spec.name is `10`, was `20`"));
    assert_eq!(
        run(&folder, &["-", "-"]),
        (2, "error: only one of the two can be standard input\n".to_owned())
    );
}

#[test]
fn a_file_that_a_server_refuses_is_checked_instead() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("diff");
    fs::create_dir_all(&folder).expect("created");
    let old = fs::read_to_string(self::folder().join("rule-added/old.yaml")).expect("a file");
    let new = fs::read_to_string(self::folder().join("rule-added/new.yaml")).expect("a file");
    fs::write(folder.join("old.yaml"), old).expect("written");
    fs::write(folder.join("new.yaml"), new.replace("self.name != 'admin'", "self.nmae != 'admin'"))
        .expect("written");
    let (code, text) = run(&folder, &["old.yaml", "new.yaml"]);
    assert_eq!(code, 1);
    assert!(text.contains("undefined field 'nmae'") && text.contains("nothing is compared"), "{text}");
    fs::write(folder.join("none.yaml"), "kind: Service\n").expect("written");
    let (code, text) = run(&folder, &["old.yaml", "none.yaml"]);
    assert_eq!((code, text.as_str()), (2, "error: none.yaml: no CustomResourceDefinition in it\n"));
    assert_eq!(run(&folder, &["old.yaml", "missing.yaml"]).0, 2);
    assert_eq!(run(&folder, &["old.yaml", "."]).0, 2);
}

/// A server that is not strict takes the last one.
#[test]
fn a_key_that_is_there_twice_hides_nothing() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("diff-twice");
    fs::create_dir_all(&folder).expect("created");
    for name in ["old", "new"] {
        let text =
            fs::read_to_string(self::folder().join(format!("rule-added/{name}.yaml"))).expect("a file");
        let text = text.replace("  scope: Namespaced\n", "  scope: Cluster\n  scope: Namespaced\n");
        fs::write(folder.join(format!("{name}.yaml")), text).expect("written");
    }
    let (code, text) = run(&folder, &["old.yaml", "new.yaml"]);
    assert_eq!((code, text.matches("new rule at spec").count()), (1, 1), "{text}");
}

#[test]
fn other_formats_name_the_same_changes() {
    let folder = folder().join("two-changes");
    let (code, github) = run(&folder, &["old.yaml", "new.yaml", "--format", "github"]);
    assert_eq!(code, 1);
    assert!(
        github.starts_with(
            "::error file=new.yaml,line=19,col=18::tightened: `maximum` at spec.a is `5`, was `10`"
        ),
        "{github}"
    );
    let (_, sarif) = run(&folder, &["old.yaml", "new.yaml", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&sarif).expect("JSON");
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(2));
    assert_eq!(log["runs"][0]["results"][0]["level"], "error");
    let note = run(&self::folder().join("property-added"), &["old.yaml", "new.yaml", "--format", "github"]);
    assert!(note.1.starts_with("::notice file=new.yaml"), "{}", note.1);
}

/// However many changes there are, the search has a bound.
#[cfg(feature = "slow-tests")]
#[test]
fn many_changes_are_searched_within_a_bound() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("diff-many");
    fs::create_dir_all(&folder).expect("created");
    let crd = |max: usize| {
        let fields: String = (0..500)
            .map(|i| format!("              field{i}: {{type: integer, x-kubernetes-validations: [{{rule: self < {max}}}]}}\n"))
            .collect();
        let old = fs::read_to_string(self::folder().join("unchanged/old.yaml")).expect("a file");
        old.replace("              a: {type: integer}\n", &fields)
    };
    fs::write(folder.join("old.yaml"), crd(1_000)).expect("written");
    fs::write(folder.join("new.yaml"), crd(999)).expect("written");
    let begin = std::time::Instant::now();
    let (code, text) = run(&folder, &["old.yaml", "new.yaml", "--format", "json"]);
    assert_eq!(code, 1);
    assert_eq!(text.matches("\"what\":\"rule\"").count(), 500);
    // It takes about 10 s without optimisation.
    assert!(begin.elapsed().as_secs() < 300, "{:?}", begin.elapsed());
}

#[cfg(feature = "slow-tests")]
#[test]
#[cfg_attr(debug_assertions, ignore = "for an optimised build")]
fn versions_of_the_corpus_give_objects_that_the_server_confirms() {
    diff::corpus::versions();
}

#[cfg(feature = "slow-tests")]
#[test]
#[cfg_attr(debug_assertions, ignore = "for an optimised build")]
fn crds_of_the_corpus_have_no_difference_from_themselves() {
    diff::corpus::themselves();
}

#[cfg(feature = "slow-tests")]
#[test]
#[cfg_attr(debug_assertions, ignore = "for an optimised build")]
fn edits_of_the_corpus_give_objects_that_the_server_confirms() {
    diff::corpus::copies();
}
