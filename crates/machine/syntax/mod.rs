//! Text of an instruction, read against the table.
//!
//! Reading never fails: whatever was typed, there is a best guess, and what is wrong with the text is said in diagnostics with the place,
//! the alternatives and edits that mend it. Tokens with their kinds come along for colouring.

mod ascii;
mod assignment;
mod completion;
mod constant;
mod decimal;
mod declaration;
mod diagnostic;
mod edit_distance;
mod error_messages;
mod foreign_literal;
mod integer_literal;
mod known_typos;
mod lexer;
mod literal;
mod matching;
mod modifier_choices;
mod mov;
mod operand;
mod option;
mod overload_resolution;
mod parsed;
mod print;
mod registers;
mod sort;
mod statement;

pub(crate) use ascii::{complain, read as plain, widen};
pub use assignment::{Assignment, assignments, not_given};
pub use completion::skeleton;
pub use completion::{Completion, complete, in_braces};
pub use constant::constant;
pub use declaration::{Declaration, declare};
pub use diagnostic::{Change, Diagnostic, Fix, Severity};
pub use edit_distance::{misspelt, nearest};
pub(crate) use error_messages::refused;
pub(crate) use lexer::tokens as lex_apart;
pub use lexer::{Token, TokenKind, lex};
pub use matching::{parse, parse_tokens, parse_with};
pub use modifier_choices::{Choice, ChoiceState, Group, Switch, Toggle, bar_of, bar_of_heading, guard_words, modifier_bar};
pub use mov::MoveType;
pub(crate) use operand::named_number;
pub use option::{Written, options, switch_in, switch_named, with_option, without_option};
pub use parsed::{Guard, Heading, Instruction, Literal, Parsed, Register, Source};
pub use print::print;
pub use registers::{RegisterType, Registers};
pub use sort::sort_by_key;
