//! Which texts take back which.

use super::contradicts;

#[test]
fn a_turned_preference_contradicts() {
    for (old, new) in [
        ("I like the dark theme", "I cannot stand the dark theme any more"),
        ("likes cats", "Doesn't like cats anymore"),
        ("uses Docker", "no longer uses Docker"),
        ("uses Docker", "stopped using Docker"),
        ("hates mornings", "loves mornings now"),
        ("我喜欢深色主题", "我不再喜欢深色主题了"),
        ("用户喜欢咖啡", "用户讨厌咖啡"),
        ("使用 npm", "不再使用 npm"),
        ("The deploy runs on Friday", "The deploy no longer runs on Friday"),
    ] {
        assert!(contradicts(old, new), "{old} / {new}");
    }
}

#[test]
fn one_answer_excludes_another() {
    for (old, new) in [
        ("uses npm", "uses pnpm"),
        ("I use npm", "We use pnpm now"),
        ("prefers coffee", "prefers tea"),
        ("项目使用 npm", "项目改用 pnpm"),
        ("prefers tabs over spaces", "prefers spaces over tabs"),
        ("uses Foo for deployments", "uses Bar for deployments"),
    ] {
        assert!(contradicts(old, new), "{old} / {new}");
    }
}

#[test]
fn a_text_that_says_more_than_what_is_denied_stands() {
    for (old, new) in [
        ("I like coffee and tea", "I do not drink coffee"),
        ("I like jazz and rock", "I don't like rock"),
        ("I like the dark theme on my phone", "I don't like the dark theme"),
        ("I hate Mondays", "I love Mondays in summer"),
        ("I like music", "I don't like loud music"),
        ("我喜欢咖啡和茶", "我不喜欢咖啡"),
        (
            "The API and the worker of the shop run on Friday",
            "The worker of the shop does not run on Friday",
        ),
    ] {
        assert!(!contradicts(old, new), "{old} / {new}");
    }
    assert!(contradicts("I like rock", "I don't like jazz or rock"));
}

#[test]
fn what_can_hold_together_does_not_contradict() {
    for (old, new) in [
        ("likes cats", "likes dogs"),
        ("uses Docker", "uses Rust"),
        ("drinks coffee", "also drinks tea"),
        ("爱喝咖啡", "也爱喝茶"),
        ("Ada likes tea", "Bob cannot stand tea"),
        ("uses npm for the web", "uses pnpm for the api"),
        ("prefers dark mode", "prefers short answers"),
        ("the stand is in hall 4", "the stand is in hall 5"),
        ("likes the dark theme", "likes the dark theme"),
        ("I like tea", "I like coffee"),
        ("I like tea", "用户喜欢咖啡"),
        ("我喜欢茶", "我喜欢咖啡"),
        ("我喜欢喝茶", "我喜欢喝咖啡"),
        ("I like jazz in the evening", "I like tea in the evening"),
        ("", "not"),
        ("Does Ann like tea?", "Ann doesn't like tea"),
        ("does Ann like tea", "Ann doesn't like tea"),
        ("Ann likes tea", "Ann doesn't like tea, right?"),
        ("安喜欢喝茶吗", "安不喜欢喝茶"),
    ] {
        assert!(!contradicts(old, new), "{old} / {new}");
    }
}

#[test]
fn a_change_that_names_what_is_over_takes_it_back() {
    for (old, new) in [
        ("我喝咖啡", "我不喝咖啡了"),
        ("我每天早上喝咖啡", "我不喝咖啡了"),
        ("我喜欢喝咖啡", "我更喜欢喝茶"),
        ("我喜欢喝咖啡", "我不再喝咖啡，改喝茶了"),
        ("我喝咖啡", "我不喝咖啡改喝茶了"),
        ("我喝咖啡", "我改喝茶了"),
        ("我喝咖啡", "我现在喝茶"),
        ("我喝咖啡", "我以前喝咖啡，现在喝茶"),
        ("我喝咖啡", "我喝茶而不是咖啡"),
        ("我喝咖啡", "我从咖啡换成了茶"),
        ("我每天喝咖啡", "我把咖啡换成茶了"),
        ("我喝咖啡", "我用茶代替咖啡"),
        ("我喝咖啡", "我戒掉了咖啡"),
        ("我抽烟", "我不抽烟了"),
        ("我用 Vim", "我改用 VS Code 了"),
        ("我用 Vim", "我不用 Vim 了"),
        ("我最喜欢喝咖啡", "我最喜欢喝茶"),
        ("我最喜欢的饮料是咖啡", "我最喜欢的饮料是茶"),
        ("咖啡是我最喜欢的饮料", "我最喜欢的饮料是茶"),
        ("My favourite city is Rome", "My favorite city is Oslo"),
        ("Rome is my favourite city", "My favourite city is not Rome any more"),
        ("I drink coffee every morning", "I drink tea every morning now instead of coffee"),
        ("I drink coffee every morning", "I switched from coffee to tea"),
        ("I drink coffee every morning", "I don't drink coffee any more"),
        ("I drink coffee", "Instead of coffee I drink tea"),
        ("I drink coffee", "I drink tea now"),
        ("I drink coffee", "I drink tea, not coffee"),
        ("I drink coffee", "I used to drink coffee"),
        ("I drink coffee", "I no longer drink coffee, I drink tea"),
        ("I like coffee", "I prefer tea"),
        ("I drink coffee", "I gave up coffee"),
        ("I drink coffee", "I gave up coffee for tea"),
        ("I use npm", "I switched to pnpm"),
        ("We use Foo", "We replaced Foo with Bar"),
        ("Ada drinks coffee", "Ada no longer drinks coffee, drinks tea now"),
    ] {
        assert!(contradicts(old, new), "{old} / {new}");
    }
}

#[test]
fn what_is_liked_or_drunk_beside_another_stands() {
    for (old, new) in [
        ("我喜欢喝咖啡", "我喜欢喝茶"),
        ("我喝咖啡", "我喝茶"),
        ("爱喝咖啡", "爱喝茶"),
        ("我喜欢喝咖啡", "我最喜欢喝茶"),
        ("我喝咖啡", "我也喝茶"),
        ("我早上喝咖啡", "我晚上改喝茶"),
        ("我最喜欢的饮料是咖啡", "我最喜欢的颜色是蓝色"),
        ("我最喜欢的饮料是咖啡", "安最喜欢的饮料是茶"),
        ("我最喜欢的饮料是咖啡", "茶是我最喜欢的饮料之一"),
        ("I drink coffee", "I drink tea"),
        ("I drink coffee", "I didn't drink coffee"),
        ("我喝咖啡", "我没喝咖啡"),
        ("drinks coffee", "drinks tea"),
        ("I drink coffee every morning", "I drink tea every evening instead of coffee"),
        ("I drink coffee", "I don't drink coffee every morning"),
        ("I drink coffee", "Ann switched from coffee to tea"),
        ("I drink coffee", "I switched from the bus to the bike"),
        ("I drink coffee", "I drink not only coffee but tea"),
        ("I prefer tea", "I like coffee"),
        ("prefers coffee", "prefers tea, coffee and milk"),
        ("I use npm", "The key is used to sign npm packages"),
        ("My favourite drink is coffee", "My favourite drink is cocoa in winter"),
        ("My favourite drink is coffee", "One of my favourite drinks is tea"),
        ("部署脚本改用蓝绿发布", "部署脚本改为使用金丝雀发布"),
    ] {
        assert!(!contradicts(old, new), "{old} / {new}");
    }
}
