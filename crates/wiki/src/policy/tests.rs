//! Secrets and approval through the room's public functions.

use proptest::prelude::*;

use super::redact;

fn redacted(text: &str) -> String {
    redact(text).0
}

/// Texts that hold a secret, in pieces so that no scanner of this repository takes them for real ones.
fn secret_texts() -> Vec<(String, String)> {
    let long = "AbCdEfGh1234IjKlMnOp5678QrStUvWx9012";
    let tokens = [
        format!("sk-{}", &long[..20]),
        format!("sk-proj-{long}"),
        format!("ghp_{long}"),
        format!("github_pat_{long}"),
        format!("xoxb-{}-{}", "123456789012", &long[..16]),
        format!("AIza{}", &long[..35]),
        format!("npm_{long}"),
        format!("glpat-{}", &long[..20]),
        format!("AKIA{}", "ABCDEFGH12345678"),
        format!("eyJ{}.{}.{}", "hbGciOiJIUzI1NiJ9", "e30", "c2ln"),
    ];
    let mut texts = Vec::new();
    for token in tokens {
        texts.push((format!("密钥{token}已更新"), token.clone()));
        texts.push((format!("api: {token}\n"), token.clone()));
        texts
            .push((format!("---\nkey: \"{token}\"\n---\n- uses {token}, and more"), token.clone()));
        texts.push((format!("Authorization: Bearer {token}"), token));
    }
    texts
}

#[test]
fn c010_a_key_glued_to_han_is_redacted() {
    let text = "密钥sk-test-AAAABBBBCCCCDDDD1234已更新";
    assert_eq!(redacted(text), "密钥[REDACTED]已更新");
    for (text, secret) in secret_texts() {
        let clean = redacted(&text);
        assert!(
            clean.contains("[REDACTED]") && !clean.contains(&secret),
            "{text:?} became {clean:?}"
        );
    }
}

#[test]
fn c077_pem_blocks_and_jwts_are_redacted_and_hashes_are_not() {
    let pem = "a\n-----BEGIN PRIVATE KEY-----\nABC\n-----END PRIVATE KEY-----\nb";
    assert_eq!(redacted(pem), "a\n[REDACTED]\nb");
    let escaped = r#"{"private_key": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n"}"#;
    assert!(!redacted(escaped).contains("MIIE"));
    let cut = "-----BEGIN PRIVATE KEY-----\nMIIEabc\nMIIEdef\n\nThen we met. -----";
    assert!(!redacted(cut).contains("MIIE"));
    assert!(redacted(cut).ends_with(" we met. -----"), "{}", redacted(cut));
    assert_eq!(redacted("x eyJhbGciOiJIUzI1NiJ9.e30.c2ln y"), "x [REDACTED] y");
    for kept in [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "we use sk-learn and scikit-learn 1.4, sk-learn-contrib-2024-release",
        "the task-force-reports-2024-AAAABBBBCCCCDDDD stand in desk-1234567890abcdefghij",
        "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA/eyJhbGciOiJIUzI1NiJ9)",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        "password: must be changed every 90 days",
        "the password is in the safe; max_tokens: 4096; token: see [[vault]]",
        "password=${DB_PASSWORD} password: <yours> secret: none password: [[safe]]",
        "密码：已更新，请看 [[保险箱]]",
        "see https://example.org/a:b@c and mail ada@example.org",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn assigned_passwords_and_urls_lose_only_their_value() {
    for (text, clean) in [
        ("password=hunter2", "password=[REDACTED]"),
        ("DB_PASSWORD='hunter2'", "DB_PASSWORD='[REDACTED]'"),
        ("{\"api_key\": \"abcd1234\", \"x\": 1}", "{\"api_key\": \"[REDACTED]\", \"x\": 1}"),
        ("密码：hunter2，别外传", "密码：[REDACTED]，别外传"),
        ("password: correcthorse\nnext", "password: [REDACTED]\nnext"),
        ("**Password:** hunter2 for the lab", "**Password:** [REDACTED] for the lab"),
        ("the password is hunter2.", "the password is [REDACTED]."),
        ("postgres://ada:s3cr@t@db/x", "postgres://ada:[REDACTED]@db/x"),
    ] {
        assert_eq!(redacted(text), clean);
    }
}

#[test]
fn private_blocks_are_dropped() {
    assert_eq!(redacted("a <private>my pay</private> b"), "a  b");
    assert_eq!(redacted("a<PRIVATE>x\n\ny</Private>b"), "a b");
    assert_eq!(redacted("a <private>never closed\nmore\n\nnext"), "a \n\nnext");
    assert_eq!(redacted("write `<private>` around it"), "write `<private>` around it");
    let (_, found) = redact("ab <private>x</private> password=hunter2");
    assert_eq!(found, [("private", 3..23), ("password", 33..40)]);
}

fn nasty() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "sk-",
        "AAAABBBBCCCCDDDD1234",
        "password",
        "=",
        ":",
        "：",
        " ",
        "\n",
        "`",
        "\"",
        "'",
        "<private>",
        "</private>",
        "密码",
        "是",
        "eyJhbGciOiJI",
        ".",
        "e30",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "MIIE",
        "://",
        "@",
        "a",
        "1",
        "-",
        "_",
        "bearer ",
        "[REDACTED]",
        "[",
        "]",
        "AKIA",
        "ABCDEFGH12345678",
        "token",
        "x,",
        "é",
        "ghp_",
        "<pri",
        "vate>",
        "\n\n",
        "secret is ",
        "**",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn redacting_twice_changes_nothing(text in nasty()) {
        let (once, _) = redact(&text);
        let (twice, _) = redact(&once);
        prop_assert_eq!(&twice, &once);
    }

    #[test]
    fn spans_are_bytes_of_the_text_in_order(text in nasty()) {
        let (clean, found) = redact(&text);
        for (_, span) in &found {
            prop_assert!(text.get(span.clone()).is_some());
        }
        prop_assert!(found.windows(2).all(|pair| pair[0].1.start <= pair[1].1.start));
        prop_assert!(!found.is_empty() || clean == text);
    }

    #[test]
    fn any_text_is_redacted_without_panic(text in any::<String>()) {
        let (once, _) = redact(&text);
        prop_assert_eq!(redact(&once).0, once);
    }
}
