//! Our model of the item: what of it is in the JSON, under which name, and how it is read.

pub(crate) mod shared;
mod twice;

use crate::{
    attr::{
        Origin, Place, XValidationAttrs, extension,
        kube::{Kube, kube},
        schemars::{Bounds, has_transform},
        serde::{Inherited, Kind, RenameRule, SerdeAttrs, Tagging, serialize_with},
    },
    ctxt::Ctxt,
    decl_type::{Kubernetes, Shape, Typed, Use, argument, peel},
    generics::This,
    hidden::{Hidden, written_kind, written_kind_of, written_node},
    tokens::{At, Tokens, located},
};
use cel_codegen::schema::DeclType;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use syn::{DeriveInput, Fields, Visibility, ext::IdentExt, spanned::Spanned};

/// The item that derives `XValidation`.
pub(crate) struct Container<'a> {
    pub(crate) ident: &'a Ident,
    /// The item with its parameters.
    pub(crate) this: This<'a>,
    pub(crate) vis: &'a Visibility,
    pub(crate) attrs: XValidationAttrs,
    pub(crate) kube: Option<Kube>,
    /// The line that puts the rules into the CRD is there.
    pub(crate) has_transform: bool,
    pub(crate) preserve_unknown_fields: bool,
    /// An enum whose variants are told by their properties.
    pub(crate) is_untagged: bool,
    /// The names of fields that are not in the schema, with the attribute that says so.
    pub(crate) skipped: Vec<(String, &'static str)>,
    pub(crate) data: Data,
    /// The defaults of the type parameters.
    pub(crate) defaults: Vec<Option<Typed>>,
}

/// What the item is in JSON.
pub(crate) enum Data {
    /// A struct with named fields, or an enum that kube merges into an object.
    Object(Vec<Property>),
    /// A struct with one unnamed field, or `#[serde(transparent)]`: what the field is.
    Newtype(Box<Property>),
    /// An enum of unit variants: each with its name.
    UnitEnum(Vec<(Ident, String)>),
    /// Whatever it is in Rust, serde writes a scalar: its node.
    Scalar(Box<DeclType>),
    /// Reported.
    Error,
}

/// A property of an object.
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) rust_name: String,
    /// The hidden method that reads it for rules.
    pub(crate) method: Ident,
    pub(crate) reader: Reader,
    /// serde does not write a `None`, which would be a null.
    pub(crate) skips_none: bool,
    pub(crate) content: Content,
    pub(crate) attrs: XValidationAttrs,
    pub(crate) bounds: Bounds,
    pub(crate) required: bool,
    pub(crate) defaulted: bool,
    /// `skip_serializing`
    pub(crate) is_unwritten: bool,
    pub(crate) span: Span,
}

/// An expression over `__cel_self`, a reference to the object, that gives a `&T`, or an `Option<&T>`.
#[derive(Clone)]
pub(crate) struct Reader {
    pub(crate) expr: Tokens,
    pub(crate) optional: bool,
}

pub(crate) enum Content {
    Value(Typed),
    /// The properties are those of the object around it.
    Flatten(Typed),
    /// A variant with fields of its own; its properties are read from the enum.
    Object(Vec<Property>),
}

impl Property {
    /// A property of the type that kube makes around a spec, which the method `f_<name>` reads.
    pub(crate) fn of_root(name: &str, reader: Reader, content: Content) -> Self {
        Property {
            name: name.to_owned(),
            rust_name: name.to_owned(),
            method: format_ident!("f_{name}"),
            reader,
            skips_none: false,
            content,
            attrs: XValidationAttrs::default(),
            bounds: Bounds::default(),
            required: false,
            defaulted: false,
            is_unwritten: false,
            span: Span::call_site(),
        }
    }

    /// The hidden method gives an `Option`.
    pub(crate) fn optional(&self) -> bool {
        let option = match &self.content {
            Content::Value(typed) | Content::Flatten(typed) => {
                matches!(typed.shape, Shape::Option(_)) || typed.is_json() || typed.may_be_null()
            }
            Content::Object(_) => false,
        };
        self.reader.optional || option
    }

