//! A WebAssembly file taken apart into its sections, for the few changes that no tool at hand makes.
//!
//! What stands inside a section that a change is not about is copied byte for byte.

use crate::Outcome;

/// Numbers of sections in the format.
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;
const CODE: u8 = 10;
/// The magic number and the version.
const HEAD: usize = 8;

/// The file without the exports that `dropped` names, so that nothing holds on to what only they need.
pub fn without_exports(file: &[u8], dropped: impl Fn(&str) -> bool) -> Outcome<Vec<u8>> {
    changed(file, |id, body| {
        if id != EXPORTS {
            return Ok(None);
        }
        let mut reader = Reader(body);
        let mut kept = Vec::new();
        for _ in 0..reader.number()? {
            let entry = reader.0;
            let name = reader.name()?;
            reader.bytes(1)?;
            reader.number()?;
            if !dropped(name) {
                kept.push(entry[..entry.len() - reader.0.len()].to_vec());
            }
        }
        let mut section = number(kept.len());
        section.extend(kept.concat());
        Ok(Some(section))
    })
}

/// The file with other names for what it imports and exports, where `renamed` has one.
pub fn renamed(file: &[u8], renamed: impl Fn(&str) -> Option<String>) -> Outcome<Vec<u8>> {
    changed(file, |id, body| {
        if !matches!(id, IMPORTS | EXPORTS) {
            return Ok(None);
        }
        let mut reader = Reader(body);
        let count = reader.number()?;
        let mut section = number(count);
        for _ in 0..count {
            if id == IMPORTS {
                put_name(&mut section, reader.name()?);
            }
            let name = reader.name()?;
            put_name(&mut section, &renamed(name).unwrap_or_else(|| name.to_string()));
            let rest = reader.0;
            reader.kind(id)?;
            section.extend(&rest[..rest.len() - reader.0.len()]);
        }
        Ok(Some(section))
    })
}

/// The names of what it imports, each with that of the module.
pub fn imports(file: &[u8]) -> Outcome<Vec<(String, String)>> {
    let mut found = Vec::new();
    for (_, body) in sections(file)?.into_iter().filter(|(id, _)| *id == IMPORTS) {
        let mut reader = Reader(body);
        for _ in 0..reader.number()? {
            found.push((reader.name()?.to_string(), reader.name()?.to_string()));
            reader.kind(IMPORTS)?;
        }
    }
    Ok(found)
}

/// The names of what it exports.
pub fn exports(file: &[u8]) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    for (_, body) in sections(file)?.into_iter().filter(|(id, _)| *id == EXPORTS) {
        let mut reader = Reader(body);
        for _ in 0..reader.number()? {
            found.push(reader.name()?.to_string());
            reader.kind(EXPORTS)?;
        }
    }
    Ok(found)
}

/// The bodies of its functions, in order.
pub fn bodies(file: &[u8]) -> Outcome<Vec<&[u8]>> {
    let mut found = Vec::new();
    for (_, body) in sections(file)?.into_iter().filter(|(id, _)| *id == CODE) {
        let mut reader = Reader(body);
        for _ in 0..reader.number()? {
            let length = reader.number()?;
            found.push(reader.bytes(length)?);
        }
    }
    Ok(found)
}

/// The file with new names for its own functions, in their order, and no other custom section.
pub fn named(file: &[u8], names: &[String]) -> Outcome<Vec<u8>> {
    let mut imported = 0;
    for (_, body) in sections(file)?.into_iter().filter(|(id, _)| *id == IMPORTS) {
        let mut reader = Reader(body);
        for _ in 0..reader.number()? {
            reader.name()?;
            reader.name()?;
            imported += usize::from(reader.kind(IMPORTS)? == 0);
        }
    }
    let mut map = number(names.len());
    for (place, name) in names.iter().enumerate() {
        map.extend(number(imported + place));
        put_name(&mut map, name);
    }
    let mut section = Vec::new();
    put_name(&mut section, "name");
    // The part that names functions.
    section.push(1);
    section.extend(number(map.len()));
    section.extend(map);

    let mut made = file[..HEAD].to_vec();
    for (id, body) in sections(file)?.into_iter().filter(|(id, _)| *id != CUSTOM) {
        put_section(&mut made, id, body);
    }
    put_section(&mut made, CUSTOM, &section);
    Ok(made)
}

