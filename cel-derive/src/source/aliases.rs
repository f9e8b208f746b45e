//! What stands behind the aliases in the types of fields: `type Labels = BTreeMap<String, String>`. rustc resolves aliases, and a derive sees
//! the name alone. Where the sources leave doubt the alias stays, and is reported later.

mod named;

use super::{
    derived,
    elsewhere::{Crate, Item, Origin, Way},
    files::File,
    item::{fields, file},
    module::{Alias, Definition, Module, PRELUDE},
    names::{has_constant, is_std},
    origin,
    packages::is_package,
    segments,
};
use crate::{
    decl_type::{crates_of_text, is_foreign_text, is_known as is_known_name, peel, scalar},
    edition,
    kubernetes::meant,
};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::{cell::OnceCell, collections::HashMap, sync::Arc};
use syn::{DeriveInput, Field, GenericArgument, GenericParam, PathArguments, Type, parse_quote};

/// The item with what stands behind the aliases in its fields; `None` if there is none.
pub(crate) fn without_aliases(item: &DeriveInput) -> Option<DeriveInput> {
    let source = Source::of(item)?;
    let changed: Vec<Option<Type>> = fields(item).map(|field| source.of_field(field)).collect();
    let attrs = named::of_attributes(&source, &item.attrs);
    let of_fields: Vec<_> = fields(item).map(|field| named::of_attributes(&source, &field.attrs)).collect();
    if changed.iter().all(Option::is_none) && attrs.is_none() && of_fields.iter().all(Option::is_none) {
        return None;
    }
    let mut item = item.clone();
    item.attrs = attrs.unwrap_or(item.attrs);
    for (field, (changed, attrs)) in fields_mut(&mut item).zip(changed.into_iter().zip(of_fields)) {
        if let Some(ty) = changed {
            field.ty = ty;
        }
        if let Some(attrs) = attrs {
            field.attrs = attrs;
        }
    }
    Some(item)
}

fn fields_mut(item: &mut DeriveInput) -> Box<dyn Iterator<Item = &mut Field> + '_> {
    match &mut item.data {
        syn::Data::Struct(data) => Box::new(data.fields.iter_mut()),
        syn::Data::Enum(data) => Box::new(data.variants.iter_mut().flat_map(|variant| &mut variant.fields)),
        syn::Data::Union(_) => Box::new(std::iter::empty()),
    }
}

/// The sources around an item.
struct Source<'a> {
    item: &'a DeriveInput,
    file: Arc<File>,
    /// The scopes around the item, innermost first.
    scopes: OnceCell<Vec<Arc<Module>>>,
}

/// So many aliases stand for one another at most.
const DEPTH: usize = 16;

