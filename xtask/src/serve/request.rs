//! What a request asks for: the file's path below the served folder, if it is a path that may be answered.

/// What to do with a request.
#[derive(Debug, PartialEq)]
pub enum Wanted {
    /// A file, as a path below the served folder; of a folder, its index.html.
    File(String),
    /// The folder itself, asked for without its closing slash: relative addresses would go wrong without it.
    Redirect(String),
    /// No such thing.
    Nothing,
    /// Something other than GET or HEAD.
    Refused,
}

/// Reads a request's first line. `base` is the path the folder is served under; it begins and ends with a slash.
pub fn wanted(line: &str, base: &str) -> Wanted {
    let mut words = line.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if method != "GET" && method != "HEAD" {
        return Wanted::Refused;
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    if format!("{path}/") == base {
        return Wanted::Redirect(base.to_string());
    }
    match path.strip_prefix(base).and_then(decoded) {
        Some(path) if path.split(['/', '\\']).any(|part| part == "..") || path.starts_with('/') => Wanted::Nothing,
        Some(path) if path.is_empty() || path.ends_with('/') => Wanted::File(path + "index.html"),
        Some(path) => Wanted::File(path),
        None => Wanted::Nothing,
    }
}

/// Undoes %XX; `None` for half a sequence, a zero byte or what is not UTF-8.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => {
                let (high, low) = (rest.next()?, rest.next()?);
                let digit = |byte: u8| (byte as char).to_digit(16);
                (digit(high)? * 16 + digit(low)?) as u8
            }
            byte => byte,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_below_the_base_only() {
        let file = |path: &str| Wanted::File(path.to_string());
        #[rustfmt::skip]
        let table = [
            ("GET / HTTP/1.1",              "/",     file("index.html")),
            ("GET /a%20b.js?x=1 HTTP/1.1",  "/",     file("a b.js")),
            ("GET /sub/ HTTP/1.1",          "/",     file("sub/index.html")),
            ("GET /sub/a.wasm HTTP/1.1",    "/sub/", file("a.wasm")),
            ("GET /sub HTTP/1.1",           "/sub/", Wanted::Redirect("/sub/".to_string())),
            ("GET /a.wasm HTTP/1.1",        "/sub/", Wanted::Nothing),
            ("GET /../secret HTTP/1.1",     "/",     Wanted::Nothing),
            ("GET /%2e%2e/secret HTTP/1.1", "/",     Wanted::Nothing),
            ("GET //etc/passwd HTTP/1.1",   "/",     Wanted::Nothing),
            ("GET /%zz HTTP/1.1",           "/",     Wanted::Nothing),
            ("POST / HTTP/1.1",             "/",     Wanted::Refused),
            ("",                            "/",     Wanted::Refused),
        ];
        for (line, base, answer) in table {
            assert_eq!(wanted(line, base), answer, "{line} under {base}");
        }
    }
}
