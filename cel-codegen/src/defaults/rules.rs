//! Judges a value by the rules of its node and of the nodes below it (k8s: `schema/cel/validation.go`).

mod part;

use crate::{
    defaults::values::Matches,
    interpreter::{Judgement, Rule},
    objects::correlation::Pair,
    path::Path,
};
use cel_compiler::{
    crd::{
        check::{ErrorType, FieldError, Room, go_value},
        document::{Entry, Node, Value},
        field_path,
        props::{RuleProps, SchemaProps},
    },
    library::KubernetesVersion,
    parser::Copies,
    rule::{RuleError, Stage},
    schema::Schema,
};
use cel_runtime::__private::texts;
use cel_types::quote::quote;
use part::PartRule;
pub(crate) use part::{Compiled, Part};
use serde_json::Value as Json;
use std::{collections::HashMap, ptr, rc::Rc};

/// Cost limit for all defaults of a schema.
pub(super) const BUDGET: i64 = 10_000_000;

/// Judges a default twice: as an update that changes nothing, then as a new value.
pub(super) fn judge(
    schema: &SchemaProps,
    version: KubernetesVersion,
    copies: &Copies,
    default: &Node,
    path: &str,
    budget: &mut i64,
) -> Vec<FieldError> {
    let Some(part) = Part::of_root(schema) else { return Vec::new() };
    // Only Rust types use definitions.
    let definitions = Schema::default();
    let compiled = Compiled::new(version, copies, &definitions);
    let json = default.to_json();
    let new = Written { node: default, json: &json };
    let run = |old: Option<Written<'_>>| {
        let mut run = Run::new(&compiled, *budget, Room::default());
        run.node(Place { part: &part, new, old, path: &Path::Whole(path), pair: None, parent: None });
        (run.errors, run.budget)
    };
    let (mut errors, mut left) = run(Some(new));
    if errors.is_empty() {
        let (found, left_of_second) = run(None);
        errors = found;
        left = left.min(left_of_second);
    }
    *budget = left;
    errors
}

/// The rules of a resource. A rule is compiled when an object first needs it.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'p, 'c> {
    /// `None` if there are no rules.
    pub part: Option<&'p Part<'p>>,
    pub compiled: &'c Compiled<'p>,
    /// Also runs the rules after errors that keep the server from running them. The answer has only the
    /// server's errors.
    pub run_always: bool,
    /// Runs only the rule with this address in the schema.
    pub only: Option<usize>,
    /// The answers of patterns in the schema, for a search. All other objects are judged by themselves.
    pub matches: Option<&'c Rc<Matches>>,
}

/// The result of the rules for an object.
pub(crate) struct Found {
    pub errors: Vec<FieldError>,
    /// Room left for other errors.
    pub room: Room,
    /// Failures in parts that the update did not change.
    pub warnings: Vec<String>,
    /// The rules behind the errors, by their address in the schema.
    pub broken: Vec<usize>,
    /// Number of rules that ran, plus their cost in thousands of units.
    pub work: u64,
    /// Cost of the rules.
    pub cost: u64,
}

/// Judges a resource, or an update of one.
pub(crate) fn judge_update<'p>(
    part: &'p Part<'p>,
    rules: Rules<'p, '_>,
    new: &Node,
    old: Option<&Node>,
    pair: Option<Pair<'_>>,
    room: Room,
) -> Found {
    let (json, old_json) = (new.to_json(), old.map(Node::to_json));
    let old = old.zip(old_json.as_ref()).map(|(node, json)| Written { node, json });
    let new = Written { node: new, json: &json };
    let mut run = Run { only: rules.only, ..Run::new(rules.compiled, BUDGET, room) };
    run.node(Place { part, new, old, path: &Path::Whole(""), pair, parent: None });
    let cost = BUDGET.saturating_sub(run.budget.max(0)).unsigned_abs();
    let work = run.count.saturating_add(cost / 1000);
    let Run { errors, room, mut warnings, room_of_warnings, broken, .. } = run;
    if room_of_warnings.cut() > 0 {
        warnings.push(format!("{} more warnings were truncated", room_of_warnings.cut()));
    }
    Found { errors, room, warnings, broken, work, cost }
}

/// A value as in the file, and as the JSON that rules see.
#[derive(Clone, Copy)]
struct Written<'v> {
    node: &'v Node,
    json: &'v Json,
}

/// A value and its place in the walk.
#[derive(Clone, Copy)]
struct Place<'p, 'v> {
    part: &'p Part<'p>,
    new: Written<'v>,
    old: Option<Written<'v>>,
    path: &'v Path<'v>,
    /// In an update: the value together with the old value at its place.
    pair: Option<Pair<'v>>,
    /// The pair of the nearest value around it that has one.
    parent: Option<Pair<'v>>,
}

