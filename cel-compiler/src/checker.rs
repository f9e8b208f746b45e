//! Type checking: cel-go's algorithm, its messages and its places (cel-go: `checker/checker.go`).

use crate::{
    ast::{Call, Comprehension, Expr, ExprId, ExprKind, Literal, Select},
    diagnostic::{Diagnostic, Diagnostics},
    env::Env,
    library::{KubernetesVersion, VariableDecl},
    schema::escaping,
    types::Type,
};
use cel_types::Operator;
use std::{borrow::Cow, collections::HashSet, rc::Rc};

mod assignability;
mod checked;
mod different;
mod errors;
mod habits;
mod literal;
mod meant;
mod near;
mod of_items;
mod operands;
mod overload;
mod results;
mod shared_target;
mod signatures;
mod split_key;
mod substitution;
mod suggestions;
mod trial;
mod validators;
mod values;

pub use checked::{CheckedExpr, Reference};
pub use near::{edit_distance, nearest};
pub(crate) use results::{as_message as message_advice, as_rule as rule_advice};

#[cfg(test)]
mod tests;

use assignability::is_assignable;
use checked::name_functions;
use literal::literal_type;
use meant::ANY;
use substitution::Substitution;

/// Checks an expression.
///
/// # Errors
///
/// All type errors. If there are none, the errors of the server's validators of literals.
pub fn check(mut expr: Expr, env: &Env<'_>) -> Result<CheckedExpr, Diagnostics> {
    let mut checker = Checker::new(env);
    checker.check(&expr);
    name_functions(&mut expr);
    let (checked, mut diagnostics) = checker.finish(expr);
    if diagnostics.is_empty() {
        diagnostics = validators::validate(&checked, env.version());
    }
    if diagnostics.is_empty() { Ok(checked) } else { Err(diagnostics) }
}

struct Checker<'e, 's> {
    env: &'e Env<'s>,
    types: Vec<Option<Type>>,
    references: Vec<Option<Reference>>,
    /// Variables of the comprehensions around the node, innermost last.
    locals: Vec<VariableDecl>,
    substitution: Substitution,
    type_variables: u32,
    diagnostics: Diagnostics,
    /// Variables that unknown macros around the node were meant to declare, or `ANY`.
    meant: Vec<String>,
    /// Selections of fields that their operands do not have, and calls of libraries that there are not. What is said of their types
    /// follows from that.
    failed: HashSet<ExprId>,
    /// Lists in place of their items, in a condition that is not checked yet.
    of_items: Vec<of_items::OfItems>,
    /// The operand of `!self.a == 1`, and advice if it is no bool.
    negated: Option<(ExprId, String)>,
    /// The argument of `size(self.name > 3)`, and the name of the function.
    enclosed: Option<(ExprId, String)>,
    /// The operand of the last `!`.
    behind_not: Option<ExprId>,
    /// The `n` of `self.l.map(i, n, n > 0)`, which would be a condition, and the macro with two variables.
    second_variable: Option<(ExprId, String)>,
    /// True after the first macro of the expression.
    is_behind_macro: bool,
}

/// What an expression does with an identifier.
#[derive(Clone, Copy)]
enum Use<'u> {
    /// It reads this field.
    Field(&'u str),
    /// It compares another value with the whole of it.
    Compared,
    Other,
}

