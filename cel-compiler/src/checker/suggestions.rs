//! Names that the author may have meant.

use crate::ast::Callee::{self, Op};
use cel_types::Operator::{Index, OptIndex};
use std::borrow::Cow;

use super::{
    Checker, Use,
    assignability::is_assignable_list,
    errors, habits,
    near::{edit_distance, nearest},
    operands,
    substitution::Substitution,
};
use crate::{
    ast::{Call, Expr, ExprKind, Literal},
    diagnostic::write,
    env::{Env, ObjectView, SELF},
    library::{self, Function, KubernetesVersion, OverloadDecl, type_names::TYPE_NAMES},
    parser,
    schema::{DeclKind, escaping::escape},
    types::Type,
    unparser::{unparse, unparse_operand},
};

impl<'s> Checker<'_, 's> {
    /// Advice for a property that an object lacks. `operand` is the object in the rule.
    pub(super) fn suggest_field(
        &self,
        operand: &Expr,
        object: ObjectView<'s>,
        written: &str,
    ) -> Option<String> {
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
        let in_snake_case =
            |name: &str| name.contains(['-', '.', '/']) && name.replace(['-', '.', '/'], "_") == written;
        if let Some((field, escaped)) = object.field_names().find(|(field, _)| in_snake_case(&field.name)) {
            return Some(errors::needs_escaping(&field.name, &escaped));
        }
        let near = || nearest(written, object.field_names().map(|(_, escaped)| escaped));
        let names = object.fields.iter().map(|field| &*field.name);
        let of_metadata = habits::of_metadata(written, names);
        let of_self = || object_of_self(self.env).filter(|own| std::ptr::eq(own.node, object.node));
        let known = || of_metadata.or_else(|| of_self().and_then(|own| habits::property(written, own)));
        let within = || {
            let field = self.field_within(object, written)?;
            Some(errors::is_within(written, &field, &unparse_operand(operand)))
        };
        let near = || near().map(|name| errors::did_you_mean(&name));
        let in_other_letters = || of_self().and_then(|own| habits::property(&written.to_lowercase(), own));
        known()
            .or_else(within)
            .or_else(near)
            .or_else(in_other_letters)
            .or_else(|| is_free(object).then(|| errors::not_declared(written)))
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
    /// `Mode.Fast` is the value `'Fast'` of an enum. `.name` is `self.name` in other languages.
    pub(super) fn suggest_identifier(&self, written: &str, used: Use<'_>) -> Option<String> {
        let (begins_with_dot, written) = (written.starts_with('.'), written.trim_start_matches('.'));
        let parentheses = || match used {
            Use::Field(field) => self.suggest_parentheses(written, field),
            Use::Compared | Use::Other => None,
        };
        if let Some(help) = self.field_of_local(written).or_else(parentheses) {
            return Some(help);
        }
        if let Some(object) = object_of_self(self.env).filter(|object| self.may_search(*object)) {
            if let Some(field) = field_of(object, written) {
                return Some(errors::did_you_mean(&format!("self.{field}")));
            }
            if let Some((name, escaped)) = ending_of(object, written) {
                return Some(errors::needs_escaping(name, &escaped));
            }
        }
        let constant = || match used {
            Use::Field(field) => habits::constant(written, field),
            Use::Compared | Use::Other => None,
        };
        if let Some(help) = habits::identifier(written, object_of_self(self.env)).or_else(constant) {
            return Some(help);
        }
        if begins_with_dot {
            return Some(parser::PATH.to_owned());
        }
        let locals = self.locals.iter().map(|local| &*local.name);
        let globals = self.env.variables().iter().map(|variable| &*variable.name);
        let near =
            nearest(written, locals.chain(globals).filter(|name| !name.starts_with('@')).map(Cow::Borrowed));
        let is_value = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
        let value = match used {
            Use::Field(field) if is_value(field) => field,
            Use::Field(_) | Use::Compared | Use::Other => written,
        };
        let is_text = is_value(written) || matches!(used, Use::Compared);
        let own = self.env.variable(SELF).filter(|_| object_of_self(self.env).is_none());
        let has_items = own.is_none_or(|own| matches!(own.ty, Type::List(_) | Type::Map(_) | Type::Dyn));
        near.map(|name| errors::did_you_mean(&name))
            .or_else(|| is_text.then(|| errors::needs_quotes(value)))
            .or_else(|| self.suggest_argument(written))
            .or_else(|| (is_letter(written) && has_items).then(|| habits::OVER_ALL.to_owned()))
            .or_else(|| own.map(|_| format!("{}; {}", habits::SELF_IS, habits::OTHER_FIELDS)))
    }

    /// Advice for a function without its argument: `size > 0`.
    fn suggest_argument(&self, written: &str) -> Option<String> {
        let overloads: Vec<_> = self.env.function(written)?.overloads(self.env.version()).collect();
        let own = [self.env.variable(SELF)?.ty.clone()];
        let takes_self = |overload: &&&OverloadDecl| match overload.args {
            [only] => is_assignable_list(&mut Substitution::default(), &own, &[only.declared()]),
            _ => false,
        };
        Some(match overloads.iter().find(takes_self) {
            Some(overload) if overload.member => write(&format!("self.{written}()")),
            Some(_) => write(&format!("{written}(self)")),
            None => {
                format!("`{written}` is a function, which takes its argument in parentheses: `{written}(..)`")
            }
        })
    }

    /// The field of a macro's variable: `p.port` for `port`.
    fn field_of_local(&self, written: &str) -> Option<String> {
        let found = self.locals.iter().rev().find_map(|local| {
            let Type::Object(name) = &local.ty else { return None };
            let object = self.env.object(name).filter(|object| self.may_search(*object))?;
            Some(format!("{}.{}", local.name, field_of(object, written)?))
        });
        found.map(|name| errors::did_you_mean(&name))
    }

    /// True if one more search for advice may look at all properties of an object.
    pub(super) fn may_search(&self, object: ObjectView<'_>) -> bool {
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
        let Type::Object(name) = ty else {
            return (*ty == Type::String).then(|| habits::each_character(range));
        };
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
        // A form that works today is better than a function that later versions have.
        let written = self.suggest_for_call(call).filter(|help| help.starts_with("write `"));
        let help = self.suggest_join(call).or(written);
        let help =
            help.or_else(|| self.missing_function(&call.function)).or_else(|| self.missing_macro(call));
        let is_bind = call.target.is_none() && &*call.function == "bind";
        let help = help.or_else(|| is_bind.then(|| self.suggest_in_namespace("cel", call)).flatten());
        let help = help.or_else(|| self.suggest_for_call(call));
        help.or_else(|| self.suggest_function(call))
    }

    /// The library that is meant: `sets.contains` for `set.contains`.
    pub(super) fn suggest_library(&self, library: &str, function: &str) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        let names = self.env.functions().filter_map(|known| known.name.split_once('.'));
        let libraries = names.filter(|(_, name)| *name == function).map(|(first, _)| Cow::Borrowed(first));
        nearest(library, libraries).map(|near| errors::did_you_mean(&format!("{near}.{function}")))
    }

    /// Advice for a field of a value without fields: `self.names.length`.
    pub(super) fn suggest_call(&self, operand: &Expr, field: &str, ty: &Type) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        let takes_it = |overload: &OverloadDecl| {
            let first = overload.args.first().map(|first| [first.declared()]);
            first.is_some_and(|first| {
                is_assignable_list(&mut Substitution::default(), std::slice::from_ref(ty), &first)
            })
        };
        let has = |name: &str, fits: &dyn Fn(&OverloadDecl) -> bool| {
            let function = self.env.function(name);
            let overloads = function.map(|function| function.overloads(self.env.version()));
            overloads
                .is_some_and(|mut overloads| overloads.any(|overload| fits(overload) && takes_it(overload)))
        };
        let is_function = |name: &str| has(name, &|overload| overload.member && overload.args.len() == 1);
        let x = || unparse_operand(operand);
        let with_arguments = || {
            let is_global = has(field, &|overload| !overload.member && overload.args.len() == 1);
            let is_member = has(field, &|overload| overload.member);
            is_global
                .then(|| write(&format!("{field}({})", x())))
                .or_else(|| is_member.then(|| format!("`{field}` is a function: `{}.{field}(..)`", x())))
        };
        let getter = || habits::getter(field).filter(|getter| is_function(getter));
        let known = habits::selection(operand, field, is_function(field), is_function("size"));
        let known = known.or_else(|| habits::selection(operand, &getter()?, true, false));
        let called = || habits::without_parentheses(operand, field, ty);
        known.or_else(with_arguments).or_else(called).or_else(|| match ty {
            Type::String | Type::Int | Type::Double | Type::Bool if habits::is_self(operand) => {
                Some(format!("the value itself is `self`: it has no fields; {}", habits::OTHER_FIELDS))
            }
            Type::List(_) | Type::String | Type::Int | Type::Double | Type::Bool => {
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
        let by_type = || operands::advice(function, self.env.version(), target, args, types);
        let of_self = || target.is_none().then(|| self.suggest_self(function, args, types)).flatten();
        let is_wanted = !self.diagnostics.is_full();
        is_wanted.then(|| self.suggest_size(args, types).or_else(by_type).or_else(of_self)).flatten()
    }

    /// Advice for a function of `self` without `self`: `startsWith('a')`.
    fn suggest_self(&self, function: &'static Function, args: &[Expr], types: &[Type]) -> Option<String> {
        let own = self.env.variable(SELF).filter(|_| matches!(function.callee, Callee::Named(_)))?.ty.clone();
        let types = [std::slice::from_ref(&own), types].concat();
        let args: Vec<String> = args.iter().map(unparse).collect();
        let fits = operands::has_member(function, self.env.version(), &types);
        fits.then(|| write(&format!("self.{}({})", function.name, args.join(", "))))
    }

    /// Advice for an operand of `&&` or `||` that should be a bool: `self.mode == 'a' || 'b'`.
    pub(super) fn suggest_condition(&self, operand: &Expr, ty: &Type) -> Option<String> {
        match &operand.kind {
            _ if self.diagnostics.is_full() => None,
            ExprKind::Literal(_) => Some(
                "each side is a whole condition: `a == 'x' || a == 'y'`, which is `a in ['x', 'y']`"
                    .to_owned(),
            ),
            _ => operands::as_bool(operand, ty),
        }
    }

    /// Advice for `self.labels.size > 1`: the key `size` of a map is compared with a number.
    fn suggest_size(&self, args: &[Expr], types: &[Type]) -> Option<String> {
        let [Expr { kind: ExprKind::Select(select), .. }, _] = args else { return None };
        let of_map = matches!(self.substitution.apply(&self.type_of(&select.operand)), Type::Map(_));
        let is_compared = of_map && matches!(types, [_, Type::Int]);
        is_compared.then(|| habits::selection(&select.operand, &select.field, false, true)).flatten()
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

    /// Advice for an unknown function: one with a similar name that takes such a target or first argument, or the name in another style.
    pub(super) fn suggest_function(&self, call: &Call) -> Option<String> {
        let written = &*call.function;
        if let Some(arity) = habits::arity(written) {
            return Some(arity);
        }
        let first = call.target.as_deref().or_else(|| call.args.first());
        let first = first.map(|first| [self.substitution.apply(&self.type_of(first))]);
        let fits = |overload: &OverloadDecl| {
            let parameter = overload.args.first().map(|parameter| [parameter.declared()]);
            overload.member == call.target.is_some()
                && match (&first, &parameter) {
                    (Some(first), Some(parameter)) => {
                        is_assignable_list(&mut Substitution::default(), first, parameter)
                    }
                    _ => first.is_none() == parameter.is_none(),
                }
        };
        let is_possible = |name: &str| {
            habits::plain(name) == habits::plain(written)
                || self
                    .env
                    .function(name)
                    .is_some_and(|function| function.overloads(self.env.version()).any(fits))
        };
        // `isInt` and `distinct` have half of their letters in common.
        let is_near = |name: &str| {
            let near = nearest(written, [Cow::Borrowed(name)].into_iter());
            near.is_some()
                && edit_distance(&written.to_lowercase(), &name.to_lowercase()) * 2 <= written.len()
        };
        let names = self.env.functions().map(|function| function.name);
        let names = names.filter(|name| !name.contains('@') && !name.contains('_'));
        let names = names.filter(|name| is_near(name) && is_possible(name));
        let macros = MACROS.iter().copied().filter(|name| call.target.is_some() != (*name == "has"));
        let names = names.chain(macros).filter(|name| *name != written).map(Cow::Borrowed);
        nearest(written, names).map(|name| errors::did_you_mean(&name))
    }

    /// Advice for `sets.containsAll(a, b)`, if nothing is named `sets`: the functions with such a name, or CEL's form of another
    /// language's function.
    pub(super) fn suggest_in_namespace(&self, namespace: &str, call: &Call) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        let written = format!("{namespace}.{}", call.function);
        let is_bool = call.args.last().is_some_and(|last| self.type_of(last) == Type::Bool);
        if let Some(help) = habits::of_library(&written, call, is_bool) {
            return Some(help);
        }
        let prefix = format!("{namespace}.");
        let own =
            || self.env.functions().map(|function| function.name).filter(|name| name.starts_with(&prefix));
        let functions = own().filter_map(|name| name.strip_prefix(&prefix)).map(Cow::Borrowed);
        let near = nearest(&call.function, functions).map(|near| format!("{prefix}{near}"));
        let longer = || own().filter(|name| name.starts_with(&written)).min().map(str::to_owned);
        if let Some(near) = near.or_else(longer) {
            return Some(errors::did_you_mean(&near));
        }
        let first = call.args.first().map(|first| self.substitution.apply(&self.type_of(first)));
        if let Some(help) = habits::in_namespace(namespace, call, first.as_ref()) {
            return Some(help);
        }
        let mut own: Vec<&str> = own().collect();
        own.sort_unstable();
        let mut own: Vec<String> = own.iter().map(|name| format!("`{name}`")).collect();
        match own.pop() {
            Some(last) if own.is_empty() => Some(format!("CEL has {last}")),
            Some(last) => Some(format!("CEL has {} and {last}", own.join(", "))),
            None => habits::is_module(namespace).then(|| habits::no_function(&written)),
        }
    }

    /// Advice for an object where a value of another type is needed.
    pub(super) fn suggest_fields(&self, args: &[&Expr], types: &[Type]) -> Option<String> {
        let is_alone = |ty: &Type| types.iter().filter(|other| *other == ty).count() == 1;
        let object = args.iter().zip(types).find(|(_, ty)| matches!(ty, Type::Object(_)) && is_alone(ty));
        object.and_then(|(arg, ty)| self.suggest_range(arg, ty))
    }
}

/// The name of an index: `self.names[i]`.
fn is_letter(name: &str) -> bool {
    name.len() == 1 && name.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// True for an object with properties that its schema does not declare.
fn is_free(object: ObjectView<'_>) -> bool {
    matches!(object.node.kind, DeclKind::Object { preserve_unknown_fields: true, .. })
        || object.fields.is_empty()
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
