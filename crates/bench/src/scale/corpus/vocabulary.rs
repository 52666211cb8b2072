//! Words by rank, English-like and Chinese: real function words, then words whose frequency falls as
//! Zipf's law has it, then an open tail of names that nearly never come twice.
//!
//! English-like words are built from syllables, so that nobody's text is in the repository; Chinese
//! ones from a few hundred words of daily use, from pairs of them, and from a wide set of characters,
//! so that bigrams have rare and frequent ones as real text has.

use super::random::{Random, Zipf};
use super::{Band, Language};

/// What the vocabulary of a language is made of.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    language: Language,
    words: Vec<String>,
    zipf: Zipf,
}

/// One word as it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Its letters.
    pub(crate) text: String,
    /// How frequent it is.
    pub(crate) band: Band,
}

const ENGLISH_RANKS: usize = 60_000;
const CHINESE_RANKS: usize = 30_000;
/// Ranks below are frequent words, after the function words.
const COMMON_RANKS: usize = 200;
/// Ranks below are words of a trade; those above are rare.
const MIDDLE_RANKS: usize = 2_000;
/// Names of the open tail; most stand on one page only.
const TAIL: usize = 2_000_000;
/// Of 1,000 words, so many are from the open tail.
const TAIL_PER_MILLE: usize = 15;
/// Exponent and shift of Zipf–Mandelbrot, near what is fitted to large text collections.
const EXPONENT: f64 = 1.05;
const SHIFT: f64 = 2.7;

impl Vocabulary {
    /// The vocabulary of a language; always the same.
    pub(crate) fn of(language: Language) -> Self {
        let (functions, ranks) = match language {
            Language::English => (ENGLISH_FUNCTION, ENGLISH_RANKS),
            Language::Chinese => (CHINESE_FUNCTION, CHINESE_RANKS),
        };
        let mut words: Vec<String> = functions.split(' ').map(str::to_owned).collect();
        let content = ranks - words.len();
        match language {
            Language::English => words.extend((0..content).map(english)),
            Language::Chinese => chinese(&mut words, ranks),
        }
        Self { language, words, zipf: Zipf::new(ranks, EXPONENT, SHIFT) }
    }

    /// A word as running text has it; `topic` words come again and again on a page.
    pub(crate) fn draw<'a>(
        &'a self,
        random: &mut Random,
        topic: &'a [Word],
    ) -> (std::borrow::Cow<'a, str>, Band) {
        use std::borrow::Cow;
        if !topic.is_empty() && random.percent(12) {
            let word = random.pick(topic);
            return (Cow::Borrowed(&word.text), word.band);
        }
        if random.below(1_000) < TAIL_PER_MILLE {
            return (Cow::Owned(self.tail(random)), Band::Rare);
        }
        let rank = self.zipf.draw(random);
        let word = &self.words[rank];
        let band = self.band(rank);
        if self.language == Language::English && band != Band::Function && random.percent(25) {
            return (Cow::Owned(format!("{word}{}", random.pick(&["s", "ed", "ing"]))), band);
        }
        (Cow::Borrowed(word), band)
    }

    /// A content word of any rank, each as likely as the other: what pages are about is spread more
    /// evenly than what their sentences say.
    pub(crate) fn subject(&self, random: &mut Random) -> Word {
        let first = self.functions();
        let rank = random.between(first, self.words.len() - 1);
        Word { text: self.words[rank].clone(), band: self.band(rank) }
    }

    /// A name that hardly any other page has.
    pub(crate) fn tail(&self, random: &mut Random) -> String {
        let number = random.below(TAIL);
        match self.language {
            Language::English => {
                let (low, rest) = (number % SYLLABLES, number / SYLLABLES);
                let (middle, high) = (rest % SYLLABLES, rest / SYLLABLES % SYLLABLES);
                [syllable(high), syllable(middle), syllable(low), "x".to_owned()].concat()
            }
            Language::Chinese => {
                let words = self.functions();
                let first = &self.words[words + number % CHINESE_REAL_MIN];
                let rest = number / CHINESE_REAL_MIN;
                let mut name: String = first.chars().take(1).collect();
                name.push(wide(rest % WIDE));
                name.push(wide(rest / WIDE + number % 7));
                name
            }
        }
    }

    fn functions(&self) -> usize {
        let list = match self.language {
            Language::English => ENGLISH_FUNCTION,
            Language::Chinese => CHINESE_FUNCTION,
        };
        list.split(' ').count()
    }

    fn band(&self, rank: usize) -> Band {
        match rank {
            rank if rank < self.functions() => Band::Function,
            rank if rank < COMMON_RANKS => Band::Common,
            rank if rank < MIDDLE_RANKS => Band::Middle,
            _ => Band::Rare,
        }
    }
}

