//! Kernels in machine code: which thread runs, loops, what loads find, constants of a module.

use semantics::instruction::{Context, Target, Version};
use semantics::language::ParsedSource as _;
use semantics::line::{Form, evaluate_line};
use semantics::register_file::RegisterFile;
use semantics::run::Run;
use semantics::sass::{Document, shortened};

/// What nvcc 13.5.37 makes of `for (int i = 0; i < n; i++) s = fmaf(a[i], x, s); to[threadIdx.x] = s / x;`, without unrolling.
const LOOP: &str = "\
.target sm_90
/*0000*/ LDC R1, c[0x0][0x28] ;
/*0010*/ LDC R6, c[0x0][0x220] ;
/*0020*/ S2R R9, SR_TID.X ;
/*0030*/ ULDC.64 UR6, c[0x0][0x208] ;
/*0040*/ IMAD.MOV.U32 R7, RZ, RZ, RZ ;
/*0050*/ LDC R8, c[0x0][0x224] ;
/*0060*/ LDC.64 R4, c[0x0][0x210] ;
/*0070*/ MUFU.RCP R0, R6 ;
/*0080*/ ISETP.GE.AND P0, PT, R8, 0x1, PT ;
/*0090*/ FFMA R3, R0, -R6, 1 ;
/*00a0*/ FFMA R0, R0, R3, R0 ;
/*00b0*/ @!P0 BRA `(.L_x_0) ;
/*00c0*/ IMAD.MOV.U32 R7, RZ, RZ, RZ ;
/*00d0*/ UMOV UR4, URZ ;
/*00e0*/ ULDC UR5, c[0x0][0x220] ;
/*00f0*/ ULDC.64 UR8, c[0x0][0x218] ;
.L_x_1:
/*0100*/ IMAD.U32 R2, RZ, RZ, UR8 ;
/*0110*/ IMAD.U32 R3, RZ, RZ, UR9 ;
/*0120*/ LDG.E.CONSTANT R2, desc[UR6][R2.64] ;
/*0130*/ UIADD3 UR4, UR4, 0x1, URZ ;
/*0140*/ UIADD3 UR8, UP0, UR8, 0x4, URZ ;
/*0150*/ ISETP.LE.AND P0, PT, R8, UR4, PT ;
/*0160*/ UIADD3.X UR9, URZ, UR9, URZ, UP0, !UPT ;
/*0170*/ FFMA R7, R2, UR5, R7 ;
/*0180*/ @!P0 BRA `(.L_x_1) ;
.L_x_0:
/*0190*/ FCHK P0, R7, R6 ;
/*01a0*/ FFMA R2, R0, R7, RZ ;
/*01b0*/ IMAD.WIDE.U32 R4, R9, 0x4, R4 ;
/*01c0*/ FFMA R3, R2, -R6, R7 ;
/*01d0*/ FFMA R3, R0, R3, R2 ;
/*01e0*/ @!P0 BRA `(.L_x_2) ;
/*01f0*/ IMAD.MOV.U32 R0, RZ, RZ, R7 ;
/*0200*/ MOV R2, 0x220 ;
/*0210*/ CALL.REL.NOINC `($__internal_0_$__cuda_sm3x_div_rn_noftz_f32_slowpath) ;
/*0220*/ IMAD.MOV.U32 R3, RZ, RZ, R0 ;
.L_x_2:
/*0230*/ STG.E desc[UR6][R4.64], R3 ;
.L_x_12:
/*0240*/ EXIT ;
$__internal_0_$__cuda_sm3x_div_rn_noftz_f32_slowpath:
/*0250*/ LDC R3, c[0x0][0x220] ;
/*0260*/ SHF.R.U32.HI R6, RZ, 0x17, R0 ;
/*0270*/ LOP3.LUT R10, R6, 0xff, RZ, 0xc0, !PT ;
/*0280*/ LDC R9, c[0x0][0x220] ;
/*0290*/ VIADD R11, R10, 0xffffffff ;
/*02a0*/ SHF.R.U32.HI R7, RZ, 0x17, R3 ;
/*02b0*/ LOP3.LUT R7, R7, 0xff, RZ, 0xc0, !PT ;
/*02c0*/ VIADD R8, R7, 0xffffffff ;
/*02d0*/ ISETP.GT.U32.AND P0, PT, R8, 0xfd, PT ;
/*02e0*/ ISETP.GT.U32.OR P0, PT, R11, 0xfd, P0 ;
/*02f0*/ @!P0 IMAD.MOV.U32 R6, RZ, RZ, RZ ;
/*0300*/ @!P0 BRA `(.L_x_3) ;
/*0310*/ FSETP.GTU.FTZ.AND P0, PT, |R0|, +INF , PT ;
/*0320*/ FSETP.GTU.FTZ.AND P1, PT, |R3|, +INF , PT ;
/*0330*/ PLOP3.LUT P0, PT, P0, P1, PT, 0xa8, 0x0 ;
/*0340*/ @P0 BRA `(.L_x_4) ;
/*0350*/ LOP3.LUT P0, RZ, R9, 0x7fffffff, R0, 0xc8, !PT ;
/*0360*/ @!P0 BRA `(.L_x_5) ;
/*0370*/ FSETP.NEU.FTZ.AND P2, PT, |R0|.reuse, +INF , PT ;
/*0380*/ FSETP.NEU.FTZ.AND P1, PT, |R3|, +INF , PT ;
/*0390*/ FSETP.NEU.FTZ.AND P0, PT, |R0|, +INF , PT ;
/*03a0*/ @!P1 BRA !P2, `(.L_x_5) ;
/*03b0*/ LOP3.LUT P2, RZ, R0, 0x7fffffff, RZ, 0xc0, !PT ;
/*03c0*/ PLOP3.LUT P1, PT, P1, P2, PT, 0x2a, 0x0 ;
/*03d0*/ @P1 BRA `(.L_x_6) ;
/*03e0*/ LOP3.LUT P1, RZ, R9, 0x7fffffff, RZ, 0xc0, !PT ;
/*03f0*/ PLOP3.LUT P0, PT, P0, P1, PT, 0x2a, 0x0 ;
/*0400*/ @P0 BRA `(.L_x_7) ;
/*0410*/ ISETP.GE.AND P0, PT, R11, RZ, PT ;
/*0420*/ ISETP.GE.AND P1, PT, R8, RZ, PT ;
/*0430*/ @P0 IMAD.MOV.U32 R6, RZ, RZ, RZ ;
/*0440*/ @!P0 FFMA R0, R0, 1.84467440737095516160e+19, RZ ;
/*0450*/ @!P0 IMAD.MOV.U32 R6, RZ, RZ, -0x40 ;
/*0460*/ @!P1 FFMA R9, R3, 1.84467440737095516160e+19, RZ ;
/*0470*/ @!P1 VIADD R6, R6, 0x40 ;
.L_x_3:
/*0480*/ LEA R8, R7, 0xc0800000, 0x17 ;
/*0490*/ VIADD R3, R10, 0xffffff81 ;
/*04a0*/ IMAD.IADD R8, R9, 0x1, -R8 ;
/*04b0*/ IADD3 R7, R3.reuse, 0x7f, -R7 ;
/*04c0*/ IMAD R0, R3, -0x800000, R0 ;
/*04d0*/ MUFU.RCP R9, R8 ;
/*04e0*/ FADD.FTZ R11, -R8, -RZ ;
/*04f0*/ IMAD.IADD R7, R7, 0x1, R6 ;
/*0500*/ FFMA R10, R9, R11, 1 ;
/*0510*/ FFMA R12, R9, R10, R9 ;
/*0520*/ FFMA R9, R0, R12, RZ ;
/*0530*/ FFMA R10, R11, R9, R0 ;
/*0540*/ FFMA R9, R12, R10, R9 ;
/*0550*/ FFMA R10, R11, R9, R0 ;
/*0560*/ FFMA R0, R12, R10, R9 ;
/*0570*/ SHF.R.U32.HI R3, RZ, 0x17, R0 ;
/*0580*/ LOP3.LUT R3, R3, 0xff, RZ, 0xc0, !PT ;
/*0590*/ IMAD.IADD R11, R3, 0x1, R7 ;
/*05a0*/ VIADD R3, R11, 0xffffffff ;
/*05b0*/ ISETP.GE.U32.AND P0, PT, R3, 0xfe, PT ;
/*05c0*/ @!P0 BRA `(.L_x_8) ;
/*05d0*/ ISETP.GT.AND P0, PT, R11, 0xfe, PT ;
/*05e0*/ @P0 BRA `(.L_x_9) ;
/*05f0*/ ISETP.GE.AND P0, PT, R11, 0x1, PT ;
/*0600*/ @P0 BRA `(.L_x_10) ;
/*0610*/ ISETP.GE.AND P0, PT, R11, -0x18, PT ;
/*0620*/ LOP3.LUT R0, R0, 0x80000000, RZ, 0xc0, !PT ;
/*0630*/ @!P0 BRA `(.L_x_10) ;
/*0640*/ FFMA.RZ R3, R12.reuse, R10.reuse, R9.reuse ;
/*0650*/ VIADD R8, R11.reuse, 0x20 ;
/*0660*/ FFMA.RM R6, R12.reuse, R10.reuse, R9.reuse ;
/*0670*/ ISETP.NE.AND P2, PT, R11, RZ, PT ;
/*0680*/ LOP3.LUT R7, R3, 0x7fffff, RZ, 0xc0, !PT ;
/*0690*/ FFMA.RP R3, R12, R10, R9 ;
/*06a0*/ IMAD.MOV R9, RZ, RZ, -R11 ;
/*06b0*/ ISETP.NE.AND P1, PT, R11, RZ, PT ;
/*06c0*/ LOP3.LUT R7, R7, 0x800000, RZ, 0xfc, !PT ;
/*06d0*/ FSETP.NEU.FTZ.AND P0, PT, R3, R6, PT ;
/*06e0*/ SHF.L.U32 R8, R7, R8, RZ ;
/*06f0*/ SEL R6, R9, RZ, P2 ;
/*0700*/ ISETP.NE.AND P1, PT, R8, RZ, P1 ;
/*0710*/ SHF.R.U32.HI R6, RZ, R6, R7 ;
/*0720*/ PLOP3.LUT P0, PT, P0, P1, PT, 0xa8, 0x0 ;
/*0730*/ SHF.R.U32.HI R8, RZ, 0x1, R6 ;
/*0740*/ SEL R3, RZ, 0x1, !P0 ;
/*0750*/ LOP3.LUT R3, R3, 0x1, R8, 0xf8, !PT ;
/*0760*/ LOP3.LUT R3, R3, R6, RZ, 0xc0, !PT ;
/*0770*/ IMAD.IADD R3, R8, 0x1, R3 ;
/*0780*/ LOP3.LUT R0, R3, R0, RZ, 0xfc, !PT ;
/*0790*/ BRA `(.L_x_10) ;
.L_x_9:
/*07a0*/ LOP3.LUT R0, R0, 0x80000000, RZ, 0xc0, !PT ;
/*07b0*/ LOP3.LUT R0, R0, 0x7f800000, RZ, 0xfc, !PT ;
/*07c0*/ BRA `(.L_x_10) ;
.L_x_8:
/*07d0*/ IMAD R0, R7, 0x800000, R0 ;
/*07e0*/ BRA `(.L_x_10) ;
.L_x_7:
/*07f0*/ LOP3.LUT R0, R9, 0x80000000, R0, 0x48, !PT ;
/*0800*/ LOP3.LUT R0, R0, 0x7f800000, RZ, 0xfc, !PT ;
/*0810*/ BRA `(.L_x_10) ;
.L_x_6:
/*0820*/ LOP3.LUT R0, R9, 0x80000000, R0, 0x48, !PT ;
/*0830*/ BRA `(.L_x_10) ;
.L_x_5:
/*0840*/ MUFU.RSQ R0, -QNAN ;
/*0850*/ BRA `(.L_x_10) ;
.L_x_4:
/*0860*/ FADD.FTZ R0, R0, R3 ;
.L_x_10:
/*0870*/ IMAD.MOV.U32 R3, RZ, RZ, 0x0 ;
/*0880*/ RET.REL.NODEC R2 `(k) ;
.L_x_11:
/*0890*/ BRA `(.L_x_11);
.L_x_13:
";

