//! `DeclType`: what the API server's structural schema says of a node, and how Rust holds it.
//!
//! A derive describes its own type as a [`Definition`] and names the types it nests by [`DefinitionId`]; the tree of all of
//! them is a [`Schema`]. Definitions are storage only: on the server object types are nominal per schema *position*, so
//! the compiler names types by path.

use crate::by_name::{ByName, Named};
use crate::kubernetes::{Entry, Field};
use std::collections::{BTreeMap, BTreeSet};

mod comparable;
pub mod exchange;
pub mod kubernetes;
mod maxima;
pub mod reference;

pub use self::maxima::Maxima;
pub use crate::escaping;

/// The variable with the value that a rule is about.
pub const SELF: &str = "self";
/// The variable with the value that it had before an update.
pub const OLD_SELF: &str = "oldSelf";

/// Version of the text that schema macros exchange. A derive that reads another one reports both versions.
pub const FORMAT_VERSION: u32 = 1;

/// Names a definition: the same for the type's schema macro and its `XValidation` impl, different for any two types.
pub type DefinitionId = String;

/// A type with everything below it. By default there is nothing: schemas of CRDs refer to no definitions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The type the schema describes.
    pub root: DefinitionId,
    /// The root's definition and those of all types it nests.
    pub definitions: BTreeMap<DefinitionId, Definition>,
}

impl Schema {
    /// The nodes of all definitions.
    #[must_use]
    pub fn nodes(&self) -> Vec<&DeclType> {
        let mut found: Vec<&DeclType> =
            self.definitions.values().map(|definition| &definition.node).collect();
        let mut at = 0_usize;
        while let Some(node) = found.get(at) {
            found.extend(node.children());
            at = at.saturating_add(1);
        }
        found
    }

    /// True if there is a rule anywhere.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.nodes().iter().any(|node| !node.rules.is_empty())
    }

    /// A node, all that is below it, and what these refer to.
    #[must_use]
    pub fn reached<'s>(&'s self, node: &'s DeclType) -> Vec<&'s DeclType> {
        let (mut found, mut next, mut seen) = (Vec::new(), vec![node], BTreeSet::new());
        while let Some(node) = next.pop() {
            found.push(node);
            next.extend(node.children());
            if let DeclKind::Ref(id) = &node.kind
                && seen.insert(id)
            {
                next.extend(self.definitions.get(id).map(|definition| &definition.node));
            }
        }
        found
    }

    /// True if there is anything opaque.
    #[must_use]
    pub fn holds_opaque(&self) -> bool {
        self.nodes().iter().any(|node| node.kind == DeclKind::Opaque)
    }

    /// True if the text of a rule, or of its message, may name the value before an update.
    #[must_use]
    pub fn mentions_old_self(&self) -> bool {
        let nodes = self.nodes();
        nodes
            .iter()
            .flat_map(|node| &node.rules)
            .flat_map(ValidationRule::texts)
            .any(|text| text.contains(OLD_SELF))
    }
}

/// One Rust type that derives `XValidation`.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The type's name in Rust, for messages.
    pub name: String,
    /// Its schema; the rules on it are the container's.
    pub node: DeclType,
    /// How many bounds that are Rust expressions the type publishes ([`Bound::Symbol`] counts them).
    pub symbols: u32,
    /// The types in it that have late rules and take parameters of this type as arguments.
    pub forwards: Vec<DefinitionId>,
}

/// One node of a structural schema.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclType {
    /// Kind of the node.
    pub kind: DeclKind,
    /// `nullable`: a null item or map value is a value of its own. For object fields null and absent are the same.
    pub nullable: bool,
    /// The schema has a `default`.
    pub defaulted: bool,
    /// A property of the variants of an untagged enum: `anyOf` says which objects must have it.
    pub of_variants: bool,
    /// `maxLength`, `maxItems` or `maxProperties`, whichever fits the kind.
    pub max: Option<Bound>,
    /// Bounds of a type whose kind is not known yet, as that of a `T`. [`Schema::settle`] makes `max` of the one that fits.
    pub maxima: Option<Box<Maxima>>,
    /// Other bounds of a schema in a CRD file. Only lints ask for them.
    pub limits: Option<Box<Limits>>,
    /// String `enum` values; their longest counts as a length where there is no `maxLength`.
    pub enum_values: Vec<String>,
    /// The rules written on this very node, in order: a container's own, or a field's.
    pub rules: Vec<ValidationRule>,
    /// How Rust holds the value where the kind does not tell.
    pub encoding: Encoding,
}

