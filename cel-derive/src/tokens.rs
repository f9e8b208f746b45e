//! Tokens of the user's in generated code, and where errors show it.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Written one by one, for what is written often. A stream in a `quote!` costs far more: rustc puts it together with all that
/// was written before it.
#[derive(Clone, Default)]
pub(crate) struct Tokens(Vec<TokenTree>);

impl Tokens {
    /// Tokens as they are.
    pub(crate) fn new(tokens: &impl ToTokens) -> Tokens {
        tokens.to_token_stream().into_iter().collect()
    }

    /// All of these, one after the other.
    pub(crate) fn concat<const N: usize>(parts: [Tokens; N]) -> Tokens {
        let mut out = Vec::new();
        parts.into_iter().for_each(|mut part| out.append(&mut part.0));
        Tokens(out)
    }

    /// The tokens of a `quote!`, if it wrote any.
    pub(crate) fn some(tokens: Option<TokenStream>) -> Tokens {
        tokens.map(|tokens| tokens.into_iter().collect()).unwrap_or_default()
    }

    /// Tokens that stand where the derive does, read by the compiler's own lexer: the cheapest way for those that do not depend on
    /// tokens of the user's.
    pub(crate) fn parsed(text: &str) -> Tokens {
        let tokens = text.parse::<proc_macro::TokenStream>().unwrap_or_default();
        TokenStream::from(tokens).into_iter().collect()
    }

    /// One token.
    pub(crate) fn of(token: impl Into<TokenTree>) -> Tokens {
        Tokens(vec![token.into()])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where they begin.
    pub(crate) fn span(&self) -> Span {
        self.0.first().map_or_else(Span::call_site, TokenTree::span)
    }
}

impl FromIterator<TokenTree> for Tokens {
    fn from_iter<I: IntoIterator<Item = TokenTree>>(tokens: I) -> Self {
        Tokens(tokens.into_iter().collect())
    }
}

impl IntoIterator for Tokens {
    type Item = TokenTree;
    type IntoIter = std::vec::IntoIter<TokenTree>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl ToTokens for Tokens {
    fn to_tokens(&self, out: &mut TokenStream) {
        out.extend(self.0.iter().cloned());
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
    pub(crate) fn derive() -> At {
        At(Span::call_site())
    }

    /// The tokens of a template, in which `#0` is the first of the arguments. For what is written often: `quote!` takes up to twice
    /// as long.
    pub(crate) fn write(self, template: &str, arguments: &[Tokens]) -> Tokens {
        Tokens(Template { rest: template.as_bytes(), arguments, span: self.0 }.tokens())
    }
}

/// The rest of a template.
struct Template<'t> {
    rest: &'t [u8],
    arguments: &'t [Tokens],
    span: Span,
}

impl<'t> Template<'t> {
    /// The tokens up to the end of the group, which is passed, or of all.
    fn tokens(&mut self) -> Vec<TokenTree> {
        let mut out = Vec::new();
        while let [first, rest @ ..] = self.rest {
            if first.is_ascii_alphabetic() || *first == b'_' {
                out.push(self.ident().into());
                continue;
            }
            if first.is_ascii_digit() {
                out.push(self.number().into());
                continue;
            }
            self.rest = rest;
            let mut token: TokenTree = match first {
                b' ' | b'\n' => continue,
                b')' | b']' | b'}' => break,
                b'#' if rest.first().is_some_and(u8::is_ascii_digit) => {
                    out.extend_from_slice(self.argument());
                    continue;
                }
                b'(' => self.group(Delimiter::Parenthesis).into(),
                b'[' => self.group(Delimiter::Bracket).into(),
                b'{' => self.group(Delimiter::Brace).into(),
                first if first.is_ascii_punctuation() && !b"\"\\_`".contains(first) => {
                    Punct::new((*first).into(), self.spacing(*first)).into()
                }
                _ => continue, // no template has texts
            };
            token.set_span(self.span);
            out.push(token);
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

    fn argument(&mut self) -> &[TokenTree] {
        let Some((digit, rest)) = self.rest.split_first() else { return &[] };
        self.rest = rest;
        self.arguments.get(usize::from(digit - b'0')).map_or(&[], |tokens| &tokens.0)
    }

    fn group(&mut self, delimiter: Delimiter) -> Group {
        Group::new(delimiter, self.tokens().into_iter().collect())
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
    use super::{At, Tokens};

    fn check(template: &str, expected: &str) {
        let written = At::derive().write(template, &[Tokens::of(proc_macro2::Literal::string("x"))]);
        let written: proc_macro2::TokenStream = written.into_iter().collect();
        assert_eq!(written.to_string(), expected);
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
        At::derive().write(&format!("{bytes} 99999999999999999999999999999999999999999 é #9"), &[]);
    }
}
