//! How functions are called: advice from their declarations.

use super::{Checker, assignability::is_assignable_list, substitution::Substitution};
use crate::{
    ast::{Call, Expr},
    diagnostic::write,
    library::{Function, KubernetesVersion, OverloadDecl, TypePattern},
    types::Type,
    unparser::{unparse, unparse_operand},
};

impl Checker<'_, '_> {
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

    /// The forms of a function, if there are few: `split` is called as `string.split(string)` or `string.split(string, int)`.
    pub(super) fn suggest_signatures(
        &self,
        function: &'static Function,
        member: bool,
        types: &[Type],
    ) -> Option<String> {
        let name = function.name;
        if self.diagnostics.is_full() || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return None;
        }
        let takes_first = |overload: &&OverloadDecl| match (overload.args.first(), types.first()) {
            (Some(wanted), Some(found)) => {
                let (found, wanted) = (std::slice::from_ref(found), [wanted.declared()]);
                is_assignable_list(&mut Substitution::default(), found, &wanted)
            }
            _ => false,
        };
        let overloads = || function.overloads(self.env.version());
        let mut fitting: Vec<&OverloadDecl> = overloads().filter(takes_first).collect();
        if fitting.is_empty() {
            // No form begins with this type: `size(self.port)`.
            fitting = overloads().filter(|overload| overload.member == member).collect();
        }
        let forms: Vec<String> = fitting.iter().map(|overload| form(name, overload)).collect();
        let is_short = (1..=MOST_FORMS).contains(&forms.len());
        is_short.then(|| format!("`{name}` is called as {}", forms.join(" or ")))
    }

    /// Advice for a function of an optional that is read as a field: `oldSelf.value`.
    pub(super) fn suggest_of_optional(&self, operand: &Expr, field: &str) -> Option<String> {
        let ty = self.substitution.apply(&self.type_of(operand));
        ty.optional_value()?;
        self.suggest_call(operand, field, &ty)
    }

    /// True if the items of a list may have this field.
    pub(super) fn has_field(&self, item: &Type, field: &str) -> bool {
        match item {
            Type::Object(name) => self.env.object(name).is_none_or(|object| {
                object.fields.is_empty()
                    || !self.may_search(object)
                    || object.fields.iter().any(|known| known.name == field)
            }),
            Type::List(_) | Type::Map(_) | Type::Dyn => true,
            _ => false,
        }
    }

    /// Advice for `format.dns1123Label` and `optional.of` without parentheses.
    pub(super) fn suggest_parentheses(&self, library: &str, name: &str) -> Option<String> {
        let function = self.env.function(&format!("{library}.{name}"))?;
        let is_plain = function.overloads(self.env.version()).any(|overload| overload.args.is_empty());
        let called = if is_plain { "" } else { ".." };
        let written = format!("{library}.{name}({called})");
        Some(if is_plain {
            write(&written)
        } else {
            format!("`{library}.{name}` is a function: `{written}`")
        })
    }

    /// Advice for `concat('-', self.names)`, which joins a list in other languages.
    pub(super) fn suggest_join(&self, call: &Call) -> Option<String> {
        let ("concat", None, [separator, list]) = (&*call.function, &call.target, &*call.args) else {
            return None;
        };
        let types = [separator, list].map(|arg| self.substitution.apply(&self.type_of(arg)));
        let joins = matches!(&types, [Type::String, Type::List(of)] if **of == Type::String);
        joins.then(|| write(&format!("{}.join({})", unparse_operand(list), unparse(separator))))
    }
}

/// `string.split(string)`
fn form(name: &str, overload: &OverloadDecl) -> String {
    let types: Vec<String> =
        overload.args.iter().map(TypePattern::declared).map(|ty| ty.to_string()).collect();
    match types.split_first() {
        Some((target, args)) if overload.member => format!("`{target}.{name}({})`", args.join(", ")),
        _ => format!("`{name}({})`", types.join(", ")),
    }
}

const MOST_FORMS: usize = 4;
