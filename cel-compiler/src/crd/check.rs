//! The server's answer about a schema when its CRD is created (k8s: `apiextensions-apiserver/pkg/apis/apiextensions/validation`).
//!
//! `structural` (does one place give the type of each part?) → the default values, judged by the caller, since rules and
//! patterns must run for them → `keywords` and `rules` node by node, children first. Errors of expressions are reported only if neither
//! the node nor anything below it has another error.

mod costs;
mod error;
mod hidden;
mod keywords;
mod lints;
mod path;
mod places;
mod room;
mod rules;
mod structural;

pub use costs::{CostedExpression, Costs};
pub use error::{ErrorType, FieldError, go_json, go_json_text, go_value};
pub use lints::{RuleLint, lint};
pub use room::Room;
pub use rules::RuleReport;

use super::{
    decl_type::decl_type,
    document::Position,
    props::{Property, SchemaProps},
};
use crate::{
    cost::{self, TotalCost},
    library::KubernetesVersion,
    parser::Copies,
    schema::{DeclKind, DeclType, escaping},
};
use hidden::Hidden;
use path::{of_part, of_property, of_rule};
use rules::{NO_TYPE, NO_TYPE_IN_PARENT};
use std::{borrow::Cow, collections::HashMap};

/// Report about a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SchemaReport {
    /// The schema has a keyword that the server's model lacks.
    pub schema_error: Option<String>,
    /// Mistakes in the rules, sorted by field.
    pub crd_errors: Vec<FieldError>,
    /// Other mistakes, sorted by field.
    pub crd_other_errors: Vec<FieldError>,
    /// Mistakes in rules that the server reports only when the other errors are corrected. They do not follow from these.
    pub hidden_errors: Vec<FieldError>,
    /// The reports of all rules, parents before children, properties by name.
    pub rules: Vec<RuleReport>,
    /// Cost of all expressions together.
    pub total_static_cost: u64,
}

impl SchemaReport {
    /// True if the server accepts the schema.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.crd_errors.is_empty() && self.crd_other_errors.is_empty()
    }

    /// All errors, the errors of rules first.
    pub fn errors(&self) -> impl Iterator<Item = &FieldError> {
        self.crd_errors.iter().chain(&self.crd_other_errors)
    }
}

/// Judges the default values of a schema without other errors; the text is the schema's path.
pub type Defaults<'d> = &'d dyn Fn(&SchemaProps, &str) -> Vec<FieldError>;

/// Checks the schema of a CRD's version.
///
/// ```
/// use cel_compiler::{
///     crd::{check, document, props::SchemaProps},
///     library::KubernetesVersion,
/// };
///
/// let text = "{type: object, properties: {a: {type: string, x-kubernetes-validations: [{rule: self > 1}]}}}";
/// let (schema, _) = SchemaProps::read(&document::read(text).unwrap()[0]);
/// let report = check::check(&schema, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
/// assert!(report.crd_errors[0].detail.starts_with("compilation failed: ERROR: <input>:1:6: found no matching overload"));
/// ```
#[must_use]
pub fn check(schema: &SchemaProps, version: KubernetesVersion, defaults: Defaults<'_>) -> SchemaReport {
    check_within(schema, version, defaults, &Copies::default())
}

/// The same for one of several schemas that share a limit on copies by macros.
#[must_use]
pub fn check_within(
    schema: &SchemaProps,
    version: KubernetesVersion,
    defaults: Defaults<'_>,
    copies: &Copies,
) -> SchemaReport {
    let schema = &*schema.for_release(version);
    let mut errors = Vec::new();
    if schema.nullable {
        let (field, detail) = (format!("{ROOT}.nullable"), "nullable cannot be true at the root");
        errors.push(FieldError::new(ErrorType::Forbidden, schema.at, field, detail));
    }
    let unsupported = structural::unsupported(schema);
    let mut compiles = false;
    if unsupported.is_none() {
        let mut found = structural::validate(schema, ROOT);
        if found.is_empty() {
            found = defaults(schema, ROOT);
        }
        compiles = found.is_empty();
        errors.append(&mut found);
    }
    let mut compiler = Compiler { version, copies, nodes: HashMap::new(), order: Vec::new() };
    compiler.node(schema, &Scope::Unknown, false, Some(1), ROOT);
    let mut walk = Walk::new(version, &compiler.nodes, compiles);
    walk.node(schema, &Surroundings::default(), ROOT);
    errors.append(&mut walk.schema_errors);
    errors.append(&mut walk.rule_errors);
    errors.extend(total_cost_errors(&walk.costs, schema));
    errors.extend(walk.room.error(schema.at, ROOT));
    if errors.is_empty()
        && let Some(text) = &unsupported
    {
        let error = FieldError::new(ErrorType::Invalid, schema.at, ROOT, text);
        errors.push(error.with_value("\"\""));
    }
    // A schema with a keyword that the server's model lacks may have other types than it seems.
    let hidden = if unsupported.is_none() { walk.hidden } else { Vec::new() };
    let mut hidden_errors = hidden::independent(hidden, &errors);
    for errors in [&mut errors, &mut hidden_errors] {
        errors.retain(|error| !places::follows(schema, error));
        errors.iter_mut().for_each(|error| places::move_to_key(schema, error));
    }
    errors.sort_by(|a, b| a.field.cmp(&b.field));
    let (crd_errors, crd_other_errors) = errors.into_iter().partition(|error| {
        // The error about the total cost is placed at the schema.
        [&error.field, &error.detail].iter().any(|text| text.contains("x-kubernetes-validations"))
    });
    let rules = compiler.into_rules();
    let costs = rules.iter().flat_map(RuleReport::costs);
    let total_static_cost = costs.fold(0, u64::saturating_add);
    let schema_error = unsupported;
    SchemaReport { schema_error, crd_errors, crd_other_errors, hidden_errors, rules, total_static_cost }
}

