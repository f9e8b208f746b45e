//! The macros of the API server's environment (Kubernetes 1.37), expanded as cel-go does.
//!
//! cel-go: `parser/macro.go`, `ext/comprehensions.go`, `ext/lists.go`, `cel/library.go`.

use super::tree::copy;
use crate::{ast::Function, schema::escaping::escape};
use crate::{
    ast::{Call, Comprehension, Expr, ExprKind, ListElement, Literal, Macro, Select},
    diagnostic::{Diagnostic, write},
    library::KubernetesVersion,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator;

/// A member call that is a macro: the offset of its parenthesis, its target and its arguments.
pub(super) struct Invocation {
    pub(super) offset: u32,
    pub(super) target: Expr,
    /// Their number is the one that [`find`] was asked for.
    pub(super) args: Vec<Expr>,
}

/// Builds the expansion of a macro.
pub(super) type Expander = fn(Invocation) -> Result<Expr, Diagnostic>;

/// The macro with this name and number of arguments, and the version that added it. With another number it is a function call.
pub(super) fn find(function: &str, args: usize) -> Option<(Expander, KubernetesVersion)> {
    let macros = MACROS.iter().filter(|found| found.name == function && found.args == args);
    macros.map(|found| (found.expand, found.since)).next()
}

/// The version that added a macro.
pub(crate) fn macro_since(function: &str, args: usize) -> Option<KubernetesVersion> {
    find(function, args).map(|(_, since)| since)
}

/// True if a macro's target stands twice in its expansion.
pub(super) fn copies_target(function: &str) -> bool {
    matches!(function, "optMap" | "optFlatMap")
}

struct MacroDecl {
    name: &'static str,
    args: usize,
    since: KubernetesVersion,
    expand: Expander,
}

const fn since(since: KubernetesVersion, name: &'static str, args: usize, expand: Expander) -> MacroDecl {
    MacroDecl { name, args, since, expand }
}

const fn always(name: &'static str, args: usize, expand: Expander) -> MacroDecl {
    since(KubernetesVersion(0), name, args, expand)
}

const MACROS: &[MacroDecl] = &[
    always("all", 2, all),
    always("exists", 2, exists),
    always("exists_one", 2, exists_one),
    always("map", 2, map),
    always("map", 3, map),
    always("filter", 2, filter),
    since(KubernetesVersion::OPTIONAL_SYNTAX, "optMap", 2, opt_map),
    since(KubernetesVersion::OPTIONAL_SYNTAX, "optFlatMap", 2, opt_flat_map),
    since(KubernetesVersion::TWO_VARIABLES, "all", 3, all),
    since(KubernetesVersion::TWO_VARIABLES, "exists", 3, exists),
    since(KubernetesVersion::TWO_VARIABLES, "exists_one", 3, exists_one),
    since(KubernetesVersion::TWO_VARIABLES, "existsOne", 3, exists_one),
    since(KubernetesVersion::TWO_VARIABLES, "transformList", 3, transform_list),
    since(KubernetesVersion::TWO_VARIABLES, "transformList", 4, transform_list),
    since(KubernetesVersion::TWO_VARIABLES, "transformMap", 3, transform_map),
    since(KubernetesVersion::TWO_VARIABLES, "transformMap", 4, transform_map),
    since(KubernetesVersion::TWO_VARIABLES, "transformMapEntry", 3, transform_map_entry),
    since(KubernetesVersion::TWO_VARIABLES, "transformMapEntry", 4, transform_map_entry),
    since(KubernetesVersion::SORT_BY, "sortBy", 2, sort_by),
];

/// `has(operand.field)`, the only macro that is not a member call. `of_map`: `self` is a map.
pub(super) fn has(offset: u32, arg: Expr, of_map: bool) -> Result<Expr, Diagnostic> {
    match arg.kind {
        ExprKind::Select(Select { operand, field, .. }) => {
            Ok(Expr::unnumbered(offset, ExprKind::Select(Select { operand, field, test_only: true })))
        }
        kind => {
            let help = match kind {
                ExprKind::Call(Call { function, args, .. })
                    if function.is(Operator::Index) && args.len() == 2 =>
                {
                    let [of, key] = [&args[0], &args[1]].map(unparse_operand);
                    match &args[1].kind {
                        ExprKind::Literal(Literal::Int(_)) => write(&format!("{of}.size() > {key}")),
                        // The parser does not know whether it is an object or a map. This form is right for both.
                        ExprKind::Literal(Literal::String(name)) if is_plain_name(name) => {
                            write(&format!("has({of}.{name})"))
                        }
                        _ => write(&format!("{key} in {of}")),
                    }
                }
                ExprKind::Ident(name) if &*name == "self" => SELF_IS_THERE.to_owned(),
                ExprKind::Ident(name) if &*name == "oldSelf" => ASK_OLD_SELF.to_owned(),
                ExprKind::Ident(name) => format!("`has()` takes a field, as in `has(self.{name})`"),
                kind => split_name(&Expr::unnumbered(arg.offset, kind), of_map)
                    .unwrap_or_else(|| "`has()` takes a field, as in `has(self.name)`".to_owned()),
            };
            Err(Diagnostic::new(arg.offset, "invalid argument to has() macro").with_help(help))
        }
    }
}

/// Advice for a name that is read as a difference or a quotient: `has(self.labels.my-label)`.
fn split_name(expr: &Expr, of_map: bool) -> Option<String> {
    let written = unparse(expr).replace(" - ", "-").replace(" / ", "/");
    let is_of_names = |c: char| c.is_ascii_alphanumeric() || "_.-/".contains(c);
    if !written.chars().all(is_of_names) {
        return None;
    }
    if let Some(key) = written.strip_prefix("self.").filter(|_| of_map) {
        return Some(write(&format!("'{key}' in self")));
    }
    let names: Vec<&str> = written.split('.').collect();
    let is_map = |name: &&str| matches!(*name, "labels" | "annotations" | "matchLabels" | "nodeSelector");
    let first = if written.contains('/') {
        names.iter().position(is_map).unwrap_or(1) + 1
    } else {
        names.iter().position(|name| name.contains('-'))?
    };
    let (of, name) = (names.get(..first)?.join("."), names.get(first..)?.join("."));
    let property = escape(&name).filter(|_| !of.is_empty())?;
    Some(format!("write `'{name}' in {of}` for a key of a map, and `has({of}.{property})` for a property"))
}

/// True for the name of a field that a rule writes as it is.
fn is_plain_name(name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(is_of_name) && escape(name).is_some_and(|escaped| escaped == name)
}

fn all(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let predicate = invocation.last_arg();
    let fold = Fold {
        init: at.bool(true),
        condition: at.call("@not_strictly_false", vec![at.accu()]),
        step: at.call(Operator::And, vec![at.accu(), predicate]),
        result: at.accu(),
    };
    Ok(at.fold(Macro::All, invocation.quantifier_variables()?, invocation.target, fold))
}

fn exists(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let predicate = invocation.last_arg();
    let undecided = at.call(Operator::Not, vec![at.accu()]);
    let fold = Fold {
        init: at.bool(false),
        condition: at.call("@not_strictly_false", vec![undecided]),
        step: at.call(Operator::Or, vec![at.accu(), predicate]),
        result: at.accu(),
    };
    Ok(at.fold(Macro::Exists, invocation.quantifier_variables()?, invocation.target, fold))
}

fn exists_one(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let predicate = invocation.last_arg();
    let one_more = at.call(Operator::Add, vec![at.accu(), at.int(1)]);
    let fold = Fold {
        init: at.int(0),
        condition: at.bool(true),
        step: at.step(Some(predicate), one_more),
        result: at.call(Operator::Equals, vec![at.accu(), at.int(1)]),
    };
    Ok(at.fold(Macro::ExistsOne, invocation.quantifier_variables()?, invocation.target, fold))
}

fn map(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let transform = invocation.last_arg();
    let predicate = if invocation.args.len() == 2 { invocation.args.pop() } else { None };
    let fold = at.appending(predicate, transform);
    Ok(at.fold(Macro::Map, invocation.list_variable()?, invocation.target, fold))
}

fn filter(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let predicate = invocation.last_arg();
    let variable = invocation.list_variable()?;
    // The element is the variable as the author wrote it, at its own place.
    let element = invocation.last_arg();
    Ok(at.fold(Macro::Filter, variable, invocation.target, at.appending(Some(predicate), element)))
}

fn transform_list(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let (variables, predicate, transform) = invocation.transform_parts()?;
    Ok(at.fold(Macro::Map, variables, invocation.target, at.appending(predicate, transform)))
}

fn transform_map(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let (variables, predicate, transform) = invocation.transform_parts()?;
    let insert = at.call("cel.@mapInsert", vec![at.accu(), at.ident(&variables.first), transform]);
    Ok(at.fold(Macro::TransformMap, variables, invocation.target, at.inserting(predicate, insert)))
}

fn transform_map_entry(mut invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let (variables, predicate, entry) = invocation.transform_parts()?;
    let insert = at.call("cel.@mapInsert", vec![at.accu(), entry]);
    Ok(at.fold(Macro::TransformMapEntry, variables, invocation.target, at.inserting(predicate, insert)))
}

/// Binds the list to a name, so it is evaluated once, and sorts it by the list of its keys.
fn sort_by(invocation: Invocation) -> Result<Expr, Diagnostic> {
    let Invocation { offset, target, args } = invocation;
    match target.kind {
        ExprKind::Ident(_) | ExprKind::Select(_) | ExprKind::Call(_) => {}
        ExprKind::List(_) | ExprKind::Comprehension(_) => {}
        ExprKind::Literal(_) | ExprKind::Map(_) | ExprKind::Struct(_) => {
            return Err(Diagnostic::new(target.offset, UNSORTABLE));
        }
    }
    let at = Builder { offset };
    let keys = map(Invocation { offset, target: at.ident(SORT_INPUT), args })?;
    let sorted = at.member_call("@sortByAssociatedKeys", at.ident(SORT_INPUT), vec![keys]);
    Ok(at.bind(SORT_INPUT.to_owned(), target, sorted))
}

fn opt_map(invocation: Invocation) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    optional(invocation, "optMap() variable name must be a simple identifier", |value| {
        at.call("optional.of", vec![value])
    })
}

