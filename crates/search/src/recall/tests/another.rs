//! What is answered with nothing because the vault has it of another: another letter or number, somebody else's
//! value, a name that is nearly the one that was typed.

use super::*;

/// What is asked of a vault, and the text that the first hit has or that the reason of none has.
type Row<'a> = (&'a str, Result<&'a str, &'a str>);

fn ask(vault: &Vault, rows: &[Row<'_>]) {
    for (text, wanted) in rows {
        let answer = vault.answer(&query(text));
        let told = answer.abstained.unwrap_or_default();
        match wanted {
            Ok(part) => {
                let hit = answer.hits.first().map(|hit| hit.text.clone()).unwrap_or_default();
                assert!(hit.contains(part), "{text}: {hit} {told}");
            }
            Err(part) => {
                let page = answer.hits.first().map(|hit| hit.page.file());
                assert_eq!(page, None, "{text}");
                assert!(told.contains(part), "{text}: {told}");
            }
        }
    }
}

fn of(pages: &[(&str, &str)]) -> Vault {
    let mut vault = Vault::of(pages);
    for number in 1..=12 {
        let text = format!("# Topic {number}\n\nSubject {number} has 内容 {number} and no more.\n");
        vault.write(&[(&format!("topics/t{number}.md"), &text)]);
    }
    vault
}

#[test]
fn a_letter_or_number_of_a_thing_that_no_list_has_tells_it_apart() {
    let vault = of(&[
        ("topics/trains.md", "# Way\n\nI take the A train to work.\n"),
        ("topics/phone.md", "# Screen\n\nMy iPhone 14 has a cracked screen.\n"),
        ("topics/galaxy.md", "# Colour\n\nThe Galaxy S23 is blue.\n"),
        ("topics/illness.md", "# Illness\n\nType 2 diabetes runs in the family since 2011.\n"),
        ("topics/code.md", "# Code\n\nI write Python every day.\n"),
        ("topics/pills.md", "# Pills\n\nVitamin pills in the morning, 2 a day.\n"),
        ("topics/bikes.md", "# Bikes\n\nA bike was stolen. The B bike and the C bike were not.\n"),
        ("topics/windows.md", "# Windows 11\n\nWindows 10 is gone, Windows 11 is here.\n"),
    ]);
    ask(
        &vault,
        &[
            ("the B train", Err("another than B train")),
            ("do I take the C train to work", Err("another than C train")),
            ("the A train", Ok("A train")),
            ("which train do I take", Ok("A train")),
            ("iPhone 15", Err("another than iPhone 15")),
            ("is the screen of my iphone 15 cracked", Err("another than iphone 15")),
            ("is the screen of my iPhone 14 cracked", Ok("iPhone 14")),
            ("is the screen of my iPhone cracked", Ok("iPhone 14")),
            ("Galaxy S24", Err("another than Galaxy S24")),
            ("Galaxy S23", Ok("S23")),
            ("type 1 diabetes", Err("another than type 1")),
            ("type 2 diabetes", Ok("diabetes")),
            ("do I write Python 3", Ok("Python")),
            ("vitamin D pills", Ok("Vitamin pills")),
            ("the D bike", Err("another than D bike")),
            ("the C bike", Ok("C bike")),
            ("is Windows 11 here", Ok("Windows 11")),
        ],
    );
}

#[test]
fn a_value_that_only_others_have_is_not_the_askers() {
    let others = [
        ("daily/1.md", "# Day\n\n- Anna's email is anna@x.com\n- 张三的电话是 13800000000\n"),
        (
            "daily/2.md",
            "# Other day\n\nAnna's birthday is May 3. Tom's phone number is 555-1234.\n",
        ),
        ("daily/3.md", "# 三\n\n昨天李雷的生日，在5月3日\n"),
        ("people/carol.md", "# Carol\n\n- hobby: chess\n"),
        ("daily/4.md", "# Papers\n\nThe passport is in the drawer. Dr. Kim is my dentist.\n"),
    ];
    let vault = of(&others);
    ask(
        &vault,
        &[
            ("what is my email", Err("that of Anna")),
            ("my e-mail", Err("that of Anna")),
            ("what is my email address?", Err("that of Anna")),
            ("when is my birthday?", Err("that of")),
            ("what is his phone number", Err("that of Tom")),
            ("her email", Err("that of Anna")),
            ("我的电话是多少", Err("that of 张三")),
            ("他的生日是哪天", Err("that of 李雷")),
            ("my hobby", Err("that of carol")),
            ("Anna's email", Ok("anna@x.com")),
            ("张三的电话", Ok("13800000000")),
            ("where is my passport", Ok("drawer")),
        ],
    );
    let mut vault = of(&others);
    vault.write(&[
        ("users/me.md", "# Me\n\n- My email is me@x.com\n- 我的电话是 13900000000\n"),
        ("topics/own.md", "# Dates\n\nBirthday: May 4\n"),
        ("topics/teeth.md", "# Teeth\n\nMy dentist's phone number is 555-9999\n"),
    ]);
    ask(
        &vault,
        &[
            ("what is my email", Ok("me@x.com")),
            ("我的电话", Ok("13900000000")),
            ("when is my birthday", Ok("May 4")),
            ("my dentist's number", Ok("555-9999")),
        ],
    );
}

#[test]
fn what_holds_of_the_asker_is_told_by_their_page_before_notes_about_the_thing() {
    let vault = of(&[
        (
            "users/me.md",
            "# Me\n\n- I have two cats\n- my rent is 1450 euros\n- I live in Munich\n- my car is a Golf\n\
             - 我喝咖啡\n- my router is a FritzBox\n- I use Rust at work\n",
        ),
        ("notes/cats.md", "# Cats\n\nHow many cats should one have? Many cats sleep.\n"),
        ("notes/rent.md", "# Rent\n\nA tenant has to pay rent. What is a fair rent?\n"),
        ("notes/cities.md", "# Cities\n\nWhere do people live? We live in cities.\n"),
        ("notes/cars.md", "# Cars\n\nWhat car to buy? A car needs insurance.\n"),
        ("notes/coffee.md", "# 咖啡\n\n喝咖啡可以提神，很多人喝咖啡。\n"),
        ("notes/router.md", "# Router\n\nTo reset the router hold its button down.\n"),
        ("notes/rust.md", "# Rust lifetimes\n\nRust checks lifetimes when it compiles.\n"),
    ]);
    ask(
        &vault,
        &[
            ("how many cats do I have?", Ok("two cats")),
            ("what is my rent?", Ok("1450")),
            ("how much rent do I pay?", Ok("1450")),
            ("where do we live?", Ok("Munich")),
            ("tell me where I live", Ok("Munich")),
            ("what is my car?", Ok("Golf")),
            ("what car do I drive?", Ok("Golf")),
            ("我喝咖啡吗", Ok("我喝咖啡")),
            // What anybody may do, and what was learnt, is told by the notes.
            ("how do I reset the router?", Ok("button")),
            ("what did I learn about Rust lifetimes?", Ok("compiles")),
            ("should I buy a car?", Ok("insurance")),
            ("tell me about Rust lifetimes", Ok("compiles")),
            ("what is a fair rent?", Ok("fair")),
        ],
    );
}

#[test]
fn what_somebody_does_is_not_told_by_what_another_does() {
    let vault = of(&[
        ("users/王伟.md", "# 王伟\n\n- 王伟在西门子工作\n- 王伟养了一只猫\n"),
        ("users/李娜.md", "# 李娜\n\n- 李娜喜欢吃寿司\n- 李娜会弹钢琴\n"),
        ("users/刘洋.md", "# 刘洋\n\n- 刘洋对花生过敏\n"),
        ("users/me.md", "# Me\n\n- 我养了一只叫豆豆的狗\n- 我周末去爬山\n"),
    ]);
    ask(
        &vault,
        &[
            // Of what nobody said of them their own page is the nearest.
            ("王伟喜欢吃什么", Ok("王伟")),
            ("刘洋会弹钢琴吗", Ok("刘洋")),
            // Nor is a cat on a page without a word for one.
            ("李娜养了一只猫吗", Err("says nothing of 猫")),
            ("张三喜欢吃什么", Err("张三")),
            ("张三在哪工作", Err("张三")),
            ("张三对什么过敏", Err("张三")),
            ("李娜喜欢吃什么", Ok("寿司")),
            ("谁会弹钢琴", Ok("李娜")),
            ("刘洋对什么过敏", Ok("花生")),
            ("王伟在哪工作", Ok("西门子")),
            ("狗叫什么", Ok("豆豆")),
            ("我家的狗叫什么名字", Ok("豆豆")),
            ("我周末干什么", Ok("爬山")),
            ("我周末都干些什么", Ok("爬山")),
        ],
    );
}

#[test]
fn the_day_of_a_thing_is_told_by_a_line_with_a_day() {
    let vault = of(&[
        ("users/me.md", "# Me\n\n- My dentist appointment is on 2026-12-10\n- 体检在12月5日\n"),
        (
            "notes/dentists.md",
            "# Dentists\n\nWhen is a dentist needed? A dentist looks at teeth.\n",
        ),
        ("notes/health.md", "# 体检\n\n体检什么时候做？每年体检一次。\n"),
    ]);
    let rows = [
        ("when is the dentist?", Ok("2026-12-10")),
        ("体检是什么时候", Ok("12月5日")),
        ("what is a dentist", Ok("teeth")),
    ];
    ask(&vault, &rows);
}

#[test]
fn what_a_named_page_has_as_a_fact_is_told_by_that_page() {
    let vault = of(&[
        ("topics/atlas.md", "# Atlas\n\n- release: 2026-12-15\n- owner: Bob\n"),
        (
            "notes/checklist.md",
            "# Release checklist\n\nWhen is a release ready? The release of Atlas needs green tests.\n",
        ),
    ]);
    ask(
        &vault,
        &[
            ("when is the Atlas release?", Ok("2026-12-15")),
            ("when is Atlas released?", Ok("2026-12-15")),
            ("what is in the release checklist of Atlas?", Ok("green tests")),
        ],
    );
}

#[test]
fn a_named_page_is_asked_for_a_fact_in_other_words() {
    let vault = of(&[
        ("topics/paper-loom.md", "# Paper Loom\n\n- version: 1.3.10  added:2030-01-09\n"),
        (
            "projects/willow.md",
            "# Willow\n\n- uses: [[Paper Loom]]\n- phase: in use\n- release: 2030-06-08\n",
        ),
        ("projects/青鸟工程.md", "# 青鸟工程\n\n- 上线日期: 2030-05-04\n"),
        ("people/吴思远.md", "# 吴思远\n\n- 参与项目: [[青鸟工程]]  added:2030-01-13\n"),
    ]);
    ask(
        &vault,
        &[
            ("Which release of Paper Loom is in use?", Ok("1.3.10")),
            ("青鸟工程哪天推出？", Ok("2030-05-04")),
        ],
    );
}

#[test]
fn who_shares_a_name_is_another() {
    let vault = of(&[
        ("people/ines-tanaka.md", "# Ines Tanaka\n\n- birthday: 1962-04-13\n"),
        ("people/jonas-mbeki.md", "# Jonas Mbeki\n\n- birthday: 1967-07-19\n"),
        ("people/谢博文.md", "# 谢博文\n\n- 最爱饮品: 普洱\n"),
    ]);
    ask(
        &vault,
        &[
            ("On which day did Ines Mbeki come into the world?", Err("another than Ines Mbeki")),
            ("Ines Mbeki birthday", Err("another than Ines Mbeki")),
            ("What is Ines Tanaka's birthday?", Ok("1962-04-13")),
            ("Show Ines Tanaka birthday", Ok("1962-04-13")),
            ("Show Ines birthday", Ok("1962-04-13")),
            ("给罗博文点什么喝的？", Err("another than 罗博文")),
            ("给谢博文点什么喝的？", Ok("普洱")),
        ],
    );
}

#[test]
fn a_page_without_a_word_for_what_is_asked_of_somebody_is_no_answer() {
    let vault = of(&[
        (
            "users/ada-novak.md",
            "---\ntype: user\ntitle: Ada Novak\n---\n\n# Ada Novak\n\n- city: Leeds\n- phone: 555-9661\n",
        ),
        ("people/ben-reyes.md", "# Ben Reyes\n\nBen has blood of the rare sort, AB negative.\n"),
        ("daily/d.md", "# Day\n\nHad lunch with Ada Novak; the soup was salty.\n"),
        ("people/林静怡.md", "# 林静怡\n\n- 所在城市: 成都\n- 邮箱: lin@mail.example\n"),
        ("entities/kim.md", "# Kim\n\n- employer: Dunmore\n"),
        ("places/tower.md", "# Iron Tower\n\nIt has 1,665 steps.\n"),
    ]);
    ask(
        &vault,
        &[
            ("What blood type does Ada Novak have?", Err("says nothing of blood type")),
            ("What blood type does Ben Reyes have?", Ok("AB negative")),
            ("What is Ada Novak's email?", Err("says nothing of email")),
            ("Where does Ada Novak live?", Ok("Leeds")),
            ("林静怡是什么血型？", Err("says nothing of 血型")),
            ("林静怡的邮箱是什么？", Ok("lin@mail.example")),
            ("How tall is the Iron Tower?", Ok("1,665")),
            ("what dog does Kim have?", Err("says nothing of dog")),
        ],
    );
}

#[test]
fn a_name_with_a_slip_offers_the_one_that_the_vault_has() {
    let vault = of(&[
        ("people/catherine.md", "# Catherine\n\nLives in Paris.\n"),
        ("daily/1.md", "# Day\n\nMargaret moved to Rome; 刘洋的生日是5月3日。\n"),
        ("people/王伟.md", "# 王伟\n\n同事。\n"),
    ]);
    let rows = [
        ("where does Cathrine live", Err("did you mean Catherine?")),
        ("Cathrine", Err("did you mean Catherine?")),
        ("cathrine's birthday", Err("did you mean Catherine?")),
        ("Margarett", Err("did you mean Margaret?")),
        ("刘阳的生日", Err("did you mean 刘洋?")),
        ("劉陽的生日", Err("did you mean 刘洋?")),
        ("王维的电话", Err("did you mean 王伟?")),
        ("Zebulon", Err("no page")),
    ];
    ask(&vault, &rows);
    assert!(!vault.answer(&query("Zebulon")).abstained.unwrap_or_default().contains("mean"));
    vault.fold();
    ask(&vault, &rows);
}

#[test]
fn a_number_beside_han_tells_things_apart() {
    let vault = of(&[
        ("notes/a.md", "# 甲\n\n小米14有徕卡镜头\n"),
        ("notes/b.md", "# 乙\n\n302房间住着小李\n"),
        ("notes/c.md", "# 丙\n\n102路公交去医院\n"),
        ("notes/d.md", "# 丁\n\nG20高速去杭州\n"),
        ("notes/e.md", "# 戊\n\n联想T14有背光键盘\n"),
        ("notes/f.md", "# 己\n\n维生素C在橙子里\n"),
        ("notes/g.md", "# 庚\n\n第三章讲动量\n"),
        ("notes/h.md", "# Handy\n\nPixel 8 gets updates until 2030\n"),
        ("notes/i.md", "# Flight\n\nFlight LH 455 leaves Frankfurt at 9:40\n"),
        ("notes/j.md", "# Train\n\nTrain ICE917 arrives on time\n"),
    ]);
    ask(
        &vault,
        &[
            ("小米13有什么镜头", Err("another than 小米13")),
            ("小米14有什么镜头", Ok("徕卡")),
            ("303房间住着谁", Err("another than 303房间")),
            ("302房间住着谁", Ok("小李")),
            ("103路公交去哪", Err("another than 103路")),
            ("102路公交去哪", Ok("医院")),
            ("G30高速去哪", Err("another than G30高速")),
            ("G20高速去哪", Ok("杭州")),
            ("T15有背光键盘吗", Err("another than T15")),
            ("T14有背光键盘吗", Ok("背光")),
            ("维生素B12在哪里", Err("another than 维生素B12")),
            ("维生素C在哪里", Ok("橙子")),
            ("第四章讲什么", Err("another than 第四章")),
            ("第三章讲什么", Ok("动量")),
            ("Pixel 7 updates", Err("another than Pixel 7")),
            ("updates of pixel7", Err("another than pixel7")),
            ("pixel 8 updates", Ok("2030")),
            ("pixel8 updates", Ok("2030")),
            ("when does LH455 leave?", Ok("9:40")),
            ("when does LH 455 leave?", Ok("9:40")),
            ("when does LH-455 leave?", Ok("9:40")),
            ("when does LH456 leave?", Err("lacks LH456")),
            ("when does ICE 917 arrive", Ok("on time")),
            ("when does ICE-917 arrive", Ok("on time")),
        ],
    );
}

#[test]
fn what_belongs_to_the_asker_stands_before_what_is_anothers() {
    let tom = (
        "people/tom.md",
        "# Tom\n\nTom's dentist is Dr Moss. Tom's shoe size is 45. His passport expires on May 5, 2028.\n",
    );
    let wei =
        ("people/王伟.md", "# 王伟\n\n王伟的女儿叫小花。王伟对海鲜过敏。王伟的生日是5月8日。\n");
    let vault = of(&[
        tom,
        wei,
        (
            "users/me.md",
            "# me\n\n- My dentist is Dr Lee\n- My shoe size is 43\n- My passport expires on March 3, 2027\n- 我女儿叫小雨\n- 我对花生过敏\n- 我的生日是6月3日\n",
        ),
    ]);
    ask(
        &vault,
        &[
            ("who is my dentist?", Ok("Dr Lee")),
            ("what's my shoe size?", Ok("43")),
            ("when does my passport expire?", Ok("2027")),
            ("我女儿叫什么", Ok("小雨")),
            ("我对什么过敏", Ok("花生")),
            ("我哪天生日", Ok("6月3日")),
            ("who is Tom's dentist", Ok("Dr Moss")),
            ("王伟的女儿叫什么", Ok("小花")),
        ],
    );
    let vault = of(&[tom, wei, ("notes/landlord.md", "# 租房\n\n房东姓李，电话 13800000001\n")]);
    ask(
        &vault,
        &[
            ("who is my dentist?", Err("has that of Tom, not yours")),
            ("when does my passport expire?", Err("has that of tom, not yours")),
            ("我女儿叫什么", Err("has that of 王伟, not yours")),
            ("我的电话", Err("has that of 房东, not yours")),
        ],
    );
    let kim = (
        "people/kim-smith.md",
        "---\naliases: [me]\n---\n# Kim Smith\n\nDentist: Dr Lee. Shoe size: 43. Phone: 555-0001. Email: kim@example.org\n",
    );
    let keys = ("topics/me.md", "# me\n\n- phone: 555-0001\n- email: kim@example.org\n");
    let nobody = ("notes/contact.md", "# Contact\n\nPhone: 555-0001\n\nEmail: kim@example.org\n");
    let other =
        ("people/tom.md", "# Tom\n\nTom's email is tom@example.org. His phone is 555-0002.\n");
    for own in [kim, keys, nobody] {
        for vault in [of(&[own]), of(&[own, other])] {
            ask(
                &vault,
                &[
                    ("my phone", Ok("555-0001")),
                    ("what is my phone number?", Ok("555-0001")),
                    ("my email", Ok("kim@example.org")),
                ],
            );
        }
    }
}

#[test]
fn what_the_asker_does_is_told_by_their_own_page() {
    let tom = (
        "people/tom.md",
        "# Tom\n\nTom works at Initech. He lives in Rome. Tom weighs 95 kg. Tom parks in spot 22. Tom was born in Rome. Tom drives a Golf. Tom sits on floor 5.\n",
    );
    let wei = ("people/王伟.md", "# 王伟\n\n王伟停在22号车位。王伟坐在五楼。\n");
    let remote = (
        "notes/remote.md",
        "# Remote work\n\nHow does remote work work for us? Two days a week.\n",
    );
    let ladder = ("notes/house.md", "# House\n\nI keep the ladder in the shed.\n");
    let me = (
        "users/me.md",
        "# Me\n\n- I work at Acme\n- I live in Paris\n- I weigh 80 kg\n- I park in spot 14\n- I was born in Oslo\n- I drive a Volvo\n- I sit on floor 3\n- I keep bees\n- 我停在14号车位\n- 我坐在三楼\n- 我在银行工作\n- 我每天跑步\n- I build houses\n",
    );
    let own = [
        ("where do I work?", Ok("Acme")),
        ("where do I live?", Ok("Paris")),
        ("how much do I weigh?", Ok("80 kg")),
        ("where do I park?", Ok("spot 14")),
        ("where was I born?", Ok("Oslo")),
        ("what car do I drive?", Ok("Volvo")),
        ("which floor do I sit on?", Ok("floor 3")),
        ("我停在哪个车位", Ok("14号")),
        ("我坐在几楼", Ok("三楼")),
        ("我在哪工作", Ok("银行")),
        ("我每天几点起床", Ok("六点半")),
        ("how do I build?", Ok("make all")),
        ("where do I keep the ladder?", Ok("shed")),
    ];
    let build = ("topics/build.md", "# Build\n\nTo build, run make all.\n");
    let rise = ("topics/作息.md", "# 作息\n\n我每天六点半起床。\n");
    ask(&of(&[tom, wei, remote, ladder, build, rise, me]), &own);
    let mut crowd = of(&[remote, ladder, build, rise, me]);
    ask(&crowd, &own);
    for number in 1..=40 {
        let text = format!("# Work {number}\n\nWork on part {number}: I work, they live.\n");
        crowd.write(&[(&format!("notes/w{number}.md"), &text)]);
    }
    ask(&crowd, &own);
    let others = [
        ("where does Tom park?", Ok("spot 22")),
        ("where do I park?", Err("has that of Tom, not yours")),
        ("我停在哪个车位", Err("has that of 王伟, not yours")),
        ("how does remote work work?", Ok("Two days")),
    ];
    ask(&of(&[tom, wei, remote]), &others);
    let diary = ("daily/2026-11-01.md", "# Day\n\nI live in Paris now and park in spot 14.\n");
    ask(
        &of(&[tom, diary]),
        &[("where do I live?", Ok("Paris")), ("where do I park?", Ok("spot 14"))],
    );
}

#[test]
fn a_value_that_no_page_of_somebody_has_is_not_answered_with_another_value_of_theirs() {
    let vault = Vault::of(&[
        ("people/bob.md", "# Bob\n\n- phone: 555-0101\n- city: Rome\n"),
        ("people/eve.md", "# Eve\n\nEve was born on 5 May 1990, write to eve@example.org.\n"),
        ("people/王五.md", "# 王五\n\n- 电话: 13900001111\n"),
        ("people/李四.md", "# 李四\n\n李四搬到了青岛市南区，出生于 1990 年。\n"),
        ("notes/tea.md", "# Tea\n\nBob drinks tea at ten.\n"),
        ("notes/garden.md", "# Garden\n\nTomatoes need water.\n"),
    ]);
    for asked in [
        "Bob's email",
        "what is Bob's e-mail address?",
        "email of Bob",
        "Bob's work email",
        "when is Bob's birthday",
        "王五的邮箱",
        "王五的邮箱是多少？",
        "王五的生日",
        "王五生日是哪天",
    ] {
        let answer = vault.answer(&Query { abstain: false, ..query(asked) });
        assert!(answer.hits.iter().all(|hit| hit.score < 0.4), "{asked}: {:?}", answer.hits[0]);
        let why = vault.answer(&query(asked)).abstained;
        assert!(why.is_some_and(|why| why.contains("no page is about this")), "{asked}");
    }
    for (asked, file) in [
        ("Bob's phone", "people/bob.md"),
        ("Bob's phone number", "people/bob.md"),
        ("Bob's city", "people/bob.md"),
        ("Eve's email", "people/eve.md"),
        ("when is Eve's birthday", "people/eve.md"),
        ("王五的电话", "people/王五.md"),
        ("王五的手机号", "people/王五.md"),
        ("李四的地址", "people/李四.md"),
        ("李四的生日", "people/李四.md"),
    ] {
        assert_eq!(first(&vault, asked).as_deref(), Some(file), "{asked}");
    }
}

#[test]
fn a_thing_of_the_askers_for_which_the_vault_has_no_word_is_answered_with_nothing_else() {
    let mut vault = Vault::of(&[
        (
            "notes/card.md",
            "# Library card\n\nMy card expires in March, renew it when it does expire.\n",
        ),
        ("notes/药.md", "# 药箱\n\n退烧药什么时候到期写在盒子上。\n"),
        ("notes/shoes.md", "# Shoes\n\nWhat size of shoes to wear for hiking.\n"),
    ]);
    let asked = [
        "when does my passport expire?",
        "我的护照什么时候到期",
        "what size of shoes does my son wear",
    ];
    for text in asked {
        let answer = vault.answer(&query(text));
        assert!(answer.hits.is_empty(), "{text}: {:?}", answer.hits[0].page);
        assert!(answer.abstained.unwrap().contains("none has a word for"), "{text}");
    }
    // One word for it in either language is enough.
    vault.write(&[("notes/证件.md", "# 证件\n\n护照 2031 年到期。儿子穿 35 码的鞋。\n")]);
    for text in asked {
        let why = vault.answer(&query(text)).abstained.unwrap_or_default();
        assert!(!why.contains("none has a word for"), "{text}: {why}");
    }
    assert_eq!(first(&vault, "我的护照什么时候到期").as_deref(), Some("notes/证件.md"));
}

#[test]
fn a_value_of_somebody_whose_name_begins_or_ends_alike_is_no_answer() {
    let vault = of(&[
        ("people/ines-mbeki.md", "# ines-mbeki\n\n- Phone: 555-0101\n- Ines likes tea.\n"),
        ("people/tom-baker.md", "# tom-baker\n\n- Tom likes jazz.\n- Phone: 555-7777\n"),
        ("people/罗欣怡.md", "# 罗欣怡\n\n- 电话：13811110000\n"),
        ("people/欧阳娜.md", "# 欧阳娜\n\n- 电话：13822220000\n"),
        ("people/李伟明.md", "# 李伟明\n\n- 电话：13833330000\n"),
        ("daily/2026-11-30.md", "# 2026-11-30\n\n### 10:00 — 王强的电话是13844440000\n"),
    ]);
    ask(
        &vault,
        &[
            ("What is Ines Kowalski's phone?", Err("another than Ines Kowalski")),
            ("What is Ines Mbeki's phone?", Ok("555-0101")),
            ("What is Ines's phone?", Ok("555-0101")),
            ("Lisa Baker's phone?", Err("another than Lisa Baker")),
            ("What is Tom's blood type?", Err("says nothing of blood type")),
            ("罗欣妍的电话是多少", Err("begins alike")),
            ("罗欣怡的电话是多少", Ok("13811110000")),
            ("欧阳琪的电话", Err("begins alike")),
            ("李伟的电话是多少", Err("begins alike")),
            ("李伟明的电话", Ok("13833330000")),
            ("王强生的电话是多少", Err("begins alike")),
            ("王强的电话", Ok("13844440000")),
        ],
    );
}