const ONSETS: [&str; 30] = [
    "b", "br", "c", "ch", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl",
    "pr", "qu", "r", "s", "sh", "sl", "st", "t", "tr", "v", "w", "z",
];
const VOWELS: [&str; 8] = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
const CODAS: [&str; 6] = ["n", "r", "l", "t", "m", "k"];
const SYLLABLES: usize = ONSETS.len() * VOWELS.len();

fn syllable(number: usize) -> String {
    format!("{}{}", ONSETS[number % ONSETS.len()], VOWELS[number / ONSETS.len() % VOWELS.len()])
}

/// The word of a content rank: two syllables and a last consonant, no two ranks the same.
fn english(rank: usize) -> String {
    const FORMS: usize = SYLLABLES * SYLLABLES * CODAS.len();
    // A stride that shares no factor with the number of forms visits each form once.
    let form = rank * 142_867 % FORMS;
    let (coda, rest) = (form % CODAS.len(), form / CODAS.len());
    [&syllable(rest / SYLLABLES), &syllable(rest % SYLLABLES), CODAS[coda]].concat()
}

/// Characters that rare words and names are made of, spread over the unified ideographs.
const WIDE: usize = 2_500;

fn wide(number: usize) -> char {
    let offset = number % WIDE * 1_669 % 20_900;
    let code = 0x4e00 + u32::try_from(offset).expect("because it is below 20,900");
    char::from_u32(code).expect("because the whole block of ideographs is assigned")
}

/// Fewer than the real words in the list, which a test checks.
const CHINESE_REAL_MIN: usize = 400;

/// Real words first, then by turns a pair of real words and a pair of characters.
fn chinese(words: &mut Vec<String>, ranks: usize) {
    let real: Vec<&str> = CHINESE_WORDS.split_whitespace().collect();
    // The list is by subject; a stride mixes subjects, so that no one of them is the frequent one.
    words.extend((0..real.len()).map(|rank| real[rank * 101 % real.len()].to_owned()));
    let mut number = 0;
    while words.len() < ranks {
        let first = real[number * 211 % real.len()];
        let word = if number % 2 == 0 {
            let second = real[(number / real.len() * 37 + number * 17 + 5) % real.len()];
            format!("{first}{second}")
        } else {
            let opening = first.chars().next().expect("because every word has characters");
            format!("{opening}{}", wide(number))
        };
        words.push(word);
        number += 1;
    }
}

const ENGLISH_FUNCTION: &str = "the of and to a in is it that for was on are as with be by at from \
                                this have or an they which one had not but what all were when we \
                                there can your said if will each about how up out them then she";

const CHINESE_FUNCTION: &str = "的 了 在 是 和 与 也 就 都 而 及 对 从 把 被 让 给 但 或 这 那 我 你 他 有 不 会 要 到 很 还 又 将 \
     并 以 为 上 下 中 里";

