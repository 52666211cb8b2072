use super::tiny::Head;
use super::{install, tiny};
use crate::{ENGLISH, InstallFrom, Kind, Others, Progress, RERANKER, Step, Store, StoreError};
use flate2::Compression;
use flate2::write::GzEncoder;
use search::Side;
use serde_json::json;
use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

struct Home {
    folder: TempDir,
    store: Store,
}

impl Home {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::at(folder.path().join("models"), 1);
        Self { folder, store }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What is left of installations, installed models left out.
    fn leavings(&self) -> Vec<String> {
        let entries = fs::read_dir(self.store.folder()).into_iter().flatten();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.starts_with('.') && (cfg!(unix) || !name.ends_with(".lock")))
            .collect()
    }
}

fn zip(path: &Path, files: &[(&str, Vec<u8>)]) {
    let mut archive = zip::ZipWriter::new(File::create(path).unwrap());
    for (name, data) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(data).unwrap();
    }
    archive.finish().unwrap();
}

fn tar_gz(path: &Path, files: &[(&str, Vec<u8>)]) {
    let gzip = GzEncoder::new(File::create(path).unwrap(), Compression::fast());
    let mut archive = tar::Builder::new(gzip);
    for (name, data) in files {
        let mut header = tar::Header::new_ustar();
        // Written by hand, since the library refuses names that lead out.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(data.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        archive.append(&header, Cursor::new(data)).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap();
}

/// The three files of a package, below `folder`.
fn package(folder: &str) -> Vec<(String, Vec<u8>)> {
    [
        ("model.safetensors", tiny::safetensors(&tiny::weights(Head::Encoder))),
        ("tokenizer.json", tiny::tokenizer().to_string().into_bytes()),
        ("config.json", tiny::config(Head::Encoder).to_string().into_bytes()),
    ]
    .map(|(name, data)| (format!("{folder}{name}"), data))
    .into()
}

fn borrowed(files: &[(String, Vec<u8>)]) -> Vec<(&str, Vec<u8>)> {
    files.iter().map(|(name, data)| (name.as_str(), data.clone())).collect()
}

#[test]
fn a_folder_a_wheel_and_an_archive_hold_the_same_model() {
    let home = Home::new();
    tiny::write(&home.path("folder"), Head::Encoder);
    let mut files = package("some_words/model/");
    files.push(("some_words/__init__.py".into(), b"import this".to_vec()));
    zip(&home.path("wheel-1.0-py3-none-any.whl"), &borrowed(&files));
    tar_gz(&home.path("archive.tar.gz"), &borrowed(&package("./tiny/")));
    let mut vectors = Vec::new();
    for (path, name) in [
        ("folder", "folder"),
        ("wheel-1.0-py3-none-any.whl", "wheel"),
        ("archive.tar.gz", "archive"),
    ] {
        let about = install(&home.store, &home.path(path)).unwrap();
        assert_eq!((about.name.as_str(), about.kind, about.dimensions), (name, Kind::Encoder, 32));
        assert_eq!(about.source, path);
        let model = home.store.open(name).unwrap();
        vectors.push(model.embed(Side::Query, &["the cat sleeps"]).unwrap());
        let files: Vec<&str> = about.files.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(files, ["config.json", "model.onnx", "tokenizer.json"]);
    }
    assert_eq!(vectors[0], vectors[1]);
    assert_eq!(vectors[0], vectors[2]);
    let names: Vec<String> =
        home.store.list().unwrap().into_iter().map(|about| about.name).collect();
    assert_eq!(names, ["archive", "folder", "wheel"]);
    assert!(home.leavings().is_empty());
}

#[test]
fn progress_is_told_by_file_and_step() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    let mut told: Vec<Progress> = Vec::new();
    let from = InstallFrom {
        path: &home.path("tiny"),
        name: Some("other"),
        sha256: None,
        others: Others::Refused,
    };
    home.store.install_from(&from, &mut |progress| told.push(progress)).unwrap();
    let steps: Vec<Step> = told.iter().map(|progress| progress.step).collect();
    assert_eq!(steps.first(), Some(&Step::Copy));
    assert_eq!(steps.last(), Some(&Step::Try));
    assert!(told.iter().any(|p| p.file == "model.safetensors" && Some(p.done) == p.total));
    assert!(home.store.get("other").is_ok());
}