/// The server's walk over a value.
struct Run<'c, 'p> {
    compiled: &'c Compiled<'p>,
    budget: i64,
    errors: Vec<FieldError>,
    room: Room,
    warnings: Vec<String>,
    room_of_warnings: Room,
    /// The rules behind the errors, by their address in the schema.
    broken: Vec<usize>,
    /// Number of rules that ran.
    count: u64,
    /// Only the rule at this address in the schema runs.
    only: Option<usize>,
}

impl<'c, 'p> Run<'c, 'p> {
    fn new(compiled: &'c Compiled<'p>, budget: i64, room: Room) -> Self {
        let (errors, warnings, room_of_warnings) = (Vec::new(), Vec::new(), Room::default());
        Run {
            compiled,
            budget,
            errors,
            room,
            warnings,
            room_of_warnings,
            broken: Vec::new(),
            count: 0,
            only: None,
        }
    }

    fn error(&mut self, error: impl FnOnce() -> FieldError) {
        self.room.push(&mut self.errors, error);
    }

    fn node(&mut self, place: Place<'p, '_>) {
        if place.new.node.is_null() {
            return;
        }
        let place = Place { old: place.old.filter(|old| !old.node.is_null()), ..place };
        if !place.part.schema.rules.is_empty() {
            self.rules(place);
        }
        if self.budget < 0 {
            return;
        }
        match &place.new.node.value {
            Value::List(items) => self.items(place, items),
            Value::Object(entries) => self.entries(place, entries),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
        }
    }

    fn rules(&mut self, place: Place<'p, '_>) {
        let Some(rules) = self.compiled.rules(place.part) else {
            if self.compiled.version < KubernetesVersion::RULES_OF_DEFAULTS_WITHOUT_TYPE {
                return;
            }
            let detail =
                "rule compiler initialization error: failed to convert to declType for CEL validation rules";
            return self.error(|| place.error(detail));
        };
        if self.budget <= 0 {
            self.budget = -1;
            return self.error(|| place.error(texts::OUT_OF_BUDGET));
        }
        for PartRule { props, rule } in rules.iter() {
            let address = ptr::from_ref(*props).addr();
            if self.only.is_some_and(|only| only != address) {
                continue;
            }
            let before = self.errors.len() + self.room.cut();
            match rule {
                Err(error) => self.error(|| place.uncompiled(error, props)),
                Ok(Some(rule)) => self.rule(place, props, rule),
                Ok(None) => {}
            }
            self.count += 1;
            if self.errors.len() + self.room.cut() > before {
                self.broken.push(address);
            }
            if self.budget < 0 {
                return;
            }
        }
    }

    fn rule(&mut self, place: Place<'_, '_>, props: &RuleProps, rule: &Rule<'_>) {
        match rule.judge(place.new.json, place.old.map(|old| old.json), &mut self.budget) {
            Judgement::Holds => {}
            Judgement::Violated { message } => {
                self.failed(place, rule, |place| place.violation(props, message));
            }
            Judgement::Error { detail } => self.error(|| place.error(detail)),
            Judgement::MessageError { detail } => {
                self.failed(place, rule, |place| place.error(detail));
            }
        }
    }

    /// Adds an error. A failure in an unchanged part is a warning, unless the rule uses `oldSelf`.
    fn failed(
        &mut self,
        place: Place<'_, '_>,
        rule: &Rule<'_>,
        error: impl FnOnce(Place<'_, '_>) -> FieldError,
    ) {
        let error = || {
            let path = place.below(rule.field_path());
            error(Place { path: &Path::Whole(&path), ..place })
        };
        if rule.uses_old_self() || !place.pair.or(place.parent).is_some_and(Pair::is_equal) {
            self.error(error);
        } else if !self.room_of_warnings.is_full() {
            let warning = error().to_string();
            self.room_of_warnings.takes(warning.len());
            self.warnings.push(warning);
        }
    }

    fn items(&mut self, place: Place<'p, '_>, items: &[Node]) {
        let (Some(part), Json::Array(json)) = (place.part.items(), place.new.json) else { return };
        let schema = place.part.schema;
        let old = place.old.filter(|_| schema.list_type.as_deref() == Some("map"));
        let old = old.map(|old| by_key(schema, old)).unwrap_or_default();
        for (i, (node, json)) in items.iter().zip(json).enumerate() {
            let old = key(schema, json).and_then(|key| old.get(&key).copied());
            let path = &Path::Item(place.path, i);
            let (pair, parent) = match place.pair {
                None => (None, place.parent),
                Some(pair) => (pair.index(i), Some(pair)),
            };
            self.node(Place { part, new: Written { node, json }, old, path, pair, parent });
            if self.budget < 0 {
                return;
            }
        }
    }

