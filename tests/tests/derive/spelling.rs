//! The same attributes in other spellings.

use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const MOST: usize = 12;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Spelled")]
#[schemars(transform = r#SpelledSpec::x_validations)]
struct SpelledSpec {
    #[schemars(length(max = "MOST"))]
    #[x_validation(rule = "self.contains('a')")]
    quoted: String,
    #[schemars(length(max = MOST))]
    #[x_validation(rule = "self.contains('b')")]
    plain: String,
}

#[test]
fn schemars_reads_bounds_in_quotes_as_expressions() {
    let costs: Vec<u64> = Spelled::x_costs().iter().map(|rule| rule.max_cost).collect();
    assert_eq!(costs.len(), 2);
    assert_eq!(costs.first(), costs.last());
    assert_matches_crd::<Spelled>();
}

/// The `transform` of `Limits` may name it `r#Limits`, and that of `r#Range` may name it `Range`.
#[test]
fn the_transform_may_have_a_raw_name() {
    #[derive(XValidation, JsonSchema, Serialize, Deserialize)]
    #[schemars(transform = r#Limits::x_validations)]
    struct Limits {
        #[x_validation(rule = "self.__in__ > 0")]
        range: Range,
    }
    #[derive(XValidation, JsonSchema, Serialize, Deserialize)]
    #[schemars(transform = Range::x_validations)]
    struct r#Range {
        r#in: i64,
    }
    let errors = Limits { range: Range { r#in: 0 } }.x_validate().unwrap_err();
    assert_eq!(errors.to_string(), "range: Invalid value: failed rule: self.__in__ > 0");
}

/// rustc also takes a constant without braces. To a derive it looks like a type.
#[test]
fn a_constant_as_an_argument_needs_no_braces() {
    const SIDE: usize = 3;
    #[derive(XValidation, JsonSchema, Serialize, Deserialize)]
    #[schemars(transform = Grid::<N>::x_validations)]
    #[x_validation(rule = "self.name != ''")]
    struct Grid<const N: usize> {
        name: String,
    }
    #[derive(XValidation, JsonSchema, Serialize, Deserialize)]
    #[schemars(transform = Plan::x_validations)]
    #[x_validation(rule = "self.bare.name == self.braced.name")]
    struct Plan {
        bare: Grid<SIDE>,
        braced: Grid<{ SIDE }>,
        listed: Vec<Option<Grid<SIDE>>>,
    }
    let grid = |name: &str| Grid { name: name.to_owned() };
    let plan = Plan { bare: grid("a"), braced: grid(""), listed: vec![Some(grid(""))] };
    assert_eq!(
        plan.x_validate().unwrap_err().to_string(),
        "[<nil>: Invalid value: failed rule: self.bare.name == self.braced.name, \
         braced: Invalid value: failed rule: self.name != '', \
         listed[0]: Invalid value: failed rule: self.name != '']"
    );
}

mod sizes {
    pub(super) const DEPTH: usize = 2;
}
use sizes::DEPTH;

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Deep::<N>::x_validations)]
#[x_validation(rule = "self.name != ''")]
struct Deep<const N: usize> {
    name: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Well::x_validations)]
struct Well {
    #[x_validation(rule = "self.name.size() < 2")]
    bare: Deep<DEPTH>,
    braced: Deep<{ DEPTH }>,
}

/// The same if the file imports the constant.
#[test]
fn an_imported_constant_as_an_argument_needs_no_braces() {
    let deep = |name: &str| Deep { name: name.to_owned() };
    let errors = Well { bare: deep("ab"), braced: deep("") }.x_validate().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "[bare: Invalid value: failed rule: self.name.size() < 2, \
         braced: Invalid value: failed rule: self.name != '']"
    );
}

trait Provider {
    type Config;
}

struct Cloud;

impl Provider for Cloud {
    type Config = Region;
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Region::x_validations)]
#[x_validation(rule = "self.zone != ''")]
struct Region {
    zone: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Site::x_validations)]
struct Site {
    #[x_validation(schema = Region, rule = "self.zone != 'a'")]
    config: <Cloud as Provider>::Config,
    #[x_validation(schema = Region)]
    others: Vec<Option<<Cloud as Provider>::Config>>,
}

#[test]
fn schema_names_the_type_behind_an_associated_type() {
    let region = |zone: &str| Region { zone: zone.to_owned() };
    let errors = Site { config: region("a"), others: vec![None, Some(region(""))] }.x_validate().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "[config: Invalid value: failed rule: self.zone != 'a', \
         others[1]: Invalid value: failed rule: self.zone != '']"
    );
}
