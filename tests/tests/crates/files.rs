//! Files whose module the derive cannot know: `#[path]`, `include!` or `#[cfg]` brings them.

use crate::{Crate, RUNTIME};
use std::fs;

const ROOT: &str = r#"
    use cel_runtime::XValidation;
    #[derive(XValidation)]
    pub struct Thing { pub size: i32 }
    pub mod one {
        #[derive(cel_runtime::XValidation)]
        pub struct Widget { pub size: i32 }
    }
    #[path = "odd-file.rs"]
    pub mod elsewhere;
    #[cfg(all())]
    pub mod chosen;
    pub mod included { include!("included.in"); }
"#;

const MODULE: &str = r#"
    use crate::{Thing as Renamed, one};
    use super::one::Widget;
    use cel_runtime::XValidation;
    #[derive(XValidation)]
    #[x_validation(rule = "self.a.size > 0 && self.b.size > 0 && self.c.size > 0 && self.d.e.size > 0", manual_crd)]
    pub struct Spec { pub a: Renamed, pub b: Widget, pub c: one::Widget, pub d: inner::Inner }
    pub mod inner {
        use super::Renamed;
        #[derive(cel_runtime::XValidation)]
        pub struct Inner { pub e: Renamed }
    }
"#;

#[test]
fn imports_in_files_of_unknown_modules_are_in_doubt() {
    let krate = Crate { name: "files", dependencies: RUNTIME, source: ROOT };
    let directory = krate.write();
    for file in ["odd-file.rs", "chosen.rs", "included.in"] {
        fs::write(directory.join("src").join(file), MODULE).expect("a source");
    }
    let (success, text) = Crate::run(&directory, "check");
    assert!(success && text.is_empty(), "{text}");
}

const VERSIONS: &str = r#"
    pub mod v1;
    pub mod v2;
    pub mod a {
        #[derive(cel_runtime::XValidation)]
        pub struct Outer { pub inner: Inner }
        #[derive(cel_runtime::XValidation)]
        pub struct Inner { pub size: i32 }
    }
    pub mod b {
        #[derive(cel_runtime::XValidation)]
        pub struct Inner { pub outer: Outer }
        #[derive(cel_runtime::XValidation)]
        pub struct Outer { pub size: i32 }
    }
"#;

const FIRST: &str = "
    #[derive(cel_runtime::XValidation)] pub struct Spec { pub port: Port }
    #[derive(cel_runtime::XValidation)] pub struct Port { pub number: i32 }
";

const SECOND: &str = "
    #[derive(cel_runtime::XValidation)] pub struct Port { pub spec: Spec, pub more: More }
    #[derive(cel_runtime::XValidation)] pub struct Spec { pub number: i32 }
    #[derive(cel_runtime::XValidation)] pub struct More { pub number: i32 }
";

/// In one version a `Spec` has a `Port`, in the other a `Port` has a `Spec`.
#[test]
fn types_of_one_name_in_two_files_are_not_mixed_up() {
    let krate = Crate { name: "versions", dependencies: RUNTIME, source: VERSIONS };
    let directory = krate.write();
    fs::write(directory.join("src/v1.rs"), FIRST).expect("a source");
    fs::write(directory.join("src/v2.rs"), SECOND).expect("a source");
    let (success, text) = Crate::run(&directory, "check");
    assert!(success && text.is_empty(), "{text}");
    let without = SECOND.replace("#[derive(cel_runtime::XValidation)] pub struct Spec", "pub struct Spec");
    fs::write(directory.join("src/v2.rs"), without).expect("a source");
    let (success, text) = Crate::run(&directory, "check");
    assert!(!success && text.starts_with("error: `Spec` does not derive `XValidation`"), "{text}");
    assert_eq!(text.matches("error: ").count(), 2, "{text}"); // and cargo's own
}