/// A loop, a thread's number and the slow path of a division run as they stand; what a load finds may differ from turn to turn.
#[test]
fn a_kernel_with_a_loop_runs_whole() {
    let document = Document::read_128(LOOP, &Context { target: Target::SM_90, ptx: Version::NEWEST });
    assert!(document.diagnostics.iter().any(|said| said.code == "loaded-again"), "{:?}", document.diagnostics);
    let load = document.statements.iter().position(|statement| document.text[statement.span.clone()].starts_with("LDG")).expect("a load");
    let run = |n: u64, x: f32, found: &[f32]| {
        let mut registers = RegisterFile::default();
        registers.set("c[0x0][0x224]", n);
        registers.set("c[0x0][0x220]", x.to_bits().into());
        registers.set("SR_TID.X", 3);
        for (turn, value) in found.iter().enumerate() {
            let turn = if turn == 0 { String::new() } else { format!(".{}", turn + 1) };
            registers.set(&format!("R2@{}{turn}", load + 1), value.to_bits().into());
        }
        document.run_all(&registers).expect("it runs")
    };
    let stored = |run: &Run| {
        let store = run.blocks.iter().rfind(|block| block.ran() && block.name().starts_with("STG")).expect("a store");
        let from = store.text.trim_end_matches([';', ' ']).rsplit(", ").next().expect("a register");
        // The address is that of the fourth number.
        let address = store.text.split_once("][").and_then(|(_, rest)| rest.split_once(".64")).expect("an address").0;
        [from, address].map(|name| run.registers.get(name).expect("bits"))
    };
    // Three turns: (1·2 + 3·2 + 5·2) / 2, then the same number in each turn, then none.
    assert_eq!(stored(&run(3, 2.0, &[1.0, 3.0, 5.0])), [9.0f32.to_bits().into(), 12]);
    assert_eq!(stored(&run(4, 2.0, &[1.5])), [6.0f32.to_bits().into(), 12]);
    assert_eq!(stored(&run(0, 2.0, &[])), [0, 12]);
    // A divisor below the normal numbers goes through the slow path, which is called.
    let slow = run(2, f32::from_bits(0x0020_0000), &[1.0, 2.0]);
    assert_eq!(stored(&slow), [3.0f32.to_bits().into(), 12]);
    assert!(slow.blocks.iter().any(|block| block.ran() && block.name().starts_with("CALL")));
}

