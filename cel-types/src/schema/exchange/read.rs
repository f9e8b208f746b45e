//! Reads the text of a schema directly, in the form of [`to_text`](Schema::to_text): without spaces, and in its order where that matters.
//! Unknown members are skipped.

use super::super::{
    Access, AccessStep, Bound, DeclField, DeclKind, DeclType, Definition, Encoding, FORMAT_VERSION,
    KnownCost, ListType, Origin, Schema, SourceLocation, ValidationRule,
};
use super::{ExchangeError, FOREIGN};
use crate::kubernetes;
use std::{borrow::Cow, collections::BTreeMap};

/// Reads a whole text.
#[inline]
pub(super) fn schema(text: &str) -> Result<Schema, ExchangeError> {
    let mut reader = Reader { rest: text };
    let (mut format, mut root, mut definitions) = (None, None, None);
    let read = reader.object(|reader, key| {
        match key {
            "format" => format = Some(reader.number()?),
            // the rest of another format may be anything
            _ if format != Some(u64::from(FORMAT_VERSION)) => return None,
            "root" => root = Some(reader.owned()?),
            "definitions" => definitions = Some(reader.definitions()?),
            _ => reader.skip()?,
        }
        Some(())
    });
    if let Some(found) = format.filter(|format| *format != u64::from(FORMAT_VERSION)) {
        return Err(ExchangeError::Format(found));
    }
    match (read, root, definitions) {
        (Some(()), Some(root), Some(definitions)) if definitions.contains_key(&root) => {
            Ok(Schema { root, definitions })
        }
        _ => Err(ExchangeError::Malformed),
    }
}

