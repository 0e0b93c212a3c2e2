//! The few changes to a WebAssembly file that no tool at hand makes. What a change is not about is copied byte for byte.

use crate::Outcome;
use std::collections::HashMap;
use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, ExportSection, FunctionSection, ImportSection, Module, NameMap,
    NameSection, RawSection, TypeSection,
};
use wasmparser::{DataSectionReader, ElementSectionReader, FunctionBody, Import, KnownCustom, Name, Parser, Payload, TypeRef};

/// The file without the exports that `dropped` names, so that nothing holds on to what only they need.
pub fn without_exports(file: &[u8], dropped: impl Fn(&str) -> bool) -> Outcome<Vec<u8>> {
    with_exports(file, &[], |name| (!dropped(name)).then(|| name.to_string()))
}

/// The file with other names for what it imports and exports, where `renamed` has one.
pub fn renamed(file: &[u8], renamed: impl Fn(&str) -> Option<String>) -> Outcome<Vec<u8>> {
    let imports = imported(file)?;
    let imports: Vec<(Import, String)> =
        imports.into_iter().map(|import| (import, renamed(import.name).unwrap_or_else(|| import.name.to_string()))).collect();
    with_exports(file, &imports, |name| Some(renamed(name).unwrap_or_else(|| name.to_string())))
}

/// The names of what it imports, each with that of the module.
pub fn imports(file: &[u8]) -> Outcome<Vec<(String, String)>> {
    Ok(imported(file)?.into_iter().map(|import| (import.module.to_string(), import.name.to_string())).collect())
}

/// The names of what it exports.
pub fn exports(file: &[u8]) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    for payload in payloads(file)? {
        if let Payload::ExportSection(section) = payload {
            for export in section {
                found.push(export.map_err(said)?.name.to_string());
            }
        }
    }
    Ok(found)
}

/// The bodies of its functions, in order.
pub fn bodies(file: &[u8]) -> Outcome<Vec<&[u8]>> {
    let bodies = payloads(file)?.into_iter().filter_map(|payload| match payload {
        Payload::CodeSectionEntry(body) => Some(body.as_bytes()),
        _ => None,
    });
    Ok(bodies.collect())
}

/// The file with new names for its own functions, in their order, and no other custom section.
pub fn named(file: &[u8], names: &[String]) -> Outcome<Vec<u8>> {
    let first = imported(file)?.iter().filter(|import| matches!(import.ty, TypeRef::Func(_))).count() as u32;
    let mut map = NameMap::new();
    for (place, name) in (first..).zip(names) {
        map.append(place, name);
    }
    let mut made = Module::new();
    for payload in payloads(file)? {
        if !matches!(payload, Payload::CustomSection(_)) {
            copy(&mut made, file, &payload);
        }
    }
    Ok(with_names(made, &map))
}

/// How many bytes of code and data a file brings.
pub fn weight(file: &[u8]) -> Outcome<usize> {
    let sections = payloads(file)?.into_iter().filter_map(|payload| match payload {
        Payload::CodeSectionStart { range, .. } => Some(range),
        Payload::DataSection(section) => Some(section.range()),
        Payload::ElementSection(section) => Some(section.range()),
        _ => None,
    });
    Ok(sections.map(|range| (range.end - range.start) as usize).sum())
}

/// Several pieces that the cutter made of one file, as one. They share their types and what they import, and call each other only by way
/// of the table, so that functions, globals, elements and data get new numbers and nothing else changes.
pub fn merged(files: &[Vec<u8>]) -> Outcome<Vec<u8>> {
    let pieces = files.iter().map(|file| Piece::of(file)).collect::<Outcome<Vec<_>>>()?;
    let mut globals: HashMap<&str, u32> = HashMap::new();
    let (mut types, mut imports, mut known) = (TypeSection::new(), ImportSection::new(), Vec::new());
    let (mut functions, mut elements, mut code, mut data) =
        (FunctionSection::new(), ElementSection::new(), CodeSection::new(), DataSection::new());
    let mut names = NameMap::new();
    for (place, piece) in pieces.iter().enumerate() {
        if place == 0 {
            for group in piece.types.clone() {
                RoundtripReencoder.parse_recursive_type_group(types.ty(), group.map_err(said)?).map_err(said)?;
            }
        } else if piece.type_bytes != pieces[0].type_bytes {
            return Err("pieces of one file differ in their types".to_string());
        }
        for import in &piece.imports {
            if matches!(import.ty, TypeRef::Global(_)) && !globals.contains_key(import.name) {
                globals.insert(import.name, globals.len() as u32);
            }
            if !known.contains(&(import.module, import.name)) {
                known.push((import.module, import.name));
                RoundtripReencoder.parse_import(&mut imports, *import).map_err(said)?;
            }
        }
        let own = piece.imports.iter().filter(|import| matches!(import.ty, TypeRef::Global(_)));
        let mut numbers = Numbers {
            function: functions.len(),
            element: elements.len(),
            data: data.len(),
            globals: own.map(|import| globals[import.name]).collect(),
        };
        for function in &piece.functions {
            functions.function(*function);
        }
        for (function, name) in &piece.names {
            names.append(numbers.function + function, name);
        }
        if let Some(section) = &piece.elements {
            numbers.parse_element_section(&mut elements, section.clone()).map_err(said)?;
        }
        for body in &piece.bodies {
            numbers.parse_function_body(&mut code, body.clone()).map_err(said)?;
        }
        if let Some(section) = &piece.data {
            numbers.parse_data_section(&mut data, section.clone()).map_err(said)?;
        }
    }
    let mut made = Module::new();
    made.section(&types).section(&imports).section(&functions).section(&elements);
    made.section(&DataCountSection { count: data.len() }).section(&code).section(&data);
    Ok(with_names(made, &names))
}

