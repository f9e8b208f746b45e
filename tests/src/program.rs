//! The command line of the programs in this crate: `<program> <verb> [subject] [count] [seed]`. One run per subject, and one exit code.
//!
//! A program is a list of verbs, and a verb a list of subjects. Without a subject a verb runs everything that `.ci/run` runs.

mod report;

pub use report::Report;

use clap::{Arg, ArgAction, ArgMatches, Command, error::ErrorKind, value_parser};
use std::{error::Error, path::PathBuf, process::ExitCode, time::Instant};

/// A result with any error.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// An action of a program.
pub struct Verb {
    /// `compare`
    pub name: &'static str,
    /// A line of the program's help.
    pub about: &'static str,
    /// The subjects of this action.
    pub subjects: &'static [Subject],
}

/// The subject of a verb.
pub struct Subject {
    name: &'static str,
    about: &'static str,
    count: Option<usize>,
    inputs: Option<usize>,
    share: Option<usize>,
    flags: &'static [Flag],
    is_live: bool,
    is_quiet: bool,
    run: fn(&Asked, &mut Report) -> Result<()>,
}

/// Options that some subjects take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// A file with requests, instead of random ones.
    Requests,
    /// A release of Kubernetes.
    Kubernetes,
    /// Compare only what is refused.
    Verdicts,
    /// Only inputs with this text.
    Containing,
    /// A folder to read.
    Folder,
    /// An input that was found.
    Input,
    /// Number of inputs to skip at the beginning.
    From,
}

/// The arguments for a subject.
pub struct Asked {
    /// Number of random cases.
    pub count: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Number of inputs for each case.
    pub inputs: usize,
    /// Run one case of so many, because all would take too long.
    pub share: usize,
    /// [`Flag::Requests`]
    pub requests: Option<PathBuf>,
    /// [`Flag::Kubernetes`]
    pub kubernetes: Option<String>,
    /// [`Flag::Verdicts`]
    pub verdicts: bool,
    /// [`Flag::Containing`]
    pub containing: String,
    /// [`Flag::Folder`]
    pub folder: Option<PathBuf>,
    /// [`Flag::Input`]
    pub input: Option<PathBuf>,
    /// [`Flag::From`]
    pub from: usize,
    /// The name of the subject.
    pub subject: &'static str,
}

impl Verb {
    /// Describes a run without a subject.
    fn without_a_subject(&self) -> String {
        let names = |is_live| {
            let subjects = self.subjects.iter().filter(move |subject| subject.is_live == is_live);
            subjects.map(|subject| subject.name).collect::<Vec<_>>().join(", ")
        };
        match (names(true), names(false)) {
            (live, _) if live.is_empty() => String::new(),
            (_, by_hand) if by_hand.is_empty() => "Without a subject: all of them.".to_owned(),
            (_, by_hand) => format!("Without a subject: all but {by_hand}."),
        }
    }
}

impl Subject {
    /// A subject that `.ci/run` runs.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        run: fn(&Asked, &mut Report) -> Result<()>,
    ) -> Self {
        Subject {
            name,
            about,
            count: None,
            inputs: None,
            share: None,
            flags: &[],
            is_live: true,
            is_quiet: false,
            run,
        }
    }

    /// Adds the arguments count and seed. `.ci/run` uses this count, and seed 1.
    pub const fn count(mut self, count: usize) -> Self {
        self.count = Some(count);
        self
    }

    /// Adds `--inputs`.
    pub const fn inputs(mut self, inputs: usize) -> Self {
        self.inputs = Some(inputs);
        self
    }

    /// Adds `--one-of`.
    pub const fn one_of(mut self, share: usize) -> Self {
        self.share = Some(share);
        self
    }

    /// Adds these options.
    pub const fn flags(mut self, flags: &'static [Flag]) -> Self {
        self.flags = flags;
        self
    }

    /// `.ci/run` does not run this subject.
    pub const fn by_hand(mut self) -> Self {
        self.is_live = false;
        self
    }

    /// The subject prints answers, but no number of differences.
    pub const fn quiet(mut self) -> Self {
        self.is_quiet = true;
        self.is_live = false;
        self
    }

    fn command(&self) -> Command {
        let number = |name, default: usize, help: &str| {
            Arg::new(name).value_parser(value_parser!(u64)).help(format!("{help} [default: {default}]"))
        };
        let mut command = Command::new(self.name).about(self.about);
        if let Some(count) = self.count {
            command = command.arg(number(COUNT, count, "How many"));
            command = command.arg(number(SEED, 1, "Other seeds ask about other things"));
        }
        if let Some(inputs) = self.inputs {
            command = command.arg(number(INPUTS, inputs, "How many values or objects for each").long(INPUTS));
        }
        if let Some(share) = self.share {
            let share = number(ONE_OF, share, "One of so many; 1 for all");
            command = command.arg(share.long(ONE_OF).value_parser(value_parser!(u64).range(1..)));
        }
        command.args(self.flags.iter().map(|flag| flag.argument()))
    }
}