/// The unread text. Every method reads one item, or returns `None` if another one follows.
struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    /// Skips an ASCII character if it is next.
    #[inline]
    fn pass(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    #[inline]
    fn expect(&mut self, c: char) -> Option<()> {
        self.pass(c).then_some(())
    }

    /// Reads `{..}`. `member` reads the value of each member.
    fn object(&mut self, mut member: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.expect('{')?;
        while !self.pass('}') {
            let key = self.text()?;
            self.expect(':')?;
            member(self, &key)?;
            self.pass(',');
        }
        Some(())
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut out = Vec::new();
        self.expect('[')?;
        while !self.pass(']') {
            out.push(item(self)?);
            self.pass(',');
        }
        Some(out)
    }

    #[inline]
    fn text(&mut self) -> Option<Cow<'t, str>> {
        let (text, rest) = self.rest.strip_prefix('"')?.split_once('"')?;
        if !text.contains('\\') {
            self.rest = rest;
            return Some(Cow::Borrowed(text));
        }
        let mut values = serde_json::Deserializer::from_str(self.rest).into_iter::<String>();
        let text = values.next()?.ok()?;
        self.rest = self.rest.get(values.byte_offset()..)?;
        Some(Cow::Owned(text))
    }

    #[inline]
    fn owned(&mut self) -> Option<String> {
        self.text().map(Cow::into_owned)
    }

    #[inline]
    fn number(&mut self) -> Option<u64> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        number.parse().ok()
    }

    #[inline]
    fn small_number(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    #[inline]
    fn flag(&mut self) -> Option<bool> {
        for (text, flag) in [("true", true), ("false", false)] {
            if let Some(rest) = self.rest.strip_prefix(text) {
                self.rest = rest;
                return Some(flag);
            }
        }
        None
    }

    #[inline]
    fn skip(&mut self) -> Option<()> {
        match self.rest.as_bytes().first()? {
            b'"' => self.text().map(drop),
            b'{' => self.object(|reader, _| reader.skip()),
            b'[' => self.list(Self::skip).map(drop),
            b't' | b'f' => self.flag().map(drop),
            _ => self.number().map(drop),
        }
    }

    #[inline]
    fn definitions(&mut self) -> Option<BTreeMap<String, Definition>> {
        let mut definitions = BTreeMap::new();
        self.object(|reader, id| {
            definitions.insert(id.to_owned(), reader.definition()?);
            Some(())
        })?;
        Some(definitions)
    }

    #[inline]
    fn definition(&mut self) -> Option<Definition> {
        let (mut name, mut node, mut symbols, mut forwards, mut hides) = (None, None, 0, Vec::new(), false);
        self.object(|reader, key| {
            match key {
                "name" => name = Some(reader.owned()?),
                "node" => node = Some(reader.node()?),
                "symbols" => symbols = reader.small_number()?,
                "forwards" => forwards = reader.list(Self::owned)?,
                "hides" => hides = reader.flag()?,
                _ => reader.skip()?,
            }
            Some(())
        })?;
        Some(Definition { name: name?, node: node?, symbols, forwards, hides })
    }

    #[inline]
    fn node(&mut self) -> Option<DeclType> {
        let mut node = DeclType::new(DeclKind::Error);
        let mut kind = KindParts::default();
        self.object(|reader, key| {
            match key {
                "type" => kind.name = reader.text()?,
                "nullable" => node.nullable = reader.flag()?,
                "default" => node.defaulted = reader.flag()?,
                "of_variants" => node.of_variants = reader.flag()?,
                "max" => node.max = Some(reader.bound()?),
                "max_length" => node.maxima.get_or_insert_default().length = Some(reader.bound()?),
                "max_items" => node.maxima.get_or_insert_default().items = Some(reader.bound()?),
                "max_properties" => node.maxima.get_or_insert_default().properties = Some(reader.bound()?),
                "enum" => node.enum_values = reader.list(Self::owned)?,
                "rules" => node.rules = reader.list(Self::rule)?,
                "encoding" => node.encoding = encoding(&reader.text()?)?,
                key => return reader.kind_part(key, &mut kind),
            }
            Some(())
        })?;
        node.kind = kind.build()?;
        Some(node)
    }

    #[inline]
    fn kind_part(&mut self, key: &str, parts: &mut KindParts<'t>) -> Option<()> {
        match key {
            "items" | "values" => parts.inner = Some(Box::new(self.node()?)),
            "list_type" if self.rest.starts_with('[') => {
                parts.list_type = ListType::Map(self.list(Self::owned)?);
            }
            "list_type" => {
                self.skip()?;
                parts.list_type = ListType::Set;
            }
            "fields" => parts.fields = self.list(Self::field)?,
            "preserve" => parts.preserve_unknown_fields = self.flag()?,
            "id" => parts.id = Some(self.owned()?),
            _ => self.skip()?,
        }
        Some(())
    }

    #[inline]
    fn bound(&mut self) -> Option<Bound> {
        if !self.rest.starts_with('{') {
            return self.number().map(Bound::Value);
        }
        let mut symbol = None;
        self.object(|reader, _| {
            symbol = Some(Bound::Symbol(reader.small_number()?));
            Some(())
        })?;
        symbol
    }

    #[inline]
    fn field(&mut self) -> Option<DeclField> {
        let (mut name, mut rust_name, mut node) = (None, None, None);
        let (mut required, mut steps, mut others) = (false, Vec::new(), Vec::new());
        self.object(|reader, key| {
            match key {
                "name" => name = Some(reader.owned()?),
                "rust" => rust_name = Some(reader.owned()?),
                "node" => node = Some(reader.node()?),
                "required" => required = reader.flag()?,
                "steps" => steps = reader.list(Self::step)?,
                "others" => others = reader.list(|reader| reader.list(Self::step))?,
                _ => reader.skip()?,
            }
            Some(())
        })?;
        Some(DeclField {
            name: name?,
            rust_name,
            node: node?,
            required,
            access: Access { steps, others, place: None },
        })
    }

    #[inline]
    fn step(&mut self) -> Option<AccessStep> {
        let step = self.text()?;
        let optional = step.strip_prefix('?');
        let method = optional.unwrap_or(&step);
        let raw = method.strip_prefix('&');
        let is_raw = raw.is_some();
        let method = raw.unwrap_or(method);
        let (method, variant) = match method.split_once('#') {
            Some((method, n)) => (method, Some(n.parse().ok()?)),
            None => (method, None),
        };
        Some(AccessStep { is_raw, variant, ..AccessStep::new(method, optional.is_some()) })
    }

    #[inline]
    fn rule(&mut self) -> Option<ValidationRule> {
        let (mut rule, mut text) = (ValidationRule::default(), None);
        self.object(|reader, key| {
            match key {
                "rule" => text = Some(reader.owned()?),
                "message" => rule.message = Some(reader.owned()?),
                "messageExpression" => rule.message_expression = Some(reader.owned()?),
                "fieldPath" => rule.field_path = Some(reader.owned()?),
                "reason" => rule.reason = Some(reader.owned()?),
                "optionalOldSelf" => rule.optional_old_self = Some(reader.flag()?),
                "server_only" => rule.server_only = reader.flag()?,
                "late" => rule.late = reader.flag()?,
                "at" => {
                    rule.location =
                        SourceLocation { origin: rule.location.origin.take(), ..reader.location()? }
                }
                "origin" => rule.location.origin = Some(reader.origin()?),
                "max_cost" => rule.max_cost = Some(reader.known_cost()?),
                _ => reader.skip()?,
            }
            Some(())
        })?;
        Some(ValidationRule { rule: text?, ..rule })
    }

    #[inline]
    fn known_cost(&mut self) -> Option<KnownCost> {
        self.expect('[')?;
        let rule = self.number()?;
        self.expect(',')?;
        let message_expression = self.number()?;
        self.expect(',')?;
        let reads = self.list(Self::owned)?;
        self.expect(']')?;
        Some(KnownCost { rule, message_expression, reads })
    }

    #[inline]
    fn location(&mut self) -> Option<SourceLocation> {
        self.expect('[')?;
        let file = self.owned()?;
        self.expect(',')?;
        let line = self.small_number()?;
        self.expect(',')?;
        let column = self.small_number()?;
        self.expect(']')?;
        Some(SourceLocation { file, line, column, origin: None })
    }

    #[inline]
    fn origin(&mut self) -> Option<Origin> {
        let texts = self.list(Self::owned)?;
        let [folder, owner] = texts.try_into().ok()?;
        Some(Origin { folder, owner })
    }
}

