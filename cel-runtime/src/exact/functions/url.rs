//! URLs.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, url},
    value::Value,
};

functions! { arena;
    string_to_url => (String text) url::url(arena, text);
    is_url_string => (String text) url::is_url(text);
    url_get_scheme => (Url url) url::get_scheme(arena, url);
    url_get_host => (Url url) url::get_host(arena, url);
    url_get_hostname => (Url url) url::get_hostname(arena, url);
    url_get_port => (Url url) url::get_port(arena, url);
    url_get_escaped_path => (Url url) url::get_escaped_path(arena, url);
    url_get_query => (Url url) url::get_query(arena, url);
}
