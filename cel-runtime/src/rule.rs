//! Compiled rules, and the values that they see.

use crate::{
    access::CelValue,
    cost::Cost,
    error::Reason,
    outcome::{Outcome, Verdict},
};

/// A compiled rule: the texts for its failure. Texts are trimmed as the server trims them.
#[derive(Debug)]
pub struct Rule {
    /// The expression.
    pub rule: &'static str,
    /// The `message`, not trimmed, empty if there is none.
    pub message: &'static str,
    /// The `messageExpression`, not trimmed, empty if there is none.
    pub message_expression: &'static str,
    /// The `reason`.
    pub reason: Reason,
    /// The resolved `fieldPath`: `spec.a`, `[k]`. It has no dot in front; a dot joins it to the node's path.
    pub field_path: Option<&'static str>,
    /// The rule compares with the value before an update.
    pub uses_old_self: bool,
    /// Highest cost of one evaluation, as the server estimates.
    pub max_cost: u64,
}

impl Rule {
    /// The defaults: generated code writes only the fields that differ.
    pub const PLAIN: Rule = Rule {
        rule: "",
        message: "",
        message_expression: "",
        reason: Reason::FieldValueInvalid,
        field_path: None,
        uses_old_self: false,
        max_cost: 0,
    };
}

/// The generated function of a rule. Its argument is the node's Rust value. It ends with [`Cost::finish`].
pub type RuleFn<T> = for<'a> fn(&'a T, &mut Cost<'a>) -> Verdict<'a>;

/// The bit of a rule whose result is not `true`, or that failed; otherwise 0.
#[must_use]
#[inline(always)]
pub const fn failed(bit: u64, verdict: Verdict<'_>) -> u64 {
    if matches!(verdict, Ok(true)) { 0 } else { bit }
}

/// The generated function of a rule's `messageExpression`. It takes the same value and ends with [`Cost::finish`].
pub type MessageFn<T> = for<'a> fn(&'a T, &mut Cost<'a>) -> Outcome<'a, &'a str>;

/// The value of a node as errors show it.
pub trait Reported {
    /// The `type` of the node's schema: `"object"`, `"array"`, `"integer"`, … and `""` for int-or-string.
    fn schema_type(&self) -> &'static str;

    /// The value as the server prints it in `Invalid value: <v>: ..`. `None` if it is not shown.
    fn bad_value(&self) -> Option<String>;
}

impl<T: CelValue + ?Sized> Reported for T {
    fn schema_type(&self) -> &'static str {
        CelValue::schema_type(self)
    }

    fn bad_value(&self) -> Option<String> {
        CelValue::bad_value(self)
    }
}

/// The value of a node, with or without the old value.
pub trait This {
    /// See [`CelValue::Cel`].
    type Cel<'a>
    where
        Self: 'a;

    /// The value for CEL.
    fn cel(&self) -> Self::Cel<'_>;
}

impl<T: CelValue + ?Sized> This for T {
    type Cel<'a>
        = T::Cel<'a>
    where
        T: 'a;

    #[inline]
    fn cel(&self) -> Self::Cel<'_> {
        CelValue::cel(self)
    }
}

impl<T: CelValue + ?Sized> This for WithOld<'_, T> {
    type Cel<'a>
        = T::Cel<'a>
    where
        Self: 'a;

    #[inline]
    fn cel(&self) -> Self::Cel<'_> {
        CelValue::cel(self.new)
    }
}

/// The value that a rule calls `self`.
#[inline]
pub fn node_value<T: This + ?Sized>(node: &T) -> T::Cel<'_> {
    node.cel()
}

/// The type of a node's value. Generated rules need it because no name of the user's is in scope there.
pub trait NodeType {
    /// The type.
    type Type<'v>: ?Sized;
}

/// A value and the value that it replaces, for rules with `oldSelf`.
#[derive(Debug)]
pub struct WithOld<'v, T: ?Sized> {
    new: &'v T,
    old: Option<&'v T>,
}

impl<'v, T: CelValue + ?Sized> WithOld<'v, T> {
    /// A value, and the value before the update if there was one.
    pub const fn new(new: &'v T, old: Option<&'v T>) -> Self {
        WithOld { new, old }
    }

    /// The value before the update.
    #[inline]
    pub fn old(&self) -> Option<T::Cel<'_>> {
        self.old.map(CelValue::cel)
    }
}

impl<T: CelValue + ?Sized> Reported for WithOld<'_, T> {
    fn schema_type(&self) -> &'static str {
        CelValue::schema_type(self.new)
    }

    fn bad_value(&self) -> Option<String> {
        self.new.bad_value()
    }
}
