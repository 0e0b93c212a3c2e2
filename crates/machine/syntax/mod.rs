//! Text of an instruction, read against the table.
//!
//! Reading never fails: whatever was typed, there is a best guess, and what is wrong with the text is said in diagnostics with the place,
//! the alternatives and edits that mend it. Tokens with their kinds come along for colouring.

mod ascii;
mod assignment;
mod bar;
mod choosing;
mod complaint;
mod completion;
mod constant;
mod decimal;
mod declaration;
mod diagnostic;
mod lexer;
mod literal;
mod matching;
mod meant;
mod movement;
mod nearest;
mod operand;
mod option;
mod order;
mod parsed;
mod print;
mod registers;
mod slip;
mod statement;
mod whole;

pub(crate) use ascii::{complain, read as plain, widen};
pub use assignment::{Assignment, assignments, not_given};
pub use bar::{Choice, ChoiceState, Group, Switch, Toggle, bar_of, bar_of_heading, guard_words, modifier_bar};
pub use completion::skeleton;
pub use completion::{Completion, complete, in_braces};
pub use constant::constant;
pub use declaration::{Declaration, declare};
pub use diagnostic::{Change, Diagnostic, Fix, Severity};
pub(crate) use lexer::tokens as lex_apart;
pub use lexer::{Token, TokenKind, lex};
pub use matching::{parse, parse_tokens, parse_with};
pub use movement::MoveType;
pub use nearest::{misspelt, nearest};
pub(crate) use operand::named_number;
pub use option::{Written, options, switch_in, with_option, without_option};
pub use order::sort_by_key;
pub use parsed::{Guard, Heading, Instruction, Literal, Parsed, Register, Source};
pub use print::print;
pub use registers::{RegisterType, Registers};
