//! A conversation between two people, written as the product itself writes one.

use super::page::date;
use super::vocabulary::Word;
use super::{Corpus, Language, Random, Stream};
use jiff::civil::{Date, time};
use wiki::path::PagePath;
use wiki::session::{Session, Turn, render};

const ENGLISH_NAMES: [&str; 8] =
    ["Amara", "Bjorn", "Chiara", "Dmitri", "Esther", "Farid", "Grace", "Hamid"];
const CHINESE_NAMES: [&str; 6] = ["李娜", "王伟", "张敏", "刘洋", "陈静", "赵磊"];
const TOPIC_WORDS: usize = 8;

pub(super) fn write(corpus: &Corpus, number: usize) -> Vec<(PagePath, String)> {
    let mut random = corpus.random(Stream::Talk, number);
    let language = Corpus::language(number);
    let vocabulary = corpus.vocabulary(language);
    let topic: Vec<Word> = (0..TOPIC_WORDS).map(|_| vocabulary.subject(&mut random)).collect();
    let names: &[&str] = match language {
        Language::English => &ENGLISH_NAMES,
        Language::Chinese => &CHINESE_NAMES,
    };
    let first = random.below(names.len());
    let second = (first + random.between(1, names.len() - 1)) % names.len();
    let day: Date = date(&mut random).parse().expect("because it is written as a date");
    let hour = i8::try_from(random.between(8, 20)).expect("because it is an hour");
    let turns = (0..random.between(16, 28))
        .map(|at| Turn {
            id: format!("D{number}:{}", at + 1),
            speaker: names[if at % 2 == 0 { first } else { second }].to_owned(),
            at: None,
            text: said(corpus, language, &topic, &mut random),
        })
        .collect();
    let session = Session {
        id: format!("talk-{number}"),
        at: Some(day.to_datetime(time(hour, 0, 0, 0))),
        topic: Some(format!("{} {} {number}", topic[0].text, topic[1].text)),
        turns,
        ..Session::default()
    };
    render(&session, &[])
}

/// One to three sentences.
fn said(corpus: &Corpus, language: Language, topic: &[Word], random: &mut Random) -> String {
    let vocabulary = corpus.vocabulary(language);
    let mut text = String::new();
    for _ in 0..random.between(1, 3) {
        for at in 0..random.between(5, 14) {
            if at > 0 && language == Language::English {
                text.push(' ');
            }
            text.push_str(&vocabulary.draw(random, topic).0);
        }
        text.push_str(match language {
            Language::English => ". ",
            Language::Chinese => "。",
        });
    }
    text.trim_end().to_owned()
}
