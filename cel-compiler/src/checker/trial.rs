//! Checks expressions that advice would tell.

use super::Checker;
use crate::{diagnostic::Diagnostics, env::Env, parser::parse_for};

impl<'e, 's> Checker<'e, 's> {
    pub(super) fn new(env: &'e Env<'s>) -> Self {
        Checker {
            env,
            types: Vec::new(),
            references: Vec::new(),
            locals: Vec::new(),
            substitution: super::Substitution::default(),
            type_variables: 0,
            diagnostics: Diagnostics::default(),
            meant: Vec::new(),
            failed: super::HashSet::new(),
            of_items: Vec::new(),
            second_variable: None,
            negated: None,
            enclosed: None,
            behind_not: None,
            is_behind_macro: false,
        }
    }

    /// True if an expression has no mistake at this place.
    pub(super) fn is_right(&self, written: &str) -> bool {
        // A trial makes no further trials.
        if self.diagnostics.is_full() {
            return false;
        }
        let Ok(expr) = parse_for(written, self.env.version()) else { return false };
        let mut trial = Checker {
            locals: self.locals.clone(),
            diagnostics: Diagnostics::counted(),
            ..Checker::new(self.env)
        };
        trial.check(&expr);
        trial.diagnostics.is_empty()
    }
}
