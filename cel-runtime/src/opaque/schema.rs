//! The schemas of opaque values, as schemars writes them or as a CRD has them.

use cel_types::escaping::escape;
use serde_json::{Map, Value as Tree};
use std::collections::BTreeMap;

/// A node of a schema.
#[derive(Debug)]
pub struct Schema {
    pub(crate) kind: Kind,
    /// True if null is a value in a list or a map of such elements.
    pub(crate) nullable: bool,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Bool,
    Int,
    Double,
    Text,
    Bytes,
    Duration,
    Date,
    DateTime,
    IntOrString,
    List {
        items: Box<Schema>,
        list_type: ListKind,
    },
    Map(Box<Schema>),
    /// The properties, sorted by name.
    Object(Vec<Property>),
    /// The schema says nothing about the value.
    Untyped,
}

#[derive(Debug)]
pub(crate) enum ListKind {
    Atomic,
    Set,
    Map(Vec<Name>),
}

#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: Name,
    pub(crate) schema: Schema,
    pub(crate) declared: Declared,
}

/// The property's schema in the CRD.
#[derive(Debug)]
pub(crate) enum Declared {
    /// The schema that rules see.
    AsSeen,
    /// Another schema than rules see, because the object is an embedded resource.
    Otherwise(Schema),
    /// None. Rules see the property because the object is an embedded resource.
    Nothing,
}

impl Property {
    #[inline]
    fn new(name: &str, schema: Schema) -> Self {
        Property { name: Name::new(name), schema, declared: Declared::AsSeen }
    }

    /// The schema of the property in the CRD.
    #[inline]
    pub(crate) fn in_crd(&self) -> Option<&Schema> {
        match &self.declared {
            Declared::AsSeen => Some(&self.schema),
            Declared::Otherwise(schema) => Some(schema),
            Declared::Nothing => None,
        }
    }
}

/// A name in JSON, and its escaped form in rules.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) json: String,
    pub(crate) escaped: String,
}

impl Name {
    #[inline]
    fn new(json: &str) -> Self {
        Name { json: json.to_owned(), escaped: escape(json).unwrap_or(json.into()).into_owned() }
    }
}

impl Schema {
    /// A schema that says nothing.
    pub const UNTYPED: Schema = Schema { kind: Kind::Untyped, nullable: false };

    /// The same as a reference.
    #[inline]
    pub fn untyped() -> &'static Schema {
        &Schema::UNTYPED
    }

    /// True if its format converts its texts.
    #[inline]
    pub(crate) fn is_formatted(&self) -> bool {
        matches!(self.kind, Kind::Bytes | Kind::Duration | Kind::Date | Kind::DateTime)
    }

    /// Reads a schema of schemars or of a CRD.
    #[inline]
    pub fn read(schema: &Tree) -> Self {
        let Some(schema) = schema.as_object() else { return Schema::UNTYPED };
        let parts = Parts::of(schema);
        Schema { nullable: parts.nullable, kind: parts.kind() }
    }

    /// The schema some steps below. A step is the name of a property, which may be in the schema of a variant, or `None` for the elements
    /// of a list or a map.
    #[inline]
    pub fn at(schema: &Tree, steps: &[Option<&str>]) -> Self {
        let Some((step, rest)) = steps.split_first() else { return Schema::read(schema) };
        let Some(schema) = schema.as_object() else { return Schema::UNTYPED };
        let parts = Parts::of(schema);
        let next = match step {
            Some(name) => parts.properties.get(name).copied(),
            None => parts.items.or(parts.values),
        };
        next.map_or(Schema::UNTYPED, |next| Schema::at(next, rest))
    }

    /// An object with these properties, sorted by name.
    pub fn object<const N: usize>(properties: [(&str, Schema); N]) -> Self {
        let properties = properties.into_iter().map(|(name, schema)| Property::new(name, schema));
        Schema { kind: Kind::Object(properties.collect()), nullable: false }
    }

    /// The schema of a property or of the values of a map.
    #[inline]
    pub(crate) fn key(&self, name: &str) -> Option<&Schema> {
        match &self.kind {
            Kind::Object(properties) => {
                let found = properties.binary_search_by(|known| (*known.name.json).cmp(name)).ok()?;
                Some(&properties.get(found)?.schema)
            }
            Kind::Map(values) => Some(values),
            _ => None,
        }
    }

    /// The schema of the items of a list.
    #[inline]
    pub(crate) fn items(&self) -> Option<&Schema> {
        match &self.kind {
            Kind::List { items, .. } => Some(items),
            _ => None,
        }
    }

    /// The `type` that errors show.
    #[inline]
    pub(crate) fn schema_type(&self) -> &'static str {
        match self.kind {
            Kind::Bool => "boolean",
            Kind::Int => "integer",
            Kind::Double => "number",
            Kind::Text | Kind::Bytes | Kind::Duration | Kind::Date | Kind::DateTime => "string",
            Kind::List { .. } => "array",
            Kind::Map(_) | Kind::Object(_) => "object",
            Kind::IntOrString | Kind::Untyped => "",
        }
    }

    #[inline]
    fn text() -> Self {
        Schema { kind: Kind::Text, nullable: false }
    }
}

