//! The place of an error: the key that its path names, not the schema or the rule around it.

use super::{ErrorType, FieldError, ROOT};
use crate::crd::{
    document::Position,
    keys::Keys,
    props::{Items, SchemaProps},
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
    fn follow(&mut self, mut path: &str, ty: ErrorType) -> Option<Position> {
        while let Some(part) = path.strip_prefix('.') {
            if let Some((rest, key_at)) = self.step(part) {
                (path, self.key_at) = (rest, key_at);
                self.is_on_way |= self.node.at == self.begin;
                continue;
            }
            let Some((index, key)) =
                part.strip_prefix("x-kubernetes-validations[").and_then(|part| part.split_once("]."))
            else {
                return place(&self.node.keys, part, ty);
            };
            let rule = self.node.rules.get(index.parse::<usize>().ok()?)?;
            self.is_on_way |= rule.at == self.begin;
            return place(&rule.keys, key, ty);
        }
        self.key_at
    }

    /// Goes to a schema below. Gives the rest of the path, and the place of the key.
    fn step<'p>(&mut self, part: &'p str) -> Option<(&'p str, Option<Position>)> {
        if let Some(named) = part.strip_prefix("properties[") {
            // A name may have brackets.
            let mut ends = named.match_indices(']').map(|(end, _)| end);
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
