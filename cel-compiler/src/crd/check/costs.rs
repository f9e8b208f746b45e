//! Sizes that the costs of a schema's rules depend on, and bounds that would make them cheap enough.

use super::{ROOT, RuleReport, SchemaReport, path::of_rule};
use crate::{
    cost::{
        Level,
        advice::{self, Advice, Expression},
    },
    crd::{
        decl_type::{decl_type, is_replaced},
        document::Position,
        props::SchemaProps,
    },
    env::Env,
    library::KubernetesVersion,
    rule::{self, Key},
    schema::{DeclKind, DeclType, Schema, Step},
};
use std::collections::{BTreeMap, HashMap};

/// The types for estimates of a schema's expressions. All expressions share the same nodes.
#[derive(Debug)]
pub struct Costs<'r> {
    schema: &'r SchemaProps,
    /// The rules that were checked, by path.
    reports: HashMap<&'r str, &'r RuleReport>,
    version: KubernetesVersion,
    /// The types of the nodes whose type is not part of another type, by path.
    types: BTreeMap<String, DeclType>,
    definitions: Schema,
}

/// A rule or message expression that the server would accept if its cost is low enough.
#[derive(Debug)]
pub struct CostedExpression<'s> {
    /// `spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations[0].rule`
    pub path: String,
    /// Its text.
    pub text: &'s str,
    /// Where the text begins.
    pub at: Position,
    /// Its cost.
    pub expression: Expression<'s>,
}

/// A visitor of expressions.
struct Visitor<'v, 's> {
    wanted: &'v dyn Fn(&str) -> bool,
    visit: &'v mut dyn FnMut(CostedExpression<'s>),
}

/// A node with the way to it.
struct Place<'s, 'p> {
    schema: &'s SchemaProps,
    /// Its type, if it is part of the type of the node above.
    ty: Option<&'s DeclType>,
    way: &'p [Level<'s>],
    path: &'p str,
    /// The node or a node above has rules.
    within_rules: bool,
}

impl<'r> Costs<'r> {
    /// `report` is the report about the schema.
    #[must_use]
    pub fn new(schema: &'r SchemaProps, report: &'r SchemaReport, version: KubernetesVersion) -> Self {
        let definitions = Schema { root: String::new(), definitions: BTreeMap::new() };
        let mut types = BTreeMap::new();
        collect(schema, None, false, ROOT, &mut types);
        let reports = report.rules.iter().map(|rule| (&*rule.path, rule)).collect();
        Costs { schema, reports, version, types, definitions }
    }

