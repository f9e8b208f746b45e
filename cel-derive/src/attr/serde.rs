//! `#[serde(..)]`, which decides the JSON form. The same argument in `#[schemars(..)]` goes before it.

use super::{Entry, Value, entries, split};
use crate::ctxt::Ctxt;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Attribute;

/// The arguments of `#[schemars(..)]`, then those of `#[serde(..)]`. The first argument of a name counts.
pub(crate) struct SerdeAttrs {
    entries: Vec<Entry>,
}

/// How serde writes an enum.
pub(crate) enum Tagging {
    External,
    Untagged,
    /// `tag = ".."`, with or without `content`
    Tagged(Span),
}

/// Settings that all fields of a type share.
#[derive(Clone, Copy)]
pub(crate) struct Inherited {
    pub(crate) rename_all: RenameRule,
    pub(crate) default: bool,
}

impl SerdeAttrs {
    /// The attributes as schemars reads them. `#[schemars(!default)]` takes away the `default` of serde.
    pub(crate) fn from_attrs(attrs: &[Attribute]) -> Self {
        let mut all = entries(attrs, "schemars");
        let taken: Vec<String> =
            all.iter().filter_map(|entry| entry.name.strip_prefix('!').map(str::to_owned)).collect();
        all.extend(entries(attrs, "serde").into_iter().filter(|entry| !taken.contains(&entry.name)));
        SerdeAttrs { entries: all }
    }

    /// The attributes as serde reads them, which alone decide the JSON.
    pub(crate) fn of_json(attrs: &[Attribute]) -> Self {
        SerdeAttrs { entries: entries(attrs, "serde") }
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// True for `default` without a function.
    pub(crate) fn has_plain_default(&self) -> bool {
        self.find("default").is_some_and(|entry| matches!(entry.value, Value::None))
    }

    /// The span of the first of these arguments.
    pub(crate) fn span_of(&self, names: &[&str]) -> Option<Span> {
        names.iter().find_map(|name| self.find(name)).map(|entry| entry.span)
    }

    /// An argument as text, `rename = "minSize"`, and its place.
    pub(crate) fn argument(&self, name: &str) -> Option<(String, Span)> {
        let entry = self.find(name)?;
        let value = match &entry.value {
            Value::Eq(value) => format!(" = {value}"),
            Value::List(list) => format!("({list})"),
            Value::None => String::new(),
        };
        Some((format!("{name}{value}"), entry.span))
    }

    /// The JSON name of a field or a variant.
    pub(crate) fn name(&self, cx: &Ctxt, ident: &str, rule: RenameRule, kind: Kind) -> String {
        let renamed = self.find("rename").and_then(|entry| one_name(cx, entry));
        renamed.unwrap_or_else(|| rule.apply(ident, kind))
    }

    pub(crate) fn rename_all(&self, cx: &Ctxt, key: &str) -> RenameRule {
        let Some(name) = self.find(key).and_then(|entry| one_name(cx, entry)) else {
            return RenameRule::None;
        };
        RenameRule::from_name(&name).unwrap_or(RenameRule::None) // serde reports unknown names
    }

    pub(crate) fn tagging(&self) -> Tagging {
        match self.span_of(&["tag", "content"]) {
            Some(span) => Tagging::Tagged(span),
            None if self.has("untagged") => Tagging::Untagged,
            None => Tagging::External,
        }
    }

    /// The name of the tag: the property with the variant's name. serde also writes it for a struct.
    pub(crate) fn tag(&self) -> Option<String> {
        self.find("tag")?.string().map(|name| name.value())
    }

    /// The type that the first of these arguments names, as written: `into = "String"`.
    pub(crate) fn type_of(&self, names: &[&str]) -> Option<syn::Type> {
        names.iter().find_map(|name| self.find(name))?.string()?.parse().ok()
    }

    /// The place of `remote`, which names the type whose values serde writes. After `remote = "Self"` they are the type's own: its `Serialize`
    /// is written by hand and calls the function that serde writes.
    pub(crate) fn remote(&self) -> Option<Span> {
        let entry = self.find("remote")?;
        let is_own = entry.string().is_some_and(|name| name.value() == "Self");
        (!is_own).then_some(entry.span)
    }

    /// The other names under which serde reads a field.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = String> + '_ {
        self.entries
            .iter()
            .filter(|entry| entry.name == "alias")
            .filter_map(|entry| Some(entry.string()?.value()))
    }

    /// The function of `skip_serializing_if`, with its spans.
    pub(crate) fn skip_serializing_if(&self) -> Option<TokenStream> {
        let path = self.find("skip_serializing_if")?.string()?;
        path.parse().ok()
    }
}

