//! Judges random objects of the example types in one process. None may cause a panic.

use crate::{
    example_objects::judge,
    program::{Asked, Report, Result},
};

/// Judges this many objects.
pub fn try_all(asked: &Asked, report: &mut Report) -> Result<()> {
    let outcome = judge(asked.count, asked.seed)?;
    for [old, new] in &outcome.panics {
        report.differs(format_args!("old {old}\nnew {new}"))?;
    }
    println!("{} objects, {} refused", outcome.objects, outcome.refused);
    Ok(())
}
