//! Generic types. Their walk takes an `ArgumentWalk` for each type parameter. The place of use writes it, since
//! it knows the arguments. Rules run in functions without type parameters, so they see the type through a view
//! without them.

mod compiled;

use super::{
    access::{Accessor, at},
    late::LateRules,
    method::method_with,
    of_resolved,
    resolved::{OwnRules, Resolved},
    rules::{Late, Rules},
    ty,
};
use crate::{
    decl_type::{Nested, Shape, Typed},
    generics::This,
    input::{Container, Content, Data, Property},
    tokens::{At, Tokens},
};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// Bounds that a newtype needs if its type depends on an argument and rules must see it.
pub(super) fn shown(container: &Container<'_>) -> Tokens {
    let property = match &container.data {
        Data::Newtype(property) => property,
        Data::Scalar(_) if container.this.is_generic() => {
            return At::derive().write("Self: __cel::serde::Serialize,", &[]);
        }
        Data::Object(_) | Data::UnitEnum(_) | Data::Scalar(_) | Data::Error => return Tokens::default(),
    };
    match property.typed().filter(|typed| typed.has_parameter()) {
        Some(typed) => At::derive().write("#0: __cel::CelValue,", &[ty(typed)]),
        None => Tokens::default(),
    }
}

/// `Node`, and `Generic` for type parameters. As a `Node`, a value needs arguments that are nodes themselves.
pub(super) fn node(
    container: &Container<'_>,
    is_object: bool,
    has_rules: Option<&TokenStream>,
    children: Tokens,
    is_null: Option<&TokenStream>,
) -> Tokens {
    let this = &container.this;
    let schema = Tokens::parsed(super::SCHEMA_OF_NODE);
    let has_rules = has_rules
        .map(|has_rules| At::derive().write("const HAS_RULES: __cel::bool = #0;", &[Tokens::new(has_rules)]));
    let is_null = is_null.map(|is_null| {
        At::derive()
            .write("fn is_null(&self) -> __cel::bool { let __cel_self = self; #0 }", &[Tokens::new(is_null)])
    });
    let (bounds, walk) = match this.types.is_empty() {
        true => (Tokens::default(), Tokens::concat([of_resolved(("rules", "rules")), children])),
        false => (of_arguments(this), walk_alone()),
    };
    let bounds = Tokens::concat([bounds, shown(container)]);
    let body = [schema, has_rules.unwrap_or_default(), is_null.unwrap_or_default(), walk];
    let node = this.implement("__cel::Node", bounds.clone(), Tokens::concat(body));
    let validation = this.implement("__cel::XValidation", bounds, Tokens::default());
    let value =
        Tokens::parsed("type Cel<'__cel> = &'__cel Self where Self: '__cel; fn cel(&self) -> &Self { self }");
    let value = match is_object {
        true => this.implement("__cel::CelValue", Tokens::default(), value),
        false => Tokens::default(),
    };
    let generic = match this.types.is_empty() {
        true => Tokens::default(),
        false => this.implement("__cel::Generic", Tokens::default(), Tokens::default()),
    };
    Tokens::concat([value, node, validation, generic])
}

