//! Objects and updates as `cel-codegen validate` judges them, against recorded answers of a real API server.
//!
//! `cargo cluster record validate` asks again.

use tests::validate::{Version, recorded};

#[test]
fn objects_and_updates_are_judged_as_the_server_does() {
    let (crds, cases) = recorded().expect("recorded answers");
    let (mut creates, mut updates) = (0, 0);
    let mut failures = Vec::new();
    for case in cases {
        let crd = crds.iter().find(|crd| crd["spec"]["names"]["kind"] == *case.kind).expect("its CRD");
        let version = Version::new(crd, "v1").expect("a CRD");
        let write = case.write.as_ref().unwrap_or_else(|| panic!("{}: record it", case.id));
        match write.old {
            Some(_) => updates += 1,
            None => creates += 1,
        }
        let found = version.differences(write, &case.answer).expect("an object");
        failures.extend(found.iter().map(|text| format!("{}, {}: {text}", case.id, case.why)));
    }
    assert!(creates >= 40 && updates >= 25, "{creates} creates, {updates} updates");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
