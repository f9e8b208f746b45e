//! The command `cel-codegen`.

use cel_codegen::command::{self, Cli};
use clap::Parser as _;
use std::{io, process::ExitCode, thread};

// A file becomes many small values.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    // A shell may set a smaller stack than the deepest files and rules need.
    let thread = thread::Builder::new().stack_size(command::STACK).spawn(|| run(cli));
    match thread.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic message says why.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => failure(&error.to_string()),
    }
}

fn run(cli: Cli) -> ExitCode {
    match command::run(cli) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&*error) => ExitCode::from(2),
        Err(error) => failure(&error.to_string()),
    }
}

/// True if the reader of the output has closed the pipe, as `head` does. That is no error to report.
fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn failure(error: &str) -> ExitCode {
    command::complain(error);
    ExitCode::from(2)
}
