//! The version of Kubernetes whose types k8s-openapi has. A feature names it, and what `latest` means depends on the version of k8s-openapi.

use cel_compiler::schema::kubernetes::{NEWEST, OLDEST};

/// What lines of a manifest say about k8s-openapi.
#[derive(Clone, Copy, Default)]
pub(super) struct Release {
    /// The version of k8s-openapi: 29 for 0.29.
    version: Option<u8>,
    feature: Option<Feature>,
}

#[derive(Clone, Copy)]
enum Feature {
    /// `v1_37`
    Minor(u8),
    Latest,
    Earliest,
}

impl Release {
    pub(super) fn read(line: &str) -> Release {
        let texts = || line.split(['"', '\'']).skip(1).step_by(2);
        let version = |text: &str| {
            text.trim_start_matches(['=', '^', '~', ' ']).strip_prefix("0.")?.split('.').next()?.parse().ok()
        };
        let feature = |text: &str| match text {
            "latest" => Some(Feature::Latest),
            "earliest" => Some(Feature::Earliest),
            _ => text.strip_prefix("v1_")?.parse().ok().map(Feature::Minor),
        };
        Release { version: texts().find_map(version), feature: texts().find_map(feature) }
    }

    /// What is missing here is taken from there.
    pub(super) fn or(self, other: Release) -> Release {
        Release { version: self.version.or(other.version), feature: self.feature.or(other.feature) }
    }

    /// 37 for Kubernetes 1.37. For a version that the tables of types do not have it is the nearest one.
    pub(super) fn minor(self) -> Option<u8> {
        // 0.29 has the versions 1.33 to 1.37, and each release before it the five that end one version earlier.
        let latest = self.version.map_or(NEWEST, |version| version.saturating_add(8));
        let minor = match self.feature? {
            Feature::Minor(minor) => minor,
            Feature::Latest => latest,
            Feature::Earliest => latest.saturating_sub(4),
        };
        Some(minor.clamp(OLDEST, NEWEST))
    }
}
