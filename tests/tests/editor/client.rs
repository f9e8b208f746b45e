//! The client of a language server: as much of an editor as the test needs.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// What rust-analyzer tells a macro about a span.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Protocol {
    /// Neither file nor place.
    WithoutPlaces,
    /// Both, as rustc does.
    WithPlaces,
}

/// A running rust-analyzer.
pub(crate) struct Client {
    server: Child,
    messages: Receiver<Value>,
    sources: PathBuf,
    requests: u64,
    versions: HashMap<String, u64>,
}

impl Client {
    pub(crate) fn start(folder: &Path, protocol: Protocol) -> Client {
        let mut command = Command::new("rust-analyzer");
        match protocol {
            Protocol::WithoutPlaces => command.env_remove(PROTOCOL),
            Protocol::WithPlaces => command.env(PROTOCOL, "1"),
        };
        let command =
            command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().expect("rust-analyzer starts");
        let mut output = BufReader::new(server.stdout.take().expect("its messages"));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output)
                && sender.send(message).is_ok()
            {}
        });
        let sources = folder.join("src");
        let mut client = Client { server, messages, sources, requests: 0, versions: HashMap::new() };
        client.request(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": uri(folder),
                "capabilities": { "experimental": { "serverStatusNotification": true } },
                "initializationOptions": { "checkOnSave": false },
            }),
        );
        client.notify("initialized", json!({}));
        client.read_until(|message| {
            message["method"] == "experimental/serverStatus" && message["params"]["quiescent"] == true
        });
        client
    }

    /// Opens a new file.
    pub(crate) fn open(&mut self, file: &str, text: &str) {
        fs::write(self.sources.join(file), text).expect("a source");
        self.versions.insert(file.to_owned(), 1);
        let document = json!({ "uri": self.uri(file), "languageId": "rust", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the text of a file, and saves it.
    pub(crate) fn write(&mut self, file: &str, text: &str) {
        fs::write(self.sources.join(file), text).expect("a source");
        let version = self.versions.get_mut(file).expect("an open file");
        *version += 1;
        let document = json!({ "uri": uri(&self.sources.join(file)), "version": version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", change);
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": self.uri(file) } }));
    }

    /// The errors that the editor shows in a file, each with its line and column from 1.
    pub(crate) fn errors(&mut self, file: &str) -> Vec<String> {
        let document = json!({ "textDocument": { "uri": self.uri(file) } });
        let answer = self.request("textDocument/diagnostic", document);
        let errors =
            answer["items"].as_array().expect("diagnostics").iter().filter(|item| item["severity"] == 1);
        let shown = errors.map(|error| {
            let start = &error["range"]["start"];
            let at = |name: &str| start[name].as_u64().expect("a number") + 1;
            format!("{}:{} {}", at("line"), at("character"), error["message"].as_str().expect("a message"))
        });
        shown.collect()
    }

    /// True if the editor says something about a place of a file, counted from 1.
    pub(crate) fn knows(&mut self, file: &str, line: u32, column: u32) -> bool {
        let position = json!({ "line": line - 1, "character": column - 1 });
        let place = json!({ "textDocument": { "uri": self.uri(file) }, "position": position });
        !self.request("textDocument/hover", place).is_null()
    }

    fn uri(&self, file: &str) -> String {
        uri(&self.sources.join(file))
    }

    /// Asks again if the server dropped the question, because a file has changed.
    fn request(&mut self, method: &str, params: Value) -> Value {
        loop {
            self.requests += 1;
            let id = self.requests;
            self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
            let mut answer = self.read_until(|message| message["id"] == id && message["method"].is_null());
            match answer["error"]["code"].as_i64() {
                None => return answer["result"].take(),
                Some(CONTENT_MODIFIED | SERVER_CANCELLED) => {}
                Some(_) => panic!("{method}: {answer}"),
            }
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        let input = self.server.stdin.as_mut().expect("its input");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        input.flush().expect("it reads");
    }

    /// Reads up to a message. Requests of the server are answered with nothing.
    fn read_until(&mut self, is_last: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(LONGEST).expect("rust-analyzer answers");
            if is_last(&message) {
                return message;
            }
            if !message["id"].is_null() && !message["method"].is_null() {
                self.send(json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
            }
        }
    }
}

/// The next message; `None` after the last one.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(of_text) = line.strip_prefix("Content-Length:") {
            length = of_text.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// A server that says nothing for so long does not work.
const LONGEST: Duration = Duration::from_secs(300);

impl Drop for Client {
    fn drop(&mut self) {
        let _ended = self.server.kill();
        let _status = self.server.wait();
    }
}

/// Errors of the language server protocol.
const CONTENT_MODIFIED: i64 = -32801;
const SERVER_CANCELLED: i64 = -32802;

/// Chooses the protocol between rust-analyzer and the macros.
const PROTOCOL: &str = "RUST_ANALYZER_USE_POSTCARD";

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
