//! Findings as commands of GitHub workflows, which show them at the lines of a pull request.

use crate::{findings::Finding, terminal::escaped};

/// A line for each finding: `::error file=crds/widget.yaml,line=20,col=25::undefined field 'replica'`
#[must_use]
pub fn findings(file: &str, findings: &[Finding<'_>]) -> String {
    let line = |finding: &Finding<'_>| {
        let level = match finding {
            Finding { is_note: true, .. } => "notice",
            Finding { is_warning: true, .. } => "warning",
            _ => "error",
        };
        let place = finding.at.map(|at| format!(",line={},col={}", at.line, at.column)).unwrap_or_default();
        let help = finding.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        let field = finding.field.as_ref().map(|field| format!("\nat {field}")).unwrap_or_default();
        let message = format!("{}{field}{help}", finding.message);
        format!("::{level} file={}{place}::{}\n", property(file), data(&message))
    };
    findings.iter().map(line).collect()
}

fn data(text: &str) -> String {
    escaped(text).replace('%', "%25").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
