//! What the made-up days are about: names, fields, and the ways in which each is written, said and asked for.
//!
//! A field's questions never use its key, so that words alone do not match; only questions of several steps also
//! come with keys, as people ask them.

/// The two languages; everything that comes in both stands in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tongue {
    English,
    Chinese,
}

pub(super) const TONGUES: [Tongue; 2] = [Tongue::English, Tongue::Chinese];

impl Tongue {
    pub(super) fn other(self) -> Self {
        match self {
            Self::English => Self::Chinese,
            Self::Chinese => Self::English,
        }
    }

    /// Its part of what comes in both.
    pub(super) fn of<T: Copy>(self, both: [T; 2]) -> T {
        match self {
            Self::English => both[0],
            Self::Chinese => both[1],
        }
    }
}

/// What a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Person,
    Project,
    Company,
    Tool,
}

impl Kind {
    /// The type of its page.
    pub(super) fn page_type(self) -> &'static str {
        match self {
            Self::Person => "user",
            Self::Project => "project",
            Self::Company | Self::Tool => "topic",
        }
    }
}

/// Where a field's values come from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Values {
    /// One of these.
    Of([&'static [&'static str]; 2]),
    /// An address to write to.
    Mail,
    /// A number to call.
    Phone,
    /// A day of birth.
    Birthday,
    /// A day in the year after.
    Ahead,
    /// These letters and a number.
    Numbered(&'static str),
    /// Three numbers.
    Version,
    /// A page of another kind.
    Link(Kind),
}

