//! Names that the author may have meant.

use crate::ast::Callee::{self, Op};
use cel_types::Operator::{Index, OptIndex};
use std::borrow::Cow;

use super::{
    Checker, assignability::is_assignable_list, errors, habits, operands, substitution::Substitution,
};
use crate::{
    ast::{Call, Expr, ExprKind, Literal},
    diagnostic::write,
    env::{Env, ObjectView, SELF},
    library::{self, Function, KubernetesVersion, OverloadDecl, TypePattern, type_names::TYPE_NAMES},
    parser,
    schema::escaping::escape,
    types::Type,
    unparser::unparse_operand,
};

impl<'s> Checker<'_, 's> {
    /// Advice for a property that an object lacks.
    pub(super) fn suggest_field(&self, object: ObjectView<'s>, written: &str) -> Option<String> {
        if !self.may_search(object) {
            return None;
        }
        for (field, escaped) in object.field_names() {
            if field.rust_name.as_deref() == Some(written) {
                return Some(errors::is_the_rust_name(written, &escaped));
            }
            if field.name == written {
                return Some(errors::needs_escaping(written, &escaped));
            }
        }
        if is_unreachable(object, written) {
            return Some(errors::unreachable(written));
        }
        if object.has_without_type(written) {
            return Some(errors::without_type(written));
        }
        if let Some(value) = boolean_in_yaml(written)
            && object.fields.iter().any(|field| field.name == value)
        {
            return Some(errors::boolean_in_yaml(written, value));
        }
        // The parser reads `self.a-b` as a difference.
        let is_part =
            |name: &str| name.strip_prefix(written).is_some_and(|rest| rest.starts_with(['-', '.', '/']));
        if let Some((field, escaped)) = object.field_names().find(|(field, _)| is_part(&field.name)) {
            return Some(errors::needs_escaping(&field.name, &escaped));
        }
        let near = || nearest(written, object.field_names().map(|(_, escaped)| escaped));
        let names = object.fields.iter().map(|field| &*field.name);
        let known = || habits::property(written).or_else(|| habits::of_metadata(written, names));
        let within = || Some(errors::is_within(written, &self.field_within(object, written)?));
        known().or_else(within).or_else(|| near().map(|name| errors::did_you_mean(&name)))
    }

    /// The one property of an object that has a property of this name: `spec`, if `self.size` is written for `self.spec.size`.
    fn field_within(&self, object: ObjectView<'s>, written: &str) -> Option<String> {
        let mut found = object.field_names().filter(|(field, _)| {
            let inner = self.env.resolve(&field.node).and_then(|node| self.env.view(node));
            let inner = inner.filter(|inner| self.may_search(*inner));
            inner.is_some_and(|inner| field_of(inner, written).is_some())
        });
        let (_, escaped) = found.next()?;
        found.next().is_none().then(|| escaped.into_owned())
    }

    /// Advice for an unknown identifier: a variable in scope, or a property of `self` written without `self`.
    /// `field` is read from it: `Mode.Fast` is the value `'Fast'` of an enum.
    pub(super) fn suggest_identifier(&self, written: &str, field: Option<&str>) -> Option<String> {
        if let Some(object) = object_of_self(self.env).filter(|object| self.may_search(*object)) {
            if let Some(field) = field_of(object, written) {
                return Some(errors::did_you_mean(&format!("self.{field}")));
            }
            if let Some((name, escaped)) = ending_of(object, written) {
                return Some(errors::needs_escaping(name, &escaped));
            }
        }
        if let Some(help) = habits::identifier(written) {
            return Some(help);
        }
        let locals = self.locals.iter().map(|local| &*local.name);
        let globals = self.env.variables().iter().map(|variable| &*variable.name);
        let near =
            nearest(written, locals.chain(globals).filter(|name| !name.starts_with('@')).map(Cow::Borrowed));
        let is_value = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
        let value = field.filter(|field| is_value(field)).unwrap_or(written);
        near.map(|name| errors::did_you_mean(&name))
            .or_else(|| is_value(written).then(|| errors::needs_quotes(value)))
    }

    /// True if one more search for advice may look at all properties of an object.
    fn may_search(&self, object: ObjectView<'_>) -> bool {
        !self.diagnostics.is_full() && self.env.may_search(object.fields.len())
    }

    /// Advice for `self['a-b']`: objects are not maps.
    pub(super) fn suggest_selection(
        &self,
        function: Callee<'_>,
        args: &[Expr],
        types: &[Type],
    ) -> Option<String> {
        let (Op(Index | OptIndex), [object_expr, index], [Type::Object(name), _]) = (function, args, types)
        else {
            return None;
        };
        let ExprKind::Literal(Literal::String(written)) = &index.kind else {
            return None;
        };
        let object = self.env.object(name).filter(|object| self.may_search(*object))?;
        let found = object.field_names().find(|(field, _)| field.name == *written);
        match found {
            Some((_, escaped)) if escaped == *written => {
                Some(write(&format!("{}.{escaped}", unparse_operand(object_expr))))
            }
            Some((_, escaped)) => Some(errors::needs_escaping(written, &escaped)),
            None => is_unreachable(object, written).then(|| errors::unreachable(written)),
        }
    }

    /// Advice for a macro over a value that is neither a list nor a map.
    pub(super) fn suggest_range(&self, range: &Expr, ty: &Type) -> Option<String> {
        let Type::Object(name) = ty else { return None };
        let object = self.env.object(name).filter(|_| !self.diagnostics.is_full())?;
        let (range, field) = (unparse_operand(range), object.field_names().next());
        Some(match field {
            Some((_, field)) => {
                format!("`{range}` is an object: a rule names its fields, as in `{range}.{field}`")
            }
            None => {
                format!("`{range}` has no types for rules: they can neither name nor count what is in it")
            }
        })
    }

    /// Advice for a call of a function that does not exist.
    pub(super) fn suggest_for_unknown(&self, call: &Call) -> Option<String> {
        let help = self.missing_function(&call.function).or_else(|| self.missing_macro(call));
        let is_bind = call.target.is_none() && &*call.function == "bind";
        let help = help.or_else(|| is_bind.then(|| self.suggest_for_library("cel", call)).flatten());
        let help = help.or_else(|| self.suggest_for_call(call));
        help.or_else(|| self.suggest_function(&call.function))
    }

    /// Advice for a call of a function of a library that the server does not have: `math.greatest(1, 2)`.
    pub(super) fn suggest_for_library(&self, library: &str, call: &Call) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        let is_bool = call.args.last().is_some_and(|last| self.type_of(last) == Type::Bool);
        habits::of_library(library, call, is_bool)
            .or_else(|| self.suggest_in_library(library, &call.function))
    }

    /// The function of a library that is meant: `sets.contains` for `set.contains`, or all of the library.
    fn suggest_in_library(&self, library: &str, function: &str) -> Option<String> {
        let names = || self.env.functions().filter_map(|known| known.name.split_once('.'));
        let functions = || names().filter(|(first, _)| *first == library).map(|(_, name)| name);
        if let Some(near) = nearest(function, functions().map(Cow::Borrowed)) {
            return Some(errors::did_you_mean(&format!("{library}.{near}")));
        }
        let libraries = names().filter(|(_, name)| *name == function).map(|(first, _)| Cow::Borrowed(first));
        if let Some(near) = nearest(library, libraries) {
            return Some(errors::did_you_mean(&format!("{near}.{function}")));
        }
        let mut all: Vec<String> = functions().map(|name| format!("`{library}.{name}()`")).collect();
        all.sort();
        (!all.is_empty() && all.len() < 9).then(|| format!("rules have {}", all.join(", ")))
    }

    /// Advice for a field of a value that has functions instead: `url(self.link).scheme`.
    pub(super) fn suggest_getter(&self, object: &str, field: &str) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        let is_of = |overload: &OverloadDecl| {
            overload.member
                && overload.args.len() == 1
                && matches!(overload.args[0].declared(), Type::Object(name) if *name == *object)
        };
        let is_getter = |name: &str| name.strip_prefix("get").unwrap_or(name).eq_ignore_ascii_case(field);
        let mut functions = self.env.functions().filter(|function| is_getter(function.name));
        let found = functions.find(|function| function.overloads(self.env.version()).any(is_of))?;
        Some(format!("it has functions in place of fields: `.{}()`", found.name))
    }

    /// Advice for a call with a function name from another language.
    fn suggest_for_call(&self, call: &Call) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        let first = call.target.as_deref().or_else(|| call.args.first());
        habits::function(call, first.map(|first| self.substitution.apply(&self.type_of(first))).as_ref())
    }

    /// Advice for a field of a value without fields: `self.names.length`.
    pub(super) fn suggest_call(&self, operand: &Expr, field: &str, ty: &Type) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        let fits = |overload: &OverloadDecl| {
            let [parameter] = overload.args else { return false };
            let parameters = [parameter.declared()];
            overload.member
                && is_assignable_list(&mut Substitution::default(), std::slice::from_ref(ty), &parameters)
        };
        let function = self.env.function(field);
        let is_function = function.is_some_and(|function| function.overloads(self.env.version()).any(fits));
        habits::selection(operand, field, is_function).or_else(|| match ty {
            Type::List(_) => Some(habits::of_each_item(operand, field)),
            Type::String | Type::Int | Type::Double | Type::Bool => {
                Some(format!("the value itself is `{}`: it has no fields", unparse_operand(operand)))
            }
            _ => None,
        })
    }

    /// Advice for operands that no overload takes.
    pub(super) fn suggest_operands(
        &self,
        function: &'static Function,
        target: Option<&Expr>,
        args: &[Expr],
        types: &[Type],
    ) -> Option<String> {
        let is_wanted = !self.diagnostics.is_full();
        is_wanted.then(|| operands::advice(function, self.env.version(), target, args, types)).flatten()
    }

    /// Advice for an operand that should be a bool.
    pub(super) fn suggest_bool(&self, operand: &Expr, ty: &Type) -> Option<String> {
        let is_wanted = !self.diagnostics.is_full();
        is_wanted.then(|| operands::as_bool(operand, ty)).flatten()
    }

    /// Advice for a function that later versions have.
    pub(super) fn missing_function(&self, name: &str) -> Option<String> {
        let function = library::function(name, KubernetesVersion::STORED_EXPRESSIONS)?;
        self.env.version().lacks(&format!("{name}()"), function.since())
    }

    /// Advice for a macro that later versions have.
    fn missing_macro(&self, call: &Call) -> Option<String> {
        let name = &call.function;
        let since = call.target.as_ref().and_then(|_| parser::macro_since(name, call.args.len()))?;
        self.env.version().lacks(&format!("{name}()"), since)
    }

    /// Advice for a type that later versions have.
    pub(super) fn missing_type(&self, name: &str) -> Option<String> {
        let since = TYPE_NAMES.iter().filter(|decl| decl.name == name).map(|decl| decl.since).min()?;
        self.env.version().lacks(name, since)
    }

    /// Advice for arguments that fit an overload of later versions.
    pub(super) fn missing_overload(
        &self,
        function: &'static Function,
        member: bool,
        args: &[Type],
    ) -> Option<String> {
        let newer = function.overloads(KubernetesVersion::STORED_EXPRESSIONS);
        let newer = newer.filter(|overload| overload.member == member && overload.since > self.env.version());
        let fits = |overload: &&'static OverloadDecl| {
            let parameters: Vec<Type> = overload.args.iter().map(TypePattern::declared).collect();
            is_assignable_list(&mut Substitution::default(), args, &parameters)
        };
        let since = newer.filter(fits).map(|overload| overload.since).min()?;
        self.env.version().lacks(function.name, since)
    }

    /// Advice for an unknown function.
    fn suggest_function(&self, written: &str) -> Option<String> {
        let names = self.env.functions().map(|function| function.name);
        let names = names.filter(|name| !name.contains('@') && !name.contains('_')).map(Cow::Borrowed);
        if let Some(arity) = habits::arity(written) {
            return Some(arity);
        }
        nearest(written, names.chain(MACROS.iter().copied().map(Cow::Borrowed)))
            .map(|name| errors::did_you_mean(&name))
    }
}

