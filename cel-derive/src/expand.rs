//! The impl blocks. Some need the schemas of nested types, others do not.

pub(crate) mod access;
mod argument;
mod choices;
pub(crate) mod generic;
mod hidden;
pub(crate) mod isolated;
pub(crate) mod kubernetes;
pub(crate) mod late;
mod method;
pub(crate) mod object;
mod old;
pub(crate) mod resolved;
pub(crate) mod root;
pub(crate) mod rules;
pub(crate) mod walk;
pub(crate) mod written;

use crate::decl_type::scalar_type;
use crate::{
    attr::{Origin, Rule, elements::ElementStep},
    decl_type::{Nested, Shape, Typed},
    generics::This,
    input::{Container, Content, Data, Property, Variants},
    manifest::manifest,
    tokens::{At, Tokens, located},
};
use kubernetes::{CelValue, Foreign};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

/// The crate k8s-openapi. Generated code reads its types through their public fields.
pub(crate) fn k8s_openapi(container: &Container<'_>) -> Tokens {
    match &container.attrs.k8s_openapi {
        Some(path) => located(path),
        None => {
            let name = manifest().k8s_openapi.clone().unwrap_or_else(|| "k8s_openapi".to_owned());
            let name = Ident::new(&name, Span::call_site());
            Tokens::new(&quote!(::#name))
        }
    }
}

fn ty(typed: &Typed) -> Tokens {
    located(&typed.ty)
}

/// Code that does not need the schemas of nested types. It is there even if they are missing.
pub(crate) fn unresolved(container: &Container<'_>) -> Tokens {
    let value = cel_value(container);
    let node = node(container, value.is_none());
    let transform = x_validations(container);
    let nested = nested(container);
    let status = container.kube.iter().filter_map(|kube| kube.nested_status());
    let (generic, plain): (Vec<_>, Vec<_>) =
        nested.iter().partition(|(_, nested)| !nested.arguments.is_empty());
    let plain = plain.into_iter().map(|(typed, _)| ty(typed)).chain(status.map(located));
    let generic = generic.into_iter().map(|(typed, _)| ty(typed));
    let needs = Tokens::concat([need("__cel::XValidation", plain), need("__cel::Generic", generic)]);
    let needs = container.this.in_function(needs);
    let root = container.kube.as_ref().map(|kube| root::unresolved(container, kube));
    let is_root = container.is_root().then(|| root::implementation(&container.this.ty));
    Tokens::concat([
        Tokens::some(value.filter(|_| !is_late_value(container))),
        node,
        transform.unwrap_or_default(),
        needs,
        Tokens::some(root),
        Tokens::some(is_root),
        hidden::proofs(container),
        choices::proofs(container),
    ])
}

/// The code that reads a newtype, if only the schemas of nested types tell how.
pub(crate) fn late_value(container: &Container<'_>) -> Tokens {
    Tokens::some(is_late_value(container).then(|| cel_value(container)).flatten())
}

/// True for a newtype of a map whose keys derive: they are variants or texts.
fn is_late_value(container: &Container<'_>) -> bool {
    match &container.data {
        Data::Newtype(property) => property.typed().is_some_and(Typed::is_keyed),
        Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => false,
    }
}

/// Code that compiles only if the types have a trait.
fn need(of: &str, types: impl Iterator<Item = Tokens>) -> Tokens {
    let needs: Tokens = types.flat_map(|ty| At::derive().write("let _ = __cel_need::<#0>;", &[ty])).collect();
    if needs.is_empty() {
        return needs;
    }
    At::derive().write(&format!("{{ fn __cel_need<T: {of}>() {{}} #0 }}"), &[needs])
}

/// The types that derive `XValidation` in the item's fields, one for each macro.
pub(crate) fn nested<'a>(container: &'a Container<'_>) -> Vec<(&'a Typed, &'a Nested)> {
    let (mut found, mut out) = (Vec::new(), Vec::<(&Typed, &Nested)>::new());
    let properties: Vec<&'a Property> = match &container.data {
        Data::Object(properties) => flat(properties),
        Data::Newtype(property) => vec![property.as_ref()],
        Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => Vec::new(),
    };
    let typed = properties.into_iter().filter_map(Property::typed);
    typed.chain(container.defaults.iter().flatten()).for_each(|typed| typed.all_nested(&mut found));
    for (typed, nested) in found {
        if !out.iter().any(|(_, other)| other.key == nested.key) {
            out.push((typed, nested));
        }
    }
    out
}

