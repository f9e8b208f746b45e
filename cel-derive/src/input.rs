//! The model of the item: its JSON properties, with their names and how to read them.

mod converted;
mod defaults;
mod field;
pub(crate) mod shared;
mod twice;
mod variants;
mod written;

use self::{
    defaults::defaults,
    field::{Reported, is_option, member, place},
    written::scalar_of,
};
use crate::{
    attr::{
        Origin, Place, XValidationAttrs, keywords,
        kube::{Kube, kube},
        schemars::{Bounds, has_transform},
        serde::{Inherited, SerdeAttrs, Tagging},
    },
    ctxt::Ctxt,
    decl_type::{Shape, Typed, is_map_of_types},
    generics::This,
    manifest::runtime,
    tokens::{At, Tokens},
};
use cel_compiler::schema::DeclType;
use proc_macro2::{Ident, Span, TokenTree};
use quote::format_ident;
use std::cell::{Cell, RefCell};
use syn::{DeriveInput, Fields, Visibility};

/// The item that derives `XValidation`.
pub(crate) struct Container<'a> {
    pub(crate) ident: &'a Ident,
    /// The item with its parameters.
    pub(crate) this: This<'a>,
    pub(crate) vis: &'a Visibility,
    pub(crate) attrs: XValidationAttrs,
    pub(crate) kube: Option<Kube>,
    /// True if the attribute is there that puts the rules into the CRD.
    pub(crate) has_transform: bool,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) is_enum: bool,
    /// True for an enum whose variants serde recognizes by their properties.
    pub(crate) is_untagged: bool,
    /// The item, a field or a variant is `#[deprecated]`. Who reads it for rules is not warned.
    pub(crate) is_deprecated: bool,
    /// Names that JSON may have and the schema has not.
    pub(crate) absent: Vec<(String, Absent)>,
    pub(crate) data: Data,
    /// The defaults of the type parameters.
    pub(crate) defaults: Vec<Option<Typed>>,
}

/// Why a name is not in the schema.
pub(crate) enum Absent {
    /// It is the `tag` of a struct.
    Tag,
    /// serde skips the field: the attribute.
    Skipped(&'static str),
    /// It is an `alias` of the field with this name.
    Alias(String),
}

/// The JSON form of the item.
pub(crate) enum Data {
    /// A struct with named fields, or an enum that kube merges into an object.
    Object(Vec<Property>),
    /// A struct with one unnamed field, or with `#[serde(transparent)]`: the field that is not skipped.
    Newtype(Box<Property>),
    /// An enum of unit variants.
    UnitEnum(Variants),
    /// The node of a type that serde writes as a scalar, whatever it is in Rust.
    Scalar(Box<DeclType>),
    /// An error was reported.
    Error,
}

/// The variants of an enum without fields.
pub(crate) struct Variants {
    /// Each variant with its JSON name.
    pub(crate) names: Vec<(Ident, String)>,
    /// Those that serde does not read, so they are not in the schema. They may have fields.
    pub(crate) skipped: Vec<(Ident, String)>,
    /// True if a variant has fields, a doc comment or another attribute that changes the schema of schemars. Skipped ones count.
    pub(crate) is_documented: bool,
}

/// A property of an object.
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) rust_name: String,
    /// The hidden method that reads it for rules.
    pub(crate) method: Ident,
    pub(crate) reader: Reader,
    /// True if serde leaves `None` out instead of writing null.
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

/// An expression over `__cel_self`, a reference to the object. Its value is a `&T` or an `Option<&T>`.
#[derive(Clone)]
pub(crate) struct Reader {
    pub(crate) expr: Tokens,
    pub(crate) optional: bool,
}

pub(crate) enum Content {
    Value(Typed),
    /// A flattened type. Its properties belong to the object around it.
    Flatten(Typed),
    /// A variant with its own fields. They are read from the enum.
    Object(Vec<Property>),
}

