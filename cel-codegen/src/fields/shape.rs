//! The types that the API server decodes a CRD into (k8s: `apiextensions/v1`, `meta/v1`).

use cel_compiler::decls::KubernetesVersion;

/// What a part of a CRD is decoded into.
#[derive(Debug)]
pub(super) enum Shape {
    /// A text, a number, a boolean: there is nothing in it.
    Scalar,
    /// Any JSON, as the value of `default`.
    Any,
    /// A Go struct: each key has a type of its own, and there are no others.
    Struct(&'static [Field]),
    List(&'static Shape),
    /// An object with keys of any name.
    Map(&'static Shape),
    /// A type with a decoder of its own, which says nothing of fields that it does not know: `items` has a schema, or a list of them.
    Lenient(&'static Shape),
    /// An object of the first shape or a list of the second; nothing is in anything else.
    Either(&'static Shape, &'static Shape),
}

/// A field of a struct.
#[derive(Debug)]
pub(super) struct Field {
    pub name: &'static str,
    pub shape: Shape,
    /// The first release that knows it, if that is not the oldest one here.
    pub since: KubernetesVersion,
}

const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, since: KubernetesVersion(0) }
}

const fn since(release: u16, name: &'static str, shape: Shape) -> Field {
    Field { name, shape, since: KubernetesVersion::of_release(release) }
}

const fn scalar(name: &'static str) -> Field {
    field(name, Shape::Scalar)
}

const fn scalars(name: &'static str) -> Field {
    field(name, Shape::List(&Shape::Scalar))
}

/// A document.
pub(super) static CRD: Shape = Shape::Struct(&[
    scalar("kind"),
    scalar("apiVersion"),
    field("metadata", Shape::Struct(METADATA)),
    field("spec", Shape::Struct(SPEC)),
    field("status", Shape::Struct(STATUS)),
]);

static METADATA: &[Field] = &[
    scalar("name"),
    scalar("generateName"),
    scalar("namespace"),
    scalar("selfLink"),
    scalar("uid"),
    scalar("resourceVersion"),
    scalar("generation"),
    scalar("creationTimestamp"),
    scalar("deletionTimestamp"),
    scalar("deletionGracePeriodSeconds"),
    field("labels", Shape::Map(&Shape::Scalar)),
    field("annotations", Shape::Map(&Shape::Scalar)),
    field("ownerReferences", Shape::List(&Shape::Struct(OWNER))),
    scalars("finalizers"),
    field("managedFields", Shape::List(&Shape::Struct(MANAGED_FIELDS))),
];

static OWNER: &[Field] = &[
    scalar("apiVersion"),
    scalar("kind"),
    scalar("name"),
    scalar("uid"),
    scalar("controller"),
    scalar("blockOwnerDeletion"),
];

static MANAGED_FIELDS: &[Field] = &[
    scalar("manager"),
    scalar("operation"),
    scalar("apiVersion"),
    scalar("time"),
    scalar("fieldsType"),
    field("fieldsV1", Shape::Any),
    scalar("subresource"),
];

static SPEC: &[Field] = &[
    scalar("group"),
    field("names", Shape::Struct(NAMES)),
    scalar("scope"),
    field("versions", Shape::List(&Shape::Struct(VERSION))),
    field("conversion", Shape::Struct(CONVERSION)),
    scalar("preserveUnknownFields"),
];

static NAMES: &[Field] = &[
    scalar("plural"),
    scalar("singular"),
    scalars("shortNames"),
    scalar("kind"),
    scalar("listKind"),
    scalars("categories"),
];

/// An entry of `spec.versions`.
pub(super) static VERSION: &[Field] = &[
    scalar("name"),
    scalar("served"),
    scalar("storage"),
    scalar("deprecated"),
    scalar("deprecationWarning"),
    field("schema", Shape::Struct(&[field("openAPIV3Schema", Shape::Struct(&SCHEMA))])),
    field("subresources", Shape::Struct(SUBRESOURCES)),
    field("additionalPrinterColumns", Shape::List(&Shape::Struct(COLUMN))),
    since(30, "selectableFields", Shape::List(&Shape::Struct(&[scalar("jsonPath")]))),
];

static SUBRESOURCES: &[Field] = &[
    field("status", Shape::Struct(&[])),
    field(
        "scale",
        Shape::Struct(&[
            scalar("specReplicasPath"),
            scalar("statusReplicasPath"),
            scalar("labelSelectorPath"),
        ]),
    ),
];

static COLUMN: &[Field] = &[
    scalar("name"),
    scalar("type"),
    scalar("format"),
    scalar("description"),
    scalar("priority"),
    scalar("jsonPath"),
];

static CONVERSION: &[Field] = &[
    scalar("strategy"),
    field(
        "webhook",
        Shape::Struct(&[
            field(
                "clientConfig",
                Shape::Struct(&[
                    scalar("url"),
                    field(
                        "service",
                        Shape::Struct(&[scalar("namespace"), scalar("name"), scalar("path"), scalar("port")]),
                    ),
                    scalar("caBundle"),
                ]),
            ),
            scalars("conversionReviewVersions"),
        ]),
    ),
];

static STATUS: &[Field] = &[
    field(
        "conditions",
        Shape::List(&Shape::Struct(&[
            scalar("type"),
            scalar("status"),
            scalar("lastTransitionTime"),
            scalar("reason"),
            scalar("message"),
            since(35, "observedGeneration", Shape::Scalar),
        ])),
    ),
    field("acceptedNames", Shape::Struct(NAMES)),
    scalars("storedVersions"),
    since(35, "observedGeneration", Shape::Scalar),
];

/// A schema.
pub(super) static SCHEMA: [Field; 44] = [
    scalar("id"),
    scalar("$schema"),
    scalar("$ref"),
    scalar("description"),
    scalar("type"),
    scalar("format"),
    scalar("title"),
    field("default", Shape::Any),
    scalar("maximum"),
    scalar("exclusiveMaximum"),
    scalar("minimum"),
    scalar("exclusiveMinimum"),
    scalar("maxLength"),
    scalar("minLength"),
    scalar("pattern"),
    scalar("maxItems"),
    scalar("minItems"),
    scalar("uniqueItems"),
    scalar("multipleOf"),
    field("enum", Shape::List(&Shape::Any)),
    scalar("maxProperties"),
    scalar("minProperties"),
    scalars("required"),
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
    field("externalDocs", Shape::Struct(&[scalar("description"), scalar("url")])),
    field("example", Shape::Any),
    scalar("nullable"),
    scalar("x-kubernetes-preserve-unknown-fields"),
    scalar("x-kubernetes-embedded-resource"),
    scalar("x-kubernetes-int-or-string"),
    scalars("x-kubernetes-list-map-keys"),
    scalar("x-kubernetes-list-type"),
    scalar("x-kubernetes-map-type"),
    field("x-kubernetes-validations", Shape::List(&Shape::Struct(RULE))),
];

static SCHEMA_SHAPE: Shape = Shape::Struct(&SCHEMA);
static SCHEMAS: Shape = Shape::List(&SCHEMA_SHAPE);

/// An entry of `x-kubernetes-validations`.
static RULE: &[Field] = &[
    scalar("rule"),
    scalar("message"),
    since(27, "messageExpression", Shape::Scalar),
    since(28, "reason", Shape::Scalar),
    since(28, "fieldPath", Shape::Scalar),
    since(29, "optionalOldSelf", Shape::Scalar),
];
