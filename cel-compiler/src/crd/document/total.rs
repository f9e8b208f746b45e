//! How much a file may hold, with all that its aliases stand for.

use super::{FileError, Position};

/// Values so far. An alias counts as all that it stands for.
#[derive(Debug, Default)]
pub(super) struct Total {
    /// Weight of the values of the file.
    weight: usize,
    /// How often Go's decoder is called for the document.
    decoded: usize,
    /// How often of these inside of an alias.
    aliased: usize,
}

/// A part of a total: that of one value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    weight: usize,
    decoded: usize,
}

impl Total {
    /// Go's decoder counts the document as well.
    pub(super) fn begin_document(&mut self) {
        (self.decoded, self.aliased) = (1, 0);
    }

    pub(super) fn now(&self) -> Size {
        Size { weight: self.weight, decoded: self.decoded }
    }

    /// Weight that was added since.
    pub(super) fn since(&self, before: Size) -> Size {
        let Size { weight, decoded } = before;
        Size { weight: self.weight.saturating_sub(weight), decoded: self.decoded.saturating_sub(decoded) }
    }

    /// Counts a value: a scalar with the bytes of its text, or a collection without what is in it.
    pub(super) fn add(&mut self, bytes: usize, at: Position) -> Result<(), FileError> {
        self.decoded += 1;
        self.weigh(VALUE_BYTES + bytes, at)
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

    /// Go's `document contains excessive aliasing` (Go: `go.yaml.in/yaml/v2`, `decode.go`): 99 % of a document may come from aliases,
    /// of a large one less.
    #[expect(clippy::cast_precision_loss, reason = "as Go does")]
    fn is_excessive(&self) -> bool {
        let (decoded, aliased) = (self.decoded as f64, self.aliased as f64);
        let large = ((decoded - 400_000.0) / 3_600_000.0).clamp(0.0, 1.0);
        self.aliased > 100 && self.decoded > 1_000 && aliased / decoded > 0.99 - 0.89 * large
    }
}

/// Weight of a value beside its text: a little less than it takes in memory.
const VALUE_BYTES: usize = 16;

const EXCESSIVE: &str = "the file's aliases stand for too much";

const MAX_WEIGHT: usize = 64 << 20;
