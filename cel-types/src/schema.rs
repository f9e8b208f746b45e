//! `DeclType`: a node of the API server's structural schema, and how Rust holds its value.
//!
//! A derive describes its own type as a [`Definition`] and names nested types by [`DefinitionId`]. All of them together are a [`Schema`].
//! Definitions are only storage. On the server each schema *position* has an object type of its own, so the compiler names types
//! by path.

use crate::by_name::{ByName, Named};
use crate::kubernetes::Entry;
use std::collections::{BTreeMap, BTreeSet};

mod access;
mod comparable;
pub mod exchange;
pub mod kubernetes;
mod limits;
mod maxima;
pub mod reference;

pub use self::access::{Access, AccessStep};
pub use self::limits::Limits;
pub use self::maxima::Maxima;
pub use crate::escaping;

/// The variable with the value that a rule validates.
pub const SELF: &str = "self";
/// The variable with the value before an update.
pub const OLD_SELF: &str = "oldSelf";

/// Version of the text that schema macros exchange. A derive that reads another version reports both.
pub const FORMAT_VERSION: u32 = 1;

/// Names a definition. The type's schema macro and its `XValidation` impl have the same id; different types have different ids.
pub type DefinitionId = String;

/// A type with everything below it. The default is empty: schemas of CRDs have no references.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The type the schema describes.
    pub root: DefinitionId,
    /// The definitions of the root and of all types that it nests.
    pub definitions: BTreeMap<DefinitionId, Definition>,
}

impl Schema {
    /// The nodes of all definitions.
    #[must_use]
    #[inline]
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
    #[inline]
    pub fn has_rules(&self) -> bool {
        self.nodes().iter().any(|node| !node.rules.is_empty())
    }

    /// A node, all nodes below it, and the definitions that they refer to.
    #[must_use]
    #[inline]
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

    /// True if any node is opaque.
    #[must_use]
    #[inline]
    pub fn holds_opaque(&self) -> bool {
        self.nodes().iter().any(|node| node.kind == DeclKind::Opaque)
    }

    /// True if the text of a rule, or of its message expression, contains `oldSelf`.
    #[must_use]
    #[inline]
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
    /// Its schema. The rules on it are the rules of the type.
    pub node: DeclType,
    /// The number of bounds that are Rust expressions and that the type publishes. [`Bound::Symbol`] is an index of them.
    pub symbols: u32,
    /// The nested types that have late rules and take parameters of this type as arguments.
    pub forwards: Vec<DefinitionId>,
    /// Of a type parameter: an opaque field holds it, so the rules of its argument would not run there.
    pub hides: bool,
}

/// One node of a structural schema.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclType {
    /// Kind of the node.
    pub kind: DeclKind,
    /// `nullable`: a null item or map value is a value. For object fields null is the same as absent.
    pub nullable: bool,
    /// The schema has a `default`.
    pub defaulted: bool,
    /// A property of the variants of an untagged enum. `anyOf` says which objects must have it.
    pub of_variants: bool,
    /// `maxLength`, `maxItems` or `maxProperties`; the kind decides which.
    pub max: Option<Bound>,
    /// Bounds of a type whose kind is not known yet, such as a `T`. [`Schema::settle`] sets `max` to the one that fits.
    pub maxima: Option<Box<Maxima>>,
    /// Other bounds of a schema in a CRD file. Only lints ask for them.
    pub limits: Option<Box<Limits>>,
    /// The values of a string `enum`. Without `maxLength` the longest value is the bound.
    pub enum_values: Vec<String>,
    /// The rules on this node itself, in order: the rules of a type or of a field.
    pub rules: Vec<ValidationRule>,
    /// How Rust holds the value, if the kind leaves a choice.
    pub encoding: Encoding,
}

impl Named for DeclField {
    #[inline]
    fn name(&self) -> &str {
        &self.name
    }
}

impl DeclType {
    /// The nodes directly below, in the same definition.
    #[must_use]
    #[inline]
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

    /// False if rules cannot see the node, because its kind, or the kind of its items or values, is unknown. References are not followed.
    #[must_use]
    #[inline]
    pub fn has_type(&self) -> bool {
        match &self.kind {
            DeclKind::Unknown => false,
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => inner.has_type(),
            _ => true,
        }
    }

