//! How rules read the types of k8s-openapi. They implement no trait of ours, so what holds them, a struct or the view of a node
//! with rules, reads them through their public fields, also those in lists and maps.

use super::{k8s_openapi, ty};
use crate::{
    decl_type::{Kubernetes, Shape, Typed},
    generics::This,
    input::Container,
    tokens::Tokens,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A type that is or holds a type of k8s-openapi, as written.
pub(crate) struct Foreign<'a> {
    typed: &'a Typed,
    kubernetes: Kubernetes,
    container: &'a Container<'a>,
}

/// What an implementation of `CelValue` says.
pub(super) struct CelValue {
    /// Its `Cel<'a>`.
    pub(super) cel: TokenStream,
    pub(super) schema_type: TokenStream,
    pub(super) value: TokenStream,
    pub(super) bad_value: TokenStream,
}

impl CelValue {
    pub(super) fn implementation(&self, this: &This<'_>, bounds: Tokens) -> TokenStream {
        let (ty, parameters, clause) = (&this.ty, &this.parameters, this.clause_with(bounds));
        self.implementation_for(&quote!(#ty), &quote!(impl #parameters), &quote!(#clause))
    }

    fn implementation_for(&self, ty: &TokenStream, head: &TokenStream, clause: &TokenStream) -> TokenStream {
        let CelValue { cel, schema_type, value, bad_value } = self;
        quote! {
            #head __cel::CelValue for #ty #clause {
                type Cel<'__cel> = #cel where Self: '__cel;
                const SCHEMA_TYPE: &'static __cel::str = #schema_type;
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

/// A type of its own for the value of a node with rules: `CelValue` can be implemented for it.
pub(crate) struct View {
    pub(crate) name: Ident,
    pub(crate) definition: TokenStream,
}

impl<'a> Foreign<'a> {
    /// `None` for types that read themselves.
    pub(crate) fn of(typed: &'a Typed, container: &'a Container<'_>) -> Option<Self> {
        let (_, kubernetes) = typed.kubernetes()?;
        Some(Foreign { typed, kubernetes, container })
    }

    fn inner(&self, typed: &'a Typed) -> Foreign<'a> {
        Foreign { typed, ..*self }
    }

    /// The type of the value for CEL, and a function that gives it.
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
            _ => self.scalar(),
        };
        let (ty, cel) = (ty(self.typed), self.cel(&quote!('__cel)));
        let read = quote!({
            fn __cel_read<'__cel>(__cel_value: &'__cel #ty) -> #cel { #body }
            __cel_read
        });
        (self.cel(lifetime), read)
    }

    /// The value of the type itself; one of the user's own that has its name does not compile.
    fn scalar(&self) -> TokenStream {
        let same = self.kubernetes.path(&k8s_openapi(self.container));
        let value = match self.kubernetes {
            Kubernetes::Time => quote!(__cel::time(&__cel_value.0)),
            Kubernetes::MicroTime => quote!(__cel::micro_time(&__cel_value.0)),
            Kubernetes::Quantity => quote!(__cel::generated::Value::String(&__cel_value.0)),
            Kubernetes::Embedded => quote!(__cel::Embedded::new(__cel_value)),
            Kubernetes::IntOrString => quote! {
                match __cel_value {
                    #same::Int(__cel_int) => __cel::generated::Value::Int(::core::convert::From::from(*__cel_int)),
                    #same::String(__cel_text) => __cel::generated::Value::String(__cel_text),
                }
            },
        };
        quote!(let __cel_value: &#same = __cel_value; #value)
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
            _ if self.is_time() => quote!(__cel::cel_types::Timestamp),
            _ if self.kubernetes == Kubernetes::Embedded => quote!(__cel::Embedded<#lifetime>),
            _ => quote!(__cel::generated::Value<#lifetime>),
        }
    }

    fn is_time(&self) -> bool {
        matches!(self.kubernetes, Kubernetes::Time | Kubernetes::MicroTime)
    }

    /// What a type says that holds the value at `expr`, a reference.
    pub(super) fn cel_value(&self, expr: &TokenStream) -> CelValue {
        let (cel, read) = self.read(&quote!('__cel));
        let schema_type = match self.typed.element() {
            Some(_) if self.typed.is_map() => quote!("object"),
            Some(_) => quote!("array"),
            None if self.is_time() => quote!("string"),
            None if self.kubernetes == Kubernetes::Embedded => quote!("object"),
            None => quote!(""),
        };
        CelValue { cel, schema_type, value: quote!((#read)(#expr)), bad_value: self.bad_value(expr) }
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
            Shape::List(_) | Shape::Array(..) | Shape::Map(_) => quote!(__cel::None),
            _ => match self.kubernetes {
                Kubernetes::Time => quote!(__cel::time_bad_value(&(#expr).0)),
                Kubernetes::MicroTime => quote!(__cel::micro_time_bad_value(&(#expr).0)),
                Kubernetes::Embedded => quote!(__cel::None),
                Kubernetes::IntOrString | Kubernetes::Quantity => {
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
