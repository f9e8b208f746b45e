//! The expressions in the tables of `docs/spec`.

use crate::{
    oracle,
    program::{Asked, Report, Result},
    specification::differences,
};

/// Compares all of them.
pub fn compare(_: &Asked, report: &mut Report) -> Result<()> {
    let (rows, different) = differences(|requests| oracle::ask("expr", requests.iter()))?;
    println!("{rows} expressions");
    different.iter().try_for_each(|text| report.differs(text))
}