/// Facts about a node, collected before its kind is known.
#[derive(Default)]
struct KindParts<'t> {
    name: Cow<'t, str>,
    inner: Option<Box<DeclType>>,
    list_type: ListType,
    fields: Vec<DeclField>,
    preserve_unknown_fields: bool,
    id: Option<String>,
}

impl KindParts<'_> {
    #[inline]
    fn build(self) -> Option<DeclKind> {
        Some(match &*self.name {
            "bool" => DeclKind::Bool,
            "int" => DeclKind::Int,
            "double" => DeclKind::Double,
            "string" => DeclKind::String,
            "bytes" => DeclKind::Bytes,
            "duration" => DeclKind::Duration,
            "date" => DeclKind::Date,
            "date-time" => DeclKind::DateTime,
            "int-or-string" => DeclKind::IntOrString,
            "list" => DeclKind::List { items: self.inner?, list_type: self.list_type },
            "map" => DeclKind::Map { values: self.inner? },
            "object" => DeclKind::Object {
                fields: self.fields.into(),
                preserve_unknown_fields: self.preserve_unknown_fields,
            },
            "ref" => DeclKind::Ref(self.id?),
            "opaque" => DeclKind::Opaque,
            "unknown" => DeclKind::Unknown,
            "error" => DeclKind::Error,
            _ => return None,
        })
    }
}

#[inline]
fn encoding(name: &str) -> Option<Encoding> {
    Some(match name {
        "text" => Encoding::Text,
        "shown" => Encoding::Shown,
        "written" => Encoding::Written,
        "wide" => Encoding::WideInt,
        "json" => Encoding::Json,
        "map" => Encoding::FreeMap,
        "resource" => Encoding::Resource,
        "generic" => Encoding::Generic,
        "unwritten" => Encoding::Unwritten,
        "keyed" => Encoding::Keyed,
        "documented" => Encoding::DocumentedEnum,
        name => match name.strip_prefix(FOREIGN) {
            Some(path) => Encoding::Foreign(kubernetes::at(path)?),
            None => Encoding::Variant(name.strip_prefix("variant")?.parse().ok()?),
        },
    })
}
