//! Values in the notation of `eval_vectors.jsonl`.

use std::convert::Infallible;

use cel_runtime::__private::{
    cel_types::{Duration, Timestamp, TypeName},
    ops::{
        CelList, CelMap,
        cidr::Cidr,
        format::NamedFormat,
        ip::Ip,
        list::List,
        map::{Key, Map},
        quantity::Quantity,
        semver::Semver,
        url::Url,
        value::{Message, Value},
    },
};

/// A value of generated code that prints itself in the vectors' notation.
pub trait Render {
    /// `12u`, `["a"]`, `timestamp(…)`
    fn render(&self) -> String;
}

macro_rules! render {
    ($($form:ty, $value:ident => $text:expr;)*) => {$(
        impl Render for $form {
            fn render(&self) -> String {
                let $value = self;
                $text
            }
        }
    )*};
}
render! {
    (), _value => "null".to_owned();
    Infallible, value => match *value {};
    bool, value => value.to_string();
    i64, value => value.to_string();
    u64, value => format!("{value}u");
    f64, value => double(*value);
    &str, value => serde_json::Value::from(*value).to_string();
    &[u8], value => format!("hex({})", value.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    Duration, value => format!("duration({}ns)", value.nanos());
    Timestamp, value => format!("timestamp({})", timestamp(*value));
    TypeName, value => format!("type({value})");
    Ip, value => format!("ip({value})");
    Cidr, value => format!("cidr({value})");
    Url<'_>, value => format!("url({value})");
    Semver<'_>, value => format!("semver({value})");
    Quantity<'_>, _value => "kubernetes.Quantity".to_owned();
    NamedFormat, _value => "kubernetes.NamedFormat".to_owned();
    Message<'_>, value => Value::Message(*value).type_name().to_string();
}

impl<T: Render> Render for Option<T> {
    fn render(&self) -> String {
        match self {
            Some(value) => format!("optional.of({})", value.render()),
            None => "optional.none()".to_owned(),
        }
    }
}

impl<'a, E: Render + Copy + 'a> Render for List<'a, E> {
    fn render(&self) -> String {
        let elements: Vec<String> = self.elements().map(|element| element.render()).collect();
        format!("[{}]", elements.join(", "))
    }
}

impl<'a, K: Render + Key<'a> + 'a, V: Render + Copy + 'a> Render for Map<'a, K, V> {
    fn render(&self) -> String {
        let mut entries: Vec<String> =
            self.entries().map(|(key, value)| format!("{}: {}", key.render(), value.render())).collect();
        entries.sort();
        format!("{{{}}}", entries.join(", "))
    }
}

impl Render for Value<'_> {
    fn render(&self) -> String {
        match self {
            Value::Null => ().render(),
            Value::Bool(value) => value.render(),
            Value::Int(value) => value.render(),
            Value::Uint(value) => value.render(),
            Value::Double(value) => value.render(),
            Value::String(value) => value.render(),
            Value::Bytes(value) => value.render(),
            Value::Timestamp(value) => value.render(),
            Value::Duration(value) => value.render(),
            Value::Type(value) => value.render(),
            Value::List(list) => list.elements.render(),
            Value::Map(map) => map.entries.render(),
            Value::Optional(value) => value.copied().render(),
            Value::Url(value) => value.render(),
            Value::Ip(value) => value.render(),
            Value::Cidr(value) => value.render(),
            Value::Message(value) => value.render(),
            Value::Quantity(value) => value.render(),
            Value::Semver(value) => value.render(),
            Value::NamedFormat(value) => value.render(),
            Value::Preserved(json) => format!("unknown {json}"),
            Value::Error(error) => format!("error {error}"),
        }
    }
}

fn double(value: f64) -> String {
    if value.is_nan() {
        return "double(\"NaN\")".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "double(\"+Inf\")" } else { "double(\"-Inf\")" }.to_owned();
    }
    let text = cel_runtime::__private::cel_types::number::format_double(value);
    if text.contains(['.', 'e']) { text } else { format!("{text}.0") }
}

/// RFC 3339 in UTC, with nanoseconds unless they are 0.
fn timestamp(value: Timestamp) -> String {
    let utc = value.in_utc();
    let fraction = match value.nanos() {
        0 => String::new(),
        nanos => format!(".{nanos:09}").trim_end_matches('0').to_owned(),
    };
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{fraction}Z",
        utc.full_year(),
        utc.month_of_year(),
        utc.date(),
        utc.hours(),
        utc.minutes(),
        utc.seconds()
    )
}
