//! A stand-in for an endpoint or a hub: a listener on this machine that answers as it is told and keeps
//! what it was asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    /// `POST /v1/embeddings`.
    pub(super) line: String,
    /// Names in small letters.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Asked {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

pub(super) struct Server {
    pub(super) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Answers each connection once; the thread ends with the process.
    pub(super) fn new(answer: impl Fn(&Asked) -> Vec<u8> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(request) = read(&stream) else { continue };
                let answer = answer(&request);
                kept.lock().unwrap().push(request);
                // A client that had enough may have hung up.
                drop(stream.write_all(&answer));
            }
        });
        Self { url, asked }
    }

    pub(super) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut asked = Asked::default();
    reader.read_line(&mut asked.line).ok()?;
    asked.line = asked.line.trim().trim_end_matches(" HTTP/1.1").into();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        asked.headers.push((name.to_lowercase(), value.trim().into()));
    }
    let length = asked.header("content-length").map_or(0, |length| length.parse().unwrap());
    asked.body = vec![0; length];
    reader.read_exact(&mut asked.body).ok()?;
    Some(asked)
}

/// A whole answer.
pub(super) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    promised(status, headers, body, body.len())
}

/// An answer that announces more than it gives.
pub(super) fn promised(status: &str, headers: &str, body: &[u8], length: usize) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}
