//! `ulp mcp`: what a client says and hears, line by line.

use crate::ulp;
use serde_json::{Value, json};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;

/// The lines that come out of these lines. The end of the input ends the program well.
fn heard(lines: &[&[u8]]) -> Vec<Value> {
    let output = ulp(&["mcp"], &lines.join(&b'\n'));
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// The answer to a request after `initialize`.
fn answer(request: &Value) -> Value {
    heard(&[HELLO.as_bytes(), request.to_string().as_bytes()]).pop().expect("an answer")
}

fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params})
}

/// What a tool gives.
fn call(tool: &str, arguments: Value) -> Value {
    let said = answer(&request("tools/call", json!({"name": tool, "arguments": arguments})));
    assert_eq!(said["id"], "a", "{said}");
    said["result"].clone()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("a text")
}

#[test]
fn a_version_is_agreed_on() {
    for (asked, agreed) in [("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")] {
        let said = heard(&[HELLO.replace("2025-11-25", asked).as_bytes(), br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#]);
        assert_eq!(said.len(), 1, "a notification gets no answer");
        let result = &said[0]["result"];
        assert_eq!((&result["protocolVersion"], &result["serverInfo"]["name"]), (&json!(agreed), &json!("ulpscope")));
        assert!(result["capabilities"]["tools"].is_object());
    }
}

#[test]
fn each_request_of_the_newest_version_stands_for_itself() {
    let meta =
        |version: &str| json!({"io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {}});
    let said = |method: &str, mut params: Value, meta: Value| {
        params["_meta"] = meta;
        heard(&[request(method, params).to_string().as_bytes()]).pop().expect("an answer")
    };
    let found = said("server/discover", json!({}), meta("2026-07-28"));
    assert!(found["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    let done = said("tools/call", json!({"name": "evaluate", "arguments": {"line": "0.1f + 0.2f"}}), meta("2026-07-28"));
    assert_eq!((&done["result"]["resultType"], &done["result"]["structuredContent"]["bits"]), (&json!("complete"), &json!("3e99999a")));
    assert!(said("tools/list", json!({}), meta("2026-07-28"))["result"]["ttlMs"].is_u64());
    assert_eq!(said("ping", json!({}), meta("2026-07-28"))["error"]["code"], -32601);
    let refused = said("tools/list", json!({}), meta("2030-01-01"));
    assert_eq!((&refused["error"]["code"], &refused["error"]["data"]["requested"]), (&json!(-32022), &json!("2030-01-01")));
    let bare = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    assert_eq!(said("tools/list", json!({}), bare)["error"]["code"], -32602);
}

#[test]
fn what_is_wrong_gets_the_errors_of_the_protocol_and_ends_nothing() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{{\"x\":\"{}\"}}}}", "x".repeat(20 << 20));
    let rows: &[(&[u8], i64)] = &[
        (b"{", -32700),
        (b"nonsense", -32700),
        (b"\xff\x00\xfe{}", -32700),
        (deep.as_bytes(), -32700),
        (long.as_bytes(), -32700),
        (b"[]", -32600),
        (br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        (b"7", -32600),
        (b"{}", -32600),
        (br#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":1,"method":"tools/eat"}"#, -32601),
        (br#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
        (br#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32602),
        (br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602),
        (br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602),
        (br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"eat"}}"#, -32602),
        (br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sweep","arguments":[]}}"#, -32602),
        (br#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}"#, -32602),
    ];
    let lines: Vec<&[u8]> = std::iter::once(HELLO.as_bytes()).chain(rows.iter().map(|row| row.0)).collect();
    // Of the last line the end is missing.
    let last: &[u8] = br#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
    // Nobody answers an answer, even one to a request that could not be read.
    let refused: &[u8] = br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}"#;
    let said = heard(&[&lines[..], &[b"", b"  \r", br#"{"jsonrpc":"2.0","id":5,"result":{}}"#, refused, last]].concat());
    assert_eq!(said.len(), rows.len() + 2);
    for ((line, code), said) in rows.iter().zip(&said[1..]) {
        assert_eq!(said["error"]["code"], *code, "{}: {said}", String::from_utf8_lossy(&line[..line.len().min(80)]));
        assert!(!said["error"]["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(said[rows.len() + 1], json!({"jsonrpc": "2.0", "id": 9, "result": {}}));
    let early = heard(&[br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, br#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#]);
    assert_eq!((&early[0]["error"]["code"], &early[1]["result"]), (&json!(-32600), &json!({})));
}

#[test]
fn one_version_has_lists_of_messages() {
    let batch = br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},3,{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}]"#;
    let said = heard(&[HELLO.replace("2025-11-25", "2025-03-26").as_bytes(), batch, br#"[{"jsonrpc":"2.0","method":"notifications/x"}]"#]);
    let codes: Vec<&Value> = said[1].as_array().unwrap().iter().map(|one| &one["error"]["code"]).collect();
    assert_eq!(codes, [&Value::Null, &json!(-32600), &json!(-32600)]);
    assert_eq!(said.len(), 2, "a list of notifications gets no answer");
}

#[test]
fn tools_are_listed_with_their_arguments() {
    let said = answer(&request("tools/list", json!({})));
    let tools = said["result"]["tools"].as_array().unwrap();
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["evaluate", "explain", "decode", "diagnose", "sweep", "reference"]);
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object");
        let required = schema["required"].as_array().unwrap();
        assert!(!required.is_empty() && required.iter().all(|name| schema["properties"][name.as_str().unwrap()].is_object()), "{tool}");
    }
}

#[test]
fn tools_give_what_the_commands_give() {
    let sum = call("evaluate", json!({"line": "a=3f800000 b=33800001 | add.rn.f32 d, a, b;"}));
    let own = ulp(&["eval"], b"a=3f800000 b=33800001 | add.rn.f32 d, a, b;");
    assert_eq!(text(&sum), String::from_utf8(own.stdout).unwrap().trim_end_matches('\n'));
    assert_eq!((&sum["isError"], &sum["structuredContent"]["bits"]), (&json!(false), &json!("3f800001")));
    assert!(sum["structuredContent"]["trace"].is_null());

    let why = call("explain", json!({"line": "a=4b800000 b=3f800000 | add.rn.f32 d, a, b;"}));
    assert!(text(&why).contains("Exactly half way: nearest-even keeps the even candidate"), "{why}");
    assert_eq!(why["structuredContent"]["trace"].as_array().unwrap().len(), why["structuredContent"]["steps"]);
    let long = call("explain", json!({"line": "float s = 0; for (int i = 0; i < 1000; i++) s += 0.1f;"}));
    assert!(text(&long).contains("These are the first 200 of ") && long["structuredContent"]["trace"].as_array().unwrap().len() == 200);

    // Both instructions are told, not the first alone.
    let two = call("explain", json!({"line": "a=3f800000 | add.rn.f32 b, a, a; mul.rn.f32 c, b, b;"}));
    assert!(text(&two).starts_with("ok\tb=40000000,c=40800000") && text(&two).contains("Multiply exactly."), "{two}");

    assert_eq!(text(&call("decode", json!({"words": "0x5080000000470000", "target": "sm_53"}))), "MUFU.RCP R0, R0 ;\n");
    let found = call("diagnose", json!({"text": "mul.rn.f32 d, a, b;", "results": "1e-30, 1e-10, 0x00000000\n3.0, 2.0, 6.0\n"}));
    assert!(text(&found).contains("(.ftz)"), "{found}");
    assert_eq!(found["structuredContent"]["counts"], json!({"right": 1, "explained": 1, "unexplained": 0, "unread": 0}));

    let table = "1, 1, 2\n".repeat(300);
    let found = call("diagnose", json!({"text": "mul.rn.f32 d, a, b;", "results": table}));
    assert!(text(&found).contains("`wrong` lists 100 of 300, the farthest first."), "{found}");
    assert_eq!(found["structuredContent"]["wrong"].as_array().unwrap().len(), 100);

    let apart = call("sweep", json!({"function": "expf(x)", "against": "__expf(x)", "every": 65537}));
    assert!(text(&apart).len() < 10_000 && apart["structuredContent"]["differ"].as_u64() > Some(0), "{apart}");

    let swept = call("sweep", json!({"function": "RCP", "every": 65537}));
    let own = ulp(&["sweep", "RCP", "--every", "65537", "--json"], b"");
    let own: Value = serde_json::from_slice(&own.stdout).unwrap();
    assert_eq!(swept["structuredContent"]["max_ulp"], own["max_ulp"]);
    assert!(text(&swept).len() < 10_000);

    let fma = call("reference", json!({"name": "FMA"}));
    assert!(fma["structuredContent"]["pages"].as_array().unwrap().iter().any(|page| page["path"] == "reference/ptx/fma"));
    assert!(text(&fma).contains("## "), "{fma}");
    let near = call("reference", json!({"name": "gamma"}));
    assert!(text(&near).contains("lgammaf"), "{near}");
    let many = call("reference", json!({"name": "e"}));
    assert!(text(&many).contains("These are the first 100:") && text(&many).lines().count() == 101, "{many}");
    assert!(many["structuredContent"]["count"].as_u64() > Some(100));
}

#[test]
fn what_a_tool_cannot_do_is_said_to_the_model() {
    let rows = [
        ("evaluate", json!({"line": "add.rx.f32 d, a, b;"}), "rx"),
        ("evaluate", json!({"line": ""}), "no instruction"),
        ("evaluate", json!({}), "`line` is missing"),
        ("evaluate", json!({"line": 3}), "must be a text"),
        ("evaluate", json!({"line": "1", "chip": "H100"}), "There is no argument `chip`"),
        ("explain", json!({"line": "1", "target": "sm_1"}), "these are known: sm_10 "),
        ("explain", json!({"line": "1", "ptx": "99"}), "There is no PTX version"),
        ("decode", json!({"words": ""}), "There are no words."),
        ("decode", json!({"words": "zz"}), "32 hexadecimal digits"),
        ("decode", json!({"words": "0", "target": "sm_20"}), "not covered here"),
        ("diagnose", json!({"text": "nonsense", "results": "1"}), "nonsense"),
        ("sweep", json!({"function": "NOPE", "every": 1}), "`NOPE` cannot be swept"),
        ("sweep", json!({"function": "--raw", "every": 1}), "`--raw` cannot be swept"),
        ("sweep", json!({"function": "RCP", "every": 0}), "--every"),
        ("sweep", json!({"function": "RCP", "every": "1"}), "must be a whole number"),
        ("reference", json!({"name": "zzzz"}), "Nothing here is called"),
        ("reference", json!({"name": " "}), "Nothing here is called"),
    ];
    for (tool, arguments, said) in rows {
        let result = call(tool, arguments.clone());
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        assert!(text(&result).contains(said), "{tool} {arguments}: {result}");
        assert!(result["structuredContent"].is_object());
    }
}