const CHINESE_WORDS: &str = "\
    时间 问题 工作 系统 项目 数据 方法 结果 计划 会议 产品 发布 用户 服务 接口 测试 部署 配置 \
    文件 目录 页面 链接 标题 内容 记录 信息 消息 通知 邮件 地址 电话 客户 合同 订单 价格 预算 \
    成本 收入 利润 市场 公司 部门 团队 成员 经理 主管 同事 朋友 家人 孩子 父母 老师 学生 学校 \
    课程 考试 作业 图书 阅读 写作 文章 小说 诗歌 音乐 电影 电视 新闻 报纸 杂志 网站 网络 电脑 \
    手机 软件 硬件 程序 代码 函数 变量 参数 类型 对象 结构 算法 模型 训练 推理 评估 指标 准确 \
    速度 性能 内存 磁盘 缓存 索引 搜索 查询 排序 过滤 合并 分支 提交 版本 历史 备份 恢复 迁移 \
    升级 安装 卸载 启动 停止 监控 日志 错误 异常 警告 故障 修复 补丁 安全 权限 密码 令牌 加密 \
    签名 证书 防火 攻击 漏洞 风险 审计 合规 政策 规定 法律 条款 责任 义务 权利 经济 政治 社会 \
    文化 历程 科学 技术 工程 研究 实验 理论 假设 证明 分析 统计 概率 样本 误差 趋势 增长 下降 \
    上升 变化 稳定 平衡 压力 温度 湿度 天气 气候 季节 春天 夏天 秋天 冬天 早晨 中午 下午 晚上 \
    夜里 今天 明天 昨天 星期 月份 年度 季度 阶段 过程 步骤 流程 规范 标准 要求 需求 功能 特性 \
    设计 开发 实现 维护 支持 帮助 指导 培训 学习 练习 经验 教训 建议 意见 反馈 讨论 沟通 协作 \
    合作 竞争 优势 劣势 机会 挑战 目标 任务 进度 期限 延迟 提前 完成 开始 结束 继续 暂停 取消 \
    批准 拒绝 申请 审核 检查 确认 更新 删除 添加 修改 移动 复制 保存 打开 关闭 连接 断开 传输 \
    接收 发送 下载 上传 导入 导出 转换 解析 生成 执行 运行 调用 返回 处理 管理 控制 操作 使用 \
    应用 选择 决定 比较 判断 理解 记忆 遗忘 思考 想法 观点 态度 城市 乡村 街道 公园 商店 餐厅 \
    酒店 医院 银行 机场 车站 地铁 公交 汽车 火车 飞机 自行 道路 桥梁 建筑 房屋 办公 家具 桌子 \
    椅子 窗户 厨房 卧室 花园 动物 植物 森林 河流 湖泊 海洋 山脉 沙漠 草原 岛屿 天空 食物 水果 \
    蔬菜 米饭 面条 牛奶 咖啡 茶叶 早餐 午餐 晚餐 味道 健康 运动 跑步 游泳 篮球 足球 比赛 冠军 \
    身体 心脏 眼睛 耳朵 头发 医生 护士 药物 治疗 手术 疾病 症状 检测 疫苗 睡眠 休息 旅行 假期 \
    节日 礼物 传感 芯片 电池 屏幕 相机 镜头 图像 视频 声音 语音 文字 语言 翻译 词典 字符 编码 \
    格式 压缩 协议 端口 域名 节点 集群 容器 镜像 仓库 队列 线程 进程 锁定 事务 约束 主键 表格 \
    字段 视图 图表 报告 总结 摘要 附件 北京 上海 广州 深圳 杭州 成都 南京 武汉 西安 重庆 天津 \
    苏州 长沙 青岛 大连 厦门 宁波 昆明 沈阳 郑州 \
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn almost_no_two_ranks_are_the_same_word() {
        for language in [Language::English, Language::Chinese] {
            let words = Vocabulary::of(language).words;
            let different: std::collections::HashSet<&String> = words.iter().collect();
            // Two syllables can read as two others (`sh` + `e`, `s` + `he`): a handful of pairs.
            assert!(different.len() * 100 >= words.len() * 95, "{} words", different.len());
        }
    }

    #[test]
    fn the_list_of_real_words_is_as_long_as_names_need() {
        assert!(CHINESE_WORDS.split_whitespace().count() >= CHINESE_REAL_MIN);
    }
}
