//! The order of equal elements: the server's answers for `x.sortBy(t, k[t])`.

use super::*;
use std::cell::{Cell, RefCell};

/// The server's order of the indexes of keys, as one number.
fn order_of(keys: &[i64]) -> u64 {
    let arena = Arena::new();
    let indexes: Vec<i64> = (0..).take(keys.len()).collect();
    let order = sort_by_keys(&arena, &indexes[..], keys).unwrap();
    order.elements().fold(0, |digest: u64, index| {
        digest.wrapping_mul(1_000_003).wrapping_add(u64::try_from(index).unwrap())
    })
}

fn check(key: impl Fn(i64, i64) -> i64, recorded: [u64; 6]) {
    for (length, recorded) in [12, 13, 49, 50, 200, 1500].into_iter().zip(recorded) {
        let keys: Vec<i64> = (0..length).map(|i| key(i, length)).collect();
        assert_eq!(order_of(&keys), recorded, "{length} keys");
    }
}

#[test]
fn few_keys() {
    check(
        |i, _| i % 5,
        [
            4_226_805_282_511_184_876,
            6_274_692_612_641_467_358,
            12_779_507_763_285_174_082,
            10_742_423_960_768_989_815,
            4_932_050_298_967_172_058,
            3_069_167_254_455_815_114,
        ],
    );
    check(
        |i, _| i * i % 7,
        [
            6_655_026_574_538_842_164,
            7_217_508_235_158_554_812,
            13_563_193_648_913_088_544,
            13_075_394_628_686_127_785,
            8_015_982_930_873_681_922,
            5_915_623_834_793_977_018,
        ],
    );
    check(
        |_, _| 4,
        [
            2_349_475_607_635_895_542,
            13_097_114_701_408_114_798,
            8_377_527_132_895_045_176,
            337_889_398_413_832_409,
            4_350_233_494_128_179_140,
            8_407_181_857_625_879_966,
        ],
    );
}

#[test]
fn patterns_of_keys() {
    check(
        |i, n| (n - i) / 2,
        [
            5_587_702_576_353_881_588,
            4_262_333_621_005_685_192,
            4_704_063_091_723_969_050,
            7_928_339_542_707_954_477,
            15_989_718_180_050_613_838,
            14_131_202_916_424_441_730,
        ],
    );
    check(
        |i, n| i.min(n - i) / 3,
        [
            4_834_502_232_819_730_436,
            12_998_680_537_666_339_792,
            2_718_395_131_165_976_546,
            13_935_275_140_454_303_865,
            2_511_618_084_230_617_948,
            10_202_339_187_075_889_598,
        ],
    );
    check(
        |i, _| i * 7919 % 101,
        [
            1_695_695_682_664_553_014,
            2_267_519_924_184_909_870,
            14_106_499_513_629_778_978,
            3_445_588_173_561_660_387,
            14_633_413_739_304_906_124,
            16_269_089_119_004_076_520,
        ],
    );
    check(
        |i, n| {
            (if i == 0 {
                n - 1
            } else if i == n - 1 {
                0
            } else {
                i
            }) / 2
        },
        [
            1_783_054_890_931_113_644,
            16_341_365_208_706_880_430,
            10_631_318_588_697_203_822,
            16_954_257_977_098_295_291,
            3_283_125_557_930_772_498,
            4_034_198_840_629_108,
        ],
    );
}

/// Keys for which every pivot is bad. If two undecided keys are compared, one of them becomes the next smallest.
fn worst_keys(length: usize) -> Vec<i64> {
    let undecided = i64::MAX;
    let keys = RefCell::new(vec![undecided; length]);
    let smallest = Cell::new(0);
    let mut order: Vec<usize> = (0..length).collect();
    sort::sort(&mut order, |&left, &right| {
        let mut keys = keys.borrow_mut();
        if keys[left] == undecided && keys[right] == undecided {
            keys[left] = smallest.replace(smallest.get() + 1);
        }
        keys[left] < keys[right]
    });
    keys.into_inner().into_iter().map(|key| key.min(i64::try_from(length).unwrap())).collect()
}

#[test]
fn heap_sort_takes_over() {
    assert_eq!(order_of(&worst_keys(100)), 2_415_501_756_225_287_698);
    assert_eq!(order_of(&worst_keys(1000)), 16_403_053_753_438_996_984);
    let in_threes: Vec<i64> = worst_keys(1000).into_iter().map(|key| key / 3).collect();
    assert_eq!(order_of(&in_threes), 1_117_031_563_977_775_330);
}

#[test]
fn nothing_is_less_than_nan() {
    let arena = Arena::new();
    let list = sort(&arena, &[2.0, f64::NAN, 1.0, 0.0][..]).unwrap();
    let bits: Vec<u64> = list.elements().map(f64::to_bits).collect();
    assert_eq!(bits, [2.0, f64::NAN, 0.0, 1.0].map(f64::to_bits));
    assert!(max(&[f64::NAN, 4.0][..]).unwrap().is_nan());
}

/// Sums of few small elements are not tested for an overflow. Both sides of these limits have the same answers.
#[test]
fn sums_beside_the_limits_of_what_is_not_tested() {
    for elements in [
        vec![i64::MAX, -1, 1],
        vec![i64::MIN, 1, -1],
        vec![SMALL - 1, -SMALL, SMALL],
        vec![SMALL - 1; MOST_UNTESTED],
        vec![-SMALL; MOST_UNTESTED + 1],
        vec![1; MOST_UNTESTED + 1],
    ] {
        let exact: i128 = elements.iter().copied().map(i128::from).sum();
        assert_eq!(sum(&elements[..]).map(i128::from), Ok(exact));
    }
    for elements in [vec![i64::MAX, 1, -1], vec![-1, i64::MIN, 1], vec![1 << 47; MOST_UNTESTED]] {
        assert_eq!(sum(&elements[..]), Err(EvalError::IntegerOverflow));
    }
}
