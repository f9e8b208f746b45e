//! The second half of a type's code: its rules, and the walk through its properties.

use super::{access, kubernetes::View, same_node, ty};
use crate::{
    decl_type::{Shape, Typed},
    input::{Container, Content, Data, Property, Reader},
};
use cel_codegen::rule::CompiledRule;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;

/// The compiled rules of one node.
#[derive(Default)]
pub(crate) struct Rules {
    /// Each with its function's name.
    pub(crate) compiled: Vec<(Ident, CompiledRule)>,
    /// The Rust type that they see.
    pub(crate) this: TokenStream,
    /// What they see the value through, if it cannot show itself.
    pub(crate) view: Option<View>,
}

impl Rules {
    fn is_empty(&self) -> bool {
        self.compiled.is_empty()
    }

    fn items(&self) -> impl Iterator<Item = TokenStream> {
        let view = self.view.iter().map(|view| view.definition.clone());
        let private = quote!(__cel);
        let functions =
            self.compiled.iter().map(move |(name, rule)| rule.functions(name, &self.this, &private));
        view.chain(functions)
    }

    /// Runs them on a value.
    fn calls(&self, value: &TokenStream) -> TokenStream {
        let private = quote!(__cel);
        self.compiled.iter().map(|(name, rule)| rule.call(name, value, &private)).collect()
    }
}

/// The compiled rules of one node and of its elements.
#[derive(Default)]
pub(crate) struct NodeRules {
    pub(crate) own: Rules,
    pub(crate) elements: Rules,
}

impl NodeRules {
    fn items(&self) -> impl Iterator<Item = TokenStream> {
        self.own.items().chain(self.elements.items())
    }
}

/// What needs the schemas of nested types: rules, accessors and the walk.
pub(crate) struct Second<'a> {
    pub(crate) container: &'a Container<'a>,
    pub(crate) own: NodeRules,
    /// In the order of [`Container::properties`].
    pub(crate) properties: Vec<NodeRules>,
    /// The keys of nested types without a rule on them or below: there is nothing to walk.
    pub(crate) without_rules: BTreeSet<String>,
    /// The keys of nested types that are objects: rules see a reference to the type itself.
    pub(crate) objects: BTreeSet<String>,
}

