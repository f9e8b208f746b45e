//! Format `email`: an address, or a name and an address, as Go's `net/mail` accepts it.

use super::ip::ip;
use cel_types::formatted::is_base64;

/// True for one address, or a group of one.
pub(super) fn is_email(text: &str) -> bool {
    let mut parser = Parser { rest: text };
    let count = parser.address(true);
    count == Some(1) && parser.skip_comments().is_some() && parser.rest.is_empty()
}

/// The text that is not read yet. Each method reads one part, or returns `None` if the part is not there.
struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    /// The number of addresses: one, or more in a group.
    fn address(&mut self, may_be_group: bool) -> Option<usize> {
        self.skip_space();
        let start = self.rest;
        if self.bare_address().is_some() {
            self.skip_space();
            if self.consume('(') {
                let comment = self.comment()?;
                let words = comment.split([' ', '\t']);
                words.map(|word| is_readable(word).then_some(())).collect::<Option<()>>()?;
            }
            return Some(1);
        }
        self.rest = start;
        if !self.rest.starts_with('<') {
            self.phrase()?;
        }
        self.skip_space();
        if may_be_group && self.consume(':') {
            return self.group();
        }
        let is_address = self.consume('<') && self.bare_address().is_some() && self.consume('>');
        is_address.then_some(1)
    }

    /// The rest of a group: `a@b; `, or several addresses between commas.
    fn group(&mut self) -> Option<usize> {
        self.skip_space();
        let mut count = 0;
        if !self.consume(';') {
            loop {
                self.skip_space();
                count += self.address(false)?;
                self.skip_comments()?;
                if self.consume(';') {
                    break;
                }
                self.consume(',').then_some(())?;
            }
        }
        self.skip_comments()?;
        Some(count)
    }

    /// `local@domain`
    fn bare_address(&mut self) -> Option<()> {
        self.skip_space();
        match self.rest.starts_with('"') {
            true => self.quoted().filter(|text| !text.is_empty()),
            false => self.atom().filter(|atom| is_dotted(atom)),
        }?;
        self.consume('@').then_some(())?;
        self.skip_space();
        if self.consume('[') {
            let (literal, rest) = self.rest.split_once(']')?;
            self.rest = rest;
            return ip(literal).map(|_| ());
        }
        self.atom().filter(|atom| is_dotted(atom)).map(|_| ())
    }

    /// One or more words with comments between them.
    fn phrase(&mut self) -> Option<()> {
        let mut words = 0;
        loop {
            if words > 0 {
                self.skip_comments()?;
            }
            self.skip_space();
            let word = match self.rest.starts_with('"') {
                true => self.quoted(),
                false => self.atom().filter(|word| is_readable(word)),
            };
            if word.is_none() {
                return (words > 0).then_some(());
            }
            words += 1;
        }
    }

    fn atom(&mut self) -> Option<&'t str> {
        let end = self.rest.find(|c| !is_visible(c) || "()<>[]:;@\\,\"".contains(c));
        let (atom, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        (!atom.is_empty()).then_some(atom)
    }

    /// The text between quotes.
    fn quoted(&mut self) -> Option<&'t str> {
        let text = self.rest.strip_prefix('"')?;
        let mut is_escaped = false;
        for (at, c) in text.char_indices() {
            match c {
                '"' if !is_escaped => {
                    let (inner, rest) = text.split_at(at);
                    self.rest = rest.strip_prefix('"')?;
                    return Some(inner);
                }
                c if !is_visible(c) && c != ' ' && c != '\t' => return None,
                c => is_escaped = c == '\\' && !is_escaped,
            }
        }
        None
    }

    fn skip_comments(&mut self) -> Option<()> {
        self.skip_space();
        while self.consume('(') {
            self.comment()?;
            self.skip_space();
        }
        Some(())
    }

    /// The rest of a comment. Comments may contain others.
    fn comment(&mut self) -> Option<&'t str> {
        let (mut depth, mut is_escaped) = (1, false);
        for (at, c) in self.rest.char_indices() {
            match c {
                _ if is_escaped => {
                    is_escaped = false;
                    continue;
                }
                '\\' => is_escaped = true,
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let (comment, rest) = self.rest.split_at(at);
                self.rest = rest.strip_prefix(')')?;
                return Some(comment);
            }
        }
        None
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn consume(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

fn is_visible(c: char) -> bool {
    c.is_ascii_graphic() || !c.is_ascii()
}

fn is_dotted(atom: &str) -> bool {
    atom.split('.').all(|part| !part.is_empty())
}

/// False for an encoded word (RFC 2047) with a character set that Go does not know.
fn is_readable(word: &str) -> bool {
    let parts: Vec<&str> = word.split('?').collect();
    let ["=", charset, encoding, text, "="] = parts.as_slice() else {
        return true;
    };
    let is_decoded = match *encoding {
        "q" | "Q" => is_quoted_printable(text),
        "b" | "B" => is_base64(text),
        _ => false,
    };
    let is_known =
        ["utf-8", "iso-8859-1", "us-ascii"].iter().any(|known| charset.eq_ignore_ascii_case(known));
    is_known || !is_decoded || charset.is_empty()
}

fn is_quoted_printable(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let is_hex = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_hexdigit());
        let is_valid = match byte {
            b'=' => is_hex(bytes.next()) && is_hex(bytes.next()),
            byte => matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'),
        };
        if !is_valid {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests;