    /// All expressions, parents before children.
    #[must_use]
    pub fn expressions(&self) -> Vec<CostedExpression<'_>> {
        let mut found = Vec::new();
        self.visit(&|_| true, &mut |expression| found.push(expression));
        found
    }

    /// Visits the expressions with a wanted path one after the other, since an expression takes kilobytes.
    pub fn visit<'s>(&'s self, wanted: &dyn Fn(&str) -> bool, visit: &mut dyn FnMut(CostedExpression<'s>)) {
        let root = Place { schema: self.schema, ty: None, way: &[], path: ROOT, within_rules: false };
        self.gather(&root, &mut Visitor { wanted, visit });
    }

    fn gather<'s>(&'s self, place: &Place<'s, '_>, visitor: &mut Visitor<'_, 's>) {
        let Some(node) = self.types.get(place.path).or(place.ty) else { return };
        let schema = place.schema;
        let within_rules = place.within_rules || !schema.rules.is_empty();
        self.rules(place, node, visitor);
        for (step, schema, segment) in children(schema) {
            let mut way = place.way.to_vec();
            way.push(Level { node, step });
            let path = format!("{}{segment}", place.path);
            let ty = part(place.schema, place.path, node, step, within_rules);
            self.gather(&Place { schema, ty, way: &way, path: &path, within_rules }, visitor);
        }
    }

    fn rules<'s>(&'s self, place: &Place<'s, '_>, node: &'s DeclType, visitor: &mut Visitor<'_, 's>) {
        let rules = &place.schema.rules;
        if rules.is_empty() {
            return;
        }
        let env = Env::for_node(&self.definitions, node).with_version(self.version);
        for (i, props) in rules.iter().enumerate().filter(|(_, props)| !props.rule.trim().is_empty()) {
            let path = of_rule(place.path, i);
            let report = self.reports.get(&*format!("{path}.rule"));
            let Some(report) = report.filter(|report| report.compile_error().is_none()) else { continue };
            let mut add = |key, text, at| {
                let path = format!("{path}.{key}");
                if !(visitor.wanted)(&path) {
                    return;
                }
                let expression = rule::expression(&env, place.way.to_vec(), node, &props.to_rule(), key);
                if let Some(expression) = expression {
                    (visitor.visit)(CostedExpression { path, text, at, expression });
                }
            };
            add(Key::Rule, &props.rule, props.rule_at);
            if report.message_error().is_none() {
                add(Key::MessageExpression, &props.message_expression, props.message_expression_at);
            }
        }
    }

    /// How an expression gets below its limit.
    #[must_use]
    pub fn advice<'s>(&'s self, expression: &Expression<'s>) -> Advice<'s> {
        advice::for_expression(expression, &|path| self.place(path).is_some())
    }

    /// How all expressions together get below their limit, once each of them is below its own.
    #[must_use]
    pub fn total_advice<'s>(&'s self, expressions: &[&Expression<'s>]) -> Advice<'s> {
        advice::for_total(expressions, &|path| self.place(path).is_some())
    }

    /// Where the schema of a node begins; `None` if the server replaces it with the type that every resource has.
    #[must_use]
    pub fn place(&self, steps: &[Step<'_>]) -> Option<Position> {
        let (mut schema, mut path, mut counts) = (self.schema, ROOT.to_owned(), true);
        for step in steps {
            counts &= !matches!(step, Step::Field(name) if is_replaced(schema, path == ROOT, name));
            let (below, segment) = child(schema, *step)?;
            schema = below;
            path += &segment;
            counts |= self.types.contains_key(&path);
        }
        counts.then_some(schema.at)
    }
}

/// Converts each node whose type is not part of the type above it.
fn collect(
    schema: &SchemaProps,
    known: Option<&DeclType>,
    within_rules: bool,
    path: &str,
    types: &mut BTreeMap<String, DeclType>,
) {
    let own = known.is_none().then(|| decl_type(schema, path == ROOT));
    let within_rules = within_rules || !schema.rules.is_empty();
    if let Some(node) = known.or(own.as_ref()) {
        for (step, below, segment) in children(schema) {
            let known = part(schema, path, node, step, within_rules);
            collect(below, known, within_rules, &format!("{path}{segment}"), types);
        }
    }
    types.extend(own.map(|own| (path.to_owned(), own)));
}

/// The schemas directly below a schema, with the segments of their paths.
pub(super) fn children(schema: &SchemaProps) -> impl Iterator<Item = (Step<'_>, &SchemaProps, String)> {
    let properties = schema.properties.iter().map(|property| {
        (Step::Field(&property.name), &property.schema, [".properties[", &property.name, "]"].concat())
    });
    let values =
        schema.value_schema().map(|values| (Step::Values, values, ".additionalProperties".to_owned()));
    let items = schema.item_schema().map(|items| (Step::Items, items, ".items".to_owned()));
    properties.chain(values).chain(items)
}

/// The schema that a step leads to, with the segment of its path.
fn child<'s>(schema: &'s SchemaProps, step: Step<'_>) -> Option<(&'s SchemaProps, String)> {
    match step {
        Step::Field(name) => Some((schema.property(name)?, format!(".properties[{name}]"))),
        Step::Values => Some((schema.value_schema()?, ".additionalProperties".to_owned())),
        Step::Items => Some((schema.item_schema()?, ".items".to_owned())),
    }
}

/// The part of a node's type that is the type of a node below. If no node above has rules, each node has the type of its own schema,
/// even for a property that every resource has.
pub(super) fn part<'t>(
    schema: &SchemaProps,
    path: &str,
    node: &'t DeclType,
    step: Step<'_>,
    within_rules: bool,
) -> Option<&'t DeclType> {
    match (&node.kind, step) {
        (DeclKind::List { items, .. }, Step::Items) => Some(items),
        (DeclKind::Map { values }, Step::Values) => Some(values),
        (DeclKind::Object { fields, .. }, Step::Field(name)) => {
            let counts = within_rules || !is_replaced(schema, path == ROOT, name);
            fields.find(name).filter(|_| counts).map(|field| &field.node)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
