//! Compiled rules, and the values that they judge.

use crate::{
    access::CelValue,
    cost::Cost,
    error::Reason,
    outcome::{Outcome, Verdict},
};

/// A compiled rule: what is reported when it fails. Texts are trimmed as the server trims them.
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
    /// The resolved `fieldPath` as it is appended to the node's path with a dot, without one in front: `spec.a`, `[k]`.
    pub field_path: Option<&'static str>,
    /// It compares with the value before an update.
    pub uses_old_self: bool,
    /// Highest cost of one evaluation, as the server estimates.
    pub max_cost: u64,
}

impl Rule {
    /// A rule without any part: generated code writes only the parts that differ from it.
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

/// The generated function of a rule over the Rust type of its node. It ends with [`Cost::finish`].
pub type RuleFn<T> = for<'a> fn(&'a T, &mut Cost<'a>) -> Verdict<'a>;

/// The generated function of a rule's `messageExpression`, over the same value. It ends with [`Cost::finish`].
pub type MessageFn<T> = for<'a> fn(&'a T, &mut Cost<'a>) -> Outcome<'a, &'a str>;

/// The value of a node as errors show it.
pub trait Reported {
    /// The `type` of the node's schema: `"object"`, `"array"`, `"integer"`, … and `""` for int-or-string.
    fn schema_type(&self) -> &'static str;

    /// The value as the server prints it in `Invalid value: <v>: ..`, if it is to be shown.
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

/// The value of a node, with or without the one that it replaces.
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

/// The type of a node's value, for its rules: they stand where no name of the user's means anything.
pub trait NodeType {
    /// The type.
    type Type<'v>: ?Sized;
}

/// A value and the one that it replaces, for rules with `oldSelf`.
#[derive(Debug)]
pub struct WithOld<'v, T: ?Sized> {
    new: &'v T,
    old: Option<&'v T>,
}

impl<'v, T: CelValue + ?Sized> WithOld<'v, T> {
    /// A value, and the one before the update if there was one.
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
