//! URLs.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("string_to_url", "url::url").builds().fallible(),
    Row::new("is_url_string", "url::is_url"),
    Row::new("url_get_scheme", "url::get_scheme").builds(),
    Row::new("url_get_host", "url::get_host").builds(),
    Row::new("url_get_hostname", "url::get_hostname").builds(),
    Row::new("url_get_port", "url::get_port").builds(),
    Row::new("url_get_escaped_path", "url::get_escaped_path").builds(),
    Row::new("url_get_query", "url::get_query").builds(),
];