/// Two loads of one address are one input, as long as nothing between them may change the address and every way leads through the first.
#[test]
fn two_loads_of_one_address_find_the_same() {
    let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
    let inputs = |lines: &[&str]| {
        let text: String = lines.iter().enumerate().map(|(at, line)| format!("/*{:04x}*/ {line} ;\n", at * 16)).collect();
        let text = [".target sm_90\n", &text].concat();
        let document = Document::read_128(&text, &context);
        let run = document.run_all(&RegisterFile::default()).unwrap_or_else(|| panic!("{text}: {:?}", document.diagnostics));
        let mut names: Vec<String> = run.blocks.iter().flat_map(|block| block.unset.clone()).filter(|name| name.contains('@')).collect();
        names.sort();
        names.dedup();
        names
    };
    let load = "LDG.E R4, desc[UR4][R2.64+0x10]";
    let again = "LDG.E.CONSTANT R6, desc[UR4][R2.64+0x10]";
    assert_eq!(inputs(&[load, again]), ["R4@1"]);
    assert_eq!(inputs(&[load, "ISETP.GE.AND P0, PT, R4, RZ, PT", again]), ["R4@1"]);
    assert_eq!(inputs(&[load, "FADD R4, R4, R4", again, "LDG.E R8, desc[UR4][R2.64+0x10]"]), ["R4@1"]);
    assert_eq!(inputs(&["LDG.E.64 R4, [R2.64]", "@P0 LDG.E.64 R6, [R2.64]"]), ["R4@1", "R5@1"]);
    assert_eq!(inputs(&["@P0 LDG.E R4, [R2.64]", "@P0 LDG.E R6, [R2.64]"]), ["R4@1"]);
    // Another address, width, kind of memory; an address that changes; a way around the first load; a load that may not run; an order of threads.
    for lines in [
        [load, "MOV R9, 0x1", "LDG.E R6, desc[UR4][R2.64+0x14]"],
        ["LDG.E R4, [R2]", "MOV R9, 0x1", "LDS R6, [R2]"],
        ["LDG.E.U8 R4, [R2]", "MOV R9, 0x1", "LDG.E.S8 R6, [R2]"],
        [load, "MOV R3, 0x1", again],
        ["LDG.E R2, [R2.64]", "MOV R9, 0x1", "LDG.E R6, [R2.64]"],
        ["@!P1 LDG.E R4, [R2.64]", "MOV R9, 0x1", "LDG.E R6, [R2.64]"],
        ["LDG.E.STRONG.GPU R4, [R2.64]", "MOV R9, 0x1", "LDG.E.STRONG.GPU R6, [R2.64]"],
    ] {
        let found = inputs(&lines);
        assert_eq!(found.len(), 2, "{lines:?}: {found:?}");
    }
    assert_eq!(inputs(&["@P1 BRA 0x20", "LDG.E R4, [R2.64]", "LDG.E R6, [R2.64]"]), ["R6@3"]);
    // What orders memory or threads, of which a NOP may be what is left, but not where nobody stores; a store elsewhere orders nothing.
    let plain = "LDG.E R6, desc[UR4][R2.64+0x10]";
    for order in
        ["MEMBAR.SC.CTA", "WARPSYNC.ALL", "ERRBAR", "DEPBAR.LE SB0, 0x0", "BSYNC B0", "YIELD", "NOP", "LDG.E.STRONG.GPU R8, [R10.64]"]
    {
        assert!(inputs(&[load, order, plain]).contains(&"R6@3".to_owned()), "{order}");
        assert!(!inputs(&[load, order, again]).contains(&"R6@3".to_owned()), "{order}");
    }
    assert_eq!(inputs(&[load, "BSSY B0, 0x20", plain]), ["R4@1"]);
    // A volatile load of shared memory is an LDS like any other; a distance of nought is none.
    assert_eq!(inputs(&["LDS R4, [R2]", "LDS R6, [R2]"]), ["R4@1", "R6@2"]);
    assert_eq!(inputs(&["LDG.E R4, [R2.64]", "LDG.E R6, [R2.64+0x0]", "LDG.E R8, [R2.64+0x8+-0x8]"]), ["R4@1"]);
    assert_eq!(inputs(&["LD.E R4, [R2.64]", "MEMBAR.SC.GPU", "LD.E R6, [R2.64]"]), ["R4@1", "R6@3"]);
    assert_eq!(inputs(&[load, "STS [R10], R9", plain]), ["R4@1"]);
    let said = evaluate_line("LDG.E R4, [R2.64]; LDG.E R6, [R2.64];", context, Form::Fields);
    assert_eq!(said.matches("R4@1 is not given").count(), 1, "{said}");
    let two = Document::read_128("LDG.E R4, [R2.64]; LDG.E R6, [R2.64];", &context).run_all(&RegisterFile::default()).expect("it runs");
    assert!(two.blocks.iter().all(|block| block.unset == ["R4@1"]), "{:?}", two.notes());
    // In a loop both have the turn of the first one; what nothing reads is said.
    let turns = ".target sm_90\n/*0000*/ MOV R0, RZ ;\n/*0010*/ MOV R10, RZ ;\n.L_1:\n/*0020*/ ISETP.EQ.AND P1, PT, R10, 0x2, PT ;\n\
        /*0030*/ LDG.E R4, [R2.64] ;\n/*0040*/ @P1 LDG.E R6, [R2.64] ;\n/*0050*/ IADD3 R10, R10, 0x1, RZ ;\n\
        /*0060*/ ISETP.LT.AND P0, PT, R10, 0x3, PT ;\n/*0070*/ @P0 BRA `(.L_1) ;\n/*0080*/ EXIT ;\n";
    let mut found = RegisterFile::default();
    for (name, bits) in [("R4@4", 0x11), ("R4@4.2", 0x22), ("R4@4.3", 0x33), ("R4@4.4", 0x44), ("R6@5", 0x55)] {
        found.set(name, bits);
    }
    let run = Document::read_128(turns, &context).run_all(&found).expect("it runs");
    assert_eq!(["R4", "R6"].map(|name| run.registers.get(name)), [Some(0x33), Some(0x33)]);
    let unread = |name: &str| run.notes().contains(&format!("{name} is given, and nothing that ran reads it."));
    assert!(unread("R4@4.4") && unread("R6@5") && !unread("R4@4.3"), "{:?}", run.notes());
}

