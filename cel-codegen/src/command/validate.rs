//! `cel-codegen validate`

mod crds;

use super::{Format, Result, complain, print, release, shown, with_help};
use crate::{
    fields::FieldValidation,
    findings::{self, Finding, Kind, TEMPLATE_HELP, is_template},
    github, human, input, json,
    objects::{Answer, Endpoint, FileObject, FileObjects, Judges, Unknown},
    sarif,
    size::Size,
};
use cel_compiler::{
    crd::{
        document::{FileError, Node},
        lines::Lines,
    },
    library::KubernetesVersion,
};
use serde_json::json;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Says what an API server would say of custom resources and of updates of them: unknown fields, schema, rules. Defaults are applied first;
/// a mistake in a value that an update leaves alone is at most a warning.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cel-codegen validate --crd crds/ manifests/
  cel-codegen validate --crd crds/widget.yaml --old before.yaml after.yaml

Exit code:
  0  a server would accept all objects
  1  it would refuse one
  2  something cannot be read, an object has no CRD, or there was nothing to validate")]
pub(super) struct Options {
    /// Files or folders with the CRDs
    #[arg(long, value_name = "PATH", required = true)]
    crd: Vec<PathBuf>,
    /// Files or folders with objects, YAML or JSON; `-` for standard input. In folders objects of other kinds are passed over
    #[arg(value_name = "PATH", required = true)]
    objects: Vec<PathBuf>,
    /// The objects are updates of those in this file, which have the same kind, namespace and name
    #[arg(long, value_name = "FILE")]
    old: Option<PathBuf>,
    /// Only this part of the objects is written, as `kubectl --subresource` does; the rest stays as in the file of `--old`
    #[arg(long, value_enum, requires = "old")]
    subresource: Option<Subresource>,
    /// Treatment of a field that the CRD does not know, and of a key that is there twice
    #[arg(long, value_enum, default_value_t = FieldValidation::Strict)]
    field_validation: FieldValidation,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// The release of Kubernetes, 1.25 to 1.37 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = release)]
    kubernetes: Option<KubernetesVersion>,
}

/// A part of an object that is written by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Subresource {
    /// The status
    Status,
}

pub(super) fn run(options: Options) -> Result<ExitCode> {
    let paths = options.crd.iter().chain(&options.objects).chain(&options.old);
    if paths.filter(|path| *path == Path::new("-")).count() > 1 {
        return Err("only one of the CRDs, the objects and the old objects can be standard input".into());
    }
    let version = options.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
    let resources = crds::resources(&options.crd, version)?;
    Judges::with(&resources, version, |judges| {
        let old = replaced(&options, judges)?;
        Run { options, judges, old, counts: Counts::default(), results: Vec::new() }.files()
    })
}

/// The objects of `--old`, by their identity.
fn replaced(options: &Options, judges: &Judges<'_>) -> Result<HashMap<Identity, Node>> {
    let mut old = HashMap::new();
    if let Some(file) = &options.old {
        let text = input::read(file).map_err(|error| format!("{}: {error}", shown(file)))?;
        let objects = FileObjects::read(&text, judges.resources())
            .map_err(|error| format!("{}:{error}", shown(file)))?;
        if let Some(error) = objects.errors().first() {
            return Err(format!("{}:{error}", shown(file)).into());
        }
        for object in objects.iter() {
            old.entry(identity(object.node)).or_insert_with(|| object.node.clone());
        }
    }
    Ok(old)
}

#[derive(Default)]
struct Counts {
    objects: usize,
    refused: usize,
    warnings: usize,
    unreadable: usize,
    /// Objects whose kind no CRD has.
    others: usize,
}

struct Run<'r, 'p> {
    options: Options,
    judges: &'r Judges<'p>,
    /// The objects before the update, by kind, group, namespace and name.
    old: HashMap<Identity, Node>,
    counts: Counts,
    /// For formats that are a single document.
    results: Vec<sarif::Entry>,
}

impl Run<'_, '_> {
    fn files(mut self) -> Result<ExitCode> {
        let (files, errors) = input::files(&self.options.objects);
        for (folder, error) in errors {
            self.unreadable(&format!("{}: {error}", folder.display()));
        }
        for file in &files {
            match input::read(&file.path) {
                Ok(text) => self.file(&shown(&file.path), &text, file.is_found())?,
                Err(error) => self.unreadable(&format!("{}: {error}", shown(&file.path))),
            }
        }
        self.finish()
    }

