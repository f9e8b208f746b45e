//! Rules of a node, judging values as the server does (k8s: `apiextensions-apiserver`, `schema/cel/validation.go`).

use cel_codegen::{
    decls::KubernetesVersion,
    diagnostic::Diagnostic,
    schema::{DeclType, Schema, ValidationRule},
};
use serde_json::Value as Json;

/// A rule of one node, ready to judge values of the node.
#[derive(Debug)]
pub struct Rule<'s> {
    rule: &'s ValidationRule,
}

impl<'s> Rule<'s> {
    /// The rule as the server compiles it; `schema` holds what the node refers to.
    ///
    /// # Errors
    /// What the server says of the rule.
    pub fn new(
        schema: &'s Schema,
        node: &'s DeclType,
        rule: &'s ValidationRule,
        version: KubernetesVersion,
    ) -> Result<Self, Vec<Diagnostic>> {
        let _ = (schema, node, version);
        Ok(Rule { rule })
    }

    /// Judges a value, `old` being the value before. What the evaluations cost is taken from `budget`, which is -1 when no
    /// further rule of the schema is to be run; so before each node it must be tested for being positive.
    pub fn judge(&self, value: &Json, old: Option<&Json>, budget: &mut i64) -> Judgement {
        let _ = (self.rule, value, old, budget);
        todo!("evaluation")
    }
}

/// What a rule says of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It holds, or it compares with an old value and there is none.
    Holds,
    /// It does not hold. The message stands at the rule's `fieldPath` and has its `reason`.
    Violated {
        /// `messageExpression`, `message` or the rule itself.
        message: String,
    },
    /// It has no value. The error stands at the node, is of type `FieldValueInvalid` and shows the type of the schema as the
    /// invalid value.
    Error {
        /// `no such key: a evaluating rule: ..`
        detail: String,
    },
    /// It does not hold, and its `messageExpression` exceeded a limit. The error stands at the rule's `fieldPath`, otherwise it
    /// is as [`Error`](Self::Error).
    MessageError {
        /// `messageExpression evaluation failed due to running out of cost budget, ..`
        detail: String,
    },
}
