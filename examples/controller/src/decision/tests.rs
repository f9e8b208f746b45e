use super::*;
use crate::resources::CacheSpec;

fn cache(entries: i64, entry_bytes: i64) -> Cache {
    Cache::new("a", CacheSpec { entries, entry_bytes, zone: "north".to_owned() })
}

fn applied(decision: Decision) -> Volume {
    match decision {
        Decision::Apply(volume) => *volume,
        refused => panic!("{refused:?}"),
    }
}

#[test]
fn a_valid_cache_becomes_a_volume() {
    let volume = applied(decide(&cache(10, 20), None));
    assert_eq!((volume.spec.bytes, volume.spec.zone.as_str()), (200, "north"));
    let volume = applied(decide(&cache(20, 20), Some(&volume)));
    assert_eq!(volume.spec.bytes, 400);
}

#[test]
fn an_invalid_cache_becomes_nothing() {
    let Decision::RefuseCache(errors) = decide(&cache(0, 100_000), None) else { panic!() };
    assert_eq!(
        errors.to_string(),
        "[spec.entries: Invalid value: 0: a cache holds at least one entry, \
         spec.entryBytes: Invalid value: 100000: an entry has 1 to 65536 bytes]"
    );
}

#[test]
fn a_volume_does_not_shrink() {
    let volume = applied(decide(&cache(10, 20), None));
    let Decision::RefuseVolume(errors) = decide(&cache(5, 20), Some(&volume)) else { panic!() };
    assert_eq!(errors.to_string(), "spec.bytes: Invalid value: 100: a volume only grows");
}
