pub mod ones {
    // Written by `cel-codegen structs`.

    use cel_runtime::XValidation;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[kube(group = "example.dev", version = "v1", kind = "One", plural = "ones", singular = "one", namespaced, derive = "PartialEq")]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = OneSpec::x_validations)]
    pub struct OneSpec {
        #[x_validation(self(rule = "self != 80", message = "not 80"), self(rule = "self != 101", message = "not 101"), self(rule = "self != 102", message = "not 102"), self(rule = "self != 103", message = "not 103"), self(rule = "self != 104", message = "not 104"), self(rule = "self != 105", message = "not 105"), self(rule = "self != 106", message = "not 106"), self(rule = "self != 107", message = "not 107"), self(rule = "self != 108", message = "not 108"), self(rule = "self != 109", message = "not 109"), self(rule = "self != 110", message = "not 110"), self(rule = "self != 111", message = "not 111"), self(rule = "self != 112", message = "not 112"), self(rule = "self != 113", message = "not 113"), self(rule = "self != 114", message = "not 114"), self(rule = "self != 115", message = "not 115"))]
        #[x_validation(self(rule = "self != 116", message = "not 116"), self(rule = "self != 117", message = "not 117"), self(rule = "self != 118", message = "not 118"), self(rule = "self != 119", message = "not 119"), self(rule = "self != 120", message = "not 120"), self(rule = "self != 121", message = "not 121"), self(rule = "self != 122", message = "not 122"), self(rule = "self != 123", message = "not 123"), self(rule = "self != 124", message = "not 124"), self(rule = "self != 125", message = "not 125"), self(rule = "self != 126", message = "not 126"), self(rule = "self != 127", message = "not 127"), self(rule = "self != 128", message = "not 128"), self(rule = "self != 129", message = "not 129"), self(rule = "self != 130", message = "not 130"), self(rule = "self != 131", message = "not 131"))]
        #[x_validation(self(rule = "self != 132", message = "not 132"), self(rule = "self != 133", message = "not 133"), self(rule = "self != 134", message = "not 134"), self(rule = "self != 135", message = "not 135"), self(rule = "self != 136", message = "not 136"), self(rule = "self != 137", message = "not 137"), self(rule = "self != 138", message = "not 138"), self(rule = "self != 139", message = "not 139"), self(rule = "self != 140", message = "not 140"), self(rule = "self != 141", message = "not 141"), self(rule = "self != 142", message = "not 142"), self(rule = "self != 143", message = "not 143"), self(rule = "self != 144", message = "not 144"), self(rule = "self != 145", message = "not 145"), self(rule = "self != 146", message = "not 146"), self(rule = "self != 147", message = "not 147"))]
        #[x_validation(self(rule = "self != 148", message = "not 148"), self(rule = "self != 149", message = "not 149"), self(rule = "self != 150", message = "not 150"), self(rule = "self != 151", message = "not 151"), self(rule = "self != 152", message = "not 152"), self(rule = "self != 153", message = "not 153"), self(rule = "self != 154", message = "not 154"), self(rule = "self != 155", message = "not 155"), self(rule = "self != 156", message = "not 156"), self(rule = "self != 157", message = "not 157"), self(rule = "self != 158", message = "not 158"), self(rule = "self != 159", message = "not 159"), self(rule = "self != 160", message = "not 160"), self(rule = "self != 161", message = "not 161"), self(rule = "self != 162", message = "not 162"), self(rule = "self != 163", message = "not 163"))]
        #[x_validation(self(rule = "self != 164", message = "not 164"), self(rule = "self != 165", message = "not 165"), self(rule = "self != 166", message = "not 166"), self(rule = "self != 167", message = "not 167"), self(rule = "self != 168", message = "not 168"), self(rule = "self != 169", message = "not 169"), self(rule = "self != 170", message = "not 170"), self(rule = "self != 171", message = "not 171"), self(rule = "self != 172", message = "not 172"), self(rule = "self != 173", message = "not 173"), self(rule = "self != 174", message = "not 174"), self(rule = "self != 175", message = "not 175"), self(rule = "self != 176", message = "not 176"), self(rule = "self != 177", message = "not 177"), self(rule = "self != 178", message = "not 178"), self(rule = "self != 179", message = "not 179"))]
        #[x_validation(self(rule = "self != 180", message = "not 180"), self(rule = "self != 181", message = "not 181"), self(rule = "self != 182", message = "not 182"), self(rule = "self != 183", message = "not 183"), self(rule = "self != 184", message = "not 184"), self(rule = "self != 185", message = "not 185"), self(rule = "self != 186", message = "not 186"), self(rule = "self != 187", message = "not 187"), self(rule = "self != 188", message = "not 188"), self(rule = "self != 189", message = "not 189"), self(rule = "self != 190", message = "not 190"), self(rule = "self != 191", message = "not 191"), self(rule = "self != 192", message = "not 192"), self(rule = "self != 193", message = "not 193"), self(rule = "self != 194", message = "not 194"), self(rule = "self != 195", message = "not 195"))]
        #[x_validation(self(rule = "self != 196", message = "not 196"), self(rule = "self != 197", message = "not 197"), self(rule = "self != 198", message = "not 198"), self(rule = "self != 199", message = "not 199"), self(rule = "self != 200", message = "not 200"), self(rule = "self != 201", message = "not 201"), self(rule = "self != 202", message = "not 202"), self(rule = "self != 203", message = "not 203"), self(rule = "self != 204", message = "not 204"), self(rule = "self != 205", message = "not 205"), self(rule = "self != 206", message = "not 206"), self(rule = "self != 207", message = "not 207"), self(rule = "self != 208", message = "not 208"), self(rule = "self != 209", message = "not 209"), self(rule = "self != 210", message = "not 210"), self(rule = "self != 211", message = "not 211"))]
        #[x_validation(self(rule = "self != 212", message = "not 212"), self(rule = "self != 213", message = "not 213"), self(rule = "self != 214", message = "not 214"), self(rule = "self != 215", message = "not 215"), self(rule = "self != 216", message = "not 216"), self(rule = "self != 217", message = "not 217"), self(rule = "self != 218", message = "not 218"), self(rule = "self != 219", message = "not 219"), self(rule = "self != 220", message = "not 220"), self(rule = "self != 221", message = "not 221"), self(rule = "self != 222", message = "not 222"), self(rule = "self != 223", message = "not 223"), self(rule = "self != 224", message = "not 224"), self(rule = "self != 225", message = "not 225"), self(rule = "self != 226", message = "not 226"), self(rule = "self != 227", message = "not 227"))]
        #[x_validation(self(rule = "self != 228", message = "not 228"), self(rule = "self != 229", message = "not 229"), self(rule = "self != 230", message = "not 230"), self(rule = "self != 231", message = "not 231"), self(rule = "self != 232", message = "not 232"), self(rule = "self != 233", message = "not 233"), self(rule = "self != 234", message = "not 234"), self(rule = "self != 235", message = "not 235"), self(rule = "self != 236", message = "not 236"), self(rule = "self != 237", message = "not 237"), self(rule = "self != 238", message = "not 238"), self(rule = "self != 239", message = "not 239"))]
        pub count: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 9))]
        #[x_validation(rule = "self != '\\n\"\\\\{}\\u2028'", message = "quotes \" and \\ and {} and é")]
        pub text: Option<String>,
    }
}
pub mod twos {
    // Written by `cel-codegen structs`.

