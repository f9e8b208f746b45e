//! The place of an error: the key that its path names, not the schema or the rule around it.

use super::{ErrorType, FieldError, ROOT};
use crate::crd::{
    document::Position,
    keys::Keys,
    props::{Items, RuleProps, SchemaProps},
};

/// Moves an error at a schema or a rule to the key that its path names. An error that has a place of its own keeps it.
pub(super) fn move_to_key(schema: &SchemaProps, error: &mut FieldError) {
    let mut way = Way { node: schema, key_at: None, is_on_way: schema.at == error.at, begin: error.at };
    if let Some(at) = error.field.strip_prefix(ROOT).and_then(|path| way.follow(path, error.ty))
        && way.is_on_way
    {
        error.at = at;
    }
}

/// True for an error that follows from a value of the wrong type, which is an error already: the value counts as missing.
pub(super) fn follows(schema: &SchemaProps, error: &FieldError) -> bool {
    let mut way = Way { node: schema, key_at: None, is_on_way: false, begin: error.at };
    let Some(end) = error.field.strip_prefix(ROOT).map(|path| way.end(path)) else { return false };
    let needs = matches!(error.ty, ErrorType::Required | ErrorType::Internal);
    match end {
        End::Node => way.node.keys.has_wrong() && needs,
        End::Keyword(keyword) => {
            let keys = &way.node.keys;
            keys.is_wrong(keyword) || needs && keys.has_wrong()
        }
        // The names of properties that could not be read are unknown to the rule.
        End::Rule(rule, _) => rule.keys.has_wrong() || way.node.keys.is_wrong("properties"),
        End::Nothing => false,
    }
}

/// What a path ends with.
enum End<'s, 'p> {
    Node,
    Keyword(&'p str),
    Rule(&'s RuleProps, &'p str),
    Nothing,
}

/// The way along a path.
struct Way<'s> {
    node: &'s SchemaProps,
    /// The key of the node in the schema around it.
    key_at: Option<Position>,
    /// True if the error stands at a schema or a rule of the way.
    is_on_way: bool,
    begin: Position,
}

impl<'s> Way<'s> {
    /// The place of the key at the end of a path.
    fn follow(&mut self, path: &str, ty: ErrorType) -> Option<Position> {
        match self.end(path) {
            End::Node => self.key_at,
            End::Keyword(keyword) => place(&self.node.keys, keyword, ty),
            End::Rule(rule, key) => place(&rule.keys, key, ty),
            End::Nothing => None,
        }
    }

    /// Goes to the end of a path.
    fn end<'p>(&mut self, mut path: &'p str) -> End<'s, 'p> {
        while let Some(part) = path.strip_prefix('.') {
            if let Some((rest, key_at)) = self.step(part) {
                (path, self.key_at) = (rest, key_at);
                self.is_on_way |= self.node.at == self.begin;
                continue;
            }
            let Some(part_of_rule) = part.strip_prefix("x-kubernetes-validations[") else {
                return End::Keyword(part);
            };
            let rule = part_of_rule
                .split_once("].")
                .and_then(|(index, key)| Some((self.node.rules.get(index.parse::<usize>().ok()?)?, key)));
            let Some((rule, key)) = rule else { return End::Nothing };
            self.is_on_way |= rule.at == self.begin;
            return End::Rule(rule, key);
        }
        End::Node
    }

    /// Goes to a schema below. Gives the rest of the path, and the place of the key.
    fn step<'p>(&mut self, part: &'p str) -> Option<(&'p str, Option<Position>)> {
        if let Some(named) = part.strip_prefix("properties[") {
            // A name may have some brackets.
            let mut ends = named.match_indices(']').map(|(end, _)| end).take(8);
            let node = self.node;
            let (end, property) = ends.find_map(|end| Some((end, node.properties.find(&named[..end])?)))?;
            self.node = &property.schema;
            return Some((&named[end + 1..], Some(property.at)));
        }
        let end = part.find(['.', '[']).unwrap_or(part.len());
        let (keyword, mut rest) = part.split_at(end);
        let key_at = self.node.keys.at(keyword);
        let several = match keyword {
            "allOf" => &self.node.all_of,
            "anyOf" => &self.node.any_of,
            "oneOf" => &self.node.one_of,
            _ => {
                self.node = single(self.node, keyword)?;
                return Some((rest, key_at));
            }
        };
        let (index, behind) = rest.strip_prefix('[')?.split_once(']')?;
        rest = behind;
        self.node = several.get(index.parse::<usize>().ok()?)?;
        Some((rest, key_at))
    }
}

fn single<'s>(node: &'s SchemaProps, keyword: &str) -> Option<&'s SchemaProps> {
    match keyword {
        "items" => match &node.items {
            Some(Items::Schema(items)) => Some(items),
            Some(Items::Several(_)) | None => None,
        },
        "additionalProperties" => node.value_schema(),
        "not" => node.not.as_deref(),
        _ => None,
    }
}

/// A wrong value has the place of the value. A key that should not be there has the place of the key.
fn place(keys: &Keys, key: &str, ty: ErrorType) -> Option<Position> {
    match ty {
        ErrorType::Forbidden | ErrorType::Required | ErrorType::Internal => keys.at(key),
        ErrorType::Duplicate
        | ErrorType::Invalid
        | ErrorType::NotSupported
        | ErrorType::TooLong
        | ErrorType::TooMany
        | ErrorType::TypeInvalid => keys.value_at(key),
    }
}
