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