/// Bounds of a value that do not count for the costs of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// `minimum` of a number.
    pub minimum: Option<f64>,
    /// `exclusiveMinimum`
    pub exclusive_minimum: bool,
    /// `maximum` of a number.
    pub maximum: Option<f64>,
    /// `exclusiveMaximum`
    pub exclusive_maximum: bool,
    /// `minLength`, `minItems` or `minProperties`, whichever fits the kind.
    pub min: Option<u64>,
}

impl Named for DeclField {
    fn name(&self) -> &str {
        &self.name
    }
}

impl DeclType {
    /// The nodes right below, in the same definition.
    #[must_use]
    pub fn children(&self) -> Vec<&DeclType> {
        match &self.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => vec![inner],
            DeclKind::Object { fields, .. } => fields.iter().map(|field| &field.node).collect(),
            DeclKind::Bool
            | DeclKind::Int
            | DeclKind::Double
            | DeclKind::String
            | DeclKind::Bytes
            | DeclKind::Duration
            | DeclKind::Date
            | DeclKind::DateTime
            | DeclKind::IntOrString
            | DeclKind::Ref(_)
            | DeclKind::Opaque
            | DeclKind::Unknown
            | DeclKind::Error => Vec::new(),
        }
    }

    /// False if rules cannot see the node: its kind, or that of its items or values, is unknown. What it refers to is not asked.
    #[must_use]
    pub fn has_type(&self) -> bool {
        match &self.kind {
            DeclKind::Unknown => false,
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => inner.has_type(),
            _ => true,
        }
    }

    /// A node of this kind, and nothing more said about it.
    #[must_use]
    pub fn new(kind: DeclKind) -> Self {
        DeclType {
            kind,
            nullable: false,
            defaulted: false,
            of_variants: false,
            max: None,
            maxima: None,
            limits: None,
            enum_values: Vec::new(),
            rules: Vec::new(),
            encoding: Encoding::Native,
        }
    }
}

/// The kinds of nodes, each a CEL type (k8s: `apiserver/pkg/cel/common`, `SchemaDeclType`).
#[derive(Clone, Debug, PartialEq)]
pub enum DeclKind {
    /// `boolean`: bool
    Bool,
    /// `integer`: int
    Int,
    /// `number`: double
    Double,
    /// `string` of any format without a type of its own: string
    String,
    /// `string`, format `byte`: bytes
    Bytes,
    /// `string`, format `duration`: google.protobuf.Duration
    Duration,
    /// `string`, format `date`: google.protobuf.Timestamp
    Date,
    /// `string`, format `date-time`: google.protobuf.Timestamp
    DateTime,
    /// `x-kubernetes-int-or-string` (also quantities): dyn
    IntOrString,
    /// `array`: list
    List {
        /// Schema of the elements.
        items: Box<DeclType>,
        /// `x-kubernetes-list-type`
        list_type: ListType,
    },
    /// `object` with `additionalProperties`: map
    Map {
        /// Schema of the values; keys are strings.
        values: Box<DeclType>,
    },
    /// Any other `object`: an object type of its own.
    Object {
        /// The properties in order of declaration, under their JSON names.
        fields: ByName<DeclField>,
        /// `x-kubernetes-preserve-unknown-fields`
        preserve_unknown_fields: bool,
    },
    /// Another type that derives `XValidation`; stored once in [`Schema::definitions`].
    Ref(DefinitionId),
    /// A type that the derive cannot see into, with the schema that the CRD has for it: present or absent, equal or not.
    Opaque,
    /// No CEL type: no `type` and `x-kubernetes-preserve-unknown-fields`. Not a field for rules.
    Unknown,
    /// A type whose derive reported an error: silences what follows from it.
    Error,
}

