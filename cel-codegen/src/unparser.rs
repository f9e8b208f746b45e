//! The tree back to CEL text.
