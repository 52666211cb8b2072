//! Vectors made in the background: begun by a write, one process at a time, nothing lost when it is killed.

use crate::http::{reply, request};
use crate::vault::{Vault, finished, pages};
use crate::vectors::{installed, model};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// Times that a state is asked for before it counts as never coming; each takes a process's time.
const LOOKS: usize = 4_000;

fn with_model() -> Vault {
    let vault = Vault::new();
    model(&vault.beside("tiny"), 16);
    installed(&vault, "tiny");
    vault
}

fn awake(vault: &Vault, words: &[&str]) -> Command {
    let mut command = vault.command(words);
    command.env_remove("MEMOPAGE_BACKGROUND");
    command
}

fn state(vault: &Vault) -> Value {
    vault.json(&["status"])["vectors"].clone()
}

/// Looks at the state until it is as wanted.
fn until(vault: &Vault, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..LOOKS {
        let state = state(vault);
        if wanted(&state) {
            return state;
        }
    }
    panic!("never came: {}", state(vault));
}

fn is_done(state: &Value) -> bool {
    state["queued"] == 0 && state["worker_runs"] == false
}

#[test]
fn what_is_written_is_embedded_without_being_asked_for() {
    let vault = with_model();
    let done = finished(awake(&vault, &["models", "use", "tiny"])).ok();
    assert!(done.out.contains("a worker"), "{}", done.out);
    let first = until(&vault, is_done);
    let words = ["remember", "The automobile stands behind the bakery."];
    finished(awake(&vault, &words)).ok();
    let second = until(&vault, |state| is_done(state) && state["pages"] != first["pages"]);
    assert_eq!(second["embedded"], second["pages"], "{second}");
    let reply = vault.json(&["recall", "--vector", "--any", "--unit", "page", "car breadshop"]);
    assert!(pages(&reply)[0].starts_with("daily/"), "{reply}");
    // So is what was written in an editor, once any command has seen it.
    vault.put("notes/pond.md", "# Pond\n\nThe heron comes at dawn.\n");
    finished(awake(&vault, &["recall", "heron"])).ok();
    until(&vault, |state| is_done(state) && state["pages"] != second["pages"]);
    let notes = vault.beside("more");
    std::fs::create_dir(&notes).unwrap();
    std::fs::write(notes.join("kettle.md"), "# Kettle\n\nTea.\n").unwrap();
    let before = state(&vault);
    finished(awake(&vault, &["import", notes.to_str().unwrap()])).ok();
    until(&vault, |state| is_done(state) && state["pages"] != before["pages"]);
}

#[test]
fn what_has_no_vectors_yet_is_said_and_made() {
    let vault = with_model();
    vault.put("notes/pond.md", "# Pond\n\nThe heron comes at dawn.\n");
    vault.run_ok(&["models", "use", "tiny"]);
    let waiting = state(&vault);
    assert_eq!((&waiting["embedded"], &waiting["queued"]), (&json!(0), &waiting["pages"]));
    assert!(vault.run_ok(&["status"]).out.contains("`memopage embed` reads them"));
    // A question that meets the gap has it filled.
    finished(awake(&vault, &["recall", "--vector", "heron"])).ok();
    until(&vault, is_done);
}

/// An endpoint that says when it was asked, and answers when it is told to.
struct Endpoint {
    url: String,
    asked: Receiver<()>,
    go: Sender<()>,
    /// Texts that were given a vector.
    given: Arc<Mutex<Vec<String>>>,
}

impl Endpoint {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (tell, asked) = channel();
        let (go, wait) = channel();
        let given = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&given);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let body = request(&mut stream);
                tell.send(()).unwrap();
                wait.recv().unwrap();
                let (texts, answer) = answer(&body);
                // Whoever asked may be dead.
                if reply(&mut stream, "200 OK", &answer).is_ok() {
                    noted.lock().unwrap().extend(texts);
                }
            }
        });
        Self { url, asked, go, given }
    }

    /// Lets so many requests be answered, the present one first.
    fn answers(&self, count: usize) {
        for _ in 0..count {
            self.go.send(()).unwrap();
        }
    }
}

fn answer(body: &str) -> (Vec<String>, String) {
    let asked: Value = serde_json::from_str(body).unwrap();
    let texts = asked["input"].as_array().unwrap().iter();
    let texts: Vec<String> = texts.map(|it| it.as_str().unwrap().to_owned()).collect();
    let data: Vec<Value> =
        (0..texts.len()).map(|at| json!({"index": at, "embedding": [0.6, 0.8]})).collect();
    let text = json!({ "data": data }).to_string();
    (texts, text)
}

