//! Many inputs: a table becomes the arguments of each row, and what became of the rows is a table.

use super::off_by;
use super::types::Parameter;
use crate::components::html::{count, push_text, sentence};
use semantics::shadow::error_size;
use semantics::sweep::error_report::Deviation;

/// Rows of the table that are shown.
const SHOWN: usize = 50;

/// What became of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Its place in the table, from 1.
    pub row: usize,
    pub arguments: Vec<String>,
    /// The farthest number in the buffers in words, with its error; or why there is none.
    pub result: Result<(String, Deviation), String>,
}

impl Ended {
    /// Rows that stop say most, then those that are farthest off.
    pub fn size(&self) -> (bool, u64) {
        match &self.result {
            Ok((_, error)) => (false, error_size(*error)),
            Err(_) => (true, 0),
        }
    }
}

/// The cells of a line: between tabs, semicolons or commas, of which those in brackets belong to a list.
fn cells(line: &str) -> Vec<String> {
    let between = ['\t', ';', ','].into_iter().find(|between| line.contains(*between)).unwrap_or(',');
    let mut all = vec![String::new()];
    let mut depth = 0i32;
    for letter in line.chars() {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        match all.last_mut() {
            Some(cell) if letter != between || depth > 0 => cell.push(letter),
            _ => all.push(String::new()),
        }
    }
    all.iter().map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
}

/// An argument for a parameter: a number for one that is given a list is a list of that alone.
fn argument(cell: &str, field: &str) -> String {
    match field.split_once('[') {
        Some((own, _)) if !cell.contains('[') => format!("{own}[{cell},]"),
        _ => cell.to_owned(),
    }
}

/// The arguments of each row. Columns are named in the first line, or are the parameters in order: all of them, or those that are no zeros.
pub fn rows(table: &str, parameters: &[Parameter], fields: &[String]) -> Result<Vec<Vec<String>>, String> {
    let mut lines = table.lines().filter(|line| !line.trim().is_empty()).map(cells).peekable();
    let first = lines.peek().cloned().unwrap_or_default();
    let place = |name: &String| parameters.iter().position(|one| one.name == *name);
    let named: Option<Vec<usize>> = first.iter().map(place).collect();
    let columns = match named {
        Some(columns) if !first.is_empty() => {
            lines.next();
            columns
        }
        _ if first.len() == parameters.len() => (0..parameters.len()).collect(),
        _ => {
            let zeros = |field: &String| {
                field.split_once('[').is_some_and(|(_, items)| items.trim_end_matches(']').trim().parse::<usize>().is_ok())
            };
            (0..parameters.len()).filter(|at| fields.get(*at).is_some_and(|field| !zeros(field))).collect()
        }
    };
    let names = || columns.iter().filter_map(|at| parameters.get(*at)).map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    let row = |(at, cells): (usize, Vec<String>)| {
        if cells.len() != columns.len() {
            return Err(format!("Row {} has {} cells; {} are wanted: {}.", at + 1, cells.len(), columns.len(), names()));
        }
        let mut arguments = fields.to_vec();
        for (column, cell) in columns.iter().zip(cells) {
            arguments[*column] = argument(&cell, &fields[*column]);
        }
        Ok(arguments)
    };
    lines.enumerate().map(row).collect()
}

/// Which row is the worst.
pub fn summary(ended: &[Ended]) -> String {
    let stopped = ended.iter().filter(|one| one.result.is_err()).count();
    let stopped = match stopped {
        0 => String::new(),
        1 => " One row has no result.".to_owned(),
        stopped => format!(" {} rows have no result.", count(stopped as u64)),
    };
    let worst = ended.iter().find_map(|one| one.result.as_ref().ok().map(|(place, error)| (one.row, place, error)));
    let worst = worst.map_or(String::new(), |(row, place, error)| {
        format!(" The worst is row {row}: `{place}` is {} from the result without any rounding.", off_by(*error))
    });
    format!("{} rows ran.{worst}{stopped}", count(ended.len() as u64))
}

pub fn drawn(ended: &[Ended]) -> String {
    let mut html = String::from(
        "<table><thead><tr><th scope=\"col\">row</th><th scope=\"col\">arguments</th><th scope=\"col\">farthest number</th></tr></thead><tbody>",
    );
    for one in ended.iter().take(SHOWN) {
        html.push_str(&format!(
            "<tr><th scope=\"row\"><button type=\"button\" class=\"fix\" data-row=\"{0}\">{0}</button></th><td>",
            one.row
        ));
        push_text(&mut html, &one.arguments.join(" · "));
        html.push_str("</td><td>");
        html.push_str(&match &one.result {
            Ok((place, error)) => sentence(&format!("`{place}`: {error}")),
            Err(why) => sentence(why),
        });
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_becomes_arguments() {
        let parameter = |name: &str| Parameter { name: name.into(), own: String::new(), proposed: String::new() };
        let parameters = ["x", "out", "n"].map(parameter);
        let fields = ["f32[0.1, 0.2]", "f32[8]", "8"].map(str::to_owned);
        let read = |table: &str| rows(table, &parameters, &fields);
        let row = |x: &str, out: &str, n: &str| [x, out, n].map(str::to_owned).to_vec();
        assert_eq!(read("1.5,2\n\n0x7f,3\n"), Ok(vec![row("f32[1.5,]", "f32[8]", "2"), row("f32[0x7f,]", "f32[8]", "3")]));
        assert_eq!(read("n\tx\n4\tf32[1,2]"), Ok(vec![row("f32[1,2]", "f32[8]", "4")]));
        assert_eq!(read("f32[1,2],f32[2],7"), Ok(vec![row("f32[1,2]", "f32[2]", "7")]));
        assert_eq!(read("x\n1\n1,2"), Err("Row 2 has 2 cells; 1 are wanted: x.".into()));
        assert_eq!(read(""), Ok(vec![]));
    }
}
