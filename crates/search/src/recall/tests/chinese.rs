//! Chinese: names by sound, both scripts, half and full width, short and mixed questions, names inside
//! sentences, several questions at once.

use super::*;

fn cities() -> Vault {
    Vault::of(&[
        ("places/青岛.md", "# 青岛\n\n五月去海边看了啤酒博物馆。\n"),
        ("places/重庆.md", "# 重庆\n\n火锅店在解放碑附近。\n"),
        ("places/zl.md", "---\naliases: [测试平台]\n---\n# 质量\n\n每晚跑一次。\n"),
        ("notes/beer.md", "# Beer\n\nA museum of beer by the sea.\n"),
    ])
}

#[test]
fn a_title_is_found_by_its_sound_and_by_first_letters() {
    let vault = cities();
    for typed in ["qingdao", "qing dao", "Qīng Dǎo", "QingDao", "qd"] {
        assert_eq!(first(&vault, typed).as_deref(), Some("places/青岛.md"), "{typed}");
    }
    // Both readings of the first character.
    for typed in ["chongqing", "zhongqing", "cq"] {
        assert_eq!(first(&vault, typed).as_deref(), Some("places/重庆.md"), "{typed}");
    }
    for typed in ["ceshipingtai", "ceshi pingtai", "cspt"] {
        assert_eq!(first(&vault, typed).as_deref(), Some("places/zl.md"), "{typed}: an alias");
    }
}

#[test]
fn a_part_of_a_name_that_is_set_apart_is_found_by_its_sound() {
    let vault = Vault::of(&[
        ("personal/旅行-青岛.md", "# 旅行-青岛\n\n订了海边的酒店。\n"),
        ("personal/旅行·重庆.md", "# 旅行·重庆\n\n订了江边的酒店。\n"),
        ("personal/旅行 大理.md", "# 旅行 大理\n\n订了湖边的酒店。\n"),
    ]);
    for (typed, file) in [
        ("qingdao", "personal/旅行-青岛.md"),
        ("qing dao", "personal/旅行-青岛.md"),
        ("lvxingqingdao", "personal/旅行-青岛.md"),
        ("qd", "personal/旅行-青岛.md"),
        ("chongqing", "personal/旅行·重庆.md"),
        ("dali", "personal/旅行 大理.md"),
    ] {
        assert_eq!(first(&vault, typed).as_deref(), Some(file), "{typed}");
    }
    assert_eq!(vault.files("qingdao").len(), 1);
}

#[test]
fn a_sound_inside_a_question_names_its_page_and_first_letters_do_not() {
    let vault = cities();
    let mut found = vault.files("qingdao museum");
    found.sort();
    assert_eq!(found, ["notes/beer.md", "places/青岛.md"]);
    assert_eq!(first(&vault, "qingdao 博物馆").as_deref(), Some("places/青岛.md"));
    assert_eq!(first(&vault, "qd beer museum").as_deref(), Some("notes/beer.md"));
}

#[test]
fn a_word_of_the_vault_is_no_sound() {
    let vault = Vault::of(&[
        ("a.md", "# 我们\n\n一起吃饭。\n"),
        ("b.md", "# Survey\n\nThe women answered.\n"),
    ]);
    assert_eq!(first(&vault, "women").as_deref(), Some("b.md"));
    assert_eq!(first(&vault, "wo men").as_deref(), Some("a.md"));
}

#[test]
fn what_is_gone_is_no_longer_found_by_its_sound() {
    let mut vault = cities();
    vault.remove("places/青岛.md");
    assert!(vault.files("qingdao").is_empty());
    vault.write(&[("places/重庆.md", "# 山城\n\n火锅店。\n")]);
    assert_eq!(first(&vault, "shancheng").as_deref(), Some("places/重庆.md"));
}

