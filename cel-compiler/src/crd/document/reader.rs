//! Builds values from the events of the parser.

use super::{
    Entry, FileError, MAX_DEPTH, Node, Position, Value,
    entries::{OpenEntries, Replaced},
    position_of,
    repeated::{Key, Repeats},
    scalar,
    source::{Gap, Source},
    stream,
    total::{Size, Total},
    unusual::{self, Part, Unusual},
    with_colons,
};
use granit_parser::{Event, ScalarStyle, Span, StructureStyle, Tag};
use std::{borrow::Cow, collections::HashMap, ops::Range, sync::Arc};

/// Builds values from events.
pub(super) struct Reader<'t> {
    documents: Vec<Node>,
    /// The open collections, outermost first.
    open: Vec<Open>,
    /// Values with an anchor.
    anchors: HashMap<usize, Anchor>,
    repeats: Repeats,
    /// Number of the repeated keys in the parts before.
    repeats_before: usize,
    total: Total,
    unusual: Unusual,
    source: Source<'t>,
    is_json: bool,
    /// A document of this part has begun.
    has_begun: bool,
    /// Where the text begins in the file.
    begin: Position,
}

/// What the parts of a file have given so far.
pub(super) struct Seen {
    pub(super) documents: Vec<Node>,
    pub(super) repeats: Repeats,
    total: Total,
}

impl Seen {
    /// Nothing.
    pub(super) fn new(repeats: Repeats) -> Self {
        Seen { documents: Vec::new(), repeats, total: Total::default() }
    }
}

/// A value with an anchor.
struct Anchor {
    node: Node,
    size: Size,
    /// The range of the repeated keys inside it.
    repeats: Range<usize>,
}

/// A collection that is not complete yet.
struct Open {
    content: Content,
    at: Position,
    anchor: usize,
    /// The collection has brackets.
    is_flow: bool,
    /// The totals before it.
    before: Before,
    /// The next event is a key behind `?`. Such a key may have several lines.
    has_key_mark: bool,
}

enum Content {
    List(Vec<Node>),
    Object(OpenObject),
}

/// An object that is not complete yet.
#[derive(Default)]
struct OpenObject {
    entries: OpenEntries,
    /// The next event is the value of this key.
    key: Option<OpenKey>,
    /// The line in which that value begins.
    value_line: u32,
}

enum OpenKey {
    Name(Key),
    /// `<<`
    Merge,
}

/// The totals before a value.
#[derive(Clone, Copy)]
struct Before {
    total: Size,
    repeats: usize,
}

/// A scalar in the file.
struct Scalar<'e> {
    text: Cow<'e, str>,
    is_plain: bool,
    tag: Option<Cow<'e, Tag>>,
}

impl<'t> Reader<'t> {
    /// A reader of a part of a text.
    ///
    /// # Errors
    /// If the text has a part that Go always reads in another way.
    pub(super) fn new(part: &stream::Part<'t>, before: Seen) -> Result<Self, FileError> {
        let stream::Part { text, begin } = *part;
        let is_json = unusual::is_json(text);
        let Seen { documents, repeats, total } = before;
        Ok(Reader {
            documents,
            open: Vec::new(),
            anchors: HashMap::new(),
            repeats_before: repeats.count(),
            repeats,
            total,
            unusual: Unusual::new(text, begin)?,
            source: Source::new(text, is_json),
            is_json,
            has_begun: false,
            begin,
        })
    }

    /// The documents of this part and of those before, after the last event.
    pub(super) fn finish(mut self) -> Result<Seen, FileError> {
        self.unusual.finish()?;
        if let Repeats::Listed(repeated) = &mut self.repeats
            && self.is_json
        {
            repeated.keys.truncate(self.repeats_before);
        }
        Ok(Seen { documents: self.documents, repeats: self.repeats, total: self.total })
    }

    fn before(&self) -> Before {
        Before { total: self.total.now(), repeats: self.repeats.count() }
    }