#[test]
fn what_is_missing_is_named() {
    let home = Home::new();
    let all = package("");
    for (left_out, message) in [
        ("tokenizer.json", "lacks tokenizer.json"),
        ("model.safetensors", "lacks model.onnx or model.safetensors"),
        ("config.json", "lacks config.json"),
    ] {
        let files: Vec<_> = all.iter().filter(|(name, _)| name != left_out).cloned().collect();
        let path = home.path(&format!("without-{left_out}.zip"));
        zip(&path, &borrowed(&files));
        let error = install(&home.store, &path).unwrap_err();
        assert!(matches!(error, StoreError::Layout(_)), "{error:?}");
        assert!(error.to_string().contains(message), "{error}");
    }
    fs::write(home.path("model.bin"), b"not an archive").unwrap();
    assert!(matches!(install(&home.store, &home.path("model.bin")), Err(StoreError::Layout(_))));
    zip(&home.path("two.zip"), &borrowed(&[package("a/"), package("b/")].concat()));
    let error = install(&home.store, &home.path("two.zip")).unwrap_err().to_string();
    assert!(error.contains("a/model.safetensors, b/model.safetensors"), "{error}");
    assert!(home.store.list().unwrap().is_empty());
    assert!(home.leavings().is_empty());
}

#[test]
fn a_model_that_is_not_what_its_configuration_says_is_refused() {
    let home = Home::new();
    let mut changes: Vec<(&str, serde_json::Value)> = vec![
        ("hidden_act", json!("gelu_new")),
        ("model_type", json!("xlm-roberta")),
        ("num_hidden_layers", json!(3)),
        ("num_attention_heads", json!(5)),
        ("vocab_size", json!(50)),
        ("hidden_size", json!(0)),
    ];
    for (at, (key, value)) in changes.drain(..).enumerate() {
        let path = home.path(&format!("model-{at}"));
        tiny::write(&path, Head::Encoder);
        let mut config = tiny::config(Head::Encoder);
        config[key] = value;
        fs::write(path.join("config.json"), config.to_string()).unwrap();
        let error = install(&home.store, &path).unwrap_err();
        assert!(matches!(error, StoreError::Layout(_)), "{key}: {error:?}");
    }
    assert!(home.store.list().unwrap().is_empty());
}

#[test]
fn damaged_weights_are_an_error_and_no_panic() {
    let home = Home::new();
    let whole = tiny::safetensors(&tiny::weights(Head::Encoder));
    let mut long_head = whole.clone();
    long_head[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    for (at, weights) in
        [whole[..whole.len() / 2].to_vec(), long_head, Vec::new(), whole[..9].to_vec()]
            .iter()
            .enumerate()
    {
        let path = home.path(&format!("damaged-{at}"));
        tiny::write(&path, Head::Encoder);
        fs::write(path.join("model.safetensors"), weights).unwrap();
        assert!(matches!(install(&home.store, &path), Err(StoreError::Layout(_))), "{at}");
        fs::remove_file(path.join("model.safetensors")).unwrap();
        fs::write(path.join("model.onnx"), weights).unwrap();
        assert!(matches!(install(&home.store, &path), Err(StoreError::Refused(_))), "{at}");
    }
    assert!(home.leavings().is_empty());
}

#[test]
fn an_archive_that_leads_out_or_links_is_refused_as_a_whole() {
    let home = Home::new();
    for (at, name) in
        ["../escape", "/absolute", "a/../../escape", "C:\\windows", "a\\..\\b"].iter().enumerate()
    {
        let mut files = package("");
        files.push((String::from(*name), b"x".to_vec()));
        let paths = [home.path(&format!("slip-{at}.zip")), home.path(&format!("slip-{at}.tar.gz"))];
        zip(&paths[0], &borrowed(&files));
        tar_gz(&paths[1], &borrowed(&files));
        for path in paths {
            let error = install(&home.store, &path).unwrap_err();
            assert!(matches!(error, StoreError::Refused(_)), "{name}: {error:?}");
        }
    }
    let mut archive = tar::Builder::new(File::create(home.path("link.tar")).unwrap());
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    archive.append_link(&mut header, "model.onnx", "/etc/passwd").unwrap();
    archive.finish().unwrap();
    assert!(matches!(install(&home.store, &home.path("link.tar")), Err(StoreError::Refused(_))));
    let mut archive = zip::ZipWriter::new(File::create(home.path("link.zip")).unwrap());
    archive.add_symlink("tokenizer.json", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    archive.finish().unwrap();
    assert!(matches!(install(&home.store, &home.path("link.zip")), Err(StoreError::Refused(_))));
    assert!(!home.path("escape").exists());
}

#[test]
fn a_wanted_hash_must_be_met() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    let wrong = "0".repeat(64);
    let from = InstallFrom {
        path: &home.path("tiny"),
        name: None,
        sha256: Some(&wrong),
        others: Others::Refused,
    };
    let error = home.store.install_from(&from, &mut |_| {}).unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)));
    let text = error.to_string();
    let found = text.split_whitespace().find(|word| word.len() == 64 && *word != wrong).unwrap();
    let found = found.to_uppercase();
    let from = InstallFrom { sha256: Some(&found), ..from };
    let about = home.store.install_from(&from, &mut |_| {}).unwrap();
    let weights = about.files.iter().find(|part| part.name == "model.onnx").unwrap();
    assert!(weights.pinned);
    assert!(!about.is_pinned(), "nobody vouched for the tokenizer");
}

