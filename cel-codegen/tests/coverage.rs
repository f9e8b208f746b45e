//! `cel-codegen coverage`: what it makes of the records of test processes.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const TABLE: &str = r#"{"folder":"/work/disks","file":"src/disk.rs","line":8,"column":27,"owner":"Disk","rule":"self > 0"}
{"folder":"/work/disks","file":"src/disk.rs","line":9,"column":27,"owner":"Disk","rule":"self\n  >= oldSelf"}
{"folder":"/work/disks","file":"src/zone.rs","line":3,"column":23,"owner":"Zone","rule":"self != ''"}
{"folder":"/work/disks","file":"src/zone.rs","line":4,"column":23,"owner":"Zone","rule":"self != 'b'"}
{"folder":"/work/disks","file":"src/zone.rs","line":5,"column":23,"owner":"Zone","rule":"int(self) > 0"}
{"folder":"/work/disks","file":"crds/widget.yaml","line":20,"column":21,"owner":"widgets.example.dev/v1","rule":"self[0] == 1"}
"#;
const HEAD: &str = r#"{"version":1,"rules":"a.rules","program":"/nowhere/disks","built":1}"#;

/// A folder with a table, and the records of these processes.
fn folder(name: &str, processes: &[&[&str]]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coverage").join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder is cargo's");
    write(&folder, "a.rules", TABLE);
    for (n, lines) in processes.iter().enumerate() {
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        write(&folder, &format!("disks-{n}-0.jsonl"), &format!("{HEAD}\n{lines}"));
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the folder is cargo's");
}

fn coverage(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
    command.arg("coverage").arg("--records").arg(folder).args(arguments).output().expect("cel-codegen runs")
}

/// Exit code, and what is printed or said.
fn check(folder: &Path, arguments: &[&str], code: i32, text: &str) {
    let output = coverage(folder, arguments);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let printed = format!("{out}{err}");
    assert_eq!(printed, text, "{arguments:?}");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
}

const PROCESSES: &[&[&str]] = &[
    &[
        r#"{"rule":0,"verdict":"passed"}"#,
        r#"{"rule":2,"verdict":"passed"}"#,
        r#"{"rule":3,"verdict":"failed"}"#,
        r#"{"rule":4,"verdict":"passed"}"#,
        r#"{"rule":5,"verdict":"error"}"#,
    ],
    // Of a process that judged nothing
    &[],
    &[r#"{"rule":0,"verdict":"failed"}"#, r#"{"rule":4,"verdict":"error"}"#],
];

const REPORT: &str = "\
/work/disks/crds/widget.yaml:20:21: gave only errors: `self[0] == 1` (widgets.example.dev/v1)
/work/disks/src/disk.rs:9:27: never ran: `self >= oldSelf` (Disk)
/work/disks/src/zone.rs:3:23: never failed: `self != ''` (Zone)
/work/disks/src/zone.rs:4:23: never passed: `self != 'b'` (Zone)
/work/disks/src/zone.rs:5:23: never failed, but gave an error: `int(self) > 0` (Zone)
1 of 6 rules tested (16.7 %), 2 never failed, 1 never passed, 1 gave only errors, 1 never ran
";

#[test]
fn records_of_all_processes_are_joined() {
    check(&folder("joined", PROCESSES), &[], 0, REPORT);
}

#[test]
fn a_share_that_is_too_small_fails() {
    let folder = folder("share", PROCESSES);
    check(&folder, &["--fail-under", "16.6"], 0, REPORT);
    check(&folder, &["--fail-under", "16.7%"], 1, REPORT);
    let disks = "/work/disks/src/disk.rs:9:27: never ran: `self >= oldSelf` (Disk)\n\
                 1 of 2 rules tested (50.0 %), 1 never ran\n";
    check(&folder, &["/work/disks/src/../src/disk.rs", "--fail-under", "50"], 0, disks);
}

#[test]
fn json_has_all_rules() {
    let output = coverage(&folder("json", PROCESSES), &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&report["tested"], &report["total"], &report["processes"]),
        (&1.into(), &6.into(), &3.into())
    );
    let rule = &report["rules"][1];
    assert_eq!((&rule["line"], &rule["passed"], &rule["failed"]), (&8.into(), &true.into(), &true.into()));
}

#[test]
fn the_end_of_a_killed_process_is_left_out() {
    let folder = folder("killed", PROCESSES);
    write(&folder, "disks-9-0.jsonl", &format!("{HEAD}\n{{\"rule\":1,\"verd"));
    write(&folder, "disks-9-1.jsonl", "{\"versi");
    check(&folder, &[], 0, REPORT);
}

#[test]
fn records_of_programs_that_were_built_anew_do_not_count() {
    let folder = folder("outdated", PROCESSES);
    let program = env::current_exe().expect("the test is a file");
    let head = HEAD.replace("/nowhere/disks", &program.to_string_lossy().replace('\\', "/"));
    write(&folder, "other-1-0.jsonl", &format!("{head}\n{{\"rule\":1,\"verdict\":\"passed\"}}\n"));
    let output = coverage(&folder, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), REPORT);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("warning: 1 record is older than"), "{said}");
}

#[test]
fn without_records_there_is_no_report() {
    let nothing =
        "error: there are no records of rules; run `cargo test --features cel-runtime/coverage` first\n";
    check(Path::new("no-such-folder"), &[], 2, nothing);
    let elsewhere = folder("elsewhere", PROCESSES);
    check(&elsewhere, &["/work/others"], 2, "error: no recorded rule is in these sources\n");
    check(Path::new("no-such-folder"), &["--", "false"], 2, "error: false failed, and recorded no rule\n");
}

#[test]
fn what_is_no_record_is_named() {
    for (name, text, message) in [
        ("version", r#"{"version":2}"#, "another version of cel-runtime wrote it"),
        ("table", r#"{"version":1,"rules":"c.rules"}"#, "c.rules: "),
        (
            "rule",
            "{\"version\":1,\"rules\":\"a.rules\"}\n{\"rule\":6}",
            "names a rule that is not in its table",
        ),
        ("json", "rules", "bad-1-0.jsonl: "),
    ] {
        let folder = folder(name, &[]);
        write(&folder, "bad-1-0.jsonl", &format!("{text}\n"));
        let output = coverage(&folder, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(message) && output.status.code() == Some(2), "{name}: {said}");
    }
}

#[test]
fn a_command_begins_with_no_records() {
    let folder = folder("command", PROCESSES);
    write(&folder, "notes.txt", "not ours");
    let program = env!("CARGO_BIN_EXE_cel-codegen");
    let output = coverage(&folder, &["--", program, "--version"]);
    assert_eq!(output.status.code(), Some(2));
    let left: Vec<_> =
        fs::read_dir(&folder).expect("it is there").map(|entry| entry.expect("a file").file_name()).collect();
    assert_eq!(left, ["notes.txt"]);
    let output = coverage(&folder, &["--", "no-such-program"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-program: "));
}