impl<'a> Source<'a> {
    fn of(item: &'a DeriveInput) -> Option<Source<'a>> {
        Some(Source { item, file: file()?, scopes: OnceCell::new() })
    }

    /// The type of a field, if it names an alias. An attribute that says what the type is comes first.
    fn of_field(&self, field: &Field) -> Option<Type> {
        let ty = self.real(&field.ty, DEPTH)?;
        let is_key =
            |token: TokenTree| matches!(token, TokenTree::Ident(key) if key == "schema" || key == "nested");
        let is_told = |attr: &syn::Attribute| match &attr.meta {
            syn::Meta::List(list) if list.path.is_ident("x_validation") => {
                list.tokens.clone().into_iter().any(is_key)
            }
            _ => false,
        };
        (!field.attrs.iter().any(is_told)).then_some(ty)
    }

    /// The type without the aliases in it; `None` if it has none.
    fn real(&self, ty: &Type, depth: usize) -> Option<Type> {
        let mut out = peel(ty).clone();
        let is_changed = match &mut out {
            Type::Path(path) if path.qself.is_none() => {
                if let Some(target) = self.target(&path.path, depth) {
                    return Some(target);
                }
                let mut is_changed = self.mark_constants(&mut path.path);
                for argument in arguments_mut(&mut path.path) {
                    is_changed |= self.replace(argument, depth);
                }
                is_changed
            }
            Type::Array(array) => self.replace(&mut array.elem, depth),
            Type::Slice(slice) => self.replace(&mut slice.elem, depth),
            Type::Reference(reference) => self.replace(&mut reference.elem, depth),
            _ => false,
        };
        is_changed.then_some(out)
    }

    fn replace(&self, ty: &mut Type, depth: usize) -> bool {
        let real = self.real(ty, depth);
        let is_changed = real.is_some();
        *ty = real.unwrap_or_else(|| ty.clone());
        is_changed
    }

    /// Puts braces around arguments that are constants of the file: `Grid<SIDE>`. A derive sees the name of a type there.
    fn mark_constants(&self, path: &mut syn::Path) -> bool {
        let mut is_changed = false;
        let Some(PathArguments::AngleBracketed(arguments)) =
            path.segments.last_mut().map(|last| &mut last.arguments)
        else {
            return false;
        };
        for argument in &mut arguments.args {
            let constant = match argument {
                GenericArgument::Type(Type::Path(path)) => {
                    path.path.get_ident().filter(|name| self.is_constant(name)).cloned()
                }
                _ => None,
            };
            if let Some(constant) = constant {
                *argument = GenericArgument::Const(parse_quote!({ #constant }));
                is_changed = true;
            }
        }
        is_changed
    }

    /// True if the file has or imports a constant of this name, and the name cannot be that of a type.
    fn is_constant(&self, name: &Ident) -> bool {
        let is_parameter = |parameter: &GenericParam| match parameter {
            GenericParam::Type(ty) => ty.ident == *name,
            GenericParam::Const(constant) => constant.ident == *name,
            GenericParam::Lifetime(_) => false,
        };
        let text = name.to_string();
        let types = self.file.types();
        // The search through the text comes last: most arguments are types.
        !self.item.generics.params.iter().any(is_parameter)
            && types.count(&text) == 0
            && !self.is_known(&text)
            && match types.imported.contains(&text) {
                true => self.imports_constant(name, &text),
                false => has_constant(&self.file.text, &text),
            }
    }

    /// True if the name is written as constants are, and no type has it where its import leads.
    fn imports_constant(&self, name: &Ident, text: &str) -> bool {
        let is_written_so = text.len() > 1 && !text.contains(char::is_lowercase);
        is_written_so
            && matches!(
                origin(&self.file.path, &self.item.ident, &name.clone().into()),
                Some(Origin::Nowhere)
            )
    }

    /// The type that a path stands for, if it is an alias, or an import that gives a known type another name.
    fn target(&self, path: &syn::Path, depth: usize) -> Option<Type> {
        let depth = depth.checked_sub(1)?;
        let (alias, item) = match self.meaning(path)? {
            Meaning::Alias(alias, item) => (alias, item),
            Meaning::Known(known) => {
                let target = renamed(path, &known)?;
                return Some(self.real(&target, depth).unwrap_or(target));
            }
        };
        if !alias.is_only {
            return None;
        }
        let generics: syn::Generics = syn::parse_str(&alias.parameters).ok()?;
        let mut target: Type = syn::parse_str(&alias.target).ok()?;
        if let Some(item) = item {
            let (_, from) = Crate::of(&self.file.path, &self.item.ident)?;
            let place = Place { krate: item.krate, module: item.module, generics: &generics, from };
            place.qualify(&mut target)?;
        }
        let arguments = arguments_of(&generics, path.segments.last()?)?;
        let at = path.segments.first()?.ident.span();
        let target: Type = syn::parse2(written(target.to_token_stream(), &arguments, at)).ok()?;
        Some(self.real(&target, depth).unwrap_or(target))
    }

    /// The alias or the known type that a path names.
    fn meaning(&self, path: &syn::Path) -> Option<Meaning> {
        let last = path.segments.last()?;
        let name = last.ident.to_string();
        if path.segments.len() == 1 && path.leading_colon.is_none() {
            let is_parameter =
                |parameter: &GenericParam| matches!(parameter, GenericParam::Type(ty) if ty.ident == name);
            if name == "Self" || self.item.generics.params.iter().any(is_parameter) {
                return None;
            }
            if self.file.types().aliases.contains(&name) {
                let scopes = self.scopes.get_or_init(|| self.file.scopes(&self.item.ident));
                let (module, blocks) = scopes.split_last()?;
                let block = blocks.iter().find(|block| block.has(&name) || block.may_import(&name));
                if let Some(Definition::Alias(alias)) = block.unwrap_or(module).definition(&name) {
                    return Some(Meaning::Alias(Box::new(alias), None));
                }
            } else if self.file.types().count(&name) > 0 || self.is_known(&name) {
                return None;
            }
        }
        if self.is_known(&name) || meant(path, false).is_some() {
            return None;
        }
        match origin(&self.file.path, &self.item.ident, path)? {
            Origin::Here(Item { definition: Definition::Alias(alias), name, file, krate, module }) => {
                let item = Item { definition: Definition::Missing, name, file, krate, module };
                Some(Meaning::Alias(Box::new(alias), Some(Box::new(item))))
            }
            Origin::Unrelated(path) => {
                // Another crate may depend on crates that this one does not know.
                let is_here = path.first().is_some_and(|first| is_package(first, None));
                let is_known = path.last().is_some_and(|last| is_known_name(last)) || is_text(&path);
                (is_here && is_known).then_some(Meaning::Known(path))
            }
            _ => None,
        }
    }
}

impl Source<'_> {
    /// True for a name that means a type, not an alias.
    fn is_known(&self, name: &str) -> bool {
        is_std(name) || scalar(name).is_some() || derived::are_all(&self.file, name)
    }
}

/// What stands behind a name.
enum Meaning {
    /// An alias, and where it is if that is another module.
    Alias(Box<Alias>, Option<Box<Item>>),
    /// The path of a type of std or of a known crate, from the name of the crate on.
    Known(Vec<String>),
}

/// The type with its whole path: `::serde_json::Value` for `Json`. `None` if the path shows already what it means.
fn renamed(name: &syn::Path, known: &[String]) -> Option<Type> {
    let (last, at) = (name.segments.last()?, name.segments.first()?.ident.span());
    // The last name alone shows most known types, but not those that count as texts.
    if known.last().is_none_or(|known| last.ident == known) && (!is_text(known) || is_foreign_text(name)) {
        return None;
    }
    let whole = format!("::{}", known.join("::")).parse::<TokenStream>().ok()?;
    let mut path: syn::Path = syn::parse2(written(whole, &HashMap::new(), at)).ok()?;
    path.segments.last_mut()?.arguments = last.arguments.clone();
    syn::parse2(path.into_token_stream()).ok()
}

/// True for the path of a type of another crate that is a text in JSON: `kube::core::Duration`.
fn is_text(path: &[String]) -> bool {
    let crates = path.last().map(|last| crates_of_text(last)).unwrap_or_default();
    path.first().is_some_and(|first| crates.iter().any(|krate| krate == first))
}

/// The types that a path has as arguments.
fn arguments_mut(path: &mut syn::Path) -> impl Iterator<Item = &mut Type> {
    let arguments = path.segments.last_mut().and_then(|last| match &mut last.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&mut arguments.args),
        _ => None,
    });
    arguments.into_iter().flatten().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Where an alias is.
struct Place<'g> {
    krate: Crate,
    module: Way,
    generics: &'g syn::Generics,
    /// The module that uses it.
    from: Way,
}

impl Place<'_> {
    /// Writes the paths of the alias's target as the module that uses it understands them. `None` if one of them is in doubt.
    fn qualify(&self, ty: &mut Type) -> Option<()> {
        match ty {
            Type::Path(path) if path.qself.is_none() => {
                for argument in arguments_mut(&mut path.path) {
                    self.qualify(argument)?;
                }
                self.qualify_path(&mut path.path)
            }
            Type::Array(array) => self.qualify(&mut array.elem),
            Type::Slice(slice) => self.qualify(&mut slice.elem),
            Type::Reference(reference) => self.qualify(&mut reference.elem),
            Type::Paren(paren) => self.qualify(&mut paren.elem),
            _ => None,
        }
    }