#[test]
fn another_model_does_not_pass_for_a_known_one() {
    let home = Home::new();
    let name = "my-all-MiniLM-L6-v2-legal";
    tiny::write(&home.path(name), Head::Encoder);
    let from = InstallFrom {
        path: &home.path(name),
        name: Some(ENGLISH),
        sha256: None,
        others: Others::Refused,
    };
    let error = home.store.install_from(&from, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains(ENGLISH), "{error}");
    // What was made from a known model has its name in its own, and is another model.
    let about = install(&home.store, &home.path(name)).unwrap();
    assert_eq!((about.name.as_str(), about.dimensions, about.licence), (name, 32, None));
    assert!(matches!(home.store.get(ENGLISH), Err(StoreError::Unknown { .. })));
    assert!(home.leavings().is_empty());
}

#[test]
fn other_weights_get_a_known_name_only_where_that_is_asked_for() {
    let home = Home::new();
    let path = home.path(RERANKER);
    tiny::write(&path, Head::Reranker);
    for name in [None, Some(RERANKER)] {
        let from = InstallFrom { path: &path, name, sha256: None, others: Others::Refused };
        let error = home.store.install_from(&from, &mut |_| {}).unwrap_err();
        assert!(matches!(error, StoreError::Foreign(RERANKER)), "{error}");
        assert!(home.leavings().is_empty() && home.store.list().unwrap().is_empty());
        let from = InstallFrom { others: Others::Installed, ..from };
        assert_eq!(home.store.install_from(&from, &mut |_| {}).unwrap().name, RERANKER);
        home.store.remove(RERANKER).unwrap();
    }
}

#[test]
fn an_archive_that_holds_a_file_twice_is_refused() {
    let home = Home::new();
    let mut files = package("");
    let mut other = files[0].clone();
    other.0.insert_str(0, "./");
    *other.1.last_mut().unwrap() ^= 1;
    files.push(other);
    tar_gz(&home.path("twice.tar.gz"), &borrowed(&files));
    let error = install(&home.store, &home.path("twice.tar.gz")).unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
    assert!(error.to_string().contains("model.safetensors twice"), "{error}");
    assert!(home.store.list().unwrap().is_empty());
    assert!(home.leavings().is_empty());
}

