//! Values behind the words that announce them, in the notations people use.

use super::redacted;

/// A made-up password, in pieces so that no scanner takes it for a real one.
fn typed() -> String {
    ["Tr0ub", "4dor3"].concat()
}

#[test]
fn a_password_is_found_in_every_notation() {
    for text in [
        "password: {}",
        "password:: {}",
        "password={}",
        "password = {} # main",
        "password＝{}",
        "password﹕{}",
        "密码：{}",
        "password → {}",
        "password -> {} here",
        "password | {}\n| password | {} | x |",
        "pass: {}",
        "pass={}",
        "pw: {}",
        "DB_PASS={}",
        "DB_PASS=\"{}\"",
        "dbPass = '{}'",
        "ldap_bind_pw = {}",
        "passcode: {}",
        "credentials: ann:{}",
        "--password {}",
        "run --db-password {} --user ann",
        "mysql -uroot -p{}",
        "sshpass -p {} ssh ann@host",
        "docker login -u ann -p {} x.org",
        "redis-cli -h x -a {}",
        "set password {} for it",
        "PASSWORD {}",
        "machine h login a password {}",
        "password({})",
        "密码（{}）",
        "<password>{}</password>",
        "<db:userPassword type=\"x\">{}</db:userPassword>",
        "<add key=\"password\" value=\"{}\"/>",
        "{\"name\": \"PASSWORD\", \"value\": \"{}\"}",
        "- name: DB_PASSWORD\n  value: {}",
        "{\\\"password\\\":\\\"{}\\\"}",
        "| password | {} |",
        "密码{}",
        "wifi密码 {}",
        "密码是“{}”",
        "password was changed to {}",
        "the password has been reset to {}.",
        "login password is now: {}",
        "my password for github is {}",
        "password for the old lab router: {}",
        "password (wifi): {}",
        "我的密码改成了{}",
        "密码已更新为{}，别外传",
        "password:\n  {}",
        "**Password:**\n{}",
        "password: |\n  {}\n",
        "password: >-\n  {}",
        "Authorization: Basic {}",
        "https://x.org/?password={}&z=1",
        "раssword: {}",
        "pаsswоrd: {}",
    ] {
        let text = text.replacen("| {}\n", "| no\n", 1);
        let said = text.replace("{}", &if text.contains("Basic") { long() } else { typed() });
        let clean = redacted(&said);
        let expected = text.replace("{}", "[REDACTED]").replace(" ann:[", " [");
        assert_eq!(clean, expected, "{said:?}");
        assert_eq!(redacted(&clean), clean);
    }
}

fn long() -> String {
    ["aB3dE6gH", "9jK2mN5p"].concat()
}

#[test]
fn keys_behind_their_words_are_found_without_a_sign_and_in_links() {
    let (key, hex) = (long(), "0123456789abcdef".repeat(4));
    for (text, clean) in [
        (format!("https://x.org/?api_key={key}&z=1"), "https://x.org/?api_key=[REDACTED]&z=1"),
        (format!("https://x.org/?token={key}"), "https://x.org/?token=[REDACTED]"),
        (format!("api-key {key}"), "api-key [REDACTED]"),
        (format!("private key 0x{hex}"), "private key [REDACTED]"),
        (
            format!("Authorization: Basic {}==", "dXNlcjpwYXNzdzByZDEyMw"),
            "Authorization: Basic [REDACTED]",
        ),
        (format!("Authorization: SSWS 00{key}{key}"), "Authorization: SSWS [REDACTED]"),
        (format!("SECRET_KEY = django{key}"), "SECRET_KEY = [REDACTED]"),
        (format!("Cookie: sessionid={key}; theme=dark"), "Cookie: [REDACTED]"),
        (format!("curl -H 'Cookie: sid={key}' x.org"), "curl -H 'Cookie: [REDACTED]' x.org"),
        (
            format!("https://x.org/a?sv=2022&sig={key}{key}%2Bx%3D"),
            "https://x.org/a?sv=2022&sig=[REDACTED]",
        ),
        (format!("otpauth://totp/x?secret={}&issuer=x", "ABCD2345EFGH6723"), "[REDACTED]"),
        (format!("client_secret = {}", "santa2026"), "client_secret = [REDACTED]"),
    ] {
        assert_eq!(redacted(&text), clean);
        assert_eq!(redacted(clean), clean);
    }
}

/// A made-up token that is too short and too regular to be one by its look alone.
fn short() -> String {
    ["abc123", "SECRETlong"].concat()
}

