//! Tables that arrow keys go through: each cell has an id of a word, its row and its column, `m-3-5`.

/// The id of the neighbour that a key points at.
pub fn beside(id: &str, key: &str) -> Option<String> {
    let (down, right) = match key {
        "ArrowDown" => (1, 0),
        "ArrowUp" => (-1, 0),
        "ArrowRight" => (0, 1),
        "ArrowLeft" => (0, -1),
        _ => return None,
    };
    let mut parts = id.splitn(3, '-');
    let word = parts.next()?;
    let mut number = || parts.next()?.parse::<i32>().ok();
    let (row, column) = (number()?, number()?);
    Some(format!("{word}-{}-{}", row + down, column + right))
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn keys_lead_to_neighbours() {
        for (id, key, to) in [
            ("m-3-5", "ArrowDown", Some("m-4-5")),
            ("A-0-0", "ArrowLeft", Some("A-0--1")),
            ("C-2-1", "ArrowUp", Some("C-1-1")),
            ("m-3-5", "Enter", None),
            ("box", "ArrowUp", None),
        ] {
            assert_eq!(beside(id, key).as_deref(), to, "{id} {key}");
        }
    }
}