    pub(super) fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), FileError> {
        let at = position_of(&span.start, self.begin);
        let is_in_flow = self.open.last().is_some_and(|open| open.is_flow);
        self.unusual.pass(if is_in_flow { Part::Flow } else { Part::Block }, at)?;
        let is_start = matches!(event, Event::DocumentStart(..));
        let gap = self.source.pass(span, at, is_start, is_in_flow)?;
        self.keys_have_one_line(&event, gap, span)?;
        if let Some(Open { content: Content::Object(object), .. }) = self.open.last_mut() {
            let is_nothing = matches!(&event, Event::Scalar(text, ..) if text.is_empty())
                && span.start.index() == span.end.index();
            object.value_begins(gap, at, is_nothing);
        }
        match event {
            Event::DocumentStart(is_explicit, ..) => {
                if self.has_begun && !is_explicit {
                    let text = "`kubectl` drops what stands behind `...`; write `---` in front of it";
                    return Err(FileError::new(at, text));
                }
                self.has_begun = true;
                self.anchors.clear();
                self.total.begin_document(at)?;
            }
            Event::Scalar(text, style, anchor, tag) => {
                let text = with_colons(text);
                self.check_scalar(&text, style, &gap, span)?;
                let is_plain = style == ScalarStyle::Plain;
                return self.scalar(&Scalar { text, is_plain, tag }, anchor, at);
            }
            Event::SequenceStart(style, anchor, _) => {
                self.open(Content::List(Vec::new()), style, anchor, at)?;
            }
            Event::MappingStart(style, anchor, _) => {
                self.open(Content::Object(OpenObject::default()), style, anchor, at)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Open { mut content, at, anchor, before, .. }) = self.open.pop() {
                    self.list_repeats(&mut content, at);
                    return self.complete(Node { value: content.into_value(), at }, anchor, before);
                }
            }
            Event::Alias(anchor) => {
                let before = self.before();
                let Some(Anchor { node, size, repeats }) = self.anchors.get(&anchor) else {
                    return Err(FileError::new(at, "the alias is inside of what it stands for"));
                };
                self.total.add_alias(*size, at)?;
                self.repeats.again(repeats.start, repeats.end);
                let node = Node { at, ..node.clone() };
                self.refuse_alias_of_lists(&node)?;
                return self.complete(node, 0, before);
            }
            // Events of comments are switched off. The enum may get more variants.
            _ => {}
        }
        Ok(())
    }

    /// Refuses a scalar that Go reads in another way. The gap is in front of it.
    fn check_scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        gap: &Gap<'t>,
        span: &Span,
    ) -> Result<(), FileError> {
        let at = position_of(&span.start, self.begin);
        let is_in_flow = self.open.last().is_some_and(|open| open.is_flow);
        let in_quotes = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let part = if in_quotes { Part::Quoted } else { Part::Text };
        self.unusual.pass(part, position_of(&span.end, self.begin))?;
        match style {
            ScalarStyle::DoubleQuoted => self.source.escapes(span, at)?,
            ScalarStyle::Literal | ScalarStyle::Folded => self.source.block(gap, span, at)?,
            ScalarStyle::Plain if is_in_flow => {
                self.source.plain_in_flow(text, span, at)?;
                if self.is_key() && text.ends_with(':') {
                    let text = "between brackets a space stands behind the `:` of a key";
                    return Err(FileError::new(at, text));
                }
            }
            _ => {}
        }
        if in_quotes && self.is_key() {
            self.source.key_in_quotes(span, at)?;
        }
        self.source.is_behind_plain = style == ScalarStyle::Plain && !is_in_flow;
        Ok(())
    }

    /// Refuses keys in brackets with several lines: for Go `{a` at the end of a line and `: 1` on the next are not an entry without a `?`.
    fn keys_have_one_line(&mut self, event: &Event<'_>, gap: Gap<'_>, span: &Span) -> Result<(), FileError> {
        let is_end = matches!(event, Event::SequenceEnd | Event::MappingEnd);
        let Some(open) = self.open.last_mut().filter(|open| open.is_flow) else { return Ok(()) };
        let Content::Object(object) = &open.content else {
            open.has_key_mark = gap.has_key_mark();
            return Ok(());
        };
        if object.key.is_some() {
            open.has_key_mark = false;
        } else if !is_end {
            let has_key_mark = open.has_key_mark || gap.has_key_mark();
            open.has_key_mark = has_key_mark;
            let is_long = span.start.line() != span.end.line();
            if !has_key_mark && self.source.has_colon_behind(span, is_long) {
                let message = "between brackets a key and its `:` stand on one line";
                return Err(FileError::new(position_of(&span.start, self.begin), message));
            }
        }
        Ok(())
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, anchor: usize, at: Position) -> Result<(), FileError> {
        let before = self.before();
        self.begin(scalar.text.len(), at)?;
        let tag = scalar.tag.as_deref();
        if let Some(Open { content: Content::Object(object), .. }) = self.open.last_mut()
            && object.key.is_none()
            && scalar::is_merge(&scalar.text, scalar.is_plain, tag)
        {
            object.key = Some(OpenKey::Merge);
            return Ok(());
        }
        let value = scalar::value(&scalar.text, scalar.is_plain, tag)
            .map_err(|message| FileError::new(at, message))?;
        let is_key = self.is_key();
        if is_key && scalar::is_unsigned(&value, &scalar.text) {
            return Err(FileError::new(at, "a key cannot be an integer beyond 64 bits; write it in quotes"));
        }
        if self.is_json && scalar.is_plain && scalar.text.parse().is_ok_and(f64::is_infinite) {
            return Err(FileError::new(at, NO_NUMBER));
        }
        // `kubectl` sends the YAML value `1e3` as `1000`.
        let value = match value.as_integer().filter(|_| !self.is_json && !is_key) {
            Some(integer) => Value::Int(integer),
            None => value,
        };
        self.complete(Node { value, at }, anchor, before)
    }

    /// True if the next value is a key.
    fn is_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { content: Content::Object(object), .. }) if object.key.is_none())
    }

    fn begin(&mut self, bytes: usize, at: Position) -> Result<(), FileError> {
        if self.open.len() > MAX_DEPTH {
            return Err(FileError::new(at, format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.total.add(bytes, at)
    }

    /// Begins a collection, whatever its tag.
    fn open(
        &mut self,
        content: Content,
        style: StructureStyle,
        anchor: usize,
        at: Position,
    ) -> Result<(), FileError> {
        let before = self.before();
        self.begin(0, at)?;
        let is_flow = style == StructureStyle::Flow;
        // In `[? a: b]` the object begins at `a`.
        let around = self.open.last().map(|open| &open.content);
        let has_key_mark = matches!(around, Some(Content::List(_)))
            && self.open.last().is_some_and(|open| open.has_key_mark);
        self.open.push(Open { content, at, anchor, is_flow, before, has_key_mark });
        Ok(())
    }

    /// Refuses `<<: *list`. A merge takes an object, or a written list: `<<: [*one, *two]`.
    fn refuse_alias_of_lists(&self, node: &Node) -> Result<(), FileError> {
        match self.open.last().map(|open| &open.content) {
            Some(Content::Object(OpenObject { key: Some(OpenKey::Merge), .. }))
                if matches!(node.value, Value::List(_)) =>
            {
                Err(FileError::new(node.at, MERGE))
            }
            _ => Ok(()),
        }
    }

    /// Lists the entries of a JSON object with repeated keys. For YAML, repeated keys are listed one by one.
    fn list_repeats(&mut self, content: &mut Content, at: Position) {
        if let Content::Object(object) = content
            && self.is_json
        {
            let all = object.entries.take_all();
            if !all.is_empty() {
                self.repeats.object(at, all);
            }
        }
    }

    /// Adds a complete value to its collection, or to the documents.
    fn complete(&mut self, node: Node, anchor: usize, before: Before) -> Result<(), FileError> {
        if anchor != 0 {
            let repeats = before.repeats..self.repeats.count();
            let size = self.total.since(before.total);
            self.total.add_anchor(node.at)?;
            self.anchors.insert(anchor, Anchor { node: node.clone(), size, repeats });
        }
        match self.open.last_mut().map(|open| &mut open.content) {
            None if node.is_null() => {}
            None => self.documents.push(finite(node)?),
            Some(Content::List(items)) => items.push(finite(node)?),
            Some(Content::Object(object)) => match object.key.take() {
                None => object.key = Some(OpenKey::Name(key(&node)?)),
                Some(OpenKey::Merge) => object.merge(&node, &mut self.repeats)?,
                Some(OpenKey::Name(key)) => object.insert(key, finite(node)?, &mut self.repeats)?,
            },
        }
        Ok(())
    }
}

impl Content {
    fn into_value(self) -> Value {
        match self {
            Content::List(items) => Value::list(items),
            Content::Object(object) => Value::object(object.entries.into_entries()),
        }
    }
}

impl OpenObject {
    /// A value begins, perhaps the value of a key. It begins at its anchor, its tag, or the head of a block of text.
    fn value_begins(&mut self, gap: Gap<'_>, at: Position, is_nothing: bool) {
        if let Some(OpenKey::Name(key)) = &self.key {
            self.value_line = match gap.line_of_properties() {
                Some(line) => key.at.line.saturating_add(line).min(at.line),
                None if is_nothing => key.at.line,
                None => at.line,
            };
        }
    }

    fn insert(&mut self, key: Key, value: Node, repeats: &mut Repeats) -> Result<(), FileError> {
        let entry = Entry { key: Arc::clone(&key.name), at: key.at, value };
        match self.entries.insert(entry) {
            None => Ok(()),
            Some(Replaced { at, was_merged }) => repeats.key(&key, at, self.value_line, was_merged),
        }
    }

    /// `<<: *other` and `<<: [*one, *two]`. Of several objects the first wins. All win against entries before `<<`.
    fn merge(&mut self, node: &Node, repeats: &mut Repeats) -> Result<(), FileError> {
        let objects = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        for object in objects.iter().rev() {
            let Value::Object(entries) = &object.value else {
                return Err(FileError::new(node.at, MERGE));
            };
            for entry in entries.iter() {
                if let Some(first) = self.entries.merge(entry) {
                    repeats.merged(entry, first);
                }
            }
        }
        Ok(())
    }
}

/// Refuses infinite numbers, since JSON has none.
fn finite(node: Node) -> Result<Node, FileError> {
    match node.value {
        Value::Float(value) if !value.is_finite() => Err(FileError::new(node.at, NO_NUMBER)),
        _ => Ok(node),
    }
}

/// The text that `kubectl` makes of a key.
fn key(node: &Node) -> Result<Key, FileError> {
    let name = match &node.value {
        Value::String(text) => Arc::clone(text),
        Value::Bool(value) => value.to_string().into(),
        Value::Int(value) => value.to_string().into(),
        Value::Float(value) => scalar::float_key(*value).into(),
        Value::Null | Value::List(_) | Value::Object(_) => {
            return Err(FileError::new(node.at, format!("a key cannot be {}", node.kind())));
        }
    };
    Ok(Key { name, at: node.at, is_text: node.as_str().is_some() })
}

const NO_NUMBER: &str = "JSON has no such number";
const MERGE: &str = "only objects can be merged with `<<`";
