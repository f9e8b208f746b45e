//! The nodes of a schema with rules, and the rules, each compiled once however many values come to it.

use crate::interpreter::Rule;
use cel_compiler::{
    crd::{
        decl_type::decl_type,
        props::{RuleProps, SchemaProps},
    },
    library::KubernetesVersion,
    parser::Copies,
    rule::RuleError,
    schema::{DeclKind, DeclType, Schema, escaping},
};
use std::{borrow::Cow, cell::RefCell, collections::HashMap, ptr, rc::Rc};

/// A node of a schema with rules at it or below it.
pub(crate) struct Part<'s> {
    pub(super) schema: &'s SchemaProps,
    /// The type that rules at the node see, with these rules. `None` where they see nothing, or where there are none.
    ty: Option<DeclType>,
    properties: HashMap<&'s str, Part<'s>>,
    items: Option<Box<Part<'s>>>,
    /// The part of additional properties.
    values: Option<Box<Part<'s>>>,
}

impl<'s> Part<'s> {
    /// `None` if there are no rules.
    pub(super) fn of_root(schema: &'s SchemaProps) -> Option<Self> {
        let ty = Some(decl_type(schema, false)).filter(DeclType::has_type);
        Part::new(schema, ty.as_ref())
    }

    /// The same for a whole resource.
    pub(crate) fn of_resource(schema: &'s SchemaProps) -> Option<Self> {
        let ty = Some(decl_type(schema, true)).filter(DeclType::has_type);
        Part::new(schema, ty.as_ref())
    }

    fn new(schema: &'s SchemaProps, ty: Option<&DeclType>) -> Option<Self> {
        let properties = schema.properties.iter().filter_map(|property| {
            let ty = field_type(ty, &property.name, &property.schema)?;
            Some((&*property.name, Part::new(&property.schema, Some(&ty))?))
        });
        let properties: HashMap<&str, Part<'_>> = properties.collect();
        let element = |element| Part::new(element, element_type(ty)).map(Box::new);
        let items = schema.item_schema().and_then(element);
        let values = schema.value_schema().and_then(element);
        if schema.rules.is_empty() && properties.is_empty() && items.is_none() && values.is_none() {
            return None;
        }
        // Whether a message may use `oldSelf` depends on the other rules of the node.
        let with_rules = |ty: &DeclType| DeclType {
            rules: schema.rules.iter().map(RuleProps::to_rule).collect(),
            ..ty.clone()
        };
        let ty = ty.filter(|_| !schema.rules.is_empty()).map(with_rules);
        Some(Part { schema, ty, properties, items, values })
    }

    /// The part of a property.
    pub(super) fn property(&self, key: &str) -> Option<&Self> {
        self.properties.get(key)
    }

    /// The part of additional properties.
    pub(super) fn values(&self) -> Option<&Self> {
        self.values.as_deref()
    }

    /// The part of a list's items.
    pub(super) fn items(&self) -> Option<&Self> {
        self.items.as_deref()
    }
}

/// The rules of the parts that a value came to.
pub(crate) struct Compiled<'p> {
    pub(crate) version: KubernetesVersion,
    copies: &'p Copies,
    definitions: &'p Schema,
    rules: RefCell<HashMap<*const Part<'p>, PartRules<'p>>>,
}

/// The rules of a part in their order; `None` where they see nothing.
type PartRules<'p> = Option<Rc<[PartRule<'p>]>>;

pub(crate) struct PartRule<'p> {
    pub(super) props: &'p RuleProps,
    /// An error is what the servers of the version say. `None` for a rule that only older servers compile.
    pub(super) rule: Result<Option<Rule<'p>>, RuleError>,
}

impl<'p> Compiled<'p> {
    pub(crate) fn new(version: KubernetesVersion, copies: &'p Copies, definitions: &'p Schema) -> Self {
        Compiled { version, copies, definitions, rules: RefCell::default() }
    }

    pub(super) fn rules(&self, part: &'p Part<'p>) -> PartRules<'p> {
        let mut known = self.rules.borrow_mut();
        known
            .entry(ptr::from_ref(part))
            .or_insert_with(|| Some(self.compile(part, part.ty.as_ref()?)))
            .clone()
    }

    fn compile(&self, part: &'p Part<'p>, ty: &'p DeclType) -> Rc<[PartRule<'p>]> {
        let rules = |version| Rule::of_node(self.definitions, ty, version, self.copies);
        let own = rules(self.version.stored());
        let compiled: Vec<_> = match self.version.stored() {
            KubernetesVersion::STORED_EXPRESSIONS => own.into_iter().map(|own| own.map(Some)).collect(),
            _ => {
                let newest = rules(KubernetesVersion::STORED_EXPRESSIONS);
                own.into_iter().zip(newest).map(|(own, newest)| own.map(|_| newest.ok())).collect()
            }
        };
        let written =
            part.schema.rules.iter().zip(compiled).filter(|(props, _)| !props.rule.trim().is_empty());
        written.map(|(props, rule)| PartRule { props, rule }).collect()
    }
}

fn element_type(ty: Option<&DeclType>) -> Option<&DeclType> {
    match &ty?.kind {
        DeclKind::List { items: element, .. } | DeclKind::Map { values: element } => Some(element),
        _ => None,
    }
}

/// The type of a property; properties that rules cannot name have one of their own.
fn field_type<'t>(ty: Option<&'t DeclType>, name: &str, schema: &SchemaProps) -> Option<Cow<'t, DeclType>> {
    if escaping::escape(name).is_none() {
        return Some(decl_type(schema, false)).filter(DeclType::has_type).map(Cow::Owned);
    }
    let DeclKind::Object { fields, .. } = &ty?.kind else { return None };
    let field = fields.find(name)?;
    Some(&field.node).filter(|node| node.has_type()).map(Cow::Borrowed)
}
