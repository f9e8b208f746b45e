use cel_runtime::XValidation;

#[derive(XValidation)]
struct Wrapper {
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    kindless: Kindless,
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    numbered: Numbered,
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    labelled: Labelled,
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    text: Text,
}

#[derive(XValidation)]
#[serde(rename_all = "camelCase")]
struct Kindless {
    api_version: String,
}

#[derive(XValidation)]
#[serde(rename_all = "camelCase")]
struct Numbered {
    api_version: String,
    kind: i64,
}

#[derive(XValidation)]
#[serde(rename_all = "camelCase")]
struct Labelled {
    api_version: String,
    kind: String,
    metadata: Metadata,
}

#[derive(XValidation)]
struct Metadata {
    name: String,
    labels: Vec<String>,
}

#[derive(XValidation)]
struct Text(String);

fn main() {}
