//! Fields that several struct variants of an untagged enum have. They become one property.

use super::{Property, Reader};
use crate::{
    attr::{Origin, Rule},
    ctxt::Ctxt,
    tokens::Tokens,
};
use quote::{ToTokens, quote};

/// Merges two properties into one. Each is read from its own variant. kube requires the same schema for both.
pub(super) fn merge(cx: &Ctxt, property: &mut Property, other: Property) {
    let same_type = match (property.typed(), other.typed()) {
        (Some(a), Some(b)) => text(&a.ty) == text(&b.ty),
        _ => false,
    };
    let same = same_type
        && property.bounds.is_same(&other.bounds)
        && property.defaulted == other.defaulted
        && texts(property, Origin::Schemars) == texts(&other, Origin::Schemars);
    if !same {
        let message = differs(&property.name);
        return cx.error_with_help(other.span, message, SAME);
    }
    // If one variant writes a null and the other leaves it out, the value decides.
    if property.skips_none != other.skips_none {
        property.reader = without_none(property);
        property.reader = either(&property.reader, &without_none(&other));
        property.skips_none = false;
    } else {
        property.reader = either(&property.reader, &other.reader);
    }
    property.is_unwritten &= other.is_unwritten;
    let own: Vec<String> = property.attrs.rules.iter().map(|rule| rule.rule.to_entry()).collect();
    let is_new = |rule: &Rule| !own.contains(&rule.rule.to_entry());
    property.attrs.rules.extend(other.attrs.rules.into_iter().filter(is_new));
    property.attrs.elements.extend(other.attrs.elements);
}

/// The error if a property has different schemas in two variants.
pub(crate) fn differs(name: &str) -> String {
    format!("`{name}` is not the same in all variants, so the CRD cannot be structural")
}

pub(crate) const SAME: &str =
    "give it the same type, bounds, default and rules in each variant, or another name";

fn without_none(property: &Property) -> Reader {
    let Reader { expr, optional } = &property.reader;
    if !property.skips_none {
        return property.reader.clone();
    }
    let expr = if *optional { quote!(#expr) } else { quote!(__cel::Some(#expr)) };
    let expr = quote!(__cel::Option::filter(#expr, |__cel_v| __cel::Option::is_some(*__cel_v)));
    Reader { expr: Tokens::new(&expr), optional: true }
}

fn either(first: &Reader, second: &Reader) -> Reader {
    let (first, second) = (&first.expr, &second.expr);
    Reader { expr: Tokens::new(&quote!(__cel::Option::or(#first, #second))), optional: true }
}

fn texts(property: &Property, origin: Origin) -> Vec<String> {
    let rules = property.attrs.rules.iter().filter(|rule| rule.origin == origin);
    rules.map(|rule| rule.rule.to_entry()).collect()
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}
