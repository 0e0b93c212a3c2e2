//! `ulp block`: blocks of numbers.

use super::said;

#[test]
fn blocks_are_written_number_by_number() {
    let written = |line: &str, input: &str| String::from_utf8(said(line, input).unwrap()).unwrap();
    let mx = "scale\t7f\t2^0\n40fccccd\t7\t6\t-24.0506\tsaturated\n3f800000\t2\t1\t0.0000\texact\nbf000000\t9\t-0.5\t0.0000\texact\n3dcccccd\t0\t0\t-100.0000\tflushed\n";
    assert_eq!(written("block mxfp4 7.9 1 -0.5 0.1", ""), mx);
    assert_eq!(written("block mxfp4 --exponent floor", "7.9, 1\n-0.5 0.1\n"), mx);
    assert!(written("block mxfp4 --exponent=fit 7.9 1", "").starts_with("scale\t80\t2^1\n"));
    let nv = written("block nvfp4 --tensor-scale 1 6 3 -1.5", "");
    assert_eq!(nv.lines().next(), Some("tensor\t3f800000\t1.0"));
    assert_eq!(nv.lines().nth(1), Some("scale\t38\t1"));
    assert!(nv.ends_with("bfc00000\tb\t-1.5\t0.0000\texact\n"), "{nv}");
    assert!(written("block mxfp8-e5m2 1 nan", "").contains("\tnone\tnone\tlost\n"));
}

#[test]
fn what_is_no_block_is_refused() {
    for (line, part) in [
        ("block mxfp5 1", "mxfp4"),
        ("block mxfp4 one", "`one`"),
        ("block nvfp4 --tensor-scale 0 1", "above zero"),
        ("block mxfp4 --exponent up 1", "ceil"),
        ("block mxfp4 --tensor-scale 2 1", "mxfp4 has none"),
        ("block nvfp4 --exponent ceil 1", "no powers of two"),
        ("block mxfp4", "no number"),
    ] {
        let complaint = said(line, "").expect_err(line);
        assert!(complaint.contains(part), "{line}: {complaint}");
    }
}
