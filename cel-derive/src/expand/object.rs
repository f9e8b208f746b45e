//! Code for rules that use an object as a whole: the number of its keys, and equality.

mod unknown;

use super::{generic, ty};
use crate::{
    decl_type::Shape,
    generics::This,
    input::{Container, Content, Data, Property, Reader},
    tokens::{At, Tokens},
};
use cel_compiler::{
    schema::reference::resolve,
    schema::{Access, AccessStep, DeclField, DeclKind, DeclType, Encoding, ListType, Schema, escaping},
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The impls of `Object` and, if all properties can be compared, `Compare`. A newtype of an object gets only
/// `Object`, since it may be flattened.
pub(crate) fn impls(container: &Container<'_>, schema: &Schema) -> Tokens {
    if let Data::Newtype(property) = &container.data {
        return of_newtype(container, property, schema);
    }
    let (Data::Object(properties), Some(definition)) =
        (&container.data, schema.definitions.get(&schema.root))
    else {
        return Tokens::default();
    };
    let this = &container.this;
    if this.has_instances() {
        return generic::object(this, properties);
    }
    let own = implementation(this, properties, keys(properties), schema, &definition.node);
    let variants = (0..)
        .zip(properties)
        .filter_map(|(n, property)| variant(this, n, property, schema, &definition.node));
    std::iter::once(own).chain(variants).flatten().collect()
}

/// The impl for a newtype: it calls the type inside.
fn of_newtype(container: &Container<'_>, property: &Property, schema: &Schema) -> Tokens {
    let node = schema.definitions.get(&schema.root).and_then(|root| resolve(Some(schema), &root.node));
    let is_object = node.is_some_and(|node| {
        matches!(node.kind, DeclKind::Object { .. })
            && matches!(node.encoding, Encoding::Native | Encoding::FreeMap)
    });
    let is_plain =
        property.typed().is_some_and(|typed| !typed.has_parameter() && typed.kubernetes().is_none());
    if !is_object || !is_plain || container.this.has_instances() {
        return Tokens::default();
    }
    let methods = [
        ("keys", "", "__cel::u64", ""),
        ("has_key", ", __cel_name: &__cel::str", "__cel::bool", ", __cel_name"),
        ("is_untyped", ", __cel_name: &__cel::str", "__cel::bool", ", __cel_name"),
        ("nullable_elements", ", __cel_name: &__cel::str", "&'static [__cel::bool]", ", __cel_name"),
        ("unknown", "", "__cel::serde_json::Map<__cel::std::string::String, __cel::serde_json::Value>", ""),
    ];
    let methods = methods.map(|(name, parameter, result, argument)| {
        format!(
            "fn {name}(&self {parameter}) -> {result} {{ let __cel_self = self; __cel::Object::{name}(#0 {argument}) }}"
        )
    });
    let held = pointed(property);
    let body = At::derive().write(&methods.concat(), &[held]);
    container.this.implement("__cel::Object", Tokens::default(), body)
}

/// A reference to the value in a newtype, behind all pointers.
fn pointed(property: &Property) -> Tokens {
    let mut typed = property.typed();
    let mut expr = property.reader.expr.clone();
    while let Some(Shape::Pointer(inner)) = typed.map(|typed| &typed.shape) {
        expr = At::derive().write("&**#0", &[expr]);
        typed = Some(inner);
    }
    expr
}

/// `VariantObject` for the variant with this number, if it has fields.
fn variant(this: &This<'_>, n: u32, property: &Property, schema: &Schema, node: &DeclType) -> Option<Tokens> {
    let (Content::Object(properties), DeclKind::Object { fields, .. }) = (&property.content, &node.kind)
    else {
        return None;
    };
    let field = fields.iter().find(|field| field.name == property.name)?;
    let unknown = Tokens::some(unknown::methods(properties, schema, &field.node));
    let template = "fn keys(&self) -> __cel::u64 { let __cel_self = self; #0 } #1";
    let body = At::derive().write(template, &[keys(properties), unknown]);
    let number = Tokens::of(Literal::u32_unsuffixed(n));
    let parts = [this.parameters.clone(), this.ty.clone(), this.clause.clone(), body, number];
    Some(At::derive().write("impl #0 __cel::VariantObject<#4> for #1 #2 { #3 }", &parts))
}

/// `Object` and `Compare` for the type `this`. `keys` is code that counts its keys, `node` is its schema.
pub(crate) fn implementation(
    this: &This<'_>,
    properties: &[Property],
    keys: Tokens,
    schema: &Schema,
    node: &DeclType,
) -> Tokens {
    let unknown = unknown::methods(properties, schema, node);
    let equality = Equality {
        has_key: unknown.is_some().then(|| "__cel::Object::has_key".to_owned()),
        properties,
        schema,
    };
    let unknown = Tokens::some(unknown);
    let template = "fn keys(&self) -> __cel::u64 { let __cel_self = self; #0 } #1";
    let body = At::derive().write(template, &[keys, unknown]);
    let object = this.implement("__cel::Object", Tokens::default(), body);
    if !schema.is_comparable(node) {
        return object;
    }
    let equal = equality.of(node);
    let sides = match equal.contains(LEFT.1) || equal.contains(RIGHT.1) {
        true => "let (__cel_l, __cel_r) = (__cel::fields(self), __cel::fields(__cel_right));",
        false => "",
    };
    // Few rules compare whole objects: `#[inline]` code is only compiled where it is called.
    let compare =
        format!("#[inline] fn compare(&self, __cel_right: &Self) -> __cel::bool {{ {sides} {equal} }}");
    let compare = this.implement("__cel::Compare", Tokens::default(), Tokens::parsed(&compare));
    Tokens::concat([object, compare])
}

/// A sum over the properties. If serde writes a `None`, it counts: it is a key with null.
fn keys(properties: &[Property]) -> Tokens {
    let may_be_missing =
        |property: &&Property| property.reader.optional || property.skips_none || is_flat(property);
    let always = properties.iter().filter(|property| !may_be_missing(property)).count() as u64;
    let others = properties.iter().filter(may_be_missing).map(keys_of).flat_map(|count| quote!(+ #count));
    std::iter::once(Literal::u64_suffixed(always).into()).chain(others).collect()
}

/// Code that counts the keys of a property.
fn keys_of(property: &Property) -> TokenStream {
    let Reader { expr, optional } = &property.reader;
    let count = match &property.content {
        Content::Flatten(typed) if typed.nested().is_some() => {
            let ty = typed.nested().map(|(typed, _)| ty(typed));
            quote!(<#ty as __cel::Object>::keys(__cel_value))
        }
        Content::Flatten(typed) if typed.is_map() => quote!(__cel_value.len() as __cel::u64),
        Content::Flatten(_) | Content::Value(_) | Content::Object(_) => quote!(1),
    };
    let is_option = property.typed().is_some_and(|typed| matches!(typed.shape, Shape::Option(_)));
    match (&property.content, optional) {
        (Content::Flatten(_), false) if is_option => {
            quote!(match #expr { __cel::Some(__cel_value) => { let __cel_value = &__cel_value; #count } _ => 0 })
        }
        (Content::Flatten(_), false) => quote!({ let __cel_value = &#expr; #count }),
        (Content::Flatten(_), true) => {
            let held = is_option.then(|| quote!(__cel::Some));
            quote!(match #expr { __cel::Some(#held(__cel_value)) => #count, _ => 0 })
        }
        (_, true) if property.skips_none => {
            quote!((__cel::Option::is_some_and(#expr, |__cel_value| __cel::Option::is_some(__cel_value)) as __cel::u64))
        }
        _ => quote!((__cel::Option::is_some(&#expr) as __cel::u64)),
    }
}

fn is_flat(property: &Property) -> bool {
    matches!(property.content, Content::Flatten(_))
}

/// Writes the comparison of two objects of a type.
struct Equality<'p> {
    /// Code that tells a null from a missing key. `None` if the type does not have both.
    has_key: Option<String>,
    properties: &'p [Property],
    schema: &'p Schema,
}

impl Equality<'_> {
    /// Each property is equal or absent on both sides.
    fn of(&self, object: &DeclType) -> String {
        let DeclKind::Object { fields, .. } = &object.kind else { return String::new() };
        // The server looks each key up as if it were an escaped name. It finds no key whose name changes by
        // that, on either side.
        let found = fields.iter().filter(|field| {
            field.node.encoding != Encoding::Unwritten
                && escaping::unescape(&field.name).as_deref() == Some(&*field.name)
        });
        let equal: Vec<String> = found.map(|field| self.of_field(field)).collect();
        if equal.is_empty() { "true".to_owned() } else { equal.join(" && ") }
    }

    fn of_field(&self, field: &DeclField) -> String {
        let (left, optional) = read(LEFT, &field.access);
        let (right, _) = read(RIGHT, &field.access);
        let resolved = resolve(Some(self.schema), &field.node).map(|node| &node.kind);
        let is_set = matches!(resolved, Some(DeclKind::List { list_type: ListType::Set, .. }));
        let equal = match &field.node.kind {
            DeclKind::Object { .. } if !optional => self.of(&field.node),
            DeclKind::Object { .. } => {
                let inner = self.of_variant(field);
                format!("(__cel::Option::is_some(&{left}) == __cel::Option::is_some(&{right})) && {inner}")
            }
            _ if is_set && optional => format!(
                "(match ({left}, {right}) {{ \
                    (__cel::Some(__cel_l), __cel::Some(__cel_r)) => __cel::ops::equality::sets(__cel_l, __cel_r), \
                    (__cel_l, __cel_r) => __cel::Option::is_none(&__cel_l) && __cel::Option::is_none(&__cel_r), \
                }})"
            ),
            _ if is_set => {
                format!("__cel::ops::equality::sets({left}, {right})")
            }
            _ => format!("__cel::Equal::equal({left}, {right})"),
        };
        match &self.has_key {
            // The server visits the keys of the left object. Both objects have the same number of keys.
            Some(has_key) if optional => {
                let name = &field.name;
                format!("(__cel::Option::is_none(&{left}) && !{has_key}(self, {name:?}) || {equal})")
            }
            _ => equal,
        }
    }

    /// Compares the fields of a struct variant. That is an object without a Rust type of its own.
    fn of_variant(&self, field: &DeclField) -> String {
        let is_variant = |property: &&Property| property.name == field.name;
        let found = (0..).zip(self.properties).find(|(_, property)| is_variant(property));
        let Some((n, Property { content: Content::Object(properties), .. })) = found else {
            return Equality { has_key: None, properties: &[], ..*self }.of(&field.node);
        };
        let object = format!("__cel::VariantObject::<{n}u32>");
        let has_key =
            unknown::methods(properties, self.schema, &field.node).map(|_| format!("{object}::has_key"));
        let keys = match &has_key {
            Some(_) => format!("{object}::keys(self) == {object}::keys(__cel_right) && "),
            None => String::new(),
        };
        keys + &Equality { has_key, properties: &[], ..*self }.of(&field.node)
    }
}

/// The objects to compare, and the variables with their methods.
const LEFT: (&str, &str) = ("self", "__cel_l");
const RIGHT: (&str, &str) = ("__cel_right", "__cel_r");

/// Code that reads a property, and true if its value is an `Option`.
fn read(object: (&str, &str), access: &Access) -> (String, bool) {
    let mut ways = access.ways().map(|steps| read_way(object, steps));
    let (first, optional) = ways.next().unwrap_or_default();
    (ways.fold(first, |read, (other, _)| format!("__cel::Option::or({read}, {other})")), optional)
}

fn read_way((object, fields): (&str, &str), steps: &[AccessStep]) -> (String, bool) {
    let Some((first, rest)) = steps.split_first() else { return (object.to_owned(), false) };
    let first = (format!("{fields}.{}", first.call()), first.optional);
    rest.iter().fold(first, |(read, optional), step| match (optional, step.optional) {
        (false, _) => (call(&read, step), step.optional),
        (true, true) => {
            (format!("__cel::Option::and_then({read}, |__cel_v| {})", call("__cel_v", step)), true)
        }
        (true, false) => (format!("__cel::Option::map({read}, |__cel_v| {})", call("__cel_v", step)), true),
    })
}

fn call(object: &str, step: &AccessStep) -> String {
    format!("__cel::fields({object}).{}", step.call())
}