/// What a piece of the cutter's holds.
struct Piece<'a> {
    types: wasmparser::TypeSectionReader<'a>,
    type_bytes: &'a [u8],
    imports: Vec<Import<'a>>,
    functions: Vec<u32>,
    elements: Option<ElementSectionReader<'a>>,
    bodies: Vec<FunctionBody<'a>>,
    data: Option<DataSectionReader<'a>>,
    names: Vec<(u32, &'a str)>,
}

impl<'a> Piece<'a> {
    /// Takes a file apart. One that holds anything else is an error, so that nothing can be lost without a word.
    fn of(file: &'a [u8]) -> Outcome<Piece<'a>> {
        let imports = imported(file)?;
        if imports.iter().any(|import| matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_) | TypeRef::Tag(_))) {
            return Err("a piece of the app imports a function".to_string());
        }
        let (mut types, mut elements, mut data) = (None, None, None);
        let (mut functions, mut bodies, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for payload in payloads(file)? {
            match payload {
                Payload::TypeSection(section) => types = Some(section),
                Payload::FunctionSection(section) => functions = section.into_iter().collect::<Result<_, _>>().map_err(said)?,
                Payload::ElementSection(section) => elements = Some(section),
                Payload::CodeSectionEntry(body) => bodies.push(body),
                Payload::DataSection(section) => data = Some(section),
                Payload::ExportSection(section) if section.count() == 0 => {}
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(subsections) = section.as_known() else { continue };
                    for subsection in subsections {
                        if let Name::Function(map) = subsection.map_err(said)? {
                            for naming in map {
                                let naming = naming.map_err(said)?;
                                names.push((naming.index, naming.name));
                            }
                        }
                    }
                }
                Payload::Version { .. } | Payload::ImportSection(_) | Payload::CodeSectionStart { .. } => {}
                Payload::DataCountSection { .. } | Payload::End(_) => {}
                other => return Err(format!("a piece of the app holds something unknown: {other:?}")),
            }
        }
        let types = types.ok_or("a piece of the app has no types")?;
        let type_bytes = file.get(types.range().start as usize..types.range().end as usize).unwrap_or_default();
        Ok(Piece { types, type_bytes, imports, functions, elements, bodies, data, names })
    }
}

/// Where the numbers of a piece begin in the file that it becomes a part of.
struct Numbers {
    function: u32,
    element: u32,
    data: u32,
    globals: Vec<u32>,
}

impl Reencode for Numbers {
    type Error = String;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<String>> {
        Ok(self.function + function)
    }

    fn element_index(&mut self, element: u32) -> Result<u32, Error<String>> {
        Ok(self.element + element)
    }

    fn data_index(&mut self, data: u32) -> Result<u32, Error<String>> {
        Ok(self.data + data)
    }

    fn global_index(&mut self, global: u32) -> Result<u32, Error<String>> {
        self.globals.get(global as usize).copied().ok_or(Error::UserError("a piece of the app has a global of its own".to_string()))
    }
}

/// The file with the exports that `renamed` gives a name, and with these imports if there are any.
fn with_exports(file: &[u8], imports: &[(Import, String)], renamed: impl Fn(&str) -> Option<String>) -> Outcome<Vec<u8>> {
    let mut made = Module::new();
    for payload in payloads(file)? {
        match payload {
            Payload::ImportSection(_) if !imports.is_empty() => {
                let mut section = ImportSection::new();
                for (import, name) in imports {
                    RoundtripReencoder.parse_import(&mut section, Import { name, ..*import }).map_err(said)?;
                }
                made.section(&section);
            }
            Payload::ExportSection(old) => {
                let mut section = ExportSection::new();
                for export in old {
                    let export = export.map_err(said)?;
                    if let Some(name) = renamed(export.name) {
                        section.export(&name, RoundtripReencoder.export_kind(export.kind).map_err(said)?, export.index);
                    }
                }
                made.section(&section);
            }
            other => copy(&mut made, file, &other),
        }
    }
    Ok(made.finish())
}

