//! Chooses the overloads that a call may run (cel-go: `resolveOverload`).

use crate::ast::Callee::Op;
use cel_types::Operator::{And, Greater, GreaterEquals, Less, LessEquals, Or};
use std::rc::Rc;

use super::{
    Checker, Reference,
    assignability::{is_assignable, is_assignable_list, is_exact},
    errors, operands,
    operands::OLD_SELF,
};
use crate::{
    ast::Expr,
    diagnostic::write,
    library::{Function, KubernetesVersion, OverloadDecl, TypePattern},
    types::Type,
};

impl Checker<'_, '_> {
    /// The version whose overloads a function has here. Up to 1.28 cel-go stops refusing comparisons between number types after a macro
    /// begins: it accepts `[1].all(x, true) && 2.5 >= self.i`, and refuses `2.5 >= self.i && [1].all(x, true)`.
    fn version_of(&self, function: &Function) -> KubernetesVersion {
        let version = self.env.version();
        match function.callee {
            Op(Less | LessEquals | Greater | GreaterEquals) if self.is_behind_macro => {
                version.max(KubernetesVersion::NUMBERS_OF_TWO_TYPES)
            }
            _ => version,
        }
    }

    /// The type and reference of a call whose target and arguments are checked. `target` is `None` for a global call.
    pub(super) fn resolve_overload(
        &mut self,
        call: &Expr,
        function: &'static Function,
        target: Option<&Expr>,
        args: &[Expr],
    ) {
        let operands = || target.into_iter().chain(args);
        if !self.failed.is_empty() && operands().any(|operand| self.failed.contains(&operand.id)) {
            self.failed.insert(call.id);
        }
        let arg_types: Vec<Type> = operands().map(|arg| self.type_of(arg)).collect();
        let names_operand = self.env.version() >= KubernetesVersion::OPERANDS_OF_LOGIC;
        if names_operand && matches!(function.callee, Op(And | Or)) {
            return self.resolve_logical(call, function, args, &arg_types);
        }
        let mut result: Option<Type> = None;
        let mut overloads = Vec::new();
        for overload in function.overloads(self.version_of(function)) {
            if overload.member != target.is_some() || is_out_of_question(overload, &arg_types) {
                continue;
            }
            let (parameters, overload_result) = self.instantiate(overload);
            if !is_assignable_list(&mut self.substitution, &arg_types, &parameters) {
                continue;
            }
            overloads.push(overload);
            let overload_result = self.substitution.apply(&overload_result);
            result = Some(match result {
                None => overload_result,
                Some(first)
                    if matches!(first, Type::Dyn | Type::Any) || is_exact(&first, &overload_result) =>
                {
                    first
                }
                Some(_) => Type::Dyn,
            });
        }
        match result {
            Some(ty) => {
                self.set_type(call, ty);
                self.set_reference(call, Reference::Function { name: function.name, overloads });
            }
            None => {
                let arg_types: Vec<Type> =
                    arg_types.iter().map(|ty| self.substitution.apply_final(ty)).collect();
                match arg_types.iter().find_map(Type::hidden_position) {
                    Some(position) => self.report(errors::opaque(call.offset, position)),
                    None => self.report_no_overload(call, function, target, args, &arg_types),
                }
                self.set_type(call, Type::Error);
            }
        }
    }

