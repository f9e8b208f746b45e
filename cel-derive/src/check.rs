//! Finds mistakes in combinations of two attributes, or of an attribute and a type. Also finds texts that the
//! API server refuses.

use crate::{
    attr::{
        Rule,
        elements::{ElementRule, ElementStep},
    },
    ctxt::Ctxt,
    decl_type::{Kubernetes, Nested, Shape, Typed},
    expand::generic::has_view,
    input::{Container, Content, Data, Property},
    literal::position,
    source,
};
use cel_compiler::{
    rule::{Key, REASONS, TextErrorKind, text_errors},
    schema::{escaping::escape, late::takes_whole},
};
use proc_macro2::{Ident, Span};
use std::{collections::HashSet, ops::Deref};

/// An item without mistakes, as [`check`] returns it. Only such an item becomes code.
pub(crate) struct Checked<'c, 'a>(&'c Container<'a>);

impl<'c, 'a> Checked<'c, 'a> {
    /// An item that was checked in an earlier step.
    pub(crate) fn before(container: &'c Container<'a>) -> Self {
        Checked(container)
    }
}

impl<'a> Deref for Checked<'_, 'a> {
    type Target = Container<'a>;

    fn deref(&self) -> &Container<'a> {
        self.0
    }
}

/// The mistakes of an item.
pub(crate) struct Mistakes<'c> {
    pub(crate) errors: Vec<syn::Error>,
    /// Names of unknown types. rustc reports them.
    pub(crate) unknown: Vec<&'c Ident>,
}

/// Checks everything that does not need the schemas of nested types. `cx` has the errors of the attributes.
pub(crate) fn check<'c, 'a>(cx: Ctxt, container: &'c Container<'a>) -> Result<Checked<'c, 'a>, Mistakes<'c>> {
    of_attributes(&cx, container);
    let is_reported = has_name_twice(container);
    source::check_guesses(&cx, container);
    source::check_known(&cx, container);
    source::check_list(&cx, container);
    let unknown = source::check(&cx, container);
    all_elements(&cx, container, &unknown);
    match cx.check() {
        Ok(()) if unknown.is_empty() && !is_reported => Ok(Checked(container)),
        errors => Err(Mistakes { errors: errors.err().unwrap_or_default(), unknown }),
    }
}

/// The type of a status is not a field, so it has no place for type arguments.
fn generic_status(cx: &Ctxt, container: &Container<'_>) {
    let status = container.kube.iter().find_map(|kube| kube.status.as_ref());
    let last = status.and_then(|status| status.segments.last());
    if let (Some(last), None) = (last.filter(|last| !last.arguments.is_none()), container.attrs.opaque_status)
    {
        let ident = &last.ident;
        let help = "name a type of its own that holds it: `struct WidgetStatus(Status<Part>);`, or add `#[x_validation(opaque_status)]`";
        cx.error_with_help(
            ident.span(),
            format!("the status `{ident}` cannot have type arguments here"),
            help,
        );
    }
}

/// Mistakes that show in the item alone.
fn of_attributes(cx: &Ctxt, container: &Container<'_>) {
    let has_status = container.kube.as_ref().is_some_and(|kube| kube.status.is_some());
    if let (Some(span), false) = (container.attrs.opaque_status, has_status) {
        cx.error(span, "`opaque_status` is of use beside `#[kube(status = \"..\")]`");
    }
    generic_status(cx, container);
    let of_root = container.kube.iter().flat_map(|kube| &kube.validations);
    let of_type: Vec<&Rule> = container.attrs.rules.iter().chain(of_root).collect();
    of_type.iter().for_each(|rule| texts(cx, rule));
    unused_server_only(cx, container.attrs.server_only, of_type.into_iter(), false);
    generic_scalar(cx, container);
    whole_with_constants(cx, container);
    if let Data::Object(properties) = &container.data {
        names(cx, properties, if container.is_enum { "variant" } else { "field" });
    }
    for property in container.properties() {
        let attrs = &property.attrs;
        attrs.all_rules().for_each(|rule| texts(cx, rule));
        settings(cx, property);
        constants(cx, container, property);
        opaque_in_generic(cx, container, property);
        unused_server_only(
            cx,
            attrs.server_only,
            attrs.rules.iter(),
            attrs.opaque.is_some() || property.is_unwritten,
        );
        embedded_resource(cx, property);
        placement(cx, property);
    }
}

