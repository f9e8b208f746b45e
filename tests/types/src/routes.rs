//! Rules that cost much where their types are used often.

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const MAX_HOSTS: u32 = 40;

/// Its rule depends on a bound that is an expression.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(transform = Route::x_validations)]
#[x_validation(rule = "self.hosts.all(h, h.endsWith(self.domain))", message = "hosts of another domain")]
pub struct Route {
    /// The end of each host.
    #[schemars(length(max = 63))]
    pub domain: String,
    /// Names of hosts.
    #[schemars(length(max = MAX_HOSTS))]
    pub hosts: Vec<String>,
}

/// Two texts without bounds.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(transform = Redirect::x_validations)]
#[x_validation(
    rule = "self.from != self.to",
    message_expression = "'a redirect to itself: ' + self.from.substring(0, 9)"
)]
pub struct Redirect {
    /// A path.
    pub from: String,
    /// Another one.
    pub to: String,
}

/// A text with a bound of its own.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(transform = Label::x_validations)]
#[x_validation(rule = "self.lowerAscii() == self", message = "labels are in lower case")]
pub struct Label(#[schemars(length(max = 100))] pub String);