/// The errors about the total cost of all expressions: at the most expensive ones, and at the schema.
fn total_cost_errors(costs: &TotalCost<(String, Position)>, schema: &SchemaProps) -> Vec<FieldError> {
    let Some(detail) = costs.error() else { return Vec::new() };
    let dearest = costs
        .dearest()
        .map(|((path, at), _)| FieldError::new(ErrorType::Forbidden, *at, path.as_str(), cost::CONTRIBUTED));
    dearest.chain([FieldError::new(ErrorType::Forbidden, schema.at, ROOT, detail)]).collect()
}

/// The path of a CRD's schema. The server uses this path if all versions have the same schema.
pub const ROOT: &str = "spec.validation.openAPIV3Schema";

/// Facts that depend on the place of a node.
#[derive(Clone, Debug, Default)]
struct Surroundings {
    /// Why defaults are not allowed.
    no_defaults: Option<String>,
    inside_metadata: bool,
    /// The outermost list around the node whose items have no old values.
    uncorrelatable: Option<String>,
}

/// Goes over all nodes, children first.
struct Walk<'r> {
    version: KubernetesVersion,
    nodes: &'r HashMap<String, Vec<RuleReport>>,
    compiles: bool,
    schema_errors: Vec<FieldError>,
    rule_errors: Vec<FieldError>,
    /// Mistakes in rules of nodes with other errors.
    hidden: Vec<Hidden>,
    /// Costs of the expressions, by path and place.
    costs: TotalCost<(String, Position)>,
    room: Room,
}

impl<'r> Walk<'r> {
    fn new(version: KubernetesVersion, nodes: &'r HashMap<String, Vec<RuleReport>>, compiles: bool) -> Self {
        Walk {
            version,
            nodes,
            compiles,
            schema_errors: Vec::new(),
            rule_errors: Vec::new(),
            hidden: Vec::new(),
            costs: TotalCost::default(),
            room: Room::default(),
        }
    }

    fn node(&mut self, schema: &SchemaProps, around: &Surroundings, path: &str) {
        let before = self.schema_errors.len();
        self.below(schema, around, path);
        self.schema_errors.extend(keywords::validate(schema, around, path, &mut self.room));
        self.schema_errors.extend(rules::texts(schema, self.version, path));
        // Rules inside `allOf`, `anyOf`, `oneOf` and `not` have no report. They are errors themselves.
        if let Some(rules) = self.nodes.get(path) {
            let hidden = rules::hidden_messages(rules, path);
            self.hidden.extend(hidden.into_iter().filter_map(|error| Hidden::new(path, error)));
            let errors = rules::expressions(rules, schema, around, path);
            if !self.compiles || self.schema_errors.len() > before {
                self.hidden.extend(errors.into_iter().filter_map(|error| Hidden::new(path, error)));
                return;
            }
            self.rule_errors.extend(errors);
            for (i, report) in rules.iter().enumerate() {
                let path = of_rule(path, i);
                let [rule, message] = report.costs();
                self.costs.add((of_part(&path, "rule"), report.props().rule_at), rule);
                let at = report.props().message_expression_at;
                self.costs.add((of_part(&path, "messageExpression"), at), message);
            }
        }
    }

    fn below(&mut self, schema: &SchemaProps, around: &Surroundings, path: &str) {
        if let Some(values) = schema.value_schema() {
            let mut around = around.clone();
            if around.inside_metadata {
                around.no_defaults =
                    Some("inside additionalProperties applying to object metadata".to_owned());
            }
            self.node(values, &around, &of_part(path, "additionalProperties"));
        }
        for property in &schema.properties {
            let around = around.of_property(schema, &property.name, path);
            self.node(&property.schema, &around, &of_property(path, &property.name));
        }
        for (path, junctor) in structural::named_junctors(schema, path) {
            self.node(junctor, around, &path);
        }
        if let Some(items) = schema.item_schema() {
            let mut around = around.clone();
            if schema.list_type.as_deref() != Some("map") {
                around.uncorrelatable.get_or_insert_with(|| path.to_owned());
            }
            self.node(items, &around, &of_part(path, "items"));
        }
    }
}

