//! The types of the crate k8s-openapi: their fields with the names in JSON and in Rust, and the types of the fields.
//!
//! `types.txt` is written by `cargo tables write kubernetes`, from the crate's source. A line is a type:
//!
//! ```text
//! Condition apimachinery::pkg::apis::meta::v1 33-37 message:str observedGeneration?:i64 type=type_:str ..
//! ```
//!
//! After the name come the module and the versions of Kubernetes that have the type (1.33 to 1.37). `*` says that the type contains
//! itself, `+` that specs usually hold it. Then come its fields: the name in JSON, `=` and the name in Rust if that is not the usual one,
//! `?` for an `Option`, the type, and `@` with the versions that have the field if the type has more. `~v1` is a text that no field holds.
//! A type that is no struct with fields has one word for its kind: `!quantity`.

use std::{borrow::Cow, sync::OnceLock};

/// The types, sorted by their names and then by their modules.
const TYPES: &str = include_str!("kubernetes/types.txt");

/// The version whose types are used if the version is unknown.
pub const NEWEST: u8 = 37;

/// The oldest version whose types are known.
pub const OLDEST: u8 = 33;

/// A type of k8s-openapi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `Condition`
    pub name: &'static str,
    /// `apimachinery::pkg::apis::meta::v1`
    pub module: &'static str,
    versions: &'static str,
    content: &'static str,
}

/// The kind of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub enum Shape {
    Object(Vec<Field>),
    Quantity,
    Time,
    MicroTime,
    IntOrString,
    /// JSON. The schema says only `type: object`.
    Untyped,
    /// `oneOf`, which a structural schema cannot have.
    Union,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in JSON.
    pub name: &'static str,
    /// How Rust holds it.
    pub held: Held,
    /// Says whether it is an `Option`.
    pub presence: Presence,
    /// The type of its content, without the `Option`.
    pub ty: RustType,
    /// The type in the notation of the table.
    notation: &'static str,
    versions: &'static str,
}

/// The source of a field's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A struct field with this name.
    Field(Cow<'static, str>),
    /// No field: serde writes this text.
    Text(&'static str),
}

/// Says whether a field is an `Option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is no `Option`: the schema says `required`, except for texts that serde writes.
    Always,
    /// It is an `Option`.
    Optional,
    /// It is no `Option` in the version that was asked for, but one in other versions.
    AlwaysHere,
    /// It is an `Option` there, but not in other versions.
    OptionalHere,
}

/// The type of a field's content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub enum RustType {
    String,
    Bool,
    I32,
    I64,
    F64,
    /// `ByteString`
    Bytes,
    Vec(Box<RustType>),
    /// A `BTreeMap` with `String` keys.
    Map(Box<RustType>),
    Box(Box<RustType>),
    Named(Entry),
}

/// A part of an object of k8s-openapi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A type.
    Type(Entry),
    /// The type of a field's content, in the notation of the table.
    Written(&'static str),
}

impl Part {
    /// The part below it with this name: a property or any value of a map.
    #[must_use]
    #[inline]
    pub fn key(self, name: &str) -> Option<Part> {
        match self {
            Part::Written(text) => {
                let text = text.trim_start_matches('&');
                match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
                    Some(values) => Some(Part::Written(values)),
                    None => Part::Type(at(text)?).key(name),
                }
            }
            Part::Type(entry) => match entry.shape(None) {
                Shape::Object(fields) => {
                    let field = fields.iter().find(|field| field.name == name)?;
                    Some(Part::Written(field.notation))
                }
                _ => None,
            },
        }
    }
}

/// All types, sorted by name.
#[inline]
pub fn entries() -> impl Iterator<Item = Entry> {
    TYPES.lines().filter_map(Entry::read)
}

