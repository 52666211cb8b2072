//! The vector stream through the program: models installed from a folder, pages embedded, questions that
//! words do not answer, and what happens when a model is missing, another, or does not answer.

use crate::http::{reply, request};
use crate::vault::{Done, Vault, finished, git, pages, plain_call};
use memory::{Memory, Need, Purge};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Words that mean the same, a row of the table each. The first rows are those of the questions that a
/// model is tried with at installation, so that what belongs together there is near.
const MEANINGS: [&[&str]; 10] = [
    &["office", "tram"],
    &["allergic", "penicillin"],
    &["plant", "tomatoes", "garden", "beans"],
    &["server", "database"],
    &["piano", "music"],
    &["rent", "landlord"],
    &["automobile", "car", "vehicle"],
    &["bakery", "breadshop"],
    &["heron", "bird"],
    &["tea", "brew"],
];

/// A static model whose vectors have `dimensions` numbers, at least one for each meaning and one for all
/// other words.
pub(crate) fn model(folder: &Path, dimensions: usize) {
    std::fs::create_dir_all(folder).unwrap();
    let mut vocabulary = serde_json::Map::new();
    let mut rows: Vec<Vec<f32>> = Vec::new();
    let mut add = |word: &str, at: usize, weight: f32| {
        let mut row = vec![0.0; dimensions];
        row[at] = weight;
        vocabulary.insert(word.to_owned(), json!(rows.len()));
        rows.push(row);
    };
    add("[UNK]", MEANINGS.len(), 0.02);
    for (at, words) in MEANINGS.iter().enumerate() {
        words.iter().for_each(|word| add(word, at, 1.0));
    }
    let tokenizer = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    });
    std::fs::write(folder.join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    let head = json!({"table": {
        "dtype": "F32", "shape": [rows.len(), dimensions], "data_offsets": [0, bytes.len()],
    }});
    let head = head.to_string();
    let mut file = (head.len() as u64).to_le_bytes().to_vec();
    file.extend(head.as_bytes());
    file.extend(bytes);
    std::fs::write(folder.join("model.safetensors"), file).unwrap();
}

const CAR: &str = "# Parking\n\nThe automobile stands behind the bakery.\n";
const QUESTION: &str = "car breadshop";

/// A vault of three notes with the model `tiny` installed and in use; nothing is embedded.
fn vault() -> Vault {
    let vault = Vault::new();
    vault
        .put("notes/parking.md", CAR)
        .put("notes/pond.md", "# Pond\n\nThe heron comes at dawn.\n")
        .put("notes/kettle.md", "# Kettle\n\nNever boil it twice.\n");
    model(&vault.beside("tiny"), 16);
    installed(&vault, "tiny");
    vault.run_ok(&["models", "use", "tiny"]);
    vault
}

pub(crate) fn installed(vault: &Vault, name: &str) {
    let from = vault.beside(name);
    vault.run_ok(&["models", "pull", "--from", from.to_str().unwrap()]);
}

fn alike(vault: &Vault) -> Value {
    vault.json(&["recall", "--vector", "--any", "--unit", "page", "--", QUESTION])
}

fn embedded(vault: &Vault) -> u64 {
    vault.json(&["embed"])["embedded"].as_u64().unwrap()
}

