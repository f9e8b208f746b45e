#!/usr/bin/env bash
# Builds the program of each release named, or of all, one after the other: `build.sh FOLDER [1.31 ..]` gives `FOLDER/1.31`.
# The first time it loads the release's modules through the Go module proxy.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$(dirname "$0")"
# The last patch of each minor version, and which of the `compile_*.go` it takes.
releases='
1.25 v0.25.4  release_25
1.26 v0.26.9  release_25
1.27 v0.27.6  release_25
1.28 v0.28.3  release_28
1.29 v0.29.6  release_28
1.30 v0.30.14 release_30
1.31 v0.31.14 release_30
1.32 v0.32.13 release_30
1.33 v0.33.13 release_30
1.34 v0.34.13 release_30
1.35 v0.35.10 release_28
1.36 v0.36.6  release_28
1.37 v0.37.2  release_28
'
while read -r release version tag; do
    [ -n "$release" ] && { [ $# = 0 ] || [[ " $* " = *" $release "* ]]; } || continue
    echo "$release: k8s.io/apiextensions-apiserver $version"
    cp go.mod "$folder/$release.mod"
    for module in apiextensions-apiserver apimachinery apiserver; do
        go mod edit -require="k8s.io/$module@$version" "$folder/$release.mod"
    done
    go build -p 2 -mod=mod -modfile="$folder/$release.mod" -tags "$tag" -o "$folder/$release" .
done <<<"$releases"