/// A vault of a hundred and fifty pages whose model is that endpoint.
fn far(url: &str) -> Vault {
    let vault = Vault::new();
    let toml = vault.text("memopage.toml");
    let table =
        format!("\n[model]\napi = \"openai\"\nurl = \"{url}\"\nname = \"far\"\ndimensions = 2\n");
    vault.put("memopage.toml", &format!("{toml}{table}"));
    for number in 0..150 {
        vault.put(&format!("many/{number}.md"), &format!("# Page {number}\n\nOf {number}.\n"));
    }
    vault.run_ok(&["status"]);
    vault
}

fn worker(vault: &Vault) -> Child {
    let mut command = vault.command(&["embed", "--background"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

#[test]
fn a_worker_that_is_killed_loses_nothing_that_was_done() {
    let endpoint = Endpoint::new();
    let vault = far(&endpoint.url);
    let mut first = worker(&vault);
    endpoint.asked.recv().unwrap();
    // A batch is four requests at most: when the fifth comes, one is stored.
    endpoint.answers(4);
    for _ in 0..4 {
        endpoint.asked.recv().unwrap();
    }
    let during = state(&vault);
    assert_eq!(during["worker_runs"], true, "{during}");
    first.kill().unwrap();
    first.wait().unwrap();
    let after = state(&vault);
    assert_eq!(after["worker_runs"], false, "{after}");
    let kept = after["embedded"].as_u64().unwrap();
    assert!(kept > 0 && after["queued"].as_u64() > Some(0), "{after}");
    let before = endpoint.given.lock().unwrap().len();
    endpoint.answers(1_000);
    let done = vault.json(&["embed"]);
    assert_eq!((&done["complete"], &done["pages_embedded"]), (&json!(true), &after["pages"]));
    // What the first one was given is not asked for again, but for the batch that it was at.
    let given = endpoint.given.lock().unwrap();
    let twice = given[before..].iter().filter(|text| given[..before].contains(text)).count();
    assert!(twice <= 96 && twice < before, "{twice} of {before}");
}

#[test]
fn one_works_one_waits_and_the_others_go() {
    let endpoint = Endpoint::new();
    let vault = far(&endpoint.url);
    let mut works = worker(&vault);
    endpoint.asked.recv().unwrap();
    let mut others = vec![worker(&vault), worker(&vault), worker(&vault)];
    // All but one of them find that another waits already.
    let mut gone = 0;
    while gone < 2 {
        let before = others.len();
        others.retain_mut(|child| match child.try_wait().unwrap() {
            None => true,
            Some(status) => {
                assert!(status.success());
                false
            }
        });
        gone += before - others.len();
        std::thread::yield_now();
    }
    // A page that is written now is seen by the one that waits.
    vault.put("notes/late.md", "# Late\n\nCame last.\n");
    let pages = vault.json(&["status"])["pages"].clone();
    endpoint.answers(1_000);
    assert!(works.wait().unwrap().success());
    assert!(others.pop().unwrap().wait().unwrap().success());
    let done = state(&vault);
    assert_eq!((&done["embedded"], &done["worker_runs"]), (&pages, &json!(false)), "{done}");
}

#[test]
fn a_worker_ends_with_its_batch_once_the_vault_uses_no_model() {
    let endpoint = Endpoint::new();
    let vault = far(&endpoint.url);
    let mut works = worker(&vault);
    endpoint.asked.recv().unwrap();
    let toml = vault.text("memopage.toml");
    let (without, _) = toml.split_once("\n[model]").unwrap();
    vault.put("memopage.toml", without);
    endpoint.answers(1_000);
    assert!(works.wait().unwrap().success());
    // A batch is four requests of thirty-two texts at most.
    let given = endpoint.given.lock().unwrap().len();
    assert!((1..=128).contains(&given), "{given}");
    // One that waited for its turn meanwhile has nothing to do.
    assert!(worker(&vault).wait().unwrap().success());
}

#[test]
fn an_endpoint_is_asked_in_the_background_only_where_this_machine_says_so() {
    // The listener is gone: whoever asks is refused, and says so.
    let url = Endpoint::refusing();
    let vault = far(&url);
    let mut command = awake(&vault, &["remember", "The heron comes at dawn."]);
    command.env("MEMOPAGE_BACKGROUND", "on");
    finished(command).ok();
    let state = until(&vault, |state| state["worker_problem"].is_string());
    assert!(state["queued"].as_u64() > Some(0), "{state}");
    assert!(vault.run_ok(&["status"]).out.contains("the last worker stopped"));
}

impl Endpoint {
    /// An address at which nobody listens.
    fn refusing() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    }
}