    fn qualify_path(&self, path: &mut syn::Path) -> Option<()> {
        let names = segments(path);
        let is_parameter = |name: &str| self.generics.type_params().any(|parameter| parameter.ident == name);
        let whole = match names.as_slice() {
            [name] if is_primitive(name) || is_parameter(name) => return Some(()),
            [name] if PRELUDE.contains(&name.as_str()) => prelude(name)?,
            _ => self.krate.whole(&self.module, &names, &self.from)?,
        };
        let arguments = path.segments.last()?.arguments.clone();
        *path = syn::parse_str(&whole.join("::")).ok()?;
        path.segments.last_mut()?.arguments = arguments;
        Some(())
    }
}

fn is_primitive(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase()) && scalar(name).is_some()
}

/// Where std has a type that is there without an import.
fn prelude(name: &str) -> Option<Vec<String>> {
    let module = match name {
        "Box" => "boxed",
        "Option" => "option",
        "String" => "string",
        "Vec" => "vec",
        _ => return None,
    };
    Some(["", "std", module, name].map(str::to_owned).to_vec())
}

/// What an alias's parameters stand for at its use.
fn arguments_of(generics: &syn::Generics, used: &syn::PathSegment) -> Option<HashMap<String, TokenStream>> {
    let given: Vec<&GenericArgument> = match &used.arguments {
        PathArguments::None => Vec::new(),
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
        PathArguments::Parenthesized(_) => return None,
    };
    let mut out = HashMap::new();
    for (n, parameter) in generics.params.iter().enumerate() {
        let (name, default) = match parameter {
            GenericParam::Type(ty) => {
                (ty.ident.to_string(), ty.default.as_ref().map(|(_, ty)| ty.to_token_stream()))
            }
            GenericParam::Const(constant) => (
                constant.ident.to_string(),
                constant.default.as_ref().map(|(_, value)| value.to_token_stream()),
            ),
            GenericParam::Lifetime(parameter) => (parameter.lifetime.to_string(), None),
        };
        let argument = given.get(n).map(ToTokens::to_token_stream).or(default)?;
        out.insert(name, argument);
    }
    (given.len() <= out.len()).then_some(out)
}

/// Tokens with the arguments in place of the parameters, all at one place of the user's.
fn written(tokens: TokenStream, arguments: &HashMap<String, TokenStream>, at: Span) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if let Some(argument) = arguments.get(&name.to_string()) => {
                out.extend(argument.clone());
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let Some(name) = tokens.next() else { return out };
                match arguments.get(&format!("'{name}")) {
                    Some(argument) => out.extend(argument.clone()),
                    None => out.extend([TokenTree::from(punct), name]),
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), written(group.stream(), arguments, at));
                inner.set_span(at);
                out.extend([TokenTree::from(inner)]);
            }
            mut token => {
                edition::escape(&mut token);
                token.set_span(at);
                out.extend([token]);
            }
        }
    }
    out
}
