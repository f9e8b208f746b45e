//! Tokens of generated code, and the places where errors show them.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Generated code. A part that does not need one of the user's spans stays a text until the end, and then the
/// compiler's own lexer reads it. In a build without optimization this takes a tenth of the steps of making
/// each token here.
#[derive(Clone, Default)]
pub(crate) struct Tokens(Vec<Piece>);

#[derive(Clone)]
pub(crate) enum Piece {
    /// Whole tokens with the span of the derive.
    Text(String),
    Tree(TokenTree),
    Stream(TokenStream),
    /// A group that contains more than text.
    Group(Delimiter, Tokens),
}

impl Tokens {
    /// The given tokens.
    pub(crate) fn new(tokens: &impl ToTokens) -> Tokens {
        Tokens::from(tokens.to_token_stream())
    }

    /// Joins several parts.
    pub(crate) fn concat<const N: usize>(parts: [Tokens; N]) -> Tokens {
        let mut out = Tokens::default();
        for part in parts {
            out.append(part);
        }
        out
    }

    /// The tokens of a `quote!`, if there are any.
    pub(crate) fn some(tokens: Option<TokenStream>) -> Tokens {
        tokens.map(Tokens::from).unwrap_or_default()
    }

    /// Tokens with the span of the derive.
    pub(crate) fn parsed(text: impl Into<String>) -> Tokens {
        Tokens(vec![Piece::Text(text.into())])
    }

    /// One token.
    pub(crate) fn of(token: impl Into<TokenTree>) -> Tokens {
        Tokens(vec![Piece::Tree(token.into())])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tokens of `&__cel_self.min` without the name of the object.
    pub(crate) fn member(&self) -> Option<[&TokenTree; 3]> {
        match self.0.as_slice() {
            [
                Piece::Tree(and @ TokenTree::Punct(sign)),
                Piece::Tree(TokenTree::Ident(_)),
                Piece::Tree(dot @ TokenTree::Punct(_)),
                Piece::Tree(member),
            ] if sign.as_char() == '&' => Some([and, dot, member]),
            _ => None,
        }
    }

    /// The span of the first token.
    pub(crate) fn span(&self) -> Span {
        let first = self.0.first().and_then(|piece| match piece {
            Piece::Text(_) | Piece::Group(..) => None,
            Piece::Tree(tree) => Some(tree.span()),
            Piece::Stream(stream) => stream.clone().into_iter().next().map(|tree| tree.span()),
        });
        first.unwrap_or_else(Span::call_site)
    }

    /// The tokens in braces.
    pub(crate) fn in_braces(self) -> Tokens {
        let mut out = Tokens::default();
        out.push_group(Delimiter::Brace, self);
        out
    }

    fn append(&mut self, mut other: Tokens) {
        let are_texts =
            matches!((self.0.last(), other.0.first()), (Some(Piece::Text(_)), Some(Piece::Text(_))));
        match are_texts {
            true => other.0.into_iter().for_each(|piece| self.push(piece)),
            false => self.0.append(&mut other.0),
        }
    }

    fn push(&mut self, piece: Piece) {
        match (self.0.last_mut(), piece) {
            (Some(Piece::Text(text)), Piece::Text(more)) => {
                text.push(' ');
                text.push_str(&more);
            }
            (_, piece) => self.0.push(piece),
        }
    }

    fn push_text(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(Piece::Text(text.to_owned()));
        }
    }

