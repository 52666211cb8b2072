//! Passwords of words alone, and the many sentences about passwords that hold none.

use super::redacted;

/// What is taken out stands between `«` and `»`.
const SAID: &[&str] = &[
    "口令是«天王盖地虎»",
    "口令：«天王盖地虎»",
    "口令: «芝麻开门»",
    "今晚的口令是«天王盖地虎»。",
    "今晚口令是«春江花月夜»，别外传",
    "口令是«天王盖地虎，宝塔镇河妖»",
    "记住：口令是«天王盖地虎»",
    "密码：«芝麻开门»",
    "密码是«芝麻开门»",
    "我的密码是«芝麻开门»",
    "家里的密码：«芝麻开门»",
    "家里WiFi密码：«红烧排骨»",
    "WiFi 密码：“«红烧排骨»”",
    "- 密码：«芝麻开门»",
    "- **密码**：«芝麻开门»",
    "路由器的密码改成了«小桥流水»",
    "保险箱密码为«江枫渔火»",
    "密码=«芝麻开门»",
    "暗号是«长江长江»",
    "暗号：«天王盖地虎»",
    "他低声说，暗号是«天王盖地虎»。",
    "The passphrase is «correct horse battery staple»",
    "passphrase: «correct horse battery staple»",
    "access token «ab12cd34»",
    "my API token «ab12cd34».",
    "https://x.test/a?token=«summer2024»",
    "WiFi密码 «abc12345» 在路由器背面",
    "家里WiFi密码 «abc12345» 贴在冰箱上",
    "我的WiFi密码是«abc12345»，在路由器背面",
    "我的WiFi密码是«abc12345»",
    "my pin «4821»",
    "my pin is «4821»",
    "My bank pin «4821».",
    "my pin «4821» for the card",
    "Ann's debit card pin «4821»",
    "https://x.test/a?access_token=«summer2024»&page=2",
];

const PLAIN: &[&str] = &[
    "口令在故事里很重要",
    "哨兵问口令，他答不上来",
    "口令是军队里用来识别敌我的话",
    "口令是一种古老的认证方式",
    "口令：向右看齐",
    "教官的口令：立正稍息",
    "绕口令：吃葡萄不吐葡萄皮",
    "绕口令是语言游戏",
    "口令是什么",
    "口令是谁定的？",
    "口令为空时报错",
    "口令每天更换",
    "口令错误，请重试",
    "密码学笔记",
    "密码学是数学分支",
    "密码是安全的基础",
    "密码是身份凭证",
    "密码是公司资产",
    "密码是第一道防线",
    "密码是必填字段",
    "密码是加密存储的",
    "密码是我的生日",
    "密码是老王设的",
    "密码是正确的",
    "密码是否正确",
    "密码：见保险箱",
    "密码：问前台小李",
    "密码：待定",
    "密码：无",
    "密码：同上一台",
    "密码：已更新，请看 [[保险箱]]",
    "密码强度：中等偏上",
    "密码策略：定期更换",
    "财富密码：早睡早起身体好",
    "流量密码：猫狗双全",
    "成功的密码是持之以恒",
    "生命密码：基因图谱",
    "《达芬奇密码》：丹布朗著",
    "基因密码是生命蓝图",
    "摩斯密码：点划组合",
    "暗号照旧",
    "暗号：照旧即可",
    "他们用暗号交谈",
    "暗号是他们约定好的",
    "我忘了密码，重置了一次",
    "the password policy is strict this year",
    "the passphrase is four plain words",
    "a passphrase is a sequence of words",
    "the access token expires after an hour",
    "access token version2",
    "the access token ab12cd34 was revoked and works no more",
    "access token lifetime 3600s",
    "https://x.test/a?token=page-2024",
    "https://x.test/a?page_token=summer2024",
    "https://x.test/a?topic=summer2024",
    "密码学 abc",
    "密码学 abc12345 在第三章",
    "密码本 abc12345 在抽屉里",
    "password manager 1Password",
    "my password manager 1Password is good",
    "微信密码 iPhone15 怎么改",
    "手机密码 Android14 在哪里设置",
    "pin 2024 photos to the board",
    "please pin 1200 tabs",
    "let's pin 1200",
    "my pin 4821 photos",
    "a pin 1234 mm long",
];

#[test]
fn a_password_of_words_alone_is_taken_out() {
    for row in SAID {
        let text = row.replace(['«', '»'], "");
        let (before, rest) = row.split_once('«').expect("a secret begins");
        let (_, after) = rest.split_once('»').expect("a secret ends");
        assert_eq!(redacted(&text), format!("{before}[REDACTED]{after}"), "{text}");
    }
}

#[test]
fn what_is_said_about_passwords_stays() {
    assert!(PLAIN.len() >= 30);
    let changed: Vec<String> =
        PLAIN.iter().map(|it| redacted(it)).filter(|it| !PLAIN.contains(&it.as_str())).collect();
    assert!(changed.is_empty(), "{changed:#?}");
}

