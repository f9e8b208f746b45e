//! Differences of two schemas: rules, keywords and properties, node by node.

use super::{
    keywords::{Direction, KEYWORDS, Keyword},
    rules::{self, Pairing},
};
use crate::witness::At;
use cel_compiler::{
    crd::{
        document::Position,
        props::{AdditionalProperties, Items, Property, RuleProps, SchemaProps},
    },
    library::KubernetesVersion,
};
use std::collections::HashSet;

/// One difference.
#[derive(Debug)]
pub struct Change<'s> {
    /// The node.
    pub path: Vec<At>,
    /// The difference.
    pub what: What<'s>,
    /// The effect that it can have.
    pub direction: Direction,
    /// The node before.
    pub old: &'s SchemaProps,
    /// The node after.
    pub new: &'s SchemaProps,
}

/// A difference at a node.
#[derive(Clone, Copy, Debug)]
pub enum What<'s> {
    /// A rule; `None` on the side that does not have it.
    Rule {
        /// Before.
        old: Option<&'s RuleProps>,
        /// Afterwards.
        new: Option<&'s RuleProps>,
    },
    /// A rule with the same expression but another message, reason or field path.
    Reworded {
        /// Before.
        old: &'s RuleProps,
        /// Afterwards.
        new: &'s RuleProps,
    },
    /// A keyword.
    Keyword(&'static Keyword),
    /// A property that only one of the two requires.
    Required(&'s str),
    /// A property that only one of the two has.
    Property {
        /// Its name.
        name: &'s str,
        /// Before.
        old: Option<&'s Property>,
        /// Afterwards.
        new: Option<&'s Property>,
    },
}

impl What<'_> {
    /// Copies the changed part from one schema to another. Rules are not copied.
    pub(super) fn copy(self, to: &mut SchemaProps, from: &SchemaProps) {
        match self {
            What::Rule { .. } | What::Reworded { .. } => {}
            What::Keyword(keyword) => (keyword.copy)(to, from),
            What::Required(name) => {
                to.required.retain(|other| other != name);
                to.required.extend(from.required.iter().find(|other| *other == name).cloned());
            }
            What::Property { name, .. } => {
                let mut properties = to.properties.to_vec();
                properties.retain(|property| property.name != name);
                properties.extend(from.properties.find(name).cloned());
                to.properties = properties.into();
            }
        }
    }

    /// The property that the difference is about, below the node.
    pub(super) fn property(&self) -> Option<&str> {
        match self {
            What::Property { name, .. } | What::Required(name) => Some(name),
            What::Rule { .. } | What::Reworded { .. } | What::Keyword(_) => None,
        }
    }

    /// True if only the old schema has the part.
    pub(super) fn is_removed(&self) -> bool {
        matches!(self, What::Rule { new: None, .. } | What::Property { new: None, .. })
    }
}

impl Change<'_> {
    /// The place of the change: in the new file, or in the old file if the new one lacks the part.
    #[must_use]
    pub fn at(&self) -> Position {
        match self.what {
            What::Rule { new: Some(rule), .. } | What::Reworded { new: rule, .. } => rule.rule_at,
            What::Rule { old: Some(rule), .. } => rule.rule_at,
            What::Property { new: Some(property), .. } | What::Property { old: Some(property), .. } => {
                property.at
            }
            What::Rule { .. } | What::Property { .. } | What::Keyword(_) | What::Required(_) => self.new.at,
        }
    }
}

/// All differences of two schemas; parents come before children.
#[must_use]
pub fn changes<'s>(
    old: &'s SchemaProps,
    new: &'s SchemaProps,
    version: KubernetesVersion,
) -> Vec<Change<'s>> {
    let mut collector = Collector { version, path: Vec::new(), changes: Vec::new(), part: Part::Resource };
    collector.node(old, new);
    collector.changes
}

struct Collector<'s> {
    version: KubernetesVersion,
    path: Vec<At>,
    changes: Vec<Change<'s>>,
    part: Part,
}

/// What a node is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A resource: the root, or an embedded one.
    Resource,
    /// The metadata of a resource.
    Metadata,
    Other,
}

impl Part {
    /// True if the server keeps the field without a schema.
    fn keeps(self, name: &str) -> bool {
        match self {
            Part::Resource => ["apiVersion", "kind", "metadata"].contains(&name),
            Part::Metadata => true,
            Part::Other => false,
        }
    }
}