/// The types with this name, sorted by module.
#[inline]
pub fn named(name: &str) -> impl Iterator<Item = Entry> {
    let lines = lines();
    let first = lines.partition_point(|line| name_of(line) < name);
    let same = lines.iter().skip(first).take_while(move |line| name_of(line) == name);
    same.copied().map_while(Entry::read)
}

/// The type at a path below the crate: `api::core::v1::PodSpec`.
#[must_use]
#[inline]
pub fn at(path: &str) -> Option<Entry> {
    let (module, name) = path.rsplit_once("::")?;
    named(name).find(|entry| entry.module == module)
}

/// The id of a type in a version, for schemas. The id says whether the type was guessed from a name. Ids of types that derive begin with
/// the name of a package, which has no space.
#[must_use]
#[inline]
pub fn id(entry: Entry, minor: Option<u8>, is_guess: bool) -> String {
    let minor = minor.map(|minor| minor.to_string()).unwrap_or_default();
    format!("{}{minor} {}", if is_guess { GUESS } else { TYPE }, entry.path())
}

/// True if the id was guessed from a name.
#[must_use]
#[inline]
pub fn is_guess(id: &str) -> bool {
    id.starts_with(GUESS)
}

/// The type and the version of an id.
#[must_use]
#[inline]
pub fn of_id(id: &str) -> Option<(Entry, Option<u8>)> {
    let (minor, path) = id.strip_prefix(TYPE).or_else(|| id.strip_prefix(GUESS))?.split_once(' ')?;
    Some((at(path)?, minor.parse().ok()))
}

const TYPE: &str = "k8s-openapi type ";
const GUESS: &str = "k8s-openapi name ";

/// The lines of the table. They are split once, because the derive looks up the name of each field's type.
#[inline]
fn lines() -> &'static [&'static str] {
    static LINES: OnceLock<Vec<&str>> = OnceLock::new();
    LINES.get_or_init(|| TYPES.lines().collect())
}

#[inline]
fn name_of(line: &str) -> &str {
    line.find(' ').and_then(|end| line.get(..end)).unwrap_or(line)
}

impl Entry {
    #[inline]
    fn read(line: &'static str) -> Option<Self> {
        let mut parts = line.splitn(4, ' ');
        Some(Entry {
            name: parts.next()?,
            module: parts.next()?,
            versions: parts.next()?,
            content: parts.next().unwrap_or_default(),
        })
    }

