//! A rule as the checker understands it: each node with its place, cost, type and reference.

mod place;
mod witness;

pub use place::schema_at;
pub use witness::objects;

use crate::{findings::NO_RULE, human};
use cel_compiler::{
    ast::{Comprehension, Expr, ExprKind, Macro},
    checker::{self, CheckedExpr, Reference},
    cost::{self, PartCosts, Sizes},
    crd::{decl_type::decl_type, props::SchemaProps},
    diagnostic::{Diagnostic, Diagnostics, Display},
    env::Env,
    library::KubernetesVersion,
    parser, rule,
    schema::{DeclType, Schema, ValidationRule},
    types::Type,
    unparser, visit,
};
use std::{iter, rc::Rc};

/// The tree of an expression with a line for each node: place, cost, node, type, reference. `node` is the type
/// of `self`.
///
/// # Errors
/// The server's answer about the expression, with advice.
pub fn explain<'s>(source: &str, env: &Env<'s>, node: &'s DeclType) -> Result<String, String> {
    if source.trim().is_empty() {
        return Err(NO_RULE.to_owned());
    }
    let refused = |diagnostics: Diagnostics| {
        let diagnostics = diagnostics.into_sorted();
        let texts = diagnostics.iter().map(|diagnostic| {
            let text = Display { source, diagnostic }.to_string();
            with_help(text, diagnostic)
        });
        texts.collect::<Vec<_>>().join("\n")
    };
    let expr = parser::parse_for(source, env.version()).map_err(refused)?;
    let checked = checker::check(expr, env).map_err(refused)?;
    let costs = cost::part_costs(&checked, &Sizes::new(env), node);
    let mut tree = Tree { checked: &checked, costs, lines: Vec::new() };
    tree.node(checked.expr(), "", 0, 1);
    Ok(aligned(source, &tree.lines))
}

/// The server's answer about a rule whose types are right: its value is no bool, or a constant in it has none. `None` if the server
/// takes the rule. `node` is the type of `self`.
#[must_use]
pub fn refusal<'s>(source: &str, env: &Env<'s>, node: &'s DeclType) -> Option<String> {
    let rule = ValidationRule { rule: source.to_owned(), ..ValidationRule::default() };
    let error = rule::register(env.clone(), node, &rule).error?;
    let texts = error.told().map(|diagnostic| with_help(diagnostic.message.clone(), diagnostic));
    Some(texts.collect::<Vec<_>>().join("\n"))
}

fn with_help(text: String, diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.iter().map(|help| format!("\n = help: {help}"));
    text + &help.collect::<String>()
}

/// Input of [`with_node`].
#[must_use]
pub fn node_of(schema: &SchemaProps, is_root: bool) -> (Schema, DeclType) {
    let definitions = Schema::default();
    (definitions, decl_type(schema, is_root))
}

/// The environment of rules on a node.
#[must_use]
pub fn with_node<'s>(schema: &'s Schema, node: &'s DeclType, version: KubernetesVersion) -> Env<'s> {
    Env::for_node(schema, node).with_version(version)
}

/// Parses a type in CEL's spelling: `int`, `list(string)`, `map(string, dyn)`, `optional_type(int)`,
/// `timestamp`. `None` for any other text, and for a type inside more than 100 others.
#[must_use]
pub fn type_of(text: &str) -> Option<Type> {
    type_within(text, MOST_LEVELS)
}

fn type_within(text: &str, levels: usize) -> Option<Type> {
    let text = text.trim();
    if let Some((name, arguments)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        let levels = levels.checked_sub(1)?;
        let arguments = arguments_of(arguments).into_iter().map(|argument| type_within(argument, levels));
        let arguments: Vec<Type> = arguments.collect::<Option<_>>()?;
        return match (name.trim(), arguments.as_slice()) {
            ("list", [element]) => Some(Type::list(element.clone())),
            ("map", [key, value]) => Some(Type::map(key.clone(), value.clone())),
            ("optional_type", [value]) => Some(Type::optional(value.clone())),
            ("type", [of]) => Some(Type::Type(Rc::new(of.clone()))),
            _ => None,
        };
    }
    let simple = [
        Type::Null,
        Type::Bool,
        Type::Int,
        Type::Uint,
        Type::Double,
        Type::String,
        Type::Bytes,
        Type::Timestamp,
        Type::Duration,
        Type::Dyn,
    ];
    match text {
        "null_type" => Some(Type::Null),
        "timestamp" => Some(Type::Timestamp),
        "duration" => Some(Type::Duration),
        _ => simple.into_iter().find(|ty| ty.to_string() == text),
    }
}

const MOST_LEVELS: usize = 100;

/// Splits at the commas outside of parentheses.
fn arguments_of(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    text.split(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .collect()
}

struct Line {
    offset: u32,
    cost: String,
    node: String,
    ty: String,
    reference: String,
}

struct Tree<'c> {
    checked: &'c CheckedExpr,
    costs: PartCosts,
    lines: Vec<Line>,
}