/// What a load finds is given like a register; the thread's own memory below R1 is kept, and what cannot be known is refused by name.
#[test]
fn loads_are_inputs_and_spills_are_kept() {
    let given = |text: &str| evaluate_line(text, Context { target: Target::SM_90, ptx: Version::NEWEST }, Form::Fields);
    for (text, result) in [
        ("R4@1=3f800000 | LDG.E R4, [R2.64]; FADD R0, R4, R4;", "ok\tR4=3f800000,R0=40000000\t-\tMemory is not kept here. R4@1"),
        (
            "R4@1=1 R5@1=2 R6@1=3 R7@1=4 | LDG.E.128.CONSTANT R4, desc[UR4][R2.64+0x10];",
            "ok\tR4=00000001,R5=00000002,R6=00000003,R7=00000004",
        ),
        ("R5=7 | STL [R1+0x8], R5; MOV R5, 0x1; LDL R6, [R1+0x8];", "ok\tl[0x8]=00000007,R5=00000001,R6=00000007"),
        ("R4=7 R5=8 | STL.64 [R1+-0x8], R4; LDL R6, [R1+-0x4];", "ok\tl[-0x8]=00000007,l[-0x4]=00000008,R6=00000008"),
        ("l[0x8]=5 | LDL R6, [R1+0x8];", "ok\tR6=00000005"),
        // A constant is no memory that a store changes.
        ("R4@2=3 | STG.E [R2.64], R0; LDG.E.CONSTANT R4, [R6.64];", "ok\tR4=00000003"),
        ("STG.E [R2.64], R0; LDG.E R4, [R6.64];", "error\tmemory"),
        ("STS [R2], R0; LD.E R4, [R6.64];", "error\tmemory"),
        ("STS [R2], R0; LDG.E R4, [R6.64];", "ok\tR4="),
        ("STL [R3], R5; LDL R6, [R1+0x8];", "error\tmemory"),
        ("STL [R1+0x8], R5; LDL R6, [R3];", "error\tmemory"),
        ("STL [R1+0x8], R5; IADD3 R1, R1, 0x8, RZ; LDL R6, [R1+0x8];", "error\tmemory"),
        ("STL [R1+0x8], R5; ST.E [R2.64], R5; LDL R6, [R1+0x8];", "error\tmemory"),
        // A byte or a half of what is given, with its sign or zeros.
        ("R4@1=1234fffe | LDG.E.U16.CONSTANT R4, [R2.64];", "ok\tR4=0000fffe"),
        ("R4@1=1234fffe | LDS.S8 R4, [R2];", "ok\tR4=fffffffe"),
        ("R4@1=ff R5=1 | LDG.E.U8 R4, [R2.64]; IADD3 R6, R4, R5, RZ; STG.E.U8 [R8.64], R6;", "ok\tR4=000000ff,R6=00000100"),
        ("LDG.E.U8.64 R4, [R2.64];", "error\telsewhere"),
        ("LDL.U8 R4, [R1];", "error\telsewhere"),
        ("LDG.E.64 R5, [R2.64];", "error\telsewhere"),
        // As nvdisasm 13.5 writes what nvcc spills.
        ("R5=7 | STL [R1+0x8], R5 (*\"SpillRefill\"*); LDL.LU R6, [R1+0x8] (*\"SpillRefill\"*);", "ok\tl[0x8]=00000007,R6=00000007"),
        // A load may change the register that the next address begins at; behind the last access R1 may change.
        ("l[0x8]=100 | LDL R1, [R1+0x8]; LDL R2, [R1+0x8];", "error\tmemory"),
        ("STL [R1+0x8], R5; LDL R6, [R1+0x8]; IADD3 R1, R1, 0x8, RZ;", "ok\t"),
        ("l[0x8]=400921fb54442d18 | LDL.64 R4, [R1+0x8];", "ok\tR4=54442d18,R5=400921fb"),
        ("LDG.E R4, [garbage];", "error\telsewhere"),
        ("LDG.E R4, foo[];", "error\telsewhere"),
        ("LDL.E.64.128 R4, [R1];", "error\telsewhere"),
        ("STG.CONSTANT.E [R2.64], R4;", "error\telsewhere"),
        ("R4@1=1 | LDG.E R4, desc[UR4][R2.64+0x10];", "ok\tR4=00000001"),
        // A sign under .X is written ~; kinds of registers do not mix.
        ("IADD3.X R0, P0, -R1, R2, R3, P1, P2;", "error\telsewhere"),
        ("IADD3.X R0, P0, R1, -R2, RZ, P1, !PT;", "error\telsewhere"),
        ("IMAD.X R6, RZ, RZ, ~0x3, P0;", "error\telsewhere"),
        ("ISETP.GE.U32.AND P0, UP1, R4, 0x2, UPT;", "error\telsewhere"),
        ("@P0 UMOV UR4, 0x5;", "error\telsewhere"),
        ("@UP0 MOV R0, R1;", "error\telsewhere"),
    ] {
        assert!(given(text).starts_with(result), "{text}: {}", given(text));
    }
}

