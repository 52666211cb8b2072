use super::server::{Asked, Server, answer, promised};
use super::tiny::{Head, config, tokenizer};
use super::{install, tiny};
use crate::{ENGLISH, Installed, Network, Pull, Store, StoreError, known};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// A graph as a hub has it, made from the tiny model's weights.
fn graph() -> Vec<u8> {
    let home = TempDir::new().unwrap();
    let source = home.path().join("tiny");
    tiny::write(&source, Head::Encoder);
    let store = Store::at(home.path().join("models"), 1);
    install(&store, &source).unwrap();
    fs::read(home.path().join("models/tiny/model.onnx")).unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A file or the rest of it, as a hub answers.
fn give(asked: &Asked, file: &[u8]) -> Vec<u8> {
    match asked.header("range").and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')) {
        Some(from) => {
            let from: usize = from.parse().unwrap();
            let range =
                format!("content-range: bytes {from}-{}/{}\r\n", file.len() - 1, file.len());
            answer("206 Partial Content", &range, &file[from..])
        }
        None => answer("200 OK", "", file),
    }
}

fn small(asked: &Asked, root: &str) -> Vec<u8> {
    match asked.line.strip_prefix(&format!("GET {root}/")) {
        Some("tokenizer.json") => give(asked, tokenizer().to_string().as_bytes()),
        Some("config.json") => give(asked, config(Head::Encoder).to_string().as_bytes()),
        _ => answer("404 Not Found", "", b"Entry not found"),
    }
}

const ROOT: &str = "/someone/tiny/resolve/main";

/// A hub that has the tiny model whole.
fn hub() -> Server {
    let model = graph();
    Server::new(move |asked| match asked.line.as_str() {
        "GET /someone/tiny/resolve/main/onnx/model.onnx" => give(asked, &model),
        _ => small(asked, ROOT),
    })
}

fn pull<'a>(model: &'a str, server: &'a Server, sha256: Option<&'a str>) -> Pull<'a> {
    Pull { model, hub: Some(&server.url), revision: None, sha256, network: Network::default() }
}

fn pulled(store: &Store, pull: &Pull<'_>) -> Result<Installed, StoreError> {
    store.pull(pull, &mut |_| {})
}

#[test]
fn a_model_of_a_hub_is_fetched_tried_and_described() {
    let server = hub();
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let mut bytes = 0;
    let about = store
        .pull(&pull("someone/tiny", &server, None), &mut |progress| {
            bytes = bytes.max(progress.done);
        })
        .unwrap();
    assert_eq!((about.name.as_str(), about.dimensions), ("tiny", 32));
    assert_eq!(about.source, "someone/tiny@main");
    assert!(!about.is_pinned(), "nobody knew these hashes before");
    assert!(bytes > 10_000);
    assert!(store.open("tiny").is_ok());
    store.verify("tiny", &mut |_| {}).unwrap();
}

#[test]
fn a_pinned_file_is_continued_where_the_line_broke() {
    let model = graph();
    let hash = sha256(&model);
    let tries = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tries);
    let server = Server::new(move |asked| {
        if !asked.line.ends_with("onnx/model.onnx") {
            return small(asked, ROOT);
        }
        match count.fetch_add(1, Ordering::SeqCst) {
            0 => promised("200 OK", "", &model[..model.len() / 3], model.len()),
            1 => answer("503 Service Unavailable", "", b""),
            _ => give(asked, &model),
        }
    });
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let asking = pull("someone/tiny", &server, Some(&hash));
    let error = pulled(&store, &asking).unwrap_err();
    assert!(matches!(error, StoreError::Network { transient: true, .. }), "{error:?}");
    assert!(store.list().unwrap().is_empty(), "what is half there is no model");
    let about = pulled(&store, &asking).unwrap();
    let ranges: Vec<Option<String>> = server
        .asked()
        .iter()
        .filter(|asked| asked.line.ends_with("onnx/model.onnx"))
        .map(|asked| asked.header("range").map(String::from))
        .collect();
    assert_eq!(ranges[0], None);
    assert!(ranges[1].is_some() && ranges[1] == ranges[2], "{ranges:?}");
    assert!(about.files.iter().any(|part| part.name == "model.onnx" && part.pinned));
}

#[test]
fn a_file_without_a_known_hash_is_fetched_anew() {
    let model = graph();
    let tries = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tries);
    let server = Server::new(move |asked| {
        if !asked.line.ends_with("onnx/model.onnx") {
            return small(asked, ROOT);
        }
        match count.fetch_add(1, Ordering::SeqCst) {
            0 => promised("200 OK", "", &model[..model.len() / 3], model.len()),
            _ => give(asked, &model),
        }
    });
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    pulled(&store, &pull("someone/tiny", &server, None)).unwrap();
    assert!(server.asked().iter().all(|asked| asked.header("range").is_none()));
}

#[test]
fn a_file_that_is_not_the_pinned_one_is_refused_and_thrown_away() {
    let server = hub();
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let error = pulled(&store, &pull("someone/tiny", &server, Some(&"0".repeat(64)))).unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
    assert!(!home.path().join(".tiny.new").exists());
    assert!(store.list().unwrap().is_empty());
}