    fn file(&mut self, name: &str, text: &str, is_found: bool) -> Result<()> {
        let lines = Lines::new(text);
        let objects = match FileObjects::read(text, self.judges.resources()) {
            Ok(objects) => objects,
            Err(error) => return self.unreadable_text(name, text, &lines, &[error]),
        };
        if !objects.errors().is_empty() {
            self.unreadable_text(name, text, &lines, objects.errors())?;
        }
        if objects.is_empty() && !is_found {
            self.unreadable(&with_help(&format!("{name}: no object in it"), text));
        }
        if let Some(crd) = objects.iter().next().filter(|_| !is_found && objects.iter().all(is_crd)) {
            self.unreadable(&format!(
                "{name}: no object of a CRD in it, but the {}: `cel-codegen check {name}` judges CRDs",
                title(crd.node)
            ));
            return Ok(());
        }
        for object in objects.iter() {
            self.object(name, &lines, object, is_found)?;
        }
        Ok(())
    }

    fn unreadable_text(
        &mut self,
        name: &str,
        text: &str,
        lines: &Lines<'_>,
        errors: &[FileError],
    ) -> Result<()> {
        self.counts.unreadable += errors.len();
        let mut found: Vec<Finding<'_>> =
            errors.iter().map(|error| findings::of_text(error, lines)).collect();
        if let Some(first) = found.first_mut().filter(|_| is_template(text)) {
            first.help = Some(TEMPLATE_HELP.replace(" check ", " validate --crd CRD "));
        }
        self.report(name, lines, &found)
    }

    fn object(&mut self, name: &str, lines: &Lines<'_>, found: FileObject<'_>, is_found: bool) -> Result<()> {
        let object = found.node;
        let title = title(object);
        let Some(judge) = self.judges.of_object(object) else {
            return self.other(name, lines, found, is_found);
        };
        let old = self.old.get(&identity(object));
        if self.options.old.is_some() && old.is_none() {
            self.unreadable(&format!("{name}: {title} is not in the file that `--old` names"));
            return Ok(());
        }
        let endpoint =
            self.options.subresource.map_or(Endpoint::Main, |Subresource::Status| Endpoint::Status);
        if endpoint == Endpoint::Status && !judge.resource().has_status() {
            self.unreadable(&format!("{name}: {title} has no subresource `status` in its CRD"));
            return Ok(());
        }
        self.counts.objects += 1;
        let size = Size::of(object);
        let answer = match size.refusal() {
            Some(refusal) => {
                Answer { refusal: Some(FileError::new(object.at, refusal)), ..Answer::default() }
            }
            None => {
                let repeated = found.repeated_keys();
                Answer { repeated, ..judge.judge(object, old, endpoint) }
            }
        };
        let is_strict = self.options.field_validation == FieldValidation::Strict;
        let is_accepted = answer.is_accepted(is_strict);
        self.counts.refused += usize::from(!is_accepted);
        if self.options.format == Format::Json {
            let line = json!({
                "file": name,
                "object": title,
                "line": object.at.line,
                "accepted": is_accepted,
                "decoding_error": answer.decoding_error(is_strict),
                "errors": answer.errors.iter().map(|error| json::error(error, error.at)).collect::<Vec<_>>(),
                "repeated_keys": answer.repeated.told().map(|key| key.text.as_str()).collect::<Vec<_>>(),
                "unknown_fields": answer.unknown.iter().map(|unknown| unknown.path.as_str()).collect::<Vec<_>>(),
                "warnings": answer.warnings,
                "store_error": size.store_error(),
            });
            print(&format!("{line}\n"))?;
            return Ok(());
        }
        let mut found = self.findings(object, &answer);
        found.extend(findings::of_size(size, object.at));
        for finding in &mut found {
            finding.within = Some(title.clone());
        }
        self.counts.warnings += found.iter().filter(|finding| finding.is_warning).count();
        self.report(name, lines, &found)
    }

    /// An object without a CRD. In a folder it is reported only if a CRD of a similar kind exists.
    fn other(&mut self, name: &str, lines: &Lines<'_>, found: FileObject<'_>, is_found: bool) -> Result<()> {
        let object = found.node;
        let meant = self.judges.resources().meant(object);
        if is_crd(found) || is_found && meant.is_none() {
            self.counts.others += 1;
            return Ok(());
        }
        self.counts.unreadable += usize::from(!is_found);
        self.counts.others += usize::from(is_found);
        let message = if ["apiVersion", "kind"].iter().any(|key| text(object, key).is_empty()) {
            "no object: `apiVersion` and `kind` say what an object is".to_owned()
        } else {
            format!("no CRD here is for {}", title(object))
        };
        let help = meant.map(|meant| format!("did you mean {} of {}?", meant.kind, meant.api_version));
        let at = Some(object.at);
        self.report(name, lines, &[Finding { is_warning: is_found, message, at, help, ..Finding::default() }])
    }