pub(super) fn of_arguments(this: &This<'_>) -> Tokens {
    let types = &this.types;
    Tokens::new(&quote!(#(#types: __cel::Node,)*))
}

/// The methods of `Node`, for arguments that are nodes themselves.
fn walk_alone() -> Tokens {
    Tokens::concat([("rules", "rules_alone"), ("children", "children_alone")].map(of_resolved))
}

/// `Object` for a generic type, and `VariantObject` for its variants with fields. serde lists their keys.
pub(super) fn object(this: &This<'_>, properties: &[Property]) -> Tokens {
    let mut out = object_by(this, &quote!(__cel::Object), &quote!(__cel::object_of(self)), properties);
    for (n, property) in (0_u32..).zip(properties) {
        if let Content::Object(inner) = &property.content {
            let name = &property.name;
            let of = quote!(__cel::VariantObject<#n>);
            out = Tokens::concat([out, object_by(this, &of, &quote!(__cel::variant_of(self, #name)), inner)]);
        }
    }
    out
}

/// Implements one of these traits. `keys` is code for a JSON map.
fn object_by(this: &This<'_>, of: &TokenStream, keys: &TokenStream, properties: &[Property]) -> Tokens {
    // A key that is not one of the type's own is not missing: it may belong to the object that flattens the type.
    let is_flat = |property: &Property| matches!(property.content, Content::Flatten(_));
    let names = properties.iter().map(|property| &property.name);
    let is_other = match properties.iter().any(is_flat) || properties.is_empty() {
        true => quote!(),
        false => quote!(!::core::matches!(__cel_name, #(#names)|*) ||),
    };
    let bounds = At::derive().write("Self: __cel::serde::Serialize,", &[]);
    let This { ty, parameters, .. } = this;
    let clause = this.clause_with(bounds);
    let body = quote! {
        fn keys(&self) -> __cel::u64 {
            #keys.len() as __cel::u64
        }
        fn has_key(&self, __cel_name: &__cel::str) -> __cel::bool {
            #is_other #keys.contains_key(__cel_name)
        }
        fn unknown(&self) -> __cel::serde_json::Map<__cel::std::string::String, __cel::serde_json::Value> {
            #keys
        }
    };
    Tokens::new(&quote!(impl #parameters #of for #ty #clause { #body }))
}

/// True if rules on the type's own node see it through a view.
pub(crate) fn has_view(container: &Container<'_>) -> bool {
    container.this.has_instances() && matches!(container.data, Data::Object(_))
}

impl Resolved<'_> {
    /// The view, if the type has rules.
    pub(super) fn own_view(&self) -> TokenStream {
        if !has_view(self.container) || self.own.own.compiled.is_empty() {
            return TokenStream::new();
        }
        let methods: Vec<Method> = self
            .container
            .properties()
            .into_iter()
            .filter_map(|property| self.method_of_view(property))
            .collect();
        let declared = methods.iter().map(|method| &method.declared);
        let implemented = methods.iter().map(|method| &method.implemented);
        let called = methods.iter().map(|method| &method.called);
        let This { ty, parameters, clause, .. } = &self.container.this;
        quote! {
            pub trait __cel_Own { #(#declared)* }
            impl #parameters __cel_Own for #ty #clause { #(#implemented)* }
            pub struct __cel_View<'__cel>(&'__cel (dyn __cel_Own + '__cel));
            pub struct __cel_ViewFields<'__cel>(&'__cel __cel_View<'__cel>);
            impl<'__cel> __cel_ViewFields<'__cel> { #(#called)* }
            impl __cel::Fields for __cel_View<'_> {
                type Fields<'__cel> = __cel_ViewFields<'__cel> where Self: '__cel;
                fn fields(&self) -> __cel_ViewFields<'_> { __cel_ViewFields(self) }
            }
            impl __cel::CelValue for __cel_View<'_> {
                type Cel<'__cel> = &'__cel Self where Self: '__cel;
                fn cel(&self) -> &Self { self }
            }
        }
    }

    /// The view's method for a property that does not depend on an argument.
    fn method_of_view(&self, property: &Property) -> Option<Method> {
        let this = &self.container.this;
        let name = &property.method;
        if let Content::Object(_) = &property.content {
            return Some(Method {
                declared: quote!(fn #name(&self) -> __cel::bool;),
                implemented: quote! {
                    fn #name(&self) -> __cel::bool { __cel::Option::is_some(&__cel::fields(self).#name()) }
                },
                called: quote! {
                    pub fn #name(&self) -> __cel::Option<&'__cel __cel_View<'__cel>> {
                        if __cel_Own::#name(self.0.0) { __cel::Some(self.0) } else { __cel::None }
                    }
                },
            });
        }
        if !is_seen(this, property) {
            return None;
        }
        let of_view = Accessor::of_view(property, self);
        let read = match &of_view {
            Some(_) => format_ident!("v{name}"),
            None => name.clone(),
        };
        let output = of_view.or_else(|| Accessor::of(property, self))?.output(property);
        let output = this.shortened(&output);
        let at = at(property).0;
        let mut name = name.clone();
        name.set_span(at);
        Some(Method {
            declared: quote!(fn #name<'__cel>(&'__cel self) -> #output;),
            implemented: quote!(fn #name<'__cel>(&'__cel self) -> #output { __cel::fields(self).#read() }),
            called: quote!(pub fn #name(&self) -> #output { __cel_Own::#name(self.0.0) }),
        })
    }
}

/// A method of a view.
struct Method {
    declared: TokenStream,
    implemented: TokenStream,
    called: TokenStream,
}

/// True if rules on a generic type can see a property. They cannot if its type depends on an argument.
pub(crate) fn is_seen(this: &This<'_>, property: &Property) -> bool {
    property.typed().is_some_and(|typed| !this.is_in(&typed.ty))
}

impl Resolved<'_> {
    /// Code that tells if the node of a generic type has rules; `None` if it has none.
    pub(super) fn own_rules(&self, nested: &Nested) -> Option<TokenStream> {
        match self.instances.get(&nested.key)?.own_rules {
            OwnRules::Some => Some(quote!(true)),
            OwnRules::None => None,
            OwnRules::OfParameter(_) => {
                let n = self.parameter_of_rules(nested)?;
                Some(quote!(__cel_walks.#n.has_rules))
            }
        }
    }

    /// The `type` in the schema of a node with rules.
    fn schema_type(&self, typed: &Typed) -> TokenStream {
        if let Some(n) = parameter(typed) {
            return quote!(__cel_walks.#n.schema_type);
        }
        let Some(nested) = typed.same_node() else { return quote!("") };
        if let Some((_, key)) = nested.nested() {
            if let Some(n) = self.parameter_of_rules(key) {
                return quote!(__cel_walks.#n.schema_type);
            }
            if let Some(walk) = self.late_of_type(key) {
                return quote!(#walk.schema_type);
            }
        }
        let ty = ty(nested);
        quote!(<#ty as __cel::CelValue>::SCHEMA_TYPE)
    }

    /// The type parameter that decides which rules the node of a generic type has.
    fn parameter_of_rules(&self, nested: &Nested) -> Option<Literal> {
        match self.instances.get(&nested.key)?.own_rules {
            OwnRules::OfParameter(n) => Some(Literal::usize_unsuffixed(n)),
            OwnRules::Some | OwnRules::None => None,
        }
    }

    /// The late rules that a generic type hands on. `Few<T>` can be read only where its argument is known.
    fn late_of_type(&self, nested: &Nested) -> Option<TokenStream> {
        self.instances.get(&nested.key)?.late.iter().find_map(LateRules::above_of_type)
    }

    /// Enters the node of a generic type.
    pub(super) fn enter(
        &self,
        nested: &Nested,
        rules: &Rules,
        has_rules: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        if let Some(walk) = rules.late.as_ref().map(Late::walk).or_else(|| self.late_of_type(nested)) {
            return quote!(if __cel_cx.enter_type(__cel_path, #walk.schema_type, #has_rules) { #body });
        }
        match self.parameter_of_rules(nested) {
            Some(n) => quote! {
                if __cel_cx.enter_type(__cel_path, __cel_walks.#n.schema_type, #has_rules) { #body }
            },
            None => quote!(if __cel_cx.enter(__cel_path, __cel_value, #has_rules) { #body }),
        }
    }

    /// The walks through the arguments of a generic type; `None` for other types.
    pub(super) fn walks(&self, nested: &Nested) -> Option<TokenStream> {
        let instance = self.instances.get(&nested.key)?;
        let given = nested.arguments.iter().map(|argument| self.walk(argument));
        let defaults = instance.defaults.iter().map(|has_rules| match has_rules {
            true => quote!(__cel::ArgumentWalk::of_node()),
            false => quote!(__cel::ArgumentWalk::nothing()),
        });
        let walks = given.chain(defaults).chain(instance.late.iter().map(LateRules::walk));
        Some(quote!(&(#(#walks,)*)))
    }

    fn walk(&self, argument: &Typed) -> TokenStream {
        let walk = self.walk_without_keys(argument);
        let keys = argument.nested().filter(|(typed, _)| std::ptr::eq(*typed, argument));
        let Some(keys) = keys.and_then(|(_, nested)| self.keys.get(&nested.key)) else { return walk };
        let keys = keys.iter().map(|(name, part)| quote!(#name => __cel::part(#part),));
        let ty = ty(argument);
        quote! {
            __cel::ArgumentWalk {
                key: {
                    let __cel_key: for<'__cel> fn(
                        &'__cel #ty,
                        &__cel::str,
                    ) -> __cel::Option<__cel::KeyPart<'__cel>> =
                        |__cel_item, __cel_name| match __cel_name { #(#keys)* _ => __cel::None };
                    __cel_key
                },
                ..#walk
            }
        }
    }

    fn walk_without_keys(&self, argument: &Typed) -> TokenStream {
        match &argument.shape {
            Shape::Parameter(n) => {
                let n = Literal::usize_unsuffixed(*n);
                return quote!(__cel_walks.#n);
            }
            Shape::Nested(nested)
                if self.has_rules(argument) && !self.instances.contains_key(&nested.key) =>
            {
                return quote!(__cel::ArgumentWalk::of_node());
            }
            _ => {}
        }
        let visit = self.visit_argument(argument);
        if visit.is_empty() {
            return quote!(__cel::ArgumentWalk::nothing());
        }
        let ty = ty(argument);
        let closure = |body: TokenStream| {
            quote! {
                &|
                    __cel_value: &#ty,
                    __cel_old: __cel::Option<&#ty>,
                    __cel_cx: &mut __cel::Validation<'_>,
                    __cel_path: &__cel::Path<'_>,
                | { #body }
            }
        };
        let (has_rules, rules) = self.rules_of_argument(argument);
        let (visit, rules) = (closure(visit), closure(rules));
        let children = closure(self.children_of_argument(argument));
        let schema_type = self.schema_type(argument);
        quote! {
            __cel::ArgumentWalk {
                has_rules: #has_rules,
                schema_type: #schema_type,
                visit: #visit,
                rules: #rules,
                children: #children,
                ..__cel::ArgumentWalk::nothing()
            }
        }
    }
}

/// Calls the walk through a value of a type parameter, also behind pointers; `None` for other types.
pub(super) fn call(typed: &Typed, part: &str) -> Option<TokenStream> {
    if let Shape::Pointer(inner) = &typed.shape {
        let call = call(inner, part)?;
        return Some(quote! {{
            let __cel_value = &**__cel_value;
            let __cel_old = __cel::Option::map(__cel_old, |__cel_old| &**__cel_old);
            #call
        }});
    }
    let (n, part) = (parameter(typed)?, format_ident!("{part}"));
    Some(quote!((__cel_walks.#n.#part)(__cel_value, __cel_old, __cel_cx, __cel_path);))
}

/// The number of a value's type parameter, also behind pointers.
pub(super) fn parameter(typed: &Typed) -> Option<Literal> {
    match &typed.shape {
        Shape::Parameter(n) => Some(Literal::usize_unsuffixed(*n)),
        Shape::Pointer(inner) => parameter(inner),
        _ => None,
    }
}

/// Code that reads a key of an item whose type is a type parameter, also behind pointers. `None` for other items.
pub(crate) fn key_of_item(item: &Typed) -> Option<TokenStream> {
    match &item.shape {
        Shape::Parameter(n) => {
            let n = Literal::usize_unsuffixed(*n);
            Some(quote!((__cel_walks.#n.key)))
        }
        Shape::Pointer(inner) => key_of_item(inner),
        _ => None,
    }
}

/// A method of the walk through a type with type parameters.
pub(super) fn method(name: &str, body: TokenStream) -> Option<TokenStream> {
    let walks = quote!(__cel_walks: &<Self as __cel::CompiledGeneric>::Walks<'__cel>,);
    method_with(name, body, (&quote!(<'__cel>), &quote!('__cel), &walks))
}
