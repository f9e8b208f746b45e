//! Highest cost of a rule, as the API server computes it when a CRD is created (cel-go: `checker/cost.go`).
//!
//! The server looks up sizes by path, with two peculiarities. It starts at the type of `self` whatever the path begins with, and its
//! paths overwrite each other (`path`). It remembers the size of a node, so it matters *when* it looks. Each function here follows
//! the server's order.
//!
//! No branch here depends on an amount, only on whether an amount is known. [`Estimate`] and `calls` do all arithmetic. So the same
//! walk works for a bound that is a Rust expression: an [`Amount`] is a number, or the operations that compute it. The operations
//! become calls of `cel_types::cost` in a `const` of the user's crate.

pub mod advice;
mod amount;
mod calls;
mod limits;
mod max_cost;
mod parts;
mod path;
mod rules;
mod size;
mod unknown;

#[cfg(test)]
mod tests;

pub use amount::{Amount, CostEstimate, Estimate, Operation, SizeEstimate};
pub use limits::{
    CONTRIBUTED, EXPRESSION_COST_LIMIT, SCHEMA_COST_LIMIT, TotalCost, expression_cost_error,
    expression_cost_text, is_cost_error, total_cost_text,
};
pub use max_cost::MaxCost;
pub use parts::{PartCosts, part_costs};
pub use rules::{PlacedRule, placed_rules};
pub use size::{Level, Sizes};

use crate::{
    ast::{Call, Comprehension, Expr, ExprKind, ListElement, Literal, Macro, MapEntry, Select},
    by_expr::ByExpr,
    checker::{CheckedExpr, Reference},
    library::KubernetesVersion,
    schema::DeclType,
    types::Type,
};
use path::{INDICES, ITEMS, KEYS, Path, VALUES};
use size::Bounds;

/// Cost of one evaluation of an expression. `node` is the type of `self`; `sizes` knows it.
#[must_use]
pub fn estimate<'s>(checked: &CheckedExpr, sizes: &Sizes<'_, 's>, node: &'s DeclType) -> CostEstimate {
    estimate_within(checked, sizes, node, &Bounds::default())
}

/// The same with other bounds.
fn estimate_within<'s>(
    checked: &CheckedExpr,
    sizes: &Sizes<'_, 's>,
    node: &'s DeclType,
    bounds: &Bounds,
) -> CostEstimate {
    // The server drops the first name of a path, even if it is `oldSelf`, a macro's element or a field.
    estimate_with(checked, sizes.version(), &|path| sizes.at_within(node, path.get(1..)?, bounds))
}

/// The same with a function that gives the size at a path, if known. A path begins with the name of a variable.
#[must_use]
pub fn estimate_with(
    checked: &CheckedExpr,
    version: KubernetesVersion,
    size_at: &dyn Fn(&[&str]) -> Option<Amount>,
) -> CostEstimate {
    Coster::new(checked, version, size_at).cost(checked.expr())
}

struct Coster<'e> {
    checked: &'e CheckedExpr,
    /// The version whose estimate this is.
    version: KubernetesVersion,
    size_at: &'e dyn Fn(&[&str]) -> Option<Amount>,
    /// Sizes found so far.
    sizes: ByExpr<SizeEstimate>,
    entries: ByExpr<EntrySize>,
    paths: ByExpr<Path<'e>>,
    /// Variables of the comprehensions around the node, innermost last.
    locals: Vec<Local<'e>>,
    /// The costs of each node, if a caller asks for them.
    parts: Option<PartCosts>,
}

/// A variable of a comprehension.
struct Local<'e> {
    name: &'e str,
    path: Path<'e>,
    /// The range, if each use of the variable makes its path from the range's (`unknown`).
    range: Option<&'e Expr>,
    size: Option<SizeEstimate>,
    entry: Option<EntrySize>,
}

/// The sizes of the entries of a list or map.
#[derive(Clone)]
struct EntrySize {
    container: Container,
    key: SizeEstimate,
    value: SizeEstimate,
}

#[derive(Clone, Copy, PartialEq)]
enum Container {
    List,
    Map,
}

/// An operand of a call, with its path and size at the time when its cost was computed.
struct Operand<'e> {
    expr: &'e Expr,
    ty: &'e Type,
    path: Path<'e>,
    size: Option<SizeEstimate>,
}

impl<'e> Coster<'e> {
    fn new(
        checked: &'e CheckedExpr,
        version: KubernetesVersion,
        size_at: &'e dyn Fn(&[&str]) -> Option<Amount>,
    ) -> Self {
        Coster {
            checked,
            version,
            size_at,
            sizes: ByExpr::default(),
            entries: ByExpr::default(),
            paths: ByExpr::default(),
            locals: Vec::new(),
            parts: None,
        }
    }