fn streams(reply: &Value) -> Vec<&str> {
    reply["streams"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

fn warned(reply: &Value) -> Vec<&str> {
    let all = reply["warnings"].as_array().into_iter().flatten();
    all.filter(|it| it["corpus"] == "vectors").map(|it| it["message"].as_str().unwrap()).collect()
}

#[test]
fn doctor_tells_of_the_model_and_names_a_file_of_it_that_is_damaged() {
    let vault = vault();
    let line = |vault: &Vault| {
        let done = vault.run(&["doctor"]);
        done.out.lines().find(|it| it[6..].starts_with("model")).unwrap().to_owned()
    };
    assert!(line(&vault).starts_with("ok") && line(&vault).contains("tiny"), "{}", line(&vault));
    let weights = vault.beside(".local/share/memopage/models/tiny/model.safetensors");
    let whole = std::fs::read(&weights).unwrap();
    let mut altered = whole.clone();
    *altered.last_mut().unwrap() ^= 1;
    for damaged in [altered, [&whole[..], b"x"].concat()] {
        std::fs::write(&weights, damaged).unwrap();
        assert!(line(&vault).starts_with("FAIL"), "{}", line(&vault));
        assert!(line(&vault).contains("model.safetensors"), "{}", line(&vault));
        assert_eq!(vault.run(&["doctor"]).code, 7);
    }
    vault.run_ok(&["models", "remove", "tiny"]);
    assert!(line(&vault).contains("tiny is not installed"), "{}", line(&vault));
    vault.run_ok(&["models", "use", "none"]);
    assert!(line(&vault).starts_with("ok"), "{}", line(&vault));
}

#[test]
fn a_model_is_installed_used_listed_and_removed() {
    let vault = Vault::new();
    model(&vault.beside("tiny"), 16);
    assert_eq!(vault.json(&["models", "list"])["installed"], json!([]));
    vault.run(&["models", "use", "tiny"]).fails(4);
    installed(&vault, "tiny");
    let before = vault.text("memopage.toml");
    vault.run_ok(&["models", "use", "tiny"]);
    let after = vault.text("memopage.toml");
    assert!(after.starts_with(&before) && after.contains("model = \"tiny\""), "{after}");
    let list = vault.json(&["models", "list"]);
    assert_eq!(
        (&list["in_use"], &list["installed"][0]["dimensions"]),
        (&json!("tiny"), &json!(16))
    );
    assert!(list["known"].as_array().unwrap().len() >= 3, "{list}");
    vault.run_ok(&["models", "use", "none"]);
    assert_eq!(vault.text("memopage.toml"), before);
    vault.run_ok(&["models", "use", "tiny"]);
    let removed = vault.run_ok(&["models", "remove", "tiny"]);
    assert!(removed.err.contains("still names it"), "{}", removed.err);
    vault.run(&["models", "remove", "tiny"]).fails(4);
    // The vault still names it: words answer, and the answer says what is missing.
    vault.put("a.md", CAR);
    let reply = vault.json(&["recall", "automobile", "--vector"]);
    assert_eq!(pages(&reply), ["a"]);
    assert!(warned(&reply)[0].contains("models pull tiny"), "{reply}");
    vault.run(&["embed"]).fails(7);
}

#[test]
fn a_question_that_the_days_alone_answer_asks_no_model() {
    let vault = vault();
    vault.put("daily/2026-10-09.md", "# Friday\n\nThe automobile was washed.\n");
    embedded(&vault);
    let path = vault.beside(".local/share/memopage/models/tiny/tokenizer.json");
    std::fs::write(&path, " ".repeat(std::fs::metadata(&path).unwrap().len() as usize)).unwrap();
    let listed = vault.json(&["recall", "--vector", "what did I do last month"]);
    assert_eq!(pages(&listed), ["daily/2026-10-09"]);
    assert_eq!((streams(&listed), warned(&listed)), (vec![], vec![]), "{listed}");
    let asked = vault.json(&["recall", "--vector", QUESTION]);
    assert_eq!(warned(&asked).len(), 1, "the model is broken: {asked}");
}

#[test]
fn a_model_whose_bytes_changed_after_its_installation_is_not_used() {
    let vault = Vault::new();
    model(&vault.beside("tiny"), 16);
    installed(&vault, "tiny");
    let path = vault.beside(".local/share/memopage/models/tiny/model.safetensors");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let refused = vault.run(&["models", "use", "tiny"]);
    assert!(refused.err.contains("model.safetensors has SHA-256"), "{}", refused.err);
    assert!(!vault.text("memopage.toml").contains("tiny"));
}

#[test]
fn a_model_comes_from_an_archive_as_from_a_folder() {
    let vault = Vault::new();
    model(&vault.beside("tiny"), 16);
    let archive = vault.beside("tiny-1.0.tar");
    let mut tar = tar::Builder::new(std::fs::File::create(&archive).unwrap());
    tar.append_dir_all("tiny", vault.beside("tiny")).unwrap();
    tar.finish().unwrap();
    let from = archive.to_str().unwrap();
    let done = vault.json(&["models", "pull", "packed", "--from", from]);
    assert_eq!((&done["name"], &done["pinned"]), (&json!("packed"), &json!(false)), "{done}");
    installed(&vault, "tiny");
    vault.put("notes/parking.md", CAR);
    for name in ["tiny", "packed"] {
        vault.run_ok(&["models", "use", name]);
        assert!(embedded(&vault) > 0);
        assert_eq!(pages(&alike(&vault))[0], "notes/parking", "{name}");
    }
}

#[test]
fn a_model_that_takes_the_place_of_another_says_which() {
    let vault = Vault::new();
    model(&vault.beside("tiny"), 16);
    let from = vault.beside("tiny");
    let pull = ["models", "pull", "--from", from.to_str().unwrap()];
    for _ in 0..2 {
        assert_eq!(vault.json(&pull)["replaced"], Value::Null);
    }
    model(&from, 24);
    let done = vault.run_ok(&pull);
    assert!(done.out.contains("replaced what had that name: "), "{}", done.out);
    assert!(done.out.contains("16 numbers in a vector"), "{}", done.out);
    // A known name is for the known weights alone, whether it is given or the folder's.
    let known = "all-MiniLM-L6-v2";
    model(&vault.beside(known), 384);
    let folder = vault.beside(known);
    for (from, name) in [(&from, Some(known)), (&folder, None), (&folder, Some(known))] {
        let mut words = vec!["models", "pull", "--from", from.to_str().unwrap()];
        words.extend(name);
        let done = vault.run(&words).fails(3);
        assert!(done.err.contains("not the weights of all-MiniLM-L6-v2"), "{}", done.err);
        assert!(done.err.contains("--force"), "{}", done.err);
    }
    let words = ["models", "pull", "mine", "--from", folder.to_str().unwrap()];
    assert_eq!(vault.json(&words)["dimensions"], 384);
}

#[test]
fn what_is_no_model_or_not_the_one_meant_is_not_installed() {
    let vault = Vault::new();
    std::fs::create_dir(vault.beside("empty")).unwrap();
    let pull = |name: &str, more: &[&str]| {
        let from = vault.beside(name);
        let mut words = vec!["models", "pull", "--from", from.to_str().unwrap()];
        words.extend(more);
        vault.run(&words)
    };
    pull("empty", &[]).fails(2);
    pull("nowhere", &[]).fails(4);
    model(&vault.beside("tiny"), 16);
    let zeros = "0".repeat(64);
    pull("tiny", &["--sha256", &zeros]).fails(3);
    vault.run(&["models", "pull", "no-such-model"]).fails(4);
    vault.run(&["models", "pull"]).fails(2);
    assert_eq!(vault.json(&["models", "list"])["installed"], json!([]));
}

#[test]
fn a_question_in_other_words_is_found_once_pages_are_embedded() {
    let vault = vault();
    let by_words = vault.json(&["recall", "--any", "--unit", "page", "--", QUESTION]);
    assert_eq!((pages(&by_words).len(), streams(&by_words)), (0, vec!["lexical"]), "{by_words}");
    let early = alike(&vault);
    assert!(warned(&early)[0].contains("no page has vectors yet"), "{early}");
    assert_eq!(streams(&early), ["lexical"]);
    assert!(embedded(&vault) > 3);
    let reply = alike(&vault);
    assert_eq!(pages(&reply)[0], "notes/parking", "{reply}");
    assert_eq!((streams(&reply), warned(&reply)), (vec!["lexical", "vector"], vec![]), "{reply}");
    let both = "vehicle behind the bakery";
    let context = vault.json(&["context", "--vector", "--", both]);
    assert!(context["text"].as_str().unwrap().contains("automobile"), "{context}");
    assert_eq!(warned(&context), Vec::<&str>::new());
    // Not asked for, the model is not opened, and only an account says that it could be.
    assert_eq!(vault.run_ok(&["recall", "heron"]).err, "");
    let account = vault.run_ok(&["recall", "heron", "--explain"]).out;
    assert!(account.contains("`--vector` asks tiny"), "{account}");
}

#[test]
fn status_says_how_far_the_model_has_read() {
    let vault = vault();
    let counts = |vault: &Vault| {
        let state = vault.json(&["status"])["vectors"].clone();
        assert_eq!(state["model"], "tiny", "{state}");
        (state["embedded"].as_u64().unwrap(), state["pages"].as_u64().unwrap())
    };
    let (none, all) = counts(&vault);
    assert!(none == 0 && all > 3, "{none} of {all}");
    vault.run_ok(&["embed"]);
    assert_eq!(counts(&vault), (all, all));
    vault.put("notes/new.md", "# New\n\nA bird.\n");
    assert_eq!(counts(&vault), (all, all + 1));
    let reply = alike(&vault);
    assert!(warned(&reply)[0].contains("the others are found by words"), "{reply}");
    let done = vault.json(&["embed"]);
    assert_eq!((&done["complete"], &done["pages_embedded"]), (&json!(true), &json!(all + 1)));
    vault.run_ok(&["models", "use", "none"]);
    assert_eq!(vault.json(&["status"])["vectors"], Value::Null);
}

#[test]
fn embedding_stops_where_it_is_told_and_goes_on_from_there() {
    let vault = vault();
    for number in 0..300 {
        vault.put(
            &format!("many/{number}.md"),
            &format!("# Page {number}\n\nOf number {number}.\n"),
        );
    }
    let first = vault.json(&["embed", "--limit", "10"]);
    assert_eq!(first["complete"], false, "{first}");
    let second = vault.json(&["embed"]);
    assert_eq!(second["complete"], true, "{second}");
    assert!(first["embedded"].as_u64() > Some(0) && second["embedded"].as_u64() > Some(0));
    assert_eq!(embedded(&vault), 0);
    let all = vault.json(&["status"])["vectors"]["pages"].clone();
    vault.run_ok(&["gc"]);
    assert_eq!(vault.json(&["status"])["vectors"]["embedded"], all);
    let before = vault.json(&["status"])["pages"].as_u64().unwrap();
    for number in 0..20 {
        std::fs::remove_file(vault.root().join(format!("many/{number}.md"))).unwrap();
    }
    let swept = vault.json(&["gc"]);
    assert!(swept["vectors_removed"].as_u64() >= Some(20), "{swept}");
    assert_eq!(vault.json(&["status"])["vectors"]["embedded"], before - 20);
}

#[test]
fn vectors_damaged_in_their_middle_are_told_and_made_anew() {
    let vault = vault();
    for number in 0..200 {
        let text = format!("# Page {number}\n\nOf number {number}.\n");
        vault.put(&format!("many/{number}.md"), &text);
    }
    let made = vault.json(&["embed"])["embedded"].as_u64().unwrap();
    let folder = vault.root().join(".memopage/vectors");
    let path = std::fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .find(|it| it.extension().is_some_and(|it| it == "db"))
        .unwrap();
    for again in ["embed", "gc"] {
        // All but the first pages of the file, so that it still opens.
        let mut bytes = std::fs::read(&path).unwrap();
        let length = bytes.len();
        assert!(length > 100_000, "{length}");
        bytes[12 * 4096..].fill(0xA5);
        std::fs::write(&path, &bytes).unwrap();
        let doctor = vault.run(&["doctor"]).fails(7);
        assert!(doctor.out.contains("`memopage embed` makes them anew"), "{}", doctor.out);
        let reply = alike(&vault);
        assert!(warned(&reply)[0].contains("vectors"), "{reply}");
        assert!(!vault.json(&["recall", "parking"])["hits"].as_array().unwrap().is_empty());
        let done = vault.json(&[again]);
        if again == "gc" {
            assert!(done["vectors_problem"].as_str().unwrap().contains("damaged"), "{done}");
            assert_eq!(vault.json(&["embed"])["embedded"], made);
        } else {
            assert_eq!((&done["embedded"], &done["complete"]), (&json!(made), &json!(true)));
        }
        assert!(vault.run_ok(&["doctor"]).out.contains("whole"));
        assert_eq!(pages(&alike(&vault))[0], "notes/parking");
        assert!(!vault.json(&["gc"]).to_string().contains("damaged"));
    }
}

#[test]
fn a_second_filler_says_that_there_is_one() {
    let vault = vault();
    vault.run_ok(&["embed", "--limit", "1"]);
    let folder = vault.root().join(".memopage/vectors");
    let held = std::fs::File::options().write(true).open(folder.join("worker.lock")).unwrap();
    held.lock().unwrap();
    let done = vault.run(&["embed", "--wait", "0"]).fails(6);
    assert!(done.err.contains("another process"), "{}", done.err);
    let state = vault.json(&["status"])["vectors"].clone();
    assert_eq!(state["worker_runs"], true, "{state}");
    assert_eq!(pages(&alike(&vault))[0], "notes/parking");
    // What is just being embedded is of no page yet, and stays.
    let swept = vault.json(&["gc", "--wait", "0"]);
    assert_eq!(swept["vectors_removed"], 0, "{swept}");
    assert!(swept["vectors_problem"].as_str().unwrap().contains("another process"), "{swept}");
    drop(held);
    assert_eq!(vault.json(&["gc"])["vectors_problem"], Value::Null);
}

#[test]
fn a_state_folder_that_cannot_be_written_leaves_the_words() {
    let vault = vault();
    vault.run_ok(&["status"]);
    // A file where the folder of vectors would be: no right to write is needed to be refused.
    std::fs::remove_dir_all(vault.root().join(".memopage/vectors")).unwrap();
    vault.put(".memopage/vectors", "in the way");
    let reply = vault.json(&["recall", "--vector", "automobile"]);
    assert_eq!((pages(&reply)[0].as_str(), streams(&reply)), ("notes/parking", vec!["lexical"]));
    assert!(warned(&reply)[0].contains("cannot be kept"), "{reply}");
    let state = vault.json(&["status"])["vectors"].clone();
    assert!(state["problem"].as_str().unwrap().contains("cannot be kept"), "{state}");
    vault.run(&["embed"]).fails(7);
    let swept = vault.json(&["gc"]);
    assert!(swept["vectors_problem"].as_str().unwrap().contains("cannot be kept"), "{swept}");
    assert!(vault.run_ok(&["gc"]).err.contains("left as they are"));
}

#[test]
fn without_a_model_words_answer_and_the_answer_says_so() {
    let vault = Vault::new();
    vault.put("notes/pond.md", "# Pond\n\nThe heron comes at dawn.\n");
    let done = vault.run_ok(&["recall", "heron", "--vector"]);
    assert!(done.out.contains("vectors: no model is in use") && done.out.contains("Pond"));
    assert!(done.out.contains("memopage models use"), "{}", done.out);
    let reply = vault.json(&["recall", "heron", "--vector"]);
    assert_eq!(reply["warnings"][0]["status"], "unavailable", "{reply}");
    let context = vault.run_ok(&["context", "heron", "--vector"]);
    assert!(context.err.contains("no model is in use") && context.out.contains("heron"));
    vault.run(&["embed"]).fails(7);
    // A setting that makes no sense stops nothing else.
    vault.put("memopage.toml", "format = 1\nzone = \"UTC\"\n\n[model]\napi = \"carrier pigeon\"\n");
    let reply = vault.json(&["recall", "heron", "--vector"]);
    assert_eq!(pages(&reply), ["notes/pond"]);
    assert!(warned(&reply)[0].contains("[model]"), "{reply}");
    vault.run(&["models", "use", "none"]).fails(5);
}

#[test]
fn a_choice_of_model_is_in_the_history_and_no_undo_takes_it_for_the_last_write() {
    let vault = Vault::with_git();
    model(&vault.beside("tiny"), 16);
    installed(&vault, "tiny");
    vault.run_ok(&["remember", "The heron comes at dawn.", "--page", "notes/pond"]);
    vault.run_ok(&["models", "use", "tiny"]);
    assert_eq!(git(&vault, &["status", "--porcelain"]), "");
    let last = git(&vault, &["log", "-1", "--format=%s%n%b", "--name-only"]);
    assert!(last.starts_with("settings: use tiny as the model\n"), "{last}");
    assert!(
        last.contains("tester via cli") && last.trim_end().ends_with("memopage.toml"),
        "{last}"
    );
    assert!(git(&vault, &["show", "HEAD:memopage.toml"]).contains("model = \"tiny\""));
    vault.run_ok(&["undo"]);
    assert!(vault.text("memopage.toml").contains("model = \"tiny\""));
    assert!(vault.recall("heron").is_empty());
}

#[test]
fn settings_that_are_not_utf_8_are_left_as_they_are() {
    let vault = Vault::new();
    let bytes = b"# caf\xe9\nformat = 1\nzone = \"UTC\"\n";
    vault.put_bytes("memopage.toml", bytes);
    let done = vault.run(&["models", "use", "none"]).fails(65);
    assert!(done.err.contains("not UTF-8") && done.err.contains("hint:"), "{}", done.err);
    assert_eq!(std::fs::read(vault.root().join("memopage.toml")).unwrap(), bytes);
}

#[test]
fn a_list_says_that_the_vault_or_its_settings_cannot_be_used() {
    let vault = Vault::new();
    let wrong = vault.beside("wrong");
    vault.run(&["models", "list", "--vault", wrong.to_str().unwrap()]).fails(7);
    let mut nowhere = vault.command(&["--json", "models", "list"]);
    nowhere.env_remove("MEMOPAGE_VAULT");
    assert_eq!(finished(nowhere).ok().json()["in_use"], Value::Null);
    vault.put("memopage.toml", "format =\n");
    vault.run(&["models", "list"]).fails(65);
    model(&vault.beside("tiny"), 16);
    installed(&vault, "tiny");
    // What was done was done: a model of the machine goes, whatever the vault is like.
    let removed = vault.run_ok(&["models", "remove", "tiny"]);
    assert!(removed.err.contains("is not known"), "{}", removed.err);
}

#[cfg(unix)]
#[test]
fn a_proxy_that_cannot_be_read_stops_the_call() {
    use std::os::unix::ffi::OsStrExt;
    let vault = Vault::new();
    for variable in ["https_proxy", "ALL_PROXY", "NO_PROXY"] {
        let mut pull =
            vault.command(&["models", "pull", "owner/model", "--hub", "https://a.invalid"]);
        pull.env(variable, std::ffi::OsStr::from_bytes(b"http://caf\xe9:3128"));
        let done = finished(pull).fails(2);
        assert!(done.err.contains(&format!("{variable} is not UTF-8")), "{}", done.err);
    }
}

#[test]
fn what_init_wrote_of_a_model_goes_as_it_came() {
    let bare = Vault::new();
    let vault = Vault::bare();
    let (layout, call) = (wiki::schema::Layout::Agent, plain_call());
    memory::init(&vault.root(), layout, "UTC", &call, memory::WithGit::Leave, Some("tiny"))
        .unwrap();
    assert!(vault.text("memopage.toml").contains("model = \"tiny\""));
    vault.run_ok(&["models", "use", "none"]);
    assert_eq!(vault.text("memopage.toml"), bare.text("memopage.toml"));
}

#[test]
fn init_chooses_by_the_language_of_the_pages() {
    let suggested = |text: &str| {
        let vault = Vault::bare();
        vault.put("a.md", text);
        let root = vault.root();
        let done = vault.run_ok(&["init", root.to_str().unwrap(), "--no-git"]);
        assert!(!vault.text("memopage.toml").contains("model"), "none is installed");
        done.out
    };
    assert!(
        suggested("天气预报说明天下雨，我们改在室内开会。")
            .contains("models pull multilingual-e5-small")
    );
    assert!(suggested("It rains tomorrow, says 天气.").contains("models pull all-MiniLM-L6-v2"));
}

/// What a stand-in for an endpoint knows of the request: each text's vector has its meaning's number.
fn answer(body: &str) -> String {
    let asked: Value = serde_json::from_str(body).unwrap();
    let texts = asked["input"].as_array().unwrap();
    let vector = |text: &str| {
        let mut vector = vec![0.01; MEANINGS.len()];
        for (at, words) in MEANINGS.iter().enumerate() {
            let times = words.iter().filter(|word| text.to_lowercase().contains(**word)).count();
            vector[at] += times as f64;
        }
        vector
    };
    let data: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| json!({"index": at, "embedding": vector(text.as_str().unwrap())}))
        .collect();
    json!({ "data": data }).to_string()
}

/// Serves until the test's process ends; answers 500 while `is_ill`.
fn endpoint(is_ill: Arc<AtomicBool>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let asked = request(&mut stream);
            let (status, text) = match is_ill.load(Ordering::SeqCst) {
                true => ("500 Internal Server Error", "{\"error\":\"out of memory\"}".to_owned()),
                false => ("200 OK", answer(&asked)),
            };
            reply(&mut stream, status, &text).unwrap();
        }
    });
    address
}