impl Property {
    /// A property without attributes, read by the method `f_<name>`. The type that kube generates around a spec
    /// has such properties.
    pub(crate) fn plain(name: &str, reader: Reader, content: Content) -> Self {
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

    /// True if the hidden method returns an `Option`.
    pub(crate) fn optional(&self) -> bool {
        let option = match &self.content {
            Content::Value(typed) | Content::Flatten(typed) => {
                matches!(typed.shape, Shape::Option(_)) || typed.is_json() || typed.may_be_null()
            }
            Content::Object(_) => false,
        };
        self.reader.optional || option
    }

    fn for_each_type(&mut self, call: &mut dyn FnMut(&mut Typed)) {
        match &mut self.content {
            Content::Value(typed) | Content::Flatten(typed) => call(typed),
            Content::Object(properties) => {
                properties.iter_mut().for_each(|property| property.for_each_type(call))
            }
        }
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
        let mut attrs = XValidationAttrs::from_attrs(cx, &item.attrs, Place::Container);
        attrs.krate = attrs.krate.take().or_else(runtime);
        let serde = SerdeAttrs::from_attrs(&item.attrs);
        let mut kube = kube(item);
        let this = This::new(&item.ident, &item.generics);
        if this.is_generic() && (attrs.root || kube.is_some()) {
            let help = "give its arguments in a type without parameters, which is the root";
            cx.error_in(&item.generics, "the root of a CRD cannot be generic", help);
        }
        let bounds = Bounds::from_attrs(cx, &item.attrs);
        keywords::check(cx, &item.attrs);
        let scalar = scalar_of(cx, item, &attrs, &serde, &bounds);
        let k8s_openapi = attrs.k8s_openapi.is_some();
        let reading = Reading {
            cx,
            owner: &item.ident,
            this: &this,
            k8s_openapi,
            is_root: attrs.root && kube.is_none(),
            absent: RefCell::default(),
            has_choice: Cell::new(false),
        };
        if let (syn::Data::Struct(_), Some(tag)) = (&item.data, serde.tag()) {
            reading.absent.borrow_mut().push((tag, Absent::Tag));
        }
        let data = match scalar {
            Ok(Some(node)) => {
                no_rules_in_scalar(cx, &item.data);
                Data::Scalar(Box::new(node))
            }
            Ok(None) => reading.data(item, &serde),
            Err(Reported) => Data::Error,
        };
        let defaults = defaults(cx, &this, item);
        if let Some(kube) = &mut kube {
            attrs.settle(cx, &mut kube.validations);
            kube.opaque_status = attrs.opaque_status.is_some();
        }
        let absent = reading.absent.into_inner();
        Container {
            ident: &item.ident,
            this,
            vis: &item.vis,
            attrs,
            kube,
            has_transform: has_transform(cx, item),
            preserve_unknown_fields: bounds.preserve_unknown_fields,
            is_enum: matches!(item.data, syn::Data::Enum(_)),
            is_untagged: matches!(item.data, syn::Data::Enum(_))
                && matches!(serde.tagging(), Tagging::Untagged),
            is_deprecated: is_deprecated(item),
            absent,
            data,
            defaults,
        }
    }

    /// True if the type is the root of a CRD's schema itself, and not only the spec.
    pub(crate) fn is_root(&self) -> bool {
        self.attrs.root && self.kube.is_none()
    }

    /// The JSON names of variants with fields.
    pub(crate) fn variants(&self) -> Vec<&str> {
        let Data::Object(properties) = &self.data else { return Vec::new() };
        let variants = properties.iter().filter(|property| matches!(property.content, Content::Object(_)));
        variants.map(|property| property.name.as_str()).collect()
    }

    /// All properties, including those of variants.
    pub(crate) fn properties(&self) -> Vec<&Property> {
        let mut out = Vec::new();
        match &self.data {
            Data::Object(properties) => collect(properties, &mut out),
            Data::Newtype(property) => out.push(property.as_ref()),
            Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => {}
        }
        out
    }

    /// Calls a function with the type of each property, including those of variants.
    pub(crate) fn for_each_type(&mut self, call: &mut dyn FnMut(&mut Typed)) {
        match &mut self.data {
            Data::Object(properties) => {
                properties.iter_mut().for_each(|property| property.for_each_type(call))
            }
            Data::Newtype(property) => property.for_each_type(call),
            Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => {}
        }
    }
}

pub(crate) fn is_phantom(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}

/// True if a part of the type is deprecated, or may use what is: the derive uses the types of all fields.
fn is_deprecated(item: &DeriveInput) -> bool {
    let allows = |attr: &syn::Attribute| {
        let lints = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
        let names_it = |token: TokenTree| matches!(token, TokenTree::Ident(lint) if lint == "deprecated");
        ["allow", "expect"].iter().any(|level| attr.path().is_ident(level)) && lints.into_iter().any(names_it)
    };
    let is_meant = |attrs: &[syn::Attribute]| {
        attrs.iter().any(|attr| attr.path().is_ident("deprecated") || allows(attr))
    };
    let any = |fields: &Fields| fields.iter().any(|field| is_meant(&field.attrs));
    let in_data = match &item.data {
        syn::Data::Struct(data) => any(&data.fields),
        syn::Data::Enum(data) => {
            data.variants.iter().any(|variant| is_meant(&variant.attrs) || any(&variant.fields))
        }
        syn::Data::Union(_) => false,
    };
    in_data || is_meant(&item.attrs)
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

struct Reading<'a> {
    cx: &'a Ctxt,
    owner: &'a Ident,
    this: &'a This<'a>,
    /// True if the type's attributes name the crate k8s-openapi.
    k8s_openapi: bool,
    /// True if the type is the root of a CRD, and not the spec below it.
    is_root: bool,
    absent: RefCell<Vec<(String, Absent)>>,
    /// True once an untagged choice of values was reported.
    has_choice: Cell<bool>,
}

/// The surroundings of the fields of a struct or a variant.
struct FieldsOf<'a> {
    /// Prefix of the method names: `f_`, `f_0_`.
    prefix: String,
    inherited: Inherited,
    /// Of a newtype: what its own attributes say of the schema.
    own: Option<Bounds>,
    /// Makes the reader of a field from its index.
    reader: &'a dyn Fn(usize, &syn::Field) -> Reader,
}