#[test]
fn either_script_finds_the_other() {
    let vault = Vault::of(&[
        ("a.md", "# 後端測試\n\n資料庫連線逾時改為三十秒。\n"),
        ("b.md", "# 前端\n\n数据库连接超时改为十秒。\n"),
    ]);
    assert_eq!(first(&vault, "后端测试").as_deref(), Some("a.md"));
    assert_eq!(first(&vault, "資料庫連線").as_deref(), Some("a.md"));
    assert_eq!(first(&vault, "數據庫連接").as_deref(), Some("b.md"));
    assert_eq!(first(&vault, "\"资料库连线\"").as_deref(), Some("a.md"), "as a phrase");
    assert_eq!(first(&vault, "关于后端测试我们说了什么").as_deref(), Some("a.md"));
}

#[test]
fn full_and_half_width_are_one() {
    let vault = Vault::of(&[
        ("a.md", "ＡＰＩ网关在８０８０端口。"),
        ("b.md", "ｶﾀｶﾅ の見出し"),
        ("c.md", "花园"),
    ]);
    assert_eq!(first(&vault, "API网关").as_deref(), Some("a.md"));
    assert_eq!(first(&vault, "カタカナ").as_deref(), Some("b.md"));
}

#[test]
fn c005_one_and_two_characters_find_a_title_before_a_text() {
    let vault = Vault::of(&[
        ("a.md", "# 日记\n\n下午喝茶，茶很香，又买了茶。\n"),
        ("b.md", "# 茶\n\n龙井和普洱。\n"),
        ("c.md", "# 部署\n\n脚本在仓库里。\n"),
        ("d.md", "# 记录\n\n部署失败，部署脚本有错，重新部署。\n"),
    ]);
    assert_eq!(first(&vault, "茶").as_deref(), Some("b.md"));
    assert_eq!(first(&vault, "部署").as_deref(), Some("c.md"));
}

#[test]
fn scripts_may_be_mixed_with_and_without_a_space() {
    let vault = Vault::of(&[
        ("a.md", "# Rust 并发\n\n用通道传消息。\n"),
        ("b.md", "# Go 并发\n\n用协程。\n"),
        ("c.md", "# k8s部署手册\n\n先建命名空间。\n"),
        ("d.md", "# 部署\n\n脚本在仓库里。\n"),
    ]);
    for typed in ["Rust 并发", "rust并发", "Rust的并发怎么写"] {
        assert_eq!(first(&vault, typed).as_deref(), Some("a.md"), "{typed}");
    }
    for typed in ["k8s部署", "k8s 部署", "K8S部署怎么做"] {
        assert_eq!(first(&vault, typed).as_deref(), Some("c.md"), "{typed}");
    }
}

#[test]
fn a_title_inside_an_unspaced_question_brings_its_page() {
    let others = "鲈鱼 鲤鱼 鲫鱼 草鱼 鲢鱼 鳙鱼 带鱼 黄鱼 鲳鱼 鳕鱼 鲑鱼 鳟鱼";
    let mut pages: Vec<(String, String)> = others
        .split(' ')
        .map(|name| {
            (format!("{name}.md"), format!("# {name}\n\n{name}分布在河流和近海，栖息在水底。\n"))
        })
        .collect();
    pages.push(("a.md".to_owned(), "# 红钻鱼\n\n分布在热带海域。\n".to_owned()));
    let long = "# 丝尾红钻鱼\n\n红钻鱼的近亲，分布在西太平洋，栖息深度九十米。\n";
    pages.push(("b.md".to_owned(), long.to_owned()));
    let pages: Vec<(&str, &str)> =
        pages.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    let vault = Vault::of(&pages);
    assert_eq!(first(&vault, "请问红钻鱼分布在哪里？").as_deref(), Some("a.md"));
    assert_eq!(first(&vault, "请问丝尾红钻鱼分布在哪里？").as_deref(), Some("b.md"));
}

