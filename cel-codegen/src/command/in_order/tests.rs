use super::{AHEAD, AT_ONCE, in_order, order};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

#[test]
fn results_come_in_the_order_of_the_inputs() {
    let inputs: Vec<u64> = (0..100).collect();
    // The first ones take longest.
    let work = |i: &u64| {
        thread::sleep(Duration::from_micros(20 * (100 - i)));
        i * 2
    };
    let results = in_order(&inputs, |_| 1, work, |results| results.collect::<Vec<_>>());
    assert_eq!(results.expect("threads"), inputs.iter().map(|i| i * 2).collect::<Vec<_>>());
}

#[test]
fn there_may_be_nothing_to_do() {
    assert_eq!(in_order(&[], |_| 1, |i: &u64| *i, |results| results.count()).expect("threads"), 0);
}

#[test]
fn inputs_of_many_bytes_wait_for_each_other() {
    let sizes = [AT_ONCE / 2, AT_ONCE / 2, u64::MAX, 0, AT_ONCE, 1, 1, AT_ONCE / 3, AT_ONCE, u64::MAX];
    let (now, most) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = |size: &u64| {
        let size = (*size).min(AT_ONCE);
        let sum = now.fetch_add(size, Ordering::SeqCst) + size;
        most.fetch_max(sum, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(2));
        now.fetch_sub(size, Ordering::SeqCst);
    };
    let count = in_order(&sizes, |size| *size, work, |results| results.count());
    assert_eq!(count.expect("threads"), sizes.len());
    assert!(most.load(Ordering::SeqCst) <= AT_ONCE, "{most:?}");
}

#[test]
fn the_largest_begins_first() {
    assert_eq!(order(&[1, 3, 2, 0]), [1, 2, 0, 3]);
    // Neither of the last two has room beside the others.
    assert_eq!(order(&[1, AHEAD - 1, AHEAD, u64::MAX]), [1, 0, 2, 3]);
}

#[test]
fn whoever_takes_may_stop_early() {
    let inputs = [AT_ONCE; 100];
    let done = AtomicU64::new(0);
    let work = |_: &u64| done.fetch_add(1, Ordering::SeqCst);
    assert!(in_order(&inputs, |size| *size, work, |results| results.next()).expect("threads").is_some());
    assert!(done.load(Ordering::SeqCst) < 100);
}

#[test]
fn a_panic_ends_everything() {
    let inputs = [AT_ONCE; 100];
    let work = |_: &u64| panic!("for the test");
    let all = AssertUnwindSafe(|| in_order(&inputs, |size| *size, work, |results| results.count()));
    assert!(panic::catch_unwind(all).is_err());
}