#[test]
fn c109_an_endpoint_that_fails_leaves_the_words_answer_and_says_so() {
    let is_ill = Arc::new(AtomicBool::new(false));
    let url = endpoint(Arc::clone(&is_ill));
    let vault = Vault::new();
    vault.put("notes/parking.md", CAR);
    let toml = vault.text("memopage.toml");
    let table = format!(
        "\n[model]\napi = \"openai\"\nurl = \"{url}\"\nname = \"far\"\nkey_env = \"FAR_KEY\"\n"
    );
    vault.put("memopage.toml", &format!("{toml}{table}"));
    let asked = |words: &[&str]| -> Done {
        let mut command = vault.command(words);
        // A proxy that is not there: this machine is reached without it.
        command.env("FAR_KEY", "s3cret-value").env("http_proxy", "http://127.0.0.1:9");
        finished(command)
    };
    let missing = vault.json(&["recall", "automobile", "--vector"]);
    assert!(warned(&missing)[0].contains("FAR_KEY"), "{missing}");
    asked(&["embed"]).ok();
    let words = ["recall", "--json", "--vector", "--any", "automobile"];
    let well = asked(&words).ok().json();
    assert_eq!(streams(&well), ["lexical", "vector"], "{well}");
    is_ill.store(true, Ordering::SeqCst);
    let done = asked(&words).ok();
    let ill = done.json();
    assert_eq!(
        (pages(&ill)[0].as_str(), streams(&ill)),
        ("notes/parking", vec!["lexical"]),
        "{ill}"
    );
    assert_eq!(ill["warnings"][0]["status"], "unavailable");
    assert!(warned(&ill)[0].contains("500"), "{ill}");
    vault.put("notes/more.md", "# More\n\nA heron.\n");
    let failed = asked(&["embed"]).fails(7);
    assert!(
        !format!("{}{}{}", done.out, failed.out, failed.err).contains("s3cret"),
        "{}",
        failed.err
    );
}