fn boss() -> Vault {
    let turn = |nth: usize, text: &str| {
        format!("> **user** · 2026-11-01 10:{nth:02}\n> {text}\n> ^m{nth}\n\n")
    };
    let said = [
        "我上司的身高是171厘米。",
        "我上司的邮箱是chen@example.org。",
        "我父亲的邮箱地址是li@example.org。",
        "我表姐的邮箱地址是zh@example.org。",
        "航空交流会的地点是深圳。",
        "航空交流会的时间是下周二。",
        "音乐会的时间是下周五。",
    ];
    let turns: String = said.iter().enumerate().map(|(nth, text)| turn(nth, text)).collect();
    let page = format!("---\ntype: session\nid: s\n---\n# 谈话\n\n{turns}");
    Vault::of(&[("sessions/s.md", &page)])
}

fn turns(vault: &Vault, text: &str) -> Vec<String> {
    let mut query = query(text);
    query.unit = Unit::Turn;
    vault.answer(&query).hits.into_iter().filter_map(|hit| hit.turn).collect()
}

#[test]
fn of_two_questions_in_one_both_are_answered() {
    let found = turns(&boss(), "我父亲的邮箱地址是什么？另外，音乐会的时间是什么？");
    let mut two = found[..2].to_vec();
    two.sort();
    assert_eq!(two, ["m2", "m6"]);
}

