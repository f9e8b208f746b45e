//! The time zone database of cel-runtime, from a folder of time zone files (RFC 9636) as in Go:
//!
//! ```sh
//! unzip -q "$(go env GOROOT)/lib/time/zoneinfo.zip" -d target/zoneinfo
//! cargo tables write zones --folder target/zoneinfo && cargo fmt
//! ```
//!
//! The format is described in `cel-runtime/src/library/time/zones.rs`. Zones that differ only in the names of offsets share a record.

use crate::program::{Asked, Report, Result};
use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

/// Writes the database.
pub fn write(asked: &Asked, _: &mut Report) -> Result<()> {
    let folder = asked.folder.as_deref().ok_or("--folder names the folder of the time zone files")?;
    let mut files = BTreeMap::new();
    read_folder(folder, "", &mut files)?;
    let (mut database, mut starts) = (Vec::new(), BTreeMap::new());
    let mut table = String::from(HEAD);
    for (name, file) in &files {
        let record = record(file).ok_or_else(|| format!("{name} cannot be read"))?;
        let start = *starts.entry(record).or_insert_with_key(|record| {
            database.extend(record);
            database.len() - record.len()
        });
        writeln!(table, "    ({name:?}, {start}),")?;
    }
    table.push_str("];\n");
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cel-runtime/src/library/time");
    fs::write(library.join("names.rs"), table)?;
    fs::write(library.join("zones.bin"), &database)?;
    println!("{} names, {} zones, {} bytes", files.len(), starts.len(), database.len());
    Ok(())
}

const HEAD: &str = "//! The names of the time zones in order, and where in `zones.bin` each begins; written by `cargo tables write zones`.\n\n\
    pub(super) static ZONES: &[(&str, usize)] = &[\n";

fn read_folder(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_folder(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// The record for a file, from its second block, which has times of 64 bits.
fn record(file: &[u8]) -> Option<Vec<u8>> {
    let ([_, _, _, times, types, names], rest) = block(file)?;
    let rest = rest.get(times * 5 + types * 6 + names..)?; // no leap seconds, and no flags
    let ([_, _, leaps, times, types, names], rest) = block(rest)?;
    let (moments, rest) = rest.split_at_checked(times * 8)?;
    let (changes, rest) = rest.split_at_checked(times)?;
    let (types, rest) = rest.split_at_checked(types * 6)?;
    let rule = str::from_utf8(rest.get(names..)?).ok()?.trim_matches('\n');
    let offset = |of_type: &[u8]| i32::from_be_bytes([of_type[0], of_type[1], of_type[2], of_type[3]]);
    let offsets: Vec<i32> = types.chunks_exact(6).map(offset).collect();
    let (standard, rule) = parse_rule(rule)?;
    let last = offsets.get(usize::from(changes.last().copied().unwrap_or_default()))?;
    if leaps > 0 || (rule.is_empty() && *last != standard) {
        return None; // the offset after the last change is unknown
    }
    let mut record = vec![u8::try_from(offsets.len()).ok()?];
    record.extend(u16::try_from(times).ok()?.to_le_bytes());
    record.push(u8::from(!rule.is_empty()));
    record.extend(offsets.iter().flat_map(|offset| offset.to_le_bytes()));
    record.extend(moments.chunks_exact(8).flat_map(|moment| moment.iter().rev()));
    record.extend(changes);
    record.extend(rule);
    Some(record)
}

/// The six counts of a block, and the bytes after them.
fn block(file: &[u8]) -> Option<([usize; 6], &[u8])> {
    let header = file.strip_prefix(b"TZif")?;
    let (counts, rest) = header.get(16..)?.split_at_checked(24)?;
    let counts =
        counts.chunks_exact(4).map(|count| count.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)));
    Some((counts.collect::<Vec<_>>().try_into().ok()?, rest))
}

/// The standard time of `<-03>3<-02>,M3.2.0,M11.1.0`, and the rule as bytes if there is summer time.
fn parse_rule(rule: &str) -> Option<(i32, Vec<u8>)> {
    let mut parts = rule.split(',');
    let (standard, rest) = parse_offset(skip_name(parts.next()?))?;
    let mut out = standard.to_le_bytes().to_vec();
    let rest = skip_name(rest);
    let (Some(begins), Some(ends)) = (parts.next(), parts.next()) else {
        return rest.is_empty().then_some((standard, Vec::new()));
    };
    let summer = if rest.is_empty() { standard + 3600 } else { parse_offset(rest)?.0 };
    out.extend(summer.to_le_bytes());
    for change in [begins, ends] {
        let (day, time) = change.split_once('/').unwrap_or((change, "2"));
        let day: Vec<u8> =
            day.strip_prefix('M')?.split('.').map(str::parse).collect::<std::result::Result<_, _>>().ok()?;
        out.extend(day);
        out.extend((-parse_offset(time)?.0).to_le_bytes());
    }
    Some((standard, out))
}

/// The text after a name. The name consists of letters, or is in angle brackets.
fn skip_name(text: &str) -> &str {
    match text.split_once('>') {
        Some((_, rest)) if text.starts_with('<') => rest,
        _ => text.trim_start_matches(|c: char| c.is_ascii_alphabetic()),
    }
}

/// An offset in seconds east of UTC (`-5:30` is 19800), and the text after it.
fn parse_offset(text: &str) -> Option<(i32, &str)> {
    let end = text.find(|c: char| !matches!(c, '0'..='9' | ':' | '-' | '+')).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => (1, digits),
        None => (-1, number.trim_start_matches('+')),
    };
    let mut seconds = 0;
    for (part, unit) in digits.split(':').zip([3600, 60, 1]) {
        seconds += part.parse::<i32>().ok()? * unit;
    }
    Some((sign * seconds, rest))
}