/// True if two fields or variants have one name in Rust. rustc reports them.
fn has_name_twice(container: &Container<'_>) -> bool {
    let has_twice = |properties: &[Property]| {
        let mut known = HashSet::new();
        properties.iter().any(|property| !known.insert(&property.rust_name))
    };
    let Data::Object(properties) = &container.data else { return false };
    let of_variants = properties.iter().filter_map(|property| match &property.content {
        Content::Object(fields) => Some(fields),
        Content::Value(_) | Content::Flatten(_) => None,
    });
    // The fields of all variants of an untagged enum are fields of one object.
    !container.is_untagged
        && (has_twice(properties) || of_variants.into_iter().any(|fields| has_twice(fields)))
}

/// Reports fields of an object by the same name. JSON would have two keys, the schema one property.
fn names(cx: &Ctxt, properties: &[Property], kind: &str) {
    let (mut known, mut of_rust) = (HashSet::new(), HashSet::new());
    for property in properties {
        match &property.content {
            Content::Flatten(_) => continue,
            Content::Object(fields) => names(cx, fields, "field"),
            Content::Value(_) => {}
        }
        let is_new = property.is_unwritten || known.insert(&property.name);
        if of_rust.insert(&property.rust_name) && !is_new {
            let message = format!("another {kind} is named `{}` in JSON, too", property.name);
            cx.error_with_help(
                property.span,
                message,
                "give it a name of its own: `#[serde(rename = \"..\")]`",
            );
        }
    }
}

/// Reports the texts of a rule that the server refuses, with help.
fn texts(cx: &Ctxt, rule: &Rule) {
    if !rule.is_read {
        return;
    }
    for (key, text) in [
        ("message", &rule.rule.message),
        ("message_expression", &rule.rule.message_expression),
        ("field_path", &rule.rule.field_path),
    ] {
        // The server treats it as absent. Here it is a mistake.
        if text.as_deref() == Some("") {
            cx.error(rule.span(key), format!("`{key}` must be non-empty if specified"));
        }
    }
    for error in text_errors(&rule.rule) {
        let name = attribute(error.key);
        let detail = error.detail.strip_prefix(&format!("{} ", error.key)).unwrap_or(&error.detail);
        match (error.key, error.kind) {
            (Key::Rule, _) => cx.error(rule.span(name), error.detail),
            (Key::Message, TextErrorKind::Required) => {
                let help = "add `message = \"..\"`, or write the rule on one line";
                cx.error_with_help(rule.span("rule"), format!("`{name}` {detail}"), help);
            }
            (Key::Reason, _) => {
                let reason = rule.rule.reason.as_deref().unwrap_or_default();
                let supported = REASONS.map(|reason| format!("`{reason}`")).join(", ");
                let help = format!("supported reasons are {supported}");
                cx.error_with_help(rule.span(name), format!("unsupported reason `{reason}`"), help);
            }
            _ => cx.error(rule.span(name), format!("`{name}` {detail}")),
        }
    }
}

/// The name of a rule's key in attributes.
pub(crate) fn attribute(key: Key) -> &'static str {
    match key {
        Key::Rule => "rule",
        Key::Message => "message",
        Key::MessageExpression => "message_expression",
        Key::Reason => "reason",
        Key::FieldPath => "field_path",
        Key::OptionalOldSelf => "optional_old_self",
    }
}

/// Reports a `server_only` that is about the rules of other attributes, where there are none.
fn unused_server_only<'r>(
    cx: &Ctxt,
    key: Option<Span>,
    mut rules: impl Iterator<Item = &'r Rule>,
    may_hide_rules: bool,
) {
    if let (Some(span), false) = (key, may_hide_rules || rules.any(Rule::is_in_crd)) {
        let help = "write `rule = \"..\", server_only` to leave one rule to the API server";
        let message = "`server_only` finds no rule in attributes of kube or schemars here";
        cx.error_with_help(span, message, help);
    }
}

fn settings(cx: &Ctxt, property: &Property) {
    let attrs = &property.attrs;
    if let (Some(span), true) = (attrs.opaque, attrs.nested.is_some() || attrs.schema.is_some()) {
        return cx.error(span, "`opaque` has no schema, `nested` and `schema` ask for one");
    }
    if let (Some(_), true) =
        (attrs.written, attrs.opaque.is_some() || attrs.nested.is_some() || attrs.schema.is_some())
    {
        return cx.error(property.span, "`as` says what is written: remove `opaque`, `nested` or `schema`");
    }
    let Some(typed) = property.typed() else { return };
    let Some(span) = attrs.nested.or(attrs.schema.as_ref().map(|_| property.span)) else { return };
    let is_foreign = attrs.schema.is_some() && typed.kubernetes().is_some();
    if typed.nested().is_none() && !is_foreign && !has_error(typed) {
        cx.error(span, "the type of the field cannot derive `XValidation`");
    }
}

