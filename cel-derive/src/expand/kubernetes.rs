//! Code that reads types of k8s-openapi. They cannot implement our traits. So the struct around them, or the
//! view of a node with rules, reads them through their public fields, also in lists and maps.

use super::{k8s_openapi, rules::View, ty, written, written::Seeking};
use crate::{
    decl_type::{Keys, Kubernetes, Shape, Typed},
    generics::This,
    input::Container,
    kubernetes::listed,
    kubernetes::{Meant, krate},
    tokens::{Tokens, located},
};
use cel_compiler::schema::kubernetes::{Field, Held, Presence, RustType};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Lifetime, spanned::Spanned};

/// A type that a generated function reads: a type of k8s-openapi, a container of one, or a map whose keys derive.
pub(crate) struct Foreign<'a> {
    typed: &'a Typed,
    /// The type inside; `None` if it has `CelValue`.
    kubernetes: Option<&'a Kubernetes>,
    container: &'a Container<'a>,
    seeking: Seeking,
}

/// The parts of an impl of `CelValue`.
pub(super) struct CelValue {
    /// Its `Cel<'a>`.
    pub(super) cel: TokenStream,
    pub(super) schema_type: TokenStream,
    /// Code for the schema's type, if it depends on the value.
    pub(super) shown_type: Option<TokenStream>,
    pub(super) value: TokenStream,
    pub(super) bad_value: TokenStream,
}

impl CelValue {
    pub(super) fn implementation(&self, this: &This<'_>, bounds: Tokens) -> TokenStream {
        let (ty, parameters, clause) = (&this.ty, &this.parameters, this.clause_with(bounds));
        self.implementation_for(&quote!(#ty), &quote!(impl #parameters), &quote!(#clause))
    }

    fn implementation_for(&self, ty: &TokenStream, head: &TokenStream, clause: &TokenStream) -> TokenStream {
        let CelValue { cel, schema_type, shown_type, value, bad_value } = self;
        let shown_type = shown_type.as_ref().map(|shown_type| {
            quote! {
                fn schema_type(&self) -> &'static __cel::str {
                    let __cel_self = self;
                    #shown_type
                }
            }
        });
        quote! {
            #head __cel::CelValue for #ty #clause {
                type Cel<'__cel> = #cel where Self: '__cel;
                const SCHEMA_TYPE: &'static __cel::str = #schema_type;
                #shown_type
                fn cel(&self) -> <Self as __cel::CelValue>::Cel<'_> {
                    let __cel_self = self;
                    #value
                }
                fn bad_value(&self) -> __cel::Option<__cel::std::string::String> {
                    let __cel_self = self;
                    #bad_value
                }
            }
        }
    }
}

impl<'a> Foreign<'a> {
    /// `None` for types that have `CelValue`.
    pub(crate) fn of(typed: &'a Typed, container: &'a Container<'_>) -> Option<Self> {
        let kubernetes = typed.kubernetes().map(|(_, kubernetes)| kubernetes);
        (kubernetes.is_some() || typed.is_keyed()).then_some(Foreign {
            typed,
            kubernetes,
            container,
            seeking: Seeking::InItem,
        })
    }

    /// The same for the view of a generic type.
    pub(super) fn for_view(self) -> Self {
        Foreign { seeking: Seeking::Nowhere, ..self }
    }