/// Constants of bank 2 stand in a section of their own; without it the listing says that they are missing, and a shortened one keeps them.
#[test]
fn constants_beside_the_code_are_read() {
    let context = Context { target: Target::SM_80, ptx: Version::NEWEST };
    let code = ".target sm_80\n.section .text.k,\"ax\"\nk:\n/*0000*/ MOV R0, c[0x2][0x4] ;\n/*0010*/ EXIT ;\n";
    let data = |function: &str, bytes: &str| {
        format!(
            ".section .nv.constant2.{function},\"a\"\n.sectionflags @\"\"\n.align 4\n.nv.constant2.{function}:\n/*0000*/ .byte {bytes}\n"
        )
    };
    let result = |text: &str| {
        let document = Document::read_128(text, &context);
        let is_missing = document.diagnostics.iter().any(|said| said.code == "missing-constant");
        (document.run_all(&RegisterFile::default()).and_then(|run| run.registers.get("R0")), is_missing)
    };
    let own = data("k", "0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08");
    for text in [
        [code, &own].concat(),
        [&*own, code].concat(),
        [&*data("other", "0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00"), &*own, code].concat(),
    ] {
        assert_eq!(result(&text), (Some(0x0807_0605), false), "{text}");
        let short = shortened(&text, usize::MAX).expect("a listing").text;
        assert_eq!(result(&short), (Some(0x0807_0605), false), "{short}");
    }
    // Of another function, with a gap, or a word that the linker fills.
    for data in
        [data("other", "0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08"), own.replace("/*0000*/", "/*0010*/"), own.replace("0x05", "tab")]
    {
        assert!(result(&[code, &data].concat()).1, "{data}");
    }
    // Bank 3 is the module's: two variables, the second of them zero, and a third behind a gap.
    let module = ".section .nv.constant3,\"a\"\n.nv.constant3:\nt:\n/*0000*/ .byte 0x00, 0x00, 0xc0, 0x3f, 0x07\nz:\n.zero 3\n.zero 4\nf:\n\
        /*000c*/ .byte 0x01, 0x02\n";
    let code = ".section .text.k,\"ax\"\nk:\n/*0000*/ MOV R0, c[0x3][0xc] ;\n/*0010*/ FADD R1, RZ, c[0x3][0x0] ;\n/*0020*/ EXIT ;\n";
    for text in [[".target sm_80\n", module, code].concat(), [".target sm_80\n", code, module].concat()] {
        let short = shortened(&text, usize::MAX).expect("a listing").text;
        for text in [text, short] {
            let document = Document::read_128(&text, &context);
            assert!(document.diagnostics.iter().any(|said| said.code == "module-constant"), "{:?}", document.diagnostics);
            let of = |registers: &RegisterFile| {
                let run = document.run_all(registers).expect("it runs");
                [run.registers.get("R0"), run.registers.get("R1")]
            };
            assert_eq!(of(&RegisterFile::default()), [Some(0x201), Some(0x3fc0_0000)], "{text}");
            let mut given = RegisterFile::default();
            given.set("c[0x3][0x0]", 0x4000_0000);
            assert_eq!(of(&given), [Some(0x201), Some(0x4000_0000)]);
        }
    }
    // A word that a linker fills takes none of the others with it, in a link neither; two banks of one number say nothing.
    let filled =
        ".section .nv.constant3,\"a\"\n.nv.constant3:\np:\n/*0000*/ .dword fun@R_CUDA_G64(gv)\nv:\n/*0008*/ .word 0x3fc00000, 0x7\n";
    let other = filled.replace("0x7", "0x8");
    let code = |place: &str| {
        [".target sm_80\n", ".section .text.k,\"ax\"\nk:\n/*0000*/ MOV R0, c[0x3][", place, "] ;\n/*0010*/ EXIT ;\n"].concat()
    };
    for (text, wanted) in [
        ([&*code("0xc"), filled].concat(), (Some(7), false)),
        ([&*code("0x4"), filled].concat(), (Some(0), true)),
        ([&*code("0xc"), filled, &other].concat(), (Some(0), true)),
        (code("0xc"), (Some(0), true)),
    ] {
        assert_eq!(result(&text), wanted, "{text}");
        let short = shortened(&text, usize::MAX).expect("a listing").text;
        assert_eq!(result(&short), wanted, "{short}");
    }
    // Of a constant that is given nothing is said, and of one beside no listing neither.
    let mut given = RegisterFile::default();
    given.set("c[0x3][0xc]", 7);
    let listing = Document::read_128(&code("0xc"), &context);
    let said = |given: &RegisterFile| listing.notes_on(given).iter().any(|note| note.contains("or give it like a register"));
    assert!(said(&RegisterFile::default()) && !said(&given));
    let line = evaluate_line("R1=3fc00000 c[0x3][0x10]=40000000 | FADD R0, R1, c[0x3][0x10];", context, Form::Fields);
    assert!(line.starts_with("ok\tR0=40600000") && !line.contains("stands beside the code"), "{line}");
}