    fn cost(&mut self, expr: &'e Expr) -> CostEstimate {
        let cost = match &expr.kind {
            ExprKind::Literal(_) => CostEstimate::ZERO,
            ExprKind::Ident(name) => self.cost_ident(expr, name),
            ExprKind::Select(select) => self.cost_select(expr, select),
            ExprKind::Call(call) => self.cost_call(expr, call),
            ExprKind::List(elements) => self.cost_list(expr, elements),
            ExprKind::Map(entries) => self.cost_map(expr, entries),
            ExprKind::Struct(message) => {
                let fields = message.fields.iter().map(|field| &field.value);
                fields.fold(MESSAGE, |sum, value| sum.add(self.cost(value)))
            }
            ExprKind::Comprehension(fold) if !self.knows_variables() => self.cost_loop(expr, fold),
            ExprKind::Comprehension(fold) if fold.from == Macro::Bind => self.cost_bind(expr, fold),
            ExprKind::Comprehension(fold) => self.cost_comprehension(expr, fold),
        };
        self.keep_cost(expr, &cost);
        cost
    }

    fn cost_ident(&mut self, expr: &'e Expr, name: &'e str) -> CostEstimate {
        if !self.knows_variables() {
            return self.cost_name(expr, name);
        }
        let path = match self.local(expr) {
            Some(local) => local.path.clone(),
            None => Path::of(self.global_name(expr).unwrap_or(name)),
        };
        self.paths.insert(expr.id, path);
        CostEstimate::ONE
    }

    fn cost_select(&mut self, expr: &'e Expr, select: &'e Select) -> CostEstimate {
        if let Some(name) = self.global_name(expr) {
            self.paths.insert(expr.id, Path::of(name));
            return CostEstimate::ONE;
        }
        let operand = self.cost(&select.operand);
        if select.test_only {
            return self.cost_presence(operand);
        }
        let path = self.path(&select.operand).append(&select.field);
        self.paths.insert(expr.id, path);
        match self.checked.type_of(select.operand.id) {
            Type::Map(_) | Type::Object(_) | Type::Param(_) => operand.add(CostEstimate::ONE),
            _ => operand,
        }
    }

