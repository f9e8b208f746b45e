//! Functions as Rust.

use super::{exact::Code, text::all};
use crate::ir::{Function, Part, Static, Statics};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Statics {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, kind, text)| {
            let module = match kind {
                Static::Pattern => {
                    let made = format_args!("LazyLock::new(|| Pattern::constant({text:?}))");
                    return write!(f, "static {name}: LazyLock<Pattern> = {made};");
                }
                Static::Quantity => "quantity",
                Static::Semver => "semver",
                Static::Cidr => "cidr",
                Static::Ip => "ip",
            };
            write!(f, "static {name}: {module}::Constant = {module}::Constant::new({text:?});")
        })
    }
}

impl Function {
    /// The statements of a function with these parameters, after those of its parts.
    pub(crate) fn within(&self, generics: &str, parameters: &str) -> String {
        let Function { parts, statics, body, exact } = self;
        let items = exact.as_ref().map(|exact| Code::new(exact).items).unwrap_or_default();
        let parts: Vec<_> = parts.iter().map(|part| WithParameters { part, generics, parameters }).collect();
        format!("{}{statics}{items}{body}", all(&parts))
    }

    /// True if its code has at most `most` tokens.
    pub(crate) fn fits(&self, most: usize) -> bool {
        let mut tokens = Tokens { left: most, last: ' ', is_literal: false };
        let mut bodies = self.parts.iter().map(|part| &part.body).chain([&self.body]);
        bodies.all(|body| write!(tokens, "{body} ").is_ok())
    }
}

/// A part of a function, with its generic and other parameters as text.
struct WithParameters<'p> {
    part: &'p Part,
    generics: &'p str,
    parameters: &'p str,
}

impl Display for WithParameters<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let WithParameters { part: Part { name, parts, output, body }, generics, parameters } = self;
        write!(f, "fn {name}<'a{generics}>({parameters}")?;
        if let Some((name, ty)) = parts {
            write!(f, ", {name}: &mut Vec<{ty}>")?;
        }
        write!(f, ") -> Outcome<'a, {output}> {{ {body} }}")
    }
}

/// Counts the tokens of the code that is written to it. Names, numbers, texts and groups count one each. Writing fails if too few are left.
struct Tokens {
    left: usize,
    last: char,
    is_literal: bool,
}

impl Write for Tokens {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            let is_begin = match c {
                '"' if self.last != '\\' => {
                    self.is_literal = !self.is_literal;
                    self.is_literal
                }
                _ if self.is_literal => false,
                ' ' | ')' | ']' | '}' => false,
                _ => !(is_word(c) && is_word(self.last)),
            };
            // An escaped backslash does not escape the next character.
            self.last = if (self.last, c) == ('\\', '\\') { ' ' } else { c };
            if is_begin {
                self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            }
        }
        Ok(())
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