#[test]
fn a_known_model_comes_from_its_pinned_revision_and_must_be_it() {
    let known = known().iter().find(|known| known.name == ENGLISH).unwrap();
    let server = Server::new(|_| answer("200 OK", "", b"something else"));
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let error = pulled(&store, &pull(ENGLISH, &server, None)).unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
    let line = &server.asked()[0].line;
    assert!(line.contains(known.repository) && line.contains(known.revision), "{line}");
    assert!(known.bytes() > 80_000_000);
}

#[test]
fn a_hash_that_cannot_be_met_is_refused_before_anything_is_fetched() {
    let server = Server::new(|_| answer("200 OK", "", b"something else"));
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let error = pulled(&store, &pull(ENGLISH, &server, Some(&"0".repeat(64)))).unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
    for typed in ["abc", "", &"g".repeat(64)] {
        let error = pulled(&store, &pull("someone/tiny", &server, Some(typed))).unwrap_err();
        assert!(matches!(error, StoreError::Digest(_)), "{error:?}");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn a_pinned_file_that_came_whole_is_kept_when_a_later_one_does_not_come() {
    let model = graph();
    let hash = sha256(&model);
    let tries = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tries);
    let server = Server::new(move |asked| {
        if asked.line.ends_with("onnx/model.onnx") {
            return give(asked, &model);
        }
        if asked.line.ends_with("tokenizer.json") && count.fetch_add(1, Ordering::SeqCst) == 0 {
            return answer("503 Service Unavailable", "", b"");
        }
        small(asked, ROOT)
    });
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let asking = pull("someone/tiny", &server, Some(&hash));
    let error = pulled(&store, &asking).unwrap_err();
    assert!(matches!(error, StoreError::Network { transient: true, .. }), "{error:?}");
    pulled(&store, &asking).unwrap();
    let asked = server.asked();
    let models = asked.iter().filter(|asked| asked.line.ends_with("onnx/model.onnx"));
    assert_eq!(models.count(), 1, "it was there already");
}

#[test]
fn a_rest_of_an_impossible_length_is_an_error_and_no_panic() {
    let model = graph();
    let hash = sha256(&model);
    let server = Server::new(move |asked| match asked.header("range") {
        None => promised("200 OK", "", &model[..model.len() / 3], model.len()),
        Some(_) => {
            let from = model.len() / 3;
            let range = format!("content-range: bytes {from}-{}/{}\r\n", u64::MAX, u64::MAX);
            promised("206 Partial Content", &range, &model[from..], usize::MAX)
        }
    });
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let error = pulled(&store, &pull("someone/tiny", &server, Some(&hash))).unwrap_err();
    assert!(matches!(error, StoreError::Network { .. }), "{error:?}");
}

#[test]
fn what_a_hub_refuses_is_told() {
    for (status, transient) in
        [("401 Unauthorized", false), ("403 Forbidden", false), ("502 Bad", true)]
    {
        let server = Server::new(move |_| answer(status, "", b""));
        let home = TempDir::new().unwrap();
        let store = Store::at(home.path(), 1);
        match pulled(&store, &pull("someone/tiny", &server, None)).unwrap_err() {
            StoreError::Network { message, transient: found } => {
                assert_eq!(found, transient, "{message}");
                assert!(message.contains(&status[..3]), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
    let server = Server::new(|_| answer("404 Not Found", "", b""));
    let home = TempDir::new().unwrap();
    let error =
        pulled(&Store::at(home.path(), 1), &pull("someone/tiny", &server, None)).unwrap_err();
    assert!(error.to_string().contains("has no onnx/model.onnx"), "{error}");
}

#[test]
fn names_that_are_no_models_of_a_hub_are_answered_with_the_known_ones() {
    let server = Server::new(|_| answer("404 Not Found", "", b""));
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    for name in ["mini", "a/b/c", "../x", "a/..", "", "a b/c"] {
        let error = pulled(&store, &pull(name, &server, None)).unwrap_err();
        assert!(error.to_string().contains(ENGLISH), "{error}");
    }
    let odd = Pull { revision: Some("../../main"), ..pull("someone/tiny", &server, None) };
    assert!(matches!(pulled(&store, &odd), Err(StoreError::Name(_))));
    assert!(server.asked().is_empty());
}

#[test]
fn a_hub_that_does_not_answer_leaves_nothing_behind() {
    let home = TempDir::new().unwrap();
    let store = Store::at(home.path(), 1);
    let asked = Pull {
        model: "someone/tiny",
        hub: Some("http://127.0.0.1:1"),
        revision: None,
        sha256: None,
        network: Network::default(),
    };
    assert!(matches!(pulled(&store, &asked), Err(StoreError::Network { .. })));
    let left = fs::read_dir(home.path()).unwrap().map(|it| it.unwrap().file_name());
    let left: Vec<_> = left.filter(|_| cfg!(unix)).collect();
    assert!(left.is_empty(), "{left:?}");
}