impl Checker<'_, '_> {
    fn check(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Literal(literal) => self.set_type(expr, literal_type(literal)),
            ExprKind::Ident(name) => self.check_ident(expr, name, Use::Other),
            ExprKind::Select(select) => self.check_select(expr, select),
            ExprKind::Call(call) => self.check_call_or_key(expr, call),
            ExprKind::List(elements) => self.check_list(expr, elements),
            ExprKind::Map(entries) => self.check_map(expr, entries),
            ExprKind::Struct(message) => self.check_struct(expr, message),
            ExprKind::Comprehension(comprehension) => self.check_comprehension(expr, comprehension),
        }
    }

    fn check_ident(&mut self, expr: &Expr, name: &str, used: Use<'_>) {
        if let Some((ty, reference)) = self.resolve_ident(name, name) {
            self.set_type(expr, ty);
            self.set_reference(expr, reference);
            return;
        }
        self.report_undeclared(expr, name, used, None);
    }

    /// Reports a name that means nothing here. True if it is not even near to another name: then `others` is the advice.
    fn report_undeclared(&mut self, expr: &Expr, name: &str, used: Use<'_>, others: Option<String>) -> bool {
        self.set_type(expr, Type::Error);
        let name_only = name.trim_start_matches('.');
        let mut error = errors::undeclared_reference(expr.offset, name);
        if self.meant.iter().any(|meant| meant == name || meant == ANY) {
            error.follows = true;
            self.report(error);
            return false;
        }
        if let Some((_, help)) = self.second_variable.take_if(|(id, _)| *id == expr.id) {
            self.report_with_help(error, Some(help));
            return false;
        }
        let help = self.missing_type(name_only).or_else(|| self.suggest_identifier(name, used));
        let is_unlike_others = help.is_none();
        let help = help.or(others);
        // `self.a-b` is one mistake.
        error.follows =
            help.as_deref().is_some_and(|help| help.starts_with(errors::RULES_WRITE) && self.has_told(help));
        self.report_with_help(error, help);
        is_unlike_others
    }

    fn check_select(&mut self, expr: &Expr, select: &Select) {
        if let Some((first, name)) = qualified_name(expr)
            && let Some((ty, reference)) = self.resolve_ident(first, &name)
        {
            self.set_type(expr, ty);
            self.set_reference(expr, reference);
            return;
        }
        let field_type = self.check_select_field(expr, &select.operand, &select.field, false);
        let ty = if select.test_only { Type::Bool } else { self.substitution.apply(&field_type) };
        self.set_type(expr, ty);
    }

    fn check_optional_select(&mut self, expr: &Expr, call: &Call) {
        let [operand, Expr { kind: ExprKind::Literal(Literal::String(field)), .. }] = call.args.as_slice()
        else {
            self.set_type(expr, Type::Error);
            return self.report(errors::not_an_optional_field_selection(expr.offset));
        };
        let field_type = self.check_select_field(expr, operand, field, true);
        self.set_type(expr, self.substitution.apply(&field_type));
        if let Some(function) = self.env.function(&call.function) {
            let overloads = function.overloads(self.env.version()).collect();
            self.set_reference(expr, Reference::Function { name: function.name, overloads });
        }
    }

    fn check_select_field(&mut self, expr: &Expr, operand: &Expr, field: &str, optional: bool) -> Type {
        match &operand.kind {
            ExprKind::Ident(name) => self.check_ident(operand, name, Use::Field(field)),
            _ => self.check(operand),
        }
        let operand_type = self.substitution.apply(&self.type_of(operand));
        let value = operand_type.optional_value();
        let target = value.unwrap_or(&operand_type);
        let field_type = match target {
            Type::Map(entry) => entry.1.clone(),
            Type::Object(name) => self.check_field(expr.offset, (operand, target), name, field),
            Type::Param(_) => {
                // The parameter becomes dyn now, so nothing narrower is inferred for it later.
                is_assignable(&mut self.substitution, &Type::Dyn, target);
                Type::Dyn
            }
            Type::Error => {
                if !self.diagnostics.is_full() {
                    self.failed.insert(expr.id);
                }
                Type::Dyn
            }
            Type::Dyn | Type::Any => Type::Dyn,
            other => {
                match other.hidden_position() {
                    Some(position) => self.report(errors::opaque(expr.offset, position)),
                    None => {
                        let error = errors::type_does_not_support_field_selection(expr.offset, other);
                        let help = self.suggest_of_items(operand, &operand_type, field);
                        let help = help.or_else(|| self.suggest_call(operand, field, &operand_type));
                        let help = help.or_else(|| self.suggest_call(operand, field, other));
                        self.report_with_help(error, help);
                        if !self.diagnostics.is_full() {
                            self.failed.insert(expr.id);
                        }
                    }
                }
                Type::Dyn
            }
        };
        if optional || value.is_some() { Type::optional(field_type) } else { field_type }
    }

    /// The type of an object's property, or the error type.
    fn check_field(&mut self, offset: u32, of: (&Expr, &Type), object: &str, field: &str) -> Type {
        let (version, words) = (self.env.version(), KubernetesVersion::RESERVED_WORDS_AS_FIELDS);
        match self.env.field_type(object, field) {
            Some(_) if version < words && escaping::is_reserved(field) => {
                let help = version.lacks(&format!(".{field}"), words).unwrap_or_default();
                let help = format!("{help}; until then write `__{field}__`");
                self.report(errors::undefined_field(offset, field).with_help(help));
                return Type::Error;
            }
            Some(_) if self.env.is_unwritten(object, field) => {
                self.report(errors::unwritten_field(offset, field));
                return Type::Error;
            }
            Some(ty) => return ty,
            None => {}
        }
        match self.env.object(object) {
            Some(view) => {
                let help = self.suggest_of_optional(of.0, field);
                let help = help.or_else(|| self.suggest_field(of.0, view, field));
                self.report_with_help(errors::undefined_field(offset, field), help);
            }
            None if self.env.type_name(object).is_some() => {
                self.report(errors::undefined_field(offset, field))
            }
            None => {
                let help = self.suggest_call(of.0, field, of.1);
                self.report_with_help(errors::unexpected_failed_resolution(offset, object), help);
            }
        }
        Type::Error
    }

    fn check_call(&mut self, expr: &Expr, call: &Call) {
        if call.function.is(Operator::OptSelect) {
            return self.check_optional_select(expr, call);
        }
        self.check_args(call);
        let mut is_of_library = false;
        if let Some(target) = &call.target {
            // `optional.of(x)`: a function with the whole name wins over a member function `of`.
            if let Some((_, prefix)) = qualified_name(target)
                && let Some(function) = self.env.function(&format!("{prefix}.{}", call.function))
            {
                return self.resolve_overload(expr, function, None, &call.args);
            }
            is_of_library = self.check_target(target, call);
        }
        self.check_shared_target(call);
        match self.env.function(&call.function) {
            Some(function) => self.resolve_overload(expr, function, call.target.as_deref(), &call.args),
            None => {
                self.set_type(expr, Type::Error);
                let mut error = errors::undeclared_reference(expr.offset, &call.function);
                error.follows = is_of_library
                    || call.target.as_ref().is_some_and(|target| self.failed.contains(&target.id));
                // What is called on the result is no other mistake: `self.name.chars().count()`. A newer function has a result.
                let is_newer = self.missing_function(&call.function).is_some();
                if (is_of_library || !is_newer) && !self.diagnostics.is_full() {
                    self.failed.insert(expr.id);
                }
                let help = if is_of_library { None } else { self.suggest_for_unknown(call) };
                let is_negated = self.behind_not == Some(expr.id);
                let help = help.map(|help| if is_negated { habits::behind_not(help) } else { help });
                self.report_with_help(error, help);
            }
        }
    }

    /// Checks the target of a call. True for an unknown name that may be a library or another language's module: `cel` of
    /// `cel.bind(n, 1, n > 0)`. The function of the library is then no other mistake.
    fn check_target(&mut self, target: &Expr, call: &Call) -> bool {
        match &target.kind {
            ExprKind::Ident(name) if self.resolve_ident(name, name).is_none() => {
                let is_meant = self.meant.iter().any(|meant| meant == name || meant == ANY);
                let help = self.missing_function(&format!("{name}.{}", call.function));
                let help = help.or_else(|| self.suggest_in_namespace(name, call)).filter(|_| !is_meant);
                let Some(help) = help else {
                    let near = self.suggest_library(name, &call.function);
                    return self.report_undeclared(target, name, Use::Other, near);
                };
                self.set_type(target, Type::Error);
                self.report(errors::undeclared_reference(target.offset, name).with_help(help));
                true
            }
            _ => {
                self.check(target);
                false
            }
        }
    }

    /// Checks the arguments. A variable that an unknown macro should declare is not another mistake: `self.l.any(x, x > 0)`, or
    /// `bind(x, 1, x > 0)`.
    fn check_args(&mut self, call: &Call) {
        let meant = self.meant_by(call);
        let count = self.meant.len();
        self.meant.extend(meant);
        let compares = call.function.is(Operator::Equals) || call.function.is(Operator::NotEquals);
        let is_key = |checker: &Self| {
            call.function.is(Operator::Index)
                && call.args.first().is_some_and(|of| {
                    matches!(checker.substitution.apply(&checker.type_of(of)), Type::Map(_))
                })
        };
        self.negated = operands::negated(call).or(self.negated.take());
        self.enclosed = operands::enclosed(call).or(self.enclosed.take());
        if let (true, [operand]) = (call.function.is(Operator::Not), &*call.args) {
            self.behind_not = Some(operand.id);
        }
        for (i, arg) in call.args.iter().enumerate() {
            match &arg.kind {
                ExprKind::Ident(name) if i == 1 && (compares || is_key(self)) => {
                    self.check_ident(arg, name, Use::Compared)
                }
                _ => self.check(arg),
            }
        }
        self.meant.truncate(count);
    }

    fn check_comprehension(&mut self, expr: &Expr, comprehension: &Comprehension) {
        let before = self.diagnostics.iter().count();
        self.check(&comprehension.iter_range);
        self.check(&comprehension.accu_init);
        let accu_type = self.type_of(&comprehension.accu_init);
        let (first, second) =
            self.iteration_types(&comprehension.iter_range, comprehension.iter_var2.is_some());

        self.is_behind_macro = true;
        let outer = self.locals.len();
        self.declare(&comprehension.accu_var, accu_type.clone());
        let accumulator = self.locals.len();
        self.declare(&comprehension.iter_var, first);
        if let Some(name) = &comprehension.iter_var2 {
            self.declare(name, second);
        }
        self.check(&comprehension.loop_condition);
        self.assert_type(&comprehension.loop_condition, &Type::Bool);
        let second_variable = self.second_variable_of_map(expr, comprehension);
        let told = second_variable.is_some().then(|| self.diagnostics.iter().count() + 1);
        self.second_variable = second_variable.or(self.second_variable.take());
        self.check(&comprehension.loop_step);
        // With two variables, all of it means something else.
        told.into_iter().for_each(|told| self.diagnostics.follow_from(told));
        self.assert_type(&comprehension.loop_step, &accu_type);
        self.locals.truncate(accumulator);
        self.check(&comprehension.result);
        self.locals.truncate(outer);
        let ty = self.substitution.apply(&self.type_of(&comprehension.result));
        self.set_type(expr, ty);
        self.explain_of_items(expr, before);
    }

    /// The types of the first and second variable over a range.
    fn iteration_types(&mut self, range: &Expr, two_variables: bool) -> (Type, Type) {
        let range_type = self.substitution.apply(&self.type_of(range));
        match &range_type {
            Type::List(element) if two_variables => (Type::Int, (**element).clone()),
            Type::List(element) => ((**element).clone(), Type::Error),
            Type::Map(entry) => (entry.0.clone(), entry.1.clone()),
            Type::Dyn | Type::Error | Type::Param(_) => {
                is_assignable(&mut self.substitution, &Type::Dyn, &range_type);
                (Type::Dyn, Type::Dyn)
            }
            other => {
                match other.hidden_position() {
                    Some(position) => self.report(errors::opaque(range.offset, position)),
                    None => {
                        let help = self.suggest_range(range, other);
                        self.report_with_help(errors::not_a_comprehension_range(range.offset, other), help);
                    }
                }
                (Type::Error, Type::Error)
            }
        }
    }

    /// A name with its dots, resolved to a variable, type or constant. A local variable wins over a qualified name.
    fn resolve_ident(&self, first: &str, name: &str) -> Option<(Type, Reference)> {
        let global = first.starts_with('.');
        let local_name = first.trim_start_matches('.');
        let local = self.locals.iter().rev().find(|local| &*local.name == local_name);
        let finds_local = !global || self.env.version() < KubernetesVersion::GLOBAL_NAMES;
        if let Some(local) = local.filter(|_| finds_local) {
            let is_simple = name.len() == first.len();
            return is_simple.then(|| (local.ty.clone(), Reference::Local(local.name.clone())));
        }
        let name = name.strip_prefix('.').unwrap_or(name);
        if let Some(variable) = self.env.variable(name) {
            let reference = Reference::Variable { name: variable.name.clone(), shadowed: local.is_some() };
            return Some((variable.ty.clone(), reference));
        }
        if let Some(decl) = self.env.type_name(name) {
            return Some((Type::Type(Rc::new(decl.ty.declared())), Reference::TypeName(decl.name)));
        }
        self.env.constant(name).map(|value| (Type::Int, Reference::Constant(value)))
    }

    fn assert_type(&mut self, expr: &Expr, expected: &Type) {
        let found = self.type_of(expr);
        if !is_assignable(&mut self.substitution, expected, &found) {
            self.report(errors::type_mismatch(expr.offset, expected, &found));
        }
    }

    fn declare(&mut self, name: &str, ty: Type) {
        self.locals.push(VariableDecl { name: name.into(), ty });
    }

    fn set_type(&mut self, expr: &Expr, ty: Type) {
        put(&mut self.types, expr.id, ty);
    }

    fn set_reference(&mut self, expr: &Expr, reference: Reference) {
        put(&mut self.references, expr.id, reference);
    }

    /// The type of a checked node, with its type variables.
    fn type_of(&self, expr: &Expr) -> Type {
        self.types.get(expr.id.0 as usize).cloned().flatten().unwrap_or(Type::Error)
    }

    /// True if an earlier mistake has this help.
    fn has_told(&self, help: &str) -> bool {
        self.diagnostics.iter().any(|told| told.help.as_deref() == Some(help))
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn report_with_help(&mut self, diagnostic: Diagnostic, help: Option<String>) {
        self.report(match help {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        });
    }

    fn finish(self, expr: Expr) -> (CheckedExpr, Diagnostics) {
        let substitution = self.substitution;
        let types = self.types.into_iter().map(|ty| ty.map(|ty| substitution.apply_final(&ty))).collect();
        (CheckedExpr { expr, types, references: self.references }, self.diagnostics)
    }
}

/// The first identifier and the whole name of an expression such as `a.b.c`; `None` for other expressions.
fn qualified_name(mut expr: &Expr) -> Option<(&str, Cow<'_, str>)> {
    let mut fields = Vec::new();
    while let ExprKind::Select(Select { operand, field, test_only: false }) = &expr.kind {
        fields.push(field.as_str());
        expr = operand;
    }
    let ExprKind::Ident(first) = &expr.kind else {
        return None;
    };
    if fields.is_empty() {
        return Some((first, Cow::Borrowed(first)));
    }
    fields.push(first);
    fields.reverse();
    Some((first, Cow::Owned(fields.join("."))))
}

/// Sets an element of a vector. Makes the vector long enough first.
fn put<T>(list: &mut Vec<Option<T>>, id: ExprId, value: T) {
    let index = id.0 as usize;
    if list.len() <= index {
        list.resize_with(index + 1, || None);
    }
    list[index] = Some(value);
}