    /// The text, if there is nothing else.
    fn text(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    fn push_group(&mut self, delimiter: Delimiter, inner: Tokens) {
        let Some(text) = inner.text() else { return self.push(Piece::Group(delimiter, inner)) };
        self.push(Piece::Text(match delimiter {
            Delimiter::Parenthesis => format!("({text})"),
            Delimiter::Bracket => format!("[{text}]"),
            Delimiter::Brace | Delimiter::None => format!("{{{text}}}"),
        }));
    }
}

/// Reads a text with the compiler's lexer. proc-macro2 would first read it with its own, which is not optimized.
fn lexed(text: &str) -> TokenStream {
    // For a name the lexer takes longer than making the token.
    let is_name =
        |text: &str| (1..32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_name(text) {
        return TokenTree::Ident(Ident::new(text, Span::call_site())).into();
    }
    text.parse::<proc_macro::TokenStream>().unwrap_or_default().into()
}

impl From<TokenStream> for Tokens {
    fn from(stream: TokenStream) -> Tokens {
        if stream.is_empty() { Tokens::default() } else { Tokens(vec![Piece::Stream(stream)]) }
    }
}

impl FromIterator<TokenTree> for Tokens {
    fn from_iter<I: IntoIterator<Item = TokenTree>>(tokens: I) -> Self {
        Tokens(tokens.into_iter().map(Piece::Tree).collect())
    }
}

impl FromIterator<Piece> for Tokens {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        let mut out = Tokens::default();
        pieces.into_iter().for_each(|piece| out.push(piece));
        out
    }
}

impl FromIterator<Tokens> for Tokens {
    fn from_iter<I: IntoIterator<Item = Tokens>>(parts: I) -> Self {
        let mut out = Tokens::default();
        parts.into_iter().for_each(|part| out.append(part));
        out
    }
}

impl IntoIterator for Tokens {
    type Item = Piece;
    type IntoIter = std::vec::IntoIter<Piece>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl ToTokens for Tokens {
    fn to_tokens(&self, out: &mut TokenStream) {
        let mut trees = Vec::with_capacity(self.0.len());
        for piece in &self.0 {
            let stream = match piece {
                Piece::Tree(tree) => {
                    trees.push(tree.clone());
                    continue;
                }
                Piece::Group(delimiter, inner) => {
                    trees.push(TokenTree::Group(Group::new(*delimiter, inner.to_token_stream())));
                    continue;
                }
                Piece::Text(text) => lexed(text),
                Piece::Stream(stream) => stream.clone(),
            };
            if !trees.is_empty() {
                out.extend(std::mem::take(&mut trees));
            }
            out.extend([stream]);
        }
        out.extend(trees);
    }
}

/// Gives generated tokens a span of the user's code.
pub(crate) fn at(place: Span, tokens: TokenStream) -> TokenStream {
    tokens.into_iter().map(|token| relocated(token, &|_| place)).collect()
}

/// A span of the user's code for generated tokens.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Span);

impl At {
    /// The span of the derive, for tokens that cannot cause an error.
    pub(crate) fn derive() -> AtDerive {
        AtDerive
    }

    /// The tokens of a template. `#0` stands for the first argument.
    pub(crate) fn write(self, template: &str, arguments: &[Tokens]) -> Tokens {
        Template { rest: template.as_bytes(), arguments, span: self.0 }.tokens()
    }
}

/// The span of the derive itself.
#[derive(Clone, Copy)]
pub(crate) struct AtDerive;

impl AtDerive {
    /// The tokens of a template. `#0` stands for the first argument.
    pub(crate) fn write(self, template: &str, arguments: &[Tokens]) -> Tokens {
        let is_text = arguments.iter().all(|argument| argument.text().is_some());
        let mut levels = Levels { is_text, outer: Vec::new(), inner: Tokens::default() };
        let mut parts = template.split('#');
        levels.push(parts.next().unwrap_or_default());
        for part in parts {
            // A digit stands for an argument. Otherwise this is an attribute.
            match part.as_bytes() {
                [digit @ b'0'..=b'9', ..] => {
                    levels.inner.append(argument(arguments, *digit));
                    levels.push(&part[1..]); // after the digit
                }
                _ => {
                    levels.inner.push_text("#");
                    levels.push(part);
                }
            }
        }
        levels.inner
    }
}

fn argument(arguments: &[Tokens], digit: u8) -> Tokens {
    arguments.get(usize::from(digit - b'0')).cloned().unwrap_or_default()
}

/// The groups around the current place in a template.
struct Levels {
    /// True if all arguments are texts, so that groups can stay texts.
    is_text: bool,
    outer: Vec<Tokens>,
    inner: Tokens,
}

impl Levels {
    /// Adds a text without arguments. Groups may begin and end in it.
    fn push(&mut self, text: &str) {
        let mut start = 0;
        let mut at = if self.is_text { text.len() } else { 0 };
        while at < text.len() {
            let byte = text.as_bytes()[at]; // `at` is in the text
            if matches!(byte, b'(' | b'[' | b'{') {
                self.inner.push_text(&text[start..at]);
                self.outer.push(std::mem::take(&mut self.inner));
                start = at + 1;
            } else if let Some(delimiter) = closed(byte) {
                self.inner.push_text(&text[start..at]);
                let outer = self.outer.pop().unwrap_or_default();
                let inner = std::mem::replace(&mut self.inner, outer);
                self.inner.push_group(delimiter, inner);
                start = at + 1;
            }
            at += 1;
        }
        self.inner.push_text(&text[start..]);
    }
}

/// The group that a byte closes.
fn closed(byte: u8) -> Option<Delimiter> {
    match byte {
        b')' => Some(Delimiter::Parenthesis),
        b']' => Some(Delimiter::Bracket),
        b'}' => Some(Delimiter::Brace),
        _ => None,
    }
}

/// The rest of a template whose tokens get a span.
struct Template<'t> {
    rest: &'t [u8],
    arguments: &'t [Tokens],
    span: Span,
}

impl<'t> Template<'t> {
    /// The tokens up to the end of the current group, or of the template.
    fn tokens(&mut self) -> Tokens {
        let mut out = Tokens::default();
        while let [first, rest @ ..] = self.rest {
            if first.is_ascii_alphabetic() || *first == b'_' {
                out.0.push(Piece::Tree(self.ident().into()));
                continue;
            }
            if first.is_ascii_digit() {
                out.0.push(Piece::Tree(self.number().into()));
                continue;
            }
            if let [b'#', digit @ b'0'..=b'9', rest @ ..] = self.rest {
                self.rest = rest;
                out.append(argument(self.arguments, *digit));
                continue;
            }
            self.rest = rest;
            let mut token: TokenTree = match first {
                b' ' | b'\n' => continue,
                b')' | b']' | b'}' => break,
                b'(' => self.group(Delimiter::Parenthesis).into(),
                b'[' => self.group(Delimiter::Bracket).into(),
                b'{' => self.group(Delimiter::Brace).into(),
                first if first.is_ascii_punctuation() && !b"\"\\_`".contains(first) => {
                    Punct::new((*first).into(), self.spacing(*first)).into()
                }
                _ => continue, // no template has texts
            };
            token.set_span(self.span);
            out.0.push(Piece::Tree(token));
        }
        out
    }

