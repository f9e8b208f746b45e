//! The command `cel-codegen`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match cel_codegen_cli::command::run(lexopt::Parser::from_env()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cel-codegen: {error}");
            ExitCode::from(2)
        }
    }
}