    pub(crate) fn typed(&self) -> Option<&Typed> {
        match &self.content {
            Content::Value(typed) | Content::Flatten(typed) => Some(typed),
            Content::Object(_) => None,
        }
    }
}

impl<'a> Container<'a> {
    pub(crate) fn from_ast(cx: &Ctxt, item: &'a DeriveInput) -> Self {
        let attrs = XValidationAttrs::from_attrs(cx, &item.attrs, Place::Container);
        let serde = SerdeAttrs::from_attrs(&item.attrs);
        let mut kube = kube(&item.attrs);
        let this = This::new(&item.ident, &item.generics);
        if this.is_generic() && (attrs.root || kube.is_some()) {
            let help = "give its arguments in a type without parameters, which is the root";
            cx.error_in(&item.generics, "the root of a CRD cannot be generic", help);
        }
        let bounds = Bounds::from_attrs(cx, &item.attrs);
        let scalar = scalar_of(&attrs, &serde, &bounds);
        if let (None, Some(span)) = (&scalar, serde.span_of(&["into", "from", "try_from", "remote"])) {
            let help = "if it is written as a scalar, say which: `#[x_validation(as = \"string\")]`; else derive `XValidation` on the type that is written, and mark fields of this one `opaque`";
            cx.error_with_help(span, "the JSON form is that of another type", help);
        }
        let k8s_openapi = attrs.k8s_openapi.is_some();
        let reading = Reading {
            cx,
            owner: &item.ident,
            this: &this,
            k8s_openapi,
            skipped: RefCell::default(),
            has_choice: Cell::new(false),
        };
        if let (syn::Data::Struct(_), Some(tag)) = (&item.data, serde.tag()) {
            reading.skipped.borrow_mut().push((tag, "tag"));
        }
        let data = match &item.data {
            _ if let Some(node) = scalar => {
                no_rules_in_scalar(cx, &item.data);
                Data::Scalar(Box::new(node))
            }
            syn::Data::Struct(data) => reading.structure(item, &data.fields, &serde),
            syn::Data::Enum(data) => {
                let variants: Vec<_> = data.variants.iter().collect();
                reading.enumeration(item, &variants, &serde)
            }
            syn::Data::Union(_) => {
                cx.error(item.ident.span(), "a union has no structural schema");
                Data::Error
            }
        };
        let defaults =
            (0..).zip(this.defaults()).map(|(n, ty)| default(cx, &this, &item.ident, n, ty?)).collect();
        if let Some(kube) = &mut kube {
            attrs.settle(cx, &mut kube.validations);
            kube.opaque_status = attrs.opaque_status.is_some();
        }
        let skipped = reading.skipped.into_inner();
        Container {
            ident: &item.ident,
            this,
            vis: &item.vis,
            attrs,
            kube,
            has_transform: has_transform(&item.attrs),
            preserve_unknown_fields: bounds.preserve_unknown_fields,
            is_untagged: matches!(item.data, syn::Data::Enum(_))
                && matches!(serde.tagging(), Tagging::Untagged),
            skipped,
            data,
            defaults,
        }
    }

    /// The type itself is the root of a CRD's schema, and not that of the spec of one.
    pub(crate) fn is_root(&self) -> bool {
        self.attrs.root && self.kube.is_none()
    }

    /// All properties, those of variants included.
    pub(crate) fn properties(&self) -> Vec<&Property> {
        let mut out = Vec::new();
        match &self.data {
            Data::Object(properties) => collect(properties, &mut out),
            Data::Newtype(property) => out.push(property.as_ref()),
            Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => {}
        }
        out
    }
}