fn opt_flat_map(invocation: Invocation) -> Result<Expr, Diagnostic> {
    optional(invocation, "optFlatMap() variable name must be a simple identifier", |value| value)
}

/// The target stands twice in the expansion: it is evaluated, and charged, twice.
fn optional(invocation: Invocation, message: &str, wrap: impl Fn(Expr) -> Expr) -> Result<Expr, Diagnostic> {
    let at = Builder { offset: invocation.offset };
    let Invocation { target, mut args, .. } = invocation;
    let mapped = args.pop().ok_or_else(|| Diagnostic::new(at.offset, message))?;
    let variable = name(args.first(), at.offset, message)?;
    let value = at.member_call("value", copy(&target, at.offset), vec![]);
    let has_value = at.member_call("hasValue", target, vec![]);
    let then = wrap(at.bind(variable, value, mapped));
    Ok(at.call(Operator::Conditional, vec![has_value, then, at.call("optional.none", vec![])]))
}

/// The variables of a comprehension.
struct Variables {
    first: String,
    second: Option<String>,
}

/// Parts that differ between comprehensions.
struct Fold {
    init: Expr,
    condition: Expr,
    step: Expr,
    result: Expr,
}

impl Invocation {
    /// The last argument. [`find`] has counted the arguments, so only a mistake in this file could miss one.
    fn last_arg(&mut self) -> Expr {
        self.args.pop().expect("a macro is found by its number of arguments")
    }

