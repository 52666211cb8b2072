//! Secrets through the room's public functions.

mod approval;
mod beside;
mod personal;
mod sentences;
mod spoken;
mod told;

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
        ("https://author:s3cr@t@x.org", "https://author:[REDACTED]@x.org"),
        ("https://monkey:s3cr@t@x.org", "https://monkey:[REDACTED]@x.org"),
    ] {
        assert_eq!(redacted(text), clean);
    }
}

#[test]
fn a_key_in_a_name_or_behind_a_dash_is_redacted() {
    for (text, clean) in [
        ("title-sk-test-zzzzyyyyxxxxwwww9876", "title-[REDACTED]"),
        ("notes_ghp_AbCdEfGh1234IjKlMnOp5678QrStUvWx9012", "notes_[REDACTED]"),
        ("my-AKIAABCDEFGH12345678-old", "my-[REDACTED]-old"),
    ] {
        assert_eq!(redacted(text), clean);
    }
}

#[test]
fn passwords_are_found_in_the_words_of_many_languages() {
    for (text, clean) in [
        ("我的密码是：Passw0rd!123", "我的密码是：[REDACTED]"),
        ("密碼：abcd1234", "密碼：[REDACTED]"),
        ("비밀번호: abcd1234!", "비밀번호: [REDACTED]"),
        ("Contraseña: abcd1234!", "Contraseña: [REDACTED]"),
        ("mot de passe : Abcd1234!", "mot de passe : [REDACTED]"),
        ("wifi password 'my wifi pass'", "wifi password '[REDACTED]'"),
        ("password: \"correct horse battery\"", "password: \"[REDACTED]\""),
        ("API key abcdef1234567890abcdef1234567890", "API key [REDACTED]"),
        ("aws secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY here", "aws secret [REDACTED] here"),
    ] {
        assert_eq!(redacted(text), clean);
    }
}

#[test]
fn tokens_of_providers_are_known_by_their_shape() {
    let letters = "AbCdEfGh1234IjKlMnOp5678QrStUvWx9012";
    for (before, secret, after) in [
        ("AccountName=a;AccountKey=", format!("{letters}+/=="), " there"),
        ("curl -u admin:", "hunter2hunter2".to_owned(), " https://example.org"),
        ("see https://hooks.slack.com/services/", format!("T0{}/B01/{letters}", 1234), " there"),
        ("bot ", format!("123456789:AA{}", &letters[..33]), " it"),
        ("https://api.telegram.org/bot", format!("123456789:AA{}", &letters[..33]), "/getMe"),
        ("d ", format!("M{}.AbCdEf.{}", &letters[..23], &letters[..27]), " d"),
        ("t SK", "0123456789abcdef".repeat(2), " t"),
        ("push with ", format!("dckr_pat_{}", &letters[..27]), " now"),
        ("square ", format!("sq0csp-{}", &letters[..30]), " now"),
        ("shop ", format!("shpat_{}", "0123456789abcdef".repeat(2)), " now"),
        ("model ", format!("nvapi-{letters}"), " now"),
        ("wide ", "ｓｋ-test-AAAABBBBCCCCDDDD1234".to_owned(), " now"),
        ("wide ", "ｓｋ－ＡＢＣＤ1234efghIJKL5678".to_owned(), " now"),
        ("unseen ", "sk-test-AAAA\u{200b}BBBBCCCCDDDD1234".to_owned(), " now"),
        ("unseen ", "s\u{ad}k-test-AAAABBBBCCCC\u{2060}DDDD1234".to_owned(), " now"),
    ] {
        let clean = redacted(&format!("{before}{secret}{after}"));
        assert!(clean.contains("[REDACTED]") && !clean.contains(&secret), "{before}: {clean}");
        assert!(clean.ends_with(after), "{before}: {clean}");
    }
}

