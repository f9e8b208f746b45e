//! The code of a type that needs the schemas of nested types: its rules, and the walk through its properties.

use super::{
    access, generic, isolated,
    kubernetes::of_key,
    late::LateRules,
    old::{NONE, old_content, old_items},
    resolved::Resolved,
    rules::{NodeRules, Rules},
    ty, written,
};
use crate::{
    decl_type::{Keys, Nested, Shape, Typed},
    input::{Content, Data, Property, Reader},
    tokens::{self, At, Tokens},
};
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

impl Resolved<'_> {
    /// All the code. `consts` are added to its impl.
    pub(crate) fn expand(&self, consts: Tokens) -> Tokens {
        let this = &self.container.this;
        let nodes = std::iter::once(&self.own).chain(&self.properties).flat_map(NodeRules::all);
        let late = self.instances.values().flat_map(|instance| &instance.late).filter_map(LateRules::here);
        let nodes = nodes.chain(late);
        let functions = isolated::functions(nodes, self.container.attrs.krate.as_ref());
        let view = self.own_view();
        let method = |name, body| match this.types.is_empty() {
            true => method_of_walk(name, body),
            false => Tokens::some(generic::method(name, body.to_token_stream())),
        };
        let rules = method("rules", self.rules());
        let (children, parts) = self.children();
        let children = method("children", children.into());
        let properties = self.container.properties();
        let proofs =
            properties.iter().filter_map(|property| access::proof(property, this)).flatten().collect();
        let proofs = Tokens::concat([proofs, key_proofs(&properties)]);
        let accessors = properties.iter().map(|property| access::accessor(property, self)).collect();
        let fields = match self.container.data {
            Data::Object(_) | Data::Newtype(_) => access::fields(this, accessors),
            Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => Tokens::default(),
        };
        let view = Tokens::new(&view);
        let walk = Tokens::concat([rules, children]);
        if this.types.is_empty() {
            let compiled =
                this.implement("__cel::Compiled", Tokens::default(), Tokens::concat([consts, walk]));
            return Tokens::concat([functions, view, compiled, parts, fields, proofs]);
        }
        let compiled = this.implement("__cel::Compiled", Tokens::default(), consts);
        let walk = self.generic(walk);
        Tokens::concat([functions, view, compiled, walk, fields, proofs])
    }

    /// The rules of the type's own node. For a newtype the rules of the inner type come first.
    fn rules(&self) -> Tokens {
        let own = &self.own.own;
        let inner = match &self.container.data {
            Data::Newtype(property) => {
                property.typed().and_then(|typed| Some((property, typed, typed.same_node()?)))
            }
            Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => None,
        };
        let others = match inner {
            Some((.., typed)) if self.nested_uses_old(typed) => "__cel_old",
            _ => "__cel_cx.shown_old(__cel_old)",
        };
        let inner = inner.filter(|(.., typed)| self.has_rules(typed)).map(|(property, written, typed)| {
            let (ty, expr) = (ty(typed), &property.reader.expr);
            let old = self.old_property(&property.reader, self.sees_old(typed, NONE));
            let argument = self.old_argument(written);
            let rules = match self.walks_of(typed) {
                Some(walks) => {
                    quote!(<__cel::Of<#ty>>::rules_with(#expr, #argument, __cel_cx, __cel_path, #walks);)
                }
                None => quote!(<#ty as __cel::Node>::rules(#expr, #argument, __cel_cx, __cel_path);),
            };
            let rules = self.showing_old(own, typed, rules);
            quote!({ #old #rules })
        });
        let of_parameter = match &self.container.data {
            Data::Newtype(property) => self.rules_of_parameter(property),
            Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => None,
        };
        let own = self.own_calls(others);
        Tokens::concat([Tokens::some(inner), Tokens::some(of_parameter), own])
    }

    /// The rules on the value of a newtype, if its type is a type parameter.
    fn rules_of_parameter(&self, property: &Property) -> Option<TokenStream> {
        let call = generic::call(property.typed()?, "rules")?;
        let (expr, old) = (&property.reader.expr, self.old_property(&property.reader, true));
        Some(quote!({ let __cel_value = #expr; #old #call }))
    }

    /// The type's own rules. In a generic type they do not see the type parameters.
    fn own_calls(&self, others: &str) -> Tokens {
        let own = &self.own.own;
        if !self.container.this.has_instances() || own.is_empty() {
            return own.calls("self", others);
        }
        let (new, read) = match &self.container.data {
            Data::Newtype(property) => {
                let expr = &property.reader.expr;
                (quote!(let __cel_value = #expr;), quote!(|__cel_self| #expr))
            }
            _ if own.late.is_some() => {
                (quote!(let __cel_value = __cel_self;), quote!(|__cel_self| __cel_self))
            }
            Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => (
                quote!(let __cel_value = &__cel_View(__cel_self);),
                quote!(|__cel_self| __cel_View(__cel_self)),
            ),
        };
        let held = (generic::has_view(self.container) && own.late.is_none())
            .then(|| quote!(let __cel_old = __cel::Option::as_ref(&__cel_old);));
        let old = own.see_old().then(|| quote!(let __cel_old = __cel::Option::map(__cel_old, #read); #held));
        let calls = own.calls("__cel_value", others);
        Tokens::concat([Tokens::from(new), Tokens::some(old), calls]).in_braces()
    }

    /// The walk through the properties, and the parts of a long one.
    fn children(&self) -> (TokenStream, Tokens) {
        match &self.container.data {
            Data::Object(properties) => self.in_parts(&self.walk_properties(properties, &mut 0)),
            Data::Newtype(property) => (self.below_newtype(property), Tokens::default()),
            Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => Default::default(),
        }
    }

    fn below_newtype(&self, property: &Property) -> TokenStream {
        let Some(typed) = property.typed() else { return TokenStream::new() };
        let below = self.below(typed, &self.own.elements);
        if below.is_empty() {
            return below;
        }
        let expr = &property.reader.expr;
        let old = self.old_property(&property.reader, self.sees_old(typed, &self.own.elements));
        quote!(let __cel_value = #expr; #old #below)
    }

    /// Cuts a long walk into functions. rustc takes longer for a function than for two of half its length.
    fn in_parts(&self, walks: &[TokenStream]) -> (TokenStream, Tokens) {
        let this = &self.container.this;
        if walks.len() <= MOST_IN_ONE || !this.types.is_empty() {
            return (quote!(#(#walks)*), Tokens::default());
        }
        let part = |(n, walks): (usize, &[TokenStream])| {
            let method = method_of_walk("part", quote!(#(#walks)*).into());
            this.implement(&format!("__cel::WalkPart<{n}>"), Tokens::default(), method)
        };
        let parts = walks.chunks(IN_PART).enumerate().map(part).collect();
        let numbers = (0..walks.len().div_ceil(IN_PART)).map(Literal::usize_unsuffixed);
        let calls =
            numbers.map(|n| quote!(__cel::WalkPart::<#n>::part(self, __cel_old, __cel_cx, __cel_path);));
        (calls.collect(), parts)
    }

    /// The walk through each property. Most properties have nothing to visit.
    fn walk_properties(&self, properties: &[Property], index: &mut usize) -> Vec<TokenStream> {
        let walks = properties.iter().map(|property| self.walk_property(property, index));
        walks.filter(|walk| !walk.is_empty()).collect()
    }

    fn walk_property(&self, property: &Property, index: &mut usize) -> TokenStream {
        let none = NodeRules::default();
        let rules = self.properties.get(*index).unwrap_or(&none);
        *index += 1;
        let visit = match &property.content {
            Content::Value(typed) => self.visit(typed, &rules.own, &rules.elements),
            Content::Flatten(typed) => self.below(typed, &[]),
            Content::Object(properties) => self.walk_properties(properties, index).into_iter().collect(),
        };
        if visit.is_empty() {
            return visit;
        }
        let sees_old = match &property.content {
            Content::Value(typed) => self.sees_old(typed, rules.all()),
            Content::Flatten(typed) => self.sees_old(typed, NONE),
            Content::Object(_) => false, // its properties are read from the enum
        };
        let old = self.old_property(&property.reader, sees_old);
        let Reader { expr, optional } = &property.reader;
        let path = match &property.content {
            Content::Flatten(_) => None,
            Content::Value(_) | Content::Object(_) => Some(self.step(&property.name)),
        };
        match (&property.content, optional) {
            (Content::Object(_), _) => {
                quote!(if __cel::Option::is_some(&#expr) { #path #visit })
            }
            (_, true) => quote!(if let __cel::Some(__cel_value) = #expr { #old #path #visit }),
            (_, false) => quote!({ let __cel_value = #expr; #old #path #visit }),
        }
    }

    fn step(&self, name: &str) -> TokenStream {
        quote!(let __cel_path = &__cel::Path::field(__cel_path, #name);)
    }

    /// Runs the rules of the node at `__cel_value`, then visits everything below. Empty if there is nothing to run.
    pub(super) fn visit(&self, typed: &Typed, rules: &Rules, elements: &[Rules]) -> TokenStream {
        if let Shape::Option(inner) = &typed.shape {
            let visit = self.visit(inner, rules, elements);
            if visit.is_empty() {
                return visit;
            }
            let old = self.sees_old(inner, std::iter::once(rules).chain(elements)).then(old_content);
            return quote!(if let __cel::Some(__cel_value) = __cel_value { #old #visit });
        }
        let visit = self.visit_value(typed, rules, elements);
        let Some(is_null) = self.is_null(typed).filter(|_| !visit.is_empty()) else { return visit };
        let old = self.sees_old(typed, [rules]).then(
            || quote!(let __cel_old = __cel::Option::filter(__cel_old, |__cel_old| !#is_null(__cel_old));),
        );
        quote!(if !#is_null(__cel_value) { #old #visit })
    }

    /// Code that tells if a value is null, if it can be.
    pub(super) fn is_null(&self, typed: &Typed) -> Option<TokenStream> {
        if typed.is_json() {
            return Some(quote!(__cel::serde_json::Value::is_null));
        }
        if let Some(is_null) = written::is_null(typed) {
            return Some(is_null);
        }
        let nested = typed.same_node()?;
        let (_, key) = nested.nested()?;
        let ty = ty(nested);
        self.nullable.contains(&key.key).then(|| quote!(<#ty as __cel::Node>::is_null))
    }

    fn visit_value(&self, typed: &Typed, rules: &Rules, elements: &[Rules]) -> TokenStream {
        if let Some(visit) = generic::call(typed, "visit") {
            return match &rules.late {
                None => visit,
                Some(late) => self.visit_parameter(typed, late),
            };
        }
        let nested = typed.same_node();
        if let (Shape::Nested(_), Some(nested)) = (&typed.shape, nested)
            && rules.is_empty()
            && self.has_rules(nested)
            && !self.is_instance(nested)
        {
            let (ty, old) = (ty(nested), self.old_argument(typed));
            return quote!(__cel::visit::<#ty>(__cel_value, #old, __cel_cx, __cel_path););
        }
        let others = match nested {
            Some(nested) if self.nested_uses_old(nested) => "__cel_old",
            _ => "__cel::None",
        };
        let of_field = rules.calls("__cel_value", others);
        let own = match nested {
            Some(nested) if self.is_instance(nested) => self.enter_instance(typed, nested, rules, &of_field),
            Some(nested) if self.has_rules(nested) || !rules.is_empty() => {
                let ty = ty(nested);
                let node = quote!(<#ty as __cel::Node>);
                let has_rules = !rules.is_empty();
                let old = self.old_argument(typed);
                let of_type = quote!(#node::rules(__cel_value, #old, __cel_cx, __cel_path););
                let of_type = self.showing_old(rules, nested, of_type);
                quote! {
                    if __cel_cx.enter(__cel_path, __cel_value, #has_rules || #node::HAS_RULES) {
                        #of_type
                        #of_field
                    }
                }
            }
            Some(_) => TokenStream::new(),
            None if rules.is_empty() => TokenStream::new(),
            None if let Some(late) = &rules.late => {
                let walk = late.walk();
                quote!(if __cel_cx.enter_type(__cel_path, #walk.schema_type, true) { #of_field })
            }
            None => {
                let view = rules.shown();
                quote!({ #view if __cel_cx.enter(__cel_path, __cel_value, true) { #of_field } })
            }
        };
        let below = self.below(typed, elements);
        quote!(#own #below)
    }

    /// Visits the nodes below the one at `__cel_value`.
    pub(super) fn below(&self, typed: &Typed, elements: &[Rules]) -> TokenStream {
        match &typed.shape {
            Shape::Option(inner) => {
                let below = self.below(inner, elements);
                if below.is_empty() {
                    return below;
                }
                let old = self.sees_old(inner, elements).then(old_content);
                quote!(if let __cel::Some(__cel_value) = __cel_value { #old #below })
            }
            Shape::Pointer(inner) => {
                let below = self.below(inner, elements);
                if below.is_empty() {
                    return below;
                }
                let old = self.sees_old(inner, elements).then(
                    || quote!(let __cel_old = __cel::Option::map(__cel_old, |__cel_old| &**__cel_old);),
                );
                quote!(let __cel_value = &**__cel_value; #old #below)
            }
            Shape::Nested(_) if !self.has_rules(typed) => TokenStream::new(),
            Shape::Nested(_) => {
                let (ty, old) = (ty(typed), self.old_argument(typed));
                match self.walks_of(typed) {
                    Some(walks) => {
                        quote!(<__cel::Of<#ty>>::children_with(__cel_value, #old, __cel_cx, __cel_path, #walks);)
                    }
                    None => quote!(<#ty as __cel::Node>::children(__cel_value, #old, __cel_cx, __cel_path);),
                }
            }
            Shape::Parameter(_) => generic::call(typed, "children").unwrap_or_default(),
            Shape::List(inner) | Shape::Array(inner, _) => {
                let visit = self.visit_element(inner, elements);
                if visit.is_empty() {
                    return visit;
                }
                let sees_old = self.sees_old(inner, elements);
                let (olds, old) = sees_old.then(|| old_items(elements, inner)).unzip();
                quote! {
                    #olds
                    for (__cel_index, __cel_value) in ::core::iter::Iterator::enumerate(
                        ::core::iter::IntoIterator::into_iter(__cel_value),
                    ) {
                        #old
                        let __cel_path = &__cel::Path::index(__cel_path, __cel_index);
                        #visit
                    }
                }
            }
            Shape::Map(inner) => {
                let visit = self.visit_element(inner, elements);
                if visit.is_empty() {
                    return visit;
                }
                let old = self.sees_old(inner, elements).then(|| {
                    quote!(let __cel_old = __cel::Option::and_then(__cel_old, |__cel_old| __cel_old.get(__cel_key));)
                });
                quote! {
                    for (__cel_key, __cel_value) in __cel_value {
                        #old
                        let __cel_path = &__cel::Path::key(__cel_path, __cel_key);
                        #visit
                    }
                }
            }
            Shape::Keyed(keys, inner) => self.below_keyed(keys, inner, elements),
            Shape::Scalar(_) | Shape::Kubernetes(_) | Shape::Opaque | Shape::FreeMap | Shape::Error => {
                TokenStream::new()
            }
        }
    }

    /// Visits the values of a map whose keys derive. In the schema the variants of an enum may be properties.
    fn below_keyed(&self, keys: &Keys, inner: &Typed, elements: &[Rules]) -> TokenStream {
        let visit = self.visit_element(inner, elements);
        if visit.is_empty() {
            return visit;
        }
        let old = self.sees_old(inner, elements).then(|| {
            quote!(let __cel_old = __cel::Option::and_then(__cel_old, |__cel_old| __cel_old.get(__cel_key));)
        });
        let is_documented = |(_, key): (&Typed, &Nested)| self.documented.contains(&key.key);
        let is_map = keys.are_texts || keys.typed.nested().is_some_and(is_documented);
        let step = if is_map { quote!(key) } else { quote!(field) };
        let text = match keys.are_texts {
            true => {
                // The same error as that of rules that read the map: in a call, or elsewhere, rustc would show a second one.
                let text = tokens::at(keys.place, of_key(keys, "__cel_text"));
                quote!({ let __cel_text = #text; __cel_text(__cel_key) })
            }
            false => quote!(__cel::CelValue::cel(__cel_key)),
        };
        quote! {
            for (__cel_key, __cel_value) in __cel_value {
                #old
                let __cel_path = &__cel::Path::#step(__cel_path, #text);
                #visit
            }
        }
    }

    /// Visits an element, with the rules on it and on its own elements.
    fn visit_element(&self, element: &Typed, rules: &[Rules]) -> TokenStream {
        match rules.split_first() {
            Some((own, elements)) => self.visit(element, own, elements),
            None => self.visit(element, &Rules::default(), &[]),
        }
    }
}

/// Code that does not compile if serde does not read the keys of a map that are texts.
fn key_proofs(properties: &[&Property]) -> Tokens {
    let keys = properties.iter().filter_map(|property| property.typed()).flat_map(Typed::text_keys);
    let proof = |key: &Typed| {
        let at = At(Span::call_site().located_at(key.ty.span()));
        at.write(
            "const _: () = <#0 as __cel::ReadKey<{ __cel::KeyOf::<#0>::__CEL_IS_READ }>>::HOLDS;",
            &[ty(key)],
        )
    };
    keys.map(proof).collect()
}

/// A method of the walk through a type without type parameters. Empty if it would do nothing.
fn method_of_walk(name: &str, body: Tokens) -> Tokens {
    if body.is_empty() {
        return Tokens::default();
    }
    let head = format!(
        "fn {name}(&self, __cel_old: __cel::Option<&Self>, __cel_cx: &mut __cel::Validation<'_>, \
         __cel_path: &__cel::Path<'_>)"
    );
    let body = Tokens::concat([Tokens::parsed("let __cel_self = self;"), body]).in_braces();
    Tokens::concat([Tokens::parsed(head), body])
}

/// A walk with more properties is cut into parts.
const MOST_IN_ONE: usize = 64;
const IN_PART: usize = 32;
