//! `gen` is a name in edition 2021. In the edition of generated code it is a keyword, and the name is written `r#gen`.

use proc_macro2::{Ident, TokenTree};

/// The name as generated code needs it, if that is another form.
pub(crate) fn escaped(ident: &Ident) -> Option<Ident> {
    (ident == KEYWORD).then(|| Ident::new_raw(KEYWORD, ident.span()))
}

/// The same for tokens.
pub(crate) fn escape(token: &mut TokenTree) {
    if let TokenTree::Ident(ident) = token
        && let Some(raw) = escaped(ident)
    {
        *ident = raw;
    }
}

/// The name in one form, whichever the user has written.
pub(crate) fn plain(ident: &Ident) -> String {
    let name = ident.to_string();
    if name.strip_prefix("r#") == Some(KEYWORD) { KEYWORD.to_owned() } else { name }
}

pub(crate) const KEYWORD: &str = "gen";