/// C with a listing in a comment, or in what is not compiled, stays C; a listing alone is a kernel.
#[test]
fn c_that_quotes_machine_code_runs_as_c() {
    let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
    let kernel = "__global__ void k(int *to) { to[0] = 5; }\n";
    let listing = "        /*0000*/                   MOV R1, c[0x0][0x28] ;\n        /*0010*/                   EXIT ;\n";
    for text in [
        [kernel, "#if 0\n", listing, "#endif\n"].concat(),
        ["#if 0\n", listing, "#endif\n", kernel].concat(),
        [kernel, "//\tcode for sm_90\n"].concat(),
        ["/*\n\tcode for sm_90\n.headerflags\n*/\n", kernel].concat(),
    ] {
        let read = semantics::module::read(&text, &context, false).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.message));
        assert!(read.module.entry(Some("k")).is_ok(), "{text}");
    }
    // PTX whose comment quotes the head of a listing stays PTX, and a word of PTX in a comment hides no listing.
    let ptx = ".version 8.0\n.target sm_90\n/*\n\tcode for sm_90\n.headerflags\n*/\n.visible .func f(){ ret; }\n";
    assert!(semantics::module::read(ptx, &context, false).is_ok());
    for text in [[".target sm_90\n", listing].concat(), ["// .entry\n.target sm_90\n", listing].concat(), LOOP.to_owned()] {
        let read = semantics::module::read(&text, &context, false).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.message));
        assert!(read.module.entry(Some("kernel")).is_ok(), "{text}");
    }
}