/// A schema merged with its `allOf`, `anyOf` and `oneOf`.
#[derive(Default)]
struct Parts<'s> {
    ty: Option<&'s str>,
    nullable: bool,
    properties: BTreeMap<&'s str, &'s Tree>,
    /// Other keywords. The first schema with a keyword counts.
    keywords: Map<String, Tree>,
    values: Option<&'s Tree>,
    items: Option<&'s Tree>,
}

impl<'s> Parts<'s> {
    #[inline]
    fn of(schema: &'s Map<String, Tree>) -> Self {
        let mut parts = Parts::default();
        parts.add(schema);
        parts
    }

    #[inline]
    fn add(&mut self, schema: &'s Map<String, Tree>) {
        let types = match schema.get("type") {
            Some(Tree::Array(types)) => types.as_slice(),
            Some(ty) => std::slice::from_ref(ty),
            None => &[],
        };
        for ty in types.iter().filter_map(Tree::as_str) {
            match ty {
                "null" => self.nullable = true,
                ty => self.ty = self.ty.or(Some(ty)),
            }
        }
        self.nullable |= is_true(schema, "nullable");
        for (name, property) in schema.get("properties").and_then(Tree::as_object).into_iter().flatten() {
            self.properties.entry(name).or_insert(property);
        }
        self.values = self.values.or(schema.get("additionalProperties").filter(|values| values.is_object()));
        self.items = self.items.or(schema.get("items").filter(|items| items.is_object()));
        for keyword in [FORMAT, INT_OR_STRING, EMBEDDED, LIST_TYPE, LIST_KEYS] {
            if let (Some(value), false) = (schema.get(keyword), self.keywords.contains_key(keyword)) {
                self.keywords.insert(keyword.to_owned(), value.clone());
            }
        }
        for of in ["allOf", "anyOf", "oneOf"] {
            let parts = schema.get(of).and_then(Tree::as_array).into_iter().flatten();
            parts.filter_map(Tree::as_object).for_each(|part| self.add(part));
        }
    }

    #[inline]
    fn kind(&self) -> Kind {
        if is_true(&self.keywords, INT_OR_STRING) {
            return Kind::IntOrString;
        }
        match self.ty {
            Some("boolean") => Kind::Bool,
            Some("integer") => Kind::Int,
            Some("number") => Kind::Double,
            Some("string") => match self.keywords.get(FORMAT).and_then(Tree::as_str) {
                Some("byte") => Kind::Bytes,
                Some("duration") => Kind::Duration,
                Some("date") => Kind::Date,
                Some("date-time") => Kind::DateTime,
                _ => Kind::Text,
            },
            Some("array") => match self.items {
                Some(items) => {
                    Kind::List { items: Box::new(Schema::read(items)), list_type: self.list_type() }
                }
                None => Kind::Untyped,
            },
            Some("object") => match self.values {
                Some(values) if self.properties.is_empty() => Kind::Map(Box::new(Schema::read(values))),
                _ => Kind::Object(self.object()),
            },
            _ => Kind::Untyped,
        }
    }

    #[inline]
    fn list_type(&self) -> ListKind {
        match self.keywords.get(LIST_TYPE).and_then(Tree::as_str) {
            Some("set") => ListKind::Set,
            Some("map") => {
                let keys = self.keywords.get(LIST_KEYS).and_then(Tree::as_array).into_iter().flatten();
                ListKind::Map(keys.filter_map(Tree::as_str).map(Name::new).collect())
            }
            _ => ListKind::Atomic,
        }
    }

    #[inline]
    fn object(&self) -> Vec<Property> {
        let property = |(name, schema): (&&str, &&Tree)| Property::new(name, Schema::read(schema));
        let mut properties: Vec<Property> = self.properties.iter().map(property).collect();
        if is_true(&self.keywords, EMBEDDED) && !declares_names(&properties) {
            let text = |name| Property::new(name, Schema::text());
            let names = Kind::Object(vec![text("generateName"), text("name")]);
            let metadata = Property::new("metadata", Schema { kind: names, nullable: false });
            for mut seen in [text("apiVersion"), text("kind"), metadata] {
                let place = properties.iter().position(|known| known.name.json == seen.name.json);
                seen.declared = match place.map(|place| properties.remove(place)) {
                    Some(declared) => Declared::Otherwise(declared.schema),
                    None => Declared::Nothing,
                };
                properties.push(seen);
            }
            properties.sort_by(|a, b| a.name.json.cmp(&b.name.json));
        }
        properties
    }
}

/// True if the schema of an embedded resource declares all the names that rules see.
#[inline]
fn declares_names(properties: &[Property]) -> bool {
    let is_text = |properties: &[Property], name: &str| {
        properties.iter().any(|known| known.name.json == name && matches!(known.schema.kind, Kind::Text))
    };
    let metadata = properties.iter().find(|known| known.name.json == "metadata");
    let has_names = matches!(
        metadata.map(|known| &known.schema.kind),
        Some(Kind::Object(names)) if is_text(names, "name") && is_text(names, "generateName")
    );
    has_names && is_text(properties, "apiVersion") && is_text(properties, "kind")
}

#[inline]
fn is_true(schema: &Map<String, Tree>, keyword: &str) -> bool {
    schema.get(keyword) == Some(&Tree::Bool(true))
}

const FORMAT: &str = "format";
const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
const EMBEDDED: &str = "x-kubernetes-embedded-resource";
const LIST_TYPE: &str = "x-kubernetes-list-type";
const LIST_KEYS: &str = "x-kubernetes-list-map-keys";
