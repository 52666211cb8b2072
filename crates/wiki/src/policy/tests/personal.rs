//! What is known by its check digit, its neighbours or its label: numbers of cards, accounts and people, pairs,
//! codes of doors and networks.

use super::redacted;

/// Texts with a secret between `«` and `»`; made-up ones, in the notations people use.
const SECRETS: &[&str] = &[
    // Cards, by their check digit.
    "card 4111 1111 1111 1111 expires soon",
    "«4111-1111-1111-1111»",
    "I paid with «5500 0000 0000 0004», it went through",
    "amex «3782 822463 10005»",
    "银行卡号 «6222021234567890128»",
    "银行卡号：«6222 0212 3456 7890 128»",
    // Accounts and people.
    "IBAN «DE89370400440532013000»",
    "pay to «GB82 WEST 1234 5698 7654 32» please",
    "IBAN: «FR14 2004 1010 0505 0001 3M02 606»",
    "身份证号 «11010519491231002X»",
    "我的身份证是«11010519491231002X»。",
    "ssn «078-05-1120»",
    "Social Security number: «078051120»",
    // Codes that are typed at a door, a bank, a telephone.
    "门禁密码«1234#»",
    "门禁密码：«1234#»",
    "支付密码 «246810»",
    "取款密码是«246810»，别忘",
    "pin code «4821»",
    "PIN: «4821»",
    "CVV «123»",
    "cvc: «1234»",
    "door code «4821»",
    // Pairs, before a host, before the word.
    "login: ann / «Tr0ub4dor3»",
    "login: ann, «Tr0ub4dor3»",
    "账号：ann / «Tr0ub4dor3»",
    "user ann / «Tr0ub4dor3»",
    "Wi-Fi: HomeNet / «Tr0ub4dor3!»",
    "wifi password «Sunshine99»",
    "- Netflix password «hunter22»",
    "alarm code is «4821»",
    "passcode for the door «4821»",
    "密码是«生日0512»",
    "DB_PASSWORD=«s3cr3t!»",
    "password: «p@ss!word?»",
    "wifi: Home Net / «Tr0ub4dor3»",
    "«Tr0ub4dor3»@host",
    "psql ann:«Tr0ub4dor3»@host.example.com",
    "ann:«Tr0ub4dor3»@10.0.0.5:5432/db",
    "ssh ann@host with «Tr0ub4dor3» as password",
    "«Tr0ub4dor3» is the wifi password",
    "用 «Tr0ub4dor3» 作为密码",
    "WIFI:S:Home;T:WPA;P:«Tr0ub4dor3»;;",
    "the code says WIFI:T:WPA;P:«a\\;b:c9»;S:Home;; there",
    // Letter by letter.
    "p a s s w o r d: «Tr0ub4dor3»",
    "P-A-S-S-W-O-R-D: «Tr0ub4dor3»",
    "密 码：«Tr0ub4dor3»",
    "我的密 码：«Tr0ub4dor3»",
    // What only its owner is to know.
    "security answer: «Fluffy»",
    "密保答案：«小白»",
];

#[test]
fn what_a_person_must_keep_is_found_by_check_digit_neighbour_and_label() {
    for row in SECRETS.iter().filter(|it| !it.ends_with("@host") && it.contains('«')) {
        let text = row.replace(['«', '»'], "");
        let (before, rest) = row.split_once('«').unwrap();
        let (_, after) = rest.split_once('»').unwrap();
        assert_eq!(redacted(&text), format!("{before}[REDACTED]{after}"), "{text}");
    }
    let plain = SECRETS[0];
    assert_eq!(redacted(plain), "card [REDACTED] expires soon");
}

#[test]
fn tokens_of_providers_that_have_two_parts_or_one_case_are_found() {
    let hex = "0123456789abcdef".repeat(2);
    let bech = "vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";
    for token in [format!("AC{hex}:{hex}"), format!("nsec1{bech}")] {
        assert_eq!(redacted(&format!("it is {token}, keep it")), "it is [REDACTED], keep it");
    }
}

