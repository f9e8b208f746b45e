//! Finds the attribute that brings an expression, or all of them, below the limit.

use super::{Root, place::field};
use cel_compiler::{
    cost::{
        PlacedRule,
        advice::{Advice, Bounded, Cause, Expression, for_expression, for_total},
    },
    env::Env,
    rule::{self, Key},
    schema::{Bound, DeclKind, Definition, Encoding, Step, steps_text},
};

/// Help with the costs of a root's rules.
pub(super) struct Help<'r> {
    pub(super) root: &'r Root<'r>,
}

/// The rule in one short line.
fn shortened(rule: &str) -> String {
    let line: Vec<&str> = rule.split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", &line[..end]),
        None => line,
    }
}

const LONGEST: usize = 100;

const MESSAGE_TOO_DEAR: &str = "simplify it: no bound makes it cheap enough; `'%d'.format([n])` is cheap where `string(n) + '..'` is not";

impl Help<'_> {
    /// The place of an expression in the schema, and its place in the source if the item does not have it.
    pub(super) fn source(&self, placed: &PlacedRule<'_>, key: Key, is_here: bool) -> String {
        let what = if key == Key::MessageExpression { "the message expression of" } else { "the rule" };
        let rule = shortened(&placed.rule.rule);
        let path = steps_text(&placed.path());
        let path = if path.is_empty() { "the root".to_owned() } else { format!("`{path}`") };
        let text = format!("{what} `{rule}` at {path}");
        if is_here {
            return text;
        }
        let (at, name) = (&placed.rule.location, &placed.definition.name);
        let krate = self.other_crate(placed).map(|krate| format!(" of the crate `{krate}`"));
        let place = match at.file.as_str() {
            "" => String::new(), // an editor that tells no places
            file => format!("{file}:{}:{} ", at.line, at.column),
        };
        format!("{text}\n --> {place}in `{name}`{}", krate.unwrap_or_default())
    }

    /// The package of a rule, if it is not this one. Ids begin with the package.
    fn other_crate(&self, placed: &PlacedRule<'_>) -> Option<&str> {
        let mut definitions = self.root.schema.definitions.iter();
        let (id, _) = definitions.find(|(_, definition)| std::ptr::eq(*definition, placed.definition))?;
        let package = id.split(' ').next()?;
        (std::env::var("CARGO_PKG_NAME").ok()? != package).then_some(package)
    }

    pub(super) fn for_expression(&self, placed: &PlacedRule<'_>, key: Key) -> String {
        let expression = self.expression(placed, key);
        let advice =
            expression.as_ref().map(|expression| for_expression(expression, &|path| self.can_bound(path)));
        self.text(advice.as_ref()).unwrap_or_else(|| match key {
            Key::MessageExpression => MESSAGE_TOO_DEAR.to_owned(),
            _ => {
                let simpler = advice.and_then(|advice| advice.simpler);
                let foreign = || expression.as_ref().and_then(|expression| self.of_foreign_type(expression));
                let why = simpler.or_else(foreign);
                format!(
                    "simplify the rule: {}",
                    why.unwrap_or_else(|| "no bound makes it cheap enough".to_owned())
                )
            }
        })
    }

    pub(super) fn for_total<'r, 's: 'r>(
        &self,
        expressions: impl Iterator<Item = (&'r PlacedRule<'s>, Key)>,
    ) -> String {
        let expressions: Vec<Expression<'_>> =
            expressions.filter_map(|(placed, key)| self.expression(placed, key)).collect();
        let expressions: Vec<&Expression<'_>> = expressions.iter().collect();
        let text = self.text(Some(&for_total(&expressions, &|path| self.can_bound(path))));
        text.unwrap_or_else(|| "simplify the rules: no bound makes them cheap enough".to_owned())
    }

    /// Advice about bounds that are Rust expressions.
    pub(super) fn for_symbolic_expression(&self, placed: &PlacedRule<'_>, key: Key) -> String {
        let expression = self.expression(placed, key);
        let mut symbolic = expression.as_ref().map(Expression::depends_on).unwrap_or_default();
        symbolic.retain(|cause| matches!(cause.node.max, Some(Bound::Symbol(_))));
        if expression.is_some_and(|expression| !expression.can_pass(&symbolic)) {
            return self.for_expression(placed, key);
        }
        let fields: Vec<String> = symbolic.iter().map(|cause| self.owner(&cause.path).field).collect();
        match fields.as_slice() {
            [] => "lower the bounds that are constants".to_owned(),
            fields => format!("lower the bound of {}", fields.join(" or ")),
        }
    }

    /// What to do about a cost near the limit where no attribute can lower it.
    pub(super) fn near_budget(&self, placed: &PlacedRule<'_>, key: Key) -> Option<String> {
        let expression = self.expression(placed, key)?;
        let is_bounded = expression.causes().iter().any(|cause| self.can_bound(&cause.path));
        let why = if is_bounded { None } else { self.of_foreign_type(&expression) };
        why.map(|why| format!("simplify the rule: {why}"))
    }

    fn expression<'s>(&self, placed: &PlacedRule<'s>, key: Key) -> Option<Expression<'s>>
    where
        Self: 's,
    {
        let env = Env::for_node(self.root.schema, placed.node);
        let env = if placed.rule.server_only { env.seeing_opaque(placed.node) } else { env };
        rule::expression(&env, placed.way.clone(), placed.node, placed.rule, key)
    }

    /// False for the fields of every resource, and for fields in types of k8s-openapi.
    fn can_bound(&self, path: &[Step<'_>]) -> bool {
        let of_resource = ["apiVersion", "kind", "metadata"].map(Step::Field);
        let is_of_resource =
            self.root.of_kube && path.first().is_some_and(|first| of_resource.contains(first));
        !is_of_resource && self.owner(path).foreign.is_none()
    }

    /// The user's field with a k8s-openapi type that the cost depends on.
    fn of_foreign_type(&self, expression: &Expression<'_>) -> Option<String> {
        let foreign = expression.depends_on().iter().find_map(|cause| self.owner(&cause.path).foreign)?;
        Some(format!("{foreign} has a type of k8s-openapi, in which nothing can get a bound"))
    }

    fn text(&self, advice: Option<&Advice<'_>>) -> Option<String> {
        let remedy = advice?.remedy.as_ref()?;
        let attributes: Vec<String> =
            remedy.causes.iter().map(|cause| self.attribute(cause, remedy.max)).collect();
        Some(attributes.join(", and "))
    }

    /// `add #[schemars(length(max = 64))] to field ports of Listener`
    fn attribute(&self, cause: &Cause<'_>, max: u64) -> String {
        let Owner { below, field, .. } = self.owner(&cause.path);
        let bound = match cause.bounded() {
            // schemars writes `length` only where the schema has a `type`.
            Bounded::Text
                if cause.node.encoding == Encoding::Written || cause.node.kind == DeclKind::IntOrString =>
            {
                format!("extend(\"maxLength\" = {max})")
            }
            Bounded::List | Bounded::Text => format!("length(max = {max})"),
            Bounded::Map => format!("extend(\"maxProperties\" = {max})"),
        };
        match (below.as_slice(), cause.node.max) {
            ([], None) => format!("add `#[schemars({bound})]` to {field}"),
            ([], Some(_)) => format!("lower the bound of {field}: `#[schemars({bound})]`"),
            // Of all attributes, schemars takes only validation in `inner`.
            (lists, _) if bound.starts_with("length") && lists.iter().all(|step| *step == Step::Items) => {
                let inner = lists.iter().fold(bound, |bound, _| format!("inner({bound})"));
                format!("add `#[schemars({inner})]` to {field}")
            }
            _ => {
                let inner = if below.last() == Some(&Step::Values) { "values" } else { "items" };
                format!("use a newtype for the {inner} of {field}, with `#[schemars({bound})]` on its field")
            }
        }
    }

    /// The field that declares a node, and the steps from there to the node.
    fn owner<'p>(&self, path: &[Step<'p>]) -> Owner<'p> {
        let schema = self.root.schema;
        let described = |name: &str, owner: &Definition| format!("field `{name}` of `{}`", owner.name);
        let mut found = Owner::default();
        let Some(mut owner) = schema.definitions.get(&schema.root) else { return found };
        let mut node = &owner.node;
        for step in path.iter().map(Some).chain([None]) {
            while let DeclKind::Ref(id) = &node.kind {
                let Some(definition) = schema.definitions.get(id) else {
                    // The schema does not contain the types of k8s-openapi.
                    found.foreign = step.map(|_| found.field.clone());
                    return found;
                };
                (owner, node) = (definition, &definition.node);
                // The bounds of a newtype, or of a type that is written as a text, belong to its declaration.
                found.field = match node.encoding {
                    Encoding::Written => format!("`{}`", owner.name),
                    _ => described("0", owner),
                };
                found.below = Vec::new();
            }
            let next = match (&node.kind, step) {
                (_, None) => break,
                (DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner }, Some(step)) => {
                    found.below.push(*step);
                    inner
                }
                (DeclKind::Object { fields, .. }, Some(_)) if node.encoding == Encoding::Keyed => {
                    found.below.push(Step::Values);
                    let Some(value) = fields.first() else { break };
                    &value.node
                }
                (_, Some(Step::Field(name))) => {
                    let Some(field) = field(schema, node, name) else { break };
                    let rust_name = field.rust_name.as_ref().unwrap_or(&field.name);
                    (found.below, found.field) = (Vec::new(), described(rust_name, owner));
                    &field.node
                }
                (_, Some(Step::Items | Step::Values)) => break,
            };
            node = next;
        }
        found
    }
}

/// The declaration of a list, map or text.
#[derive(Default)]
struct Owner<'p> {
    /// The field, in words.
    field: String,
    /// The steps from there.
    below: Vec<Step<'p>>,
    /// The user's own field through which the path enters a type of k8s-openapi.
    foreign: Option<String>,
}