    /// The whole name of an identifier, or of a select that is part of a qualified name; `None` for a variable of a macro.
    fn global_name(&self, expr: &'e Expr) -> Option<&'e str> {
        match self.checked.reference(expr.id)? {
            Reference::Variable { shadowed: true, .. } | Reference::Local(_) | Reference::Function { .. } => {
                None
            }
            Reference::Variable { name, .. } => Some(name),
            Reference::TypeName(name) | Reference::NoMessage { name, .. } => Some(name),
            Reference::Constant(_) => Some(""),
        }
    }

    fn cost_call(&mut self, expr: &'e Expr, call: &'e Call) -> CostEstimate {
        if let ("dyn", [arg], true) = (&*call.function, call.args.as_slice(), self.knows_variables()) {
            return self.cost_dyn(expr, arg);
        }
        let mut costs = Vec::with_capacity(call.args.len());
        let mut operands = Vec::with_capacity(call.args.len() + 1);
        for arg in &call.args {
            costs.push(self.cost(arg));
            operands.push(self.operand(arg));
        }
        let mut target_cost = CostEstimate::ZERO;
        if let Some(target) = self.target(expr, call) {
            target_cost = self.cost(target);
            operands.insert(0, self.operand(target));
        }
        let mut cost = CostEstimate::between(u64::MAX, 0);
        let mut size = None;
        for overload in self.checked.overloads(expr.id) {
            let estimate = self.cost_overload(expr, overload, &operands, &costs);
            cost = cost.union(estimate.cost);
            size = union(size, estimate.size);
            size = self.index(expr, call, overload.id).or(size).or_else(|| self.size(expr));
        }
        self.set_size(expr, size);
        cost.add(target_cost)
    }

    /// The receiver of a call. `None` for a function with a qualified name such as `optional.of`.
    fn target(&self, expr: &Expr, call: &'e Call) -> Option<&'e Expr> {
        match self.checked.reference(expr.id) {
            Some(Reference::Function { name, .. }) if *name != &*call.function => None,
            _ => call.target.as_deref(),
        }
    }

    /// `dyn(x)` has the sizes of `x`, but not its path.
    fn cost_dyn(&mut self, expr: &'e Expr, arg: &'e Expr) -> CostEstimate {
        let cost = self.cost(arg);
        let size = self.size(arg);
        self.set_size(expr, size);
        self.set_entry(expr, self.entry(arg));
        cost.add(CostEstimate::ONE)
    }

    /// Sets the path of an element of a list or map. Returns its size if the list or map is a literal.
    fn index(&mut self, expr: &Expr, call: &'e Call, overload: &str) -> Option<SizeEstimate> {
        let element = match overload {
            "index_list" => ITEMS,
            "index_map" => VALUES,
            _ => return None,
        };
        let container = call.args.first()?;
        let path = self.path(container).append(element);
        self.paths.insert(expr.id, path);
        Some(self.entry(container)?.value)
    }

    fn cost_list(&mut self, expr: &'e Expr, elements: &'e [ListElement]) -> CostEstimate {
        let (mut cost, mut value) = (CostEstimate::ZERO, None);
        for element in elements {
            cost = cost.add(self.cost(&element.value));
            value = union(value, Some(self.size_or_unknown(&element.value)));
        }
        let value = value.unwrap_or(SizeEstimate::ZERO);
        let entry = EntrySize { container: Container::List, key: SizeEstimate::ONE, value };
        self.entries.insert(expr.id, entry);
        cost.add(LIST)
    }

    fn cost_map(&mut self, expr: &'e Expr, entries: &'e [MapEntry]) -> CostEstimate {
        let (mut cost, mut key, mut value) = (CostEstimate::ZERO, None, None);
        for entry in entries {
            cost = cost.add(self.cost(&entry.key));
            key = union(key, Some(self.size_or_unknown(&entry.key)));
            cost = cost.add(self.cost(&entry.value));
            value = union(value, Some(self.size_or_unknown(&entry.value)));
        }
        let (key, value) = (key.unwrap_or(SizeEstimate::ZERO), value.unwrap_or(SizeEstimate::ZERO));
        self.entries.insert(expr.id, EntrySize { container: Container::Map, key, value });
        cost.add(MAP)
    }

    /// The size of the range is read after the body. The body may have overwritten its path.
    fn cost_comprehension(&mut self, expr: &'e Expr, fold: &'e Comprehension) -> CostEstimate {
        let mut cost = self.cost(&fold.iter_range);
        cost = cost.add(self.cost(&fold.accu_init));
        self.push_value(&fold.accu_var, &fold.accu_init);
        let accumulator = self.locals.len();
        self.push_iteration(fold);
        let condition = self.cost(&fold.loop_condition);
        let step = self.cost(&fold.loop_step);
        self.locals.truncate(accumulator);
        cost = cost.add(self.cost(&fold.result));
        self.locals.pop();

        let turns = self.size_or_unknown(&fold.iter_range);
        match &fold.accu_init.kind {
            ExprKind::Literal(_) => {
                let size = self.size(&fold.accu_init);
                self.set_size(expr, size);
            }
            ExprKind::List(_) | ExprKind::Map(_) => {
                self.set_size(expr, Some(turns.clone()));
                self.set_entry(expr, self.entry(&fold.loop_step));
            }
            _ => {}
        }
        self.keep_rounds(expr, &turns);
        cost.add(turns.multiply(condition.add(step)))
    }

    /// Only the result is evaluated, but the empty range has its cost too.
    fn cost_bind(&mut self, expr: &'e Expr, fold: &'e Comprehension) -> CostEstimate {
        let mut cost = self.cost(&fold.iter_range);
        cost = cost.add(self.cost(&fold.accu_init));
        self.push_value(&fold.accu_var, &fold.accu_init);
        cost = cost.add(self.cost(&fold.result));
        self.locals.pop();
        let size = self.size(&fold.result);
        self.set_size(expr, size);
        self.set_entry(expr, self.entry(&fold.result));
        cost
    }

    /// Adds a variable for a value: an accumulator, or the name that `optMap` gives.
    fn push_value(&mut self, name: &'e str, value: &'e Expr) {
        let (path, entry) = (self.path(value), self.entry(value));
        let size = self.size(value);
        self.locals.push(Local { name, path, range: None, size, entry });
    }

    /// The iteration variables of a macro.
    fn push_iteration(&mut self, fold: &'e Comprehension) {
        let (range, entry) = (self.path(&fold.iter_range), self.entry(&fold.iter_range));
        let container = match (&entry, self.checked.type_of(fold.iter_range.id)) {
            (Some(entry), _) => entry.container,
            (None, Type::List(_)) => Container::List,
            (None, _) => Container::Map,
        };
        let (key, value) = entry.map(|entry| (entry.key, entry.value)).unzip();
        let mut push =
            |name, path, size| self.locals.push(Local { name, path, range: None, size, entry: None });
        match (container, &fold.iter_var2) {
            (Container::List, None) => push(&fold.iter_var, range.append(ITEMS), value),
            (Container::Map, None) => push(&fold.iter_var, range.append(KEYS), key),
            (Container::List, Some(second)) => {
                push(&fold.iter_var, range.append(INDICES), key);
                push(second, range.append(ITEMS), value);
            }
            (Container::Map, Some(second)) => {
                push(&fold.iter_var, range.append(KEYS), key);
                push(second, range.append(VALUES), value);
            }
        }
    }

    fn operand(&mut self, expr: &'e Expr) -> Operand<'e> {
        let path = self.path(expr);
        Operand { expr, ty: self.checked.type_of(expr.id), path, size: self.size(expr) }
    }

    /// The size of a node, if it is known. A size that is found by path is remembered.
    fn size(&mut self, expr: &'e Expr) -> Option<SizeEstimate> {
        if let Some(size) = self.sizes.get(expr.id) {
            return Some(size.clone());
        }
        if let Some(size) = written_size(expr) {
            return Some(SizeEstimate::fixed(size));
        }
        if !self.knows_variables() {
            return None;
        }
        if let Some(size) = self.size_at(&self.path(expr)) {
            self.sizes.insert(expr.id, size.clone());
            return Some(size);
        }
        if self.is_scalar(self.checked.type_of(expr.id)) {
            return Some(SizeEstimate::ONE);
        }
        self.local(expr)?.size.clone()
    }

    fn size_or_unknown(&mut self, expr: &'e Expr) -> SizeEstimate {
        self.size(expr).unwrap_or(SizeEstimate::UNKNOWN)
    }

    fn size_at(&self, path: &Path<'e>) -> Option<SizeEstimate> {
        if path.is_empty() {
            return None;
        }
        (self.size_at)(&path.elements()).map(SizeEstimate::up_to)
    }

    fn entry(&self, expr: &Expr) -> Option<EntrySize> {
        if !self.knows_variables() {
            return None;
        }
        self.entries.get(expr.id).cloned().or_else(|| self.local(expr)?.entry.clone())
    }

    /// The path of a node. For a variable this is its current path.
    fn path(&self, expr: &Expr) -> Path<'e> {
        let local = self.local(expr).filter(|_| self.knows_variables()).map(|local| &local.path);
        local.or_else(|| self.paths.get(expr.id)).cloned().unwrap_or_default()
    }

    /// The macro's variable that a node names.
    fn local(&self, expr: &Expr) -> Option<&Local<'e>> {
        match (&expr.kind, self.checked.reference(expr.id)) {
            (ExprKind::Ident(_), Some(Reference::Local(name))) => {
                self.locals.iter().rev().find(|local| *local.name == **name)
            }
            _ => None,
        }
    }

    /// True for a type whose values have no parts. An optional counts as the type inside.
    fn is_scalar(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool | Type::Int | Type::Uint | Type::Double | Type::Duration | Type::Timestamp => true,
            Type::Wrapper(of) => self.is_scalar(of),
            other => self.knows_variables() && other.optional_value().is_some_and(|of| self.is_scalar(of)),
        }
    }