    /// `api::core::v1::PodSpec`
    #[must_use]
    #[inline]
    pub fn path(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// True if its schema contains itself. A structural schema cannot do so.
    #[must_use]
    #[inline]
    pub fn is_recursive(&self) -> bool {
        self.versions.contains('*')
    }

    /// True if specs usually hold the type. In a spec its name alone is then enough.
    #[must_use]
    #[inline]
    pub fn is_usual(&self) -> bool {
        self.versions.contains('+')
    }

    /// True if Kubernetes 1.`minor` has it.
    #[must_use]
    #[inline]
    pub fn is_in(&self, minor: u8) -> bool {
        includes(self.versions.trim_end_matches(['*', '+']), minor)
    }

    /// True if all versions have it.
    #[must_use]
    #[inline]
    pub fn is_in_all(&self) -> bool {
        (OLDEST..=NEWEST).all(|minor| self.is_in(minor))
    }

    /// True if it is an object that a server stores. Such an object has its own `kind`.
    #[must_use]
    #[inline]
    pub fn is_api_object(&self) -> bool {
        self.content.split(' ').any(|field| field.starts_with("kind~"))
    }

    /// Its shape in a version. Without a version it has the fields of all versions, each as in the newest version that has it.
    #[must_use]
    #[inline]
    pub fn shape(&self, minor: Option<u8>) -> Shape {
        match self.content {
            "!quantity" => Shape::Quantity,
            "!time" => Shape::Time,
            "!micro-time" => Shape::MicroTime,
            "!int-or-string" => Shape::IntOrString,
            "!untyped" => Shape::Untyped,
            "!union" => Shape::Union,
            fields => Shape::Object(read_fields(fields, minor)),
        }
    }
}

#[inline]
fn read_fields(text: &'static str, minor: Option<u8>) -> Vec<Field> {
    let all: Vec<Field> = text.split(' ').filter_map(Field::read).collect();
    let mut out: Vec<Field> = Vec::with_capacity(all.len());
    for field in &all {
        let others = all.iter().filter(|other| other.name == field.name);
        let is_wanted = |field: &&Field| minor.is_some_and(|minor| includes(field.versions, minor));
        let chosen = match minor {
            Some(_) => others.clone().find(is_wanted),
            None => others.clone().max_by_key(|field| newest(field.versions)),
        };
        if chosen != Some(field) {
            continue;
        }
        let differs = others.clone().any(|other| other.presence != field.presence);
        let presence = match field.presence {
            Presence::Always if differs => Presence::AlwaysHere,
            Presence::Optional if differs => Presence::OptionalHere,
            presence => presence,
        };
        out.push(Field { presence, ..field.clone() });
    }
    out
}

impl Field {
    #[inline]
    fn read(text: &'static str) -> Option<Self> {
        let (before, after) = text.split_once(':')?;
        let (ty, versions) = after.split_once('@').unwrap_or((after, ""));
        let (before, presence) = match before.strip_suffix('?') {
            Some(before) => (before, Presence::Optional),
            None => (before, Presence::Always),
        };
        let (name, held) = match (before.split_once('='), before.split_once('~')) {
            (Some((name, rust)), _) => (name, Held::Field(rust.into())),
            (_, Some((name, text))) => (name, Held::Text(text)),
            _ => (before, Held::Field(snake(before).into())),
        };
        Some(Field { name, held, presence, ty: RustType::read(ty)?, notation: ty, versions })
    }

    /// True if all versions that have its type have the field.
    #[must_use]
    #[inline]
    pub fn is_in_all(&self) -> bool {
        self.versions.is_empty()
    }

    /// True if its schema lists the field in `required`.
    #[must_use]
    #[inline]
    pub fn is_required(&self) -> bool {
        let is_always = matches!(self.presence, Presence::Always | Presence::AlwaysHere);
        is_always && matches!(self.held, Held::Field(_))
    }
}

impl RustType {
    /// The type in the notation of the table.
    #[must_use]
    #[inline]
    pub fn read(text: &str) -> Option<Self> {
        let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
        if let Some(inner) = inside("[", "]") {
            return Some(RustType::Vec(Box::new(RustType::read(inner)?)));
        }
        if let Some(inner) = inside("{", "}") {
            return Some(RustType::Map(Box::new(RustType::read(inner)?)));
        }
        if let Some(inner) = text.strip_prefix('&') {
            return Some(RustType::Box(Box::new(RustType::read(inner)?)));
        }
        Some(match text {
            "str" => RustType::String,
            "bool" => RustType::Bool,
            "i32" => RustType::I32,
            "i64" => RustType::I64,
            "f64" => RustType::F64,
            "bytes" => RustType::Bytes,
            path => RustType::Named(at(path)?),
        })
    }
}

/// `33-34,37` includes 33, 34 and 37. An empty text includes all.
#[inline]
fn includes(versions: &str, minor: u8) -> bool {
    versions.is_empty()
        || versions.split(',').any(|run| {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let number = |text: &str| text.parse::<u8>().unwrap_or_default();
            (number(first)..=number(last)).contains(&minor)
        })
}

#[inline]
fn newest(versions: &str) -> u8 {
    (OLDEST..=NEWEST).rev().find(|minor| includes(versions, *minor)).unwrap_or_default()
}

/// The usual name of a field in Rust: `matchLabels` is `match_labels`, `clusterIPs` is `cluster_ips`.
#[must_use]
#[inline]
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            out.push('_');
        }
        after_lower = !c.is_ascii_uppercase();
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests;