#[test]
fn in_a_small_vault_the_second_message_is_found_by_the_name_in_the_first() {
    let found = turns(&boss(), "那个身高是171厘米的人，邮箱是什么？");
    assert!(
        found[..2].contains(&"m0".to_owned()) && found[..2].contains(&"m1".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_person_counts_beside_a_long_attribute() {
    let vault = Vault::of(&[
        ("a.md", "我表哥的联系电话是15321258138。"),
        ("b.md", "我下属的电话号码是18431911619。"),
        ("c.md", "我表哥的生日是七月二十九号。"),
        ("d.md", "我表哥在南京工作。"),
    ]);
    assert_eq!(first(&vault, "我表哥的电话号码是多少来着？").as_deref(), Some("a.md"));
}

#[test]
fn what_counts_is_no_reason_to_answer() {
    let notes: Vec<(String, String)> = (0..60)
        .map(|nth| (format!("n{nth}.md"), format!("# 笔记{nth}\n\n水管漏水，师傅修好了。\n")))
        .collect();
    let mut pages: Vec<(&str, &str)> =
        notes.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    pages.push(("library.md", "# 图书馆\n\n三家馆一共借出 1260 本，最后还回来 1250 本。\n"));
    let vault = Vault::of(&pages);
    assert!(vault.files("郑和下西洋一共去了几次？").is_empty());
    assert!(vault.files("包粽子的糯米最后要泡多久？").is_empty());
    assert_eq!(
        vault.files("图书馆一共借出多少本？").first().map(String::as_str),
        Some("library.md")
    );
    assert_eq!(vault.files("一共").first().map(String::as_str), Some("library.md"));
}

#[test]
fn a_word_that_asks_leaves_the_words_beside_it_whole() {
    let vault = Vault::of(&[
        ("周会.md", "# 周会\n\n周会每周三下午两点开。\n"),
        ("房子.md", "# 房子\n\n房租每月五号交。\n"),
        ("猫.md", "# 猫\n\n猫叫米索，喜欢吃鱼。\n"),
    ]);
    for asked in ["周会什么时候开", "周会几点开", "为什么周会改到下午"] {
        assert_eq!(first(&vault, asked).as_deref(), Some("周会.md"), "{asked}");
    }
}

#[test]
fn a_number_in_a_name_is_a_part_of_the_name() {
    let others: Vec<(String, String)> = (0..30)
        .map(|nth| (format!("t{nth}.md"), format!("# 题目{nth}\n\n关于灌溉和土壤的笔记。\n")))
        .collect();
    let mut pages: Vec<(&str, &str)> =
        others.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    pages.push(("李四.md", "# 李四\n\n- 电话：138\n"));
    pages.push(("张三.md", "# 张三\n\n- 电话：139\n"));
    let vault = Vault::of(&pages);
    let score = |asked: &str| vault.answer(&query(asked)).hits.first().map_or(0.0, |hit| hit.score);
    assert_eq!(first(&vault, "张三的电话").as_deref(), Some("张三.md"));
    assert!(score("王五的电话") < 0.5 * score("李四的电话"), "{}", score("王五的电话"));
}

#[test]
fn a_character_between_who_or_when_and_a_word_that_asks_is_a_word() {
    let vault = Vault::of(&[
        ("me.md", "# Me\n\n- 我改喝茶了\n- 我住在海边\n"),
        ("猫.md", "# 猫\n\n猫叫米索，爱吃鱼。\n"),
    ]);
    for asked in [
        "我喝什么",
        "我现在喝什么",
        "我平时喝什么",
        "我早上喝什么",
        "我们喝什么",
        "我每天都喝什么",
        "我喝了什么",
        "我在喝什么",
    ] {
        assert_eq!(first(&vault, asked).as_deref(), Some("me.md"), "{asked}");
    }
    for asked in ["我听什么", "我平时玩什么"] {
        let why = vault.answer(&query(asked)).abstained;
        assert_eq!(why.as_deref(), Some("no page has these words"), "{asked}");
    }
}

#[test]
fn what_straddles_the_border_of_a_word_is_not_lacking() {
    let mut vault = Vault::of(&[
        ("topics/b站.md", "# b站\n\n弹幕网站。\n"),
        ("topics/上网.md", "# 上网\n\n有人在网站购物。\n"),
        ("daily/1.md", "# 一\n\n小明在A班\n"),
        ("daily/2.md", "# 二\n\n我们组有张三和李四\n"),
        ("daily/3.md", "# 三\n\n我家住3楼\n"),
        ("daily/4.md", "# 四\n\n我学吉他\n"),
        ("daily/5.md", "# 五\n\n我养猫\n"),
        ("daily/6.md", "# 六\n\n女儿在3班\n"),
    ]);
    for number in 1..=12 {
        let text = format!("# 条目{number}\n\n第{number}条记录内容。\n");
        vault.write(&[(&format!("topics/t{number}.md"), &text)]);
    }
    for (text, page) in [
        ("我在B站看什么", "topics/b站.md"),
        ("在B站看啥", "topics/b站.md"),
        ("怎么在B站涨粉", "topics/b站.md"),
        ("怎麼在B站漲粉", "topics/b站.md"),
        ("A班有谁", "daily/1.md"),
        ("A班都有谁", "daily/1.md"),
        ("A班里有谁", "daily/1.md"),
        ("A班裡有誰", "daily/1.md"),
        ("A班是谁", "daily/1.md"),
        ("A班有哪些人", "daily/1.md"),
        ("组里有谁", "daily/2.md"),
        ("組裡都有誰", "daily/2.md"),
        ("我住几楼", "daily/3.md"),
        ("我住幾樓", "daily/3.md"),
        ("我学啥", "daily/4.md"),
        ("我學啥", "daily/4.md"),
        ("我养啥", "daily/5.md"),
        ("我养了几只猫", "daily/5.md"),
        ("我養了幾隻貓", "daily/5.md"),
        ("女儿在几班", "daily/6.md"),
    ] {
        assert_eq!(first(&vault, text).as_deref(), Some(page), "{text}");
    }
    for (text, why) in
        [("他养了几只鸟", "lacks"), ("C班有谁", "another than C班"), ("我在C站看什么", "lacks")]
    {
        let answer = vault.answer(&query(text));
        assert!(answer.hits.is_empty(), "{text}: {:?}", answer.hits[0].page);
        let told = answer.abstained.unwrap_or_default();
        assert!(told.contains(why) || told.contains("no page has these words"), "{text}: {told}");
        for pair in ["只鸟", "站看"] {
            assert!(!told.contains(pair), "{text}: {told}");
        }
    }
}
