//! The types that the API server decodes a CRD into (k8s: `apiextensions/v1`, `meta/v1`).

use cel_compiler::library::KubernetesVersion;

/// The Go type that a part of a CRD is decoded into.
#[derive(Debug)]
pub(super) enum Shape {
    Text,
    Flag,
    /// An integer of 32 or 64 bits.
    Integer(u8),
    /// A text that is a time.
    Time,
    /// A text in base64.
    Bytes,
    /// The value of a schema's keyword. `SchemaProps` knows its type.
    Keyword,
    /// Any JSON, for example the value of `default`.
    Any,
    /// A Go struct: each key has its own type, and there are no other keys.
    Struct(&'static [Field]),
    List(&'static Shape),
    /// An object with keys of any name.
    Map(&'static Shape),
    /// A type with its own decoder, which ignores unknown fields. An example is `items`: it has a schema or a
    /// list of schemas.
    Lenient(&'static Shape),
    /// An object of the first shape or a list of the second one. Other values are not visited.
    Either(&'static Shape, &'static Shape),
}

/// A field of a struct.
#[derive(Debug)]
pub(super) struct Field {
    pub name: &'static str,
    pub shape: Shape,
    /// The first release that knows the field; 0 for the oldest one.
    pub since: KubernetesVersion,
}

/// A custom resource: any objects and lists.
pub(super) static ANYTHING: Shape = Shape::Either(&Shape::Map(&ANYTHING), &Shape::List(&ANYTHING));

const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, since: KubernetesVersion(0) }
}

const fn since(release: u16, name: &'static str, shape: Shape) -> Field {
    Field { name, shape, since: KubernetesVersion::of_release(release) }
}

const fn text(name: &'static str) -> Field {
    field(name, Shape::Text)
}

const fn texts(name: &'static str) -> Field {
    field(name, Shape::List(&Shape::Text))
}

const fn flag(name: &'static str) -> Field {
    field(name, Shape::Flag)
}

const fn keyword(name: &'static str) -> Field {
    field(name, Shape::Keyword)
}

/// A CRD document.
pub(super) static CRD: Shape = Shape::Struct(&[
    text("kind"),
    text("apiVersion"),
    field("metadata", Shape::Struct(METADATA_FIELDS)),
    field("spec", Shape::Struct(SPEC)),
    field("status", Shape::Struct(STATUS)),
]);

/// The metadata of any object.
pub(super) static METADATA: Shape = Shape::Struct(METADATA_FIELDS);

static METADATA_FIELDS: &[Field] = &[
    text("name"),
    text("generateName"),
    text("namespace"),
    text("selfLink"),
    text("uid"),
    text("resourceVersion"),
    field("generation", Shape::Integer(64)),
    field("creationTimestamp", Shape::Time),
    field("deletionTimestamp", Shape::Time),
    field("deletionGracePeriodSeconds", Shape::Integer(64)),
    field("labels", Shape::Map(&Shape::Text)),
    field("annotations", Shape::Map(&Shape::Text)),
    field("ownerReferences", Shape::List(&Shape::Struct(OWNER))),
    texts("finalizers"),
    field("managedFields", Shape::List(&Shape::Struct(MANAGED_FIELDS))),
];

static OWNER: &[Field] = &[
    text("apiVersion"),
    text("kind"),
    text("name"),
    text("uid"),
    flag("controller"),
    flag("blockOwnerDeletion"),
];

static MANAGED_FIELDS: &[Field] = &[
    text("manager"),
    text("operation"),
    text("apiVersion"),
    field("time", Shape::Time),
    text("fieldsType"),
    field("fieldsV1", Shape::Any),
    text("subresource"),
];

static SPEC: &[Field] = &[
    text("group"),
    field("names", Shape::Struct(NAMES)),
    text("scope"),
    field("versions", Shape::List(&Shape::Struct(VERSION))),
    field("conversion", Shape::Struct(CONVERSION)),
    flag("preserveUnknownFields"),
];

static NAMES: &[Field] = &[
    text("plural"),
    text("singular"),
    texts("shortNames"),
    text("kind"),
    text("listKind"),
    texts("categories"),
];

/// An entry of `spec.versions`.
pub(super) static VERSION: &[Field] = &[
    text("name"),
    flag("served"),
    flag("storage"),
    flag("deprecated"),
    text("deprecationWarning"),
    field("schema", Shape::Struct(&[field("openAPIV3Schema", Shape::Struct(&SCHEMA))])),
    field("subresources", Shape::Struct(SUBRESOURCES)),
    field("additionalPrinterColumns", Shape::List(&Shape::Struct(COLUMN))),
    since(30, "selectableFields", Shape::List(&Shape::Struct(&[text("jsonPath")]))),
];

static SUBRESOURCES: &[Field] = &[
    field("status", Shape::Struct(&[])),
    field(
        "scale",
        Shape::Struct(&[text("specReplicasPath"), text("statusReplicasPath"), text("labelSelectorPath")]),
    ),
];

static COLUMN: &[Field] = &[
    text("name"),
    text("type"),
    text("format"),
    text("description"),
    field("priority", Shape::Integer(32)),
    text("jsonPath"),
];

static CONVERSION: &[Field] = &[
    text("strategy"),
    field(
        "webhook",
        Shape::Struct(&[
            field(
                "clientConfig",
                Shape::Struct(&[
                    text("url"),
                    field(
                        "service",
                        Shape::Struct(&[
                            text("namespace"),
                            text("name"),
                            text("path"),
                            field("port", Shape::Integer(32)),
                        ]),
                    ),
                    field("caBundle", Shape::Bytes),
                ]),
            ),
            texts("conversionReviewVersions"),
        ]),
    ),
];

static STATUS: &[Field] = &[
    field(
        "conditions",
        Shape::List(&Shape::Struct(&[
            text("type"),
            text("status"),
            field("lastTransitionTime", Shape::Time),
            text("reason"),
            text("message"),
            since(35, "observedGeneration", Shape::Integer(64)),
        ])),
    ),
    field("acceptedNames", Shape::Struct(NAMES)),
    texts("storedVersions"),
    since(35, "observedGeneration", Shape::Integer(64)),
];

/// A schema.
pub(super) static SCHEMA: [Field; 44] = [
    keyword("id"),
    keyword("$schema"),
    keyword("$ref"),
    keyword("description"),
    keyword("type"),
    keyword("format"),
    keyword("title"),
    field("default", Shape::Any),
    keyword("maximum"),
    keyword("exclusiveMaximum"),
    keyword("minimum"),
    keyword("exclusiveMinimum"),
    keyword("maxLength"),
    keyword("minLength"),
    keyword("pattern"),
    keyword("maxItems"),
    keyword("minItems"),
    keyword("uniqueItems"),
    keyword("multipleOf"),
    field("enum", Shape::List(&Shape::Any)),
    keyword("maxProperties"),
    keyword("minProperties"),
    keyword("required"),
    field("items", Shape::Lenient(&Shape::Either(&SCHEMA_SHAPE, &SCHEMAS))),
    field("allOf", Shape::List(&SCHEMA_SHAPE)),
    field("oneOf", Shape::List(&SCHEMA_SHAPE)),
    field("anyOf", Shape::List(&SCHEMA_SHAPE)),
    field("not", Shape::Struct(&SCHEMA)),
    field("properties", Shape::Map(&SCHEMA_SHAPE)),
    field("additionalProperties", Shape::Lenient(&SCHEMA_SHAPE)),
    field("patternProperties", Shape::Map(&SCHEMA_SHAPE)),
    field("dependencies", Shape::Map(&Shape::Lenient(&SCHEMA_SHAPE))),
    field("additionalItems", Shape::Lenient(&SCHEMA_SHAPE)),
    field("definitions", Shape::Map(&SCHEMA_SHAPE)),
    field("externalDocs", Shape::Struct(EXTERNAL_DOCS)),
    field("example", Shape::Any),
    keyword("nullable"),
    keyword("x-kubernetes-preserve-unknown-fields"),
    keyword("x-kubernetes-embedded-resource"),
    keyword("x-kubernetes-int-or-string"),
    keyword("x-kubernetes-list-map-keys"),
    keyword("x-kubernetes-list-type"),
    keyword("x-kubernetes-map-type"),
    field("x-kubernetes-validations", Shape::List(&Shape::Struct(RULE))),
];

static SCHEMA_SHAPE: Shape = Shape::Struct(&SCHEMA);
static SCHEMAS: Shape = Shape::List(&SCHEMA_SHAPE);

/// A keyword that no other part of the program reads.
pub(super) static EXTERNAL_DOCS: &[Field] = &[text("description"), text("url")];

/// An entry of `x-kubernetes-validations`.
static RULE: &[Field] = &[
    keyword("rule"),
    keyword("message"),
    since(27, "messageExpression", Shape::Keyword),
    since(28, "reason", Shape::Keyword),
    since(28, "fieldPath", Shape::Keyword),
    since(29, "optionalOldSelf", Shape::Keyword),
];