#[test]
fn a_token_in_a_links_parameter_loses_its_value_and_nothing_else() {
    let uuid = "5f0c2a9e-8b1d-4c7a-9e3f-2d6b8a4c1e70";
    for name in [
        "token",
        "access_token",
        "id_token",
        "api_key",
        "apikey",
        "x-api-key",
        "client_secret",
        "secret",
        "key",
        "auth",
        "authkey",
        "auth_key",
        "sig",
        "signature",
        "password",
    ] {
        for value in [short().as_str(), "q7w3e9r1t5y8u2i4", uuid] {
            for (before, after) in [
                ("https://x.test/a?", "&y=1 and more"),
                ("[a](https://x.test/a?page=2&", ")"),
                ("https://x.test/cb#", "&expires_in=3600"),
                ("<a href=\"https://x.test/?v=1&amp;", "&amp;y=1\">"),
                ("[[https://x.test/?", "]]"),
            ] {
                let said = format!("{before}{name}={value}{after}");
                let clean = format!("{before}{name}=[REDACTED]{after}");
                assert_eq!(redacted(&said), clean);
                assert_eq!(redacted(&clean), clean);
            }
        }
    }
    for kept in [
        "https://x.test/a?page=2&id=4821a7c39d&v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf",
        "https://x.test/a?utm_source=news2024&utm_campaign=AbCdEfGh1234",
        "https://x.test/a?key=summary&token=release-2024-notes&auth=oauth2&signature=short",
        "https://x.test/a?key=PROJ-1234, https://x.test/a?sort_key=created2024, ?monkey=abc123SECRETlong",
        "https://x.test/a?pageToken=CAUQAA12Bc, ?next_token=b26v89c19zqg",
        "https://x.test/a?object_key=img/2024/photo1.png&key=firebase2024app&token=1333198550",
        "https://x.test/a?token=$TOKEN1abc, ?api_key=YOUR_API_KEY1, ?token={token1abcd}",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn a_token_behind_its_word_alone_is_redacted() {
    let token = short();
    for text in [
        "access token {}",
        "Access token {}.",
        "my access token is {}",
        "my api key is {}, keep it",
        "use the access token {} for the upload",
        "the API key ({}) is for the lab",
        "auth token {} and more",
        "client secret {}",
        "令牌 {} 已更新",
        "访问令牌{}",
    ] {
        let clean = text.replace("{}", "[REDACTED]");
        assert_eq!(redacted(&text.replace("{}", &token)), clean);
        assert_eq!(redacted(&clean), clean);
    }
    for kept in [
        "the access token expires in October 2026, the API key rotation2026 is due",
        "the token expiresIn90Days and the secret HmacSHA256Signature",
        "the token ERC20TokenContract2, an API key for gpt4turbo2024",
        "the token 5f0c2a9e-8b1d-4c7a-9e3f-2d6b8a4c1e70 is an id",
        "the secret release-2024-11-30-notes, access token v2.1.0-beta12, token 20261130T1200",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn c010_a_password_of_any_letters_glued_to_han_is_redacted() {
    for (text, clean) in [
        ("password: dNIPab!已更新", "password: [REDACTED]已更新"),
        ("passwd: correct-horse已改", "passwd: [REDACTED]已改"),
        ("密码: abcdef已更新", "密码: [REDACTED]已更新"),
        ("密码: abcdef，已更新", "密码: [REDACTED]，已更新"),
        ("密码是123456。", "密码是[REDACTED]。"),
    ] {
        assert_eq!(redacted(text), clean);
    }
    for kept in ["密码: bcrypt加密存储", "密码：admin账户的", "密码SHA256加密", "密码是6位数字"]
    {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn several_words_are_a_secret_behind_words_for_them() {
    let seed = "abandon ability able about above absent absorb abstract absurd abuse access acid";
    for (text, clean) in [
        ("password: 'a b c d'".to_owned(), "password: '[REDACTED]'"),
        ("passphrase: correct horse battery".to_owned(), "passphrase: [REDACTED]"),
        (format!("seed phrase: {seed}"), "seed phrase: [REDACTED]"),
        (format!("助记词：{seed}"), "助记词：[REDACTED]"),
        (format!("mnemonic = \"{seed}\""), "mnemonic = \"[REDACTED]\""),
    ] {
        assert_eq!(redacted(&text), clean);
    }
    for kept in [
        "passphrase: ask Ann for the old one",
        "passphrase: stored with the other keys",
        "mnemonic: every good boy deserves fudge",
        "password: 'a word that you know'",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn codes_and_numbers_are_secrets_only_behind_their_words() {
    for (text, clean) in [
        ("PIN: 4821", "PIN: [REDACTED]"),
        ("my pin is 4821, really", "my pin is [REDACTED], really"),
        ("PIN码：482193", "PIN码：[REDACTED]"),
        ("card 4111 1111 1111 1111", "card [REDACTED]"),
        ("credit card number: 4111-1111-1111-1111 (visa)", "credit card number: [REDACTED] (visa)"),
        ("银行卡号：4111111111111111", "银行卡号：[REDACTED]"),
        ("recovery code: 7F3K-9QLM-22XZ", "recovery code: [REDACTED]"),
        ("2FA backup codes: 12345678 87654321", "2FA backup codes: [REDACTED]"),
        ("验证码 483920", "验证码 [REDACTED]"),
        ("验证码是483920，五分钟内有效", "验证码是[REDACTED]，五分钟内有效"),
        ("verification code is 483920.", "verification code is [REDACTED]."),
    ] {
        assert_eq!(redacted(text), clean);
        assert_eq!(redacted(clean), clean);
    }
    for kept in [
        "card 4111 1111 1111 1112, 4111111111111111",
        "pin: 13, pinned: 4821, spin: 4821, pin: v4821",
        "验证码 6 位，验证码 2026年改版，verification code: see mail",
        "backup code: 2026-11-30, access code 403 error, OTP: 12:30",
        "the business card 2026, discard: 4111111111111111",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn sentences_about_secrets_are_kept() {
    for kept in [
        "token: budget2000 per day",
        "token: budget2000x per day",
        "secret = santa2026",
        "the token is 100percent ours, tokens: 4096",
        "pass: 45 tests, bypass: abc12345, compass = n0rth1234, season pass: summer",
        "mountain pass: 2500m, pass: true",
        "password manager 1Password, the password policy2024 and password OAuth2Client",
        "hash the password SHA256, password: argon2id, password | bcrypt",
        "| user | password | role |\n|---|---|---|\n| ann | hidden | admin |",
        "| password | varchar(255) | not null |",
        "username → password → session",
        "$user->password->hash, user.password.length",
        "password (see the safe), password(user), get_password(name2)",
        "password:\n  type: string\n  minLength: 8",
        "password:\n\nThe password stands in the safe.",
        "Password:\n- must be long",
        "use --password to log in, --password <pw>, mysql -p mydb, docker run -p 8080:80",
        "docker run -v ~/mongo data:/data -p 27017:27017 mongo --auth, simply pass `callouts: false` to it",
        "{\"said\": \"check that your password is correct.\\n3. Move closer\"}",
        "access key: Alt+K, api key: OpenAI",
        "sshpass -p PASSWORD ssh -p 2222 x",
        "<password>string</password>, <input name=\"password\" value=\"\">",
        "Cookie: name=value; Path=/",
        "we set the password to expire, password to be changed: soon",
        "the secret of success is hard work, credentials: see the safe",
        "密码管理器、密码学2024年会议，密码强度：中等",
        "signature: abcdef1234567890abcdef1234567890",
        "пароль нужно сменить, секрет",
    ] {
        assert_eq!(redacted(kept), kept);
    }
}

#[test]
fn c010_a_password_of_han_and_letters_is_taken_out_to_its_end() {
    let secret = ["wJalrXUtnFEMI/K7MDENG", "/bPxRfiCYabcdefgKEY"].concat();
    let id = ["AKIA", "IOSFODNN7", "EXAMPLE"].concat();
    for (text, left) in [
        ("WiFi密码：阳光2024abc", "WiFi密码：[REDACTED]"),
        ("密码：abc阳光2024 别忘了", "密码：[REDACTED] 别忘了"),
        ("password: 阳光2024abc", "password: [REDACTED]"),
        ("密码：“阳光2024abc”", "密码：“[REDACTED]”"),
        ("密码是生日0512", "密码是[REDACTED]"),
        ("my password hunter2", "my password [REDACTED]"),
        ("ssh-rsa key passphrase Blue-Horse-77", "ssh-rsa key passphrase [REDACTED]"),
        (&format!("AWS {id} and {secret}"), "AWS [REDACTED] and [REDACTED]"),
        (&format!("{secret} for {id}."), "[REDACTED] for [REDACTED]."),
        (
            &format!("https://api.telegram.org/bot123456789:{}/send", "BBEh1Bo".repeat(5)),
            "https://api.telegram.org/bot[REDACTED]/send",
        ),
        (
            &format!("https://a.example.org/?code=4/0AX4{}&scope=x", "Xf1Wh".repeat(6)),
            "https://a.example.org/?code=[REDACTED]&scope=x",
        ),
    ] {
        assert_eq!(redacted(text), left);
    }
    for text in [
        "密码：8位以上，含数字",
        "密码：2024年改过",
        "密码：见1Password里的条目",
        "password sha256 is weak",
        "We chose password hashing with argon2id",
        "the password policy2024 was changed and works",
        "https://us02web.zoom.us/j/81234567?pwd=QWERtyuiop1234asdf",
        "https://pan.baidu.com/s/1abcDEF?pwd=ab12",
        &format!("path {secret}"),
    ] {
        assert_eq!(redacted(text), text);
    }
    for text in ["https://example.org/login?pwd=ab12cd34", "https://evilzoom.us/j?pwd=ab12cd34"] {
        assert!(redacted(text).ends_with("pwd=[REDACTED]"), "{}", redacted(text));
    }
}

#[test]
fn what_was_taken_out_is_called_what_it_is() {
    for (text, kind) in [
        ("token: {}", "token"),
        ("https://x.org/a?token={}", "token"),
        ("令牌：{}", "token"),
        ("API key: {}", "api key"),
        ("private key: {}", "key"),
        ("密钥：{}", "key"),
        ("secret: {}", "secret"),
        ("client secret: {}", "secret"),
        ("password: {}", "password"),
        ("密码：{}", "password"),
    ] {
        let (_, found) = crate::policy::redact(&text.replace("{}", &long()));
        let kinds: Vec<&str> = found.into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, [kind], "{text}");
    }
}