    fn inner(&self, typed: &'a Typed) -> Foreign<'a> {
        Foreign { typed, ..*self }
    }

    /// The type of the value in CEL, and a function that reads it.
    pub(crate) fn read(&self, lifetime: &TokenStream) -> (TokenStream, TokenStream) {
        let body = match &self.typed.shape {
            Shape::Option(inner) => {
                let (_, read) = self.inner(inner).read(lifetime);
                quote!(__cel::Option::map(__cel::Option::as_ref(__cel_value), #read))
            }
            Shape::Pointer(inner) => {
                let (_, read) = self.inner(inner).read(lifetime);
                quote!((#read)(&**__cel_value))
            }
            Shape::List(inner) | Shape::Array(inner, _) => {
                let (_, read) = self.inner(inner).read(lifetime);
                quote!(__cel::ReadList::new(__cel_value, #read))
            }
            Shape::Map(inner) => {
                let (_, read) = self.inner(inner).read(lifetime);
                quote!(__cel::ReadMap::new(__cel_value, #read))
            }
            Shape::Keyed(keys, inner) => {
                let (_, read) = self.inner(inner).read(lifetime);
                let of_keys = keys.are_texts.then(|| {
                    let (text, key) = (of_key(keys, "__cel_text"), of_key(keys, "__cel_key"));
                    quote!(, #text, #key)
                });
                let view = view_of(keys);
                quote!(__cel::#view::new(__cel_value, #read #of_keys))
            }
            _ => match self.kubernetes {
                Some(kubernetes) => self.scalar(kubernetes),
                None => quote!(__cel::CelValue::cel(__cel_value)),
            },
        };
        let (ty, cel) = (ty(self.typed), self.cel(&quote!('__cel)));
        let this = &self.container.this;
        let (parameters, clause) = match this.is_bound_in(&self.typed.ty) || this.is_bound_in(&cel) {
            true => (this.with_lifetime("'__cel").0, this.clause_with(self.bounds())),
            false => (Tokens::new(&quote!(<'__cel>)), Tokens::default()),
        };
        let read = quote!({
            fn __cel_read #parameters (__cel_value: &'__cel #ty) -> #cel #clause { #body }
            __cel_read
        });
        (self.cel(lifetime), read)
    }

    /// Bounds for a value whose type depends on a type parameter.
    pub(super) fn bounds(&self) -> Tokens {
        match (self.typed.kubernetes(), self.container.this.is_bound_in(&self.typed.ty)) {
            (Some((typed, Kubernetes::Hidden(_))), true) => Tokens::new(&{
                let ty = ty(typed);
                quote!(#ty: __cel::serde::Serialize,)
            }),
            _ => Tokens::default(),
        }
    }

    /// Reads the innermost value. A user's own type with the same name does not compile.
    fn scalar(&self, kubernetes: &Kubernetes) -> TokenStream {
        if let Kubernetes::Hidden(hidden) = kubernetes {
            return written::read(self.typed, hidden, (self.container, self.seeking));
        }
        let same = self.same();
        if let Kubernetes::Object(_) = kubernetes {
            let taken = self.taken(&same);
            return quote!(__cel::Foreign(#taken(__cel_value)));
        }
        let value = match kubernetes {
            Kubernetes::Time => quote!(__cel::time(&__cel_value.0)),
            Kubernetes::MicroTime => quote!(__cel::micro_time(&__cel_value.0)),
            Kubernetes::Quantity => quote!(__cel::ops::Value::String(&__cel_value.0)),
            Kubernetes::Hidden(_) => TokenStream::new(), // read above
            Kubernetes::Embedded => quote!(__cel::Embedded::new(__cel_value)),
            Kubernetes::Object(_) => quote!(__cel::Foreign(__cel_value)),
            Kubernetes::IntOrString => quote! {
                match __cel_value {
                    #same::Int(__cel_int) => __cel::ops::Value::Int(::core::convert::From::from(*__cel_int)),
                    #same::String(__cel_text) => __cel::ops::Value::String(__cel_text),
                }
            },
        };
        quote!(let __cel_value: &#same = __cel_value; #value)
    }

    /// Code that reads a part of an item's key. It serves to find the old item.
    pub(crate) fn key(&self, field: &Field, item: &TokenStream) -> Option<TokenStream> {
        let Held::Field(name) = &field.held else { return None };
        let (name, taken) = (format_ident!("{name}"), self.taken(&self.same()));
        let part = quote!(#taken(#item).#name);
        match (&field.ty, field.presence) {
            (RustType::String | RustType::Bool | RustType::I32 | RustType::I64, Presence::Always) => {
                Some(quote!(__cel::CelValue::cel(&#part)))
            }
            (RustType::String | RustType::Bool | RustType::I32 | RustType::I64, Presence::Optional) => {
                Some(quote!(__cel::Option::map(__cel::Option::as_ref(&#part), __cel::CelValue::cel)))
            }
            _ => None,
        }
    }

    /// Proves that a guess about the type is right. `None` if nothing was guessed.
    pub(crate) fn proof(&self) -> Option<TokenStream> {
        let Some(Kubernetes::Object(Meant { is_guess: true, .. })) = self.kubernetes else { return None };
        let taken = self.taken(&self.same());
        Some(quote!(let _ = #taken;))
    }

    /// The function that proves the type.
    fn taken(&self, same: &TokenStream) -> TokenStream {
        let declared = ty(self.typed);
        let is_listed = matches!(self.kubernetes, Some(Kubernetes::Object(meant)) if meant.is_guess)
            && matches!(&self.typed.ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|name| listed(name).is_some()));
        match is_listed {
            true => quote!(<#declared as __cel::Listed<#same>>::taken),
            false => quote!(<#declared as __cel::Taken<#same>>::taken),
        }
    }

    /// The type's path in k8s-openapi.
    fn same(&self) -> TokenStream {
        let of_path = match &self.typed.ty {
            syn::Type::Path(path) => krate(&path.path).map(|path| located(&path)),
            _ => None,
        };
        let krate = of_path.unwrap_or_else(|| k8s_openapi(self.container));
        self.kubernetes.map_or_else(|| quote!(_), |kubernetes| kubernetes.path(&krate))
    }

    fn cel(&self, lifetime: &TokenStream) -> TokenStream {
        let declared = ty(self.typed);
        match &self.typed.shape {
            Shape::Option(inner) => {
                let inner = self.inner(inner).cel(lifetime);
                quote!(__cel::Option<#inner>)
            }
            Shape::Pointer(inner) => self.inner(inner).cel(lifetime),
            Shape::List(inner) | Shape::Array(inner, _) => {
                let (held, inner) = (ty(inner), self.inner(inner).cel(lifetime));
                quote!(__cel::ReadList<#lifetime, #declared, #held, #inner>)
            }
            Shape::Map(inner) => {
                let (held, inner) = (ty(inner), self.inner(inner).cel(lifetime));
                quote!(__cel::ReadMap<#lifetime, #declared, #held, #inner>)
            }
            Shape::Keyed(keys, inner) => {
                let view = view_of(keys);
                // For nested maps: each function needs its own lifetime.
                let own = Lifetime::new(&format!("'__cel_{}", inner.keys().len()), Span::call_site());
                let (held, inner) = (ty(inner), self.inner(inner).cel(&quote!(#own)));
                quote!(__cel::#view<#lifetime, #declared, for<#own> fn(&#own #held) -> #inner>)
            }
            _ => self.cel_of_type(lifetime),
        }
    }

    /// The same for the innermost type.
    fn cel_of_type(&self, lifetime: &TokenStream) -> TokenStream {
        let declared = ty(self.typed);
        match self.kubernetes {
            None => quote!(__cel::Cel<#lifetime, #declared>),
            Some(Kubernetes::Time | Kubernetes::MicroTime) => quote!(__cel::cel_types::Timestamp),
            Some(Kubernetes::Embedded) => quote!(__cel::Embedded<#lifetime>),
            Some(Kubernetes::Object(_)) => {
                let same = self.same();
                quote!(__cel::Foreign<#lifetime, #same>)
            }
            Some(Kubernetes::Hidden(hidden)) => {
                written::cel(self.typed, hidden, (self.container, self.seeking), lifetime)
            }
            Some(Kubernetes::IntOrString | Kubernetes::Quantity) => {
                quote!(__cel::ops::Value<#lifetime>)
            }
        }
    }

    pub(crate) fn is_object(&self) -> bool {
        matches!(self.kubernetes, Some(Kubernetes::Object(_) | Kubernetes::Embedded))
    }

    /// The impl of `CelValue` for a type with such a value. `expr` is a reference to the value.
    pub(super) fn cel_value(&self, expr: &TokenStream) -> CelValue {
        let (cel, read) = self.read(&quote!('__cel));
        let schema_type = match self.typed.element() {
            Some(_) if self.typed.is_map() => quote!("object"),
            Some(_) => quote!("array"),
            None => match self.kubernetes {
                Some(Kubernetes::Time | Kubernetes::MicroTime) => quote!("string"),
                Some(Kubernetes::Embedded | Kubernetes::Object(_)) => quote!("object"),
                Some(Kubernetes::Hidden(hidden)) => {
                    let of_scalar = hidden.schema_type();
                    quote!(#of_scalar)
                }
                Some(Kubernetes::IntOrString | Kubernetes::Quantity) => quote!(""),
                None => {
                    let declared = ty(self.typed);
                    quote!(<#declared as __cel::CelValue>::SCHEMA_TYPE)
                }
            },
        };
        let is_opaque = self.typed.hidden().is_some_and(|hidden| hidden.scalar.is_none());
        let shown_type = is_opaque.then(|| quote!((#read)(#expr).schema_type()));
        CelValue {
            cel,
            schema_type,
            shown_type,
            value: quote!((#read)(#expr)),
            bad_value: self.bad_value(expr),
        }
    }

    fn bad_value(&self, expr: &TokenStream) -> TokenStream {
        match &self.typed.shape {
            Shape::Option(inner) => {
                let inner = self.inner(inner).bad_value(&quote!(__cel_value));
                quote! {
                    match #expr {
                        __cel::Some(__cel_value) => #inner,
                        __cel::None => {
                            __cel::Some(::core::convert::From::from("null"))
                        },
                    }
                }
            }
            Shape::Pointer(inner) => self.inner(inner).bad_value(&quote!((&**#expr))),
            Shape::List(_) | Shape::Array(..) | Shape::Map(_) | Shape::Keyed(..) => quote!(__cel::None),
            _ => match self.kubernetes {
                None => quote!(__cel::CelValue::bad_value(#expr)),
                Some(Kubernetes::Time) => quote!(__cel::time_bad_value(&(#expr).0)),
                Some(Kubernetes::MicroTime) => quote!(__cel::micro_time_bad_value(&(#expr).0)),
                Some(Kubernetes::Embedded | Kubernetes::Object(_)) => quote!(__cel::None),
                Some(Kubernetes::Hidden(_)) => {
                    let (_, read) = self.read(&quote!('_));
                    quote!((#read)(#expr).bad_value())
                }
                Some(Kubernetes::IntOrString | Kubernetes::Quantity) => {
                    let (_, read) = self.read(&quote!('_));
                    quote!(__cel::int_or_string_bad_value((#read)(#expr)))
                }
            },
        }
    }

    /// The view of a node of this type.
    pub(crate) fn view(&self, name: Ident) -> View {
        let ty = ty(self.typed);
        let value = self.cel_value(&quote!(__cel_self.0)).implementation_for(
            &quote!(#name<'_>),
            &quote!(impl),
            &TokenStream::new(),
        );
        let definition = quote! {
            #[allow(non_camel_case_types)]
            struct #name<'v>(&'v #ty);
            #value
        };
        View { name, definition }
    }
}

/// A function that reads the keys of a map that are texts. An error about it stands at their type.
pub(super) fn of_key(keys: &Keys, name: &str) -> TokenStream {
    let key = ty(&keys.typed);
    let at = Span::call_site().located_at(keys.typed.ty.span());
    let name = Ident::new(name, at);
    quote_spanned!(at=> __cel::KeyOf::<#key>::#name)
}

/// The type with which rules read a map whose keys derive.
fn view_of(keys: &Keys) -> Ident {
    format_ident!("{}", if keys.are_texts { "Named" } else { "Keyed" })
}
