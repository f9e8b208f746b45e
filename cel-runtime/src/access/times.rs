//! Dates and times of the crates `chrono` and `jiff`, as the server reads them from serde's text.

#[cfg(any(feature = "chrono", feature = "jiff"))]
use super::CelValue;
use cel_types::{Timestamp, Zone, quote::quote};

#[cfg(feature = "chrono")]
mod with_chrono {
    use super::*;
    use chrono::{DateTime, NaiveDate, Offset, SecondsFormat, TimeZone, Utc};

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

    impl KubernetesTime for DateTime<Utc> {
        #[inline]
        fn timestamp(&self) -> Timestamp {
            self.cel()
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

/// What the times of k8s-openapi contain: a time of jiff, before version 0.27 a time of chrono.
#[diagnostic::on_unimplemented(
    message = "fields of the times of k8s-openapi need the feature `k8s-openapi` of cel-runtime",
    note = "add `features = [\"k8s-openapi\"]` to cel-runtime in Cargo.toml; before k8s-openapi 0.27 it is `features = [\"chrono\"]`"
)]
pub trait KubernetesTime {
    /// In UTC, with nanoseconds.
    fn timestamp(&self) -> Timestamp;
}

/// A `Time` of `k8s-openapi` for CEL. serde writes it in whole seconds.
#[inline]
pub fn time<T: KubernetesTime>(time: &T) -> Timestamp {
    Timestamp::new(time.timestamp().seconds(), 0, Zone::Utc)
}

/// A `Time` of `k8s-openapi` in the text of an error.
pub fn time_bad_value<T: KubernetesTime>(of: &T) -> Option<String> {
    Some(quote(&time(of).to_string()))
}

/// A `MicroTime` of `k8s-openapi` for CEL. serde writes it in microseconds.
#[inline]
pub fn micro_time<T: KubernetesTime>(time: &T) -> Timestamp {
    let time = time.timestamp();
    let beyond = time.nanos().checked_rem(1_000).unwrap_or_default();
    Timestamp::new(time.seconds(), time.nanos().saturating_sub(beyond), Zone::Utc)
}

/// A `MicroTime` of `k8s-openapi` in the text of an error: it always has six digits.
pub fn micro_time_bad_value<T: KubernetesTime>(of: &T) -> Option<String> {
    let micros = of.timestamp().nanos().checked_div(1_000).unwrap_or_default();
    let whole = time(of).to_string();
    Some(quote(&format!("{}.{micros:06}Z", whole.trim_end_matches('Z'))))
}

#[cfg(feature = "jiff")]
mod with_jiff {
    use super::*;
    use jiff::civil::Date;

    impl CelValue for jiff::Timestamp {
        type Cel<'a> = Timestamp;
        const SCHEMA_TYPE: &'static str = "string";

        #[inline]
        fn cel(&self) -> Timestamp {
            self.timestamp()
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

    impl KubernetesTime for jiff::Timestamp {
        /// Before 1970 jiff has negative nanoseconds.
        #[inline]
        fn timestamp(&self) -> Timestamp {
            let (mut seconds, mut nanos) = (self.as_second(), self.subsec_nanosecond());
            if nanos < 0 {
                seconds = seconds.saturating_sub(1);
                nanos = nanos.saturating_add(1_000_000_000);
            }
            Timestamp::new(seconds, nanos.cast_unsigned(), Zone::Utc)
        }
    }
}