/// Words that announce something, one of each nature and script.
const ANNOUNCING: &[&str] = &[
    "忘了密码",
    "改密码",
    "换口令",
    "没有密码",
    "改新密码",
    "妈妈不记得WiFi密码",
    "我今天改了银行卡密码",
    "我忘了支付宝密码",
    "下周三提醒我改公司邮箱密码",
    "WiFi密码：没有密码",
    "todo：改邮箱密码",
    "待办: 改密码",
    "WiFi密码",
    "密码",
    "密码：",
    "我的密码是",
    "暗号",
    "密钥",
    "令牌",
    "验证码",
    "授权码",
    "账号",
    "助记词",
    "密保答案：",
    "Netflix password",
    "change the password",
    "password:",
    "lost my PIN",
    "PIN:",
    "door code",
    "renew the api key",
    "api key:",
    "access token",
    "token:",
    "passphrase:",
    "login: ann",
    "secret answer:",
    "Cookie: theme=dark; lang=en",
    "card",
    "signature",
    "пароль",
];

/// What stands behind a fact and keeps its books.
const BOOKS: &[&str] = &[
    "added:2026-11-30",
    "expires:2026-12-31",
    "superseded:2026-11-30",
    "first-seen:2026-01-01",
    "valid:2026-12-01..2026-12-05",
    "valid:2026-12-01T10:00..2026-12-05T10:00",
    "confidence:0.8",
    "source:D1-3",
    "source:Chat20261130aBcDeF12",
    "source:chat/Aa1bB2cC3d!",
    "continues:[[atlas]]",
    "^block1",
    "^blk2",
    "^a1b2c3d4",
    "added:2026-11-30 expires:2026-12-31 ^a1b2c3d4",
    "<!-- a1b2c3d4 -->",
    "%% a1b2c3d4 %%",
];

#[test]
fn marks_block_ids_and_comments_behind_a_word_stay() {
    let mut changed = Vec::new();
    for said in ANNOUNCING {
        for books in BOOKS {
            for gap in [" ", "  "] {
                let line = format!("- {said}{gap}{books}\n");
                let clean = redacted(&line);
                if clean != line {
                    changed.push(clean);
                }
            }
        }
    }
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn a_secret_before_its_marks_is_taken_out_and_they_stay() {
    for (said, clean) in [
        ("密码：芝麻开门", "密码：[REDACTED]"),
        ("密码：abcdef", "密码：[REDACTED]"),
        ("WiFi密码 Tr0ub4dor3", "WiFi密码 [REDACTED]"),
        ("password: hunter", "password: [REDACTED]"),
        ("passphrase: correct horse battery", "passphrase: [REDACTED]"),
        ("Cookie: sid=abc12345; theme=dark", "Cookie: [REDACTED]"),
        ("WIFI:S:Home;T:WPA;P:Sunshine99", "WIFI:S:Home;T:WPA;P:[REDACTED]"),
    ] {
        for books in BOOKS {
            let line = format!("- {said}  {books}\n");
            assert_eq!(redacted(&line), format!("- {clean}  {books}\n"));
        }
    }
}

#[test]
fn what_describes_a_secret_stays() {
    let plain = [
        "改密码 hunter22",
        "忘了密码 OAuth2 登录",
        "密码  user_id2026",
        "初始密码：身份证后六位",
        "默认密码：手机号后六位",
        "初始密码：护照后四位",
        "暗号：敲三下门",
        "暗号是咳嗽两声",
        "口令：红包口令",
        "密码：和以前一样",
        "密码：保持不变",
        "密码：照旧没变",
        "密码：不变",
        "Access key: Alt+F4",
        "Access key: Ctrl+Shift+P",
        "Access code: ISO-3166",
        "Access code: RFC-7519",
        "PIN: 400001 Mumbai",
        "PIN code: 560001 New Delhi",
        "Password: unchanged",
        "Password: same as before",
        "password: same",
        "user.password = params[:password]",
        "user.password = params[\"password\"]",
        "@token = session[:access_token]",
        "api key v2",
        "passcode 2026 was odd",
        "note alice:s3cr3t@mail.example.org",
        "mail:team24@acme.com",
    ];
    let changed: Vec<String> =
        plain.iter().map(|it| redacted(it)).filter(|it| !plain.contains(&it.as_str())).collect();
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn a_key_a_passcode_and_a_login_of_an_inner_host_are_taken_out() {
    for (text, clean) in [
        ("api key 8f3kd92k", "api key [REDACTED]"),
        ("- the API key 8f3kd92k.", "- the API key [REDACTED]."),
        ("passcode 739201", "passcode [REDACTED]"),
        ("开锁密码 739201", "开锁密码 [REDACTED]"),
        ("alice:s3cr3t@db.local", "alice:[REDACTED]@db.local"),
        ("psql alice:s3cr3t@10.0.0.5/db", "psql alice:[REDACTED]@10.0.0.5/db"),
        ("alice:s3cr3t@db.example.org:5432", "alice:[REDACTED]@db.example.org:5432"),
        ("PIN: 482910 for the door", "PIN: [REDACTED] for the door"),
    ] {
        assert_eq!(redacted(text), clean);
        assert_eq!(redacted(clean), clean);
    }
}
