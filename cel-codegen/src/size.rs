//! Size limits of requests: for the server and for etcd.

use cel_compiler::crd::document::{Node, Value};
use std::io;

/// The server's treatment of an object of some size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// It stores the object.
    #[default]
    Usual,
    /// It reads the object, but etcd with its usual settings does not store it. A dry run is accepted.
    NotStored,
    /// It does not read the request.
    NotRead,
}

impl Size {
    /// The size of an object as clients send it.
    #[must_use]
    pub fn of(object: &Node) -> Self {
        let mut counter = Counter(0);
        counter.node(object);
        if counter.0 <= MAX_STORED {
            Size::Usual
        } else if counter.0 <= MAX_REQUEST {
            Size::NotStored
        } else {
            Size::NotRead
        }
    }

    /// Why the server does not read the object.
    #[must_use]
    pub fn refusal(self) -> Option<String> {
        (self == Size::NotRead).then(|| format!("Request entity too large: limit is {MAX_REQUEST}"))
    }

    /// Why the object is not stored.
    #[must_use]
    pub fn store_error(self) -> Option<&'static str> {
        (self == Size::NotStored).then_some("etcdserver: request is too large")
    }
}

/// Counts the bytes of JSON. Writing to it cannot fail, and all keys are texts.
struct Counter(usize);

impl Counter {
    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Null | Value::Bool(true) => self.0 += 4,
            Value::Bool(false) => self.0 += 5,
            Value::Int(number) => drop(serde_json::to_writer(self, number)),
            Value::Float(number) => drop(serde_json::to_writer(self, number)),
            Value::String(text) => self.text(text),
            Value::List(items) => {
                self.punctuation(items.len());
                items.iter().for_each(|item| self.node(item));
            }
            Value::Object(entries) => {
                // A `:` in each entry.
                self.0 += entries.len();
                self.punctuation(entries.len());
                for entry in entries.iter() {
                    self.text(&entry.key);
                    self.node(&entry.value);
                }
            }
        }
    }

    /// The brackets, and the commas between so many parts.
    fn punctuation(&mut self, parts: usize) {
        self.0 += 2 + parts.saturating_sub(1);
    }

    fn text(&mut self, text: &str) {
        drop(serde_json::to_writer(self, text));
    }
}

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const MAX_REQUEST: usize = 3 << 20;
/// etcd also counts what the server adds: some hundred bytes.
const MAX_STORED: usize = 3 << 19;