#[test]
fn c142_vectors_of_another_model_are_never_mixed() {
    let vault = vault();
    vault.run_ok(&["embed"]);
    model(&vault.beside("wide"), 24);
    installed(&vault, "wide");
    vault.run_ok(&["models", "use", "wide"]);
    let reply = alike(&vault);
    assert_eq!((pages(&reply).len(), streams(&reply)), (0, vec!["lexical"]), "{reply}");
    let told = warned(&reply)[0];
    assert!(
        told.contains("another model, tiny (dimension ") && told.contains("now wide, 24"),
        "{told}"
    );
    assert!(told.contains("`memopage embed`"), "{told}");
    let status = vault.run_ok(&["status"]).out;
    assert!(
        status.contains("another model, tiny") && status.contains("`memopage embed`"),
        "{status}"
    );
    assert_eq!(vault.recall("automobile"), ["notes/parking"]);
    assert_eq!(vault.json(&["status"])["vectors"]["embedded"], 0);
    assert!(embedded(&vault) > 0);
    assert_eq!(pages(&alike(&vault))[0], "notes/parking");
    // Both models' vectors stand side by side: going back costs nothing.
    vault.run_ok(&["models", "use", "tiny"]);
    assert_eq!(embedded(&vault), 0);
    assert_eq!(pages(&alike(&vault))[0], "notes/parking");
}

