//! Dates and times of the crates `chrono` and `jiff`, as the server reads them from serde's text.

#[cfg(any(feature = "chrono", feature = "jiff"))]
use super::CelValue;
#[cfg(any(feature = "chrono", feature = "jiff"))]
use cel_types::{Timestamp, Zone, quote::quote};

#[cfg(feature = "chrono")]
mod with_chrono {
    use super::*;
    use chrono::{DateTime, NaiveDate, Offset, SecondsFormat, TimeZone};

    impl<Tz: TimeZone> CelValue for DateTime<Tz> {
        type Cel<'a>
            = Timestamp
        where
            Tz: 'a;
        const SCHEMA_TYPE: &'static str = "string";

        #[inline]
        fn cel(&self) -> Timestamp {
            let minutes = self.offset().fix().local_minus_utc() / 60;
            // chrono writes `Z` for every zone with offset 0.
            let zone = match i16::try_from(minutes) {
                Ok(0) | Err(_) => Zone::Utc,
                Ok(minutes) => Zone::from_minutes(minutes),
            };
            Timestamp::new(self.timestamp(), self.timestamp_subsec_nanos(), zone)
        }

        fn bad_value(&self) -> Option<String> {
            let written = self.fixed_offset().to_rfc3339_opts(SecondsFormat::AutoSi, true);
            Some(quote(&written))
        }
    }

    /// Midnight in UTC.
    impl CelValue for NaiveDate {
        type Cel<'a> = Timestamp;
        const SCHEMA_TYPE: &'static str = "string";

        #[inline]
        fn cel(&self) -> Timestamp {
            let midnight = self.and_time(chrono::NaiveTime::MIN).and_utc();
            Timestamp::new(midnight.timestamp(), 0, Zone::Utc)
        }

        fn bad_value(&self) -> Option<String> {
            Some(quote(&self.to_string()))
        }
    }
}

#[cfg(feature = "jiff")]
pub use with_jiff::{micro_time, micro_time_bad_value, time, time_bad_value};

#[cfg(not(feature = "jiff"))]
pub use without_jiff::{micro_time, micro_time_bad_value, time, time_bad_value};

/// Replaces k8s-openapi's times without the feature. Its use is a compile error that names the feature.
#[cfg(not(feature = "jiff"))]
mod without_jiff {
    use cel_types::{Timestamp, Zone};

    #[diagnostic::on_unimplemented(
        message = "fields of the times of k8s-openapi need the feature `k8s-openapi` of cel-runtime",
        note = "add `features = [\"k8s-openapi\"]` to cel-runtime in Cargo.toml"
    )]
    pub trait NeedsFeature {}

    macro_rules! unavailable {
        ($($function:ident -> $result:ty, $value:expr;)*) => {$(
            /// Only available with the feature `k8s-openapi`.
            pub fn $function<T: NeedsFeature>(_: &T) -> $result {
                $value
            }
        )*};
    }
    unavailable! {
        time -> Timestamp, Timestamp::new(0, 0, Zone::Utc);
        micro_time -> Timestamp, Timestamp::new(0, 0, Zone::Utc);
        time_bad_value -> Option<String>, None;
        micro_time_bad_value -> Option<String>, None;
    }
}

#[cfg(feature = "jiff")]
mod with_jiff {
    use super::*;
    use jiff::{civil::Date, fmt::strtime};

    impl CelValue for jiff::Timestamp {
        type Cel<'a> = Timestamp;
        const SCHEMA_TYPE: &'static str = "string";

        #[inline]
        fn cel(&self) -> Timestamp {
            in_steps_of::<1>(*self)
        }

        fn bad_value(&self) -> Option<String> {
            Some(quote(&self.to_string()))
        }
    }

    /// Midnight in UTC.
    impl CelValue for Date {
        type Cel<'a> = Timestamp;
        const SCHEMA_TYPE: &'static str = "string";

        #[inline]
        fn cel(&self) -> Timestamp {
            // jiff's own timestamp ends before the last day does
            let midnight = self.duration_since(Date::constant(1970, 1, 1)).as_secs();
            Timestamp::new(midnight, 0, Zone::Utc)
        }

        fn bad_value(&self) -> Option<String> {
            Some(quote(&self.to_string()))
        }
    }

    /// A `Time` of `k8s-openapi` for CEL. serde writes it in whole seconds.
    #[inline]
    pub fn time(time: &jiff::Timestamp) -> Timestamp {
        in_steps_of::<1_000_000_000>(*time)
    }

    /// A `Time` of `k8s-openapi` in the text of an error.
    pub fn time_bad_value(time: &jiff::Timestamp) -> Option<String> {
        strtime::format("%Y-%m-%dT%H:%M:%SZ", *time).ok().map(|written| quote(&written))
    }

    /// A `MicroTime` of `k8s-openapi` for CEL. serde writes it in microseconds.
    #[inline]
    pub fn micro_time(time: &jiff::Timestamp) -> Timestamp {
        in_steps_of::<1_000>(*time)
    }

    /// A `MicroTime` of `k8s-openapi` in the text of an error.
    pub fn micro_time_bad_value(time: &jiff::Timestamp) -> Option<String> {
        strtime::format("%Y-%m-%dT%H:%M:%S%.6fZ", *time).ok().map(|written| quote(&written))
    }

    /// A time rounded down to a multiple of so many nanoseconds. Before 1970 jiff has negative nanoseconds.
    #[inline]
    fn in_steps_of<const STEP: u32>(time: jiff::Timestamp) -> Timestamp {
        let (mut seconds, mut nanos) = (time.as_second(), time.subsec_nanosecond());
        if nanos < 0 {
            seconds = seconds.saturating_sub(1);
            nanos = nanos.saturating_add(1_000_000_000);
        }
        let nanos = nanos.cast_unsigned();
        let beyond = if STEP < 1_000_000_000 { nanos.checked_rem(STEP).unwrap_or_default() } else { nanos };
        Timestamp::new(seconds, nanos.saturating_sub(beyond), Zone::Utc)
    }
}
