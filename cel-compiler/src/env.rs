//! Scope of the rules of one schema node, for one Kubernetes version.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};

pub use crate::schema::{OLD_SELF, SELF};
use crate::{
    by_name::ByName,
    library::{
        self, Function, KubernetesVersion, VariableDecl,
        type_names::{CONSTANTS, TYPE_NAMES, TypeNameDecl},
    },
    parser::Copies,
    schema::{DeclField, DeclKind, DeclType, Encoding, Schema, escaping, reference::resolve},
    types::Type,
};
use cel_types::kubernetes::Entry;

/// Variables, functions and object types that an expression can name.
#[derive(Clone, Debug)]
pub struct Env<'s> {
    schema: Option<&'s Schema>,
    variables: Vec<VariableDecl>,
    /// The nodes of variables that hold JSON.
    json: Vec<(Rc<str>, &'s DeclType)>,
    version: KubernetesVersion,
    /// Object types met so far. They are named by their position, so there is no need to walk a schema before it is used.
    objects: Objects<'s>,
    /// How many more names the searches for advice may look at. Environments made from this one share the number.
    names_left: Rc<Cell<usize>>,
    /// How many nodes macros may still copy. Environments made from this one share the number.
    copies: Copies,
    /// Values that are opaque to the derive have the type `dyn`.
    sees_opaque: bool,
    /// The number of opaque values so far, if each one gets its own type.
    apart: Option<Cell<u64>>,
    /// Rules can read the properties that serde does not write.
    sees_unwritten: bool,
}

/// Object types by name. A clone has its own map.
#[derive(Debug, Default)]
struct Objects<'s>(Rc<RefCell<HashMap<Rc<str>, ObjectView<'s>>>>);

impl Clone for Objects<'_> {
    fn clone(&self) -> Self {
        Objects(Rc::new(RefCell::new(self.0.borrow().clone())))
    }
}

/// An object type of the schema at one position.
#[derive(Clone, Copy, Debug)]
pub struct ObjectView<'s> {
    /// The node, not a [`DeclKind::Ref`].
    pub node: &'s DeclType,
    /// Its properties, with those that rules cannot reach.
    pub fields: &'s ByName<DeclField>,
    schema: Option<&'s Schema>,
}

impl<'s> Env<'s> {
    /// An environment without variables, for the features of [`KubernetesVersion::NEW_EXPRESSIONS`].
    #[must_use]
    pub fn new() -> Self {
        Env {
            sees_opaque: false,
            apart: None,
            sees_unwritten: false,
            schema: None,
            variables: Vec::new(),
            json: Vec::new(),
            version: KubernetesVersion::NEW_EXPRESSIONS,
            objects: Objects::default(),
            names_left: Rc::new(Cell::new(NAMES)),
            copies: Copies::default(),
        }
    }

    /// The environment of the rules on a node: `self` and `oldSelf` have its type. A node without CEL type declares nothing;
    /// the server refuses rules there for another reason.
    #[must_use]
    pub fn for_node(schema: &'s Schema, node: &'s DeclType) -> Self {
        Env::for_node_named(schema, node, SELF_TYPE)
    }

    /// The same for a node of a CRD. Its types have the server's names.
    #[must_use]
    pub fn for_crd_node(schema: &'s Schema, node: &'s DeclType) -> Self {
        Env::for_node_named(schema, node, CRD_SELF_TYPE)
    }

    fn for_node_named(schema: &'s Schema, node: &'s DeclType, self_type: &str) -> Self {
        let env = Env { schema: Some(schema), ..Env::new() };
        match env.type_of_node(self_type, node) {
            Some(ty) => env.with_variable(SELF, ty.clone()).with_variable(OLD_SELF, ty),
            None => env,
        }
    }

    /// The same for rules over JSON.
    #[must_use]
    pub fn for_json_node(schema: &'s Schema, node: &'s DeclType) -> Self {
        Env { json: vec![(SELF.into(), node), (OLD_SELF.into(), node)], ..Env::for_crd_node(schema, node) }
    }

    /// The same for a rule with `optionalOldSelf: true`: `oldSelf` is optional.
    #[must_use]
    pub fn with_optional_old_self(mut self) -> Self {
        if let Some(old_self) = self.variables.iter_mut().find(|variable| &*variable.name == OLD_SELF) {
            old_self.ty = Type::optional(old_self.ty.clone());
        }
        self
    }

    /// The same for a rule on a node that only the server runs. No value is opaque to the server.
    #[must_use]
    pub fn seeing_opaque(self, node: &'s DeclType) -> Self {
        let mut env = Env { sees_opaque: true, ..self.seeing_unwritten() };
        if let Some(ty) = env.type_of_node(SELF_TYPE, node) {
            env.variables.iter_mut().for_each(|variable| variable.ty = ty.clone());
        }
        env
    }

