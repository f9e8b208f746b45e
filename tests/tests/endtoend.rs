//! Objects of CRDs that our derive made, created and updated, against what a real API server said.
//!
//! `cargo cluster record endtoend` records the answers again.

use std::error::Error;

use tests::{
    endtoend::{crds, differences, digest, records},
    recorded::why,
};

#[test]
fn verdicts_texts_and_warnings_are_those_of_the_server() -> Result<(), Box<dyn Error>> {
    let (crds, records) = (crds(), records()?);
    assert_eq!(crds.len(), records.len(), "CRDs have come or gone since the answers were recorded");
    let (mut failures, why) = (Vec::new(), why("endtoend.jsonl"));
    let (mut creates, mut updates) = (0, 0);
    for (crd, record) in crds.iter().zip(&records) {
        assert_eq!(
            (crd.kind(), digest(crd)),
            (&*record.kind, record.digest.clone()),
            "changed since recorded"
        );
        for (number, answer) in record.answers.iter().enumerate() {
            let old = answer.old.map(|old| &record.stored[old]);
            if old.is_some() {
                updates += 1
            } else {
                creates += 1
            }
            let found = differences(crd, answer, old)?;
            let (kind, new) = (&record.kind, &answer.new);
            failures.extend(found.iter().map(|text| format!("{kind}:{number}, {why}\n{new}\n{text}")));
        }
    }
    assert!(crds.len() >= 25 && creates >= 500 && updates >= 500, "{} {creates} {updates}", crds.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}