fn object_of_self<'s>(env: &Env<'s>) -> Option<ObjectView<'s>> {
    match &env.variable(SELF)?.ty {
        Type::Object(name) => env.object(name),
        _ => None,
    }
}

/// The bool that YAML 1.1 reads in this word. CRDs are written in YAML 1.1.
fn boolean_in_yaml(written: &str) -> Option<&'static str> {
    match written.to_ascii_lowercase().as_str() {
        "on" | "yes" | "y" => Some("true"),
        "off" | "no" | "n" => Some("false"),
        _ => None,
    }
}

fn field_of(object: ObjectView<'_>, written: &str) -> Option<String> {
    let mut fields = object.field_names();
    let (_, escaped) =
        fields.find(|(field, escaped)| escaped == written || field.rust_name.as_deref() == Some(written))?;
    Some(escaped.into_owned())
}

/// True for a property whose name has no escaped form.
fn is_unreachable(object: ObjectView<'_>, name: &str) -> bool {
    escape(name).is_none() && object.fields.iter().any(|field| field.name == name)
}

/// A property of `self` whose name ends with this text behind a character that needs escaping: `b` of `self.a-b`.
fn ending_of<'s>(object: ObjectView<'s>, written: &str) -> Option<(&'s str, Cow<'s, str>)> {
    let is_end = |name: &str| name.strip_suffix(written).is_some_and(|rest| rest.ends_with(['-', '.', '/']));
    let mut fields = object.field_names();
    fields.find(|(field, _)| is_end(&field.name)).map(|(field, escaped)| (&*field.name, escaped))
}