impl Second<'_> {
    /// `consts` stand in the same impl.
    pub(crate) fn expand(&self, consts: &TokenStream) -> TokenStream {
        let ident = self.container.ident;
        let functions = self.own.items();
        let rules = self.method("__cel_rules", quote!(#(#functions)*), self.rules());
        let functions = self.properties.iter().flat_map(NodeRules::items);
        let children = self.method("__cel_children", quote!(#(#functions)*), self.children());
        let properties = self.container.properties();
        let accessors =
            properties.iter().map(|property| access::accessor(property, &self.objects, self.container));
        let proofs = properties.iter().filter_map(|property| access::proof(property));
        quote! {
            #[doc(hidden)]
            impl #ident {
                #consts
                #rules
                #children
                #(#accessors)*
            }
            #(#proofs)*
        }
    }

    /// A method of the walk; without anything to do it is left to the runtime's stand-in.
    fn method(&self, name: &str, functions: TokenStream, body: TokenStream) -> Option<TokenStream> {
        let name = format_ident!("{name}");
        (!body.is_empty()).then(|| {
            quote! {
                fn #name(&self, __cel_cx: &mut __cel::Validation<'_>, __cel_path: &__cel::Path<'_>) {
                    #functions
                    #body
                }
            }
        })
    }

    /// The rules of the type's own node: of a newtype, first those of what it holds.
    fn rules(&self) -> TokenStream {
        let inner = match &self.container.data {
            Data::Newtype(property) => {
                property.typed().and_then(same_node).filter(|typed| self.has_rules(typed)).map(|typed| {
                    let (ty, expr) = (ty(typed), &property.reader.expr);
                    quote!(<#ty as __cel::Node>::rules(#expr, __cel_cx, __cel_path);)
                })
            }
            Data::Object(_) | Data::UnitEnum(_) | Data::Error => None,
        };
        let own = self.own.own.calls(&quote!(self));
        quote!(#inner #own)
    }

    fn children(&self) -> TokenStream {
        match &self.container.data {
            Data::Object(properties) => {
                let mut index = 0;
                self.walk_properties(properties, &mut index)
            }
            Data::Newtype(property) => {
                let Some(typed) = property.typed() else { return TokenStream::new() };
                let below = self.below(typed, &self.own.elements);
                let expr = &property.reader.expr;
                if below.is_empty() { below } else { quote!(let __cel_value = #expr; #below) }
            }
            Data::UnitEnum(_) | Data::Error => TokenStream::new(),
        }
    }

    fn walk_properties(&self, properties: &[Property], index: &mut usize) -> TokenStream {
        let walks: Vec<_> = properties.iter().map(|property| self.walk_property(property, index)).collect();
        quote!(#(#walks)*)
    }

    fn walk_property(&self, property: &Property, index: &mut usize) -> TokenStream {
        let none = NodeRules::default();
        let rules = self.properties.get(*index).unwrap_or(&none);
        *index += 1;
        let visit = match &property.content {
            Content::Value(typed) => self.visit(typed, &rules.own, &rules.elements),
            Content::Flatten(typed) => self.below(typed, &Rules::default()),
            Content::Object(properties) => self.walk_properties(properties, index),
        };
        if visit.is_empty() {
            return visit;
        }
        let Reader { expr, optional } = &property.reader;
        let path = match &property.content {
            Content::Flatten(_) => None,
            Content::Value(_) | Content::Object(_) => Some(self.step(&property.name)),
        };
        match (&property.content, optional) {
            (Content::Object(_), _) => {
                quote!(if __cel::Option::is_some(&#expr) { #path #visit })
            }
            (_, true) => quote!(if let __cel::Some(__cel_value) = #expr { #path #visit }),
            (_, false) => quote!({ let __cel_value = #expr; #path #visit }),
        }
    }

    fn step(&self, name: &str) -> TokenStream {
        quote!(let __cel_path = &__cel::Path::field(__cel_path, #name);)
    }

    /// The rules of the node at `__cel_value`, then everything below; nothing if there is nothing to run.
    fn visit(&self, typed: &Typed, rules: &Rules, elements: &Rules) -> TokenStream {
        if let Shape::Option(inner) = &typed.shape {
            let visit = self.visit(inner, rules, elements);
            if visit.is_empty() {
                return visit;
            }
            return quote!(if let __cel::Some(__cel_value) = __cel_value { #visit });
        }
        if typed.is_json() && !rules.is_empty() {
            let visit = self.visit_value(typed, rules, elements);
            return quote!(if !__cel_value.is_null() { #visit });
        }
        self.visit_value(typed, rules, elements)
    }

    fn visit_value(&self, typed: &Typed, rules: &Rules, elements: &Rules) -> TokenStream {
        let of_field = rules.calls(&quote!(__cel_value));
        let own = match same_node(typed) {
            Some(nested) if self.has_rules(nested) || !rules.is_empty() => {
                let ty = ty(nested);
                let node = quote!(<#ty as __cel::Node>);
                let has_rules = !rules.is_empty();
                quote! {
                    if __cel_cx.enter(__cel_path, __cel_value, #has_rules || #node::HAS_RULES) {
                        #node::rules(__cel_value, __cel_cx, __cel_path);
                        #of_field
                    }
                }
            }
            Some(_) => TokenStream::new(),
            None if rules.is_empty() => TokenStream::new(),
            None => {
                let view = rules
                    .view
                    .as_ref()
                    .map(|View { name, .. }| quote!(let __cel_value = &#name(__cel_value);));
                quote!({ #view if __cel_cx.enter(__cel_path, __cel_value, true) { #of_field } })
            }
        };
        let below = self.below(typed, elements);
        quote!(#own #below)
    }

    /// What is below the node at `__cel_value`.
    fn below(&self, typed: &Typed, elements: &Rules) -> TokenStream {
        match &typed.shape {
            Shape::Option(inner) => {
                let below = self.below(inner, elements);
                if below.is_empty() {
                    return below;
                }
                quote!(if let __cel::Some(__cel_value) = __cel_value { #below })
            }
            Shape::Pointer(inner) => {
                let below = self.below(inner, elements);
                if below.is_empty() { below } else { quote!(let __cel_value = &**__cel_value; #below) }
            }
            Shape::Nested(_) if !self.has_rules(typed) => TokenStream::new(),
            Shape::Nested(_) => {
                let ty = ty(typed);
                quote!(<#ty as __cel::Node>::children(__cel_value, __cel_cx, __cel_path);)
            }
            Shape::List(inner) | Shape::Array(inner, _) => {
                let visit = self.visit(inner, elements, &Rules::default());
                if visit.is_empty() {
                    return visit;
                }
                quote! {
                    for (__cel_index, __cel_value) in ::core::iter::Iterator::enumerate(__cel_value.iter()) {
                        let __cel_path = &__cel::Path::index(__cel_path, __cel_index);
                        #visit
                    }
                }
            }
            Shape::Map(inner) => {
                let visit = self.visit(inner, elements, &Rules::default());
                if visit.is_empty() {
                    return visit;
                }
                quote! {
                    for (__cel_key, __cel_value) in __cel_value.iter() {
                        let __cel_path = &__cel::Path::key(__cel_path, __cel_key);
                        #visit
                    }
                }
            }
            Shape::Scalar(_) | Shape::Kubernetes(_) | Shape::Opaque | Shape::FreeMap | Shape::Error => {
                TokenStream::new()
            }
        }
    }

    fn has_rules(&self, typed: &Typed) -> bool {
        typed.nested().is_none_or(|(_, nested)| !self.without_rules.contains(&nested.key))
    }
}
