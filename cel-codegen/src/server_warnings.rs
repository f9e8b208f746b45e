//! The warnings that an API server sends when it has created a CRD (k8s: `WarningsOnCreate` of `customresourcedefinition/strategy.go`).

use crate::defaults::formats::{formats_of_texts, is_supported};
use cel_compiler::{
    checker::nearest,
    crd::{
        check::ROOT,
        document::Position,
        props::{AdditionalProperties, Items, SchemaProps},
    },
    library::KubernetesVersion,
};
use cel_types::quote::quote;
use std::{borrow::Cow, collections::HashMap};

/// A warning. The server sends each text once, however many schemas it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerWarning {
    /// `unrecognized format "uint16"`
    pub text: String,
    /// The path of the first schema's keyword.
    pub field: String,
    /// Where the first schema has the keyword.
    pub at: Position,
    /// The number of schemas.
    pub schemas: usize,
    /// Advice.
    pub help: String,
}

/// The warnings about the schemas of the versions of a CRD: a list for each version.
pub(crate) fn of_schemas<'s>(
    schemas: impl Iterator<Item = &'s SchemaProps>,
    version: KubernetesVersion,
) -> Vec<Vec<ServerWarning>> {
    let mut search = Search { version, known: HashMap::new(), found: Vec::new(), path: ROOT.to_owned() };
    for schema in schemas {
        search.found.push(Vec::new());
        search.schema(schema);
    }
    search.found
}

struct Search {
    version: KubernetesVersion,
    /// Where the warning with a text is: the index of the version, and the index in it.
    known: HashMap<String, (usize, usize)>,
    /// The warnings of each version.
    found: Vec<Vec<ServerWarning>>,
    path: String,
}

impl Search {
    fn schema(&mut self, schema: &SchemaProps) {
        if !is_recognized(schema, self.version) {
            let text = format!("unrecognized format {}", quote(&schema.format));
            self.add(text, schema, "format", || help_for_format(schema));
        }
        if let Some(ty) = set_of(schema).filter(|_| self.version >= KubernetesVersion::WARNINGS_ABOUT_SETS) {
            let text = format!(
                "x-kubernetes-list-type: set for items of type {} is not supported by server-side apply or CEL validation rules",
                quote(ty)
            );
            self.add(text, schema, "x-kubernetes-list-type", || help_for_set(ty));
        }
        self.children(schema);
    }

    fn children(&mut self, schema: &SchemaProps) {
        match &schema.items {
            Some(Items::Schema(items)) => self.below(".items", items),
            Some(Items::Several(all)) => self.each(".items", all),
            None => {}
        }
        self.each(".allOf", &schema.all_of);
        self.each(".anyOf", &schema.any_of);
        self.each(".oneOf", &schema.one_of);
        if let Some(not) = &schema.not {
            self.below(".not", not);
        }
        for property in &*schema.properties {
            self.below(&[".properties[", &property.name, "]"].concat(), &property.schema);
        }
        if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
            self.below(".additionalProperties", values);
        }
    }

    fn each(&mut self, keyword: &str, schemas: &[SchemaProps]) {
        for (index, schema) in schemas.iter().enumerate() {
            self.below(&format!("{keyword}[{index}]"), schema);
        }
    }

    fn below(&mut self, step: &str, schema: &SchemaProps) {
        let before = self.path.len();
        self.path.push_str(step);
        self.schema(schema);
        self.path.truncate(before);
    }

    fn add(&mut self, text: String, schema: &SchemaProps, keyword: &str, help: impl FnOnce() -> String) {
        if let Some((version, index)) = self.known.get(&text) {
            self.found[*version][*index].schemas += 1;
            return;
        }
        let version = self.found.len() - 1;
        let of_version = &mut self.found[version];
        self.known.insert(text.clone(), (version, of_version.len()));
        of_version.push(ServerWarning {
            text,
            field: format!("{}.{keyword}", self.path),
            at: schema.keys.value_at(keyword).unwrap_or(schema.at),
            schemas: 1,
            help: help(),
        });
    }
}

/// True if the server has nothing to say of the format (k8s: `GetUnrecognizedFormats`).
fn is_recognized(schema: &SchemaProps, version: KubernetesVersion) -> bool {
    let ty = match &*schema.ty {
        _ if schema.format.is_empty() || version < KubernetesVersion::WARNINGS_ABOUT_FORMATS => return true,
        _ if version >= KubernetesVersion::FORMATS_BY_TYPE => &*schema.ty,
        // Servers of 1.35 look at texts only, those of 1.34 treat all types as texts.
        ty if version > KubernetesVersion::WARNINGS_ABOUT_FORMATS && ty != "string" => return true,
        _ => "string",
    };
    is_supported(ty, &schema.format, version)
}

/// The type of the items of a set, if a server's set has no such items.
fn set_of(schema: &SchemaProps) -> Option<&str> {
    let is_set = schema.list_type.as_deref() == Some("set");
    let ty = &*schema.item_schema().filter(|_| is_set)?.ty;
    matches!(ty, "object" | "array").then_some(ty)
}

/// Advice about a format that the server ignores.
fn help_for_format(schema: &SchemaProps) -> String {
    let format = &*schema.format;
    match &*schema.ty {
        "integer" => match rust_integer(format) {
            Some((rust, known)) => format!(
                "schemars writes it for `{rust}`; `#[schemars(extend(\"format\" = \"{known}\"))]` on the field replaces it"
            ),
            None => "an integer has the format `int32` or `int64`".to_owned(),
        },
        "number" => "a number has the format `float` or `double`".to_owned(),
        "" | "string" => help_for_text(schema),
        _ => "leave it out: only strings and numbers have formats".to_owned(),
    }
}

fn help_for_text(schema: &SchemaProps) -> String {
    if schema.int_or_string {
        return "leave it out: `x-kubernetes-int-or-string: true` says it".to_owned();
    }
    match nearest(&schema.format, formats_of_texts().map(Cow::from)) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "leave it out; a `pattern` or a rule can check the text".to_owned(),
    }
}

/// The Rust type for which schemars writes a format of integers, and a format that the server knows.
fn rust_integer(format: &str) -> Option<(&'static str, &'static str)> {
    Some(match format {
        "uint8" => ("u8", "int32"),
        "uint16" => ("u16", "int32"),
        "uint32" => ("u32", "int64"),
        "uint64" => ("u64", "int64"),
        "uint" => ("usize", "int64"),
        "int8" => ("i8", "int32"),
        "int16" => ("i16", "int32"),
        "int" => ("isize", "int64"),
        _ => return None,
    })
}

/// Advice about a list of the type `set`.
fn help_for_set(items: &str) -> String {
    match items {
        "object" => "write `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys`, or `atomic`",
        _ => "write `x-kubernetes-list-type: atomic`",
    }
    .to_owned()
}
