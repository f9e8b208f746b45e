//! The type that `#[derive(CustomResource)]` makes around the spec.

use super::{node_impl, object, walk::Rules};
use crate::{
    attr::kube::Kube,
    input::Container,
    tokens::{Tokens, located},
};
use cel_codegen::schema::Schema;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// What does not need the schemas of nested types.
pub(crate) fn first(container: &Container<'_>, kube: &Kube) -> TokenStream {
    let (ident, root) = (container.ident, &kube.root);
    let has_rules = (!kube.validations.rules.is_empty()).then(|| quote!(true));
    let node = node_impl(root, true, has_rules.as_ref(), true, None);
    let spec = quote! {
        let __cel_old_spec = __cel::Option::map(__cel_old, |__cel_old| &__cel_old.spec);
    };
    let visit = visit_node(&quote!(&self.spec), &quote!(__cel_old_spec), ident, "spec");
    let spec = quote!(#spec #visit);
    let is_root = implementation(root);
    let crd = crd_schema(kube);
    let status = kube.status.as_ref().map(|status| {
        let visit = visit_node(&quote!(__cel_status), &quote!(__cel_old_status), &located(status), "status");
        quote! {
            if let __cel::Some(__cel_status) = &self.status {
                let __cel_old_status =
                    __cel::Option::and_then(__cel_old, |__cel_old| __cel::Option::as_ref(&__cel_old.status));
                #visit
            }
        }
    });
    quote! {
        #node
        #is_root
        #crd
        impl #root {
            #[doc(hidden)]
            fn __cel_children(
                &self,
                __cel_old: __cel::Option<&Self>,
                __cel_cx: &mut __cel::Validation<'_>,
                __cel_path: &__cel::Path<'_>,
            ) {
                #spec
                #status
            }
        }
    }
}

/// What its rules cost, which is not there yet or at all if the schemas of nested types are missing.
pub(crate) fn implementation(root: &impl ToTokens) -> TokenStream {
    quote! {
        impl __cel::Root for #root {
            const COSTS: &'static str = Self::__CEL_COSTS;
            const COST_AMOUNTS: &'static [__cel::u64] = Self::__CEL_COST_AMOUNTS;
        }
    }
}

/// What tests compare with the compiled schema.
pub(crate) fn crd_schema(kube: &Kube) -> TokenStream {
    let Kube { root, core, .. } = kube;
    quote! {
        __cel::with_schemars! {
            impl __cel::CrdSchema for #root {
                const BOUNDS: &'static [u64] = Self::__CEL_ROOT_BOUNDS;
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

/// The root's own rules, and what they see: `schema` is the root's with the fields that every resource has.
pub(crate) fn rules(container: &Container<'_>, kube: &Kube, schema: &Schema, rules: &Rules) -> TokenStream {
    let root = &kube.root;
    let rules = rules.method();
    let accessors = accessors(container, kube);
    let status = kube.status.as_ref().map(|_| quote!(+ u64::from(__cel::Option::is_some(&self.status))));
    let node = schema.definitions.get(&schema.root).map(|definition| &definition.node);
    let object =
        node.map(|node| object::implementation(root, &[], Tokens::new(&quote!(4 #status)), schema, node));
    quote! {
        #[doc(hidden)]
        impl #root {
            #rules
            #accessors
        }
        #object
    }
}

/// The hidden methods by which rules read the root.
fn accessors(container: &Container<'_>, kube: &Kube) -> TokenStream {
    let Kube { api_version, kind, .. } = kube;
    let spec = container.ident;
    let status = kube.status.as_ref().map(located).map(|status| {
        quote! {
            pub fn __cel_status(&self) -> __cel::Option<__cel::Cel<'_, #status>> {
                __cel::Option::map(__cel::Option::as_ref(&self.status), __cel::CelValue::cel)
            }
        }
    });
    quote! {
        pub fn __cel_api_version(&self) -> &'static __cel::str { #api_version }
        pub fn __cel_kind(&self) -> &'static __cel::str { #kind }
        pub fn __cel_metadata(&self) -> __cel::Metadata<'_> {
            let __cel_value = &self.metadata;
            __cel::Metadata::new(__cel_value, &__cel_value.name, &__cel_value.generate_name)
        }
        pub fn __cel_spec(&self) -> __cel::Cel<'_, #spec> { __cel::CelValue::cel(&self.spec) }
        #status
    }
}