    /// The same where opaque values cannot be compared, since their schema is not known. Each value gets its own type.
    #[must_use]
    pub fn with_opaque_apart(self) -> Self {
        Env { apart: Some(Cell::default()), ..self }
    }

    /// The same for a rule that only the server runs. The server has the properties that serde does not write.
    #[must_use]
    pub fn seeing_unwritten(self) -> Self {
        Env { sees_unwritten: true, ..self }
    }

    /// The same with one more variable.
    #[must_use]
    pub fn with_variable(mut self, name: &str, ty: Type) -> Self {
        self.variables.push(VariableDecl { name: name.into(), ty });
        self
    }

    /// The same with a variable that holds the JSON of a node's value. All objects of an environment are then JSON.
    /// The names of its object types begin with `position`, as the server's begin with `selfType` for `self` and `oldSelf`.
    /// A node without CEL type declares nothing.
    #[must_use]
    pub fn with_json_variable(mut self, name: &str, position: &str, node: &'s DeclType) -> Self {
        let Some(ty) = self.type_of_node(position, node) else {
            return self;
        };
        self.json.push((name.into(), node));
        self.with_variable(name, ty)
    }

    /// The node of a variable that holds JSON.
    pub(crate) fn json_variable(&self, name: &str) -> Option<&'s DeclType> {
        self.json.iter().find(|(known, _)| **known == *name).map(|(_, node)| *node)
    }

    /// True if objects are JSON.
    pub(crate) fn holds_json(&self) -> bool {
        !self.json.is_empty()
    }

    /// The same for another Kubernetes version.
    #[must_use]
    pub fn with_version(mut self, version: KubernetesVersion) -> Self {
        self.version = version;
        self
    }

    /// The same environment for another rule of the node. Both share the object types that either one meets.
    #[must_use]
    pub fn shared(&self) -> Self {
        Env {
            schema: self.schema,
            variables: self.variables.clone(),
            json: self.json.clone(),
            version: self.version,
            objects: Objects(self.objects.0.clone()),
            names_left: self.names_left.clone(),
            copies: self.copies.clone(),
            sees_opaque: self.sees_opaque,
            sees_unwritten: self.sees_unwritten,
            apart: self.apart.clone(),
        }
    }

    /// The same with a limit that other environments share.
    #[must_use]
    pub fn with_copies(mut self, copies: &Copies) -> Self {
        self.copies = copies.clone();
        self
    }

    /// Nodes that macros may still copy.
    #[must_use]
    pub fn copies(&self) -> &Copies {
        &self.copies
    }

    /// The schema of the nodes.
    #[must_use]
    pub fn schema(&self) -> Option<&'s Schema> {
        self.schema
    }

    /// The variables.
    #[must_use]
    pub fn variables(&self) -> &[VariableDecl] {
        &self.variables
    }

    /// A variable's declaration.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&VariableDecl> {
        self.variables.iter().find(|variable| &*variable.name == name)
    }

    /// A function, with a leading dot or without.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&'static Function> {
        library::function(name.strip_prefix('.').unwrap_or(name), self.version)
    }

    /// All functions, in no order.
    pub fn functions(&self) -> impl Iterator<Item = &'static Function> {
        library::functions(self.version)
    }

    /// The version whose functions are in scope.
    #[must_use]
    pub fn version(&self) -> KubernetesVersion {
        self.version
    }

    /// The type that a name stands for.
    #[must_use]
    pub fn type_name(&self, name: &str) -> Option<&'static TypeNameDecl> {
        let known = |decl: &&TypeNameDecl| decl.since <= self.version && self.version < decl.until;
        let decl = TYPE_NAMES.iter().find(|decl| decl.name == name && known(decl))?;
        (!decl.needs_schema || self.has_objects()).then_some(decl)
    }

    /// The value of an enumeration constant.
    #[must_use]
    pub fn constant(&self, name: &str) -> Option<i64> {
        CONSTANTS.iter().find(|(constant, _)| *constant == name).map(|(_, value)| *value)
    }

    /// The CEL type of a node at a position (`selfType.spec`); `None` if it has none. This also registers the object types at and
    /// below the position for [`Env::object`].
    pub fn type_of_node(&self, position: &str, node: &'s DeclType) -> Option<Type> {
        let Some(node) = resolve(self.schema, node) else {
            return Some(Type::Error);
        };
        Some(match &node.kind {
            DeclKind::Bool => Type::Bool,
            DeclKind::Int => Type::Int,
            DeclKind::Double => Type::Double,
            DeclKind::String => Type::String,
            DeclKind::Bytes => Type::Bytes,
            DeclKind::Duration => Type::Duration,
            DeclKind::Date | DeclKind::DateTime => Type::Timestamp,
            DeclKind::IntOrString => Type::Dyn,
            DeclKind::List { items, .. } => {
                Type::list(self.type_of_node(&format!("{position}.@idx"), items)?)
            }
            DeclKind::Map { values } => {
                Type::map(Type::String, self.type_of_node(&format!("{position}.@elem"), values)?)
            }
            DeclKind::Object { .. } => {
                let name: Rc<str> = position.into();
                let object = self.view(node)?;
                self.objects.0.borrow_mut().insert(name.clone(), object);
                Type::Object(name)
            }
            DeclKind::Opaque if self.sees_opaque => Type::Dyn,
            DeclKind::Opaque => match &self.apart {
                Some(count) => {
                    count.set(count.get().saturating_add(1));
                    Type::hidden(&format!("{position}#{}", count.get()))
                }
                None => Type::hidden(position),
            },
            DeclKind::Unknown => return None,
            DeclKind::Error | DeclKind::Ref(_) => Type::Error,
        })
    }

    /// The same where the value is seen through `dyn`. A `dyn` also shows nodes without a type.
    pub(crate) fn dynamic_type_of_node(&self, position: &str, node: &'s DeclType) -> Type {
        self.type_of_node(position, node).unwrap_or_else(|| match self.resolve(node).map(|node| &node.kind) {
            Some(DeclKind::List { items, .. }) => Type::list(self.dynamic_type_of_node(position, items)),
            Some(DeclKind::Map { values }) => {
                Type::map(Type::String, self.dynamic_type_of_node(position, values))
            }
            _ => Type::Dyn,
        })
    }

    /// True if values without a type can be seen through `dyn`.
    pub(crate) fn shows_untyped(&self) -> bool {
        let root = self
            .schema
            .filter(|_| self.json.is_empty())
            .and_then(|schema| schema.definitions.get(&schema.root));
        let mut nodes = self.json.iter().map(|(_, node)| *node).chain(root.map(|root| &root.node));
        nodes.any(|node| holds_untyped(self.schema, node))
    }

    /// The object type with a name from a [`Type::Object`].
    #[must_use]
    pub fn object(&self, name: &str) -> Option<ObjectView<'s>> {
        self.objects.0.borrow().get(name).copied()
    }

    /// True if a search for advice may look at that many more names. With thousands of mistakes and thousands of properties, only the
    /// first mistakes get advice.
    pub(crate) fn may_search(&self, names: usize) -> bool {
        let left = self.names_left.get().checked_sub(names);
        self.names_left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// True if a type of the schema is in scope. Messages about some type names depend on it.
    pub(crate) fn has_objects(&self) -> bool {
        self.schema.is_some() || !self.objects.0.borrow().is_empty()
    }

    /// The type of an object's property, or of a message's field, by the name that a rule writes.
    #[must_use]
    pub fn field_type(&self, object: &str, written: &str) -> Option<Type> {
        let Some(view) = self.object(object) else {
            let (_, ty) = self.type_name(object)?.fields?.iter().find(|(name, _)| *name == written)?;
            return Some(ty.declared());
        };
        let field = view.field(written)?;
        let escaped = escaping::escape(&field.name)?;
        self.type_of_node(&format!("{object}.{escaped}"), &field.node)
    }

    /// True if the name in the rule is a property that serde does not write.
    pub(crate) fn is_unwritten(&self, object: &str, written: &str) -> bool {
        let field = self.object(object).and_then(|view| view.field(written));
        !self.sees_unwritten && field.is_some_and(|field| field.node.encoding == Encoding::Unwritten)
    }

    /// The view of an object node; `None` for other nodes.
    pub(crate) fn view(&self, node: &'s DeclType) -> Option<ObjectView<'s>> {
        match &node.kind {
            DeclKind::Object { fields, .. } => Some(ObjectView { node, fields, schema: self.schema }),
            _ => None,
        }
    }

    /// True if a node has a CEL type.
    pub(crate) fn has_type(&self, node: &DeclType) -> bool {
        has_type(self.schema, node)
    }

    /// The node itself, or the definition that it refers to; `None` if the schema lacks it.
    #[must_use]
    pub fn resolve(&self, node: &'s DeclType) -> Option<&'s DeclType> {
        resolve(self.schema, node)
    }
}

impl Default for Env<'_> {
    fn default() -> Self {
        Env::new()
    }
}

impl<'s> ObjectView<'s> {
    /// The view of an object node; `None` for other nodes, and for references.
    #[must_use]
    pub fn of(schema: Option<&'s Schema>, node: &'s DeclType) -> Option<Self> {
        match &node.kind {
            DeclKind::Object { fields, .. } => Some(ObjectView { node, fields, schema }),
            _ => None,
        }
    }

    /// The property with a name in a rule: an escaped name, or an unescaped reserved word.
    #[must_use]
    pub fn field(&self, written: &str) -> Option<&'s DeclField> {
        self.field_escaped(written).or_else(|| {
            if escaping::is_reserved(written) { self.field_escaped(&format!("__{written}__")) } else { None }
        })
    }

    /// All properties that have a type, and with `untyped` the others too, with the names they have in a `dyn` object.
    /// A property without an escaped name keeps its own name.
    pub fn dynamic_names(
        &self,
        untyped: bool,
    ) -> impl Iterator<Item = (&'s DeclField, std::borrow::Cow<'s, str>)> {
        let schema = self.schema;
        let known = self.fields.iter().filter(move |field| {
            field.node.encoding != Encoding::Unwritten && (untyped || has_type(schema, &field.node))
        });
        known.map(|field| (field, escaping::escape(&field.name).unwrap_or((&*field.name).into())))
    }

    /// The escaped names of the properties that rules can reach.
    pub fn field_names(&self) -> impl Iterator<Item = (&'s DeclField, std::borrow::Cow<'s, str>)> {
        let schema = self.schema;
        let known = self.fields.iter().filter(move |field| has_type(schema, &field.node));
        known.filter_map(|field| Some((field, escaping::escape(&field.name)?)))
    }

    /// True if the object has a property with that escaped name, but the property has no type, so rules cannot read it.
    pub(crate) fn has_without_type(&self, escaped: &str) -> bool {
        self.named(escaped).is_some_and(|field| !has_type(self.schema, &field.node))
    }

    /// True if generated code can compare these objects: they are values of a Rust type.
    pub(crate) fn is_comparable(&self) -> bool {
        self.variant().is_none() && self.schema.is_none_or(|schema| schema.is_comparable(self.node))
    }

    /// The object's type in k8s-openapi.
    pub(crate) fn foreign(&self) -> Option<Entry> {
        match self.node.encoding {
            Encoding::Foreign(entry) => Some(entry),
            _ => None,
        }
    }

    /// The number of the variant, if the object holds the fields of an enum variant.
    pub(crate) fn variant(&self) -> Option<u32> {
        match self.node.encoding {
            Encoding::Variant(n) => Some(n),
            _ => None,
        }
    }

    /// The property with that escaped name, whether rules can read it or not.
    fn named(&self, escaped: &str) -> Option<&'s DeclField> {
        let field = self.fields.find(&escaping::unescape(escaped)?)?;
        // Other texts can unescape to this name too. Only the text that `escape` gives counts.
        (escaping::escape(&field.name).as_deref() == Some(escaped)).then_some(field)
    }

    /// The property with that escaped name.
    pub(crate) fn field_escaped(&self, escaped: &str) -> Option<&'s DeclField> {
        let field = self.named(escaped)?;
        has_type(self.schema, &field.node).then_some(field)
    }
}

