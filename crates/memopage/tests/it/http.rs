//! The other end of a request, for stand-ins of endpoints.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// The body of the request that comes in.
pub(crate) fn request(stream: &mut TcpStream) -> String {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    String::from_utf8(body).unwrap()
}

/// Answers with JSON and ends the connection.
pub(crate) fn reply(stream: &mut TcpStream, status: &str, json: &str) -> io::Result<()> {
    let length = json.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{json}"
    )
}
