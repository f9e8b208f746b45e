//! Limits for the size of a file with all its aliases replaced.

use super::{FileError, Position};

/// Total of the values so far. An alias counts as much as its value.
#[derive(Debug, Default)]
pub(super) struct Total {
    /// Weight of the values of the file.
    weight: usize,
    /// Number of calls of Go's decoder for the document.
    decoded: usize,
    /// Number of these calls inside an alias.
    aliased: usize,
}

/// The part of one value in a total.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    weight: usize,
    decoded: usize,
}

impl Total {
    /// Starts a document. Go's decoder counts the document itself.
    pub(super) fn begin_document(&mut self, at: Position) -> Result<(), FileError> {
        (self.decoded, self.aliased) = (1, 0);
        self.weigh(DOCUMENT_BYTES, at)
    }

    pub(super) fn now(&self) -> Size {
        Size { weight: self.weight, decoded: self.decoded }
    }

    /// The size that was added since `before`.
    pub(super) fn since(&self, before: Size) -> Size {
        let Size { weight, decoded } = before;
        Size { weight: self.weight.saturating_sub(weight), decoded: self.decoded.saturating_sub(decoded) }
    }

    /// Counts a value: a scalar with the bytes of its text, or a collection without its content.
    pub(super) fn add(&mut self, bytes: usize, at: Position) -> Result<(), FileError> {
        self.decoded += 1;
        self.weigh(VALUE_BYTES + bytes, at)
    }

    /// Counts an anchor: its value is kept for aliases.
    pub(super) fn add_anchor(&mut self, at: Position) -> Result<(), FileError> {
        self.weigh(ANCHOR_BYTES, at)
    }

    /// Counts an alias.
    pub(super) fn add_alias(&mut self, size: Size, at: Position) -> Result<(), FileError> {
        self.decoded = self.decoded.saturating_add(size.decoded + 1);
        self.aliased = self.aliased.saturating_add(size.decoded);
        self.weigh(size.weight, at).map_err(|_| FileError::new(at, EXCESSIVE))
    }

    fn weigh(&mut self, weight: usize, at: Position) -> Result<(), FileError> {
        self.weight = self.weight.saturating_add(weight);
        if self.is_excessive() {
            return Err(FileError::new(at, EXCESSIVE));
        }
        if self.weight > MAX_WEIGHT {
            let message = format!("the file's values are larger than {} MiB", MAX_WEIGHT >> 20);
            return Err(FileError::new(at, message));
        }
        Ok(())
    }

    /// Go's `document contains excessive aliasing` (Go: `go.yaml.in/yaml/v2`, `decode.go`): 99 % of a document may come from aliases.
    /// For a large document the limit is lower.
    #[expect(clippy::cast_precision_loss, reason = "as Go does")]
    fn is_excessive(&self) -> bool {
        let (decoded, aliased) = (self.decoded as f64, self.aliased as f64);
        let large = ((decoded - 400_000.0) / 3_600_000.0).clamp(0.0, 1.0);
        self.aliased > 100 && self.decoded > 1_000 && aliased / decoded > 0.99 - 0.89 * large
    }
}

/// Weight of a value in addition to its text: a little less than it takes in memory.
const VALUE_BYTES: usize = 16;

/// Weight of a document in addition to its values. A file may have 280,000 empty ones.
const DOCUMENT_BYTES: usize = 224;

/// Weight of an anchor in addition to its value. A file may have half a million.
const ANCHOR_BYTES: usize = 112;

const EXCESSIVE: &str = "the file's aliases stand for too much";

const MAX_WEIGHT: usize = 64 << 20;