    /// The arguments of `all`, `exists` and `exists_one` before the predicate: one variable or two.
    fn quantifier_variables(&self) -> Result<Variables, Diagnostic> {
        if self.args.len() == 2 {
            return self.two_variables();
        }
        let first = self.variable(0, "argument must be a simple name")?;
        self.keep_accumulator(0, &first)?;
        Ok(Variables { first, second: None })
    }

    fn list_variable(&self) -> Result<Variables, Diagnostic> {
        let first = self.variable(0, "argument is not an identifier")?;
        self.keep_accumulator(0, &first)?;
        Ok(Variables { first, second: None })
    }

    fn two_variables(&self) -> Result<Variables, Diagnostic> {
        let first = self.variable(0, "argument must be a simple name")?;
        let second = self.variable(1, "argument must be a simple name")?;
        if first == second {
            return Err(Diagnostic::new(self.args[1].offset, format!("duplicate variable name: {first}")));
        }
        self.keep_accumulator(0, &first)?;
        self.keep_accumulator(1, &second)?;
        Ok(Variables { first, second: Some(second) })
    }

    /// Variables, predicate and transformation of `(k, v, f)` or `(k, v, p, f)`.
    fn transform_parts(&mut self) -> Result<(Variables, Option<Expr>, Expr), Diagnostic> {
        let transform = self.last_arg();
        let predicate = if self.args.len() == 3 { self.args.pop() } else { None };
        Ok((self.two_variables()?, predicate, transform))
    }

    fn variable(&self, index: usize, message: &str) -> Result<String, Diagnostic> {
        name(self.args.get(index), self.offset, message)
    }