impl Surroundings {
    fn of_property(&self, schema: &SchemaProps, name: &str, path: &str) -> Self {
        let mut around = self.clone();
        if !matches!(schema.map_type.as_deref(), None | Some("granular" | "atomic")) {
            around.uncorrelatable.get_or_insert_with(|| path.to_owned());
        }
        let is_root = path == ROOT;
        if (is_root || schema.embedded_resource) && ["metadata", "kind", "apiVersion"].contains(&name) {
            around.inside_metadata = true;
            if is_root {
                around.no_defaults = Some(format!("in top-level {name}"));
            }
        }
        around
    }
}

/// Compiles all rules, whatever else is wrong.
struct Compiler<'c> {
    version: KubernetesVersion,
    copies: &'c Copies,
    nodes: HashMap<String, Vec<RuleReport>>,
    /// The paths of the nodes with rules, in order.
    order: Vec<String>,
}

/// What the nodes above say about a node's type.
enum Scope<'t> {
    /// No node above has rules, or its type does not contain this node. The node is converted by itself.
    Unknown,
    /// A node above has rules, and its type gives this node this type.
    Known(Result<&'t DeclType, &'static str>),
}

impl Compiler<'_> {
    /// `cardinality` is how often the node can occur in an object; `None` if a list or map around it has no bound.
    fn node(
        &mut self,
        schema: &SchemaProps,
        scope: &Scope<'_>,
        within_rules: bool,
        cardinality: Option<u64>,
        path: &str,
    ) {
        let within_rules = within_rules || !schema.rules.is_empty();
        let ty = within_rules.then(|| match scope {
            Scope::Known(ty) => ty.map(Cow::Borrowed),
            Scope::Unknown => {
                let ty = decl_type(schema, path == ROOT);
                if ty.has_type() { Ok(Cow::Owned(ty)) } else { Err(NO_TYPE) }
            }
        });
        let ty = ty.as_ref().map(|ty| ty.as_deref().map_err(|error| *error));
        if let Some(ty) = ty.filter(|_| !schema.rules.is_empty()) {
            self.nodes.insert(
                path.to_owned(),
                rules::compile(schema, ty, self.version, self.copies, cardinality, path),
            );
            self.order.push(path.to_owned());
        }
        let below_cardinality =
            cardinality.and_then(|times| Some(times.saturating_mul(max_children(schema)?)));
        let mut properties: Vec<&Property> = schema.properties.iter().collect();
        properties.sort_by(|a, b| a.name.cmp(&b.name));
        for property in properties {
            self.node(
                &property.schema,
                &below_property(ty, &property.name),
                within_rules,
                below_cardinality,
                &of_property(path, &property.name),
            );
        }
        if let Some(values) = schema.value_schema() {
            let scope = below(ty, |kind| match kind {
                DeclKind::Map { values } => Scope::Known(Ok(values)),
                _ => Scope::Known(Err(NO_TYPE_IN_PARENT)),
            });
            self.node(
                values,
                &scope,
                within_rules,
                below_cardinality,
                &of_part(path, "additionalProperties"),
            );
        }
        if let Some(items) = schema.item_schema() {
            let scope = below(ty, |kind| match kind {
                DeclKind::List { items, .. } => Scope::Known(Ok(items)),
                _ => Scope::Known(Err(NO_TYPE_IN_PARENT)),
            });
            self.node(items, &scope, within_rules, below_cardinality, &of_part(path, "items"));
        }
    }

    fn into_rules(mut self) -> Vec<RuleReport> {
        let mut rules = Vec::with_capacity(self.nodes.values().map(Vec::len).sum());
        rules.extend(self.order.iter().filter_map(|path| self.nodes.remove(path)).flatten());
        rules
    }
}

/// The most values that a node holds of each schema below it; `None` without a bound.
fn max_children(schema: &SchemaProps) -> Option<u64> {
    let bound = match &*schema.ty {
        "array" => schema.max_items,
        "object" if schema.additional_properties.is_some() => schema.max_properties,
        _ => return Some(1),
    };
    bound.map(|max| u64::try_from(max).unwrap_or(0))
}

fn below<'t>(
    ty: Option<Result<&'t DeclType, &'static str>>,
    child: impl FnOnce(&'t DeclKind) -> Scope<'t>,
) -> Scope<'t> {
    match ty {
        None => Scope::Unknown,
        Some(Ok(ty)) => child(&ty.kind),
        Some(Err(error)) => Scope::Known(Err(error)),
    }
}

fn below_property<'t>(ty: Option<Result<&'t DeclType, &'static str>>, name: &str) -> Scope<'t> {
    match ty {
        // k8s: `propertyTypeInfoAccessor` asks the type above only for names that rules can say.
        Some(Err(NO_TYPE_IN_PARENT)) if escaping::escape(name).is_none() => Scope::Unknown,
        ty => below(ty, |kind| field_type(kind, name)),
    }
}

fn field_type<'t>(kind: &'t DeclKind, name: &str) -> Scope<'t> {
    let DeclKind::Object { fields, .. } = kind else { return Scope::Unknown };
    let field = fields.find(name);
    match field.filter(|_| escaping::escape(name).is_some()) {
        Some(field) if field.node.has_type() => Scope::Known(Ok(&field.node)),
        _ => Scope::Unknown,
    }
}
