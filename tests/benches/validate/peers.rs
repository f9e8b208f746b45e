//! The crates that a user could take instead, with the feature `compare`.

#[cfg(feature = "compare")]
mod cel_crate;
#[cfg(feature = "compare")]
mod kube_cel;

use crate::case::Run;
use serde_json::Value;

pub(crate) struct Peer {
    /// The crate, and whether it has the object in its own form before the time begins.
    pub(crate) name: &'static str,
    /// Judges the passing object; or the mistake in its verdicts: its time then says nothing.
    pub(crate) run: Result<Run, &'static str>,
}

pub(crate) const NAMES: [&str; 4] =
    ["kube-cel", "kube-cel, converted before", "cel", "cel, converted before"];

#[cfg(not(feature = "compare"))]
pub(crate) fn all(_: &Value, _: &[Value; 2], _: Option<&Value>) -> Vec<Peer> {
    Vec::new()
}

#[cfg(feature = "compare")]
pub(crate) fn all(schema: &Value, objects: &[Value; 2], old: Option<&Value>) -> Vec<Peer> {
    let [kube_cel, kube_cel_converted, cel, converted] = NAMES;
    vec![
        Peer { name: kube_cel, run: judge(&kube_cel::judge(schema, old), objects) },
        Peer { name: kube_cel_converted, run: judge(&kube_cel::judge_converted(schema, old), objects) },
        Peer { name: cel, run: judge(&cel_crate::judge(schema, old), objects) },
        Peer { name: converted, run: judge(&cel_crate::judge_converted(schema, old), objects) },
    ]
}

/// What makes a function of an object, which says whether the object is valid.
#[cfg(feature = "compare")]
type Judge = Result<Box<dyn Fn(&Value) -> Box<dyn Fn() -> bool>>, &'static str>;

#[cfg(feature = "compare")]
fn judge(judge: &Judge, objects: &[Value; 2]) -> Result<Run, &'static str> {
    let judge = judge.as_ref().map_err(|error| *error)?;
    let [passing, failing] = objects.each_ref().map(judge);
    match [passing(), failing()] {
        [true, false] => Ok(crate::case::repeat(passing)),
        [true, true] => Err("accepts all"),
        [false, false] => Err("refuses all"),
        [false, true] => Err("is the opposite"),
    }
}
