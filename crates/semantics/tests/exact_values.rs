//! Which values of functions are numbers of a format, against mpmath.

use semantics::number::{F64, Pattern};
use semantics::operation::exact_value::is_exact;

#[test]
fn a_value_is_exact_where_mpmath_has_it_so() {
    let mut compared = [0; 2];
    for line in include_str!("exact_values.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let (name, exact, middle) = (words[0], words[words.len() - 1] == "1", &words[1..words.len() - 1]);
        let bits = |word: &str| Pattern::new(F64::ROW, u64::from_str_radix(word, 16).expect("bits"));
        let numbers: Vec<_> = middle.iter().map(|word| bits(word).exact().expect("a number")).collect();
        let (result, arguments) = numbers.split_last().expect("a result");
        assert_eq!(is_exact(name, arguments, *result), Some(exact), "{line}");
        // What lies beside the value is none.
        let own = bits(middle[middle.len() - 1]).bits;
        for beside in [own ^ 1, own ^ 1 << 63, own.wrapping_add(1), own.wrapping_sub(1), 0].map(|bits| Pattern { bits, format: F64::ROW }) {
            let other = beside.exact().filter(|other| beside.bits != own && !(other.is_zero() && result.is_zero()));
            assert!(other.is_none_or(|other| is_exact(name, arguments, other) == Some(false)), "{line}: {:x}", beside.bits);
        }
        compared[usize::from(exact)] += 1;
    }
    assert_eq!(compared, [1060, 408]);
}
