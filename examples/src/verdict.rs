//! The result of the rules for an object, in the API server's words

use std::fmt;

use cel_runtime::{Options, Report, XValidation};
use kube::{Resource, ResourceExt};

use crate::{Expectation, Scaler};

/// The result of the rules for an object
pub struct Verdict {
    /// Name of the object
    pub name: String,
    /// Errors and cost
    pub report: Report,
}

impl Verdict {
    /// Judges a new object.
    pub fn of(object: &Scaler) -> Self {
        Verdict { name: object.name_any(), report: object.x_evaluate(None, &Options::default()) }
    }

    /// True if no rule refuses the object
    pub fn accepted(&self) -> bool {
        self.report.errors.is_empty()
    }

    /// The verdict in the form of a manifest's expected result
    pub fn as_expectation(&self) -> Expectation {
        if self.accepted() {
            return Expectation::Accepted;
        }
        let mut errors: Vec<String> = self.report.errors.iter().map(|error| error.to_string()).collect();
        errors.sort();
        Expectation::Refused(errors)
    }

    /// `accepted`, or the message in the API server's status
    pub fn message(&self) -> String {
        if self.accepted() {
            return "accepted".to_owned();
        }
        let kind_group = format!("{}.{}", Scaler::kind(&()), Scaler::group(&()));
        self.report.errors.status_message(&kind_group, &self.name)
    }
}

/// The message, then the cost and its share of the limit for an object
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cost = self.report.runtime_cost;
        let share = 100.0 * cost as f64 / BUDGET as f64;
        write!(f, "{}\n  cost {cost} of {BUDGET} ({share:.4} %)", self.message())
    }
}

const BUDGET: i64 = 10_000_000;
