//! Types with letters, as `list(A)`.

use crate::structural::type_of;
use cel_compiler::types::Type;
use std::collections::BTreeMap;

/// A type that may contain letters.
#[derive(Clone, PartialEq)]
pub(super) enum Pattern {
    Letter(char),
    Type(Type),
    List(Box<Pattern>),
    Map(Box<Pattern>, Box<Pattern>),
    /// A map with at most one entry, so its order is always the same.
    Small(Box<Pattern>, Box<Pattern>),
    Optional(Box<Pattern>),
}

pub(super) type Letters = BTreeMap<char, Type>;

impl Pattern {
    pub(super) fn of(ty: &Type) -> Self {
        match ty {
            Type::List(element) => Pattern::List(Box::new(Pattern::of(element))),
            Type::Map(entry) => {
                Pattern::Map(Box::new(Pattern::of(&entry.0)), Box::new(Pattern::of(&entry.1)))
            }
            Type::Opaque(_, parameters) if !parameters.is_empty() => {
                Pattern::Optional(Box::new(Pattern::of(&parameters[0])))
            }
            other => Pattern::Type(other.clone()),
        }
    }

    pub(super) fn to_type(&self) -> Option<Type> {
        Some(match self {
            Pattern::Letter(_) => return None,
            Pattern::Type(ty) => ty.clone(),
            Pattern::List(element) => Type::list(element.to_type()?),
            Pattern::Map(key, value) | Pattern::Small(key, value) => {
                Type::map(key.to_type()?, value.to_type()?)
            }
            Pattern::Optional(value) => Type::optional(value.to_type()?),
        })
    }

    /// Binds this pattern's letters so that it becomes a type without letters.
    pub(super) fn unify(&self, wanted: &Pattern, letters: &mut Letters) -> bool {
        match (self, wanted) {
            (Pattern::Letter(letter), _) => {
                let Some(ty) = wanted.to_type() else { return false };
                let fits = match letter {
                    'K' => matches!(ty, Type::String | Type::Int | Type::Uint | Type::Bool),
                    'M' | 'N' => matches!(ty, Type::Int | Type::Uint | Type::Double),
                    _ => true,
                };
                fits && *letters.entry(*letter).or_insert_with(|| ty.clone()) == ty
            }
            (Pattern::Type(a), Pattern::Type(b)) => a == b,
            (Pattern::List(a), Pattern::List(b)) | (Pattern::Optional(a), Pattern::Optional(b)) => {
                a.unify(b, letters)
            }
            (Pattern::Map(k, v), Pattern::Map(k2, v2)) => k.unify(k2, letters) && v.unify(v2, letters),
            _ => false,
        }
    }

    pub(super) fn parse(text: &str) -> Self {
        let text = text.trim();
        let letter = text.chars().next().filter(|c| text.len() == 1 && c.is_ascii_uppercase());
        if let Some(letter) = letter {
            return Pattern::Letter(letter);
        }
        let Some((name, args)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            return Pattern::Type(match text {
                "quantity" => Type::Object("kubernetes.Quantity".into()),
                "semver" => Type::Object("kubernetes.Semver".into()),
                "format" => Type::Object("kubernetes.NamedFormat".into()),
                _ => type_of(text),
            });
        };
        let parse = |text| Box::new(Pattern::parse(text));
        match (name, args.split_once(',')) {
            ("list", _) => Pattern::List(parse(args)),
            ("opt", _) => Pattern::Optional(parse(args)),
            ("small", Some((key, value))) => Pattern::Small(parse(key), parse(value)),
            ("map", Some((key, value))) => Pattern::Map(parse(key), parse(value)),
            _ => panic!("unknown pattern {text}"),
        }
    }
}