    fn ident(&mut self) -> Ident {
        let name = self.word(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        Ident::new(name, self.span)
    }

    /// An integer without a suffix. A suffix would be a token of its own, which rustc refuses.
    fn number(&mut self) -> Literal {
        let digits = self.word(u8::is_ascii_digit);
        let mut number = Literal::u128_unsuffixed(digits.parse().unwrap_or(u128::MAX));
        number.set_span(self.span);
        number
    }

    /// The bytes up to the first one that `is_part` refuses.
    fn word(&mut self, is_part: impl Fn(&u8) -> bool) -> &'t str {
        let all = self.rest;
        let (word, rest) = all.split_at(all.iter().position(|byte| !is_part(byte)).unwrap_or(all.len()));
        self.rest = rest;
        std::str::from_utf8(word).unwrap_or_default()
    }

    fn group(&mut self, delimiter: Delimiter) -> Group {
        Group::new(delimiter, self.tokens().to_token_stream())
    }

    /// `::`, `->`, `=>` and lifetimes consist of joint tokens.
    fn spacing(&self, first: u8) -> Spacing {
        match (first, self.rest.first()) {
            (b':', Some(b':')) | (b'-' | b'=', Some(b'>')) | (b'\'', _) => Spacing::Joint,
            _ => Spacing::Alone,
        }
    }
}

/// Tokens that resolve at their own place, and that lints treat as generated.
pub(crate) fn located(tokens: &impl ToTokens) -> Tokens {
    let here = |span| Span::call_site().located_at(span);
    tokens.to_token_stream().into_iter().map(|token| relocated(token, &here)).collect()
}

/// Changes the span of a token. `$crate` keeps its span.
fn relocated(mut token: TokenTree, span: &dyn Fn(Span) -> Span) -> TokenTree {
    match &mut token {
        TokenTree::Group(group) => {
            let inner = group.stream().into_iter().map(|token| relocated(token, span)).collect();
            let mut inner = Group::new(group.delimiter(), inner);
            inner.set_span(span(group.span()));
            return TokenTree::Group(inner);
        }
        TokenTree::Ident(ident) if ident == "$crate" => {}
        token => token.set_span(span(token.span())),
    }
    token
}

#[cfg(test)]
mod tests {
    use super::{Template, Tokens};
    use proc_macro2::{Literal, Span};
    use quote::ToTokens;

    fn written(template: &str) -> Tokens {
        let arguments = [Tokens::of(Literal::string("x"))];
        Template { rest: template.as_bytes(), arguments: &arguments, span: Span::call_site() }.tokens()
    }

    fn check(template: &str, expected: &str) {
        assert_eq!(written(template).to_token_stream().to_string(), expected);
    }

    #[test]
    fn templates_have_names_numbers_and_punctuation() {
        check("f_0(#0, 17)", "f_0 (\"x\" , 17)");
        check("[0u8; 2]", "[0 u8 ; 2]");
        check("&'a T", "& 'a T");
    }

    #[test]
    fn nothing_in_a_template_panics() {
        let bytes: String = (0..128u8).map(char::from).filter(|c| !"(){}[]".contains(*c)).collect();
        written(&format!("{bytes} 99999999999999999999999999999999999999999 é #9"));
    }
}