/// False for a node whose kind, or whose items' or values' kind, is unknown: rules cannot see it.
#[must_use]
pub fn has_type(schema: Option<&Schema>, node: &DeclType) -> bool {
    match resolve(schema, node).map(|node| &node.kind) {
        Some(DeclKind::Unknown) => false,
        Some(DeclKind::List { items, .. }) => has_type(schema, items),
        Some(DeclKind::Map { values }) => has_type(schema, values),
        _ => true,
    }
}

/// True if the node, or a node below it, has no type.
fn holds_untyped(schema: Option<&Schema>, node: &DeclType) -> bool {
    let node = resolve(schema, node).filter(|node| !matches!(node.encoding, Encoding::Foreign(_)));
    match node.map(|node| &node.kind) {
        Some(DeclKind::Unknown) => true,
        Some(DeclKind::List { items, .. }) => holds_untyped(schema, items),
        Some(DeclKind::Map { values }) => holds_untyped(schema, values),
        Some(DeclKind::Object { fields, .. }) => {
            fields.iter().any(|field| holds_untyped(schema, &field.node))
        }
        _ => false,
    }
}

/// Limit of names to look at: a search through them takes a tenth of a second.
const NAMES: usize = 500_000;

/// The name of the type of `self`.
pub const SELF_TYPE: &str = "selfType";
/// The name on the server, which adds random digits.
const CRD_SELF_TYPE: &str = "selfType0";