#[test]
fn tokens_of_further_providers_are_known_by_their_prefix() {
    let letters = "AbCdEfGh1234IjKlMnOp5678QrStUvWx9012";
    let hex = "0123456789abcdef".repeat(4);
    for secret in [
        format!("GOCSPX-{}", &letters[..28]),
        format!("ATATT3xFfGF0{letters}"),
        format!("LTAI5t{}", &letters[..18]),
        format!("AKID{}", &letters[..32]),
        format!("ABIA{}", "ABCDEFGH12345678"),
        format!("dapi{}", &hex[..32]),
        format!("tskey-auth-k{}CNTRL-{letters}", "123456"),
        format!("NRAK-{}", "ABCDEFGHIJ1234567890KLMNOPQ"),
        format!("sntrys_{letters}"),
        format!("secret_{letters}{}", &letters[..7]),
        format!("key-{}", &hex[..32]),
        format!("pul-{}", &hex[..40]),
        format!("sgp_{}", &hex[..40]),
        format!("CFPAT-{}_{}", &letters[..12], &letters[..30]),
        format!("lsv2_pt_{}_{}", &hex[..32], &hex[..10]),
        format!("jina_{}{letters}", &hex[..32]),
        format!("ops_eyJ{letters}"),
        format!("dt0c01.{}.{}", "ABCDEFGHIJKLMNOPQRST1234", "A1B2C3D4".repeat(8)),
        format!("pat{}.{hex}", &letters[..14]),
        format!("AKCp{letters}{letters}"),
        format!("1//0{letters}"),
        format!("AQ.Ab8{letters}"),
        format!("amzn.mws.{}-{}-{}-{}", "4ea38b7b", "f563", "7709", "4bae87aea15c"),
        format!("EAAC{letters}{letters}"),
        format!("vercel_blob_rw_{}_{}", &letters[..16], &letters[..32]),
    ] {
        let clean = redacted(&format!("we use {secret} now"));
        assert_eq!(clean, "we use [REDACTED] now", "{secret}");
        let glued = redacted(&format!("密钥{secret}已更新"));
        assert!(!glued.contains(&secret[12..]), "{glued}");
    }
    let putty =
        format!("Private-Lines: 2\n{letters}{letters}\n{letters}==\nPrivate-MAC: {}\n", &hex[..40]);
    let clean = redacted(&putty);
    assert!(
        clean.starts_with("Private-Lines: 2\n[REDACTED]\n") && !clean.contains(letters),
        "{clean}"
    );
    // The number says how many lines are the key's; a line of one word behind them is text.
    let counted = format!("Private-Lines: 1\n{letters}{letters}\nThanks\n");
    assert_eq!(redacted(&counted), "Private-Lines: 1\n[REDACTED]\nThanks\n");
    let link = "https://x.org/cb?to=password%3Dhunter2xyz%26a%3Db";
    assert_eq!(redacted(link), "https://x.org/cb?to=password%3D[REDACTED]%26a%3Db");
    let link = format!("https://x.org/cb?to=access_token%3D{letters}%26a%3Db");
    assert_eq!(redacted(&link), "https://x.org/cb?to=access_token%3D[REDACTED]%26a%3Db");
    for (text, clean) in [
        (format!("license key: acme_{letters}"), "license key: [REDACTED]"),
        (format!("auth = corp-{letters} here"), "auth = [REDACTED] here"),
    ] {
        assert_eq!(redacted(&text), clean);
    }
    for kept in [
        "key: sha256-e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "key: id-123e4567-e89b-12d3-a456-426614174000, auth: oauth-2.0-device-flow-2024",
        "primary key: users_accounts_created_at_idx, key: notes/2024-11-11-meeting-with-ann.md",
        "secret_santa_list_2024 and jina_embeddings_v2_base_en, key-value-store, pul-monary",
        "the key is under the mat; Key: A4-landscape; author: Ann; 1//0.5 dapi",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn tokens_of_services_and_hosts_are_known_by_their_prefix() {
    let letters = "AbCdEfGh1234IjKlMnOp5678QrStUvWx9012";
    let hex = "0123456789abcdef".repeat(4);
    for secret in [
        format!("AGE-SECRET-KEY-1{}", "QL3Z7HJY54PW3HYWW5AYYFG7ZQGVC7W3J2ELW8ZMRJ2KG5SFN9A"),
        format!("glsa_{}_{}", &letters[..32], &hex[..8]),
        format!("xkeysib-{hex}-{}", &letters[..16]),
        format!("{}.atlasv1.{letters}{}", &letters[..14], &letters[..31]),
        format!("fm2_{letters}+{letters}/{letters}=="),
        format!("sb_secret_{}_{}", &letters[..22], &letters[..8]),
        format!("ATCTT3xFfGN0{letters}={}", "ABCD1234"),
        format!("sk.eyJ1{letters}.{}", &letters[..22]),
        format!("EZAK{}{}", &hex[..32], &letters[..22]),
        format!("rnd_{}", &letters[..28]),
        format!("cio_{}", &letters[..32]),
        format!("phc_{letters}{}", &letters[..7]),
        format!("pul-{}", &hex[..40]),
        format!("sgp_{}_{}", &hex[..16], &hex[..40]),
        format!("phx_{}", "KdTqLwZbRxNcVhGsYmPfJuEaQo"),
        // Of a kind that nobody told of.
        format!("acme_{letters}"),
    ] {
        assert_eq!(redacted(&format!("we use {secret} now")), "we use [REDACTED] now", "{secret}");
        let glued = redacted(&format!("密钥{secret}已更新"));
        assert!(!glued.contains(&secret[12..]), "{glued}");
    }
}

#[test]
fn a_token_of_an_unknown_kind_is_known_by_its_words_or_its_length() {
    let letters = "AbCdEfGh1234IjKlMnOp5678QrStUvWx9012";
    for (named, clean) in [
        (format!("key_live_{}", &letters[..24]), "key_live_[REDACTED]"),
        (format!("acme_secret_{}", &letters[..24]), "acme_secret_[REDACTED]"),
        (format!("corp-api-token-{letters}"), "corp-api-token-[REDACTED]"),
        (format!("shop_live_{}", &letters[..24]), "shop_live_[REDACTED]"),
        ("acme_pat_q7w3e9r1t5y8u2i4o6p0".to_owned(), "acme_pat_[REDACTED]"),
    ] {
        assert_eq!(redacted(&format!("we use {named} now")), format!("we use {clean} now"));
        assert_eq!(redacted(clean), clean);
    }
    for kept in [
        "cache-key-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 and user_507f1f77bcf86cd799439011",
        "pi_3MtwBwLkdIwHu7ix28a3tqPa, msg_01XFDUDYJgAACzvnptvVoYEL, chatcmpl-9aBcDeFgHiJkLmNoPqRsTuVwXyZ12",
        "token_ClientCredentialsGrantFlow2026, test_keyReturnsTheSameValueForTheSameInput2Times, primary_key_idx",
        "ssh-key-AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 and public_key_AAAAB3NzaC1yc2EAAAADAQABAAABgQC7",
        "rnd_GenerateRandomNumber, cio_InitializeSubscriptions, phc_computeHashOfPassword2Times",
        "key: blog-gettingStartedWithKubernetes2024",
        "cache-key-d41d8cd98f00b204e9800998ecf8427e and cache_key-d41d8cd98f00b204e9800998ecf8427e",
        "live_stream_configuration_2026, my_function_thatDoesManyThingsInOneCallForYou2, a_sk_eleton",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn tokens_of_models_wallets_and_tools_are_known_by_their_form() {
    let letters = "AbCdEfGh1234IjKlMnOp5678QrStUvWx9012";
    let hex = "0123456789abcdef".repeat(10);
    let uuid = format!("{}-{}-{}-{}-{}", &hex[..8], &hex[..4], &hex[..4], &hex[..4], &hex[..12]);
    let capitals = "ABCD1234EFGH5678IJKL9012MNOP3456";
    for secret in [
        format!("abc8Q~{}", &letters[..34]),
        format!("EAAA{letters}{}", &letters[..24]),
        format!("HRKU-{uuid}"),
        format!("dp.pt.{letters}{}", &letters[..7]),
        format!("s.{}", &letters[..24]),
        format!("hvb.{letters}"),
        format!("v1.0-{}-{}", &hex[..24], &hex[..146]),
        format!("oy2{}{}", "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6", "q7r8s9t0u1v"),
        format!("bkua_{}", &hex[..40]),
        format!("CCIPAT_{}_{}", &letters[..22], &hex[..40]),
        format!("1/{}:{}", "1200123456789012", &hex[..32]),
        format!("pk_{}_{capitals}", "12345678"),
        format!("{}-us12", &hex[..32]),
        format!("fio-u-{letters}{}", &letters[..28]),
        format!("shippo_live_{}", &hex[..40]),
        format!("fc-{}", &hex[..32]),
        format!("sk-lf-{uuid}"),
        format!("e2b_{}", &hex[..40]),
        format!("fw_{}", &letters[..24]),
        format!("tgp_v1_{letters}{}", &letters[..7]),
        format!("csk-{}", "a1b2c3d4e5f6g7h8".repeat(3)),
        format!("pa-{letters}{}", &letters[..7]),
        format!("{}.{}", &hex[..32], &letters[..16]),
        format!("AKLT{letters}{letters}"),
        format!("bce-v3/ALTAK-{}/{}", &letters[..21], &hex[..40]),
        format!("SEC{}", &hex[..64]),
        format!("pcsk_{}_{letters}{}", "6aBcD", &letters[..21]),
        format!("sk_{}", &hex[..48]),
    ] {
        assert_eq!(redacted(&format!("we use {secret} now")), "we use [REDACTED] now", "{secret}");
        let glued = redacted(&format!("密钥{secret}已更新"));
        assert!(!glued.contains(&secret[12..]), "{glued}");
        assert_eq!(redacted(&glued), glued);
    }
    let link = format!("https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={uuid}");
    assert_eq!(redacted(&link), link.replace(&uuid, "[REDACTED]"));
    for kept in [
        "fc-barcelona-season-2026, pa-rental-agreement-2024-final, fw_firmwareUpdateForBoard2Rev4",
        "v1.0-3f786850e387550fdab836ed7e6dc881de23001b and pk_1234_index, s.someMethodNameThatIsLong",
        "release 1/2026: notes, d41d8cd98f00b204e9800998ecf8427e.md, e2b_sandbox_template_config",
        "d41d8cd98f00b204e9800998ecf8427e.documentversion, SECTION, HRKU-staging, csk-tokyo-2024",
        "otpauth://totp/x, https://x.org/webhook/send?key=value",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn private_tags_may_have_blanks_and_attributes() {
    for text in [
        "<private >secB</private >",
        "<private class=\"x\">secC</private>",
        "<PRIVATE\n>s</private\t>",
        "<private />secD</private>",
        "<private/>secE</private>",
        "<private>sec<private/>F</private>",
    ] {
        assert_eq!(redacted(&format!("a {text} b")), "a  b");
    }
    let long = format!("a <private note=\"{}\">secG</private> b", "x".repeat(5_000));
    assert_eq!(redacted(&long), "a  b");
    assert_eq!(redacted("a <privateer>x</privateer> b"), "a <privateer>x</privateer> b");
    assert_eq!(redacted("a <private/> b"), "a <private/> b");
}

#[test]
fn what_only_names_a_secret_is_kept() {
    for kept in [
        "see https://example.org/x?a=b&token=page-2024&c=d",
        "openai.api_key = active_api_key",
        "api_key = os.environ[\"OPENAI_API_KEY\"]",
        "password = settings.password, token = userToken",
        "api_key=YOUR_API_KEY token=<token> password=xxxxxxxx secret=${VAR} sk-xxxxxxxxxxxxxxxxxxxxxxxxxx",
        "\"password\": \"The password of the user\"",
        "docker run -u app:worker image, the token economy, an API key rotation",
        "https://example.org/a?api_key=demo",
    ] {
        assert_eq!(redacted(kept), kept);
    }
    let random = "https://example.org/x?token=AbCdEfGh1234IjKlMnOp5678&c=d";
    assert_eq!(redacted(random), "https://example.org/x?token=[REDACTED]&c=d");
    assert_eq!(redacted("curl -d 'a=b&password=hunter2'"), "curl -d 'a=b&password=[REDACTED]'");
}

#[test]
fn a_redaction_in_a_head_leaves_a_valid_head() {
    let key = "sk-test-AAAABBBBCCCCDDDD1234";
    for (head, clean) in [
        (format!("title: {key}"), "title: \"[REDACTED]\"".to_owned()),
        (
            format!("title: a \\ {key} b {key}"),
            "title: \"a \\\\ [REDACTED] b [REDACTED]\"".to_owned(),
        ),
        (format!("tags: [a, {key}, b]"), "tags: [a, \"[REDACTED]\", b]".to_owned()),
        (format!("title: '{key}'"), "title: '[REDACTED]'".to_owned()),
        (format!("# {key}\na: 1"), "# [REDACTED]\na: 1".to_owned()),
        ("password: hunter2".to_owned(), "password: \"[REDACTED]\"".to_owned()),
        (
            format!("{key}: x\nm:\n  {key}: y\n'{key}': z"),
            "\"[REDACTED]\": x\nm:\n  \"[REDACTED]\": y\n'[REDACTED]': z".to_owned(),
        ),
    ] {
        let text = format!("---\n{head}\n---\nbody\n");
        assert_eq!(redacted(&text), format!("---\n{clean}\n---\nbody\n"));
        assert_eq!(redacted(&redacted(&text)), redacted(&text));
    }
}

#[test]
fn private_blocks_are_dropped() {
    assert_eq!(redacted("a <private>my pay</private> b"), "a  b");
    assert_eq!(redacted("a<PRIVATE>x\n\ny</Private>b"), "a b");
    assert_eq!(redacted("a <private>never closed\nmore\n\nnext"), "a \n\nnext");
    assert_eq!(redacted("write `<private>` around it"), "write `<private>` around it");
    let nested = "x <private>outer <private>s2</private> leakA</private> y";
    assert_eq!(redacted(nested), "x  y");
    let half = "x <private>one\n\ntwo <private>three</private> four\n\nnext";
    assert_eq!(redacted(half), "x  four\n\nnext");
    let (_, found) = redact("ab <private>x</private> password=hunter2");
    assert_eq!(found, [("private", 3..23), ("password", 33..40)]);
}

#[test]
fn texts_made_to_be_slow_are_scanned_once() {
    for piece in [
        "password: word ",
        "eyJa.",
        "<private>\n\n",
        "://a:b",
        "password=$[REDACTED]",
        "curl -u=-u=a",
        "?token=a&",
        "key: a-",
        "1//0",
        "Private-Lines: 1\n",
        "<private x",
        "-sk-a",
        "123456789:AA",
        "<private>x",
        "<private></private>",
        "ｓｋ－\u{200b}",
        "aa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "aaaaaaaaaa_",
        "key_",
        "key-AbCd12",
        "a.atlasv1.",
        "live_a",
        "fm2_+",
        "password for a a a a ",
        "password is now set to ",
        "pin: 1 ",
        "otp: 1234 ",
        "card 4111 ",
        "Cookie: a=b;",
        "passphrase: a ",
        "seed phrase: word ",
        " -p",
        "mysql -p",
        "<password>",
        "password:\n",
        "| password | ",
        "密码",
        "раss",
        "a1234567890123456789012345678901",
        "s.",
        "M",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        let (once, _) = redact(&text);
        assert_eq!(redact(&once).0, once, "{piece}");
    }
}

/// Pieces of secrets, their words and signs, and of texts beside them.
const PIECES: &[&str] = &[
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
    "\u{200b}",
    "ｓｋ－",
    "PIN",
    "4821",
    " card 4111111111111111",
    "passphrase: ",
    "correct horse battery",
    "backup codes: ",
    "12345678 ",
    "Cookie: ",
    "sid=a1b2c3d4",
    "; ",
    "Tr0ub4dor3",
    "santa2026",
    "已更新",
    " for x is ",
    " -p",
    "mysql",
    "<password>",
    "|",
    "(",
    ")",
    "\\",
    "pass",
    "аs",
    "?token=",
    "&",
];

fn nasty() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

#[test]
fn digits_before_a_key_block_are_taken_out_at_once() {
    let text = "PIN=4821-----BEGIN PRIVATE KEY-----";
    assert_eq!(redacted(text), "PIN=[REDACTED][REDACTED]");
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