    fn entries(&mut self, place: Place<'p, '_>, entries: &[Entry]) {
        // k8s: `validateMap`. Rules on additional properties judge all of them, also those with a schema of their own.
        let values = place.part.values().into_iter();
        let values = values.flat_map(|part| entries.iter().map(move |entry| (entry, part, true)));
        let properties = entries.iter();
        let properties =
            properties.filter_map(|entry| Some((entry, place.part.property(&entry.key)?, false)));
        for (Entry { key, value: node, .. }, part, is_additional) in values.chain(properties) {
            let Some(json) = place.new.json.get(&**key) else { continue };
            // k8s: `MapIsCorrelatable`. Other types are errors of the CRD.
            let correlates =
                matches!(place.part.schema.map_type.as_deref(), None | Some("granular" | "atomic"));
            let old = place.old.filter(|_| correlates).and_then(|old| old.field(key));
            let path = &match is_additional {
                true => Path::Key(place.path, key),
                false => Path::Property(place.path, key),
            };
            let is_type = place.parent.is_none() && (&**key == "apiVersion" || &**key == "kind");
            let (pair, parent) = match place.pair {
                None => (None, place.parent),
                Some(_) if is_type => (None, None),
                Some(pair) => (pair.key(key), Some(pair)),
            };
            self.node(Place { part, new: Written { node, json }, old, path, pair, parent });
            if self.budget < 0 {
                return;
            }
        }
    }
}

impl<'v> Written<'v> {
    fn field(self, key: &str) -> Option<Self> {
        Some(Written { node: self.node.field(key)?, json: self.json.get(key)? })
    }
}

impl Place<'_, '_> {
    /// The path of a field below the place, or the path of the place if there is no such field.
    fn below(&self, field_path: &str) -> String {
        let found = field_path::resolve(self.part.schema, field_path).ok().filter(|below| !below.is_empty());
        found.map_or_else(|| self.path.to_string(), |found| Path::Property(self.path, &found).to_string())
    }

    /// The path for errors: `<nil>` for a whole resource.
    fn shown_path(&self) -> String {
        if self.path.is_empty() { "<nil>".to_owned() } else { self.path.to_string() }
    }

    fn violation(&self, props: &RuleProps, message: String) -> FieldError {
        let shown = (self.part.schema.ty != "object" && self.part.schema.ty != "array")
            .then(|| go_value(self.new.node));
        let (ty, shown, detail) = match props.reason.as_deref() {
            Some("FieldValueForbidden") => (ErrorType::Forbidden, None, message),
            Some("FieldValueRequired") => (ErrorType::Required, None, message),
            Some("FieldValueDuplicate") => (ErrorType::Duplicate, shown, String::new()),
            _ => (ErrorType::Invalid, shown, message),
        };
        let error = FieldError::new(ty, self.new.node.at, self.shown_path(), detail);
        FieldError { bad_value: shown, ..error }
    }

    /// An error that shows the schema's type in place of the value.
    fn error(&self, detail: impl Into<String>) -> FieldError {
        let error = FieldError::new(ErrorType::Invalid, self.new.node.at, self.shown_path(), detail);
        error.with_value(quote(&self.part.schema.ty))
    }

    /// The error for a rule that does not compile, or that the interpreter cannot run.
    fn uncompiled(&self, error: &RuleError, props: &RuleProps) -> FieldError {
        let detail = error.detail(props.expression(error.key).0);
        if error.stage == Stage::Unsupported {
            let detail = format!("the rule `{}` cannot judge the default: {detail}", props.rule.trim());
            return FieldError::new(ErrorType::Internal, self.new.node.at, self.shown_path(), detail);
        }
        self.error(format!("rule compile error: {detail}"))
    }
}

/// The items of a list by their keys. If several have the same keys, the first one counts.
fn by_key<'v>(schema: &SchemaProps, list: Written<'v>) -> HashMap<Vec<&'v Json>, Written<'v>> {
    let (Value::List(nodes), Json::Array(items)) = (&list.node.value, list.json) else {
        return HashMap::new();
    };
    let items = nodes.iter().zip(items).map(|(node, json)| Written { node, json });
    items.rev().filter_map(|item| Some((key(schema, item.json)?, item))).collect()
}

/// The keys of a list's item; `None` if the item lacks one of them.
fn key<'v>(schema: &SchemaProps, item: &'v Json) -> Option<Vec<&'v Json>> {
    schema.list_map_keys.iter().map(|key| item.get(key)).collect()
}