/// The node of a type that serde writes as a scalar: `as = ".."` says so, or `into` names a scalar.
fn scalar_of(attrs: &XValidationAttrs, serde: &SerdeAttrs, bounds: &Bounds) -> Option<DeclType> {
    let kind = match attrs.written {
        Some(scalar) => written_kind(scalar, bounds),
        None => written_kind_of(&serde.into()?, bounds)?,
    };
    Some(written_node(kind, bounds))
}

fn no_rules_in_scalar(cx: &Ctxt, data: &syn::Data) {
    let attrs: Vec<&syn::Attribute> = match data {
        syn::Data::Struct(data) => data.fields.iter().flat_map(|field| &field.attrs).collect(),
        syn::Data::Enum(data) => {
            let fields = data.variants.iter().flat_map(|variant| &variant.fields);
            fields.flat_map(|field| &field.attrs).collect()
        }
        syn::Data::Union(_) => Vec::new(),
    };
    for attr in attrs.into_iter().filter(|attr| attr.path().is_ident("x_validation")) {
        let help = "write the rule on the type: `self` is the scalar";
        cx.error_in(attr, "the type is written as a scalar, which has no fields", help);
    }
}

fn collect<'a>(properties: &'a [Property], out: &mut Vec<&'a Property>) {
    for property in properties {
        out.push(property);
        if let Content::Object(inner) = &property.content {
            collect(inner, out);
        }
    }
}

/// The default of a type parameter.
fn default(cx: &Ctxt, this: &This<'_>, owner: &Ident, n: usize, ty: &syn::Type) -> Option<Typed> {
    let using = Use {
        owner,
        this,
        schema: None,
        nested: false,
        opaque: false,
        preserve_unknown_fields: false,
        int_or_string: false,
        embedded_resource: false,
        hidden: None,
        k8s_openapi: false,
        index: usize::MAX - n, // no field has it
    };
    let typed = argument(cx, ty, &using);
    if typed.has_parameter() || typed.nested().is_some_and(|(_, nested)| !nested.arguments.is_empty()) {
        let help = "leave out the default, or write a type without parameters";
        cx.error_in(ty, "the default of a type parameter cannot have parameters", help);
        return None;
    }
    Some(typed)
}

const CHOICE: &str = "use `IntOrString` of k8s-openapi for a number or a text, variants with named fields, or mark the fields of this type `#[x_validation(opaque)]`";

struct Reading<'a> {
    cx: &'a Ctxt,
    owner: &'a Ident,
    this: &'a This<'a>,
    /// The type says what the crate k8s-openapi is called.
    k8s_openapi: bool,
    skipped: RefCell<Vec<(String, &'static str)>>,
    /// An untagged choice of values is reported.
    has_choice: Cell<bool>,
}

/// Where the fields of a struct or a variant stand.
struct FieldsOf<'a> {
    /// In front of the names of methods: `f_`, `f_0_`.
    prefix: String,
    inherited: Inherited,
    /// The reader of a field, from its place among its siblings.
    reader: &'a dyn Fn(usize, &syn::Field) -> Reader,
}

