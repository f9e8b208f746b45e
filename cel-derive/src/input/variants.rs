//! The variants of enums. They become names, or properties of the enum's object.

use super::{
    Content, Data, FieldsOf, Property, Reader, Reading, Variants,
    field::{member, place},
    shared,
};
use crate::{
    attr::{
        extension,
        serde::{Inherited, Kind, RenameRule, SerdeAttrs, Tagging},
        setting,
    },
    decl_type::Shape,
    tokens::Tokens,
};
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Fields, ext::IdentExt};

impl Reading<'_> {
    pub(super) fn enumeration(
        &self,
        item: &DeriveInput,
        variants: &[&syn::Variant],
        serde: &SerdeAttrs,
    ) -> Data {
        self.no_rules_on_variants(variants);
        let rename_all = serde.rename_all(self.cx, "rename_all");
        let rename_all_fields = serde.rename_all(self.cx, "rename_all_fields");
        let all = variants
            .iter()
            .enumerate()
            .map(|(index, variant)| (index, variant, SerdeAttrs::from_attrs(&variant.attrs)));
        let (skipped, used): (Vec<_>, Vec<(usize, &&syn::Variant, SerdeAttrs)>) =
            all.partition(|(_, _, serde)| serde.has("skip") || serde.has("skip_deserializing"));
        let units: Vec<_> =
            used.iter().filter(|(_, variant, _)| matches!(variant.fields, Fields::Unit)).collect();
        match serde.tagging() {
            _ if used.is_empty() => {
                self.refuse(item.ident.span(), "an enum without variants has no schema", "add a variant")
            }
            Tagging::Tagged(span) => {
                let message =
                    "kube refuses an enum with `tag`: its variants have different schemas for one property";
                let help = "remove `tag` and `content`, so that the JSON is `{\"variant\": {..}}`, or write `untagged`";
                self.refuse(span, message, help)
            }
            Tagging::External if units.len() == used.len() => {
                let name = |(_, variant, serde): &(usize, &&syn::Variant, SerdeAttrs)| {
                    let ident = variant.ident.unraw().to_string();
                    (variant.ident.clone(), serde.name(self.cx, &ident, rename_all, Kind::Variant))
                };
                let is_documented = used.iter().chain(&skipped).any(is_documented);
                let [names, skipped] = [&used, &skipped].map(|variants| variants.iter().map(name).collect());
                Data::UnitEnum(Variants { names, skipped, is_documented })
            }
            tagging => {
                if let [(_, unit, _), ..] = units[..] {
                    return self.refuse_unit(unit);
                }
                let untagged = matches!(tagging, Tagging::Untagged);
                let several = variants.len() > 1;
                let mut properties = Vec::new();
                for (index, variant, serde) in &used {
                    if serde.has("untagged") && !untagged {
                        let message = "`untagged` on a variant is not supported";
                        let help = "write it on the enum, or remove it";
                        return self.refuse(variant.ident.span(), message, help);
                    }
                    let own = serde.rename_all(self.cx, "rename_all");
                    let rename = if own == RenameRule::None { rename_all_fields } else { own };
                    let ident = variant.ident.unraw().to_string();
                    let name = serde.name(self.cx, &ident, rename_all, Kind::Variant);
                    let of = VariantOf { index: *index, variant, name, rename, several };
                    self.variant(&of, untagged, &mut properties);
                }
                Data::Object(properties)
            }
        }
    }

    fn no_rules_on_variants(&self, variants: &[&syn::Variant]) {
        for variant in variants {
            let message = "a variant is not a node of the schema";
            let help = "write the rule on the enum: `has(self.variant)` tells which variant it is";
            if let Some(attr) = variant.attrs.iter().find(|attr| attr.path().is_ident("x_validation")) {
                match setting(attr) {
                    Some((key, span)) => self.cx.error_with_help(
                        span,
                        format!("`{key}` has no place on a variant"),
                        "write it on the enum, or on a field of the variant",
                    ),
                    None => self.cx.error_in(attr, message, help),
                }
            }
            if let Some(span) = extension::place(&variant.attrs) {
                self.cx.error_with_help(span, message, help);
            }
        }
    }

    fn variant(&self, of: &VariantOf<'_>, untagged: bool, out: &mut Vec<Property>) {
        let (owner, ident) = (self.owner, &of.variant.ident);
        let several = of.several;
        let reader = |index: usize, field: &syn::Field| {
            let member = member(index, field);
            let rest = several.then(|| quote!(_ => __cel::None,));
            let expr = quote_spanned! {place(&field.ty)=>
                match __cel_self { #owner::#ident { #member: __cel_v, .. } => __cel::Some(__cel_v), #rest }
            };
            Reader { expr: Tokens::new(&expr), optional: true }
        };
        let inherited = Inherited { rename_all: of.rename, default: false };
        let fields = FieldsOf { prefix: format!("f_{}_", of.index), inherited, own: None, reader: &reader };
        let content = match &of.variant.fields {
            Fields::Named(named) => {
                let properties = self.properties(named.named.iter(), &fields);
                if untagged {
                    return self.merge(properties, out);
                }
                Content::Object(properties)
            }
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
                let property = self.properties(unnamed.unnamed.iter(), &fields).pop();
                out.extend(property.and_then(|property| self.of_one_value(of, untagged, property)));
                return;
            }
            Fields::Unnamed(_) => {
                let help = "name the fields";
                self.cx.error_with_help(ident.span(), "tuple variants have no structural schema", help);
                return;
            }
            Fields::Unit => return,
        };
        let rest = several.then(|| quote!(_ => __cel::None,));
        let expr = quote!(match __cel_self { #owner::#ident { .. } => __cel::Some(__cel_self), #rest });
        // The variant's name may be invalid in a method's name.
        let method = of.index.to_string();
        let reader = Reader { expr: Tokens::new(&expr), optional: true };
        out.push(Property {
            name: of.name.clone(),
            rust_name: ident.unraw().to_string(),
            span: ident.span(),
            ..Property::plain(&method, reader, content)
        });
    }

    /// A variant without fields beside some with fields.
    fn refuse_unit(&self, variant: &syn::Variant) -> Data {
        let message = "unit variants beside others have no structural schema";
        let help = format!("give the variant fields: `{} {{}}`", variant.ident);
        self.refuse(variant.ident.span(), message, &help)
    }

    /// The property of a variant with one unnamed value.
    fn of_one_value(&self, of: &VariantOf<'_>, untagged: bool, property: Property) -> Option<Property> {
        match property.content {
            Content::Value(typed)
                if untagged
                    && typed.nested().is_none()
                    && !typed.is_parameter()
                    && !matches!(typed.shape, Shape::Error) =>
            {
                // Report it once for all variants.
                if !self.has_choice.replace(true) {
                    let message =
                        "an untagged choice of values has no structural schema: kube leaves out its type";
                    self.cx.error_with_help(property.span, message, CHOICE);
                }
                None
            }
            Content::Value(typed) if untagged => {
                Some(Property { content: Content::Flatten(typed), required: false, ..property })
            }
            content => Some(Property {
                name: of.name.clone(),
                rust_name: of.variant.ident.unraw().to_string(),
                required: false,
                content,
                ..property
            }),
        }
    }

    /// Adds the properties of a variant of an untagged enum. Properties with the same name become one.
    fn merge(&self, properties: Vec<Property>, out: &mut Vec<Property>) {
        for property in properties {
            match out.iter_mut().find(|other| other.name == property.name) {
                Some(other) if other.typed().is_some() => shared::merge(self.cx, other, property),
                _ => out.push(Property { required: false, ..property }),
            }
        }
    }
}

/// True if schemars writes a separate schema for the variant. It decides that of skipped ones, too, before it leaves them out.
fn is_documented((_, variant, serde): &(usize, &&syn::Variant, SerdeAttrs)) -> bool {
    let keys = ["title", "description", "example", "extend", "transform", "with", "schema_with", "untagged"];
    let is_comment = |attr: &syn::Attribute| match &attr.meta {
        syn::Meta::NameValue(meta) => meta.path.is_ident("doc"),
        syn::Meta::Path(_) | syn::Meta::List(_) => false,
    };
    let mut attrs = variant.attrs.iter();
    !matches!(variant.fields, Fields::Unit)
        || attrs.any(|attr| is_comment(attr) || attr.path().is_ident("deprecated"))
        || keys.iter().any(|key| serde.has(key))
}

/// A variant that becomes one or more properties.
struct VariantOf<'a> {
    index: usize,
    variant: &'a syn::Variant,
    name: String,
    rename: RenameRule,
    /// True if the enum has other variants.
    several: bool,
}

const CHOICE: &str = "if it is an integer or a text, add to the enum `#[x_validation(as = \"int-or-string\")]`
      and `#[schemars(extend(\"x-kubernetes-int-or-string\" = true))]`;
      else name the fields of the variants, or write the schema where the type is used: `#[schemars(schema_with = \"..\")]`";