impl Flag {
    const fn name(self) -> &'static str {
        match self {
            Flag::Requests => "requests",
            Flag::Kubernetes => "kubernetes",
            Flag::Verdicts => "verdicts",
            Flag::Containing => "containing",
            Flag::Folder => "folder",
            Flag::Input => "input",
            Flag::From => "from",
        }
    }

    fn argument(self) -> Arg {
        let arg = Arg::new(self.name()).long(self.name());
        let file = |arg: Arg, help: &'static str| arg.value_parser(value_parser!(PathBuf)).help(help);
        match self {
            Flag::Requests => file(arg, "A file with requests of the oracle, a line each, to ask instead"),
            Flag::Kubernetes => {
                arg.help("A release, as 1.31. ORACLE names its program (tests/oracle/releases)")
            }
            Flag::Verdicts => {
                arg.action(ArgAction::SetTrue).help("Only what is refused, not the texts and costs")
            }
            Flag::Containing => arg.help("Only what contains this text"),
            Flag::Folder => file(arg, "The folder to read"),
            Flag::From => arg
                .value_parser(value_parser!(u64))
                .help("The number of the first that is compared, so that a comparison can be done in parts"),
            Flag::Input => file(arg, "A file with an input that was found, to try again"),
        }
    }
}

const COUNT: &str = "count";
const SEED: &str = "seed";
const INPUTS: &str = "inputs";
const ONE_OF: &str = "one-of";

impl Asked {
    fn new(subject: &Subject, matches: &ArgMatches) -> Self {
        let number = |name: &str| matches.try_get_one::<u64>(name).ok().flatten().copied();
        let size = |name: &str, default: Option<usize>| {
            number(name).and_then(|n| usize::try_from(n).ok()).or(default).unwrap_or_default()
        };
        let text = |flag: Flag| matches.try_get_one::<String>(flag.name()).ok().flatten().cloned();
        let file = |flag: Flag| matches.try_get_one::<PathBuf>(flag.name()).ok().flatten().cloned();
        Asked {
            count: size(COUNT, subject.count),
            seed: number(SEED).unwrap_or(1),
            inputs: size(INPUTS, subject.inputs),
            share: size(ONE_OF, subject.share).max(1),
            requests: file(Flag::Requests),
            kubernetes: text(Flag::Kubernetes),
            verdicts: subject.flags.contains(&Flag::Verdicts) && matches.get_flag(Flag::Verdicts.name()),
            containing: text(Flag::Containing).unwrap_or_default(),
            folder: file(Flag::Folder),
            input: file(Flag::Input),
            from: size(Flag::From.name(), None),
            subject: subject.name,
        }
    }
}

/// Runs the program with the arguments of the process. The exit code is 1 for differences, and 2 if a subject could not be run.
pub fn run(name: &'static str, about: &'static str, verbs: &'static [Verb]) -> ExitCode {
    let mut command = command(name, about, verbs);
    let matches = match command.try_get_matches_from_mut(std::env::args_os()) {
        Ok(matches) => matches,
        Err(error) => {
            drop(error.print());
            if matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::MissingSubcommand) {
                let verb = std::env::args().find_map(|word| verbs.iter().find(|verb| verb.name == word));
                verb.into_iter().for_each(print_subjects);
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let report = match Report::of(&matches) {
        Ok(report) => report,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let Some((verb, of_verb)) = matches.subcommand() else { return ExitCode::from(2) };
    let subjects = verbs.iter().find(|known| known.name == verb).map_or(&[][..], |known| known.subjects);
    let codes = subjects.iter().filter_map(|subject| match of_verb.subcommand() {
        Some((name, given)) if name == subject.name => Some(run_one(subject, given, report.clone())),
        None if subject.is_live => Some(run_live(subject, report.clone())),
        _ => None,
    });
    ExitCode::from(codes.max().unwrap_or_default())
}

fn command(name: &'static str, about: &'static str, verbs: &'static [Verb]) -> Command {
    let of_verb = |verb: &'static Verb| {
        let subjects = verb.subjects.iter().map(Subject::command);
        let needs_one = !verb.subjects.iter().any(|subject| subject.is_live);
        Command::new(verb.name)
            .about(verb.about)
            .after_help(verb.without_a_subject())
            .subcommand_value_name("SUBJECT")
            .subcommand_help_heading("Subjects")
            .subcommand_required(needs_one)
            .disable_help_subcommand(true)
            .subcommands(subjects)
    };
    Command::new(name)
        .about(about)
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .args(Report::arguments())
        .subcommands(verbs.iter().map(of_verb))
}

fn print_subjects(verb: &Verb) {
    let names: Vec<&str> = verb.subjects.iter().map(|subject| subject.name).collect();
    eprintln!("\nsubjects of `{}`: {}", verb.name, names.join(", "));
}

/// Runs a subject like `.ci/run`: with the numbers in the table.
fn run_live(subject: &Subject, report: Report) -> u8 {
    println!("== {}", subject.name);
    run_one(subject, &subject.command().get_matches_from([subject.name]), report)
}

fn run_one(subject: &Subject, given: &ArgMatches, mut report: Report) -> u8 {
    let start = Instant::now();
    if let Err(error) = (subject.run)(&Asked::new(subject, given), &mut report) {
        eprintln!("error: {}: {error}", subject.name);
        return 2;
    }
    if !subject.is_quiet {
        println!("{}: {} different, {} s", subject.name, report.found(), start.elapsed().as_secs());
    }
    u8::from(report.found() > 0)
}