impl Reading<'_> {
    fn structure(&self, item: &DeriveInput, fields: &Fields, serde: &SerdeAttrs) -> Data {
        let inherited =
            Inherited { rename_all: serde.rename_all(self.cx, "rename_all"), default: serde.has("default") };
        let reader = |index: usize, field: &syn::Field| {
            let expr = At(place(&field.ty)).write("&__cel_self.#0", &[member(index, field)]);
            Reader { expr, optional: false }
        };
        let of = FieldsOf { prefix: "f_".to_owned(), inherited, reader: &reader };
        match fields {
            Fields::Named(named) if serde.has("transparent") => {
                let mut properties = self.properties(named.named.iter(), &of);
                match (properties.pop(), properties.is_empty()) {
                    (Some(property), true) => {
                        self.no_rules_of_kube(&property);
                        self.newtype(property)
                    }
                    _ => {
                        let message = "a transparent type needs exactly one field that is not skipped";
                        self.refuse(item.ident.span(), message, "remove `transparent`")
                    }
                }
            }
            Fields::Named(named) => Data::Object(self.properties(named.named.iter(), &of)),
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
                match self.properties(unnamed.unnamed.iter(), &of).pop() {
                    Some(property) => self.newtype(property),
                    None => self.refuse(item.ident.span(), "a skipped newtype has no schema", NAME_FIELDS),
                }
            }
            Fields::Unnamed(_) => {
                self.refuse(item.ident.span(), "tuple structs have no structural schema", NAME_FIELDS)
            }
            Fields::Unit => self.refuse(item.ident.span(), "unit structs have no structural schema", BRACES),
        }
    }

    fn no_rules_of_kube(&self, property: &Property) {
        for rule in property.attrs.rules.iter().filter(|rule| rule.origin == Origin::Kube) {
            let message = "kube leaves out rules on the field of a transparent type";
            self.cx.error_with_help(rule.literal.span(), message, "write the rule on the type");
        }
    }

    /// Whether a value is null is asked where it stands, by the field's type.
    fn newtype(&self, property: Property) -> Data {
        if property.typed().is_some_and(|typed| matches!(typed.shape, Shape::Option(_))) {
            let message = "a newtype of an `Option` is not supported";
            return self.refuse(
                property.span,
                message,
                "write the `Option` around the newtype where it is used",
            );
        }
        Data::Newtype(Box::new(property))
    }

    fn refuse(&self, span: Span, message: &str, help: &str) -> Data {
        self.cx.error_with_help(span, message, help);
        Data::Error
    }

    fn enumeration(&self, item: &DeriveInput, variants: &[&syn::Variant], serde: &SerdeAttrs) -> Data {
        for variant in variants {
            let message = "a variant is not a node of the schema";
            let help = "write the rule on the enum: `has(self.variant)` tells which variant it is";
            if let Some(attr) = variant.attrs.iter().find(|attr| attr.path().is_ident("x_validation")) {
                self.cx.error_in(attr, message, help);
            }
            if let Some(span) = extension::place(&variant.attrs) {
                self.cx.error_with_help(span, message, help);
            }
        }
        let rename_all = serde.rename_all(self.cx, "rename_all");
        let rename_all_fields = serde.rename_all(self.cx, "rename_all_fields");
        let used: Vec<(usize, &&syn::Variant, SerdeAttrs)> = variants
            .iter()
            .enumerate()
            .map(|(index, variant)| (index, variant, SerdeAttrs::from_attrs(&variant.attrs)))
            .filter(|(_, _, serde)| !serde.has("skip") && !serde.has("skip_deserializing"))
            .collect();
        let units = used.iter().filter(|(_, variant, _)| matches!(variant.fields, Fields::Unit)).count();
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
            Tagging::External if units == variants.len() || units == used.len() => {
                let name = |(_, variant, serde): &(usize, &&syn::Variant, SerdeAttrs)| {
                    let ident = variant.ident.unraw().to_string();
                    (variant.ident.clone(), serde.name(self.cx, &ident, rename_all, Kind::Variant))
                };
                if used.len() != variants.len() {
                    return self.refuse(
                        item.ident.span(),
                        "skipped variants of a string enum are not supported",
                        "remove `skip`",
                    );
                }
                Data::UnitEnum(used.iter().map(name).collect())
            }
            Tagging::External | Tagging::Untagged if units > 0 => {
                let message = "unit variants beside others have no structural schema";
                self.refuse(item.ident.span(), message, "give the variant fields: `Variant {}`")
            }
            tagging => {
                let untagged = matches!(tagging, Tagging::Untagged);
                let several = variants.len() > 1;
                let mut properties = Vec::new();
                for (index, variant, serde) in &used {
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
        let fields = FieldsOf { prefix: format!("f_{}_", of.index), inherited, reader: &reader };
        let content = match &of.variant.fields {
            Fields::Named(named) => {
                let properties = self.properties(named.named.iter(), &fields);
                if untagged {
                    return self.merge(properties, out);
                }
                Content::Object(properties)
            }
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
                let Some(property) = self.properties(unnamed.unnamed.iter(), &fields).pop() else { return };
                match property.content {
                    Content::Value(typed)
                        if untagged
                            && typed.nested().is_none()
                            && !typed.is_parameter()
                            && !matches!(typed.shape, Shape::Error) =>
                    {
                        // One for all variants.
                        if !self.has_choice.replace(true) {
                            let message = "an untagged choice of values has no structural schema: kube leaves out its type";
                            self.cx.error_with_help(property.span, message, CHOICE);
                        }
                        return;
                    }
                    Content::Value(typed) if untagged => {
                        out.push(Property { content: Content::Flatten(typed), ..property });
                        return;
                    }
                    content => {
                        out.push(Property {
                            name: of.name.clone(),
                            rust_name: ident.unraw().to_string(),
                            required: false,
                            content,
                            ..property
                        });
                        return;
                    }
                }
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
        out.push(Property {
            name: of.name.clone(),
            rust_name: ident.unraw().to_string(),
            method: format_ident!("f_{}", of.index),
            reader: Reader { expr: Tokens::new(&expr), optional: true },
            skips_none: false,
            content,
            attrs: XValidationAttrs::default(),
            bounds: Bounds::default(),
            required: false,
            defaulted: false,
            is_unwritten: false,
            span: ident.span(),
        });
    }

    /// Properties of one more variant of an untagged enum; those that other variants have are the same property.
    fn merge(&self, properties: Vec<Property>, out: &mut Vec<Property>) {
        for property in properties {
            match out.iter_mut().find(|other| other.name == property.name) {
                Some(other) if other.typed().is_some() => shared::merge(self.cx, other, property),
                _ => out.push(Property { required: false, ..property }),
            }
        }
    }

    fn properties<'f>(
        &self,
        fields: impl Iterator<Item = &'f syn::Field>,
        of: &FieldsOf<'_>,
    ) -> Vec<Property> {
        fields.enumerate().filter_map(|(index, field)| self.property(index, field, of)).collect()
    }

    fn property(&self, index: usize, field: &syn::Field, of: &FieldsOf<'_>) -> Option<Property> {
        let attrs = XValidationAttrs::from_attrs(self.cx, &field.attrs, Place::Field);
        let serde = SerdeAttrs::from_attrs(&field.attrs);
        if let Some(key) = ["skip", "skip_deserializing"].into_iter().find(|key| serde.has(key)) {
            self.no_rules_on_skipped(&attrs);
            let ident = field.ident.as_ref().map(|ident| ident.unraw().to_string());
            let name = serde.name(self.cx, &ident.unwrap_or_default(), of.inherited.rename_all, Kind::Field);
            self.skipped.borrow_mut().push((name, key));
            return None;
        }
        let bounds = Bounds::from_attrs(self.cx, &field.attrs);
        let rust_name =
            field.ident.as_ref().map_or_else(|| index.to_string(), |ident| ident.unraw().to_string());
        let mut reader = (of.reader)(index, field);
        let once = twice::once(field);
        let (is_twice, field) = (once.is_some(), once.as_ref().unwrap_or(field));
        let typed = self.typed(index, field, &attrs, &bounds);
        let skip = serde.skip_serializing_if();
        let mut skips_none = skip.as_ref().is_some_and(|skip| is_option_none(skip, &typed));
        if serde.has("skip_serializing") {
            let ty = located(&field.ty);
            reader = Reader { expr: At::derive().write("__cel::None::<&#0>", &[ty]), optional: true };
        } else if let Some(skip) = skip.filter(|_| !skips_none) {
            reader = skipping(reader, self.without_self(skip));
        }
        if is_twice && !serde.has("skip_serializing") {
            reader = twice::reader(reader, skips_none);
            skips_none = false;
        }
        let has_default = serde.has("default") || of.inherited.default;
        // A null is no default; else schemars asks the function whether it skips it, and the usual ones skip that of the type.
        let is_left_out = serde.has("skip_serializing_if") || is_option(&field.ty);
        let defaulted = has_default && !(serde.has_plain_default() && is_left_out);
        let flatten = serde.has("flatten");
        if flatten
            && typed.nested().is_none()
            && !typed.is_parameter()
            && !typed.is_map()
            && !typed.is_opaque()
            && !is_error(&typed)
        {
            let (message, help) = match typed.kubernetes() {
                Some((_, Kubernetes::Object(_))) => (
                    "a type of k8s-openapi cannot be flattened",
                    "remove `flatten`, or write the fields that you need into this struct",
                ),
                _ => {
                    ("this type cannot be flattened", "flatten a struct that derives `XValidation`, or a map")
                }
            };
            self.cx.error_with_help(field.ty.span(), message, help);
        }
        Some(Property {
            name: serde.name(self.cx, &rust_name, of.inherited.rename_all, Kind::Field),
            method: format_ident!("{}{}", of.prefix, rust_name, span = place(&field.ty)),
            required: !has_default && !matches!(typed.shape, Shape::Option(_)) && !is_option(&field.ty),
            rust_name,
            reader,
            skips_none,
            content: if flatten { Content::Flatten(typed) } else { Content::Value(typed) },
            attrs,
            bounds,
            defaulted,
            is_unwritten: serde.has("skip_serializing"),
            span: start(&field.ty),
        })
    }

    fn typed(&self, index: usize, field: &syn::Field, attrs: &XValidationAttrs, bounds: &Bounds) -> Typed {
        let error = || Typed { ty: field.ty.clone(), shape: Shape::Error };
        let written = match (attrs.written, &bounds.with) {
            (Some(scalar), _) => Some(written_kind(scalar, bounds)),
            (None, Some(with)) => written_kind_of(with, bounds),
            (None, None) => None,
        };
        let is_told =
            written.is_some() || attrs.opaque.is_some() || attrs.nested.is_some() || attrs.schema.is_some();
        if let (Some(span), false) = (bounds.foreign_schema, is_told) {
            let help = "say what is written: `#[x_validation(as = \"string\")]` of a text (or `\"integer\"`, `\"number\"`, `\"boolean\"`), else `#[x_validation(opaque)]`";
            self.cx.error_with_help(span, "the schema is not that of the Rust type", help);
            return error();
        }
        let serialize_with = serialize_with(&field.attrs);
        if let (Some((_, span)), None, None) = (&serialize_with, &written, attrs.opaque) {
            let help = "say what it writes: `#[x_validation(as = \"string\")]` of a text (or `\"integer\"`, `\"number\"`, `\"boolean\"`), else `#[x_validation(opaque)]`";
            self.cx.error_with_help(*span, "the field is written by a function of its own", help);
            return error();
        }
        let is_untyped = bounds.preserve_unknown_fields && !bounds.is_object && is_value(&field.ty);
        // Of what depends on a parameter rules see nothing.
        let is_bound = self.this.is_bound_in(&field.ty);
        if is_bound && written.is_some() && attrs.opaque.is_none() {
            let help = "mark the field `#[x_validation(opaque)]`, or give `as` on a type of its own, without parameters";
            self.cx.error_in(&field.ty, "what is written as a scalar cannot depend on a parameter", help);
            return error();
        }
        let hidden = match (&attrs.opaque, written) {
            _ if is_bound => None,
            (_, Some(kind)) => Some(Some(kind)),
            (Some(_), None) if !is_untyped && !is_flattened(field) => Some(None),
            _ => None,
        };
        let hidden = hidden.map(|scalar| {
            let is_whole = serialize_with.is_some() || scalar.is_none() && bounds.foreign_schema.is_some();
            let write = serialize_with.map(|(path, _)| Tokens::new(&self.without_self(path)));
            Rc::new(Hidden { scalar, write, is_whole })
        });
        let using = Use {
            owner: self.owner,
            this: self.this,
            schema: attrs.schema.as_ref(),
            nested: attrs.nested.is_some(),
            opaque: attrs.opaque.is_some(),
            hidden: hidden.as_ref(),
            preserve_unknown_fields: bounds.preserve_unknown_fields,
            int_or_string: bounds.is_int_or_string(),
            embedded_resource: bounds.embedded_resource.is_some(),
            k8s_openapi: self.k8s_openapi,
            index,
        };
        Typed::of(self.cx, &field.ty, &using)
    }

    /// A path as it is written outside of the type's own impls.
    fn without_self(&self, path: TokenStream) -> TokenStream {
        let named = |token: TokenTree| match token {
            TokenTree::Ident(ident) if ident == "Self" => self.this.turbofish(self.owner),
            other => other.into(),
        };
        path.into_iter().map(named).collect()
    }

    fn no_rules_on_skipped(&self, attrs: &XValidationAttrs) {
        for rule in attrs.all_rules() {
            let help = "remove the rule, or `skip`";
            self.cx.error_with_help(rule.literal.span(), "the field is not in the object", help);
        }
    }
}

/// A variant that becomes a property, or several.
struct VariantOf<'a> {
    index: usize,
    variant: &'a syn::Variant,
    name: String,
    rename: RenameRule,
    /// The enum has other variants.
    several: bool,
}

