//! rust-analyzer as an editor runs it: it expands an item again when the item changes, and one process expands the items of all crates.
//! What it shows must not depend on what it expanded before. A machine without rust-analyzer skips the test.

mod editor {
    pub(crate) mod client;
}

use editor::client::{Client, Protocol};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const V1: &str = r#"
use cel_runtime::XValidation;
use crate::ports::{Count, Limits, Value};

#[derive(XValidation)]
#[x_validation(rule = "self.target.weight > 0 && self.count > 0 && self.own.size > 0", manual_crd)]
pub struct Route {
    pub target: Target,
    pub count: Count,
    pub own: Value,
    pub limits: Limits,
}

#[derive(XValidation)]
pub struct Target {
    pub weight: i32,
}
"#;

/// The types contain each other in the other order.
const V2: &str = r#"
use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.route.weight > 0", manual_crd)]
pub struct Target {
    pub route: Route,
}

#[derive(XValidation)]
pub struct Route {
    pub weight: i32,
}
"#;

const PORTS: &str = r#"
pub type Count = u16;

#[derive(cel_runtime::XValidation)]
pub struct Value {
    pub size: i32,
}

#[derive(cel_runtime::XValidation)]
pub struct Limits {
    pub max: i32,
}
"#;

#[test]
fn an_editor_shows_mistakes_as_long_as_they_are_there() {
    let Some(sysroot) = sysroot() else {
        eprintln!("skipped: no rust-analyzer or no sources of the standard library here");
        return;
    };
    for protocol in [Protocol::WithoutPlaces, Protocol::WithPlaces] {
        let folder = folder(protocol, &sysroot);
        let mut client = Client::start(&folder, protocol);
        for (file, text) in [("v1.rs", V1), ("v2.rs", V2), ("ports.rs", PORTS)] {
            client.open(file, text);
        }
        if !client.knows("v1.rs", 5, 4) {
            eprintln!("skipped: rust-analyzer does not find the attribute `derive` of the standard library");
            return;
        }
        let errors =
            |client: &mut Client| ["v1.rs", "v2.rs", "ports.rs"].map(|file| client.errors(file)).concat();
        assert_eq!(errors(&mut client), [""; 0], "{protocol:?}");

        client.write("v1.rs", &V1.replace("target.weight", "target.wieght"));
        let place = match protocol {
            Protocol::WithoutPlaces => "",
            Protocol::WithPlaces => "\n --> src/v1.rs:6:35",
        };
        let expected = format!(
            "6:23 undefined field 'wieght'\n\n | self.target.wieght > 0 && self.count > 0 && self.own.size > 0\n | ...........^{place}\n\nhelp: did you mean `weight`?"
        );
        assert_eq!(errors(&mut client), [expected], "{protocol:?}");

        // The cause of an error about another item may be gone, and the editor would still show it. So it shows none.
        let derives = "#[derive(cel_runtime::XValidation)]\npub struct Limits";
        client.write("ports.rs", &PORTS.replace(derives, "pub struct Limits"));
        client.write("v1.rs", &V1.replace("self.count", "1 + self.count"));
        assert_eq!(errors(&mut client), [""; 0], "{protocol:?}");
        client.write("ports.rs", PORTS);

        client.write("v1.rs", V2);
        client.write("v2.rs", V1);
        assert_eq!(errors(&mut client), [""; 0], "{protocol:?}");

        // The alias is read again.
        client.write("ports.rs", &PORTS.replace("u16", "String"));
        client.write("v2.rs", &V1.replace("self.count >", "self.count.size() >"));
        assert_eq!(errors(&mut client), [""; 0], "{protocol:?}");
    }
}

/// The folder of the toolchain, if it has all that an editor needs.
fn sysroot() -> Option<PathBuf> {
    let output = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    output("rust-analyzer", &["--version"])?;
    let sysroot = PathBuf::from(output("rustc", &["--print", "sysroot"])?);
    sysroot.join(LIBRARY).is_dir().then_some(sysroot)
}

/// The sources of the standard library, which have the attribute `derive`.
const LIBRARY: &str = "lib/rustlib/src/rust/library";

/// A crate that depends on the macros alone, and how rust-analyzer finds them.
fn folder(protocol: Protocol, sysroot: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("editor-{protocol:?}"));
    let sources = folder.join("src");
    fs::create_dir_all(&sources).expect("a folder");
    fs::write(sources.join("lib.rs"), "pub mod ports;\npub mod v1;\npub mod v2;\n").expect("a source");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let project = json!({
        "sysroot": sysroot, "sysroot_src": sysroot.join(LIBRARY),
        "crates": [
            {
                "display_name": "cel_derive", "root_module": root.join("cel-derive/src/lib.rs"), "edition": "2024", "deps": [],
                "is_workspace_member": false, "is_proc_macro": true, "proc_macro_dylib_path": macros(),
            },
            {
                "display_name": "cel_runtime", "root_module": root.join("cel-runtime/src/lib.rs"), "edition": "2024",
                "cfg": ["feature=\"derive\""],
                "deps": [{ "crate": 0, "name": "cel_derive" }], "is_workspace_member": false,
            },
            {
                "display_name": "user", "root_module": sources.join("lib.rs"), "edition": "2024",
                "deps": [{ "crate": 1, "name": "cel_runtime" }],
                "env": { "CARGO_MANIFEST_DIR": folder, "CARGO_PKG_NAME": "user", "CARGO_CRATE_NAME": "user" },
            },
        ],
    });
    fs::write(folder.join("rust-project.json"), project.to_string()).expect("a project");
    folder
}

/// The library of the macros that this test was built with.
fn macros() -> PathBuf {
    let program = env::current_exe().expect("a program");
    let files = fs::read_dir(program.parent().expect("a folder")).expect("files");
    let is_macros = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(&format!("{}cel_derive-", env::consts::DLL_PREFIX))
            && name.ends_with(env::consts::DLL_SUFFIX)
    };
    let found = files.map(|file| file.expect("a file").path()).filter(is_macros);
    found
        .max_by_key(|path| path.metadata().and_then(|file| file.modified()).ok())
        .expect("the macros are built")
}