fn imported(file: &[u8]) -> Outcome<Vec<Import<'_>>> {
    let mut found = Vec::new();
    for payload in payloads(file)? {
        if let Payload::ImportSection(section) = payload {
            for import in section.into_imports() {
                found.push(import.map_err(said)?);
            }
        }
    }
    Ok(found)
}

fn payloads(file: &[u8]) -> Outcome<Vec<Payload<'_>>> {
    Parser::new(0).parse_all(file).collect::<Result<_, _>>().map_err(said)
}

/// Copies a section; what is no section of its own came with another.
fn copy(made: &mut Module, file: &[u8], payload: &Payload) {
    if let Some((id, range)) = payload.as_section() {
        made.section(&RawSection { id, data: &file[range.start as usize..range.end as usize] });
    }
}

fn with_names(mut made: Module, functions: &NameMap) -> Vec<u8> {
    let mut section = NameSection::new();
    section.functions(functions);
    made.section(&section);
    made.finish()
}

fn said(error: impl std::fmt::Display) -> String {
    format!("a WebAssembly file cannot be read: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One imported function, two of its own that do nothing, and two exports.
    fn small() -> Vec<u8> {
        let mut file = b"\0asm\x01\0\0\0".to_vec();
        put(&mut file, 1, &[1, 0x60, 0, 0]);
        put(&mut file, 2, b"\x01\x01m\x06asking\x00\x00");
        put(&mut file, 3, &[2, 0, 0]);
        put(&mut file, 7, b"\x02\x04kept\x00\x01\x04gone\x00\x02");
        put(&mut file, 10, &[2, 2, 0, 0x0b, 3, 0, 1, 0x0b]);
        file
    }

    fn put(file: &mut Vec<u8>, id: u8, body: &[u8]) {
        file.extend([id, body.len() as u8]);
        file.extend(body);
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

    /// A piece: two functions, the second calls the first and reads a global; both stand in the table, and a byte in memory.
    fn piece(global: &str, byte: u8) -> Vec<u8> {
        let mut file = b"\0asm\x01\0\0\0".to_vec();
        put(&mut file, 1, &[1, 0x60, 0, 0]);
        let mut imports = vec![3, 1, b'm', 1];
        imports.extend(global.as_bytes());
        imports.extend([3, 0x7f, 1, 1, b'm', 1, b't', 1, 0x70, 0, 9, 1, b'm', 1, b'y', 2, 0, 1]);
        put(&mut file, 2, &imports);
        put(&mut file, 3, &[2, 0, 0]);
        put(&mut file, 9, &[1, 0, 0x41, byte, 0x0b, 2, 0, 1]);
        put(&mut file, 10, &[2, 2, 0, 0x0b, 8, 0, 0x10, 0, 0x23, 0, 0x1a, 0x01, 0x0b]);
        put(&mut file, 11, &[1, 0, 0x41, byte, 0x0b, 1, byte]);
        file
    }

    #[test]
    fn pieces_become_one() {
        let made = merged(&[piece("g", 1), piece("h", 3), piece("g", 5)]).unwrap();
        let names: Vec<String> = imports(&made).unwrap().into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["g", "t", "y", "h"], "each import once");
        let bodies = bodies(&made).unwrap();
        assert_eq!(bodies.len(), 6);
        // The calls follow their functions, the globals their names.
        assert_eq!(bodies[1], [0, 0x10, 0, 0x23, 0, 0x1a, 0x01, 0x0b]);
        assert_eq!(bodies[3], [0, 0x10, 2, 0x23, 1, 0x1a, 0x01, 0x0b]);
        assert_eq!(bodies[5], [0, 0x10, 4, 0x23, 0, 0x1a, 0x01, 0x0b]);
        assert_eq!(weight(&made).unwrap(), 1 + 3 * 7 + 1 + 3 * 12 + 1 + 3 * 6);
        assert!(merged(&[piece("g", 1), small()]).is_err());
    }

    #[test]
    fn what_is_no_file_is_an_error() {
        assert!(exports(b"\0asm").is_err());
        assert!(exports(b"\0asm\x01\0\0\0\x07\x05\x01").is_err());
    }
}
