//! Bounds on types whose kind only another definition has.

use super::{Bound, DeclKind, DeclType, DefinitionId, Schema, reference::resolve};

/// The bounds for each kind that can have one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Maxima {
    /// `maxLength` of a text.
    pub length: Option<Bound>,
    /// `maxItems` of a list.
    pub items: Option<Bound>,
    /// `maxProperties` of a map.
    pub properties: Option<Bound>,
}

impl Maxima {
    /// These bounds. The others replace missing ones.
    #[must_use]
    #[inline]
    pub fn or(self, other: Maxima) -> Maxima {
        Maxima {
            length: self.length.or(other.length),
            items: self.items.or(other.items),
            properties: self.properties.or(other.properties),
        }
    }

    /// The bounds, for changes.
    #[inline]
    pub fn each_mut(&mut self) -> impl Iterator<Item = &mut Bound> {
        [&mut self.length, &mut self.items, &mut self.properties].into_iter().flatten()
    }

    #[inline]
    fn of(&self, kind: &DeclKind) -> Option<Bound> {
        match kind {
            DeclKind::String
            | DeclKind::Bytes
            | DeclKind::Duration
            | DeclKind::Date
            | DeclKind::DateTime
            | DeclKind::IntOrString => self.length,
            DeclKind::List { .. } => self.items,
            DeclKind::Map { .. } | DeclKind::Object { .. } => self.properties,
            DeclKind::Bool
            | DeclKind::Int
            | DeclKind::Double
            | DeclKind::Ref(_)
            | DeclKind::Opaque
            | DeclKind::Unknown
            | DeclKind::Error => None,
        }
    }
}

impl Schema {
    /// Sets [`DeclType::max`] in a definition for nodes whose kind is now known. The bounds of a `T` stay.
    #[inline]
    pub fn settle(&mut self, id: &DefinitionId) {
        let Some(mut definition) = self.definitions.remove(id) else { return };
        settle(self, &mut definition.node);
        self.definitions.insert(id.clone(), definition);
    }
}

#[inline]
fn settle(schema: &Schema, node: &mut DeclType) {
    let bound = node.maxima.as_ref().and_then(|maxima| Some(maxima.of(&resolve(Some(schema), node)?.kind)));
    if let Some(bound) = bound {
        node.max = bound.or(node.max);
        node.maxima = None;
    }
    match &mut node.kind {
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => settle(schema, inner),
        DeclKind::Object { fields, .. } => {
            fields.as_mut_vec().iter_mut().for_each(|field| settle(schema, &mut field.node));
        }
        _ => {}
    }
}