impl Reading<'_> {
    fn data(&self, item: &DeriveInput, serde: &SerdeAttrs) -> Data {
        match &item.data {
            syn::Data::Struct(data) => self.structure(item, &data.fields, serde),
            syn::Data::Enum(data) => {
                let variants: Vec<_> = data.variants.iter().collect();
                self.enumeration(item, &variants, serde)
            }
            syn::Data::Union(_) => {
                self.cx.error(item.ident.span(), "a union has no structural schema");
                Data::Error
            }
        }
    }

    fn structure(&self, item: &DeriveInput, fields: &Fields, serde: &SerdeAttrs) -> Data {
        let inherited =
            Inherited { rename_all: serde.rename_all(self.cx, "rename_all"), default: serde.has("default") };
        let reader = |index: usize, field: &syn::Field| {
            let expr = At(place(&field.ty)).write("&__cel_self.#0", &[member(index, field)]);
            Reader { expr, optional: false }
        };
        let is_newtype =
            serde.has("transparent") || matches!(fields, Fields::Unnamed(_)) && fields.len() == 1;
        let own = is_newtype.then(|| Bounds::from_attrs(self.cx, &item.attrs));
        let of = FieldsOf { prefix: "f_".to_owned(), inherited, own, reader: &reader };
        match fields {
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
                match self.properties(unnamed.unnamed.iter(), &of).pop() {
                    Some(property) => self.newtype(property),
                    None => self.refuse(item.ident.span(), "a skipped newtype has no schema", NAME_FIELDS),
                }
            }
            Fields::Named(_) | Fields::Unnamed(_) if serde.has("transparent") => {
                // serde finds the field in the same way, with or without `skip` on the others.
                let written = fields.iter().enumerate().filter(|(_, field)| !is_phantom(&field.ty));
                let mut properties: Vec<Property> =
                    written.filter_map(|(index, field)| self.property(index, field, &of)).collect();
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
            Fields::Named(named) => self.object(item, self.properties(named.named.iter(), &of)),
            Fields::Unnamed(_) => {
                self.refuse(item.ident.span(), "tuple structs have no structural schema", NAME_FIELDS)
            }
            Fields::Unit => self.refuse(item.ident.span(), "unit structs have no structural schema", BRACES),
        }
    }

    /// The properties of a struct. If its only field is a flattened map, the struct is that map, unless it is
    /// the root of a CRD.
    fn object(&self, item: &DeriveInput, mut properties: Vec<Property>) -> Data {
        let is_root = self.is_root;
        let is_map = |property: &Property| match &property.content {
            Content::Flatten(typed) => matches!(typed.shape, Shape::Map(_) | Shape::FreeMap),
            Content::Value(_) | Content::Object(_) => false,
        };
        let denied = SerdeAttrs::from_attrs(&item.attrs).span_of(&["deny_unknown_fields"]);
        if let Some(span) = denied.filter(|_| properties.iter().any(is_map)) {
            let message = "serde reads nothing into a flattened map beside `deny_unknown_fields`";
            return self.refuse(
                span,
                message,
                "remove `deny_unknown_fields`: the map takes all other fields",
            );
        }
        let is_alone = |property: &mut Property| {
            is_map(property) && !is_root && property.attrs.all_rules().next().is_none()
        };
        if properties.len() == 1
            && let Some(property) = properties.pop_if(is_alone)
            && let Content::Flatten(typed) = property.content
        {
            let mut bounds = Bounds::from_attrs(self.cx, &item.attrs);
            bounds.max_properties = bounds.max_properties.or(property.bounds.max_properties);
            return Data::Newtype(Box::new(Property { content: Content::Value(typed), bounds, ..property }));
        }
        self.no_typed_map(&properties);
        Data::Object(properties)
    }

    /// Reports flattened maps. No server accepts `additionalProperties` beside `properties`.
    fn no_typed_map(&self, properties: &[Property]) {
        for property in properties {
            if let Content::Flatten(typed) = &property.content
                && (typed.is_typed_map() || is_hidden_map(property, typed))
                && property.attrs.all_rules().next().is_none()
            {
                let (message, help) = match properties {
                    [_] if typed.is_opaque() => continue,
                    [_] => ("a flattened map must be the map itself", NO_OPTION),
                    _ => (MAP_BESIDE_OTHERS, FREE_FORM),
                };
                self.cx.error_in(&typed.ty, message, help);
            }
        }
    }

    fn no_rules_of_kube(&self, property: &Property) {
        for rule in property.attrs.rules.iter().filter(|rule| rule.origin == Origin::Kube) {
            let message = "kube leaves out rules on the field of a transparent type";
            self.cx.error_with_help(rule.literal.span(), message, "write the rule on the type");
        }
    }

    /// A newtype of an `Option` is refused. Nulls are handled where the newtype is used, by the field's type.
    fn newtype(&self, property: Property) -> Data {
        let is_written_option = property.bounds.with.as_ref().is_some_and(is_option);
        if is_written_option || property.typed().is_some_and(|typed| matches!(typed.shape, Shape::Option(_)))
        {
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
}

/// True for a typed map that `opaque` hides. Its schema is still that of a map.
fn is_hidden_map(property: &Property, typed: &Typed) -> bool {
    let is_of_function = property.bounds.schema_with.is_some() || property.bounds.with.is_some();
    typed.is_opaque() && !is_of_function && is_map_of_types(&typed.ty)
}

/// A type that is flattened beside other fields must be an object. A typed map is not.
pub(crate) const MAP_BESIDE_OTHERS: &str = "a map beside other properties has no structural schema";
pub(crate) const FREE_FORM: &str = "flatten a map of `serde_json::Value`, or remove `flatten`";
const NO_OPTION: &str = "write it without `Option` and `Box`: an empty map has no keys";
const NAME_FIELDS: &str = "name the fields: `struct Spec { min: i32, max: i32 }`";
const BRACES: &str = "write `struct Spec {}`";