    fn set_size(&mut self, expr: &Expr, size: Option<SizeEstimate>) {
        if let Some(size) = size {
            self.sizes.insert(expr.id, size);
        }
    }

    fn set_entry(&mut self, expr: &Expr, entry: Option<EntrySize>) {
        if let Some(entry) = entry {
            self.entries.insert(expr.id, entry);
        }
    }
}

impl EntrySize {
    fn union(self, other: Self) -> Self {
        EntrySize { key: self.key.union(other.key), value: self.value.union(other.value), ..self }
    }
}

/// The union of the known sizes.
fn union(a: Option<SizeEstimate>, b: Option<SizeEstimate>) -> Option<SizeEstimate> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(b)),
        (a, b) => a.or(b),
    }
}

/// The size of a literal in the expression.
fn written_size(expr: &Expr) -> Option<u64> {
    let size = match &expr.kind {
        ExprKind::Literal(Literal::String(text)) => text.chars().count(),
        ExprKind::Literal(Literal::Bytes(bytes)) => bytes.len(),
        ExprKind::Literal(_) => 1,
        ExprKind::List(elements) => elements.len(),
        ExprKind::Map(entries) => entries.len(),
        _ => return None,
    };
    u64::try_from(size).ok()
}

/// Cost of building a list.
const LIST: CostEstimate = CostEstimate::fixed(10);
/// Cost of building a map.
const MAP: CostEstimate = CostEstimate::fixed(30);
/// Cost of building a message.
const MESSAGE: CostEstimate = CostEstimate::fixed(40);
