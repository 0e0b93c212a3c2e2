//! A file server for one folder: enough HTTP for a browser on this machine, and nothing else.

use super::request::{Wanted, wanted};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

/// A longer head of a request is no browser's.
const LONGEST_HEAD: u64 = 64 * 1024;

/// Answers every request for as long as the process lives. `base` begins and ends with a slash.
pub fn answer_all(listener: &TcpListener, folder: &Path, base: &str) {
    std::thread::scope(|scope| {
        for stream in listener.incoming().flatten() {
            // A browser that goes away in mid-answer is no error of ours.
            scope.spawn(move || answer(stream, folder, base).ok());
        }
    });
}

/// One connection carries one request: browsers open several at once anyway.
fn answer(stream: TcpStream, folder: &Path, base: &str) -> io::Result<()> {
    // Browsers open connections ahead of need; those must not hold a thread for ever.
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut head = BufReader::new((&stream).take(LONGEST_HEAD)).lines();
    let first = head.next().transpose()?.unwrap_or_default();
    // The rest of the head is read and dropped: closing a connection with unread input resets it.
    for line in head {
        if line?.is_empty() {
            break;
        }
    }
    let (status, kind, body) = match wanted(&first, base) {
        Wanted::File(path) => match fs::read(folder.join(&path)) {
            Ok(bytes) => ("200 OK".to_string(), kind_of(&path), bytes),
            Err(_) => ("404 Not Found".to_string(), "text/plain; charset=utf-8", b"There is no such file.\n".to_vec()),
        },
        Wanted::Redirect(to) => (format!("301 Moved Permanently\r\nLocation: {to}"), "text/plain", Vec::new()),
        Wanted::Nothing => ("404 Not Found".to_string(), "text/plain", Vec::new()),
        Wanted::Refused => ("405 Method Not Allowed\r\nAllow: GET, HEAD".to_string(), "text/plain", Vec::new()),
    };
    let mut stream = &stream;
    write!(stream, "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n", body.len())?;
    // A rebuilt page must show at the next reload.
    write!(stream, "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n")?;
    if !first.starts_with("HEAD ") {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// Browsers compile WebAssembly while it loads only under its own type.
#[rustfmt::skip]
fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html"        => "text/html; charset=utf-8",
        "js" | "mjs"  => "text/javascript; charset=utf-8",
        "wasm"        => "application/wasm",
        "css"         => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg"         => "image/svg+xml",
        "png"         => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "ico"         => "image/x-icon",
        "woff2"       => "font/woff2",
        "txt" | "md"  => "text/plain; charset=utf-8",
        _             => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks a server of this folder for a path and returns the whole answer.
    fn ask(line: &str) -> String {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || answer_all(&listener, Path::new(env!("CARGO_MANIFEST_DIR")), "/x/"));
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "{line} HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_file_comes_with_its_type_and_length() {
        let text = ask("GET /x/src/main.rs");
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
        assert!(text.ends_with(include_str!("../main.rs")));
        assert!(ask("HEAD /x/src/main.rs").ends_with("\r\n\r\n"));
    }

    #[test]
    fn what_is_not_there_is_404() {
        assert!(ask("GET /x/none.wasm").starts_with("HTTP/1.1 404 "));
        assert!(ask("GET /x/src").starts_with("HTTP/1.1 404 "));
        assert!(ask("GET /x").contains("\r\nLocation: /x/\r\n"));
    }
}