/// A field of pages of one kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) kind: Kind,
    pub(super) key: [&'static str; 2],
    pub(super) values: Values,
    /// Whether it gets other values with time.
    pub(super) changes: bool,
    /// `{}` is the page's name.
    pub(super) ask: [&'static [&'static str]; 2],
    /// About a past day: `{}` is the name, `{day}` the day. Empty where it never changes.
    pub(super) past: [&'static str; 2],
    /// How somebody says it: `{}` the name, `{value}` the value.
    pub(super) said: [&'static str; 2],
}

pub(super) const FIRST: [&str; 12] = [
    "Ada", "Brian", "Carla", "Dmitri", "Elena", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Keiko",
    "Leila",
];
pub(super) const LAST: [&str; 20] = [
    "Novak",
    "Okafor",
    "Brandt",
    "Haddad",
    "Lindqvist",
    "Nair",
    "Weber",
    "Mendes",
    "Tanaka",
    "Mbeki",
    "Petrova",
    "Reyes",
    "Falk",
    "Moreau",
    "Castellan",
    "Duarte",
    "Ivers",
    "Quist",
    "Sandoval",
    "Thorne",
];
pub(super) const SURNAMES: [&str; 12] =
    ["林", "陈", "赵", "周", "吴", "郑", "孙", "黄", "何", "罗", "谢", "唐"];
pub(super) const GIVEN: [&str; 20] = [
    "静怡", "子墨", "雨桐", "浩然", "思远", "若曦", "俊杰", "晓梅", "志强", "欣妍", "博文", "佳宁",
    "明轩", "诗涵", "建国", "丽华", "嘉琪", "宇航", "婉清", "天佑",
];
/// First and second word of projects, of companies, of tools.
pub(super) const PROJECTS: [[&[&str]; 2]; 2] = [
    [
        &["Amber", "Cobalt", "Granite", "Juniper", "Meridian", "Quartz", "Saffron", "Willow"],
        &[
            "Harbor", "Lantern", "Compass", "Bridge", "Orchard", "Signal", "Canyon", "Beacon",
            "Ferry", "Meadow", "Kettle", "Anchor", "Summit", "Thicket", "Voyage",
        ],
    ],
    [
        &["青鸟", "赤霞", "白鹭", "玄武", "银杏", "金桂", "紫藤", "碧海"],
        &[
            "工程", "行动", "平台", "专案", "试点", "攻坚", "引擎", "航线", "花园", "驿站", "山谷",
            "灯塔", "长廊", "磐石", "罗盘",
        ],
    ],
];
pub(super) const COMPANIES: [[&[&str]; 2]; 2] = [
    [
        &[
            "Alder",
            "Birchwood",
            "Dunmore",
            "Elmfield",
            "Harrow",
            "Inverley",
            "Kestrel",
            "Larkhill",
            "Northway",
            "Pemberton",
        ],
        &["Logistics", "Foods", "Instruments", "Textiles", "Clinics", "Shipping", "Studios"],
    ],
    [
        &["恒信", "瑞丰", "华岳", "东澜", "盛和", "远景", "天衡", "海晟", "中磊", "嘉禾"],
        &["物流", "食品", "仪器", "纺织", "医疗", "航运", "传媒"],
    ],
];
pub(super) const TOOLS: [[&[&str]; 2]; 2] = [
    [
        &["Blue", "Iron", "Swift", "Paper", "Night", "Copper", "Hollow", "Silver"],
        &["Ledger", "Weaver", "Parser", "Loom", "Tracer", "Mixer", "Forge", "Vaulter", "Pilot"],
    ],
    [
        &["蓝鲸", "铁砧", "快马", "纸鸢", "夜枭", "铜铃", "空谷", "银梭"],
        &["账本", "织机", "解析器", "画板", "追踪器", "混音台", "熔炉", "保险箱", "领航员"],
    ],
];

/// Nobody has these fields.
pub(super) const NEVER: [&[&str]; 2] = [
    &[
        "What blood type does {} have?",
        "Which university did {} graduate from?",
        "What is {}'s dog called?",
        "What make of car does {} drive?",
        "How tall is {}?",
    ],
    &[
        "{}是什么血型？",
        "{}毕业于哪所大学？",
        "{}养的狗叫什么？",
        "{}开什么牌子的车？",
        "{}身高多少？",
    ],
];

/// Said in passing.
pub(super) const TALK: [&[&str]; 2] = [
    &[
        "Had lunch with {}; the soup was far too salty.",
        "{} laughed about the rain again.",
        "The printer on the third floor is jammed once more.",
        "{} forgot an umbrella and took mine.",
        "We spoke about holidays for half an hour and got nothing done.",
        "{} says the lift makes a strange noise.",
    ],
    &[
        "中午和{}一起吃面，汤太咸了。",
        "{}又在抱怨下雨。",
        "三楼的打印机又卡纸了。",
        "{}忘了带伞，把我的拿走了。",
        "聊了半小时假期，什么正事也没干。",
        "{}说电梯有怪声。",
    ],
];

const CITIES: [&[&str]; 2] = [
    &[
        "Lisbon", "Porto", "Ghent", "Turin", "Malmö", "Graz", "Leeds", "Basel", "Bergen",
        "Seville", "Krakow", "Lyon",
    ],
    &[
        "成都", "杭州", "西安", "厦门", "大连", "昆明", "长沙", "青岛", "苏州", "武汉", "南宁",
        "兰州",
    ],
];
const ROLES: [&[&str]; 2] = [
    &[
        "site engineer",
        "data analyst",
        "purchasing clerk",
        "night nurse",
        "translator",
        "welder",
        "payroll accountant",
        "librarian",
    ],
    &["结构工程师", "数据分析师", "采购专员", "护士长", "翻译", "焊工", "会计", "图书管理员"],
];
const FOODS: [&[&str]; 2] = [
    &["peanuts", "shellfish", "celery", "sesame", "lupin", "walnuts", "mustard", "kiwi"],
    &["花生", "虾蟹", "芹菜", "芝麻", "芒果", "核桃", "芥末", "猕猴桃"],
];
const RIDES: [&[&str]; 2] = [
    &["tram line 4", "folding bicycle", "the early ferry", "electric scooter", "a shared van"],
    &["地铁4号线", "折叠自行车", "早班轮渡", "电动车", "拼车"],
];
const DRINKS: [&[&str]; 2] = [
    &["oat latte", "rooibos", "tomato juice", "black coffee", "ginger ale", "lapsang", "kefir"],
    &["燕麦拿铁", "普洱", "番茄汁", "黑咖啡", "姜汁汽水", "龙井", "酸梅汤"],
];
const PHASES: [&[&str]; 2] = [
    &["discovery", "prototype", "pilot run", "rollout", "hand-over"],
    &["调研", "原型", "试运行", "推广", "移交"],
];

const fn field(
    kind: Kind,
    key: [&'static str; 2],
    values: Values,
    ask: [&'static [&'static str]; 2],
    said: [&'static str; 2],
) -> Field {
    Field { kind, key, values, changes: false, ask, past: ["", ""], said }
}

const fn changing(past: [&'static str; 2], of: Field) -> Field {
    Field { changes: true, past, ..of }
}

/// A field that holds for some days only.
pub(super) const DESK: Field = field(
    Kind::Person,
    ["temporary desk", "临时工位"],
    Values::Numbered("B-"),
    [
        &[
            "Where in the office does {} sit for now?",
            "At which place can I find {} in the building?",
        ],
        &["{}这阵子在办公室哪儿坐？", "到楼里哪个座位找{}？"],
    ],
    ["{} sits at desk {value} for a while.", "{}暂时坐在{value}。"],
);

/// Every other field.
pub(super) const FIELDS: &[Field] = &[
    field(
        Kind::Person,
        ["email", "邮箱"],
        Values::Mail,
        [
            &[
                "What is the e-mail address of {}?",
                "Where do I send a written message to {}?",
                "How do I write to {} online?",
            ],
            &["{}的 e-mail 是多少？", "怎么用电子邮件联系{}？", "给{}发信用哪个地址？"],
        ],
        ["You can write to {} at {value}.", "给{}写信用 {value}。"],
    ),
    field(
        Kind::Person,
        ["phone", "电话"],
        Values::Phone,
        [
            &[
                "Which number do I call to reach {}?",
                "On what number can {} be rung?",
                "What do I dial for {}?",
            ],
            &["打哪个号码能找到{}？", "{}的手机号是多少？", "怎么拨通{}？"],
        ],
        ["{} can be reached on {value}.", "找{}打 {value}。"],
    ),
    changing(
        ["Where did {} live on {day}?", "{day}的时候{}住在哪里？"],
        field(
            Kind::Person,
            ["city", "所在城市"],
            Values::Of(CITIES),
            [
                &[
                    "Where does {} live these days?",
                    "What town is {} based in?",
                    "In which place is {}'s home?",
                ],
                &["{}现在住在哪里？", "{}家在哪儿？", "{}定居在什么地方？"],
            ],
            ["{} lives in {value} now.", "{}现在住在{value}。"],
        ),
    ),
    changing(
        ["What did {} work as on {day}?", "{day}的时候{}做什么工作？"],
        field(
            Kind::Person,
            ["role", "职位"],
            Values::Of(ROLES),
            [
                &[
                    "What does {} do for a living?",
                    "What is {}'s job?",
                    "In what capacity is {} employed?",
                ],
                &["{}是做什么工作的？", "{}担任什么职务？", "{}的头衔是什么？"],
            ],
            ["{} is a {value} from now on.", "{}现在是{value}。"],
        ),
    ),
    field(
        Kind::Person,
        ["allergy", "过敏"],
        Values::Of(FOODS),
        [
            &[
                "What must {} never eat?",
                "Which food makes {} ill?",
                "What should be kept off {}'s plate?",
            ],
            &["{}不能吃什么？", "给{}订餐要避开什么？", "{}吃了什么会不舒服？"],
        ],
        ["{} cannot have {value}.", "{}碰不得{value}。"],
    ),
    field(
        Kind::Person,
        ["birthday", "生日"],
        Values::Birthday,
        [
            &[
                "When was {} born?",
                "What is {}'s date of birth?",
                "On which day did {} come into the world?",
            ],
            &["{}是哪天出生的？", "{}哪年哪月哪日出生？", "什么时候给{}庆生？"],
        ],
        ["{} was born on {value}.", "{}出生于{value}。"],
    ),
    field(
        Kind::Person,
        ["commute", "通勤方式"],
        Values::Of(RIDES),
        [
            &[
                "How does {} get to work?",
                "What does {} ride to the office in the morning?",
                "By what means does {} come in?",
            ],
            &["{}每天怎么上班？", "{}坐什么去单位？", "{}早上怎么到公司？"],
        ],
        ["{} comes in by {value}.", "{}每天靠{value}过来。"],
    ),
    changing(
        ["What did {} like to drink on {day}?", "{day}的时候{}爱喝什么？"],
        field(
            Kind::Person,
            ["favourite", "最爱饮品"],
            Values::Of(DRINKS),
            [
                &[
                    "What does {} like to drink?",
                    "What should I order for {} at the café?",
                    "What goes into {}'s cup?",
                ],
                &["{}喜欢喝什么？", "给{}点什么喝的？", "{}的杯子里一般装什么？"],
            ],
            ["{} has switched to {value}.", "{}改喝{value}了。"],
        ),
    ),
    field(
        Kind::Person,
        ["works for", "任职于"],
        Values::Link(Kind::Company),
        [
            &["Who employs {}?", "Which firm pays {}?", "At what business is {} on the payroll?"],
            &["{}在哪家公司上班？", "{}的东家是谁？", "哪个单位给{}发工资？"],
        ],
        ["{} is on the payroll of {value}.", "{}在{value}上班。"],
    ),
    field(
        Kind::Person,
        ["works on", "参与项目"],
        Values::Link(Kind::Project),
        [
            &["What is {} busy with?", "What is {} helping to build?", "Where does {}'s time go?"],
            &["{}在忙什么？", "{}手头在做哪件事？", "{}的时间花在哪儿？"],
        ],
        ["{} has joined {value}.", "{}加入了{value}。"],
    ),
    changing(
        ["On {day}, when was {} meant to go live?", "{day}的时候，{}定在哪天发布？"],
        field(
            Kind::Project,
            ["launch date", "上线日期"],
            Values::Ahead,
            [
                &[
                    "When does {} go live?",
                    "When will {} be released?",
                    "On which day do customers get {}?",
                ],
                &["{}什么时候发布？", "{}哪天推出？", "客户哪一天能用上{}？"],
            ],
            ["{} goes live on {value}.", "{}定在{value}发布。"],
        ),
    ),
    changing(
        ["How much money did {} have on {day}?", "{day}的时候{}有多少经费？"],
        field(
            Kind::Project,
            ["budget", "预算"],
            Values::Numbered("EUR "),
            [
                &[
                    "How much money does {} have?",
                    "How much may {} cost?",
                    "What sum has been set aside for {}?",
                ],
                &["{}有多少经费？", "{}最多能花多少钱？", "给{}拨了多少款？"],
            ],
            ["{} may spend {value}.", "{}可以花 {value}。"],
        ),
    ),
    changing(
        ["How far was {} on {day}?", "{day}的时候{}进行到哪一步？"],
        field(
            Kind::Project,
            ["phase", "阶段"],
            Values::Of(PHASES),
            [
                &["How far along is {}?", "What state is {} in?", "What is {} going through now?"],
                &["{}进行到哪一步了？", "{}目前什么状态？", "{}进展如何？"],
            ],
            ["{} is in {value} now.", "{}进入{value}了。"],
        ),
    ),
    changing(
        ["Who ran {} on {day}?", "{day}的时候{}归谁管？"],
        field(
            Kind::Project,
            ["owner", "负责人"],
            Values::Link(Kind::Person),
            [
                &["Who runs {}?", "Who is in charge of {}?", "Whom do I ask about {}?"],
                &["{}归谁管？", "{}由谁主导？", "{}的事该找谁？"],
            ],
            ["{value} runs {} now.", "{}现在归{value}管。"],
        ),
    ),
    field(
        Kind::Project,
        ["uses", "使用"],
        Values::Link(Kind::Tool),
        [
            &[
                "What software is {} built with?",
                "Which tool does {} rely on?",
                "What runs underneath {}?",
            ],
            &["{}靠什么软件做的？", "{}依托哪个工具？", "{}底下跑的是什么？"],
        ],
        ["{} is built with {value}.", "{}是拿{value}做的。"],
    ),
    field(
        Kind::Company,
        ["address", "地址"],
        Values::Numbered("Canal Row "),
        [
            &[
                "Where is {} located?",
                "Where do I find the offices of {}?",
                "On which street is {}?",
            ],
            &["{}在什么位置？", "去{}该往哪儿走？", "{}开在哪条街？"],
        ],
        ["{} sits at {value}.", "{}在 {value}。"],
    ),
    field(
        Kind::Company,
        ["tax number", "税号"],
        Values::Numbered("TX-"),
        [
            &[
                "Under what id is {} known to the fiscal authority?",
                "What do I put on an invoice as the VAT id of {}?",
            ],
            &["{}的纳税人识别码是什么？", "给{}开发票填什么识别码？"],
        ],
        ["The VAT id of {} is {value}.", "{}的纳税识别码是 {value}。"],
    ),
    field(
        Kind::Tool,
        ["licence", "许可证"],
        Values::Numbered("LIC-"),
        [
            &["Which code unlocks {}?", "With what serial is {} registered?"],
            &["用什么序列号激活{}？", "{}的授权码是多少？"],
        ],
        ["{} is registered as {value}.", "{}登记为 {value}。"],
    ),
    changing(
        ["Which release of {} was in use on {day}?", "{day}的时候{}用的是哪一版？"],
        field(
            Kind::Tool,
            ["version", "版本"],
            Values::Version,
            [
                &["Which release of {} is in use?", "How new is our {}?"],
                &["{}用的是哪一版？", "{}更新到第几版了？"],
            ],
            ["{} was brought up to {value}.", "{}更新到 {value} 了。"],
        ),
    ),
];

/// A way from one page over others to a field: the keys that lead on, and the field at its end.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) from: Kind,
    /// Keys of links, in English, which names the field in both.
    pub(super) links: &'static [&'static str],
    /// Keys of the fields that may be asked for at the end.
    pub(super) ends: &'static [&'static str],
    /// Asked with the words of the pages: `{}` is where it starts, `{key}` the last field's key.
    pub(super) named: [&'static str; 2],
    /// In other words: who or what stands at the end, for the questions of its field.
    pub(super) other: [&'static str; 2],
}

pub(super) const WAYS: &[Way] = &[
    Way {
        from: Kind::Project,
        links: &["owner"],
        ends: &["email", "phone", "city"],
        named: ["What is the {key} of the owner of {}?", "{}的负责人的{key}是什么？"],
        other: ["the person in charge of {}", "主管{}的那个人"],
    },
    Way {
        from: Kind::Person,
        links: &["works for"],
        ends: &["address", "tax number"],
        named: [
            "What is the {key} of the company that {} works for?",
            "{}任职于哪家公司，它的{key}是什么？",
        ],
        other: ["the firm that employs {}", "{}上班的那家公司"],
    },
    Way {
        from: Kind::Project,
        links: &["owner", "works for"],
        ends: &["address", "tax number"],
        named: [
            "What is the {key} of the company that the owner of {} works for?",
            "{}的负责人任职于哪家公司，那家公司的{key}是什么？",
        ],
        other: ["the firm that employs the person in charge of {}", "主管{}的那个人上班的公司"],
    },
    Way {
        from: Kind::Person,
        links: &["works on", "uses"],
        ends: &["licence", "version"],
        named: [
            "What is the {key} of the tool that the project {} works on uses?",
            "{}参与项目使用的工具的{key}是什么？",
        ],
        other: ["the software behind what {} is helping to build", "{}手头那件事背后的软件"],
    },
];

/// How a template reads with a name in it.
pub(super) fn filled(template: &str, name: &str) -> String {
    // A name of letters that stands among Han characters is set off, as people type it.
    let is_han = template.chars().any(crate::systems::is_han);
    if !is_han || name.chars().any(crate::systems::is_han) {
        return template.replace("{}", name);
    }
    template.replace("{}", &format!(" {name} ")).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_question_repeats_the_key_or_the_words_of_what_it_asks_for() {
        for field in FIELDS.iter().chain([&DESK]) {
            for tongue in TONGUES {
                let past = tongue.of(field.past);
                let asked = tongue.of(field.ask).iter().chain([&past]);
                for template in asked.filter(|it| !it.is_empty()) {
                    let words = |text: &str| -> Vec<String> {
                        let parts = text.split(|it: char| !it.is_alphanumeric());
                        parts.map(str::to_lowercase).collect()
                    };
                    let key = words(tongue.of(field.key));
                    let question = words(template);
                    let says = match tongue {
                        Tongue::English => question.windows(key.len()).any(|it| *it == key[..]),
                        Tongue::Chinese => template.contains(tongue.of(field.key)),
                    };
                    assert!(!says, "{template} has {}", tongue.of(field.key));
                    let said = tongue.of(field.said);
                    assert!(!said.contains(template.trim_end_matches(['?', '？'])), "{template}");
                }
            }
            assert_eq!(field.changes, field.past.iter().all(|it| it.contains("{day}")));
            let holes = field.ask.iter().flat_map(|it| it.iter()).all(|it| it.contains("{}"));
            assert!(holes && field.said.iter().all(|it| it.contains("{value}")), "{field:?}");
        }
    }

    #[test]
    fn a_name_of_letters_is_set_off_in_a_chinese_question() {
        assert_eq!(filled("{}现在住在哪里？", "Ada"), "Ada 现在住在哪里？");
        assert_eq!(filled("{}现在住在哪里？", "林静怡"), "林静怡现在住在哪里？");
        assert_eq!(filled("Who runs {}?", "青鸟工程"), "Who runs 青鸟工程?");
    }
}