#[test]
fn c164_a_copied_vault_embeds_nothing_anew() {
    let vault = vault();
    vault.run_ok(&["embed"]);
    let copy = vault.beside("copy");
    copied(&vault.root(), &copy);
    let copy = copy.to_str().unwrap();
    let done = vault.json(&["embed", "--vault", copy]);
    assert_eq!((&done["embedded"], &done["complete"]), (&json!(0), &json!(true)), "{done}");
    // Nor does one whose index is made anew, nor a page that moves.
    std::fs::remove_dir_all(Path::new(copy).join(".memopage/index")).unwrap();
    let to = Path::new(copy).join("notes/lot.md");
    std::fs::rename(Path::new(copy).join("notes/parking.md"), to).unwrap();
    let done = vault.json(&["embed", "--vault", copy]);
    assert_eq!((&done["embedded"], &done["complete"]), (&json!(0), &json!(true)), "{done}");
    assert!(done["reused"].as_u64() > Some(0), "{done}");
}

/// A copy whose files all have new times.
fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for row in std::fs::read_dir(from).unwrap() {
        let row = row.unwrap();
        let target = to.join(row.file_name());
        if row.file_type().unwrap().is_dir() {
            copied(&row.path(), &target);
        } else {
            let bytes = std::fs::read(row.path()).unwrap();
            std::fs::write(&target, bytes).unwrap();
            let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
            std::fs::File::options().write(true).open(&target).unwrap().set_modified(time).unwrap();
        }
    }
}

