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
