//! The type that `#[derive(CustomResource)]` generates around the spec.

use super::{access, kubernetes::Foreign, method::method, node_impl, object, written};
use crate::{
    attr::{Rule, kube::Kube},
    generics::This,
    input::{Container, Property},
    tokens::{Tokens, located},
};
use cel_compiler::schema::Schema;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Code that does not need the schemas of nested types.
pub(crate) fn unresolved(container: &Container<'_>, kube: &Kube) -> TokenStream {
    let (ident, root) = (container.ident, &kube.root);
    let own = kube.validations.iter().any(Rule::is_compiled);
    let has_rules = match kube.no_spec {
        true => Some(quote!(#own || <#ident as __cel::Node>::HAS_RULES)),
        false => own.then(|| quote!(true)),
    };
    let spec = quote! {
        let __cel_old_spec = __cel::Option::map(__cel_old, |__cel_old| &__cel_old.spec);
    };
    let visit = match kube.no_spec {
        // The rules of the spec are the root's.
        true => quote! {
            <#ident as __cel::Node>::children(&self.spec, __cel_old_spec, __cel_cx, __cel_path);
        },
        false => visit_node(&quote!(&self.spec), &quote!(__cel_old_spec), ident, "spec"),
    };
    let spec = quote!(#spec #visit);
    let is_root = implementation(root);
    let crd = crd_schema(kube);
    let resource_spec = resource_spec(ident, kube);
    let status = kube.nested_status().map(|status| {
        let visit = visit_node(&quote!(__cel_status), &quote!(__cel_old_status), &located(status), "status");
        quote! {
            if let __cel::Some(__cel_status) = &self.status {
                let __cel_old_status =
                    __cel::Option::and_then(__cel_old, |__cel_old| __cel::Option::as_ref(&__cel_old.status));
                #visit
            }
        }
    });
    let children = method("children", quote!(#spec #status));
    let node = node_impl(&Tokens::of(root.clone()), true, has_rules.as_ref(), Tokens::some(children), None);
    quote! {
        #node
        #is_root
        #crd
        #resource_spec
    }
}

/// The costs of the rules. They are missing if schemas of nested types are missing.
pub(crate) fn implementation(root: &impl ToTokens) -> TokenStream {
    quote! {
        impl __cel::Root for #root {
            const COSTS: &'static __cel::str = <__cel::Of<Self>>::COSTS;
            const COST_AMOUNTS: &'static [__cel::u64] = <__cel::Of<Self>>::COST_AMOUNTS;
        }
    }
}

/// The impl that makes the type the spec of its resource.
pub(crate) fn resource_spec(ident: &impl ToTokens, kube: &Kube) -> TokenStream {
    let root = &kube.root;
    quote! {
        impl __cel::ResourceSpec for #ident {
            type Resource = #root;
            fn into_resource(self, __cel_name: &__cel::str) -> #root {
                <#root>::new(__cel_name, self)
            }
        }
    }
}

/// The schema that tests compare with the compiled one.
pub(crate) fn crd_schema(kube: &Kube) -> TokenStream {
    let Kube { root, core, api_version, kind, .. } = kube;
    quote! {
        __cel::with_schemars! {
            impl __cel::CrdSchema for #root {
                const BOUNDS: &'static [__cel::u64] = <__cel::Of<Self>>::BOUNDS;
                const RESOURCE: (&'static __cel::str, &'static __cel::str) = (#api_version, #kind);
                fn crd_schema() -> __cel::serde_json::Value {
                    __cel::schema_in_crd(&<#root as #core::CustomResourceExt>::crd())
                }
            }
        }
    }
}

fn visit_node(value: &TokenStream, old: &TokenStream, ty: &impl ToTokens, name: &str) -> TokenStream {
    let node = quote!(<#ty as __cel::Node>);
    quote! {{
        let __cel_value: &#ty = #value;
        let __cel_path = &__cel::Path::field(__cel_path, #name);
        if __cel_cx.enter(__cel_path, __cel_value, #node::HAS_RULES) {
            #node::rules(__cel_value, #old, __cel_cx, __cel_path);
        }
        #node::children(__cel_value, #old, __cel_cx, __cel_path);
    }}
}

/// Code that reads the root for rules. `schema` includes the fields that every resource has. `properties` are
/// the other fields that may be absent.
pub(crate) fn object(
    container: &Container<'_>,
    kube: &Kube,
    properties: &[Property],
    schema: &Schema,
) -> TokenStream {
    let root = &kube.root;
    let none = syn::Generics::default();
    let this = This::new(root, &none);
    let fields = access::fields(&this, Tokens::new(&methods(container, kube)));
    let has_status = kube.status.is_some() || kube.foreign_status.is_some();
    let status = has_status.then(|| quote!(+ __cel::Option::is_some(&self.status) as __cel::u64));
    let node = schema.definitions.get(&schema.root).map(|definition| &definition.node);
    let spec = container.ident;
    let always = match kube.no_spec {
        true => quote!(3 + <#spec as __cel::Object>::keys(&self.spec)),
        false => quote!(4),
    };
    let keys = Tokens::new(&quote!(#always #status));
    let object = node.map(|node| object::implementation(&this, properties, keys, schema, node));
    quote!(#fields #object)
}

/// The methods with which rules read the root.
fn methods(container: &Container<'_>, kube: &Kube) -> TokenStream {
    let Kube { api_version, kind, .. } = kube;
    let spec = container.ident;
    let hidden = kube.hidden_status().map(located).map(|status| {
        let read = written::of_status(&status);
        quote! {
            pub fn f_status(&self) -> __cel::Option<__cel::Opaque<'__cel, #status, __cel::Given<{ <__cel::SchemaOf<#status>>::__CEL_IS_KNOWN }>>> {
                __cel::Option::map(__cel::Option::as_ref(&self.0.status), |__cel_value| { #read })
            }
        }
    });
    let status = kube.nested_status().map(located).map(|status| {
        quote! {
            pub fn f_status(&self) -> __cel::Option<__cel::Cel<'__cel, #status>> {
                __cel::Option::map(__cel::Option::as_ref(&self.0.status), __cel::CelValue::cel)
            }
        }
    });
    let foreign_status = kube.foreign_status.as_ref().and_then(|typed| {
        let (cel, read) = Foreign::of(typed, container)?.read(&quote!('__cel));
        Some(quote! {
            pub fn f_status(&self) -> __cel::Option<#cel> {
                __cel::Option::map(__cel::Option::as_ref(&self.0.status), #read)
            }
        })
    });
    quote! {
        pub fn f_api_version(&self) -> &'static __cel::str { #api_version }
        pub fn f_kind(&self) -> &'static __cel::str { #kind }
        pub fn f_metadata(&self) -> __cel::Metadata<'__cel> {
            let __cel_value = &self.0.metadata;
            __cel::Metadata::new(__cel_value, &__cel_value.name, &__cel_value.generate_name)
        }
        pub fn f_spec(&self) -> __cel::Cel<'__cel, #spec> { __cel::CelValue::cel(&self.0.spec) }
        #status
        #foreign_status
        #hidden
    }
}