impl DeclKind {
    /// The kind in the text that crates exchange, and in messages: `int`, `date-time`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            DeclKind::Bool => "bool",
            DeclKind::Int => "int",
            DeclKind::Double => "double",
            DeclKind::String => "string",
            DeclKind::Bytes => "bytes",
            DeclKind::Duration => "duration",
            DeclKind::Date => "date",
            DeclKind::DateTime => "date-time",
            DeclKind::IntOrString => "int-or-string",
            DeclKind::List { .. } => "list",
            DeclKind::Map { .. } => "map",
            DeclKind::Object { .. } => "object",
            DeclKind::Ref(_) => "ref",
            DeclKind::Opaque => "opaque",
            DeclKind::Unknown => "unknown",
            DeclKind::Error => "error",
        }
    }
}

/// From a node to one right below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<'s> {
    /// To a property, by its JSON name.
    Field(&'s str),
    /// To the items of a list.
    Items,
    /// To the values of a map.
    Values,
}

/// Steps as text: `spec.listeners[].name`, where `[]` stands for the items of a list or the values of a map.
#[must_use]
pub fn steps_text(steps: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Field(name) if text.is_empty() => text += name,
            Step::Field(name) => text.extend([".", name]),
            Step::Items | Step::Values => text += "[]",
        }
    }
    text
}

/// `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ListType {
    /// Unset, or `atomic`.
    #[default]
    Atomic,
    /// Elements are unique, their order does not matter.
    Set,
    /// Elements are objects with these keys, unique by them.
    Map(Vec<String>),
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclField {
    /// The JSON name, not escaped.
    pub name: String,
    /// The name in Rust where it differs, for help texts.
    pub rust_name: Option<String>,
    /// The property's schema.
    pub node: DeclType,
    /// In `required`.
    pub required: bool,
    /// How generated code reads it.
    pub access: Access,
}

/// How generated code reads a property of a struct: hidden methods called one after the other. The last one gives the value. There are
/// more than one through `#[serde(flatten)]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Access {
    /// The methods in the order of calls.
    pub steps: Vec<AccessStep>,
    /// The same of other variants of an untagged enum that have the property; at most one way leads to a value.
    pub others: Vec<Vec<AccessStep>>,
    /// The field of a type of k8s-openapi, which has no such methods: it is read where a rule asks for it.
    pub place: Option<Field>,
}

impl Access {
    /// One way.
    #[must_use]
    pub fn of(steps: Vec<AccessStep>) -> Self {
        Access { steps, ..Access::default() }
    }

    /// All ways.
    pub fn ways(&self) -> impl Iterator<Item = &[AccessStep]> {
        std::iter::once(&self.steps).chain(&self.others).map(Vec::as_slice)
    }

    /// Puts a step in front of each way.
    pub fn prepend(&mut self, step: &AccessStep) {
        for way in std::iter::once(&mut self.steps).chain(&mut self.others) {
            way.insert(0, step.clone());
        }
    }
}

/// One method call on the way to a property.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessStep {
    /// Name of a method without arguments, for example `f_min_replicas`.
    pub method: String,
    /// It gives an `Option`: `None` if the property is absent or null.
    pub optional: bool,
    /// The property depends on a type parameter, and a method beginning with `r` (`r_min_replicas`) gives a reference to the value as
    /// Rust holds it. An argument of k8s-openapi is read so.
    pub is_raw: bool,
    /// The object is a map whose keys are the variants of an enum, and the method takes the number of one: `variant::<2>()`.
    pub variant: Option<u32>,
}

impl AccessStep {
    /// A call of this method.
    #[must_use]
    pub fn new(method: &str, optional: bool) -> Self {
        AccessStep { method: method.to_owned(), optional, is_raw: false, variant: None }
    }

