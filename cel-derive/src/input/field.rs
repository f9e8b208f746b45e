//! Reads the fields of structs and variants as properties.

use super::{Absent, Content, FieldsOf, Property, Reader, Reading, converted::converted, twice};
use crate::{
    attr::{
        Place, XValidationAttrs, keywords,
        schemars::Bounds,
        serde::{Kind, SerdeAttrs, serialize_with},
    },
    decl_type::{Hidden, Kubernetes, Shape, Typed, Use, has_text_keys, peel},
    scalar::{has_elements, has_same_elements, has_same_schema, written_kind, written_kind_of},
    tokens::{At, Tokens, located},
};
use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::rc::Rc;
use syn::{ext::IdentExt, spanned::Spanned};

impl Reading<'_> {
    pub(super) fn properties<'f>(
        &self,
        fields: impl Iterator<Item = &'f syn::Field>,
        of: &FieldsOf<'_>,
    ) -> Vec<Property> {
        fields.enumerate().filter_map(|(index, field)| self.property(index, field, of)).collect()
    }

    pub(super) fn property(&self, index: usize, field: &syn::Field, of: &FieldsOf<'_>) -> Option<Property> {
        let mut attrs = XValidationAttrs::from_attrs(self.cx, &field.attrs, Place::Field);
        let serde = SerdeAttrs::from_attrs(&field.attrs);
        if let Some(key) = ["skip", "skip_deserializing"].into_iter().find(|key| serde.has(key)) {
            self.no_rules_on_skipped(&attrs);
            let ident = field.ident.as_ref().map(|ident| ident.unraw().to_string());
            let name = serde.name(self.cx, &ident.unwrap_or_default(), of.inherited.rename_all, Kind::Field);
            self.absent.borrow_mut().push((name, Absent::Skipped(key)));
            return None;
        }
        let mut bounds = self.bounds(field, &mut attrs);
        if let Some(own) = &of.own {
            bounds.extend(own);
        }
        let is_told = attrs.written.is_some() || attrs.nested.is_some() || attrs.schema.is_some();
        if !is_told && bounds.with.is_none() && attrs.opaque.is_none() && !is_flattened(field) {
            // Only the function in `schema_with` knows the schema, so it is known at run time.
            attrs.opaque = bounds.schema_with;
        }
        let rust_name =
            field.ident.as_ref().map_or_else(|| index.to_string(), |ident| ident.unraw().to_string());
        let once = twice::once(field);
        let (is_twice, held) = (once.is_some(), once.as_ref().unwrap_or(field));
        let typed = self.typed(index, held, &attrs, &bounds);
        let (reader, skips_none) = self.reader((of.reader)(index, field), held, &serde, &typed, is_twice);
        let field = held;
        let has_default = serde.has("default") || of.inherited.default;
        // schemars leaves out a default of null. It also asks the `skip_serializing_if` function, and the usual
        // ones skip the type's default.
        let is_left_out = serde.has("skip_serializing_if") || is_option(&field.ty);
        let defaulted = has_default && !(serde.has_plain_default() && is_left_out);
        // With `with`, the schema of that type decides if the property is optional.
        let is_option = match &bounds.with {
            Some(with) => is_option(with),
            None => matches!(typed.shape, Shape::Option(_)) || is_option(&field.ty),
        };
        let flatten = serde.has("flatten");
        if flatten {
            self.check_flattened(field, &typed);
        }
        let name = serde.name(self.cx, &rust_name, of.inherited.rename_all, Kind::Field);
        let aliases = serde.aliases().map(|alias| (alias, Absent::Alias(name.clone())));
        self.absent.borrow_mut().extend(aliases);
        Some(Property {
            name,
            method: format_ident!("{}{}", of.prefix, rust_name, span = place(&field.ty)),
            required: !has_default && !is_option,
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

    /// How to read the property, and true if serde leaves out a `None`. `is_twice`: the type is `Option<Option<T>>`.
    fn reader(
        &self,
        mut reader: Reader,
        field: &syn::Field,
        serde: &SerdeAttrs,
        typed: &Typed,
        is_twice: bool,
    ) -> (Reader, bool) {
        let skip = serde.skip_serializing_if();
        let skips_none = skip.as_ref().is_some_and(|skip| is_option_none(skip, typed));
        if serde.has("skip_serializing") {
            let ty = located(&field.ty);
            reader = Reader { expr: At::derive().write("__cel::None::<&#0>", &[ty]), optional: true };
            return (reader, skips_none);
        }
        if let Some(skip) = skip.filter(|_| !skips_none) {
            reader = skipping(reader, self.without_self(skip));
        }
        match is_twice {
            true => (twice::reader(reader, skips_none), false),
            false => (reader, skips_none),
        }
    }

    /// What attributes of other derives say of the field's schema.
    fn bounds(&self, field: &syn::Field, attrs: &mut XValidationAttrs) -> Bounds {
        let before = self.cx.count();
        let bounds = Bounds::from_attrs(self.cx, &field.attrs);
        keywords::check(self.cx, &field.attrs);
        attrs.is_unclear |= self.cx.count() > before;
        bounds
    }

    fn check_flattened(&self, field: &syn::Field, typed: &Typed) {
        if typed.nested().is_some() && !typed.is_keyed()
            || typed.is_parameter()
            || typed.is_map() && !typed.is_keyed()
            || typed.is_opaque()
            || is_error(typed)
        {
            return;
        }
        let (message, help) = match typed.kubernetes() {
            _ if typed.is_keyed() => (
                "a map with the variants of an enum as keys cannot be flattened",
                "remove `flatten`, or flatten a struct with a field for each variant",
            ),
            Some((_, Kubernetes::Object(_))) => (
                "a type of k8s-openapi cannot be flattened",
                "remove `flatten`, or write the fields that you need into this struct",
            ),
            _ => ("this type cannot be flattened", "flatten a struct that derives `XValidation`, or a map"),
        };
        self.cx.error_with_help(field.ty.span(), message, help);
    }

    fn typed(&self, index: usize, field: &syn::Field, attrs: &XValidationAttrs, bounds: &Bounds) -> Typed {
        let Some(hidden) = self.hidden(field, attrs, bounds).ok().filter(|_| !attrs.is_unclear) else {
            return Typed { ty: field.ty.clone(), shape: Shape::Error };
        };
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
            text_keys: bounds.with.as_ref().is_some_and(has_text_keys),
            k8s_openapi: self.k8s_openapi,
            index,
            place: place(&field.ty),
        };
        Typed::of(self.cx, &field.ty, &using)
    }

    /// How serde writes the field's type, if only serde knows.
    fn hidden(
        &self,
        field: &syn::Field,
        attrs: &XValidationAttrs,
        bounds: &Bounds,
    ) -> Result<Option<Rc<Hidden>>, Reported> {
        let serialize_with = serialize_with(&field.attrs);
        let is_opaque = attrs.opaque.is_some() || attrs.nested.is_some() || attrs.schema.is_some();
        if let Some((serialize, _)) = serialize_with.as_ref().filter(|_| !is_opaque)
            && !self.this.is_bound_in(&field.ty)
            && let Some(hidden) = converted(&field.ty, serialize, attrs.written, bounds)
        {
            return Ok(hidden);
        }
        let written = match (attrs.written, &bounds.with) {
            (Some(scalar), _) => Some(written_kind(scalar, bounds)),
            // The function writes the whole field, which is then a scalar only if the type of `with` is one.
            (None, Some(with)) if serialize_with.is_some() && has_elements(with) => None,
            (None, Some(with)) if serialize_with.is_none() && !has_same_elements(&field.ty, with) => None,
            (None, Some(with)) => written_kind_of(with, bounds),
            (None, None) => None,
        };
        let with = bounds.with.as_ref().filter(|_| serialize_with.is_none());
        let is_own = with.is_some_and(|with| has_same_schema(&field.ty, with));
        let is_told = is_opaque || is_own || written.is_some();
        if let (Some(span), false) = (bounds.foreign_schema, is_told) {
            let help = "say what is written: `#[x_validation(as = \"string\")]` of a text (or `\"integer\"`, `\"number\"`, `\"boolean\"`), else `#[x_validation(opaque)]`: rules may compare such a field, not look into it";
            self.cx.error_with_help(
                self.written(span, field),
                "the schema is not that of the Rust type",
                help,
            );
            return Err(Reported);
        }
        if let (Some((_, span)), None, None) = (&serialize_with, &written, attrs.opaque) {
            let help = "say what it writes: `#[x_validation(as = \"string\")]` of a text (or `\"integer\"`, `\"number\"`, `\"boolean\"`), else `#[x_validation(opaque)]`: rules may compare such a field, not look into it";
            let span = self.written(*span, field);
            self.cx.error_with_help(span, "the field is written by a function of its own", help);
            return Err(Reported);
        }
        let is_untyped = bounds.preserve_unknown_fields && !bounds.is_object && is_value(&field.ty);
        let is_bound = self.this.is_bound_in(&field.ty);
        if is_bound && written.is_some() && attrs.opaque.is_none() {
            let help = "mark the field `#[x_validation(opaque)]`, or give `as` on a type of its own, without parameters";
            self.cx.error_in(&field.ty, "what is written as a scalar cannot depend on a parameter", help);
            return Err(Reported);
        }
        let hidden = match (&attrs.opaque, written) {
            // The function may be generic.
            _ if is_bound && serialize_with.is_some() => None,
            (Some(_), _) if !is_untyped && !is_flattened(field) => Some(None),
            (_, Some(kind)) => Some(Some(kind)),
            _ => None,
        };
        Ok(hidden.map(|scalar| {
            let is_whole = serialize_with.is_some() || scalar.is_none() && bounds.foreign_schema.is_some();
            let write = serialize_with.map(|(path, _)| Tokens::new(&self.without_self(path)));
            Rc::new(Hidden { scalar, write, is_whole })
        }))
    }

    /// The place of an attribute, or that of the field if a macro around the item wrote the attribute, as `serde_as` does.
    fn written(&self, span: Span, field: &syn::Field) -> Span {
        let start = |span: Span| span.unwrap().start();
        let (attribute, item) = (start(span), start(self.owner.span()));
        let is_before = (attribute.line(), attribute.column()) < (item.line(), item.column());
        if is_before { field.ty.span() } else { span }
    }

    /// A path without `Self`, so that it works outside of the type's own impls.
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

/// A mistake that was reported.
pub(super) struct Reported;

fn is_error(typed: &Typed) -> bool {
    match &typed.shape {
        Shape::Option(inner) | Shape::Pointer(inner) => is_error(inner),
        shape => matches!(shape, Shape::Error),
    }
}

/// The type's place, for errors in generated code for a field.
pub(super) fn place(ty: &syn::Type) -> Span {
    Span::call_site().located_at(start(ty))
}

/// The span of a type's first token, which is all that stable Rust offers. `ty.span()` would print the whole type.
fn start(ty: &syn::Type) -> Span {
    match ty {
        syn::Type::Path(syn::TypePath { qself: None, path, .. }) if path.leading_colon.is_none() => {
            path.segments.first().map_or_else(Span::call_site, |segment| segment.ident.span())
        }
        _ => ty.span(),
    }
}

pub(super) fn member(index: usize, field: &syn::Field) -> Tokens {
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

/// True for an `Option`, also if `opaque` hides it in the shape.
pub(super) fn is_option(ty: &syn::Type) -> bool {
    let is_named = |last: &syn::PathSegment| last.ident == "Option" && !last.arguments.is_none();
    matches!(peel(ty), syn::Type::Path(path) if path.path.segments.last().is_some_and(is_named))
}

/// True for `Option::is_none` on an `Option`. Rules do not find a `None` in any case.
fn is_option_none(skip: &TokenStream, typed: &Typed) -> bool {
    matches!(typed.shape, Shape::Option(_)) && skip.to_string().replace(' ', "").ends_with("Option::is_none")
}

fn skipping(reader: Reader, skip: TokenStream) -> Reader {
    let Reader { expr, optional } = reader;
    let expr = if optional { quote!(#expr) } else { quote!(__cel::Some(#expr)) };
    let expr = quote!(__cel::Option::filter(#expr, |__cel_v| !#skip(*__cel_v)));
    Reader { expr: Tokens::new(&expr), optional: true }
}
