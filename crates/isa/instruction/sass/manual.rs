//! Lines that show a mnemonic, and what the texts leave open about it.

use super::Mnemonic;

impl Mnemonic {
    /// Example lines: those of the texts, then ours, each with what it shows.
    pub const fn examples(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Mnemonic::Mufu => &[
                ("MUFU.COS.SAT R0,R1; MUFU.RCP64H R3,R1;", "the text's own line"),
                ("MUFU.RCP R0, R1;", "a reciprocal, the start of every division"),
                ("RRO.SINCOS R1, R2; MUFU.SIN R0, R1;", "a sine with its range reduction"),
                ("MUFU.RSQ R0, |R1|;", "the magnitude is taken before the function"),
            ],
            Mnemonic::Rro => &[
                ("RRO.SINCOS R0, R1;", "an angle as quadrant and fraction"),
                ("RRO.EX2 R0, -R1;", "an exponent as whole part and fraction"),
                ("RRO.SINCOS R0, c[0x3][0x10];", "from a constant"),
            ],
            Mnemonic::F2f => &[
                ("F2F.F32.F32 R0,-R1; F2F.F32.F32.CEIL R0,-R1; F2F.F32.F16 R0,-R1.H0; F2F.F16.F32.RN R0,-R1;", "the text's own line"),
                ("F2F.F16.F32.RZ R0, R1;", "a single cut to a half"),
                ("F2F.F32.F64 R0, R2;", "a double from R2 and R3"),
                ("F2F.F32.F32.ROUND R0, R1;", "to the nearest whole number"),
            ],
            Mnemonic::Hmul2 => &[
                ("HMUL2 R7, -|R3|.H0_H1, 0xad1c, 0xffff;", "the text's own line, with a swizzle that its grammar lacks"),
                ("HMUL2.SAT R3, |R8|.H1_H1, -|c[6][60672]|;", "the text's own line"),
                ("HMUL2.F16_V2.FMZ.SAT R1, -|R4|.F32, -|RZ|.H0_H0;", "the text's own line"),
                ("HMUL2 R0, R1, R2;", "two products, packed"),
                ("HMUL2.F32 R0, R1.H0_H0, R2;", "lane 0 as a single"),
                ("HMUL2.MRG_H0 R0, R1, R2;", "lane 0 into the low half, the high half stays"),
            ],
            Mnemonic::Hmul2Wide => &[
                ("HMUL2_32I R2, RZ.F32, 0xffff, {-|0x8ef7|};", "the text's own line"),
                ("HMUL2_32I R0, R1, 1.5, 0x3c01;", "an immediate for each lane, the upper one first"),
            ],
        }
    }

    /// What was doubtful about the texts and how it was settled.
    pub const fn doubts(self) -> &'static [&'static str] {
        match self {
            Mnemonic::Mufu => &[
                "The text lists nine functions; function 8, `.SQRT`, is invalid on sm_50 for nvdisasm and appears from sm_52 on. On sm_50 it is an error here.",
                "COS, SIN and EX2 \"must be preprocessed with RRO\": their special values hold for a float that RRO prepared, so that is what is computed. A word can also be given alone.",
                "\"Denorm is different between fp32 and fp64\" is read as: for RCP64H and RSQ64H the subnormal numbers are those of a double's upper word.",
                "The model misses LG2's documented 2^-22.6: its worst error on [1, 2) is 2^-22.577. Its tables are those of a G80 and give the results of sm_5x to sm_75 (ptx-math).",
                "How RCP64H and RSQ64H work inside is not public. They are modelled within the documented bounds, and the page says so wherever they take part.",
                "SQRT has a table that was fitted to chips of sm_6x, sm_70 and sm_75: it gives their results, and need not be their own. The roots of sm_52 and sm_53 are unknown. A comparison with chips found one root for sm_5x, the reciprocal of RSQ; ptxas 12.9 emits MUFU.SQRT from sm_52 on.",
            ],
            Mnemonic::Rro => &[
                "No text on RRO is at hand; MUFU's names the word that it makes, one sign bit, one special bit, 7 bits of whole part and 23 of fraction. Its bits follow an emulation that was checked against silicon.",
                "Infinities and NaNs become the words with the special bit set; magnitudes of 128 and more do too, for EX2 alone.",
            ],
            Mnemonic::F2f => &[
                "With a smaller source than destination the text calls `.rnd` INVALID, and ptxas 12.9 emits F2F.F32.F16.RP and .RM all the same. Widening is exact, so the mode changes nothing: a note, no error.",
                "F16 to F64 and back are Illegal in the table and can be encoded; nvdisasm prints them. They decode here and are errors when run.",
                "Between equal formats the encodings 1 to 3 with bit 42 clear all print as `.PASS`; ptxas emits 0, which prints nothing.",
                "What `.CC` writes is not said. Zero and sign flags are set as on NVIDIA's earlier chips in the envytools documentation; both are set for a NaN.",
                "Whether a payload survives is not said. It does between singles and doubles, as ptxas folds conversions; where halves take part the NaN is canonical.",
                "`.FTZ` flushes singles; halves are never flushed, since the text says so of fp32 alone.",
                "A constant of 64 bits is its upper word, at an offset that ends in 4; the lower word is zero.",
            ],
            Mnemonic::Hmul2 => &[
                "The text's own example has `.H0_H1`, which is no swizzle of its grammar and which nvdisasm never prints. It is read as .H1_H0, both halves in place.",
                "The example's 0xad1c has 16 bits and the word holds the top ten: it is read as 0xad00, with a note.",
                "The signs of both operands share one bit: nvdisasm prints it on the second, and two minus signs cancel.",
                "A constant is always taken as .F32: cut to a half, and a subnormal result of that becomes zero whatever `.FTZ` says.",
                "\"The 0.0 test is done after input denorm flush\": with `.FMZ` a subnormal operand counts as a zero that wins against infinities and NaNs.",
                "\"Conversions to and from fp32 are performed with .RZ\": widening is exact, so only the way in rounds.",
            ],
            Mnemonic::Hmul2Wide => &[
                "Ra takes neither minus nor bars; a minus is made by turning the signs of both immediates, as the text says.",
                "Braces make signs part of an immediate: `{-|0x8ef7|}` is 0x8ef7 with its sign cleared, then set.",
            ],
        }
    }
}
