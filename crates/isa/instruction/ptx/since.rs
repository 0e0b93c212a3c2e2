//! PTX versions and requirements that many rows share.

use crate::instruction::{Gate, Modifier, ModifierSet, Target, Version};

pub(super) const PTX_1_0: Version = Version::new(1, 0);
pub(super) const PTX_1_1: Version = Version::new(1, 1);
pub(super) const PTX_1_2: Version = Version::new(1, 2);
pub(super) const PTX_1_3: Version = Version::new(1, 3);
pub(super) const PTX_1_4: Version = Version::new(1, 4);
pub(super) const PTX_2_0: Version = Version::new(2, 0);
pub(super) const PTX_2_1: Version = Version::new(2, 1);
pub(super) const PTX_3_0: Version = Version::new(3, 0);
pub(super) const PTX_3_1: Version = Version::new(3, 1);
pub(super) const PTX_4_0: Version = Version::new(4, 0);
pub(super) const PTX_4_2: Version = Version::new(4, 2);
pub(super) const PTX_4_3: Version = Version::new(4, 3);
pub(super) const PTX_5_0: Version = Version::new(5, 0);
pub(super) const PTX_6_0: Version = Version::new(6, 0);
pub(super) const PTX_6_2: Version = Version::new(6, 2);
pub(super) const PTX_6_3: Version = Version::new(6, 3);
pub(super) const PTX_6_5: Version = Version::new(6, 5);
pub(super) const PTX_7_0: Version = Version::new(7, 0);
pub(super) const PTX_7_1: Version = Version::new(7, 1);
pub(super) const PTX_7_2: Version = Version::new(7, 2);
pub(super) const PTX_7_4: Version = Version::new(7, 4);
pub(super) const PTX_7_6: Version = Version::new(7, 6);
pub(super) const PTX_7_7: Version = Version::new(7, 7);
pub(super) const PTX_7_8: Version = Version::new(7, 8);
pub(super) const PTX_8_0: Version = Version::new(8, 0);
pub(super) const PTX_8_1: Version = Version::new(8, 1);
pub(super) const PTX_8_2: Version = Version::new(8, 2);
pub(super) const PTX_8_3: Version = Version::new(8, 3);
pub(super) const PTX_8_4: Version = Version::new(8, 4);
pub(super) const PTX_8_6: Version = Version::new(8, 6);
pub(super) const PTX_8_7: Version = Version::new(8, 7);
pub(super) const PTX_8_8: Version = Version::new(8, 8);
pub(super) const PTX_9_1: Version = Version::new(9, 1);
pub(super) const PTX_9_2: Version = Version::new(9, 2);
pub(super) const PTX_9_4: Version = Version::new(9, 4);

/// The chip of PTX 9.4.
pub(super) const LATEST: &[Target] = &[Target::SM_107A, Target::SM_107F];

pub(super) const DIRECTED: ModifierSet = ModifierSet::of(&[Modifier::Rm, Modifier::Rp]);
pub(super) const NOT_NEAREST: ModifierSet = ModifierSet::of(&[Modifier::Rz, Modifier::Rm, Modifier::Rp]);

/// `.ftz` is a word of PTX 1.4.
pub(super) const FTZ_SINCE_1_4: Gate = Gate { modifiers: ModifierSet::only(Modifier::Ftz), ptx: PTX_1_4, target: Target::SM_10 };
/// The only requirement of many single-precision forms.
pub(super) const FLUSH: &[Gate] = &[FTZ_SINCE_1_4];
/// Division and roots in double precision round to nearest at first, and in every mode since sm_20.
pub(super) const NEAREST_FIRST: &[Gate] = &[Gate { modifiers: NOT_NEAREST, ptx: PTX_2_0, target: Target::SM_20 }];