    fn report_no_overload(
        &mut self,
        call: &Expr,
        function: &'static Function,
        target: Option<&Expr>,
        args: &[Expr],
        arg_types: &[Type],
    ) {
        let operands: Vec<&Expr> = target.into_iter().chain(args).collect();
        let negated = self.negated.take_if(|(id, _)| *id == call.id).map(|(_, help)| help);
        let enclosed = self.enclosed.take_if(|(id, _)| *id == call.id);
        let of_left = || operands::of_left(&enclosed?.1, function.callee, args);
        let help = self
            .missing_overload(function, target.is_some(), arg_types)
            .or(negated)
            .or_else(|| of_left().filter(|written| self.is_right(written)).map(|written| write(&written)))
            .or_else(|| self.suggest_selection(function.callee, args, arg_types))
            .or_else(|| self.suggest_operands(function, target, args, arg_types))
            .or_else(|| self.suggest_common_field(function.callee, &operands, arg_types))
            .or_else(|| self.suggest_fields(&operands, arg_types))
            .or_else(|| self.suggest_signatures(function, target.is_some(), arg_types));
        let mut error = errors::no_matching_overload(call.offset, function.name, arg_types, target.is_some());
        let is_failed = |ty: &Type| *ty.optional_value().unwrap_or(ty) == Type::Error;
        let is_of_failed = arg_types.iter().any(is_failed)
            || operands.iter().any(|operand| self.failed.contains(&operand.id));
        error.follows = is_of_failed && self.diagnostics.iter().any(|told| !told.follows)
            || help.as_deref() == Some(OLD_SELF) && self.has_told(OLD_SELF);
        self.report_with_help(error, help);
    }

    /// `&&` and `||` report each operand that is not a bool.
    fn resolve_logical(
        &mut self,
        call: &Expr,
        function: &'static Function,
        args: &[Expr],
        arg_types: &[Type],
    ) {
        let mut ty = Type::Bool;
        for (arg, found) in args.iter().zip(arg_types) {
            if !is_assignable(&mut self.substitution, found, &Type::Bool) {
                let help = self.suggest_condition(arg, found);
                self.report_with_help(errors::type_mismatch(arg.offset, &Type::Bool, found), help);
                ty = Type::Error;
            }
        }
        if ty == Type::Bool {
            let overloads = function.overloads(self.env.version()).collect();
            self.set_reference(call, Reference::Function { name: function.name, overloads });
        }
        self.set_type(call, ty);
    }

    /// The types of arguments and result, with fresh variables for the type parameters.
    fn instantiate(&mut self, overload: &OverloadDecl) -> (Vec<Type>, Type) {
        // A pattern has the parameters A (0) and B (1).
        let mut variables: [Option<Type>; 2] = [None, None];
        let mut parameter = |i: usize| variables[i].get_or_insert_with(|| self.new_type_variable()).clone();
        // cel-go numbers the variables of the result first.
        let result = overload.result.instantiate(&mut parameter);
        let args = overload.args.iter().map(|arg: &TypePattern| arg.instantiate(&mut parameter)).collect();
        (args, result)
    }

    /// A new type variable. Messages can show its name.
    pub(super) fn new_type_variable(&mut self) -> Type {
        let name: Rc<str> = format!("_var{}", self.type_variables).into();
        self.type_variables += 1;
        Type::Param(name)
    }
}

/// True if the arguments cannot fit. This saves the unification for most overloads. It is false for overloads with type parameters,
/// because their fresh variables must be counted.
fn is_out_of_question(overload: &OverloadDecl, args: &[Type]) -> bool {
    let is_other = |(pattern, arg): (&TypePattern, &Type)| {
        let wanted = match pattern {
            TypePattern::Bool => Type::Bool,
            TypePattern::Int => Type::Int,
            TypePattern::Uint => Type::Uint,
            TypePattern::Double => Type::Double,
            TypePattern::String => Type::String,
            TypePattern::Bytes => Type::Bytes,
            TypePattern::Timestamp => Type::Timestamp,
            TypePattern::Duration => Type::Duration,
            _ => return None,
        };
        let is_certain = !matches!(
            arg,
            Type::Null | Type::Dyn | Type::Any | Type::Error | Type::Wrapper(_) | Type::Param(_)
        );
        Some(is_certain && *arg != wanted)
    };
    let mut others = overload.args.iter().zip(args).map(is_other);
    others.clone().all(|other| other.is_some()) && others.any(|other| other == Some(true))
}
