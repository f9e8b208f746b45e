//! The differences that a run finds: all are counted and written to a file, and the first ones are printed.

use clap::{Arg, ArgMatches, value_parser};
use std::{fmt::Display, fs::File, io::Write, path::PathBuf, rc::Rc};

use super::Result;

/// Collects the differences of one subject.
#[derive(Clone)]
pub struct Report {
    found: usize,
    most_shown: usize,
    file: Option<Rc<File>>,
}

impl Report {
    /// `--show` and `--file`.
    pub(super) fn arguments() -> [Arg; 2] {
        let show = Arg::new(SHOW).long(SHOW).value_parser(value_parser!(u64)).default_value("10");
        let file = Arg::new(FILE).long(FILE).value_parser(value_parser!(PathBuf));
        [
            show.help("How many differences are printed").global(true),
            file.help("Where all differences go, a line or more for each").global(true),
        ]
    }

    /// # Errors
    /// If the file cannot be written.
    pub(super) fn of(matches: &ArgMatches) -> Result<Self> {
        let most_shown = matches.get_one::<u64>(SHOW).and_then(|most| usize::try_from(*most).ok());
        let file = matches.get_one::<PathBuf>(FILE).map(|path| {
            File::create(path).map(Rc::new).map_err(|error| format!("{}: {error}", path.display()))
        });
        Ok(Report { found: 0, most_shown: most_shown.unwrap_or_default(), file: file.transpose()? })
    }

    /// Reports a difference.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn differs(&mut self, text: impl Display) -> Result<()> {
        self.differs_as(&text, &text)
    }

    /// Reports a difference with one text to print and another for the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn differs_as(&mut self, shown: impl Display, written: impl Display) -> Result<()> {
        self.found += 1;
        if self.found <= self.most_shown {
            println!("{shown}");
        }
        if let Some(mut file) = self.file.as_deref() {
            writeln!(file, "{written}")?;
        }
        Ok(())
    }

    /// Number of differences.
    #[must_use]
    pub fn found(&self) -> usize {
        self.found
    }
}

const SHOW: &str = "show";
const FILE: &str = "file";