/// The function that serde writes a field with, and its span: `serialize_with = "path"`, or `with = "module"`.
pub(crate) fn serialize_with(attrs: &[Attribute]) -> Option<(TokenStream, Span)> {
    entries(attrs, "serde").iter().find_map(|entry| {
        let path: TokenStream = match entry.name.as_str() {
            "serialize_with" | "with" => entry.string()?.parse().ok()?,
            _ => return None,
        };
        let function = if entry.name == "with" { quote!(#path::serialize) } else { path };
        Some((function, entry.span))
    })
}

/// The name in `rename = ".."` or `rename(serialize = "..", deserialize = "..")`.
fn one_name(cx: &Ctxt, entry: &Entry) -> Option<String> {
    let Value::List(list) = &entry.value else {
        return entry.string().map(|text| text.value());
    };
    let list = split(list.clone());
    let name = |key: &str| list.iter().find(|entry| entry.name == key)?.string().map(|text| text.value());
    let (written, read) = (name("serialize"), name("deserialize"));
    if written != read {
        let name = read.as_ref().or(written.as_ref()).map_or("..", String::as_str);
        let help = format!(
            "write one name for both, `{} = \"{name}\"`: rules see the object as it is written, the schema says how it is read",
            entry.name
        );
        cx.error_with_help(entry.span, "different names for reading and writing", help);
    }
    read.or(written)
}

/// The kind of a named item. Fields and variants have different conventions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Field,
    Variant,
}

/// serde's `rename_all`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RenameRule {
    None,
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl RenameRule {
    /// serde reports a name that is misspelt, such as `camelcase`. Rules then see the names that are meant.
    fn from_name(name: &str) -> Option<Self> {
        Some(match name.replace(['_', '-'], "").to_ascii_lowercase().as_str() {
            "lowercase" => RenameRule::Lower,
            "uppercase" => RenameRule::Upper,
            "pascalcase" => RenameRule::Pascal,
            "camelcase" => RenameRule::Camel,
            "snakecase" => RenameRule::Snake,
            "screamingsnakecase" => RenameRule::ScreamingSnake,
            "kebabcase" => RenameRule::Kebab,
            "screamingkebabcase" => RenameRule::ScreamingKebab,
            _ => return None,
        })
    }

    /// Renames a field in snake case, or a variant in Pascal case.
    pub(crate) fn apply(self, name: &str, kind: Kind) -> String {
        let field = kind == Kind::Field;
        match self {
            RenameRule::None => name.to_owned(),
            RenameRule::Lower if field => name.to_owned(),
            RenameRule::Lower => name.to_ascii_lowercase(),
            RenameRule::Upper => name.to_ascii_uppercase(),
            RenameRule::Pascal if field => pascal(name),
            RenameRule::Pascal => name.to_owned(),
            RenameRule::Camel if field => lower_first(&pascal(name)),
            RenameRule::Camel => lower_first(name),
            RenameRule::Snake if field => name.to_owned(),
            RenameRule::Snake => snake(name),
            RenameRule::ScreamingSnake if field => name.to_ascii_uppercase(),
            RenameRule::ScreamingSnake => snake(name).to_ascii_uppercase(),
            RenameRule::Kebab => RenameRule::Snake.apply(name, kind).replace('_', "-"),
            RenameRule::ScreamingKebab => RenameRule::ScreamingSnake.apply(name, kind).replace('_', "-"),
        }
    }
}

fn pascal(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + chars.as_str())
    });
    words.collect()
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |c| c.to_ascii_lowercase().to_string() + chars.as_str())
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Kind, RenameRule};

    fn check(rule: &str, field: &str, variant: &str) {
        let rule = RenameRule::from_name(rule).expect("a rule");
        assert_eq!(rule.apply("min_replicas", Kind::Field), field);
        assert_eq!(rule.apply("MinReplicas", Kind::Variant), variant);
    }

    #[test]
    fn names_follow_serde() {
        check("lowercase", "min_replicas", "minreplicas");
        check("UPPERCASE", "MIN_REPLICAS", "MINREPLICAS");
        check("PascalCase", "MinReplicas", "MinReplicas");
        check("camelCase", "minReplicas", "minReplicas");
        check("snake_case", "min_replicas", "min_replicas");
        check("SCREAMING_SNAKE_CASE", "MIN_REPLICAS", "MIN_REPLICAS");
        check("kebab-case", "min-replicas", "min-replicas");
        check("SCREAMING-KEBAB-CASE", "MIN-REPLICAS", "MIN-REPLICAS");
    }
}