const NAME_FIELDS: &str = "name the fields: `struct Spec { min: i32, max: i32 }`";
const BRACES: &str = "write `struct Spec {}`";

fn is_error(typed: &Typed) -> bool {
    match &typed.shape {
        Shape::Option(inner) | Shape::Pointer(inner) => is_error(inner),
        shape => matches!(shape, Shape::Error),
    }
}

/// Errors in our code for a field are shown at its type.
fn place(ty: &syn::Type) -> Span {
    Span::call_site().located_at(start(ty))
}

/// The span of a type, which for stable Rust is that of its first token. syn's way there prints the whole type.
fn start(ty: &syn::Type) -> Span {
    match ty {
        syn::Type::Path(syn::TypePath { qself: None, path, .. }) if path.leading_colon.is_none() => {
            path.segments.first().map_or_else(Span::call_site, |segment| segment.ident.span())
        }
        _ => ty.span(),
    }
}

fn member(index: usize, field: &syn::Field) -> Tokens {
    match &field.ident {
        Some(ident) => {
            let mut ident = ident.clone();
            ident.set_span(place(&field.ty));
            Tokens::of(ident)
        }
        None => Tokens::of(Literal::usize_unsuffixed(index)),
    }
}

/// A `serde_json::Value`, or an `Option` of one.
fn is_value(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = peel(ty) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) if last.ident == "Option" => {
            arguments.args.iter().any(|inner| matches!(inner, syn::GenericArgument::Type(ty) if is_value(ty)))
        }
        _ => last.ident == "Value",
    }
}

fn is_flattened(field: &syn::Field) -> bool {
    SerdeAttrs::from_attrs(&field.attrs).has("flatten")
}

/// Also where the shape hides it: behind `opaque`.
fn is_option(ty: &syn::Type) -> bool {
    matches!(peel(ty), syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

/// `Option::is_none` on an `Option` leaves out what rules do not find anyway.
fn is_option_none(skip: &TokenStream, typed: &Typed) -> bool {
    matches!(typed.shape, Shape::Option(_)) && skip.to_string().replace(' ', "").ends_with("Option::is_none")
}

fn skipping(reader: Reader, skip: TokenStream) -> Reader {
    let Reader { expr, optional } = reader;
    let expr = if optional { quote!(#expr) } else { quote!(__cel::Some(#expr)) };
    let expr = quote!(__cel::Option::filter(#expr, |__cel_v| !#skip(*__cel_v)));
    Reader { expr: Tokens::new(&expr), optional: true }
}