    use cel_runtime::XValidation;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[kube(group = "example.dev", version = "v1", kind = "Two", plural = "twos", singular = "two", namespaced, derive = "PartialEq")]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = TwoSpec::x_validations)]
    pub struct TwoSpec {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 9))]
        #[x_validation(rule = "self != 'a'")]
        pub self_: Option<String>,
    }
}
pub mod options {
    // Written by `cel-codegen structs`.

    use cel_runtime::XValidation;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use std::collections::BTreeMap;

    #[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[kube(group = "example.dev", version = "v1", kind = "Option", plural = "options", root = "OptionResource", singular = "option", namespaced, derive = "PartialEq")]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = OptionSpec::x_validations)]
    pub struct OptionSpec {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[x_validation(rule = "self != 'self'")]
        pub text: Option<OptionText>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub option: Option<OptionOption>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = OptionOption::x_validations)]
    pub struct OptionOption {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[x_validation(rule = "size(self) > 1")]
        pub parts: Option<BTreeMap<String, String>>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum OptionText {
        #[serde(rename = "Self")]
        Self_,
        #[serde(rename = "self")]
        Self2,
    }
}
pub mod foobars {
    // Written by `cel-codegen structs`.

    use cel_runtime::XValidation;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use std::collections::BTreeMap;

    #[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[kube(group = "example.dev", version = "v1", kind = "Foo-Bar", plural = "foobars", root = "FooBar", singular = "foobar", namespaced, derive = "PartialEq")]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = FooBarSpec::x_validations)]
    pub struct FooBarSpec {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[x_validation(rule = "self != 'self'")]
        pub text: Option<FooBarText>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub option: Option<FooBarOption>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    #[schemars(transform = FooBarOption::x_validations)]
    pub struct FooBarOption {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[x_validation(rule = "size(self) > 1")]
        pub parts: Option<BTreeMap<String, String>>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum FooBarText {
        #[serde(rename = "Self")]
        Self_,
        #[serde(rename = "self")]
        Self2,
    }
}
pub mod bags {
    // Written by `cel-codegen structs`.

    use cel_runtime::XValidation;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use serde_json::Value;
    use std::collections::BTreeMap;

    #[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[kube(group = "example.dev", version = "v1", kind = "Bag", plural = "bags", namespaced, no_spec, derive = "PartialEq")]
    #[serde(rename_all = "camelCase")]
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    pub struct BagFields {
        #[serde(flatten)]
        #[schemars(skip)]
        pub rest: BTreeMap<String, Value>,
    }
}