impl Tree<'_> {
    /// Adds the lines of a node and its children. `times` is how often the node is evaluated at most.
    fn node(&mut self, expr: &Expr, role: &str, depth: usize, times: u64) {
        let label = label(expr);
        let role = if role.is_empty() { String::new() } else { format!("{role}: ") };
        let cost = self.costs.of(expr.id).map(|cost| amount(cost.saturating_mul(times)));
        let rounds = self.costs.rounds(expr.id);
        let reference = match rounds {
            Some(u64::MAX) => "rounds without a bound".to_owned(),
            Some(rounds) => {
                format!("at most {}", human::plural(usize::try_from(rounds).unwrap_or(usize::MAX), "round"))
            }
            None => self.checked.reference(expr.id).map(reference).unwrap_or_default(),
        };
        self.lines.push(Line {
            offset: expr.offset,
            cost: cost.unwrap_or_default(),
            node: format!("{}{role}{label}", "  ".repeat(depth)),
            ty: self.checked.type_of(expr.id).to_string(),
            reference,
        });
        // The operand of a qualified name is not an expression.
        if matches!(expr.kind, ExprKind::Select(_)) && self.checked.reference(expr.id).is_some() {
            return;
        }
        match &expr.kind {
            ExprKind::Comprehension(fold) => {
                let inside = times.saturating_mul(rounds.unwrap_or(1));
                for (role, part, is_inside) in parts(fold) {
                    self.node(part, role, depth + 1, if is_inside { inside } else { times });
                }
            }
            _ => visit::children(expr).into_iter().for_each(|child| self.node(child, "", depth + 1, times)),
        }
    }
}

fn amount(cost: u64) -> String {
    if cost == u64::MAX { "no bound".to_owned() } else { cost.to_string() }
}

/// The parts of a macro. The flag is true if each round evaluates the part.
fn parts(fold: &Comprehension) -> [(&'static str, &Expr, bool); 5] {
    [
        ("range", &fold.iter_range, false),
        ("init", &fold.accu_init, false),
        ("while", &fold.loop_condition, true),
        ("step", &fold.loop_step, true),
        ("result", &fold.result, false),
    ]
}

fn label(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Literal(_) => unparser::unparse(expr),
        ExprKind::Ident(name) => name.clone(),
        ExprKind::Select(select) if select.test_only => format!("has(.{})", select.field),
        ExprKind::Select(select) => format!(".{}", select.field),
        ExprKind::Call(call) => call.function.to_string(),
        ExprKind::List(elements) => format!("list of {}", elements.len()),
        ExprKind::Map(entries) => format!("map of {}", entries.len()),
        ExprKind::Struct(message) => format!("{}{{}}", message.type_name),
        ExprKind::Comprehension(fold) => {
            let name = match fold.from {
                Macro::All => "all",
                Macro::Exists => "exists",
                Macro::ExistsOne => "exists_one",
                Macro::Map => "map",
                Macro::Filter => "filter",
                Macro::TransformMap => "transformMap",
                Macro::TransformMapEntry => "transformMapEntry",
                Macro::Bind => return format!("bind {}", fold.accu_var),
            };
            let second = fold.iter_var2.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
            format!("{name}({}{second}, ..)", fold.iter_var)
        }
    }
}

fn reference(reference: &Reference) -> String {
    match reference {
        Reference::Variable { name, .. } => format!("variable {name}"),
        Reference::Local(name) => format!("macro's variable {name}"),
        Reference::TypeName(name) | Reference::NoMessage { name, .. } => format!("type {name}"),
        Reference::Constant(value) => format!("constant {value}"),
        Reference::Function { overloads, .. } => {
            overloads.iter().map(|overload| overload.id).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Writes the columns. Each is as wide as its widest cell, up to `WIDEST`.
fn aligned(source: &str, lines: &[Line]) -> String {
    let places = Places::new(source);
    let width = |cell: fn(&Line) -> &str| {
        lines
            .iter()
            .map(|line| cell(line).chars().count())
            .filter(|width| *width <= WIDEST)
            .max()
            .unwrap_or(0)
    };
    let heading = Line {
        offset: 0,
        cost: "cost".to_owned(),
        node: "node".to_owned(),
        ty: "type".to_owned(),
        reference: "refers to".to_owned(),
    };
    let costs = width(|line| &line.cost).max(heading.cost.len());
    let (nodes, types) = (width(|line| &line.node), width(|line| &line.ty));
    let mut text = String::new();
    let places = lines.iter().map(|line| places.of(line.offset));
    for (place, line) in iter::once("place".to_owned()).chain(places).zip(iter::once(&heading).chain(lines)) {
        let Line { cost, node, ty, reference, .. } = line;
        let line = format!("{place:>6}  {cost:>costs$}  {node:nodes$}  {ty:types$}  {reference}");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Where each line of a text begins, in characters.
struct Places(Vec<u32>);

impl Places {
    fn new(source: &str) -> Self {
        let breaks = (1..).zip(source.chars()).filter(|(_, c)| *c == '\n').map(|(next, _)| next);
        Places([0].into_iter().chain(breaks).collect())
    }

    fn of(&self, offset: u32) -> String {
        let line = self.0.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|line| self.0.get(line)).copied().unwrap_or_default();
        format!("{line}:{}", offset - start + 1)
    }
}

/// Wider cells do not count for the width of their column.
const WIDEST: usize = 60;
