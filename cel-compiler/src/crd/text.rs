//! Reads the text of a file, which may be a path of any kind.

use super::document::MAX_BYTES;
use std::{
    fs::File,
    io::{self, Read},
};

/// The text of a file. A regular file is read up to its size: one in `/proc` has no size and may never end, such as `/proc/kmsg`.
///
/// # Errors
/// If it cannot be read, is not UTF-8, or is much larger than the API server accepts.
pub fn of_file(file: &File) -> Result<String, String> {
    let metadata = file.metadata().map_err(|error| error.to_string())?;
    of_reader(file.take(if metadata.is_file() { metadata.len() } else { u64::MAX }))
}

/// The text of standard input, or of what else has no size.
///
/// # Errors
/// As for a file.
pub fn of_reader(reader: impl Read) -> Result<String, String> {
    let most = MAX_BYTES as u64;
    let mut bytes = Vec::new();
    let result: io::Result<usize> = reader.take(most + 1).read_to_end(&mut bytes);
    result.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!("larger than {} MiB", MAX_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        if error.as_bytes().starts_with(&[0xff, 0xfe]) || error.as_bytes().starts_with(&[0xfe, 0xff]) {
            return "the text is UTF-16; save it as UTF-8".to_owned();
        }
        format!("not a text: byte {} is no UTF-8", error.utf8_error().valid_up_to())
    })
}
