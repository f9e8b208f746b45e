//! CRD files that `include_crd!` refuses: each mistake at its place in the file.

mod missing {
    cel_runtime::include_crd!("crds/missing.yaml");
}
mod no_text {
    cel_runtime::include_crd!(3);
}
mod named {
    cel_runtime::include_crd!("crds/wrong.yaml" as widget);
}
mod broken {
    cel_runtime::include_crd!("crds/broken.yaml");
}
mod deployment {
    cel_runtime::include_crd!("crds/deployment.yaml");
}
mod wrong {
    cel_runtime::include_crd!("crds/wrong.yaml");
}
mod refused {
    cel_runtime::include_crd!("crds/refused.yaml");
}
mod misspelt {
    cel_runtime::include_crd!("crds/misspelt.yaml");
}
