//! Arguments of `#[schemars(..)]` that change the schema, and not the JSON. schemars reads those of `#[serde(..)]` too, so such an argument
//! belongs there: `#[serde(rename = "minSize")]`.

use super::{
    entries,
    serde::{Kind, RenameRule, SerdeAttrs},
};
use crate::{ctxt::Ctxt, literal::position};
use proc_macro2::{Ident, Span};
use std::collections::HashSet;
use syn::{Attribute, DeriveInput, Field, Fields, ext::IdentExt};

/// Reports them on a type, its variants and its fields. `is_by_serde` says if serde's derives make the JSON. It is asked only if there is
/// something to report.
pub(crate) fn check_schemars(cx: &Ctxt, item: &DeriveInput, is_by_serde: impl Fn() -> bool) {
    if !mentions(item) {
        return;
    }
    let own = Both::of(&item.attrs);
    if ["into", "from", "try_from", "remote"].iter().any(|key| own.json.has(key)) {
        return; // the JSON is that of another type
    }
    let mut found = Vec::new();
    match &item.data {
        syn::Data::Struct(data) => of_fields(data.fields.iter(), &own.renames("rename_all"), &mut found),
        syn::Data::Enum(data) => {
            if !["tag", "content", "untagged"].iter().any(|key| own.json.has(key)) {
                found.extend(own.alone("untagged"));
            }
            let (of_variants, around) = (own.renames("rename_all"), own.renames("rename_all_fields"));
            for variant in &data.variants {
                let both = Both::of(&variant.attrs);
                found.extend(both.name(&variant.ident, &of_variants, Kind::Variant));
                of_fields(variant.fields.iter(), &both.renames("rename_all").within(&around), &mut found);
            }
        }
        syn::Data::Union(_) => {}
    }
    if found.is_empty() || !is_by_serde() {
        return;
    }
    let mut told = HashSet::new();
    for Apart { span, message, help } in found {
        if told.insert(position(span)) {
            cx.error_with_help(span, message, help);
        }
    }
}

/// True if schemars has such an argument. Most types have none, and are read no further.
fn mentions(item: &DeriveInput) -> bool {
    let is_one = |attrs: &Vec<Attribute>| {
        entries(attrs, "schemars").iter().any(|entry| KEYS.contains(&entry.name.trim_start_matches('!')))
    };
    let in_fields = |fields: &Fields| fields.iter().any(|field| is_one(&field.attrs));
    let in_data = match &item.data {
        syn::Data::Struct(data) => in_fields(&data.fields),
        syn::Data::Enum(data) => {
            data.variants.iter().any(|variant| is_one(&variant.attrs) || in_fields(&variant.fields))
        }
        syn::Data::Union(_) => false,
    };
    in_data || is_one(&item.attrs)
}

const KEYS: &[&str] = &["rename", "rename_all", "rename_all_fields", "flatten", "untagged"];

/// An argument that is in `schemars` alone.
struct Apart {
    span: Span,
    message: String,
    help: String,
}

/// The attributes of an item, as schemars reads them and as serde does.
struct Both {
    schema: SerdeAttrs,
    json: SerdeAttrs,
}

/// How schemars and serde rename the fields or the variants of an item.
#[derive(Clone)]
struct Renames {
    schema: RenameRule,
    json: RenameRule,
    /// The argument of schemars, and its place.
    argument: Option<(String, Span)>,
}

impl Renames {
    /// The same, with what an item around it says of the rest.
    fn within(self, around: &Renames) -> Renames {
        let or = |rule, other| if rule == RenameRule::None { other } else { rule };
        Renames {
            schema: or(self.schema, around.schema),
            json: or(self.json, around.json),
            argument: self.argument.or_else(|| around.argument.clone()),
        }
    }
}

fn of_fields<'f>(fields: impl Iterator<Item = &'f Field>, renames: &Renames, found: &mut Vec<Apart>) {
    for field in fields {
        let both = Both::of(&field.attrs);
        if ["skip", "skip_serializing", "skip_deserializing"]
            .iter()
            .any(|key| both.schema.has(key) || both.json.has(key))
        {
            continue;
        }
        found.extend(both.alone("flatten"));
        if let (Some(ident), false) = (&field.ident, both.schema.has("flatten")) {
            found.extend(both.name(ident, renames, Kind::Field));
        }
    }
}

impl Both {
    fn of(attrs: &[Attribute]) -> Self {
        Both { schema: SerdeAttrs::from_attrs(attrs), json: SerdeAttrs::of_json(attrs) }
    }

    /// What `rename_all` or `rename_all_fields` says.
    fn renames(&self, key: &str) -> Renames {
        unreported(|cx| Renames {
            schema: self.schema.rename_all(cx, key),
            json: self.json.rename_all(cx, key),
            argument: self.schema.argument(key),
        })
    }

    /// A name that is another one in the schema than in JSON.
    fn name(&self, ident: &Ident, renames: &Renames, kind: Kind) -> Option<Apart> {
        let rust = ident.unraw().to_string();
        let (schema, json) = unreported(|cx| {
            (self.schema.name(cx, &rust, renames.schema, kind), self.json.name(cx, &rust, renames.json, kind))
        });
        if schema == json {
            return None;
        }
        let (key, span) = self.schema.argument("rename").or_else(|| renames.argument.clone())?;
        Some(Apart {
            span,
            message: format!("the schema has the name `{schema}`, and serde writes `{json}`"),
            help: format!("write `#[serde({key})]` in place of `#[schemars({key})]`: schemars reads it, too"),
        })
    }

    /// An argument that only schemars has.
    fn alone(&self, key: &str) -> Option<Apart> {
        let span = self.schema.span_of(&[key]).filter(|_| !self.json.has(key))?;
        Some(Apart {
            span,
            message: format!(
                "`{key}` is only for schemars here: serde writes other JSON than the schema has"
            ),
            help: format!("write `#[serde({key})]` in place of `#[schemars({key})]`: schemars reads it, too"),
        })
    }
}

/// Reads attributes whose own mistakes are reported elsewhere.
fn unreported<T>(read: impl Fn(&Ctxt) -> T) -> T {
    let cx = Ctxt::new();
    let out = read(&cx);
    let _elsewhere = cx.check();
    out
}
