use super::server::{Asked, Server, answer, promised};
use crate::{Api, Key, Network, RemoteConfig, open_remote, probe_dimensions};
use search::{ModelError, Side, Traits};
use serde_json::{Value, json};
use std::time::Duration;

const SECRET: &str = "sk-very-secret-0123456789";

fn config(api: Api, url: &str) -> RemoteConfig {
    RemoteConfig {
        api,
        url: url.into(),
        model: "embed-3".into(),
        dimensions: 3,
        window: 512,
        batch: 4,
        query_prefix: String::new(),
        passage_prefix: String::new(),
        traits: Traits { floor: 0.2, match_at: 0.6, multilingual: true },
        key: Some(Key::new(SECRET)),
        network: Network::default(),
    }
}

/// A vector that tells which text it is for, not of length one.
fn vector(text: &str) -> Value {
    json!([text.len(), 3.0, 4.0])
}

fn inputs(asked: &Asked) -> Vec<String> {
    serde_json::from_value(asked.json()["input"].clone()).unwrap()
}

fn open_ai(asked: &Asked) -> Vec<u8> {
    let mut data: Vec<Value> = inputs(asked)
        .iter()
        .enumerate()
        .map(|(at, text)| json!({"object": "embedding", "index": at, "embedding": vector(text)}))
        .collect();
    // The order is in `index`, not in the list.
    data.reverse();
    let body = json!({"object": "list", "data": data, "model": "embed-3",
        "usage": {"prompt_tokens": 8, "total_tokens": 8}});
    answer("200 OK", "content-type: application/json\r\n", body.to_string().as_bytes())
}

fn expected(text: &str) -> Vec<f64> {
    super::reference::unit(vec![text.len() as f64, 3.0, 4.0])
}

fn failing(api: Api, bytes: Vec<u8>) -> ModelError {
    let server = Server::new(move |_| bytes.clone());
    let model = open_remote(config(api, &server.url)).unwrap();
    model.embed(Side::Query, &["hello"]).unwrap_err()
}

#[test]
fn an_open_ai_endpoint_gives_each_text_its_vector() {
    let server = Server::new(open_ai);
    let url = format!("{}/v1", server.url);
    let model =
        open_remote(RemoteConfig { passage_prefix: "doc: ".into(), ..config(Api::OpenAi, &url) });
    let model = model.unwrap();
    let texts = ["a", "bb", "ccc", "dddd", "eeeee", "ffffff"];
    let found = model.embed(Side::Passage, &texts).unwrap();
    for (text, vector) in texts.iter().zip(&found) {
        assert!(super::distance(vector, &expected(&format!("doc: {text}"))) < 1e-6);
    }
    let asked = server.asked();
    assert_eq!(asked.len(), 2, "four texts a request");
    assert_eq!(asked[0].line, "POST /v1/embeddings");
    assert_eq!(asked[0].header("authorization"), Some(format!("Bearer {SECRET}").as_str()));
    assert_eq!(asked[0].json()["model"], "embed-3");
    assert_eq!(inputs(&asked[1]), ["doc: eeeee", "doc: ffffff"]);
}

#[test]
fn an_ollama_endpoint_gives_each_text_its_vector_and_cuts_none() {
    let server = Server::new(|asked| {
        let found: Vec<Value> = inputs(asked).iter().map(|text| vector(text)).collect();
        let body = json!({"model": "embed-3", "embeddings": found, "total_duration": 14_143_917});
        answer("200 OK", "", body.to_string().as_bytes())
    });
    let model =
        open_remote(RemoteConfig { key: None, ..config(Api::Ollama, &server.url) }).unwrap();
    let found = model.embed(Side::Query, &["a", "bb"]).unwrap();
    assert!(super::distance(&found[1], &expected("bb")) < 1e-6);
    let asked = server.asked();
    assert_eq!(asked[0].line, "POST /api/embed");
    assert_eq!(asked[0].json()["truncate"], false);
    assert_eq!(asked[0].header("authorization"), None);
}

#[test]
fn c109_an_endpoint_that_fails_is_an_error_that_may_pass_and_never_an_empty_answer() {
    let body = br#"{"error": {"message": "the model is loading", "type": "server_error"}}"#;
    for api in [Api::OpenAi, Api::Ollama] {
        let error = failing(api, answer("500 Internal Server Error", "", body));
        assert!(error.transient);
        assert!(error.message.contains("500"), "{error}");
        assert!(error.message.contains("the model is loading"), "{error}");
        assert!(error.message.contains("127.0.0.1"), "{error}");
    }
    let error = failing(Api::OpenAi, answer("500 Oops", "", b"<html>\xff</html>"));
    assert!(error.transient);
}

#[test]
fn an_endpoint_that_wants_a_pause_says_how_long() {
    let body = br#"{"error": {"message": "slow down"}}"#;
    let error = failing(Api::OpenAi, answer("429 Too Many Requests", "Retry-After: 17\r\n", body));
    assert!(error.transient);
    assert_eq!(error.retry_after, Some(Duration::from_secs(17)));
    let date = "Retry-After: Wed, 21 Oct 2037 07:28:00 GMT\r\n";
    let error = failing(Api::OpenAi, answer("503 Busy", date, b""));
    assert_eq!((error.transient, error.retry_after), (true, None));
}

