//! What takes two attributes, or an attribute and a type, to be wrong; and the texts that the API server refuses.

use crate::{
    attr::Rule,
    ctxt::Ctxt,
    decl_type::{Shape, Typed},
    input::{Container, Content, Data, Property},
};

/// Reports all that is wrong with the item as a whole.
pub(crate) fn check(cx: &Ctxt, container: &Container<'_>) {
    container.attrs.rules.iter().for_each(|rule| texts(cx, rule));
    for property in container.properties() {
        let attrs = &property.attrs;
        attrs.rules.iter().chain(&attrs.items).chain(&attrs.values).for_each(|rule| texts(cx, rule));
        settings(cx, property);
        placement(cx, property);
    }
}

/// k8s: `apiextensions/validation`, the checks on one entry of `x-kubernetes-validations` that need no compiler.
fn texts(cx: &Ctxt, rule: &Rule) {
    let texts = &rule.rule;
    if texts.rule.trim().is_empty() {
        return cx.error(rule.span("rule"), "rule is not specified");
    }
    message(cx, rule);
    if texts.message_expression.as_ref().is_some_and(|text| text.trim().is_empty()) {
        cx.error(rule.span("message_expression"), "`message_expression` must be non-empty if specified");
    }
    if let Some(reason) = &texts.reason
        && !REASONS.contains(&reason.as_str())
    {
        let help =
            format!("supported reasons are {}", REASONS.map(|reason| format!("`{reason}`")).join(", "));
        cx.error_with_help(rule.span("reason"), format!("unsupported reason `{reason}`"), help);
    }
    if let Some(path) = &texts.field_path {
        if path.is_empty() {
            // the same as unset
        } else if path.trim().is_empty() {
            cx.error(rule.span("field_path"), "`field_path` must be non-empty if specified");
        } else if path.contains(['\n', '\r']) {
            cx.error(rule.span("field_path"), "`field_path` must not contain line breaks");
        }
    }
}

fn message(cx: &Ctxt, rule: &Rule) {
    let trimmed = rule.rule.message.as_deref().map(str::trim);
    let breaks = rule.rule.rule.trim().contains(['\n', '\r']);
    match trimmed {
        Some("") => cx.error(rule.span("message"), "`message` must be non-empty if specified"),
        Some(text) if text.contains(['\n', '\r']) => {
            cx.error(rule.span("message"), "`message` must not contain line breaks");
        }
        None if breaks => {
            let help = "add `message = \"..\"`, or write the rule on one line";
            let text = "`message` must be specified if the rule contains line breaks";
            cx.error_with_help(rule.span("rule"), text, help);
        }
        _ => {}
    }
}

/// The four that the server knows.
pub(crate) const REASONS: [&str; 4] =
    ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

fn settings(cx: &Ctxt, property: &Property) {
    let attrs = &property.attrs;
    if let (Some(span), true) = (attrs.opaque, attrs.nested.is_some() || attrs.schema.is_some()) {
        return cx.error(span, "`opaque` has no schema, `nested` and `schema` ask for one");
    }
    let Some(typed) = property.typed() else { return };
    let Some(span) = attrs.nested.or(attrs.schema.as_ref().map(|_| property.span)) else { return };
    if typed.nested().is_none() && !has_error(typed) {
        cx.error(span, "the type of the field cannot derive `XValidation`");
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

/// Rules stand where there is a node with a CEL type.
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
        } else if typed.is_opaque() {
            let help = "remove `opaque`, or the rule";
            cx.error_with_help(span, "rules need a schema, and this field has none", help);
        }
    }
    let is_map = typed.is_map();
    let is_list = typed.element().is_some() && !is_map;
    if let (Some(rule), false) = (attrs.items.first(), is_list) {
        let help = if is_map {
            "write `values(..)` for the values of a map"
        } else {
            "write the rule without `items`"
        };
        cx.error_with_help(rule.literal.span(), "`items` is for lists", help);
    }
    if let (Some(rule), false) = (attrs.values.first(), is_map) {
        let help = if is_list {
            "write `items(..)` for the items of a list"
        } else {
            "write the rule without `values`"
        };
        cx.error_with_help(rule.literal.span(), "`values` is for maps", help);
    }
    if let Some(element) = typed.element()
        && element.is_opaque()
        && let Some(rule) = attrs.items.first().or(attrs.values.first())
    {
        cx.error(rule.literal.span(), "rules on these elements are not supported");
    }
}

/// The line that puts the rules into the CRD is not there; of interest only where cel-runtime has schemas. A derive cannot
/// see its sibling derives, only attributes.
pub(crate) fn missing_transform(container: &Container<'_>) -> Option<syn::Error> {
    if container.has_transform || container.attrs.manual_crd || matches!(container.data, Data::Error) {
        return None;
    }
    let rules = container.properties().into_iter().flat_map(|property| {
        let attrs = &property.attrs;
        attrs.rules.iter().chain(&attrs.items).chain(&attrs.values)
    });
    let rule = container.attrs.rules.iter().chain(rules).next()?;
    let message = format!(
        "the rule is missing in the CRD\n\nhelp: add `#[schemars(transform = {}::x_validations)]` to the type,\n      or `#[x_validation(manual_crd)]` if the CRD is made by hand",
        container.ident
    );
    Some(syn::Error::new(rule.literal.span(), message))
}