/// The server's errors about an embedded resource without a fitting schema (k8s: `schema/validation.go`). Types
/// that derive are checked where their schemas are known.
fn embedded_resource(cx: &Ctxt, property: &Property) {
    let (Some(span), Some(typed)) = (property.bounds.embedded_resource, property.typed()) else { return };
    let typed = typed.value();
    if typed.nested().is_some() && typed.element().is_none() || typed.is_opaque() || has_error(typed) {
        return;
    }
    let embedded = "`x-kubernetes-embedded-resource` is true";
    match typed.kubernetes() {
        _ if typed.is_map() => {
            let message = format!("the field must not have `additionalProperties` if {embedded}");
            cx.error_with_help(
                span,
                message,
                "use a `serde_json::Value`, or a type that derives `XValidation`",
            );
        }
        Some((_, Kubernetes::Embedded)) if typed.element().is_none() => {
            if !property.bounds.is_object {
                let help = "add `\"type\" = \"object\"`: of a `Value` the type is not known";
                cx.error_with_help(span, format!("the field must be an object if {embedded}"), help);
            }
            if !property.bounds.preserve_unknown_fields {
                let help = "add `\"x-kubernetes-preserve-unknown-fields\" = true`, or use a type that derives `XValidation`";
                cx.error_with_help(span, format!("the field must have properties if {embedded}"), help);
            }
        }
        _ => cx.error(span, format!("the field must be an object if {embedded}")),
    }
}

fn has_error(typed: &Typed) -> bool {
    match &typed.shape {
        Shape::Option(inner) | Shape::Pointer(inner) | Shape::List(inner) | Shape::Map(inner) => {
            has_error(inner)
        }
        Shape::Array(inner, _) => has_error(inner),
        shape => matches!(shape, Shape::Error),
    }
}

/// Refuses rules on a generic scalar type: such rules become functions without the type's parameters.
fn generic_scalar(cx: &Ctxt, container: &Container<'_>) {
    if !matches!(container.data, Data::Scalar(_)) || !container.this.has_instances() {
        return;
    }
    for rule in container.attrs.rules.iter().filter(|rule| rule.is_compiled()) {
        let help = "write the rule on the fields that have this type";
        let message = "a generic type that is written as a scalar cannot have rules";
        cx.error_with_help(rule.literal.span(), message, help);
    }
}

/// Refuses rules on an opaque field of a generic type. The field's schema depends on the type's arguments, and
/// messages need it.
fn opaque_in_generic(cx: &Ctxt, container: &Container<'_>, property: &Property) {
    let Some(hidden) = property.typed().and_then(|typed| typed.kubernetes()) else { return };
    let is_opaque = matches!(hidden, (_, Kubernetes::Hidden(hidden)) if hidden.scalar.is_none());
    if !is_opaque || !container.this.has_instances() {
        return;
    }
    let help = match (container.this.types.is_empty(), escape(&property.name)) {
        (false, Some(name)) => format!("write it on the type: `self.{name} == oldSelf.{name}`"),
        _ => "move the field into a type without parameters, which derives `XValidation`".to_owned(),
    };
    for rule in property.attrs.all_rules().filter(|rule| rule.is_compiled()) {
        let message = "a rule cannot stand on an opaque field of a generic type";
        cx.error_with_help(rule.literal.span(), message, &help);
    }
}

/// Refuses rules that compare the whole of a type whose only parameters are constants. Only late rules can, and
/// it has none.
fn whole_with_constants(cx: &Ctxt, container: &Container<'_>) {
    if !has_view(container) || !container.this.types.is_empty() {
        return;
    }
    let variants = container.variants();
    let rules = container.attrs.rules.iter().filter(|rule| rule.is_compiled());
    for rule in rules.filter(|rule| takes_whole(&rule.rule, &variants)) {
        let help = "compare fields, `self.a == oldSelf.a`, or write the rule on a field that has this type";
        let message = "a rule on a type with a constant cannot ask for the whole of `self` or of a variant";
        cx.error_with_help(rule.literal.span(), message, help);
    }
}

/// Refuses rules on values that depend on a constant. A type with constants has no late rules.
fn constants(cx: &Ctxt, container: &Container<'_>, property: &Property) {
    if !container.this.types.is_empty()
        || !property.typed().is_some_and(|typed| container.this.is_in(&typed.ty))
    {
        return;
    }
    let of_newtype = match &container.data {
        Data::Newtype(_) => container.attrs.rules.as_slice(),
        Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => &[],
    };
    let rules = property.attrs.all_rules().chain(of_newtype);
    for rule in rules.filter(|rule| rule.is_compiled()) {
        let help = "write the rule on a field where the constant is known";
        cx.error_with_help(rule.literal.span(), "the type of this value depends on a constant", help);
    }
}