/// Texts that look like the ones above in part.
const INNOCENT: &[&str] = &[
    "order 4111-1111-1111-1112 was shipped",
    "Order #4000 0000 0000 0002 shipped",
    "serial 4539 1488 0343 6467",
    "序列号：4539 1488 0343 6467",
    "Pin code: 560001, Bangalore",
    "12 MG Road, Bangalore, Pin code: 560001",
    "the pin code of Lisbon is 1100",
    "the token 3f786850e387550fdab836ed7e6dc881de23001b is the commit",
    "[m](https://www.feishu.cn/space/api/x/?type=2&token=doccnyDAGXemFOBj9GwEdiDiQmg&create_source=2)",
    "[w](https://link.zhubai.love/api/link?url=https%3A%2F%2Fx.net%2F&token=de7a55e1f834b445fbd3034c9ee4ce77&timestamp=1659238077937&signature=634f92ab4c1c1ebfd5b332ab8e6e701d2273b53cedabc6ab7faea6dfd46adef5)",
    "the wifi password policy2024 was dropped",
    "reset password step2",
    "the password is in the drawer of room 1203",
    "密码见手册2024",
    "order no. 1234-5678-9012-3456",
    "order 202611301234567890 arrived",
    "2019 2020 2021 2022 were good years",
    "2221 2222 2223 2224 2225 are rooms",
    "4111 1111 1111 1111 1111 1111 is a row of figures",
    "call +1 415 555 2671 or 010-62345678",
    "电话 13812345678，传真 010-6234 5678",
    "ISBN 978-3-16-148410-0",
    "ISBN 9783161484100 and 7-5321-1234-5",
    "EAN 4006381333931",
    "tracking 1Z999AA10123456784",
    "DE89 is a road, and DE89370400440532013001 has a typing mistake",
    "AB12 CDEF 3456 is a serial number",
    "GB82 WEST is the beginning of it",
    "身份证号 110105194912310021 is mistyped",
    "订单号 110105202613310021 无效",
    "snowflake 175928847299117063",
    "uuid 123e4567-e89b-12d3-a456-426614174000",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "user: ann / 3f786850e387550fdab836ed7e6dc881de23001b",
    "login: ann / bob",
    "login: ann / admin",
    "user: Ann Smith / Bob Jones, Carol Lee",
    "account: ACME / Project Kite",
    "account: dev / k8s-p2p-mesh",
    "username: ann, role: admin2",
    "Wi-Fi: 2.4GHz / 5GHz",
    "Wi-Fi: 802.11ac / 802.11ax",
    "Wi-Fi: HomeNet / GuestNet",
    "wifi works in the kitchen / living room",
    "WIFI:S:Cafe;T:nopass;;",
    "WIFI: the café has it",
    "账号：ann / 张三",
    "登录：首页 / 个人中心",
    "email:ann2024@example.com",
    "contact:Ann.Smith1990@example.org",
    "mailto:tr0ub4dor3@example.com",
    "git@github.com:ann/Tr0ub4dor3.git",
    "registry:5000/img@sha256:abc",
    "meet at 10:30@cafe.example.com",
    "follow @ann:matrix.org and @Bob3x4y@social.example",
    "see https://medium.com/@ann2b3c/story",
    "npm i left-pad@1.3.0 react@18.2.0",
    "the password as a concept",
    "we use argon2id as password hash",
    "this is the password policy",
    "Monday is the password day",
    "p a g e s and w o r d s",
    "a b c d e f g: 1234567",
    "密 度：Tr0ub4",
    "secret answers are a bad idea",
    "security answer: none",
    "PIN code 560034 is Bengaluru",
    "pin 12 on the board",
    "ssn is short for social security number",
    "version 078-05-1120 of the form",
    "密码 2026 年更新",
    "密码共8位，密码长度12位",
    "门禁密码每月更换",
    "支付密码请当面问",
    "CVV is on the back; cvv 12 is too short",
    "card 1234 of the deck, card 12",
    "invoice 5500-0000 of 2026-11-30",
    "coordinates 41.1111 -11.1111 4111",
    "ratio 4000 5000 6000 7000 8000",
    "user 4 of 5 / seat 12A",
    "account balance: 1,200.50 / 3,400.00",
];

#[test]
fn numbers_names_and_notes_that_look_alike_stay() {
    for kept in INNOCENT {
        assert_eq!(redacted(kept), *kept);
    }
}

#[test]
fn a_card_beside_an_order_and_a_signed_link_to_a_file_stay_secrets() {
    for (text, secret) in [
        ("the order was paid by card 4000 0000 0000 0002", "4000 0000"),
        ("PIN code: 482913", "482913"),
        ("the pin code of my card is 4821", "4821"),
        (
            "https://x.blob.example.net/f?sp=r&signature=634f92ab4c1c1ebfd5b332ab8e6e701d2273b53cedabc6ab7faea6dfd46adef5",
            "634f92",
        ),
        (
            "https://x.org/login?url=https%3A%2F%2Fy.org%2F&token=de7a55e1f834b445fbd3034c9ee4ce77",
            "de7a55",
        ),
        ("token 3f786850e387550fdab836ed7e6dc881de23001b", "3f7868"),
    ] {
        let clean = redacted(text);
        assert!(!clean.contains(secret), "{clean}");
    }
}
