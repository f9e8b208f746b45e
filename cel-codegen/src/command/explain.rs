//! `cel-codegen explain`

use super::{Result, print, release, shown, with_help};
use crate::{explain, input, terminal};
use cel_compiler::{crd::props::SchemaProps, env::Env, library::KubernetesVersion, types::Type};
use std::{path::PathBuf, process::ExitCode};

/// Shows a rule as the checker understands it: places, costs, types, functions. The cost of a part is its highest cost in one
/// evaluation of the rule, with the parts below it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cel-codegen explain 'self.size() > 1' --var 'self=list(int)'
  cel-codegen explain 'self.name.startsWith(\"a\")' --crd crds/widget.yaml --at spec.list[]

Exit code:
  0  the rule is shown
  1  a server would refuse the rule
  2  something cannot be read")]
pub(super) struct Options {
    /// The rule, a CEL expression
    #[arg(allow_hyphen_values = true)]
    rule: String,
    /// The rule stands in the first CRD of this file
    #[arg(long, value_name = "FILE")]
    crd: Option<PathBuf>,
    /// On which part of the CRD, as in `spec.list[].name`: `[]` stands for the items of a list or the values of a map
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true, requires = "crd")]
    at: String,
    /// In which version of the CRD [default: the first]
    #[arg(long, value_name = "NAME", requires = "crd")]
    version: Option<String>,
    /// Also looks for an object that the rule accepts, and one that it refuses
    #[arg(long, requires = "crd")]
    witness: bool,
    /// The rule may use this variable: `self=map(string, int)`. In a CRD it has those of the CRD
    #[arg(long, value_name = "NAME=TYPE", conflicts_with = "crd")]
    var: Vec<String>,
    /// The release of Kubernetes, 1.25 to 1.37 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = release)]
    kubernetes: Option<KubernetesVersion>,
}

pub(super) fn run(options: Options) -> Result<ExitCode> {
    let kubernetes = options.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
    let crd = match &options.crd {
        Some(file) => {
            let text = input::read(file).map_err(|error| format!("{}: {error}", shown(file)))?;
            Some((file, text))
        }
        None => None,
    };
    let schema = match &crd {
        Some((file, text)) => explain::schema_at(text, options.version.as_deref(), &options.at)
            .map_err(|error| with_help(&format!("{}: {error}", shown(file)), text))?,
        None => (SchemaProps::default(), false),
    };
    let (definitions, node) = explain::node_of(&schema.0, schema.1);
    let mut env = match crd {
        Some(_) => explain::with_node(&definitions, &node, kubernetes),
        None => Env::new().with_version(kubernetes),
    };
    for text in &options.var {
        let (name, ty) = variable(text)?;
        env = env.with_variable(name, ty);
    }
    match explain::explain(&options.rule, &env, &node) {
        Ok(tree) => {
            print(&tree)?;
            if let Some(refusal) = explain::refusal(&options.rule, &env, &node) {
                print(&format!("error: {}\n", terminal::escaped(&refusal)))?;
                return Ok(ExitCode::FAILURE);
            }
            if let Some((file, text)) = crd.as_ref().filter(|_| options.witness) {
                let version = options.version.as_deref();
                let objects = explain::objects(&options.rule, text, version, &options.at, kubernetes);
                print(&objects.map_err(|error| format!("{}: {error}", shown(file)))?)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(errors) => {
            print(&format!("{}\n", terminal::escaped(&errors)))?;
            if crd.is_none() && !options.rule.trim().is_empty() && options.var.is_empty() {
                print(
                    "A rule stands on a part of a CRD: `--crd FILE --at spec`. Or say what it reads: `--var 'self=list(int)'`.\n",
                )?;
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

/// `self=list(int)`
fn variable(text: &str) -> Result<(&str, Type)> {
    let usage = || {
        let shown: String = text.chars().take(80).collect();
        format!(
            "`--var {shown}` is not of the form `name=type`, such as `self=list(int)`, of at most 100 levels"
        )
    };
    let (name, ty) = text.split_once('=').ok_or_else(usage)?;
    let help = match ty.trim() {
        "integer" => "; write `int`",
        "number" | "float" => "; write `double`",
        "boolean" => "; write `bool`",
        "array" => "; write `list(dyn)`",
        "object" => "; write `map(string, dyn)`",
        _ => "",
    };
    let ty = explain::type_of(ty).ok_or_else(|| usage() + help)?;
    Ok((name.trim(), ty))
}
