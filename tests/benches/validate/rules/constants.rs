//! Constants that a library reads: a range of addresses, a version, a quantity.

use super::billionths;
use crate::{case::Prepared, crd::crd};
use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use schemars::JsonSchema;
use serde::Serialize;
use std::net::IpAddr;

pub(super) fn cases() -> Vec<Prepared> {
    vec![range(), version(), least()]
}

fn range() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "cidr('10.0.0.0/8').containsIP(self.address)", manual_crd)]
    struct Endpoint {
        address: String,
    }
    let endpoint = |address: &str| Endpoint { address: address.to_owned() };
    let endpoints = [endpoint("10.20.30.40"), endpoint("192.168.0.1")];
    Prepared::new("address in a range", crd!(range), endpoints, |endpoint| {
        endpoint.address.parse().is_ok_and(|address| match address {
            IpAddr::V4(address) => address.octets()[0] == 10,
            IpAddr::V6(_) => false,
        })
    })
}

fn version() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "!semver(self.version).isLessThan(semver('1.20.0'))", manual_crd)]
    struct Cluster {
        version: String,
    }
    let cluster = |version: &str| Cluster { version: version.to_owned() };
    Prepared::new("least version", crd!(version), [cluster("1.31.4"), cluster("1.19.0-rc.1")], |cluster| {
        numbers(&cluster.version).is_some_and(|version| version >= ((1, 20, 0), true))
    })
}

/// The numbers of a version, and whether it is a release.
fn numbers(version: &str) -> Option<((u64, u64, u64), bool)> {
    let (major, rest) = version.split_once('.')?;
    let (minor, rest) = rest.split_once('.')?;
    let (rest, build) = rest.split_once('+').map_or((rest, None), |(rest, build)| (rest, Some(build)));
    let (patch, before) = rest.split_once('-').map_or((rest, None), |(patch, before)| (patch, Some(before)));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| match is_number(part) && (part.len() == 1 || !part.starts_with('0')) {
        true => part.parse().ok(),
        false => None,
    };
    let is_word = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_part =
        |part: &str| is_word(part) && (!is_number(part) || part.len() == 1 || !part.starts_with('0'));
    let are_valid = before.is_none_or(|parts| parts.split('.').all(is_part))
        && build.is_none_or(|parts| parts.split('.').all(is_word));
    are_valid.then_some(((number(major)?, number(minor)?, number(patch)?), before.is_none()))
}

fn least() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "quantity(self.size).compareTo(quantity('1Gi')) >= 0", manual_crd)]
    struct Volume {
        size: Quantity,
    }
    let volume = |size: &str| Volume { size: Quantity(size.to_owned()) };
    Prepared::new("least quantity", crd!(least), [volume("20Gi"), volume("500Mi")], |volume| {
        billionths(&volume.size.0).is_some_and(|size| size >= (1 << 30) * 1_000_000_000)
    })
}
