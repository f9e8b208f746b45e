//! Types that other crates nest in theirs.