#[test]
fn a_key_that_is_not_accepted_is_permanent_and_is_not_repeated() {
    let body = format!(r#"{{"error": {{"message": "Incorrect API key provided: {SECRET}"}}}}"#);
    let error = failing(Api::OpenAi, answer("401 Unauthorized", "", body.as_bytes()));
    assert!(!error.transient);
    assert!(!format!("{error} {error:?}").contains(SECRET));
    let error = failing(Api::OpenAi, answer("400 Bad Request", "", body.as_bytes()));
    assert!(!error.transient);
    assert!(!format!("{error} {error:?}").contains(SECRET), "{error}");
    let shown = format!("{:?}", config(Api::OpenAi, "http://127.0.0.1"));
    assert!(!shown.contains(SECRET), "{shown}");
}

#[test]
fn a_key_goes_to_nobody_else() {
    let other = Server::new(|_| answer("200 OK", "", b"{}"));
    let location = format!("location: {}/v1/embeddings\r\n", other.url);
    let error = failing(Api::OpenAi, answer("307 Temporary Redirect", &location, b""));
    assert!(error.message.contains("moved"), "{error}");
    assert!(!error.transient);
    assert!(other.asked().is_empty());
}

#[test]
fn an_answer_that_breaks_off_may_pass() {
    let whole = json!({"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0]}]}).to_string();
    let half = &whole.as_bytes()[..whole.len() / 2];
    assert!(failing(Api::OpenAi, answer("200 OK", "", half)).transient, "JSON without an end");
    assert!(failing(Api::OpenAi, promised("200 OK", "", half, whole.len())).transient);
    assert!(failing(Api::OpenAi, Vec::new()).transient, "nothing at all");
    let error = failing(Api::OpenAi, answer("200 OK", "", b"<!doctype html>"));
    assert!(!error.transient, "a page in place of an answer stays one");
}

#[test]
fn an_answer_of_another_shape_becomes_no_vector() {
    let open_ai = |data: Value| answer("200 OK", "", json!({"data": data}).to_string().as_bytes());
    let good = json!([1.0, 2.0, 3.0]);
    for data in [
        json!([]),
        json!([{"index": 0, "embedding": [1.0, 2.0]}]),
        json!([{"index": 0, "embedding": [1.0, 2.0, 3.0, 4.0]}]),
        json!([{"index": 0, "embedding": [1.0, null, 3.0]}]),
        json!([{"index": 0, "embedding": [0.0, 0.0, 0.0]}]),
        json!([{"index": 0, "embedding": [1e39, 1.0, 1.0]}]),
        json!([{"index": 0, "embedding": "AACAPwAAAEA="}]),
        json!([{"index": 1, "embedding": good}]),
        json!([{"index": 0, "embedding": good}, {"index": 1, "embedding": good}]),
    ] {
        let error = failing(Api::OpenAi, open_ai(data.clone()));
        assert!(!error.transient, "{data}");
    }
    let not_a_number = br#"{"data": [{"index": 0, "embedding": [NaN, 1.0, 1.0]}]}"#;
    assert!(!failing(Api::OpenAi, answer("200 OK", "", not_a_number)).transient);
    let ollama = json!({"embeddings": [good, good]}).to_string();
    assert!(!failing(Api::Ollama, answer("200 OK", "", ollama.as_bytes())).transient);
}

#[test]
fn nobody_there_may_pass() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let model = open_remote(config(Api::OpenAi, &url)).unwrap();
    assert!(model.embed(Side::Query, &["hello"]).unwrap_err().transient);
}

#[test]
fn dimensions_are_asked_for_once_and_kept_in_the_configuration() {
    let server = Server::new(open_ai);
    assert_eq!(probe_dimensions(config(Api::OpenAi, &server.url)).unwrap(), 3);
    let other = RemoteConfig { dimensions: 4, ..config(Api::OpenAi, &server.url) };
    let error = open_remote(other).unwrap().embed(Side::Query, &["hello"]).unwrap_err();
    assert!(error.message.contains("3 numbers instead of 4"), "{error}");
}

#[test]
fn a_fingerprint_names_host_model_and_length_and_not_the_key() {
    let base = config(Api::OpenAi, "https://one.example/v1");
    let of = |config: RemoteConfig| open_remote(config).unwrap().fingerprint().to_owned();
    let first = of(base.clone());
    assert_eq!(first, of(RemoteConfig { key: None, batch: 9, ..base.clone() }));
    for other in [
        RemoteConfig { url: "https://two.example/v1".into(), ..base.clone() },
        RemoteConfig { model: "embed-4".into(), ..base.clone() },
        RemoteConfig { dimensions: 4, ..base.clone() },
        RemoteConfig { query_prefix: "q: ".into(), ..base },
    ] {
        assert_ne!(first, of(other));
    }
}

#[test]
fn an_address_that_is_none_or_holds_a_password_is_refused_unseen() {
    for url in
        ["ftp://a", "https://", "one.example", "https://me:hunter2@one.example/v1", "http://a b"]
    {
        let error = open_remote(config(Api::OpenAi, url)).err().unwrap();
        assert!(!error.message.contains("hunter2"), "{error}");
    }
}

#[test]
fn a_key_with_a_line_break_makes_no_header() {
    let server = Server::new(open_ai);
    let key = Some(Key::new("sk\r\nx-other: 1"));
    let model = open_remote(RemoteConfig { key, ..config(Api::OpenAi, &server.url) }).unwrap();
    assert!(model.embed(Side::Query, &["hello"]).is_err());
    assert!(server.asked().is_empty());
}
