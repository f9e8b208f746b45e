//! Types that are written as strings.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use cel_runtime::__private::{Node, schema_of};
use cel_runtime::{XValidation, check_matches_crd};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6},
};
use url::Url;
use uuid::Uuid;

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.url.startsWith('https://') && self.v4 == '10.0.0.1' && self.v6 == '2001:db8::1'")]
#[x_validation(
    rule = "self.id == '67e55044-10b1-426f-9247-bb680e5fe0c8' && self.ip.size() == 3 && self.letter == 'ä'"
)]
#[x_validation(rule = "!has(self.maybe) || self.maybe in self.ids")]
#[x_validation(rule = "self.ids.all(i, i.contains('-')) && self.ids.exists_one(i, i == self.id)")]
#[x_validation(rule = "self.addresses.all(k, self.addresses[k] != k) && self.addresses['a'] == self.v4")]
#[x_validation(
    rule = "self.ids == [self.id] && self.ids[0] + self.ids.map(i, i)[0] != '' && self.nested[0][0] == 'x'"
)]
#[x_validation(rule = "self.newtype == self.id && self.ids.filter(i, i == self.newtype).size() == 1")]
#[x_validation(rule = "self.?maybe.orValue('none') == 'none' || self.ids[?0].hasValue()")]
#[x_validation(rule = "self.others == self.others && self.urls.exists(u, u == self.url)")]
struct Spec {
    url: Url,
    id: Uuid,
    #[x_validation(rule = "self.contains(':')")]
    ip: IpAddr,
    v4: Ipv4Addr,
    v6: Ipv6Addr,
    #[x_validation(rule = "self.endsWith(':80') && ip(self.split(':')[0]).family() == 4")]
    socket: SocketAddr,
    #[x_validation(rule = "self == '[2001:db8::1]:443'")]
    v6_socket: SocketAddrV6,
    letter: char,
    maybe: Option<Uuid>,
    #[x_validation(items(rule = "self.size() == 36"))]
    ids: Vec<Uuid>,
    urls: Vec<Url>,
    addresses: BTreeMap<String, Box<IpAddr>>,
    nested: Vec<Vec<char>>,
    newtype: Id,
    others: Others,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
struct Id(Uuid);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
struct Others {
    id: Uuid,
    letters: Vec<char>,
}

fn spec() -> Spec {
    let id: Uuid = "67E55044-10B1-426F-9247-BB680E5FE0C8".parse().expect("a UUID");
    Spec {
        url: "https://example.com/a".parse().expect("a URL"),
        id,
        ip: "::1".parse().expect("an address"),
        v4: Ipv4Addr::new(10, 0, 0, 1),
        v6: "2001:DB8:0::1".parse().expect("an address"),
        socket: "10.0.0.1:80".parse().expect("an address"),
        v6_socket: "[2001:DB8::1]:443".parse().expect("an address"),
        letter: 'ä',
        maybe: Some(id),
        ids: vec![id],
        urls: vec!["https://example.com/a".parse().expect("a URL")],
        addresses: BTreeMap::from([("a".to_owned(), Box::new(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1))))]),
        nested: vec![vec!['x']],
        newtype: Id(id),
        others: Others { id, letters: vec!['a', 'b'] },
    }
}

#[test]
fn rules_see_what_serde_writes() {
    assert_eq!(spec().x_validate().map_err(|errors| errors.to_string()), Ok(()));
    let ids = vec![Uuid::nil()];
    let errors = Spec { ids, maybe: None, ..spec() }.x_validate().unwrap_err();
    assert_eq!(errors.len(), 3);
}

#[test]
fn values_are_shown_as_serde_writes_them() {
    let errors = Spec { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), ..spec() }.x_validate().unwrap_err();
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let expected = r#"ip: Invalid value: "127.0.0.1": failed rule: self.contains(':')"#;
    assert!(texts.iter().any(|text| text == expected), "{texts:?}");
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_eq!(check_matches_crd(Spec::SCHEMA, &[], &schema_of::<Spec>()), [] as [&str; 0]);
}