#[test]
fn a_token_table_with_fewer_rows_than_its_tokenizer_has_tokens_is_refused() {
    let home = Home::new();
    let table = |rows: usize| {
        let numbers = (0..rows * 4).map(|at| at as f32 + 1.0).collect();
        let tensor = tiny::Tensor { shape: vec![rows, 4], numbers };
        tiny::safetensors(&[("table".to_owned(), tensor)].into())
    };
    let tokens = tiny::tokens().len();
    for (rows, fits) in [(tokens, true), (tokens - 1, false)] {
        let path = home.path(&format!("table-{rows}"));
        fs::create_dir(&path).unwrap();
        fs::write(path.join("model.safetensors"), table(rows)).unwrap();
        fs::write(path.join("tokenizer.json"), tiny::tokenizer().to_string()).unwrap();
        match install(&home.store, &path) {
            Ok(about) => assert!(fits && about.kind == Kind::Static, "{rows}"),
            Err(error) => assert!(!fits && matches!(error, StoreError::Layout(_)), "{error}"),
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_neither_file_nor_folder_is_passed_over() {
    let home = Home::new();
    let path = home.path("tiny");
    tiny::write(&path, Head::Encoder);
    let _socket = std::os::unix::net::UnixListener::bind(path.join("socket")).unwrap();
    std::os::unix::fs::symlink("nothing", path.join("dangling")).unwrap();
    install(&home.store, &path).unwrap();
}

#[cfg(unix)]
#[test]
fn a_folder_of_links_to_itself_is_refused_after_a_bounded_walk() {
    let home = Home::new();
    let path = home.path("maze");
    fs::create_dir(&path).unwrap();
    for name in 0..20 {
        std::os::unix::fs::symlink(".", path.join(name.to_string())).unwrap();
    }
    let error = install(&home.store, &path).unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
}

#[test]
fn names_that_climb_or_hide_are_no_names() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    for name in
        ["../up", ".hidden", "a/b", "", "a\\b", "ends.", "ü", "none", "None", &"x".repeat(200)]
    {
        let from = InstallFrom {
            path: &home.path("tiny"),
            name: Some(name),
            sha256: None,
            others: Others::Refused,
        };
        let refused = home.store.install_from(&from, &mut |_| {});
        assert!(matches!(refused, Err(StoreError::Name(_))), "{name}");
        assert!(matches!(home.store.open(name), Err(StoreError::Name(_))), "{name}");
        assert!(matches!(home.store.remove(name), Err(StoreError::Name(_))), "{name}");
    }
}

#[test]
fn a_model_is_replaced_whole_and_removed_whole() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    let first = install(&home.store, &home.path("tiny")).unwrap();
    let mut weights = tiny::weights(Head::Encoder);
    weights.get_mut("embeddings.LayerNorm.bias").unwrap().numbers[0] += 1.0;
    fs::write(home.path("tiny").join("model.safetensors"), tiny::safetensors(&weights)).unwrap();
    let second = install(&home.store, &home.path("tiny")).unwrap();
    assert_ne!(first.fingerprint(), second.fingerprint());
    assert_eq!(home.store.get("tiny").unwrap(), second);

    fs::write(home.path("tiny").join("model.safetensors"), b"broken").unwrap();
    assert!(install(&home.store, &home.path("tiny")).is_err());
    assert_eq!(home.store.get("tiny").unwrap(), second, "a failed installation changes nothing");

    home.store.remove("tiny").unwrap();
    assert!(home.store.list().unwrap().is_empty());
    assert!(matches!(home.store.remove("tiny"), Err(StoreError::Unknown { .. })));
    assert!(home.leavings().is_empty());
}

#[test]
fn a_model_that_was_being_replaced_when_the_machine_stopped_comes_back() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    let about = install(&home.store, &home.path("tiny")).unwrap();
    let folder = home.store.folder();
    fs::rename(folder.join("tiny"), folder.join(".tiny.old")).unwrap();
    fs::write(home.path("tiny").join("model.safetensors"), b"broken").unwrap();
    assert!(install(&home.store, &home.path("tiny")).is_err());
    assert_eq!(home.store.get("tiny").unwrap(), about);
}

#[test]
fn two_installations_of_one_name_do_not_meet() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    fs::create_dir_all(home.store.folder()).unwrap();
    let lock = File::create(home.store.folder().join(".tiny.lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(install(&home.store, &home.path("tiny")), Err(StoreError::Busy(_))));
    drop(lock);
    install(&home.store, &home.path("tiny")).unwrap();
}

#[test]
fn a_file_that_changed_after_installation_is_found() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    install(&home.store, &home.path("tiny")).unwrap();
    home.store.verify("tiny", &mut |_| {}).unwrap();
    let path = home.store.folder().join("tiny/model.onnx");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(home.store.verify("tiny", &mut |_| {}), Err(StoreError::Damaged(_))));
    bytes.pop();
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(home.store.open("tiny"), Err(StoreError::Damaged(_))));
    let listed = home.store.list().unwrap();
    assert!(listed[0].problem.as_ref().unwrap().contains("model.onnx"));
    fs::write(home.store.folder().join("tiny/model.json"), "{").unwrap();
    assert!(home.store.list().unwrap()[0].problem.is_some());
}

#[test]
fn a_description_cannot_name_files_elsewhere() {
    let home = Home::new();
    tiny::write(&home.path("tiny"), Head::Encoder);
    install(&home.store, &home.path("tiny")).unwrap();
    let path = home.store.folder().join("tiny/model.json");
    let text = fs::read_to_string(&path).unwrap().replace("config.json", "../../tiny/config.json");
    fs::write(&path, text).unwrap();
    assert!(matches!(home.store.open("tiny"), Err(StoreError::Damaged(_))));
}

#[test]
fn an_unknown_model_is_answered_with_those_there_are() {
    let home = Home::new();
    assert!(home.store.list().unwrap().is_empty());
    tiny::write(&home.path("tiny"), Head::Encoder);
    install(&home.store, &home.path("tiny")).unwrap();
    let error = home.store.open("tinny").err().unwrap();
    assert!(error.to_string().contains("there is tiny"), "{error}");
}
