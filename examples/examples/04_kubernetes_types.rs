//! Types of k8s-openapi need no derive: rules look into them as into your own.
//!
//! ```text
//! [spec.selector: Invalid value: a selector needs labels, spec.resources: Invalid value: a request is at most 2Gi]
//! ```

use std::collections::BTreeMap;

use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::ResourceRequirements;
use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, apis::meta::v1::LabelSelector};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Runner", namespaced)]
#[schemars(transform = RunnerSpec::x_validations)]
struct RunnerSpec {
    #[x_validation(
        rule = "has(self.matchLabels) && self.matchLabels.size() > 0",
        message = "a selector needs labels"
    )]
    selector: LabelSelector,
    // A quantity is a number or a text, so `string(..)` comes first.
    #[x_validation(
        rule = "!has(self.requests) || !('memory' in self.requests) \
                || quantity(string(self.requests['memory'])).compareTo(quantity('2Gi')) <= 0",
        message = "a request is at most 2Gi"
    )]
    resources: ResourceRequirements,
}

fn main() {
    let memory = BTreeMap::from([("memory".to_owned(), Quantity("4Gi".to_owned()))]);
    let resources = ResourceRequirements { requests: Some(memory), ..Default::default() };
    let runner = Runner::new("ci", RunnerSpec { selector: LabelSelector::default(), resources });
    if let Err(errors) = runner.x_validate() {
        println!("{errors}");
    }
}