#[test]
fn c172_a_process_that_stays_sees_what_another_embeds_and_rebuilds() {
    let vault = vault();
    let call = plain_call();
    let store = models::Store::at(vault.beside(".local/share/memopage/models"), 1);
    let stays =
        Memory::open(&vault.root()).unwrap().offer_model("tiny".to_owned(), move |_: Need| {
            store.open("tiny").map(Arc::from).map_err(|err| err.to_string())
        });
    let asked = || {
        stays.sync(&call, Purge::Guarded, &mut |_, _| {}).unwrap();
        let input = json!({"query": QUESTION, "vector": true, "any": true, "unit": "page"});
        stays.call(&call, "recall", input).unwrap().json
    };
    assert_eq!(pages(&asked()).len(), 0);
    assert!(embedded(&vault) > 0);
    let reply = asked();
    assert_eq!((pages(&reply)[0].as_str(), warned(&reply)), ("notes/parking", vec![]), "{reply}");
    // The index is made anew by another process, and a page is embedded that the first never saw.
    std::fs::remove_dir_all(vault.root().join(".memopage/index")).unwrap();
    vault.put("notes/garage.md", "# Garage\n\nA vehicle and a bakery and a car.\n");
    vault.run_ok(&["embed"]);
    let reply = asked();
    assert_eq!(warned(&reply), Vec::<&str>::new(), "{reply}");
    let found = pages(&reply);
    assert!(
        found.contains(&"notes/garage".to_owned()) && found.contains(&"notes/parking".to_owned()),
        "{reply}"
    );
}