/// The candidate with the fewest edits, if these are at most a third of its letters. Of several, the first in alphabetical order.
#[must_use]
pub fn nearest<'n>(written: &str, candidates: impl Iterator<Item = Cow<'n, str>>) -> Option<Cow<'n, str>> {
    if written.len() > LONGEST {
        return None;
    }
    let lower = written.to_lowercase();
    let near = candidates.filter_map(|candidate| {
        if written.len().abs_diff(candidate.len()) > MOST_EDITS * char::MAX.len_utf8() {
            return None;
        }
        let edits = edit_distance(&lower, &candidate.to_lowercase());
        let longest = written.len().max(candidate.len());
        let is_near = edits <= longest.div_ceil(3).min(MOST_EDITS) && edits < written.len();
        // Two other letters make another word of a short one, if they have not only changed places.
        let is_typo = edits < 2 || longest > 4 || sorted(&lower) == sorted(&candidate.to_lowercase());
        (is_near && is_typo).then_some((edits, candidate))
    });
    near.min().map(|(_, candidate)| candidate)
}

fn sorted(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

const MOST_EDITS: usize = 3;
/// A longer name is unlikely to be a typing mistake.
const LONGEST: usize = 100;

/// Insertions, deletions and replacements that lead from one text to the other.
#[must_use]
pub fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    // The row is one longer than `to`, so `j + 1` is in bounds.
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

/// Names of the macros. A macro call with the wrong number of arguments is an unknown function.
const MACROS: &[&str] = &[
    "all",
    "exists",
    "exists_one",
    "existsOne",
    "filter",
    "has",
    "map",
    "optFlatMap",
    "optMap",
    "sortBy",
    "transformList",
    "transformMap",
    "transformMapEntry",
];
