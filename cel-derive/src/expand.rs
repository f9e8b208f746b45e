//! The impl blocks: those that need nothing of nested types, and those that need their schemas.

use crate::{
    attr::{Rule, schemars::Kube},
    decl_type::{Kubernetes, Scalar, Shape, Typed, proven},
    input::{Container, Content, Data, Property, Reader},
};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

/// Tokens that resolve as they are written, and that lints take for ours: `$crate` must stay as it is.
pub(crate) fn located(tokens: TokenStream) -> TokenStream {
    let relocate = |mut token: TokenTree| {
        match &mut token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), located(group.stream()));
                inner.set_span(Span::call_site().located_at(group.span()));
                return TokenTree::Group(inner);
            }
            TokenTree::Ident(ident) if ident == "$crate" => {}
            token => token.set_span(Span::call_site().located_at(token.span())),
        }
        token
    };
    tokens.into_iter().map(relocate).collect()
}

fn ty(typed: &Typed) -> TokenStream {
    located(typed.ty.to_token_stream())
}

/// What does not need the schemas of nested types, so that it is there even if they are missing.
pub(crate) fn first(container: &Container<'_>, id: &str, krate: &TokenStream) -> TokenStream {
    let ident = container.ident;
    let value = cel_value(container, krate);
    let node = node(container, id, krate);
    let transform = x_validations(container, krate);
    let nested = nested(container);
    let status =
        container.kube.iter().filter_map(|kube| kube.status.as_ref()).map(|path| path.to_token_stream());
    let needed = nested.iter().map(|(typed, _)| ty(typed)).chain(status.map(located));
    let root = container.kube.as_ref().map(|kube| root(container, kube, id, krate));
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
pub(crate) fn nested<'a>(container: &'a Container<'_>) -> Vec<(&'a Typed, &'a crate::decl_type::Nested)> {
    let mut out: Vec<(&Typed, &crate::decl_type::Nested)> = Vec::new();
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

fn cel_value(container: &Container<'_>, krate: &TokenStream) -> TokenStream {
    let ident = container.ident;
    let cel_value = quote!(#krate::__private::CelValue);
    let option = quote!(::core::option::Option<#krate::__private::std::string::String>);
    let (cel, schema_type, value, bad_value) = match &container.data {
        Data::Newtype(property) => match &property.content {
            Content::Value(typed) if !typed.is_opaque() => {
                let (ty, expr) = (ty(typed), &property.reader.expr);
                (
                    quote!(<#ty as #cel_value>::Cel<'a>),
                    quote!(<#ty as #cel_value>::SCHEMA_TYPE),
                    quote!(#cel_value::cel(#expr)),
                    quote!(#cel_value::bad_value(#expr)),
                )
            }
            _ => object_value(),
        },
        Data::UnitEnum(variants) => {
            let (variants, names): (Vec<_>, Vec<_>) = variants.iter().cloned().unzip();
            (
                quote!(&'static str),
                quote!("string"),
                quote!(match self { #(Self::#variants => #names,)* }),
                quote!(#cel_value::bad_value(#cel_value::cel(self))),
            )
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

fn object_value() -> (TokenStream, TokenStream, TokenStream, TokenStream) {
    (quote!(&'a Self), quote!("object"), quote!(self), quote!(::core::option::Option::None))
}

fn node(container: &Container<'_>, id: &str, krate: &TokenStream) -> TokenStream {
    let ident = container.ident;
    let own = own_rules(container).next().is_some();
    let has_rules = match &container.data {
        Data::Newtype(property) => match property.typed().and_then(same_node) {
            Some((typed, _)) => {
                let ty = ty(typed);
                quote!(#own || <#ty as #krate::__private::Node>::HAS_RULES)
            }
            None => quote!(#own),
        },
        Data::Object(_) | Data::UnitEnum(_) | Data::Error => quote!(#own),
    };
    node_impl(&ident.to_token_stream(), id, &has_rules, krate)
}

fn node_impl(ident: &TokenStream, id: &str, has_rules: &TokenStream, krate: &TokenStream) -> TokenStream {
    let parameters = quote! {
        &self, __cel_cx: &mut #krate::__private::Validation<'_>, __cel_path: &#krate::__private::Path<'_>
    };
    quote! {
        impl #krate::__private::Node for #ident {
            const ID: &'static str = #id;
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

/// The deriving type that is the same node as this one, and how many pointers are before it.
fn same_node(typed: &Typed) -> Option<(&Typed, usize)> {
    match &typed.shape {
        Shape::Pointer(inner) => same_node(inner).map(|(typed, depth)| (typed, depth + 1)),
        Shape::Nested(_) => Some((typed, 0)),
        _ => None,
    }
}

/// The function that puts the type's rules into its schema.
fn x_validations(container: &Container<'_>, krate: &TokenStream) -> TokenStream {
    let ident = container.ident;
    let mut nodes = Vec::new();
    push_rules(own_rules(container), &[], krate, &mut nodes);
    match &container.data {
        Data::Object(properties) => push_properties(properties, &[], krate, &mut nodes),
        Data::Newtype(property) => push_elements(property, &[], krate, &mut nodes),
        Data::UnitEnum(_) | Data::Error => {}
    }
    quote! {
        impl #ident {
            #[doc(hidden)]
            pub fn x_validations(__cel_schema: &mut #krate::__private::schemars::Schema) {
                #krate::__private::insert_rules(__cel_schema, &[#(#nodes),*]);
            }
        }
        const _: fn(&mut #krate::__private::schemars::Schema) = <#ident>::x_validations;
    }
}

fn push_properties(
    properties: &[Property],
    path: &[TokenStream],
    krate: &TokenStream,
    nodes: &mut Vec<TokenStream>,
) {
    for property in properties {
        let name = &property.name;
        let mut path = path.to_vec();
        path.push(quote!(#krate::__private::Step::Property(#name)));
        push_rules(property.attrs.rules.iter(), &path, krate, nodes);
        push_elements(property, &path, krate, nodes);
        if let Content::Object(inner) = &property.content {
            push_properties(inner, &path, krate, nodes);
        }
    }
}

fn push_elements(
    property: &Property,
    path: &[TokenStream],
    krate: &TokenStream,
    nodes: &mut Vec<TokenStream>,
) {
    for (rules, step) in [(&property.attrs.items, "Items"), (&property.attrs.values, "Values")] {
        let step = Ident::new(step, Span::call_site());
        let mut path = path.to_vec();
        path.push(quote!(#krate::__private::Step::#step));
        push_rules(rules.iter(), &path, krate, nodes);
    }
}

fn push_rules<'r>(
    rules: impl Iterator<Item = &'r Rule>,
    path: &[TokenStream],
    krate: &TokenStream,
    nodes: &mut Vec<TokenStream>,
) {
    let _ = krate;
    let entries: Vec<String> = rules.map(|rule| rule.rule.to_entry()).collect();
    if !entries.is_empty() {
        let entries = format!("[{}]", entries.join(","));
        nodes.push(quote!((&[#(#path),*], #entries)));
    }
}

/// The type that `#[derive(CustomResource)]` makes around the spec.
fn root(container: &Container<'_>, kube: &Kube, id: &str, krate: &TokenStream) -> TokenStream {
    let (ident, root) = (container.ident, &kube.root);
    let id = format!("{id} {root}");
    let (object, schema_type, value, bad_value) = object_value();
    let node = node_impl(&root.to_token_stream(), &id, &quote!(false), krate);
    let spec = visit_node(&quote!(&self.spec), &ident.to_token_stream(), "spec", krate);
    let status = kube.status.as_ref().map(|status| {
        let ty = located(status.to_token_stream());
        let visit = visit_node(&quote!(__cel_status), &ty, "status", krate);
        quote!(if let ::core::option::Option::Some(__cel_status) = &self.status { #visit })
    });
    quote! {
        impl #krate::__private::CelValue for #root {
            type Cel<'a> = #object;
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

fn visit_node(value: &TokenStream, ty: &TokenStream, name: &str, krate: &TokenStream) -> TokenStream {
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

/// A rule that was compiled: its function, and the call that runs it on `value`.
pub(crate) struct Compiled {
    pub(crate) function: TokenStream,
    pub(crate) name: Ident,
    pub(crate) rule: TokenStream,
}

/// The compiled rules of one node and of its elements.
#[derive(Default)]
pub(crate) struct NodeRules {
    pub(crate) own: Vec<Compiled>,
    pub(crate) elements: Vec<Compiled>,
}

impl NodeRules {
    fn functions(&self) -> impl Iterator<Item = &TokenStream> {
        self.own.iter().chain(&self.elements).map(|rule| &rule.function)
    }
}

/// What needs the schemas of nested types: rules, accessors and the walk.
pub(crate) struct Second<'a> {
    pub(crate) container: &'a Container<'a>,
    pub(crate) krate: &'a TokenStream,
    pub(crate) own: NodeRules,
    /// In the order of [`Container::properties`].
    pub(crate) properties: Vec<NodeRules>,
}

impl Second<'_> {
    pub(crate) fn expand(&self) -> TokenStream {
        let (ident, krate) = (self.container.ident, self.krate);
        let parameters = quote! {
            &self, __cel_cx: &mut #krate::__private::Validation<'_>, __cel_path: &#krate::__private::Path<'_>
        };
        let functions = self.own.functions();
        let rules = self.rules();
        let field_functions = self.properties.iter().flat_map(NodeRules::functions);
        let children = self.children();
        let accessors = self.container.properties().into_iter().map(|property| self.accessor(property));
        let proofs = self.container.properties().into_iter().filter_map(|property| self.proof(property));
        quote! {
            impl #ident {
                #[doc(hidden)]
                fn __cel_rules(#parameters) {
                    #(#functions)*
                    #rules
                }
                #[doc(hidden)]
                fn __cel_children(#parameters) {
                    #(#field_functions)*
                    #children
                }
                #(#accessors)*
            }
            #(#proofs)*
        }
    }

    /// The rules of the type's own node: of a newtype, first those of what it holds.
    fn rules(&self) -> TokenStream {
        let krate = self.krate;
        let inner = match &self.container.data {
            Data::Newtype(property) => property.typed().and_then(same_node).map(|(typed, depth)| {
                let (ty, expr) = (ty(typed), &property.reader.expr);
                let stars = (0..depth).map(|_| quote!(*));
                quote!(<#ty as #krate::__private::Node>::rules(&*#(#stars)*#expr, __cel_cx, __cel_path);)
            }),
            Data::Object(_) | Data::UnitEnum(_) | Data::Error => None,
        };
        let own = self.own.own.iter().map(|rule| call(rule, &quote!(self)));
        quote!(#inner #(#own)*)
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
            Content::Value(typed) => self.visit(typed, rules),
            Content::Flatten(typed) => self.below(typed, &[]),
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
                quote!(if ::core::option::Option::is_some(&{ let __cel_some: ::core::option::Option<&Self> = #expr; __cel_some }) { #path #visit })
            }
            (_, true) => quote!(if let ::core::option::Option::Some(__cel_value) = #expr { #path #visit }),
            (_, false) => quote!({ let __cel_value = #expr; #path #visit }),
        }
    }

    fn step(&self, name: &str) -> TokenStream {
        let krate = self.krate;
        quote!(let __cel_path = &#krate::__private::Path::field(__cel_path, #name);)
    }

    /// The rules of the node at `__cel_value`, then everything below; nothing if there is nothing to run.
    fn visit(&self, typed: &Typed, rules: &NodeRules) -> TokenStream {
        if let Shape::Option(inner) = &typed.shape {
            let visit = self.visit(inner, rules);
            if visit.is_empty() {
                return visit;
            }
            return quote!(if let ::core::option::Option::Some(__cel_value) = __cel_value { #visit });
        }
        let krate = self.krate;
        let of_field = rules.own.iter().map(|rule| call(rule, &quote!(__cel_value)));
        let own = match same_node(typed) {
            Some((nested, depth)) => {
                let ty = ty(nested);
                let node = quote!(<#ty as #krate::__private::Node>);
                let stars = (0..depth).map(|_| quote!(*));
                let has_rules = !rules.own.is_empty();
                quote! {
                    if __cel_cx.enter(__cel_path, __cel_value, #has_rules || #node::HAS_RULES) {
                        #node::rules(&*#(#stars)*__cel_value, __cel_cx, __cel_path);
                        #(#of_field)*
                    }
                }
            }
            None if rules.own.is_empty() => TokenStream::new(),
            None => quote!(if __cel_cx.enter(__cel_path, __cel_value, true) { #(#of_field)* }),
        };
        let below = self.below(typed, &rules.elements);
        quote!(#own #below)
    }

    /// What is below the node at `__cel_value`.
    fn below(&self, typed: &Typed, elements: &[Compiled]) -> TokenStream {
        let krate = self.krate;
        match &typed.shape {
            Shape::Option(inner) => {
                let below = self.below(inner, elements);
                if below.is_empty() {
                    return below;
                }
                quote!(if let ::core::option::Option::Some(__cel_value) = __cel_value { #below })
            }
            Shape::Pointer(inner) => {
                let below = self.below(inner, elements);
                if below.is_empty() { below } else { quote!(let __cel_value = &**__cel_value; #below) }
            }
            Shape::Nested(_) => {
                let ty = ty(typed);
                quote!(<#ty as #krate::__private::Node>::children(__cel_value, __cel_cx, __cel_path);)
            }
            Shape::List(inner) | Shape::Array(inner, _) => {
                let visit = self.visit_element(inner, elements);
                if visit.is_empty() {
                    return visit;
                }
                quote! {
                    for (__cel_index, __cel_value) in ::core::iter::Iterator::enumerate(__cel_value.iter()) {
                        let __cel_path = &#krate::__private::Path::index(__cel_path, __cel_index);
                        #visit
                    }
                }
            }
            Shape::Map(inner) => {
                let visit = self.visit_element(inner, elements);
                if visit.is_empty() {
                    return visit;
                }
                quote! {
                    for (__cel_key, __cel_value) in __cel_value.iter() {
                        let __cel_path = &#krate::__private::Path::key(__cel_path, __cel_key);
                        #visit
                    }
                }
            }
            Shape::Scalar(_) | Shape::Kubernetes(_) | Shape::Opaque | Shape::FreeMap | Shape::Error => {
                TokenStream::new()
            }
        }
    }

    fn visit_element(&self, typed: &Typed, rules: &[Compiled]) -> TokenStream {
        let own = rules.iter().map(|rule| Compiled {
            function: TokenStream::new(),
            name: rule.name.clone(),
            rule: rule.rule.clone(),
        });
        self.visit(typed, &NodeRules { own: own.collect(), elements: Vec::new() })
    }

    /// The hidden method by which rules read a property.
    fn accessor(&self, property: &Property) -> TokenStream {
        let krate = self.krate;
        let method = &property.method;
        let Reader { expr, optional } = &property.reader;
        let Some(typed) = property.typed() else {
            return quote! {
                #[doc(hidden)]
                #[inline]
                pub fn #method(&self) -> ::core::option::Option<&Self> { #expr }
            };
        };
        let option = matches!(typed.shape, Shape::Option(_));
        let value = typed.value();
        if value.is_opaque() || matches!(value.shape, Shape::Error) {
            return TokenStream::new();
        }
        let Some((cel, read)) = read(value, krate) else { return TokenStream::new() };
        let some = quote!(::core::option::Option);
        let (output, body) = match (*optional, option) {
            (false, false) => (cel, quote!((#read)(#expr))),
            (false, true) => (quote!(#some<#cel>), quote!(#some::map(#some::as_ref(#expr), #read))),
            (true, false) => (quote!(#some<#cel>), quote!(#some::map(#expr, #read))),
            (true, true) => {
                (quote!(#some<#cel>), quote!(#some::map(#some::and_then(#expr, #some::as_ref), #read)))
            }
        };
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn #method(&self) -> #output { #body }
        }
    }

    /// A container type is the one that its name says.
    fn proof(&self, property: &Property) -> Option<TokenStream> {
        let typed = property.typed()?;
        let same = proven(typed, self.krate)?;
        let declared = ty(typed);
        Some(quote!(const _: fn(&#declared) -> &#same = |__cel_value| __cel_value;))
    }
}

/// The type of a value for CEL and the function that reads it. Scalars have their types spelled out: so a type of the
/// user's own that has the name of a known one does not compile.
fn read(typed: &Typed, krate: &TokenStream) -> Option<(TokenStream, TokenStream)> {
    let ty = ty(typed);
    let cel = match &typed.shape {
        Shape::Scalar(Scalar::Bool) => quote!(bool),
        Shape::Scalar(Scalar::Int) => quote!(i64),
        Shape::Scalar(Scalar::WideInt) => quote!(u64),
        Shape::Scalar(Scalar::Double) => quote!(f64),
        Shape::Scalar(Scalar::String) => quote!(&#krate::__private::std::primitive::str),
        Shape::Scalar(Scalar::Date | Scalar::DateTime) => quote!(#krate::__private::cel_types::Timestamp),
        Shape::Kubernetes(kubernetes) => return kubernetes_read(*kubernetes, &ty, krate),
        Shape::Option(_)
        | Shape::Pointer(_)
        | Shape::List(_)
        | Shape::Array(..)
        | Shape::Map(_)
        | Shape::Nested(_)
        | Shape::Opaque
        | Shape::FreeMap
        | Shape::Error => quote!(<#ty as #krate::__private::CelValue>::Cel<'_>),
    };
    let cel = match &typed.shape {
        Shape::Scalar(Scalar::Bool | Scalar::Int | Scalar::WideInt | Scalar::Double) => {
            quote!(::core::primitive::#cel)
        }
        _ => cel,
    };
    Some((cel, quote!(<#ty as #krate::__private::CelValue>::cel)))
}

/// k8s-openapi's types implement no trait of ours: they are read through their public fields.
fn kubernetes_read(
    kubernetes: Kubernetes,
    ty: &TokenStream,
    krate: &TokenStream,
) -> Option<(TokenStream, TokenStream)> {
    let read = match kubernetes {
        Kubernetes::Time => quote!(time),
        Kubernetes::MicroTime => quote!(micro_time),
        Kubernetes::IntOrString | Kubernetes::Quantity => return None,
    };
    let timestamp = quote!(#krate::__private::cel_types::Timestamp);
    Some((timestamp, quote!((|__cel_value: &#ty| #krate::__private::#read(&__cel_value.0)))))
}

fn call(rule: &Compiled, value: &TokenStream) -> TokenStream {
    let (name, rule) = (&rule.name, &rule.rule);
    quote!(__cel_cx.rule(__cel_path, &#rule, #value, #name);)
}

/// The rule as the runtime reports it.
pub(crate) fn rule_value(rule: &Rule, field_path: Option<&str>, krate: &TokenStream) -> TokenStream {
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
