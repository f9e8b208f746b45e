//! Converts structural schemas and type names, as in tests and in requests to the oracle, to the compiler's model.

use std::rc::Rc;

use cel_compiler::{
    by_name::ByName,
    env::Env,
    library::KubernetesVersion,
    schema::{Access, DeclField, DeclKind, DeclType, ListType},
    types::Type,
};
use serde_json::Value;

/// The node for a structural schema. Uses only what determines the CEL type, not bounds and rules.
pub fn node(schema: &Value) -> DeclType {
    let format = schema["format"].as_str().unwrap_or_default();
    let kind = match schema["type"].as_str() {
        _ if schema["x-kubernetes-int-or-string"] == true => DeclKind::IntOrString,
        Some("boolean") => DeclKind::Bool,
        Some("integer") => DeclKind::Int,
        Some("number") => DeclKind::Double,
        Some("string") => match format {
            "byte" => DeclKind::Bytes,
            "duration" => DeclKind::Duration,
            "date" => DeclKind::Date,
            "date-time" => DeclKind::DateTime,
            _ => DeclKind::String,
        },
        Some("array") => {
            DeclKind::List { items: Box::new(node(&schema["items"])), list_type: list_type(schema) }
        }
        Some("object") if schema["additionalProperties"].is_object() => {
            DeclKind::Map { values: Box::new(node(&schema["additionalProperties"])) }
        }
        Some("object") => DeclKind::Object {
            fields: schema["properties"].as_object().map_or_else(ByName::default, |properties| {
                properties.iter().map(|(name, schema)| field(name, schema)).collect()
            }),
            preserve_unknown_fields: schema["x-kubernetes-preserve-unknown-fields"] == true,
        },
        _ => DeclKind::Unknown,
    };
    DeclType {
        nullable: schema["nullable"] == true,
        defaulted: !schema["default"].is_null(),
        ..DeclType::new(kind)
    }
}

fn list_type(schema: &Value) -> ListType {
    match schema["x-kubernetes-list-type"].as_str() {
        Some("set") => ListType::Set,
        Some("map") => {
            let keys = schema["x-kubernetes-list-map-keys"].as_array().into_iter().flatten();
            ListType::Map(keys.filter_map(|key| key.as_str().map(str::to_owned)).collect())
        }
        _ => ListType::Atomic,
    }
}

fn field(name: &str, schema: &Value) -> DeclField {
    DeclField {
        name: name.into(),
        rust_name: None,
        node: node(schema),
        required: false,
        access: Access::default(),
    }
}

/// An environment with variables by name. Each has a type in CEL's spelling or a node.
pub fn env<'n>(variables: &'n [(String, Variable)]) -> Env<'n> {
    let mut env = Env::new().with_version(KubernetesVersion::STORED_EXPRESSIONS);
    for (i, (name, variable)) in variables.iter().enumerate() {
        env = match variable {
            Variable::Type(ty) => env.with_variable(name, ty.clone()),
            Variable::Node(node) => env.with_json_variable(name, &format!("varType{i}"), node),
        };
    }
    env
}

/// The names and functions that expressions may use with the `env` of an oracle request.
pub fn version(request: &Value) -> KubernetesVersion {
    match request["env"].as_str() {
        Some("stored") => KubernetesVersion::STORED_EXPRESSIONS,
        _ => KubernetesVersion::NEW_EXPRESSIONS,
    }
}

/// Type of a variable in [`env()`].
pub enum Variable {
    /// A CEL type.
    Type(Type),
    /// The type of a schema.
    Node(DeclType),
}

/// The `vars` of an oracle request, by name.
pub fn variables(request: &Value) -> Vec<(String, Variable)> {
    let Some(vars) = request.as_object() else {
        return Vec::new();
    };
    let mut variables: Vec<(String, Variable)> = vars
        .iter()
        .map(|(name, var)| {
            let variable = match &var["type"] {
                Value::String(text) => Variable::Type(type_of(text)),
                Value::Null => Variable::Type(Type::Dyn),
                schema => Variable::Node(node(schema)),
            };
            (name.clone(), variable)
        })
        .collect();
    variables.sort_by(|(first, _), (second, _)| first.cmp(second));
    variables
}

/// A type in CEL's spelling: `int`, `list(int)`, `map(string, dyn)`, `optional_type(int)`.
pub fn type_of(text: &str) -> Type {
    let text = text.trim();
    if let Some((name, args)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        let args: Vec<Type> = split_args(args).into_iter().map(type_of).collect();
        return match (name, args.as_slice()) {
            ("list", [element]) => Type::list(element.clone()),
            ("map", [key, value]) => Type::map(key.clone(), value.clone()),
            ("optional_type", [value]) => Type::optional(value.clone()),
            ("type", [of]) => Type::Type(Rc::new(of.clone())),
            _ => panic!("unknown type {text}"),
        };
    }
    match text {
        "null_type" => Type::Null,
        "bool" => Type::Bool,
        "int" => Type::Int,
        "uint" => Type::Uint,
        "double" => Type::Double,
        "string" => Type::String,
        "bytes" => Type::Bytes,
        "timestamp" => Type::Timestamp,
        "duration" => Type::Duration,
        "dyn" => Type::Dyn,
        "net.IP" | "net.CIDR" => Type::Opaque(text.into(), Rc::new([])),
        "kubernetes.URL" => Type::Object(text.into()),
        _ => panic!("unknown type {text}"),
    }
}

fn split_args(text: &str) -> Vec<&str> {
    let (mut args, mut depth, mut start) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                args.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    args.push(&text[start..]);
    args
}

/// A type in Go's notation. It has the run-time name if the checker uses another one.
pub fn go_name(ty: &Type) -> String {
    match ty {
        Type::Null => "null_type".into(),
        Type::Timestamp => "google.protobuf.Timestamp".into(),
        Type::Duration => "google.protobuf.Duration".into(),
        Type::Any => "google.protobuf.Any".into(),
        Type::List(element) => format!("list({})", go_name(element)),
        Type::Map(entry) => format!("map({}, {})", go_name(&entry.0), go_name(&entry.1)),
        Type::Type(of) => format!("type({})", go_name(of)),
        Type::Opaque(name, parameters) if !parameters.is_empty() => {
            let parameters: Vec<String> = parameters.iter().map(go_name).collect();
            format!("{name}({})", parameters.join(", "))
        }
        other => other.to_string(),
    }
}