impl<'s> Collector<'s> {
    fn node(&mut self, old: &'s SchemaProps, new: &'s SchemaProps) {
        for keyword in &KEYWORDS {
            if (keyword.shown)(old) != (keyword.shown)(new) {
                self.add(What::Keyword(keyword), (keyword.direction)(old, new), old, new);
            }
        }
        self.required(old, new);
        self.rules(old, new);
        self.properties(old, new);
        let items = match (&old.items, &new.items) {
            (Some(Items::Schema(old)), Some(Items::Schema(new))) => Some((old, new)),
            _ => None,
        };
        let values = match (&old.additional_properties, &new.additional_properties) {
            (Some(AdditionalProperties::Schema(old)), Some(AdditionalProperties::Schema(new))) => {
                Some((old, new))
            }
            _ => None,
        };
        for (old, new) in items.into_iter().chain(values) {
            self.below(At::Element, old, new);
        }
    }

    fn below(&mut self, step: At, old: &'s SchemaProps, new: &'s SchemaProps) {
        let around = self.part;
        self.part = match &step {
            At::Field(name) if name == "metadata" && around == Part::Resource => Part::Metadata,
            _ if old.embedded_resource => Part::Resource,
            _ => Part::Other,
        };
        self.path.push(step);
        self.node(old, new);
        self.path.pop();
        self.part = around;
    }

    fn add(&mut self, what: What<'s>, direction: Direction, old: &'s SchemaProps, new: &'s SchemaProps) {
        self.changes.push(Change { path: self.path.clone(), what, direction, old, new });
    }

    fn required(&mut self, old: &'s SchemaProps, new: &'s SchemaProps) {
        let names = |schema: &'s SchemaProps| -> HashSet<&'s str> {
            schema.required.iter().map(String::as_str).collect()
        };
        let (before, after) = (names(old), names(new));
        for name in new.required.iter().filter(|name| !before.contains(name.as_str())) {
            self.add(What::Required(name), Direction::Tighter, old, new);
        }
        for name in old.required.iter().filter(|name| !after.contains(name.as_str())) {
            self.add(What::Required(name), Direction::Looser, old, new);
        }
    }

    fn rules(&mut self, old: &'s SchemaProps, new: &'s SchemaProps) {
        let Pairing { pairs, removed, added } = rules::pair(&old.rules, &new.rules, self.version);
        for (before, after, is_same) in pairs {
            if !is_same {
                self.add(What::Rule { old: Some(before), new: Some(after) }, Direction::Both, old, new);
            } else if texts(before) != texts(after) {
                self.add(What::Reworded { old: before, new: after }, Direction::Neither, old, new);
            }
        }
        for rule in removed {
            self.add(What::Rule { old: Some(rule), new: None }, Direction::Looser, old, new);
        }
        for rule in added {
            self.add(What::Rule { old: None, new: Some(rule) }, Direction::Tighter, old, new);
        }
    }

    fn properties(&mut self, old: &'s SchemaProps, new: &'s SchemaProps) {
        let part = self.part;
        let keeps = |schema: &SchemaProps, name: &str| {
            part.keeps(name)
                || schema.preserve_unknown_fields == Some(true)
                || schema.additional_properties.is_some()
        };
        for property in &old.properties {
            let name = property.name.as_str();
            let Some(after) = new.property(name) else {
                let direction = if keeps(new, name) { Direction::Both } else { Direction::Tighter };
                self.add(What::Property { name, old: Some(property), new: None }, direction, old, new);
                continue;
            };
            self.below(At::Field(name.to_owned()), &property.schema, after);
        }
        for property in new.properties.iter().filter(|property| old.property(&property.name).is_none()) {
            let name = property.name.as_str();
            let direction = if keeps(old, name) { Direction::Both } else { Direction::Looser };
            self.add(What::Property { name, old: None, new: Some(property) }, direction, old, new);
        }
    }
}

/// The texts of a rule that a failure shows, each with its key.
pub(super) fn texts(rule: &RuleProps) -> [(&'static str, &str); 4] {
    [
        ("message", &rule.message),
        ("messageExpression", &rule.message_expression),
        ("reason", rule.reason.as_deref().unwrap_or_default()),
        ("fieldPath", &rule.field_path),
    ]
}