fn flat<'a>(properties: &'a [Property]) -> Vec<&'a Property> {
    let inner = |property: &'a Property| -> Vec<&'a Property> {
        match &property.content {
            Content::Object(properties) => flat(properties),
            Content::Value(_) | Content::Flatten(_) => vec![property],
        }
    };
    properties.iter().flat_map(inner).collect()
}

/// How rules see a value that is not an object.
fn cel_value(container: &Container<'_>) -> Option<TokenStream> {
    let ident = container.ident;
    let value = match &container.data {
        Data::Newtype(property) => newtype_value(container, property),
        Data::UnitEnum(Variants { names, skipped, .. }) => {
            let (variants, names): (Vec<_>, Vec<_>) = names.iter().cloned().unzip();
            let skipped = skipped.iter().map(|(variant, name)| quote!(#ident::#variant { .. } => #name,));
            Some(CelValue {
                cel: quote!(&'__cel __cel::str),
                schema_type: quote!("string"),
                shown_type: None,
                value: quote!(match __cel_self { #(#ident::#variants => #names,)* #(#skipped)* }),
                bad_value: quote!(__cel::CelValue::bad_value(__cel::CelValue::cel(__cel_self))),
            })
        }
        Data::Scalar(node) => {
            let of_scalar = scalar_type(&node.kind);
            Some(CelValue {
                cel: quote!(__cel::Scalar<'__cel, Self>),
                schema_type: quote!(#of_scalar),
                shown_type: None,
                value: quote!(__cel::Scalar::new(__cel_self)),
                bad_value: quote!(__cel::Scalar::new(__cel_self).bad_value()),
            })
        }
        Data::Object(_) | Data::Error => None,
    };
    let value = value.map(|value| value.implementation(&container.this, generic::shown(container)));
    let unit_enum = unit_enum(container);
    value.map(|value| quote!(#value #unit_enum))
}

/// The variants of an enum without fields. Maps with such keys are objects.
fn unit_enum(container: &Container<'_>) -> Option<Tokens> {
    let Data::UnitEnum(Variants { names, .. }) = &container.data else { return None };
    let ident = container.ident;
    let variants = names.iter().map(|(variant, _)| quote!(#ident::#variant));
    let variants = quote!(const VARIANTS: &'static [Self] = &[#(#variants),*];);
    Some(container.this.implement("__cel::UnitEnum", Tokens::default(), Tokens::new(&variants)))
}

fn newtype_value(container: &Container<'_>, property: &Property) -> Option<CelValue> {
    let Content::Value(typed) = &property.content else { return None };
    let expr = &property.reader.expr;
    if let Some(foreign) = Foreign::of(typed, container) {
        return Some(foreign.cel_value(&quote!(#expr)));
    }
    let ty = ty(typed);
    (!typed.is_opaque()).then(|| CelValue {
        cel: quote!(<#ty as __cel::CelValue>::Cel<'__cel>),
        schema_type: quote!(<#ty as __cel::CelValue>::SCHEMA_TYPE),
        shown_type: None,
        value: quote!(__cel::CelValue::cel(#expr)),
        bad_value: quote!(__cel::CelValue::bad_value(#expr)),
    })
}

fn node(container: &Container<'_>, is_object: bool) -> Tokens {
    let own = own_rules(container).iter().any(|rule| rule.is_compiled());
    let same = match &container.data {
        Data::Newtype(property) => property.typed().and_then(Typed::same_node),
        Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => None,
    };
    let others = same.into_iter().chain(flattened(container).map(|(typed, _)| typed));
    let others = others.map(|typed| {
        let ty = ty(typed);
        // An argument may be no node: `Page<EnvVar>`, `Page<Url>`.
        match typed.nested().is_some_and(|(_, nested)| !nested.arguments.is_empty()) {
            true => quote!(|| <__cel::Of<#ty>>::HAS_OWN_RULES),
            false => quote!(|| <#ty as __cel::Node>::HAS_RULES),
        }
    });
    let others: Vec<_> = others.collect();
    let own = (own || !others.is_empty()).then(|| quote!(#own #(#others)*));
    let below = container.properties().into_iter().any(|property| {
        has_rules(property) || property.typed().is_some_and(|typed| typed.nested().is_some())
    });
    let children = if below { of_resolved(("children", "children")) } else { Tokens::default() };
    let this = &container.this;
    if this.is_generic() {
        return generic::node(container, is_object, own.as_ref(), children, is_null(container).as_ref());
    }
    let children = Tokens::concat([choices::constant(container), children]);
    node_impl(&this.ty, is_object, own.as_ref(), children, is_null(container).as_ref())
}

/// Code that tells if a newtype holds a null, if it can.
fn is_null(container: &Container<'_>) -> Option<TokenStream> {
    let Data::Newtype(property) = &container.data else { return None };
    let typed = property.typed()?;
    let expr = &property.reader.expr;
    match typed.same_node() {
        // Only an argument that derives can be a null.
        Some(nested) if !nested.has_only_nodes() => None,
        Some(nested) => {
            let ty = ty(nested);
            Some(quote!(<#ty as __cel::Node>::is_null(#expr)))
        }
        None => typed.is_json().then(|| quote!(__cel::serde_json::Value::is_null(#expr))),
    }
}

/// A method of `Node` that calls the code of the resolved item.
fn of_resolved((name, of_code): (&str, &str)) -> Tokens {
    Tokens::parsed(format!(
        "fn {name}(&self, __cel_old: __cel::Option<&Self>, __cel_cx: &mut __cel::Validation<'_>, \
         __cel_path: &__cel::Path<'_>) {{ <__cel::Of<Self>>::{of_code}(self, __cel_old, __cel_cx, __cel_path); }}"
    ))
}

/// The schema of a node, as its derive publishes it.
const SCHEMA_OF_NODE: &str = "const SCHEMA: &'static __cel::str = <__cel::Of<Self>>::SCHEMA; \
     fn described() -> __cel::Option<&'static __cel::Schema> { <__cel::Of<Self>>::described() }";

/// The impl of `Node`. It names items of the resolved item's code. They are missing if schemas of nested types
/// are: see `cel_runtime`'s `Of`.
fn node_impl(
    ident: &Tokens,
    is_object: bool,
    has_rules: Option<&TokenStream>,
    children: Tokens,
    is_null: Option<&TokenStream>,
) -> Tokens {
    let rules = match has_rules {
        Some(_) => of_resolved(("rules", "rules")),
        None => Tokens::default(),
    };
    let schema = Tokens::parsed(SCHEMA_OF_NODE);
    let items = Tokens::concat([schema, rules, children]);
    let has_rules = has_rules
        .map(|has_rules| At::derive().write("const HAS_RULES: __cel::bool = #0;", &[Tokens::new(has_rules)]));
    let is_null = is_null.map(|is_null| {
        At::derive()
            .write("fn is_null(&self) -> __cel::bool { let __cel_self = self; #0 }", &[Tokens::new(is_null)])
    });
    let ident = ident.clone();
    let node = At::derive().write(
        "impl __cel::Node for #0 { #1 #2 #3 } impl __cel::XValidation for #0 {}",
        &[ident.clone(), items, has_rules.unwrap_or_default(), is_null.unwrap_or_default()],
    );
    if !is_object {
        return node;
    }
    // Rules see an object by reference.
    let value = Tokens::parsed("{ type Cel<'a> = &'a Self; fn cel(&self) -> &Self { self } }");
    Tokens::concat([At::derive().write("impl __cel::CelValue for #0 #1", &[ident, value]), node])
}

/// The rules on the type's own node, in the order of the CRD. Those on the field of a newtype are among them.
pub(crate) fn own_rules<'a>(container: &'a Container<'_>) -> Vec<&'a Rule> {
    let of_field = match &container.data {
        Data::Newtype(property) => property.attrs.rules.as_slice(),
        Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => &[],
    };
    let mut rules: Vec<&Rule> = container.attrs.rules.iter().chain(of_field).collect();
    rules.sort_by_key(|rule| rule.origin);
    rules
}

/// The types that a struct flattens. Their properties and rules are also the struct's own.
pub(crate) fn flattened<'a>(container: &'a Container<'_>) -> impl Iterator<Item = (&'a Typed, &'a Nested)> {
    let properties = match &container.data {
        Data::Object(properties) => properties.as_slice(),
        Data::Newtype(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => &[],
    };
    // A flattened variant may be absent.
    let properties = properties.iter().filter(|property| !property.reader.optional);
    properties.filter_map(|property| match &property.content {
        Content::Flatten(typed) => typed.nested(),
        Content::Value(_) | Content::Object(_) => None,
    })
}

/// The function that puts the type's rules into its schema. A type without rules has it only if its attributes
/// name it.
fn x_validations(container: &Container<'_>) -> Option<Tokens> {
    let This { ty, parameters, clause, .. } = &container.this;
    let mut nodes = Vec::new();
    push_rules(own_rules(container).into_iter(), &[], &mut nodes);
    match &container.data {
        Data::Object(properties) => push_properties(properties, &[], &mut nodes),
        Data::Newtype(property) => push_elements(property, &[], &mut nodes),
        Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => {}
    }
    if nodes.is_empty() && !container.has_transform {
        return None;
    }
    // Without type parameters, the function has a name here.
    let is_function = match container.this.is_generic() {
        true => "",
        false => "const _: fn(&mut __cel::schemars::Schema) = <#1>::x_validations;",
    };
    let template = format!(
        "__cel::with_schemars! {{
            impl #0 #1 #2 {{
                #4 pub fn x_validations(__cel_schema: &mut __cel::schemars::Schema) {{
                    __cel::insert_rules(__cel_schema, &[#3]);
                }}
            }}
            {is_function}
        }}"
    );
    let (nodes, doc) = (Tokens::parsed(nodes.join(", ")), Tokens::parsed(DOC_OF_TRANSFORM));
    Some(At::derive().write(&template, &[parameters.clone(), ty.clone(), clause.clone(), nodes, doc]))
}

const DOC_OF_TRANSFORM: &str = "#[doc = \" Puts the rules into the schema of this type: `#[schemars(transform = Name::x_validations)]`.\"]";

fn push_properties(properties: &[Property], path: &[String], nodes: &mut Vec<String>) {
    for property in properties.iter().filter(|property| has_rules(property)) {
        let mut path = path.to_vec();
        path.push(format!("__cel::Step::Property({:?})", property.name));
        push_rules(property.attrs.rules.iter(), &path, nodes);
        if loses_rules(property) {
            nodes.push(format!("(&[{}], \"[]\")", path.join(", ")));
        }
        push_elements(property, &path, nodes);
        if let Content::Object(inner) = &property.content {
            push_properties(inner, &path, nodes);
        }
    }
}

fn has_rules(property: &Property) -> bool {
    let attrs = &property.attrs;
    attrs.all_rules().next().is_some()
        || matches!(&property.content, Content::Object(inner) if inner.iter().any(has_rules))
}

/// True if kube loses the rules of `x_kube` on a field. It does for an `Option` of an enum with rules, unless
/// all rules are in the CRD.
fn loses_rules(property: &Property) -> bool {
    let is_option =
        |typed: &Typed| matches!(typed.shape, Shape::Option(_)) && typed.value().same_node().is_some();
    let rules = &property.attrs.rules;
    property.typed().is_some_and(is_option)
        && rules.iter().any(|rule| rule.origin == Origin::Kube)
        && rules.iter().all(Rule::is_in_crd)
}

fn push_elements(property: &Property, path: &[String], nodes: &mut Vec<String>) {
    let mut path = path.to_vec();
    for depth in 1..=property.attrs.depth() {
        let Some(element) = property.attrs.elements.iter().find(|element| element.way.len() >= depth) else {
            return;
        };
        path.push(match element.way[depth - 1] {
            ElementStep::Items => "__cel::Step::Items".to_owned(),
            ElementStep::Values => "__cel::Step::Values".to_owned(),
        });
        push_rules(property.attrs.rules_at(depth), &path, nodes);
    }
}

fn push_rules<'r>(rules: impl Iterator<Item = &'r Rule>, path: &[String], nodes: &mut Vec<String>) {
    let entries: Vec<String> =
        rules.filter(|rule| !rule.is_in_crd()).map(|rule| rule.rule.to_entry()).collect();
    if !entries.is_empty() {
        let entries = format!("[{}]", entries.join(","));
        nodes.push(format!("(&[{}], {entries:?})", path.join(", ")));
    }
}

/// The name of a type for identifiers.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}
