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
