//! String and bytes literals to their values (cel-go: `parser/unescape.go`).

/// The kind of a literal. In text an escape is a code point, in bytes it is a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Bytes,
}

/// The bytes of a literal that the lexer accepted, prefix and quotes included; UTF-8 for [`Form::Text`].
///
/// CR and CRLF become LF in every literal, raw ones included.
pub(super) fn unescape(literal: &str, form: Form) -> Result<Vec<u8>, &'static str> {
    let (body, raw) = body(literal);
    let mut value = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.bytes().position(|byte| byte == b'\r' || byte == b'\\' && !raw) {
        value.extend_from_slice(&rest.as_bytes()[..at]);
        if rest.as_bytes()[at] == b'\r' {
            value.push(b'\n');
            rest = &rest[at + 1..];
            rest = rest.strip_prefix('\n').unwrap_or(rest);
        } else {
            rest = unescape_one(&rest[at + 1..], form, &mut value)?;
        }
    }
    value.extend_from_slice(rest.as_bytes());
    Ok(value)
}

/// The text between the quotes, and whether it is raw.
fn body(literal: &str) -> (&str, bool) {
    let unprefixed = literal.strip_prefix(['b', 'B']).unwrap_or(literal);
    let quoted = unprefixed.strip_prefix(['r', 'R']).unwrap_or(unprefixed);
    let triple = quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''"));
    let quotes = if triple { 3 } else { 1 };
    (&quoted[quotes..quoted.len() - quotes], quoted.len() < unprefixed.len())
}

/// Reads the escape behind a backslash and returns the text behind the escape.
fn unescape_one<'a>(text: &'a str, form: Form, value: &mut Vec<u8>) -> Result<&'a str, &'static str> {
    let (radix, digits) = match text.as_bytes()[0] {
        b'x' | b'X' => (16, 1..3),
        b'u' => (16, 1..5),
        b'U' => (16, 1..9),
        b'0'..=b'3' => (8, 0..3),
        simple => {
            value.push(unescape_simple(simple));
            return Ok(&text[1..]);
        }
    };
    let rest = &text[digits.end..];
    // The lexer has counted the digits, and eight hexadecimal ones fit.
    let code = u32::from_str_radix(&text[digits.clone()], radix).map_err(|_| "unable to unescape string")?;
    match form {
        Form::Bytes => value.push(byte(code, digits.len())?),
        Form::Text => {
            let point = char::from_u32(code).ok_or("invalid unicode code point")?;
            value.extend_from_slice(point.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Ok(rest)
}

/// A byte of two hexadecimal or three octal digits. Escapes of code points are refused in bytes.
fn byte(code: u32, digits: usize) -> Result<u8, &'static str> {
    if digits > 3 {
        return Err("unable to unescape string");
    }
    u8::try_from(code).map_err(|_| "unable to unescape string")
}

fn unescape_simple(letter: u8) -> u8 {
    match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        quoted => quoted,
    }
}
