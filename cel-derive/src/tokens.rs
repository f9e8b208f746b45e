//! Tokens of the user's in generated code, and where errors show it.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Generated code. What names nothing at a place of the user's stays a text until the end, when the compiler's own lexer reads it: in a
/// build without optimisation that takes a tenth of the steps of making each token here.
#[derive(Clone, Default)]
pub(crate) struct Tokens(Vec<Piece>);

#[derive(Clone)]
pub(crate) enum Piece {
    /// Whole tokens that stand where the derive does.
    Text(String),
    Tree(TokenTree),
    Stream(TokenStream),
    /// A group with something else than text in it.
    Group(Delimiter, Tokens),
}

impl Tokens {
    /// Tokens as they are.
    pub(crate) fn new(tokens: &impl ToTokens) -> Tokens {
        Tokens::from(tokens.to_token_stream())
    }

    /// All of these, one after the other.
    pub(crate) fn concat<const N: usize>(parts: [Tokens; N]) -> Tokens {
        let mut out = Tokens::default();
        for part in parts {
            out.append(part);
        }
        out
    }

    /// The tokens of a `quote!`, if it wrote any.
    pub(crate) fn some(tokens: Option<TokenStream>) -> Tokens {
        tokens.map(Tokens::from).unwrap_or_default()
    }

    /// Tokens that stand where the derive does.
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

    /// The tokens of `&__cel_self.min` but for the name of the object.
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

    /// Where they begin.
    pub(crate) fn span(&self) -> Span {
        let first = self.0.first().and_then(|piece| match piece {
            Piece::Text(_) | Piece::Group(..) => None,
            Piece::Tree(tree) => Some(tree.span()),
            Piece::Stream(stream) => stream.clone().into_iter().next().map(|tree| tree.span()),
        });
        first.unwrap_or_else(Span::call_site)
    }

    /// A group of them.
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

    /// The text, if they are nothing else.
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

/// The compiler's lexer: proc-macro2 would read the text with its own, unoptimised one before.
fn lexed(text: &str) -> TokenStream {
    // For a name this takes longer than making the token.
    let is_name = |text: &str| text.len() < 32 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
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

/// Tokens of ours that errors show at a place of the user's.
pub(crate) fn at(place: Span, tokens: TokenStream) -> TokenStream {
    tokens.into_iter().map(|token| relocated(token, &|_| place)).collect()
}

/// Where errors show tokens of ours: at a place of the user's.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Span);

impl At {
    /// Where the derive stands: for tokens that cannot be wrong.
    pub(crate) fn derive() -> AtDerive {
        AtDerive
    }

    /// The tokens of a template, in which `#0` is the first of the arguments.
    pub(crate) fn write(self, template: &str, arguments: &[Tokens]) -> Tokens {
        Template { rest: template.as_bytes(), arguments, span: self.0 }.tokens()
    }
}

/// The place of the derive itself.
#[derive(Clone, Copy)]
pub(crate) struct AtDerive;

impl AtDerive {
    /// The tokens of a template, in which `#0` is the first of the arguments.
    pub(crate) fn write(self, template: &str, arguments: &[Tokens]) -> Tokens {
        let is_text = arguments.iter().all(|argument| argument.text().is_some());
        let mut levels = Levels { is_text, outer: Vec::new(), inner: Tokens::default() };
        let mut parts = template.split('#');
        levels.push(parts.next().unwrap_or_default());
        for part in parts {
            // An argument, or else an attribute.
            match part.as_bytes() {
                [digit @ b'0'..=b'9', ..] => {
                    levels.inner.append(argument(arguments, *digit));
                    levels.push(&part[1..]); // behind the digit
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

/// The groups around a place in a template.
struct Levels {
    /// No argument needs groups of its own around it.
    is_text: bool,
    outer: Vec<Tokens>,
    inner: Tokens,
}

impl Levels {
    /// Text without arguments, in which groups may begin and end.
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

/// The group that a token ends.
fn closed(byte: u8) -> Option<Delimiter> {
    match byte {
        b')' => Some(Delimiter::Parenthesis),
        b']' => Some(Delimiter::Bracket),
        b'}' => Some(Delimiter::Brace),
        _ => None,
    }
}

/// The rest of a template whose tokens stand at a place.
struct Template<'t> {
    rest: &'t [u8],
    arguments: &'t [Tokens],
    span: Span,
}

impl<'t> Template<'t> {
    /// The tokens up to the end of the group, which is passed, or of all.
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

    /// An integer without a suffix; one that stands behind it is a token of its own, which rustc refuses.
    fn number(&mut self) -> Literal {
        let digits = self.word(u8::is_ascii_digit);
        let mut number = Literal::u128_unsuffixed(digits.parse().unwrap_or(u128::MAX));
        number.set_span(self.span);
        number
    }

    /// The bytes up to the first one that does not belong to it.
    fn word(&mut self, is_part: impl Fn(&u8) -> bool) -> &'t str {
        let all = self.rest;
        let (word, rest) = all.split_at(all.iter().position(|byte| !is_part(byte)).unwrap_or(all.len()));
        self.rest = rest;
        std::str::from_utf8(word).unwrap_or_default()
    }

    fn group(&mut self, delimiter: Delimiter) -> Group {
        Group::new(delimiter, self.tokens().to_token_stream())
    }

    /// `::`, `->`, `=>` and lifetimes are made of parts.
    fn spacing(&self, first: u8) -> Spacing {
        match (first, self.rest.first()) {
            (b':', Some(b':')) | (b'-' | b'=', Some(b'>')) | (b'\'', _) => Spacing::Joint,
            _ => Spacing::Alone,
        }
    }
}

/// Tokens that resolve as they are written, and that lints take for ours.
pub(crate) fn located(tokens: &impl ToTokens) -> Tokens {
    let here = |span| Span::call_site().located_at(span);
    tokens.to_token_stream().into_iter().map(|token| relocated(token, &here)).collect()
}

/// `$crate` must stay as it is.
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
