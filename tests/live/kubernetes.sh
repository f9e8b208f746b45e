#!/usr/bin/env bash
# Compares the table of k8s-openapi's types with the schemas that k8s-openapi itself has, of the oldest and the newest version of
# Kubernetes. All versions: `k8s-openapi-table compare`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin k8s-openapi-table -- compare 33 37