/// Checks that each rule of a property is on a node with a CEL type.
fn placement(cx: &Ctxt, property: &Property) {
    let attrs = &property.attrs;
    let Some(typed) = property.typed() else { return };
    if has_error(typed) {
        return;
    }
    for rule in &attrs.rules {
        let span = rule.literal.span();
        if let Content::Flatten(_) = property.content {
            let help = "write the rule on the type around it, or on the flattened type";
            cx.error_with_help(span, "a flattened field is not a node of the schema", help);
        } else if property.is_unwritten && rule.is_compiled() {
            let help = "remove `skip_serializing`, or add `server_only` to the rule: then it stays with the API server";
            cx.error_with_help(span, "the rule would never run: serde does not write the field", help);
        } else if typed.is_opaque() && rule.is_compiled() {
            let help = if rule.is_in_crd() {
                "add `#[x_validation(server_only)]`: then the rule stays with the API server"
            } else {
                "give the field a type, or add `server_only` to the rule: then it stays with the API server"
            };
            cx.error_with_help(span, "rules need a type, and a free-form value has none", help);
        }
    }
}

/// Checks the rules of elements. A type that is reported, or that rustc does not know, may be a list.
fn all_elements(cx: &Ctxt, container: &Container<'_>, unknown: &[&Ident]) {
    let told = cx.places();
    let is_told = |nested: &Nested| {
        let first = nested.macro_path.segments.first();
        first.is_some_and(|first| told.contains(&position(first.ident.span())))
            || nested.macro_path.get_ident().is_some_and(|name| unknown.contains(&name))
    };
    for property in container.properties() {
        let Some(typed) = property.typed().filter(|typed| !has_error(typed)) else { continue };
        if typed.nested().is_some_and(|(_, nested)| is_told(nested)) {
            continue;
        }
        for element in &property.attrs.elements {
            elements(cx, typed, element);
        }
    }
}

/// Checks that `items(..)` is used on lists and `values(..)` on maps.
fn elements(cx: &Ctxt, mut typed: &Typed, ElementRule { way, rule }: &ElementRule) {
    let span = rule.literal.span();
    for step in way {
        let is_map = typed.is_map();
        let element = typed.element();
        let (message, help) = match (step, element) {
            (ElementStep::Items, Some(element)) if !is_map => {
                typed = element;
                continue;
            }
            (ElementStep::Values, Some(element)) if is_map => {
                typed = element;
                continue;
            }
            (ElementStep::Items, Some(_)) => {
                ("`items` is for lists", "write `values(..)` for the values of a map")
            }
            (ElementStep::Items, None) if typed.nested().is_some() => ("`items` is for lists", OF_A_LIST),
            (ElementStep::Items, None) => ("`items` is for lists", "write the rule without `items`"),
            (ElementStep::Values, Some(_)) => {
                ("`values` is for maps", "write `items(..)` for the items of a list")
            }
            (ElementStep::Values, None) if typed.nested().is_some() => ("`values` is for maps", OF_A_MAP),
            (ElementStep::Values, None) => ("`values` is for maps", "write the rule without `values`"),
        };
        return cx.error_with_help(span, message, help);
    }
    if typed.is_opaque() {
        cx.error(span, "rules on these elements are not supported");
    }
}

const OF_A_LIST: &str = "write the rule without `items`, or, if the type is a newtype of a list, write `items(..)` on the field in it";
const OF_A_MAP: &str = "write the rule without `values`, or, if the type is a newtype of a map, write `values(..)` on the field in it";

/// An error if the attribute is missing that puts the rules into the CRD. It matters only if cel-runtime has
/// schemas. A derive sees attributes, but not the other derives.
pub(crate) fn missing_transform(container: &Container<'_>) -> Option<syn::Error> {
    let is_manual =
        container.attrs.manual_crd || container.kube.as_ref().is_some_and(|kube| kube.is_schema_manual);
    if container.has_transform || is_manual || matches!(container.data, Data::Error) {
        return None;
    }
    let rules = container.properties().into_iter().flat_map(|property| property.attrs.all_rules());
    let rule = container.attrs.rules.iter().chain(rules).find(|rule| !rule.is_in_crd())?;
    let message = format!(
        "the rule is missing in the CRD\n\nhelp: add `#[schemars(transform = {}::x_validations)]` to the type,\n      or `#[x_validation(manual_crd)]` if the CRD is made by hand",
        container.this.turbofish(container.ident).to_string().replace(' ', "").replace(',', ", ")
    );
    Some(syn::Error::new(rule.literal.span(), message))
}