    fn keep_accumulator(&self, index: usize, variable: &str) -> Result<(), Diagnostic> {
        if variable != ACCU && variable != OLD_ACCU {
            return Ok(());
        }
        let offset = self.args[index].offset;
        Err(Diagnostic::new(offset, "iteration variable overwrites accumulator variable"))
    }
}

fn name(arg: Option<&Expr>, offset: u32, message: &str) -> Result<String, Diagnostic> {
    match arg {
        Some(Expr { kind: ExprKind::Ident(name), .. }) => Ok(name.clone()),
        Some(other) => Err(Diagnostic::new(other.offset, message).with_help(VARIABLE)),
        None => Err(Diagnostic::new(offset, message)),
    }
}

const VARIABLE: &str = "the variable of a macro is a new name without quotes: `self.items.all(x, x > 0)`";

/// Makes nodes that are not in the source. Their place is the macro's parenthesis.
#[derive(Clone, Copy)]
struct Builder {
    offset: u32,
}

impl Builder {
    fn expr(self, kind: ExprKind) -> Expr {
        Expr::unnumbered(self.offset, kind)
    }

    fn bool(self, value: bool) -> Expr {
        self.expr(ExprKind::Literal(Literal::Bool(value)))
    }

    fn int(self, value: i64) -> Expr {
        self.expr(ExprKind::Literal(Literal::Int(value)))
    }

    fn ident(self, name: &str) -> Expr {
        self.expr(ExprKind::Ident(name.to_owned()))
    }

    fn accu(self) -> Expr {
        self.ident(ACCU)
    }

    fn call(self, function: impl Into<Function>, args: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(Call { function: function.into(), target: None, args }))
    }

    fn member_call(self, function: &str, target: Expr, args: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(Call { function: function.into(), target: Some(Box::new(target)), args }))
    }

    /// The step itself, or `predicate ? step : @result`.
    fn step(self, predicate: Option<Expr>, step: Expr) -> Expr {
        match predicate {
            Some(predicate) => self.call(Operator::Conditional, vec![predicate, step, self.accu()]),
            None => step,
        }
    }

    fn appending(self, predicate: Option<Expr>, element: Expr) -> Fold {
        let element = self.expr(ExprKind::List(vec![ListElement { value: element, optional: false }]));
        let append = self.call(Operator::Add, vec![self.accu(), element]);
        self.collecting(ExprKind::List(vec![]), self.step(predicate, append))
    }

    fn inserting(self, predicate: Option<Expr>, insert: Expr) -> Fold {
        self.collecting(ExprKind::Map(vec![]), self.step(predicate, insert))
    }

    fn collecting(self, empty: ExprKind, step: Expr) -> Fold {
        Fold { init: self.expr(empty), condition: self.bool(true), step, result: self.accu() }
    }

    fn fold(self, from: Macro, variables: Variables, iter_range: Expr, fold: Fold) -> Expr {
        self.expr(ExprKind::Comprehension(Box::new(Comprehension {
            from,
            iter_range,
            iter_var: variables.first,
            iter_var2: variables.second,
            accu_var: ACCU.to_owned(),
            accu_init: fold.init,
            loop_condition: fold.condition,
            loop_step: fold.step,
            result: fold.result,
        })))
    }

    /// Gives `value` a name in `result`: a comprehension over an empty list, with the name as its accumulator.
    fn bind(self, name: String, value: Expr, result: Expr) -> Expr {
        self.expr(ExprKind::Comprehension(Box::new(Comprehension {
            from: Macro::Bind,
            iter_range: self.expr(ExprKind::List(vec![])),
            iter_var: "#unused".to_owned(),
            iter_var2: None,
            loop_step: self.ident(&name),
            accu_var: name,
            accu_init: value,
            loop_condition: self.bool(false),
            result,
        })))
    }
}

/// The accumulator's name. No identifier in a rule can have it.
pub(crate) const ACCU: &str = "@result";

/// Its former name, still forbidden as a variable.
const OLD_ACCU: &str = "__result__";

/// The name that `sortBy` gives its target.
const SORT_INPUT: &str = "@__sortBy_input__";

const UNSORTABLE: &str =
    "sortBy can only be applied to a list, identifier, comprehension, call or select expression";

/// Advice for `has(oldSelf)` and `oldSelf == null`.
pub(crate) const ASK_OLD_SELF: &str = "with `optionalOldSelf: true`, in Rust `optional_old_self = true`, `oldSelf.hasValue()` asks whether there is one";

/// Advice for `has(self)`, `self == null` and `self.is_some()`.
pub(crate) const SELF_IS_THERE: &str =
    "`self` is always there: a rule on a field runs only where the field is";
