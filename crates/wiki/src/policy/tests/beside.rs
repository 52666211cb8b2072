//! Secrets that stand beside a user, a network, a door or another code.

use super::redacted;

/// A made-up password, in pieces so that no scanner takes it for a real one.
fn made() -> String {
    ["hunter2", "-Zebra"].concat()
}

#[test]
fn a_password_beside_its_user_or_network_is_redacted() {
    for text in [
        "user anna, pass {}",
        "username: anna, pw {}",
        "login anna / password {}",
        "creds: admin:{}",
        "The NAS pw is {}",
        "pw {}",
        "口令 root / {}",
        "wifi: HomeNet, key {}",
        "Wi-Fi HomeNet, pass {}",
        "SSID: HomeNet; password: {}",
        "{} is the wifi password",
        "Note: {} is my laptop password",
    ] {
        let said = text.replace("{}", &made());
        assert_eq!(redacted(&said), text.replace("{}", "[REDACTED]"), "{said}");
    }
}

#[test]
fn a_code_that_is_pressed_at_a_door_is_redacted() {
    for text in [
        "The gym code is {} until June",
        "gym locker combination {}",
        "the building code for the back door is {}",
        "The shed code is now {}",
        "{} is the door code",
        "{} is my bank pin",
    ] {
        let said = text.replace("{}", "4488");
        assert_eq!(redacted(&said), text.replace("{}", "[REDACTED]"), "{said}");
    }
}

#[test]
fn no_code_of_a_list_is_kept() {
    for text in [
        "backup codes: 8842-1193 and 7731-0042",
        "My recovery codes: 8842-1193, 7731-0042 and 5519-0037",
        "备用码：88421193、77310042",
        "备用码是 88421193 和 77310042",
    ] {
        let clean = redacted(text);
        let digits = clean.contains(|c: char| c.is_ascii_digit());
        assert!(!digits && clean.contains("[REDACTED]"), "{text}: {clean}");
    }
}

#[test]
fn what_only_looks_like_these_is_kept() {
    for text in [
        "4488 is the zip code",
        "1200 is the dress code fine",
        "rosegarden9 is the wifi name",
        "The building code of 1998 applies",
        "the gym code of conduct is 12 pages long",
        "the door code is at reception",
        "user anna, pass the salt please",
        "login anna / password unknown",
        "wifi: HomeNet, key fobs at reception",
        "network: HomeNet, key account manager Bob",
        "pw is short for password",
        "credentials: see the vault",
        "backup codes are kept in the drawer",
        "recovery codes: printed, ask Ann",
        "user ann, password required",
        "口令 root / 管理员",
    ] {
        assert_eq!(redacted(text), text);
    }
}
