pub mod v1beta1 {
    // Written by `cel-codegen structs`.

    use cel_runtime::XValidation;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use serde_json::Value;
    use std::collections::BTreeMap;

    #[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[kube(group = "example.dev", version = "v1beta1", kind = "Ledger", plural = "ledgers", singular = "ledger", status = "LedgerStatus", no_spec, derive = "PartialEq")]
    #[kube(served = false)]
    #[kube(storage = false)]
    #[kube(deprecated)]
    #[kube(validation = Rule::new("self.entries.all(e, e.amount != 0) || self.metadata.name == 'zero'").message("no empty entries"))]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = LedgerFields::x_validations)]
    pub struct LedgerFields {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[x_validation(rule = "self >= oldSelf")]
        pub total: Option<i64>,
        #[schemars(length(max = 10))]
        pub entries: Vec<LedgerEntry>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = LedgerEntry::x_validations)]
    pub struct LedgerEntry {
        pub amount: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 20))]
        #[x_validation(rule = "self != 'x'")]
        pub note: Option<String>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    pub struct LedgerStatus {
        #[serde(flatten)]
        #[schemars(skip)]
        pub rest: BTreeMap<String, Value>,
    }
}
pub mod v1 {
    // Written by `cel-codegen structs`.

    use cel_runtime::XValidation;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[kube(group = "example.dev", version = "v1", kind = "Ledger", plural = "ledgers", singular = "ledger", status = "LedgerStatus", no_spec, derive = "PartialEq")]
    #[serde(rename_all = "camelCase")]
    pub struct LedgerFields {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub spec: Option<LedgerSpec>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = LedgerSpec::x_validations)]
    #[x_validation(rule = "self.entries.size() > 0", message = "no entries")]
    pub struct LedgerSpec {
        #[schemars(length(max = 10))]
        pub entries: Vec<LedgerEntry>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub first: Option<LedgerEntry>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = LedgerEntry::x_validations)]
    pub struct LedgerEntry {
        pub amount: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 20))]
        #[x_validation(rule = "self != 'x'")]
        pub note: Option<String>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub struct LedgerStatus {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub total: Option<i64>,
    }
}
