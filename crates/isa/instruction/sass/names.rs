//! The names of operations outside the table: by opcode, and those that stand in listings.

use super::volta::ROWS;

/// Operations by opcode, as nvdisasm 13.5 names them. Where generations part, [`name_of`] says so.
#[rustfmt::skip]
const BY_OPCODE: &[(u32, &str)] = &[
    (0x001, "PMTRIG"), (0x002, "MOV"), (0x003, "P2R"), (0x004, "R2P"), (0x005, "CS2R"), (0x006, "VOTE"), (0x007, "SEL"),
    (0x00c, "ISETP"), (0x00d, "CSMTEST"), (0x00f, "VIMNMX3"), (0x010, "IADD3"), (0x011, "LEA"), (0x012, "LOP3"), (0x013, "IABS"),
    (0x014, "VABSDIFF"), (0x016, "PRMT"), (0x017, "IMNMX"), (0x019, "SHF"), (0x01a, "SGXT"), (0x01b, "BMSK"), (0x01c, "PLOP3"),
    (0x01e, "PLOP3"), (0x01f, "PLOP3"), (0x024, "IMAD"), (0x025, "IMAD"), (0x026, "IDP"), (0x027, "IMAD"), (0x02c, "CLMAD"),
    (0x035, "IADD"), (0x036, "VIADD"), (0x037, "IMMA"), (0x038, "I2I"), (0x039, "I2IP"), (0x03a, "MOVM"), (0x03d, "BMMA"),
    (0x043, "F2IP"), (0x046, "VIADDMNMX"), (0x047, "VHMNMX"), (0x048, "VIMNMX"), (0x04d, "UIABS"), (0x059, "UF2IP"), (0x05e, "UI2FP"),
    (0x082, "UMOV"), (0x090, "UIADD3"), (0x092, "ULOP3"), (0x0b9, "ULDC"), (0x0ca, "R2UR"), (0x100, "FLO"), (0x101, "BREV"),
    (0x109, "POPC"), (0x118, "NOP"), (0x119, "S2R"), (0x11a, "DEPBAR"), (0x120, "AL2P"), (0x121, "ALD"), (0x124, "OUT"),
    (0x126, "IPA"), (0x127, "ISBEWR"), (0x13f, "CCTL"), (0x140, "CCTL"), (0x141, "BSYNC"), (0x142, "BREAK"), (0x143, "CALL"),
    (0x144, "CALL"), (0x145, "BSSY"), (0x147, "BRA"), (0x148, "WARPSYNC"), (0x14d, "EXIT"), (0x150, "RET"), (0x152, "RPCMOV"),
    (0x153, "RPCMOV"), (0x157, "BMOV"), (0x181, "LDG"), (0x182, "LDC"), (0x183, "LDL"), (0x186, "STG"), (0x187, "STL"),
    (0x189, "SHFL"), (0x1a6, "REDG"), (0x1ac, "LDCU"), (0x1c3, "S2UR"),
];

/// Further names of NVIDIA's lists of instructions, from Volta to Blackwell (CUDA Binary Utilities).
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "ACQBULK", "ACQSHMINIT", "ARRIVES", "ATOM", "ATOMG", "ATOMS", "B2R", "BAR", "BPT", "BRX", "BRXU", "CCTLL", "CCTLT", "CGAERRBAR",
    "CREDUX", "ELECT", "ENDCOLLECTIVE", "ERRBAR", "FADD32I", "FFMA32I", "FMUL32I", "GETLMEMBASE", "HADD2_32I", "HFMA2_32I", "HGMMA",
    "HMUL2_32I", "IADD32I", "IGMMA", "IMUL", "IMUL32I", "ISCADD", "ISCADD32I", "JCAL", "JMP", "JMX", "JMXU", "KILL", "LD",
    "LDGDEPBAR", "LDGMC", "LDGSTS", "LDS", "LDSM", "LDT", "LDTM", "LEPC", "LOP", "LOP32I", "MATCH", "MEMBAR", "MOV32I", "NANOSLEEP",
    "NANOTRAP", "PREEXIT", "QGMMA", "QSPC", "R2B", "RED", "REDAS", "REDUX", "SETCTAID", "SETLMEMBASE", "SETMAXREG", "SHL", "SHR",
    "ST", "STAS", "STS", "STSM", "STT", "STTM", "SUATOM", "SULD", "SURED", "SUST", "SYNCS", "SYNCU", "TEX", "TLD", "TLD4", "TMML",
    "TXA", "TXD", "TXQ", "UBLKCP", "UBLKPF", "UBLKRED", "UBMSK", "UBREV", "UCGABAR_ARV", "UCGABAR_WAIT", "UCLEA", "UFLO",
    "UGETNEXTWORKID", "UIMAD", "UIMNMX", "UISETP", "ULEA", "ULOP", "ULOP32I", "UMEMSETS", "UP2UR", "UPLOP3", "UPOPC", "UPRMT",
    "UR2UP", "UREDGR", "USEL", "USETMAXREG", "USETSHMSZ", "USGXT", "USHF", "USHL", "USHR", "USTGR", "UTCATOMSWS", "UTCBAR", "UTCCP",
    "UTCHMMA", "UTCIMMA", "UTCMXQMMA", "UTCOMMA", "UTCQMMA", "UTCSHIFT", "UTMACCTL", "UTMACMDFLUSH", "UTMALDG", "UTMAPF", "UTMAREDG",
    "UTMASTG", "UVIADD", "UVIMNMX", "UVIRTCOUNT", "VABSDIFF4", "VOTEU", "WARPGROUP", "WARPGROUPSET", "YIELD",
];

/// The name of the operation outside the table that a generation has for an opcode, if it is known.
pub fn name_of(opcode: u32, generation: u32) -> Option<&'static str> {
    // HFMA2.MMA and HMMA stood here before.
    let moved = matches!(opcode, 0x035 | 0x036) && generation <= if opcode == 0x035 { 90 } else { 75 };
    BY_OPCODE.iter().find(|(known, _)| *known == opcode && !moved).map(|(_, name)| *name)
}

/// Whether an operation outside the table has this name.
pub fn is_other(name: &str) -> bool {
    BY_OPCODE.iter().any(|(_, known)| *known == name) || OTHERS.contains(&name)
}

/// The operations of the table whose names begin as this one does, for a list of what could be meant.
pub fn name_of_text(name: &str) -> Vec<&'static str> {
    let start = name.get(..1).unwrap_or_default();
    let mut names: Vec<&'static str> = ROWS.iter().map(|row| row.name).filter(|known| known.starts_with(start)).collect();
    names.dedup();
    names
}