    fn findings<'a>(&self, object: &Node, answer: &'a Answer) -> Vec<Finding<'a>> {
        let general = |message: &str| Finding {
            message: message.to_owned(),
            at: Some(object.at),
            ..Finding::default()
        };
        if let Some(refusal) = &answer.refusal {
            return vec![findings::of_file_error(refusal, Kind::Shape)];
        }
        let mode = self.options.field_validation;
        let of_key = |text: &str, at, help: &Option<String>| {
            let prefix = if mode == FieldValidation::Strict { "strict decoding error: " } else { "" };
            Finding {
                is_warning: mode == FieldValidation::Warn,
                kind: Kind::Shape,
                message: format!("{prefix}{text}"),
                at: Some(at),
                help: help.clone(),
                ..Finding::default()
            }
        };
        let repeated = answer.repeated.told().map(|key| of_key(&key.text, key.at, &key.help));
        let unknown = answer.unknown.iter();
        let unknown = unknown.map(|unknown| of_key(&unknown.text(), unknown.at, &unknown.help));
        let unknown = repeated.chain(unknown).filter(|_| mode != FieldValidation::Ignore);
        let warnings = answer.warnings.iter().map(|warning| Finding {
            is_warning: true,
            kind: Kind::Definition,
            ..general(warning)
        });
        let errors = answer.errors.iter().map(findings::of_error);
        let omitted = answer.omitted_unknown().into_iter();
        let omitted = omitted.filter(|_| mode != FieldValidation::Ignore).map(|message| Finding {
            is_warning: mode == FieldValidation::Warn,
            kind: Kind::Shape,
            ..general(&message)
        });
        let unknown = unknown.chain(omitted);
        // A strict server stops here.
        if mode == FieldValidation::Strict && answer.decoding_error(true).is_some() {
            return unknown.collect();
        }
        unknown.chain(warnings).chain(errors).collect()
    }

    fn report(&mut self, name: &str, lines: &Lines<'_>, found: &[Finding<'_>]) -> Result<()> {
        match self.options.format {
            Format::Human => {
                print(&human::findings(name, lines, found))?;
            }
            Format::Github => {
                print(&github::findings(name, found))?;
            }
            Format::Sarif => self.results.extend(sarif::results(name, found)),
            Format::Json => {
                found.iter().for_each(|finding| complain(&format!("{name}: {}", finding.message)))
            }
        }
        Ok(())
    }

    fn unreadable(&mut self, text: &str) {
        complain(text);
        self.counts.unreadable += 1;
    }

    fn finish(self) -> Result<ExitCode> {
        let Counts { objects, refused, warnings, unreadable, others } = self.counts;
        match self.options.format {
            Format::Human => {
                let mut text = format!("{}: ", human::plural(objects, "object"));
                text += &match (objects, refused) {
                    (0, _) => "nothing to validate".to_owned(),
                    (_, 0) => "all accepted".to_owned(),
                    (_, refused) => format!("{refused} refused"),
                };
                if warnings > 0 {
                    text += &format!(", {}", human::plural(warnings, "warning"));
                }
                if unreadable > 0 {
                    text += &format!(", {unreadable} not judged");
                }
                if others > 0 {
                    text += &format!(", {others} of kinds without a CRD here");
                }
                print(&format!("{text}\n"))?;
            }
            Format::Sarif => {
                print(&format!("{:#}\n", sarif::log(self.results)))?;
            }
            Format::Json | Format::Github => {}
        }
        if objects == 0 && unreadable == 0 && self.options.format != Format::Human {
            complain("no object of the CRDs in `--crd` was found: nothing to validate");
        }
        Ok(match (objects, unreadable, refused) {
            (0, ..) | (_, 1.., _) => ExitCode::from(2),
            (_, _, 1..) => ExitCode::FAILURE,
            _ => ExitCode::SUCCESS,
        })
    }
}

/// `Widget "web" of example.dev/v1`
fn title(object: &Node) -> String {
    let name = object.field("metadata").map(|metadata| text(metadata, "name")).unwrap_or_default();
    let [kind, api_version] = ["kind", "apiVersion"].map(|key| match text(object, key) {
        "" => "?",
        text => shortened(text),
    });
    format!("{kind} {:?} of {api_version}", shortened(name))
}

fn is_crd(object: FileObject<'_>) -> bool {
    text(object.node, "kind") == "CustomResourceDefinition"
}

type Identity = [String; 4];

/// Cuts a long name, since each finding repeats it.
fn shortened(name: &str) -> &str {
    name.char_indices().nth(LONGEST_NAME).and_then(|(end, _)| name.get(..end)).unwrap_or(name)
}

/// The server accepts no longer name.
const LONGEST_NAME: usize = 253;

/// Kind, group, namespace and name. An object is the same in all versions of its API.
fn identity(object: &Node) -> Identity {
    let group = text(object, "apiVersion").split('/').next().unwrap_or_default();
    let metadata = object.field("metadata");
    let [namespace, name] =
        ["namespace", "name"].map(|key| metadata.map_or("", |metadata| text(metadata, key)));
    [text(object, "kind"), group, namespace, name].map(str::to_owned)
}

fn text<'n>(node: &'n Node, key: &str) -> &'n str {
    node.field(key).and_then(Node::as_str).unwrap_or_default()
}

impl Unknown {
    /// The server's error.
    fn text(&self) -> String {
        format!("unknown field \"{}\"", self.path)
    }
}
