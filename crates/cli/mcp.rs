//! `ulp mcp`: a server of the Model Context Protocol over standard input and output.
//!
//! A line in is a message of JSON-RPC, and so is a line out. Until 2025-11-25 a client begins with `initialize`; from 2026-07-28 on every request
//! says its version, and `server/discover` asks for those that are known. What the tools compute stands in `tools.rs`.

mod tools;

use crate::{Outcome, lines};
use serde_json::{Map, Value, json};

/// The whole help.
const HELP: &str = "Serve the Model Context Protocol, for agents

Reads messages of JSON-RPC from standard input, one a line, and answers on standard output. It ends when its input ends.
Its tools are evaluate, explain, decode, diagnose, sweep and reference. A client starts it as `ulp mcp`.";

/// Serve the Model Context Protocol, for agents
#[derive(clap::Args)]
#[command(long_about = HELP)]
pub struct Mcp {}

/// The versions that begin with `initialize`, the newest last.
const VERSIONS: [&str; 4] = ["2024-11-05", WITH_BATCHES, "2025-06-18", "2025-11-25"];

/// The only version in which a line may be a list of messages.
const WITH_BATCHES: &str = "2025-03-26";

/// The version in which every request stands for itself.
const STATELESS: &str = "2026-07-28";

/// What a request of that version says about itself.
const SAYS: [&str; 2] = ["io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"];

/// The longest line that is read.
const MOST: u64 = 1 << 24;

const PARSE: i64 = -32700;
const REQUEST: i64 = -32600;
const METHOD: i64 = -32601;
const PARAMS: i64 = -32602;
const VERSION: i64 = -32022;

/// What the protocol answers instead of a result.
struct Failure {
    code: i64,
    message: String,
    data: Option<Value>,
}

/// What a request gives.
type Answered = Result<Value, Failure>;

fn failure<T>(code: i64, message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { code, message: message.into(), data: None })
}

impl Mcp {
    pub fn run(self) -> Outcome {
        let mut session = Session::default();
        lines::each(None, MOST, |line, output| match session.answer(line) {
            Some(answer) => writeln!(output, "{answer}"),
            None => Ok(()),
        })
    }
}

/// A client at the other end.
#[derive(Default)]
struct Session {
    /// The version that was agreed on, after `initialize`.
    version: Option<&'static str>,
}

