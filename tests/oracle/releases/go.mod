// build.sh makes the real one for each release.
module releases

go 1.26.0
