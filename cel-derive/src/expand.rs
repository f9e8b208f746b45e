//! The impl blocks: those that need nothing of nested types, and those that need their schemas.

pub(crate) mod access;
pub(crate) mod kubernetes;
pub(crate) mod object;
pub(crate) mod walk;

use crate::{
    attr::{Rule, schemars::Kube},
    decl_type::{Nested, Shape, Typed},
    input::{Container, Content, Data, Property},
    tokens::{Tokens, located},
};
use kubernetes::{CelValue, Foreign};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

/// How generated code names the crates whose types it meets.
pub(crate) struct Crates {
    pub(crate) runtime: Tokens,
    pub(crate) k8s_openapi: Tokens,
}

impl Crates {
    pub(crate) fn new(container: &Container<'_>, runtime: &Tokens) -> Self {
        let k8s_openapi = match &container.attrs.k8s_openapi {
            Some(path) => located(path),
            None => Tokens::new(&quote!(::k8s_openapi)),
        };
        Crates { runtime: runtime.clone(), k8s_openapi }
    }
}

fn ty(typed: &Typed) -> Tokens {
    located(&typed.ty)
}

/// What does not need the schemas of nested types, so that it is there even if they are missing.
pub(crate) fn first(container: &Container<'_>, krate: &Tokens) -> TokenStream {
    let ident = container.ident;
    let value = cel_value(container, krate);
    let node = node(container, krate);
    let transform = x_validations(container, krate);
    let nested = nested(container);
    let status = container.kube.iter().filter_map(|kube| kube.status.as_ref());
    let needed = nested.iter().map(|(typed, _)| ty(typed)).chain(status.map(located));
    let root = container.kube.as_ref().map(|kube| root(container, kube, krate));
    quote! {
        #value
        #node
        impl #krate::XValidation for #ident {}
        #transform
        #(const _: fn() = || {
            fn __cel_need<T: #krate::XValidation>() {}
            __cel_need::<#needed>();
        };)*
        #root
    }
}

