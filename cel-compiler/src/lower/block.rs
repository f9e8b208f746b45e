//! Straight-line code: statements in order. Unit costs are summed up until a statement needs them written.

use crate::ir::{Body, Local, Statement, Steps, Value};

/// A call of a shared closure before this place, and the name of its result.
#[derive(Clone)]
pub(super) struct Given {
    pub(super) closure: Local,
    pub(super) value: Local,
}

/// A run of statements. Units never move across a larger charge: the cost at the limit can be observed.
#[derive(Default)]
pub(crate) struct Block {
    statements: Vec<Statement>,
    units: u64,
    /// A statement in it may test the limit.
    charges: bool,
    /// A statement in it always tests the limit.
    tests: bool,
    /// The block always costs something.
    costs: bool,
    given: Vec<Given>,
}

impl Block {
    pub(crate) fn new() -> Self {
        Block::default()
    }

    /// Adds costs of 1 each.
    pub(crate) fn units(&mut self, units: u64) {
        self.units += units;
        self.costs |= units > 0;
    }

    /// A statement without charges above a unit.
    pub(crate) fn push(&mut self, statement: Statement) {
        self.statements.push(statement);
    }

    /// A statement with charges inside. The units so far are written first.
    pub(crate) fn push_settled(&mut self, statement: Statement) {
        self.flush();
        self.push(statement);
        self.charges = true;
    }

    /// A statement; `settled` says whether it has charges inside.
    pub(crate) fn push_if(&mut self, settled: bool, statement: Statement) {
        if settled { self.push_settled(statement) } else { self.push(statement) }
    }

    /// Adds a cost that is known at compile time.
    pub(crate) fn charge_known(&mut self, step: u64) {
        match step {
            0 => {}
            1 => self.units(1),
            _ => self.charge(Value::Number(step)),
        }
    }

    /// Adds a cost that is known at run time and may exceed 1.
    pub(crate) fn charge(&mut self, step: Value) {
        self.push_settled(Statement::Charge(step));
        self.tests = true;
    }

    /// Ends a round of a loop: tests the limit, unless the round always does so itself.
    pub(crate) fn end_round(&mut self) {
        self.flush();
        match (self.tests, self.costs) {
            (true, _) => {}
            (false, true) => self.push(Statement::Check),
            (false, false) => self.push(Statement::Turn),
        }
    }

    /// True if it only adds units to the cost, and always at least one.
    pub(crate) fn only_adds(&self) -> bool {
        let only_adds = |statement: &Statement| statement.only_takes(Steps::Units);
        !self.tests && !self.charges && self.costs && self.statements.iter().all(only_adds)
    }

    /// Adds the statements of another block behind those of this one.
    pub(crate) fn append(&mut self, other: Block) {
        self.costs |= other.costs;
        self.tests |= other.tests;
        self.given.extend(other.given);
        if other.statements.is_empty() {
            self.units += other.units;
            return;
        }
        self.flush();
        self.statements.extend(other.statements);
        self.units = other.units;
        self.charges |= other.charges;
    }

    /// The statements of another block if they are for a branch; otherwise they are appended.
    pub(crate) fn append_unless(&mut self, is_branch: bool, other: Block) -> Vec<Statement> {
        if is_branch {
            return other.into_statements();
        }
        self.append(other);
        Vec::new()
    }

    /// The results of shared closures that its statements call.
    pub(super) fn given(&self) -> &[Given] {
        &self.given
    }

    /// Records the call of a shared closure in a statement of the block.
    pub(super) fn give(&mut self, given: Given) {
        self.given.push(given);
    }

    /// Writes the units summed so far.
    pub(crate) fn flush(&mut self) {
        let units = std::mem::take(&mut self.units);
        if units > 0 {
            self.push(Statement::Add(units));
        }
    }

    /// True if a statement in it may test the limit.
    pub(crate) fn charges(&self) -> bool {
        self.charges
    }

    /// The units, if it does nothing else.
    pub(crate) fn only_units(&self) -> Option<u64> {
        self.statements.is_empty().then_some(self.units)
    }

    /// The units of a round that then appends a value to a list, if the round does nothing else.
    pub(crate) fn only_appends(&self) -> Option<u64> {
        let is_list = |step: &Value| *step == Value::Number(LIST_COST);
        match self.statements.as_slice() {
            [Statement::Add(units), Statement::Charge(step)] if is_list(step) && self.units == 1 => {
                Some(*units)
            }
            _ => None,
        }
    }

    /// The statements, with all units written.
    pub(crate) fn into_statements(mut self) -> Vec<Statement> {
        self.flush();
        self.statements
    }

    /// The statements, and the value that they lead to.
    pub(crate) fn into_body(self, result: Value) -> Body {
        Body { statements: self.into_statements(), result }
    }
}

/// Charge of a list literal.
pub(super) const LIST_COST: u64 = 10;