    /// The call behind the dot: `f_min()`, or `variant::<2>()`.
    #[must_use]
    pub fn call(&self) -> String {
        match self.variant {
            Some(n) => format!("{}::<{n}>()", self.method),
            None => format!("{}()", self.method),
        }
    }

    /// The name of the method that gives the value as Rust holds it: `r_items` of `f_items`.
    #[must_use]
    pub fn raw_method(&self) -> String {
        format!("r{}", self.method.get(1..).unwrap_or_default())
    }
}

/// How Rust holds a value where its schema leaves a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// As the CEL type asks: numbers, texts, `chrono` or `jiff` times.
    #[default]
    Native,
    /// A `String` with a format that CEL converts at each access (`byte`, `date`, `date-time`, `duration`).
    Text,
    /// A type that is written as the text it prints, such as an address.
    Shown,
    /// A `u64` or wider: above `i64::MAX` the server reads a float.
    WideInt,
    /// Untyped JSON. Only integers and strings are values of an int-or-string.
    Json,
    /// A map of untyped JSON: `additionalProperties: true`.
    FreeMap,
    /// An embedded resource as untyped JSON: rules see what every resource has, the schema declares nothing.
    Resource,
    /// An object of a generic type: serde knows its keys.
    Generic,
    /// A type of k8s-openapi: rules hold a reference to it.
    Foreign(Entry),
    /// A type whose serde writes the scalar that the kind asks for, and which shows it in no other way.
    Written,
    /// Not at all: `#[serde(skip_serializing)]`. The server may have it, so rules that run here cannot read it.
    Unwritten,
    /// The fields of a variant: rules hold the enum's value, which tells of them by the variant's number.
    Variant(u32),
    /// A map whose keys are the variants of an enum: an object with a property for each.
    Keyed,
    /// An enum of unit variants with comments or other attributes of their own. schemars makes a map of what has it as keys.
    DocumentedEnum,
}

/// A bound on a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A number in the attribute.
    Value(u64),
    /// A Rust expression: the n-th of the type's published bounds.
    Symbol(u32),
}

/// One entry of `x-kubernetes-validations`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValidationRule {
    /// The CEL expression.
    pub rule: String,
    /// `message`
    pub message: Option<String>,
    /// `messageExpression`
    pub message_expression: Option<String>,
    /// `fieldPath`
    pub field_path: Option<String>,
    /// `reason`
    pub reason: Option<String>,
    /// `optionalOldSelf`
    pub optional_old_self: Option<bool>,
    /// Only the API server runs it. One without a text stands for any number of rules that only the CRD knows.
    pub server_only: bool,
    /// It looks into an argument of the generic type that it is written in: each use of the type compiles it.
    pub late: bool,
    /// Where the rule's literal begins.
    pub location: SourceLocation,
    /// Highest cost of an evaluation, if the rule was compiled; not where that depends on bounds that are Rust expressions. A
    /// field whose type is another one may bound that anew, which makes this void.
    pub max_cost: Option<KnownCost>,
}

impl ValidationRule {
    /// The CEL texts: the rule, and its message expression if it has one.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        [Some(&self.rule), self.message_expression.as_ref()].into_iter().flatten().map(String::as_str)
    }
}

/// Highest cost of one evaluation of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownCost {
    /// Of the rule.
    pub rule: u64,
    /// Of its message expression, if it has one.
    pub message_expression: u64,
    /// The lists, maps and texts that it reads, from the rule's node ([`steps_text`]).
    pub reads: Vec<String>,
}

/// Where a rule is written, for messages of other crates: the file is relative to the crate's manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLocation {
    /// `src/scaler.rs`
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// Further words of a report on the coverage of rules, where that is measured.
    pub origin: Option<Origin>,
}

/// Whose a rule is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The folder to which the file is relative: that of the crate's manifest.
    pub folder: String,
    /// The type or the version of a CRD: `ScalerSpec`, `scalers.example.dev/v1`.
    pub owner: String,
}