    /// A node of this kind with no other keywords.
    #[must_use]
    #[inline]
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
    /// `string` of any format without a CEL type: string
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
    /// Another type that derives `XValidation`. It is stored once in [`Schema::definitions`].
    Ref(DefinitionId),
    /// A type that the derive cannot see into. Its schema is in the CRD. Rules can test its presence and compare it.
    Opaque,
    /// No CEL type: no `type`, and `x-kubernetes-preserve-unknown-fields`. Rules cannot see such a field.
    Unknown,
    /// A type whose derive reported an error. It suppresses further errors.
    Error,
}

impl DeclKind {
    /// The kind as exchanged texts and messages write it: `int`, `date-time`.
    #[must_use]
    #[inline]
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

/// A step from a node to a node directly below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<'s> {
    /// To a property, by its JSON name.
    Field(&'s str),
    /// To the items of a list.
    Items,
    /// To the values of a map.
    Values,
}

/// Steps as text: `spec.listeners[].name`. `[]` is a step to the items of a list or the values of a map.
#[must_use]
#[inline]
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
    /// Elements are unique, and their order does not matter.
    Set,
    /// Elements are objects. These keys identify them.
    Map(Vec<String>),
    /// A name that the server does not know. It refuses such a CRD, but judges the default values in it: there the list is an error.
    Unknown(Box<str>),
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclField {
    /// The JSON name, not escaped.
    pub name: String,
    /// The name in Rust if it differs, for help texts.
    pub rust_name: Option<String>,
    /// The property's schema.
    pub node: DeclType,
    /// The property is in `required`.
    pub required: bool,
    /// How generated code reads it.
    pub access: Access,
}

/// How Rust holds a value where its schema leaves a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// In the Rust type of the CEL type: numbers, texts, `chrono` or `jiff` times.
    #[default]
    Native,
    /// A `String` with a format that CEL converts at each access (`byte`, `date`, `date-time`, `duration`).
    Text,
    /// A type that serde writes as its printed text, such as an address.
    Shown,
    /// A `u64` or wider: above `i64::MAX` the server reads a float.
    WideInt,
    /// Untyped JSON. For an int-or-string only integers and strings are valid.
    Json,
    /// A map of untyped JSON: `additionalProperties: true`.
    FreeMap,
    /// An embedded resource as untyped JSON. Rules see the properties that every resource has. The schema declares none.
    Resource,
    /// An object of a generic type. Only serde knows its keys.
    Generic,
    /// A type of k8s-openapi: rules hold a reference to it.
    Foreign(Entry),
    /// A type that serde writes as the scalar of the kind. Nothing else shows the scalar.
    Written,
    /// Not written: `#[serde(skip_serializing)]`. The server may have a value, so rules that run here cannot read it.
    Unwritten,
    /// The fields of a variant. Rules hold the enum's value and read these fields by the number of the variant.
    Variant(u32),
    /// A map whose keys are the variants of an enum. The schema is an object with a property for each variant.
    Keyed,
    /// An enum of unit variants with comments or other attributes. schemars writes a map for maps with such keys.
    DocumentedEnum,
}

/// A bound on a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A number in the attribute.
    Value(u64),
    /// A Rust expression: the index among the published bounds of the type.
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
    /// Only the API server runs the rule. A rule without a text stands for any number of rules that only the CRD knows.
    pub server_only: bool,
    /// The rule looks into an argument of its generic type. Each use of the type compiles it.
    pub late: bool,
    /// The place of the rule's literal.
    pub location: SourceLocation,
    /// Highest cost of an evaluation, if the rule was compiled. `None` if the cost depends on bounds that are Rust expressions. It is void
    /// if a field with this type sets another bound.
    pub max_cost: Option<KnownCost>,
}

impl ValidationRule {
    /// The CEL texts: the rule, and its message expression if it has one.
    #[inline]
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        [Some(&self.rule), self.message_expression.as_ref()].into_iter().flatten().map(String::as_str)
    }
}

/// Highest cost of one evaluation of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownCost {
    /// The cost of the rule.
    pub rule: u64,
    /// The cost of its message expression, if it has one.
    pub message_expression: u64,
    /// The paths of the lists, maps and texts that it reads, from the rule's node ([`steps_text`]).
    pub reads: Vec<String>,
}

/// The place of a rule in the sources, for messages of other crates. The file is relative to the crate's manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLocation {
    /// `src/scaler.rs`
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// More about the rule for the coverage report, if coverage is measured.
    pub origin: Option<Origin>,
}

/// The owner of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The folder of the crate's manifest. The file is relative to it.
    pub folder: String,
    /// The type or the version of a CRD: `ScalerSpec`, `scalers.example.dev/v1`.
    pub owner: String,
}