/// The types that derive `XValidation` in the item's fields, each macro once.
pub(crate) fn nested<'a>(container: &'a Container<'_>) -> Vec<(&'a Typed, &'a Nested)> {
    let mut out: Vec<(&Typed, &Nested)> = Vec::new();
    let properties: Vec<&'a Property> = match &container.data {
        Data::Object(properties) => flat(properties),
        Data::Newtype(property) => vec![property.as_ref()],
        Data::UnitEnum(_) | Data::Error => Vec::new(),
    };
    for (typed, nested) in properties.into_iter().filter_map(|property| property.typed()?.nested()) {
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

fn cel_value(container: &Container<'_>, krate: &Tokens) -> TokenStream {
    let ident = container.ident;
    let cel_value = quote!(#krate::__private::CelValue);
    let option = quote!(::core::option::Option<#krate::__private::std::string::String>);
    let CelValue { cel, schema_type, value, bad_value } = match &container.data {
        Data::Newtype(property) => match &property.content {
            Content::Value(typed) if typed.kubernetes().is_some() => {
                let crates = Crates::new(container, krate);
                match Foreign::of(typed, &crates) {
                    Some(foreign) => foreign.cel_value(&property.reader.expr),
                    None => object_value(),
                }
            }
            Content::Value(typed) if !typed.is_opaque() => {
                let (ty, expr) = (ty(typed), &property.reader.expr);
                CelValue {
                    cel: quote!(<#ty as #cel_value>::Cel<'a>),
                    schema_type: quote!(<#ty as #cel_value>::SCHEMA_TYPE),
                    value: quote!(#cel_value::cel(#expr)),
                    bad_value: quote!(#cel_value::bad_value(#expr)),
                }
            }
            _ => object_value(),
        },
        Data::UnitEnum(variants) => {
            let (variants, names): (Vec<_>, Vec<_>) = variants.iter().cloned().unzip();
            CelValue {
                cel: quote!(&'static str),
                schema_type: quote!("string"),
                value: quote!(match self { #(Self::#variants => #names,)* }),
                bad_value: quote!(#cel_value::bad_value(#cel_value::cel(self))),
            }
        }
        Data::Object(_) | Data::Error => object_value(),
    };
    quote! {
        impl #cel_value for #ident {
            type Cel<'a> = #cel;
            const SCHEMA_TYPE: &'static str = #schema_type;
            fn cel(&self) -> Self::Cel<'_> {
                #value
            }
            fn bad_value(&self) -> #option {
                #bad_value
            }
        }
    }
}

fn object_value() -> CelValue {
    CelValue {
        cel: quote!(&'a Self),
        schema_type: quote!("object"),
        value: quote!(self),
        bad_value: quote!(::core::option::Option::None),
    }
}

fn node(container: &Container<'_>, krate: &Tokens) -> TokenStream {
    let ident = container.ident;
    let own = own_rules(container).next().is_some();
    let has_rules = match &container.data {
        Data::Newtype(property) => match property.typed().and_then(same_node) {
            Some(typed) => {
                let ty = ty(typed);
                quote!(#own || <#ty as #krate::__private::Node>::HAS_RULES)
            }
            None => quote!(#own),
        },
        Data::Object(_) | Data::UnitEnum(_) | Data::Error => quote!(#own),
    };
    node_impl(&ident.to_token_stream(), &has_rules, krate)
}

fn node_impl(ident: &TokenStream, has_rules: &TokenStream, krate: &Tokens) -> TokenStream {
    let parameters = quote! {
        &self, __cel_cx: &mut #krate::__private::Validation<'_>, __cel_path: &#krate::__private::Path<'_>
    };
    quote! {
        impl #krate::__private::Node for #ident {
            const SCHEMA: &'static str = {
                use #krate::__private::Pending as _;
                <#ident>::__CEL_SCHEMA
            };
            const HAS_RULES: bool = #has_rules;
            fn rules(#parameters) {
                use #krate::__private::Pending as _;
                self.__cel_rules(__cel_cx, __cel_path);
            }
            fn children(#parameters) {
                use #krate::__private::Pending as _;
                self.__cel_children(__cel_cx, __cel_path);
            }
        }
    }
}

/// The rules on the type's own node: those of a newtype's field are among them.
pub(crate) fn own_rules<'a>(container: &'a Container<'_>) -> impl Iterator<Item = &'a Rule> {
    let of_field = match &container.data {
        Data::Newtype(property) => property.attrs.rules.as_slice(),
        Data::Object(_) | Data::UnitEnum(_) | Data::Error => &[],
    };
    container.attrs.rules.iter().chain(of_field)
}

/// The deriving type that is the same node as this one: behind pointers, which coerce.
fn same_node(typed: &Typed) -> Option<&Typed> {
    match &typed.shape {
        Shape::Pointer(inner) => same_node(inner),
        Shape::Nested(_) => Some(typed),
        _ => None,
    }
}

/// The function that puts the type's rules into its schema; without rules it is there only if the type asks for it.
fn x_validations(container: &Container<'_>, krate: &Tokens) -> Option<TokenStream> {
    let ident = container.ident;
    let mut nodes = Vec::new();
    push_rules(own_rules(container), &[], &mut nodes);
    match &container.data {
        Data::Object(properties) => push_properties(properties, &[], krate, &mut nodes),
        Data::Newtype(property) => push_elements(property, &[], krate, &mut nodes),
        Data::UnitEnum(_) | Data::Error => {}
    }
    if nodes.is_empty() && !container.has_transform {
        return None;
    }
    Some(quote! {
        #krate::__private::with_schemars! {
            impl #ident {
                #[doc(hidden)]
                pub fn x_validations(__cel_schema: &mut #krate::__private::schemars::Schema) {
                    #krate::__private::insert_rules(__cel_schema, &[#(#nodes),*]);
                }
            }
            const _: fn(&mut #krate::__private::schemars::Schema) = <#ident>::x_validations;
        }
    })
}

fn push_properties(
    properties: &[Property],
    path: &[TokenStream],
    krate: &Tokens,
    nodes: &mut Vec<TokenStream>,
) {
    for property in properties.iter().filter(|property| has_rules(property)) {
        let name = &property.name;
        let mut path = path.to_vec();
        path.push(quote!(#krate::__private::Step::Property(#name)));
        push_rules(property.attrs.rules.iter(), &path, nodes);
        push_elements(property, &path, krate, nodes);
        if let Content::Object(inner) = &property.content {
            push_properties(inner, &path, krate, nodes);
        }
    }
}

fn has_rules(property: &Property) -> bool {
    let attrs = &property.attrs;
    let own = [&attrs.rules, &attrs.items, &attrs.values].into_iter().any(|rules| !rules.is_empty());
    own || matches!(&property.content, Content::Object(inner) if inner.iter().any(has_rules))
}

fn push_elements(
    property: &Property,
    path: &[TokenStream],
    krate: &Tokens,
    nodes: &mut Vec<TokenStream>,
) {
    for (rules, step) in [(&property.attrs.items, "Items"), (&property.attrs.values, "Values")] {
        let step = Ident::new(step, Span::call_site());
        let mut path = path.to_vec();
        path.push(quote!(#krate::__private::Step::#step));
        push_rules(rules.iter(), &path, nodes);
    }
}

fn push_rules<'r>(rules: impl Iterator<Item = &'r Rule>, path: &[TokenStream], nodes: &mut Vec<TokenStream>) {
    let entries: Vec<String> = rules.map(|rule| rule.rule.to_entry()).collect();
    if !entries.is_empty() {
        let entries = format!("[{}]", entries.join(","));
        nodes.push(quote!((&[#(#path),*], #entries)));
    }
}

/// The type that `#[derive(CustomResource)]` makes around the spec.
fn root(container: &Container<'_>, kube: &Kube, krate: &Tokens) -> TokenStream {
    let (ident, root) = (container.ident, &kube.root);
    let CelValue { cel, schema_type, value, bad_value } = object_value();
    let node = node_impl(&root.to_token_stream(), &quote!(false), krate);
    let spec = visit_node(&quote!(&self.spec), &ident.to_token_stream(), "spec", krate);
    let crd = crd_schema(kube, krate);
    let status = kube.status.as_ref().map(|status| {
        let ty = located(status);
        let visit = visit_node(&quote!(__cel_status), &ty, "status", krate);
        quote!(if let ::core::option::Option::Some(__cel_status) = &self.status { #visit })
    });
    quote! {
        impl #krate::__private::CelValue for #root {
            type Cel<'a> = #cel;
            const SCHEMA_TYPE: &'static str = #schema_type;
            fn cel(&self) -> Self::Cel<'_> {
                #value
            }
            fn bad_value(&self) -> ::core::option::Option<#krate::__private::std::string::String> {
                #bad_value
            }
        }
        #node
        impl #krate::XValidation for #root {}
        #crd
        impl #root {
            #[doc(hidden)]
            fn __cel_children(
                &self,
                __cel_cx: &mut #krate::__private::Validation<'_>,
                __cel_path: &#krate::__private::Path<'_>,
            ) {
                #spec
                #status
            }
        }
    }
}

/// What tests compare with the compiled schema.
pub(crate) fn crd_schema(kube: &Kube, krate: &Tokens) -> TokenStream {
    let Kube { root, core, .. } = kube;
    quote! {
        #krate::__private::with_schemars! {
            impl #krate::__private::CrdSchema for #root {
                const BOUNDS: &'static [u64] = {
                    use #krate::__private::Pending as _;
                    <#root>::__CEL_ROOT_BOUNDS
                };
                fn crd_schema() -> #krate::__private::serde_json::Value {
                    #krate::__private::schema_in_crd(&<#root as #core::CustomResourceExt>::crd())
                }
            }
        }
    }
}

fn visit_node(value: &TokenStream, ty: &impl ToTokens, name: &str, krate: &Tokens) -> TokenStream {
    let node = quote!(<#ty as #krate::__private::Node>);
    quote! {{
        let __cel_value: &#ty = #value;
        let __cel_path = &#krate::__private::Path::field(__cel_path, #name);
        if __cel_cx.enter(__cel_path, __cel_value, #node::HAS_RULES) {
            #node::rules(__cel_value, __cel_cx, __cel_path);
        }
        #node::children(__cel_value, __cel_cx, __cel_path);
    }}
}

/// The rule as the runtime reports it.
pub(crate) fn rule_value(rule: &Rule, field_path: Option<&str>, krate: &Tokens) -> TokenStream {
    let text = rule.rule.rule.trim();
    let message = rule.rule.message.as_deref().unwrap_or_default().trim();
    let reason = format_ident!("{}", rule.rule.reason.as_deref().unwrap_or("FieldValueInvalid"));
    let field_path = match field_path {
        Some(path) => quote!(::core::option::Option::Some(#path)),
        None => quote!(::core::option::Option::None),
    };
    quote! {
        #krate::__private::Rule {
            rule: #text,
            message: #message,
            reason: #krate::__private::Reason::#reason,
            field_path: #field_path,
        }
    }
}

/// The name of a type for identifiers.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}
