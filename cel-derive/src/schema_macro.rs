//! The macro in the type's own name: asks nested types for their schemas, publishes ours.
//!
//! A schema macro is called with `[ [next::macro] .. [last] ] state`; it takes the head off the list and calls it with the
//! rest, the state as it was, and its own schema behind it. Crates built by different versions of the derive call each
//! other like this, so the form never changes; what the schema says has a version of its own.

use crate::{
    attr::{Rule, schemars::kube},
    check::{check, missing_transform},
    ctxt::Ctxt,
    decl_type::{Model, Properties, Typed},
    expand::{
        self,
        kubernetes::{Foreign, View},
        object,
        walk::{NodeRules, Rules, Second},
    },
    fallback,
    input::{Container, Content, Data},
    literal,
    tokens::{Tokens, located},
};
use cel_codegen::{
    decls::KubernetesVersion,
    diagnostic::{Diagnostic, Display},
    env::Env,
    rule::{CompiledRule, Key, RuleError, Stage, compile, field_path_error},
    schema::{DeclField, DeclKind, DeclType, Definition, DefinitionId, Schema},
};
use proc_macro2::{Delimiter, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Mutex,
};
use syn::{DeriveInput, Lit, LitStr, Visibility};

/// The first step: all that can be said without the nested types, and the call of their macros.
pub(crate) fn derive(tokens: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(tokens.clone()) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let cx = Ctxt::new();
    let container = Container::from_ast(&cx, &item);
    check(&cx, &container);
    let name = Name::new(&container);
    let krate = krate(&container);
    let transform = missing_transform(&container).map(|error| {
        let error = error.into_compile_error();
        quote!(#krate::__private::with_schemars! { #error })
    });
    if let Err(errors) = cx.check() {
        let roots = kube(&item.attrs);
        let impls = in_const(&fallback::impls(&item, roots.as_ref()), &krate);
        let definition = name.definition(&container, &erroneous(&name, &container));
        return with_errors(errors, quote!(#transform #impls #definition));
    }
    let first = expand::first(&container);
    let paths = macro_paths(&container);
    if paths.is_empty() {
        let second = second(&container, &name, &krate, &[], first);
        return quote!(#transform #second);
    }
    let first = in_const(&first, &krate);
    let Name { id, n } = &name;
    let chain = chain(&paths, &quote!({ #tokens } #n #id), &name, &krate);
    quote!(#transform #first #chain)
}

/// Impls where `__cel` is the runtime and where what the last step adds may be missing. Nothing else gets a name here, so types
/// mean what they mean in the user's module.
fn in_const(impls: &TokenStream, krate: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            use #krate::__private::{self as __cel, Pending as _};
            #impls
        };
    }
}

/// How a container is known to others.
struct Name {
    /// How many types of this name came before in this compilation.
    n: u32,
    id: DefinitionId,
}

impl Name {
    fn new(container: &Container<'_>) -> Name {
        static SEEN: Mutex<Option<HashMap<String, u32>>> = Mutex::new(None);
        let plain = macro_name(container).to_string();
        let n = {
            let mut seen = SEEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let count = seen.get_or_insert_default().entry(plain).or_default();
            *count += 1;
            *count - 1
        };
        Name { n, id: id(container, n) }
    }

    /// `macro_rules!` with the schema, and its public name.
    fn definition(&self, container: &Container<'_>, text: &Literal) -> TokenStream {
        let ident = macro_name(container);
        let hidden = format_ident!("__x_validation_{}_{}", expand::plain(&ident), self.n);
        let vis = located(&container.vis);
        // the one `allow` in our output: a `pub` type in a body, as in doctests, warns otherwise
        let exported = matches!(container.vis, Visibility::Public(_))
            .then(|| quote!(#[macro_export] #[allow(non_local_definitions)]));
        let public = {
            let mut public = ident.clone();
            public.set_span(Span::call_site());
            public
        };
        let rules = macro_rules(&hidden, std::slice::from_ref(text));
        quote! {
            #[doc(hidden)]
            #exported
            #rules
            #[doc(hidden)]
            #vis use #hidden as #public;
        }
    }
}

fn macro_name(container: &Container<'_>) -> Ident {
    container.attrs.macro_name.clone().unwrap_or_else(|| container.ident.clone())
}

/// Different for any two types that one program can hold.
fn id(container: &Container<'_>, n: u32) -> DefinitionId {
    let env = |name: &str| std::env::var(name).unwrap_or_default();
    let target = env("CARGO_BIN_NAME");
    let package = format!("{} {}", env("CARGO_PKG_NAME"), env("CARGO_PKG_VERSION"));
    let krate = env("CARGO_CRATE_NAME");
    format!("{package} {krate} {target} {} {n}", container.ident)
}

/// Frozen: see the module's text.
fn macro_rules(name: &Ident, schemas: &[Literal]) -> TokenStream {
    // `quote!` would parse each `$` when it runs.
    let d = Punct::new('$', Spacing::Alone);
    quote! {
        macro_rules! #name {
            ([[#d(#d next:tt)*] #d(#d rest:tt)*] #d(#d state:tt)*) => {
                #d(#d next)* ! { [#d(#d rest)*] #d(#d state)* #(#schemas)* }
            };
        }
    }
}

fn krate(container: &Container<'_>) -> TokenStream {
    match &container.attrs.krate {
        Some(path) => located(path).to_token_stream(),
        None => quote!(::cel_runtime),
    }
}

/// The macros of the nested types, in the order of their schemas.
fn macro_paths(container: &Container<'_>) -> Vec<Tokens> {
    let nested = expand::nested(container).into_iter().map(|(_, nested)| located(&nested.macro_path));
    let status = container.kube.iter().filter_map(|kube| kube.status.as_ref()).map(located);
    nested.chain(status).collect()
}

/// Each macro counts against the recursion limit, so long lists are cut into groups, whose schemas macros of their own hold.
fn chain(paths: &[Tokens], state: &TokenStream, name: &Name, krate: &TokenStream) -> TokenStream {
    let step = quote!(#krate::__private::__step);
    if paths.len() <= GROUP {
        return call(paths, &step, state);
    }
    let groups = paths.chunks(GROUP).enumerate().map(|(i, paths)| {
        let group = format_ident!("__x_validation_group_{}_{}", mangled(&name.id), i);
        (Tokens::new(&group), call(paths, &quote!(#krate::__private::__group), &quote!(#group)))
    });
    let (names, groups): (Vec<_>, Vec<_>) = groups.unzip();
    let rest = chain(&names, state, &Name { n: name.n, id: format!("{} +", name.id) }, krate);
    quote!(#(#groups)* #rest)
}

/// With more, programs would have to raise `recursion_limit`.
const GROUP: usize = 32;

fn mangled(id: &str) -> String {
    id.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

fn call(paths: &[Tokens], last: &TokenStream, state: &TokenStream) -> TokenStream {
    let Some((first, rest)) = paths.split_first() else { return TokenStream::new() };
    quote!(#first! { [#([#rest])* [#last]] #state })
}

/// Defines a macro that gives several schemas: `[] name "schema" ..`.
pub(crate) fn group(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().skip(1);
    let Some(TokenTree::Ident(name)) = tokens.next() else { return malformed() };
    let schemas: Option<Vec<Literal>> =
        tokens.map(|token| literal_of(token).map(|(literal, _)| literal)).collect();
    schemas.map_or_else(malformed, |schemas| macro_rules(&name, &schemas))
}

fn literal_of(token: TokenTree) -> Option<(Literal, String)> {
    match token {
        TokenTree::Literal(literal) => {
            let text = unescaped(&literal.to_string()).or_else(|| match Lit::new(literal.clone()) {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            })?;
            Some((literal, text))
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().next().and_then(literal_of)
        }
        _ => None,
    }
}

/// The text of a string literal as macros write a schema, in far fewer steps than syn takes; `None` if there is more to it.
fn unescaped(literal: &str) -> Option<String> {
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(rest.len());
    while let Some((before, after)) = rest.split_once('\\') {
        let escaped = after.chars().next().filter(|c| matches!(c, '"' | '\\'))?;
        out.push_str(before);
        out.push(escaped);
        rest = after.get(escaped.len_utf8()..)?;
    }
    out.push_str(rest);
    Some(out)
}

fn malformed() -> TokenStream {
    let message = "a macro that is no schema answered for a nested type; name the type's schema with `#[x_validation(schema = path::Type)]`";
    syn::Error::new(Span::call_site(), message).into_compile_error()
}

/// The last step: `[] { item } n "id" "schema" ..`. What the attributes say was checked by the first.
pub(crate) fn step(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().skip(1);
    let (Some(TokenTree::Group(item)), Some(n), Some(id)) = (tokens.next(), tokens.next(), tokens.next())
    else {
        return malformed();
    };
    let Ok(item) = syn::parse2::<DeriveInput>(item.stream()) else { return malformed() };
    let Some((_, id)) = literal_of(id) else { return malformed() };
    let n = n.to_string().trim_end_matches("u32").parse().unwrap_or(0);
    let texts: Option<Vec<String>> = tokens.map(|token| literal_of(token).map(|(_, text)| text)).collect();
    let Some(texts) = texts else { return malformed() };
    let cx = Ctxt::new();
    let container = Container::from_ast(&cx, &item);
    let Ok(()) = cx.check() else { return malformed() };
    second(&container, &Name { n, id }, &krate(&container), &texts, TokenStream::new())
}

/// All that needs the schemas of the nested types, and what does not if it is not there yet.
fn second(
    container: &Container<'_>,
    name: &Name,
    krate: &TokenStream,
    texts: &[String],
    first: TokenStream,
) -> TokenStream {
    let cx = Ctxt::new();
    let step = Step { cx: &cx, container, name };
    let (text, impls) = step.expand(texts, first);
    let definition = name.definition(container, &text);
    let impls = in_const(&impls, krate);
    let out = quote!(#impls #definition);
    match cx.check() {
        Ok(()) => out,
        Err(errors) => with_errors(errors, out),
    }
}

fn with_errors(errors: Vec<syn::Error>, out: TokenStream) -> TokenStream {
    let errors = errors.into_iter().map(syn::Error::into_compile_error);
    quote!(#(#errors)* #out)
}

struct Step<'a> {
    cx: &'a Ctxt,
    container: &'a Container<'a>,
    name: &'a Name,
}

impl Step<'_> {
    /// The type's schema and its impls, behind those that need no schema.
    fn expand(&self, texts: &[String], first: TokenStream) -> (Literal, TokenStream) {
        let Some(nested) = self.nested(texts) else {
            return (erroneous(self.name, self.container), first);
        };
        let (schema, symbols) = self.schema(&nested);
        let text = Literal::string(&schema.to_text());
        let code = self.code(&schema, &nested);
        let (bounds, used) = self.bounds(&schema, symbols, &nested);
        let id = &self.name.id;
        let consts = quote! {
            pub const __CEL_ID: &'static str = #id;
            pub const __CEL_SCHEMA: &'static str = #text;
            #bounds
        };
        let code = code.expand(&consts);
        let object = object::impls(self.container, &schema);
        let same = self.same_schemas(&nested);
        let root = self.root(&schema, &nested);
        (text, quote!(#first #code #object #used #same #root))
    }

    /// The schemas of the nested types, each with the type that uses it.
    fn nested(&self, texts: &[String]) -> Option<Vec<NestedSchema<'_>>> {
        let mut out = Vec::new();
        let mut texts = texts.iter();
        for (typed, nested) in expand::nested(self.container) {
            out.push(self.read(&nested.key, &typed.ty, Some(typed), texts.next()?)?);
        }
        if let Some(status) = self.container.kube.as_ref().and_then(|kube| kube.status.as_ref()) {
            out.push(self.read("", status, None, texts.next()?)?);
        }
        Some(out)
    }

    fn read<'t>(
        &self,
        key: &str,
        written: &impl ToTokens,
        typed: Option<&'t Typed>,
        text: &str,
    ) -> Option<NestedSchema<'t>> {
        match Schema::from_text(text) {
            Ok(schema) => Some(NestedSchema { key: key.to_owned(), ty: located(written), typed, schema }),
            Err(error) => {
                let help = "build all crates with the same version of cel-runtime";
                let message = format!("the schema of `{}` is {error}", spaced(written));
                let span = Tokens::new(written).span();
                self.cx.error_with_help(span, message, help);
                None
            }
        }
    }

    fn schema(&self, nested: &[NestedSchema<'_>]) -> (Schema, Vec<Tokens>) {
        let ids: BTreeMap<_, _> =
            nested.iter().map(|nested| (nested.key.clone(), nested.schema.root.clone())).collect();
        let flattened = |key: &str| {
            let nested = nested.iter().find(|nested| nested.key == key)?;
            properties_of(&nested.schema, &nested.schema.root)
        };
        let types: BTreeMap<_, _> =
            nested.iter().map(|nested| (nested.key.clone(), nested.ty.clone())).collect();
        let mut model = Model { ids: &ids, types: &types, flattened: &flattened, symbols: Vec::new() };
        let container = self.container;
        let mut node = match &container.data {
            Data::Object(properties) => model.object(properties, container.preserve_unknown_fields),
            Data::Newtype(property) => model.newtype(property),
            Data::UnitEnum(variants) => {
                let mut node = DeclType::new(DeclKind::String);
                node.enum_values = variants.iter().map(|(_, name)| name.clone()).collect();
                node
            }
            Data::Error => DeclType::new(DeclKind::Error),
        };
        node.rules = expand::own_rules(container).map(|rule| rule.rule.clone()).collect();
        let symbols = model.symbols;
        let mut schema = single(&self.name.id, container, node);
        for nested in nested.iter().filter(|nested| nested.typed.is_some()) {
            schema.definitions.extend(nested.schema.definitions.clone());
        }
        if let Some(definition) = schema.definitions.get_mut(&self.name.id) {
            definition.symbols = u32::try_from(symbols.len()).unwrap_or(u32::MAX);
        }
        (schema, symbols)
    }

    fn code<'s>(&'s self, schema: &Schema, nested: &[NestedSchema<'_>]) -> Second<'s> {
        let container = self.container;
        let ident = container.ident.to_token_stream();
        let mut names = (0..).map(|n| format_ident!("__cel_rule_{}", n as u32));
        let without_rules = nested.iter().filter(|nested| !nested.schema.has_rules());
        let without_rules = without_rules.map(|nested| nested.key.clone()).collect();
        let objects = nested.iter().filter(|nested| nested.is_object());
        let mut out = Second {
            container,
            own: NodeRules::default(),
            properties: Vec::new(),
            without_rules,
            objects: objects.map(|nested| nested.key.clone()).collect(),
        };
        let Some(definition) = schema.definitions.get(&self.name.id) else { return out };
        if schema.definitions.values().any(|definition| is_erroneous(&definition.node)) {
            return out;
        }
        let own = expand::own_rules(container);
        out.own.own.compiled = self.compile(schema, &definition.node, own, &mut names);
        out.own.own.this = ident;
        if let Data::Newtype(property) = &container.data {
            let elements = property.attrs.items.iter().chain(&property.attrs.values);
            out.own.elements =
                self.elements(schema, &definition.node, elements, property.typed(), &mut names);
        }
        if let Data::Object(properties) = &container.data {
            self.properties(schema, &definition.node, properties, &mut names, &mut out.properties);
        }
        out
    }

    fn properties(
        &self,
        schema: &Schema,
        object: &DeclType,
        properties: &[crate::input::Property],
        names: &mut dyn Iterator<Item = Ident>,
        out: &mut Vec<NodeRules>,
    ) {
        let DeclKind::Object { fields, .. } = &object.kind else { return };
        for property in properties {
            let mut rules = NodeRules::default();
            let method = property.method.to_string();
            let field = fields.iter().find(|field| {
                field.access.steps.len() == 1 && field.access.steps.iter().all(|step| step.method == method)
            });
            if let (Some(field), Some(typed)) = (field, property.typed()) {
                rules.own =
                    self.rules(schema, &field.node, property.attrs.rules.iter(), typed.value(), names);
                let elements = property.attrs.items.iter().chain(&property.attrs.values);
                rules.elements = self.elements(schema, &field.node, elements, Some(typed), names);
            }
            out.push(rules);
            if let (Content::Object(inner), Some(field)) = (&property.content, field) {
                self.properties(schema, &field.node, inner, names, out);
            }
        }
    }

    fn elements<'r>(
        &self,
        schema: &Schema,
        node: &DeclType,
        rules: impl Iterator<Item = &'r Rule>,
        typed: Option<&Typed>,
        names: &mut dyn Iterator<Item = Ident>,
    ) -> Rules {
        let (DeclKind::List { items: element, .. } | DeclKind::Map { values: element }) = &node.kind else {
            return Rules::default();
        };
        let Some(typed) = typed.and_then(Typed::element) else { return Rules::default() };
        self.rules(schema, element, rules, typed.value(), names)
    }

    /// The rules on a node that holds a value of this type.
    fn rules<'r>(
        &self,
        schema: &Schema,
        node: &DeclType,
        rules: impl Iterator<Item = &'r Rule>,
        typed: &Typed,
        names: &mut dyn Iterator<Item = Ident>,
    ) -> Rules {
        let mut rules = rules.peekable();
        if rules.peek().is_none() {
            return Rules::default();
        }
        let view = Foreign::of(typed, self.container)
            .zip(names.next())
            .map(|(foreign, name)| foreign.view(format_ident!("{name}_view")));
        let this = match &view {
            Some(View { name, .. }) => quote!(#name<'_>),
            None => located(&typed.ty).to_token_stream(),
        };
        Rules { compiled: self.compile(schema, node, rules, names), this, view }
    }

    fn compile<'r>(
        &self,
        schema: &Schema,
        node: &DeclType,
        rules: impl Iterator<Item = &'r Rule>,
        names: &mut dyn Iterator<Item = Ident>,
    ) -> Vec<(Ident, CompiledRule)> {
        let version = self.container.attrs.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
        let compile = |rule: &Rule| {
            let env = Env::for_node(schema, node).with_version(version);
            if let Some((error, why)) = field_path_error(&env, node, &rule.rule) {
                let help = "name properties as in JSON: `.spec.minReplicas`, `.labels['app']`";
                let message = format!("`field_path` {}: {why}", error.detail);
                self.cx.error_with_help(rule.span("field_path"), message, help);
            }
            let compiled = match compile(env, node, &rule.rule) {
                Ok(compiled) => compiled,
                Err(error) => {
                    self.report(rule, &error);
                    return None;
                }
            };
            if rule.rule.optional_old_self.is_some() && !compiled.uses_old_self() {
                let message = "`optional_old_self` may not be set if `oldSelf` is not used in the rule";
                self.cx.error(rule.span("optional_old_self"), message);
            }
            Some((names.next()?, compiled))
        };
        rules.filter_map(compile).collect()
    }

    fn report(&self, rule: &Rule, error: &RuleError) {
        let (source, literal) = match (error.key, &rule.message_expression) {
            (Key::MessageExpression, Some(literal)) => (literal.value(), literal),
            _ => (rule.rule.rule.clone(), &rule.literal),
        };
        let prefix = match (error.key, error.stage) {
            (Key::MessageExpression, Stage::Check) => "messageExpression compilation failed: ",
            _ => "",
        };
        error.diagnostics.iter().for_each(|diagnostic| self.report_at(literal, &source, prefix, diagnostic));
    }

    /// cel-go's text, the line with a caret, the place in the source, then what to do.
    fn report_at(&self, literal: &LitStr, source: &str, prefix: &str, diagnostic: &Diagnostic) {
        let mut text = format!("{prefix}{}", diagnostic.message);
        let display = Display { source, diagnostic }.to_string();
        if let Some((_, snippet)) = display.split_once('\n') {
            text = format!("{text}\n\n{snippet}");
        }
        if let Some(offset) = diagnostic.offset {
            let at = literal::place(literal, offset);
            text = format!("{text}\n --> {}:{}:{}", at.file, at.line, at.column);
        }
        match &diagnostic.help {
            Some(help) => self.cx.error_with_help(literal.span(), text, help),
            None => self.cx.error(literal.span(), text),
        }
    }

    /// The type of a field is the one whose macro answered.
    fn same_schemas(&self, nested: &[NestedSchema<'_>]) -> Option<TokenStream> {
        let same = nested.iter().map(|nested| {
            let (ty, root) = (&nested.ty, &nested.schema.root);
            let place = ty.span();
            quote_spanned!(place=> __cel::same_schema(<#ty>::__CEL_ID, #root);)
        });
        (!nested.is_empty()).then(|| quote!(const _: () = { #(#same)* };))
    }

    /// Bounds that are expressions, those of nested types behind the own, in the order of [`Schema::symbols`].
    /// Also a use of them, so that nothing they name counts as unused.
    fn bounds(
        &self,
        schema: &Schema,
        own: Vec<Tokens>,
        nested: &[NestedSchema<'_>],
    ) -> (TokenStream, TokenStream) {
        let own = own.into_iter().map(|bound| quote!((#bound) as __cel::u64));
        let inherited = schema.symbols().filter(|(id, _)| **id != schema.root).filter_map(|(id, n)| {
            nested.iter().filter(|nested| nested.typed.is_some()).find_map(|nested| {
                let index = nested.schema.symbols().position(|symbol| symbol == (id, n))?;
                let ty = &nested.ty;
                Some(quote!(<#ty>::__CEL_BOUNDS[#index]))
            })
        });
        let bounds: Vec<_> = own.chain(inherited).collect();
        if bounds.is_empty() {
            return Default::default();
        }
        let (len, ident) = (bounds.len(), self.container.ident);
        let published = quote! {
            pub const __CEL_BOUNDS: [__cel::u64; #len] = [#(#bounds),*];
        };
        (published, quote!(const _: [__cel::u64; #len] = <#ident>::__CEL_BOUNDS;))
    }

    /// The schema of the type that kube makes around this one.
    fn root(&self, spec: &Schema, nested: &[NestedSchema<'_>]) -> Option<TokenStream> {
        let kube = self.container.kube.as_ref()?;
        let root = &kube.root;
        let mut definitions = spec.definitions.clone();
        let property = |name: &str, id: &str, required: bool| DeclField {
            name: name.to_owned(),
            rust_name: None,
            node: DeclType { nullable: !required, ..DeclType::new(DeclKind::Ref(id.to_owned())) },
            required,
            access: Default::default(),
        };
        let mut fields = vec![property("spec", &spec.root, true)];
        if let Some(status) = nested.iter().find(|nested| nested.typed.is_none()) {
            definitions.extend(status.schema.definitions.clone());
            fields.push(property("status", &status.schema.root, false));
        }
        let node = DeclType::new(DeclKind::Object { fields, preserve_unknown_fields: false });
        let id = format!("{} {root}", self.name.id);
        definitions.insert(id.clone(), Definition { name: root.to_string(), node, symbols: 0 });
        let schema = Schema { root: id, definitions };
        let text = schema.to_text();
        let ident = self.container.ident;
        let bounds = schema.symbols().filter_map(|symbol| {
            let index = |schema: &Schema| schema.symbols().position(|other| other == symbol);
            if let Some(index) = index(spec) {
                return Some(quote!(<#ident>::__CEL_BOUNDS[#index]));
            }
            let status = nested.iter().find(|nested| nested.typed.is_none())?;
            let (ty, index) = (&status.ty, index(&status.schema)?);
            Some(quote!(<#ty>::__CEL_BOUNDS[#index]))
        });
        Some(quote! {
            #[doc(hidden)]
            impl #root {
                pub const __CEL_SCHEMA: &'static str = #text;
                pub const __CEL_ROOT_BOUNDS: &'static [__cel::u64] = &[#(#bounds),*];
            }
        })
    }
}

/// Its derive reported an error, which is to stay the only one.
fn is_erroneous(node: &DeclType) -> bool {
    match &node.kind {
        DeclKind::Error => true,
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => is_erroneous(inner),
        DeclKind::Object { fields, .. } => fields.iter().any(|field| is_erroneous(&field.node)),
        _ => false,
    }
}

/// What a schema macro answered.
struct NestedSchema<'t> {
    key: String,
    /// The type as written in the field.
    ty: Tokens,
    /// `None` for the status of a custom resource, which is not a field.
    typed: Option<&'t Typed>,
    schema: Schema,
}

impl NestedSchema<'_> {
    fn is_object(&self) -> bool {
        let root = self.schema.definitions.get(&self.schema.root);
        root.is_some_and(|definition| matches!(definition.node.kind, DeclKind::Object { .. }))
    }
}

/// The text that a type with mistakes hands out.
fn erroneous(name: &Name, container: &Container<'_>) -> Literal {
    Literal::string(&single(&name.id, container, DeclType::new(DeclKind::Error)).to_text())
}

/// A schema of one definition.
fn single(id: &str, container: &Container<'_>, node: DeclType) -> Schema {
    let definition = Definition { name: expand::plain(container.ident), node, symbols: 0 };
    Schema { root: id.to_owned(), definitions: BTreeMap::from([(id.to_owned(), definition)]) }
}

/// The properties of an object, through newtypes.
fn properties_of(schema: &Schema, id: &str) -> Option<Properties> {
    match &schema.definitions.get(id)?.node.kind {
        DeclKind::Object { fields, preserve_unknown_fields } => {
            Some((fields.clone(), *preserve_unknown_fields))
        }
        DeclKind::Ref(id) => properties_of(schema, id),
        _ => None,
    }
}

fn spaced(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}
