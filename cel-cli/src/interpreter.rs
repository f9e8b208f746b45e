//! Checked expressions evaluated as they stand: rules judge a CRD's default values while nothing is compiled yet.