/// Every section through a change; None leaves it as it is.
fn changed(file: &[u8], change: impl Fn(u8, &[u8]) -> Outcome<Option<Vec<u8>>>) -> Outcome<Vec<u8>> {
    let mut made = file[..HEAD].to_vec();
    for (id, body) in sections(file)? {
        match change(id, body)? {
            Some(new) => put_section(&mut made, id, &new),
            None => put_section(&mut made, id, body),
        }
    }
    Ok(made)
}

fn sections(file: &[u8]) -> Outcome<Vec<(u8, &[u8])>> {
    let mut reader = Reader(file.get(HEAD..).ok_or("no WebAssembly file")?);
    let mut found = Vec::new();
    while !reader.0.is_empty() {
        let id = reader.bytes(1)?[0];
        let length = reader.number()?;
        found.push((id, reader.bytes(length)?));
    }
    Ok(found)
}

fn put_section(file: &mut Vec<u8>, id: u8, body: &[u8]) {
    file.push(id);
    file.extend(number(body.len()));
    file.extend(body);
}

fn put_name(section: &mut Vec<u8>, name: &str) {
    section.extend(number(name.len()));
    section.extend(name.as_bytes());
}

/// A number as the format writes it: seven bits a byte, the low ones first.
fn number(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

/// What is still to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Outcome<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("a WebAssembly file ends early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Outcome<usize> {
        let mut value = 0u64;
        for place in 0..5 {
            let byte = self.bytes(1)?[0];
            value |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Ok(value as usize);
            }
        }
        Err("a number in a WebAssembly file is too long".to_string())
    }

    fn name(&mut self) -> Outcome<&'a str> {
        let length = self.number()?;
        std::str::from_utf8(self.bytes(length)?).map_err(|error| error.to_string())
    }

    /// What an import or an export is, behind its name: 0 for a function.
    fn kind(&mut self, section: u8) -> Outcome<u8> {
        let kind = self.bytes(1)?[0];
        if section == EXPORTS {
            self.number()?;
            return Ok(kind);
        }
        // A table has a type before its limits, a global one before its mutability.
        match kind {
            0 => {
                self.number()?;
            }
            1 => {
                self.bytes(1)?;
                self.limits()?;
            }
            2 => self.limits()?,
            3 => {
                self.bytes(2)?;
            }
            other => return Err(format!("a WebAssembly file imports something of kind {other}")),
        }
        Ok(kind)
    }

    fn limits(&mut self) -> Outcome {
        let has_most = self.number()? & 1 == 1;
        self.number()?;
        if has_most {
            self.number()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One imported function, two of its own that do nothing, and two exports.
    fn small() -> Vec<u8> {
        let mut file = b"\0asm\x01\0\0\0".to_vec();
        put_section(&mut file, 1, &[1, 0x60, 0, 0]);
        put_section(&mut file, IMPORTS, b"\x01\x01m\x06asking\x00\x00");
        put_section(&mut file, 3, &[2, 0, 0]);
        put_section(&mut file, EXPORTS, b"\x02\x04kept\x00\x01\x04gone\x00\x02");
        put_section(&mut file, CODE, &[2, 2, 0, 0x0b, 3, 0, 1, 0x0b]);
        file
    }

    #[test]
    fn an_export_goes() {
        let file = without_exports(&small(), |name| name == "gone").unwrap();
        assert_eq!(exports(&file).unwrap(), ["kept"]);
        assert_eq!(bodies(&file).unwrap(), bodies(&small()).unwrap());
    }

    #[test]
    fn imports_and_exports_get_other_names() {
        let file = renamed(&small(), |name| (name != "gone").then(|| format!("${name}"))).unwrap();
        assert_eq!(imports(&file).unwrap(), [("m".to_string(), "$asking".to_string())]);
        assert_eq!(exports(&file).unwrap(), ["$kept", "gone"]);
    }

    #[test]
    fn functions_are_named_behind_the_imported_ones() {
        let file = named(&small(), &["b".to_string(), "a".to_string()]).unwrap();
        assert!(file.ends_with(b"\x04name\x01\x07\x02\x01\x01b\x02\x01a"), "{file:?}");
    }

    #[test]
    fn what_is_no_file_is_an_error() {
        assert!(exports(b"\0asm").is_err());
        assert!(exports(b"\0asm\x01\0\0\0\x07\x05\x01").is_err());
    }
}
