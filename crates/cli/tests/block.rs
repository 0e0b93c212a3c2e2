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
        ("block mxfp4 --exponent upper 1", "ceil"),
        ("block mxfp4 --scale up 1", "it takes floor, ceil, round, fit"),
        ("block mxfp4 --tensor-scale 2 1", "mxfp4 has none"),
        ("block nvfp4 --exponent ceil 1", "no powers of two; it takes nearest, up, down"),
        ("block all 1 two", "Line 1: `two`"),
        ("block all 1 --scale up", "a row for each rule of nvfp4"),
        ("block mxfp4 1 --column 1", "name a file"),
        ("block fp8-e4m3 @none --tensor-scale 2", "takes its own"),
        ("block nvfp4 @none --scale up --tensor-scale 2", "it goes with --scale nearest"),
        ("block all @no-such-file", "no-such-file: "),
        ("block mxfp4", "no number"),
    ] {
        let complaint = said(line, "").expect_err(line);
        assert!(complaint.contains(part), "{line}: {complaint}");
    }
}

#[test]
fn scale_factors_go_up_down_or_to_nearest() {
    let scale = |rule: &str| {
        let text = String::from_utf8(said(&format!("block nvfp4 --tensor-scale 1 --scale {rule} 1 0.5"), "").unwrap()).unwrap();
        text.lines().nth(1).map(str::to_owned)
    };
    // 1/6 lies between 0.15625 and 0.171875, nearer to the second.
    assert_eq!(
        ["nearest", "up", "down"].map(scale),
        ["23\t0.171875", "23\t0.171875", "22\t0.15625"].map(|text| Some(format!("scale\t{text}")))
    );
    let tensor = String::from_utf8(said("block fp8-e4m3 448 -1", "").unwrap()).unwrap();
    assert_eq!(tensor, "tensor\t3f800000\t1.0\nscale\t3f800000\t1\n43e00000\t7e\t448\t0.0000\texact\nbf800000\tb8\t-1\t0.0000\texact\n");
}

#[test]
fn a_column_becomes_a_table() {
    let table = |line: &str, input: &str| String::from_utf8(said(line, input).unwrap()).unwrap();
    let all = table("block all", "6 3 1.5\n-0.75\n");
    assert_eq!(all.lines().count(), 11);
    // 18.45466 dB: rounded once.
    let eight = table("block all", "57 162 178 133 116 58 135 167");
    assert!(eight.lines().any(|row| row.starts_with("MXFP4") && row.contains("\t18.45\t")), "{eight}");
    // Of numbers that are lost nothing is measured.
    assert!(table("block all", "inf").lines().all(|row| row.contains("\tnone\tnone\tnone\t")));
    assert!(all.contains("MXFP4 (E2M1)\t6\t0.01562\t28.84\t-0.2500\t0\t0\t0\t0 of 1\n"), "{all}");
    assert!(all.contains("FP8 (E5M2) per tensor\t16\t"), "{all}");
    let path = std::env::temp_dir().join(format!("ulp-block-{}.csv", std::process::id()));
    std::fs::write(&path, "1,6\n2,3\n3,1.5\n4,-0.75\n").unwrap();
    let of = |line: &str| table(&format!("block {line} @{} --column 2", path.display()), "");
    let (whole, four, down) = (of("all"), of("nvfp4"), of("nvfp4 --scale down"));
    let wrong = said(&format!("block all @{} --column 3", path.display()), "").unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert_eq!((whole, four.lines().count(), down.lines().count()), (all, 4, 1));
    assert!(
        four.lines().all(|line| line.starts_with("NVFP4")) && wrong.contains("Line 1: there is nothing in column 3."),
        "{four} {wrong}"
    );
}