impl Session {
    /// The answer to a line, if it wants one.
    fn answer(&mut self, line: &[u8]) -> Option<Value> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        let message = match serde_json::from_slice(line) {
            Ok(message) => message,
            Err(_) if line.len() as u64 == MOST => {
                return Some(answered(&Value::Null, failure(PARSE, format!("A line may have at most {MOST} bytes."))));
            }
            Err(why) => return Some(answered(&Value::Null, failure(PARSE, format!("This line is not JSON: {why}.")))),
        };
        match message {
            Value::Array(batch) if self.version == Some(WITH_BATCHES) && !batch.is_empty() => {
                let answers: Vec<Value> = batch.iter().filter_map(|message| self.one(message, true)).collect();
                (!answers.is_empty()).then_some(Value::Array(answers))
            }
            Value::Array(_) => {
                let message = format!("A line is one message; only version {WITH_BATCHES} has lists of them, and those are not empty.");
                Some(answered(&Value::Null, failure(REQUEST, message)))
            }
            message => self.one(&message, false),
        }
    }

    /// The answer to one message. A notification gets none, and neither does an answer, since nothing is asked here.
    fn one(&mut self, message: &Value, in_batch: bool) -> Option<Value> {
        let given = message.get("id");
        let id = given.filter(|id| id.is_string() || id.is_i64() || id.is_u64());
        let method = message.get("method").and_then(Value::as_str);
        let is_call = message.get("jsonrpc").and_then(Value::as_str) == Some("2.0") && method.is_some();
        let is_answer = message.get("result").or(message.get("error")).is_some() && given.is_some();
        let to = id.unwrap_or(&Value::Null);
        match method {
            Some(_) if is_call && given.is_none() => None,
            Some(method) if is_call && id.is_some() => {
                let nothing = Map::new();
                let params = match message.get("params") {
                    None => Ok(&nothing),
                    Some(Value::Object(params)) => Ok(params),
                    Some(_) => failure(PARAMS, "`params` must be an object."),
                };
                Some(answered(to, params.and_then(|params| self.call(method, params, in_batch))))
            }
            None if is_answer => None,
            _ => Some(answered(
                to,
                failure(REQUEST, "A request has `jsonrpc` \"2.0\", a `method`, and an `id` that is a text or a whole number."),
            )),
        }
    }

    /// What a request gives.
    fn call(&mut self, method: &str, params: &Map<String, Value>, in_batch: bool) -> Answered {
        if is_stateless(params)? {
            let mut result = match method {
                "server/discover" => json!({"supportedVersions": known(), "capabilities": {"tools": {}}, "instructions": tools::ABOUT}),
                "tools/list" => tools::list(params)?,
                "tools/call" => tools::call(params)?,
                _ => return unknown(method),
            };
            result["resultType"] = "complete".into();
            result["_meta"] = json!({"io.modelcontextprotocol/serverInfo": server()});
            if method != "tools/call" {
                // The tools are those of this program: they never change while it runs.
                result["ttlMs"] = 3_600_000.into();
                result["cacheScope"] = "public".into();
            }
            return Ok(result);
        }
        match method {
            "ping" => Ok(json!({})),
            "initialize" if in_batch => failure(REQUEST, "`initialize` stands alone on its line."),
            "initialize" => self.initialize(params),
            "tools/list" | "tools/call" if self.version.is_none() => failure(REQUEST, "The first request is `initialize`."),
            "tools/list" => tools::list(params),
            "tools/call" => tools::call(params),
            _ => unknown(method),
        }
    }

    /// Agrees on the version that the client asks for; else the newest that is known is offered.
    fn initialize(&mut self, params: &Map<String, Value>) -> Answered {
        let Some(asked) = params.get("protocolVersion").and_then(Value::as_str) else {
            return failure(PARAMS, "`protocolVersion` is missing.");
        };
        let version = VERSIONS.into_iter().find(|version| *version == asked).unwrap_or(VERSIONS[VERSIONS.len() - 1]);
        self.version = Some(version);
        Ok(json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": server(), "instructions": tools::ABOUT}))
    }
}

/// Whether a request says its own version. One that is not known is refused.
fn is_stateless(params: &Map<String, Value>) -> Result<bool, Failure> {
    let says = |key: &str| params.get("_meta").and_then(|meta| meta.get(key));
    match says(SAYS[0]) {
        None => Ok(false),
        Some(version) if version != STATELESS => {
            let data = json!({"supported": known(), "requested": version});
            Err(Failure { code: VERSION, message: format!("Protocol version {version} is not known here."), data: Some(data) })
        }
        Some(_) if !says(SAYS[1]).is_some_and(Value::is_object) => failure(PARAMS, format!("`_meta` has no `{}`.", SAYS[1])),
        Some(_) => Ok(true),
    }
}

/// Every version.
fn known() -> Vec<&'static str> {
    VERSIONS.into_iter().chain([STATELESS]).collect()
}

fn unknown(method: &str) -> Answered {
    failure(METHOD, format!("There is no method `{method}` here."))
}

fn server() -> Value {
    json!({"name": "ulpscope", "title": "Ulpscope", "version": env!("CARGO_PKG_VERSION")})
}

/// The message with what became of a request.
fn answered(id: &Value, answer: Answered) -> Value {
    match answer {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(Failure { code, message, data }) => {
            let mut error = json!({"code": code, "message": message});
            if let Some(data) = data {
                error["data"] = data;
            }
            json!({"jsonrpc": "2.0", "id": id, "error": error})
        }
    }
}
