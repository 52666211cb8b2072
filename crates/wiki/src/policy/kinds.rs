//! The tokens that are known by how they begin or by their whole shape: a row for each kind, and nothing
//! else has to know of it. Finds none in a text; that is the scan's part.

use std::sync::LazyLock;

use regex::Regex;

use super::likeness::{is_drawn, is_drawn_of_kind, is_lot, is_mixed, is_random, is_uuid};
use Bytes::{Base64, Dots, Letters, Names, Path, Query};
use Form::{
    Capitals, Drawn, Hex, Long, Lot, Mixed, Numbered, Parts, Random, RandomPart, Secret, Uuid,
};

/// A kind of token that is known by how it begins.
pub(super) struct Kind {
    starts: &'static [&'static str],
    /// What its other bytes are.
    pub(super) bytes: Bytes,
    form: Form,
    /// Whether the beginning is short enough to stand in base64 by chance.
    pub(super) by_chance: bool,
    /// Whether the beginning is an address, so that only what follows is secret.
    pub(super) address: bool,
}

/// The bytes that a token may have after its beginning.
#[derive(Clone, Copy)]
pub(super) enum Bytes {
    Letters,
    Names,
    Dots,
    Base64,
    Path,
    Query,
}

impl Bytes {
    pub(super) fn hold(self, byte: u8) -> bool {
        let more: &[u8] = match self {
            Letters => b"",
            Names => b"-_",
            Dots => b"-_.",
            Base64 => b"-_+/=",
            Path => b"-_/",
            Query => b"-_/.:?&=%@+~",
        };
        byte.is_ascii_alphanumeric() || more.contains(&byte)
    }
}

/// How many classes of [`Bytes`] there are.
pub(super) const CLASSES: usize = 6;

/// What the bytes after a beginning must look like, so that no word that begins like this is a token.
enum Form {
    /// At least so many bytes.
    Long(usize),
    /// At least so many bytes with a digit.
    Numbered(usize),
    /// Bytes from so many to so many, with letters and digits.
    Mixed(usize, usize),
    /// At least so many bytes, of which a part between joiners is long and no word.
    Random(usize),
    /// The same, where the part may be shorter than the whole: the whole, the part.
    RandomPart(usize, usize),
    /// At least so many bytes that look drawn by lot.
    Lot(usize),
    /// A part drawn by lot: for what begins a name in code as well.
    Drawn,
    /// At least so many bytes with a dot.
    Parts(usize),
    /// At least so many hexadecimal digits at the start.
    Hex(usize),
    /// Exactly so many capital letters and digits.
    Capitals(usize),
    /// A UUID at the start.
    Uuid,
    /// A link that has a secret among its parameters.
    Secret,
}

const fn kind(starts: &'static [&'static str], form: Form) -> Kind {
    Kind { starts, bytes: Names, form, by_chance: false, address: false }
}

const fn webhook(starts: &'static [&'static str]) -> Kind {
    Kind { starts, bytes: Path, form: Mixed(20, 512), by_chance: false, address: true }
}

impl Kind {
    const fn of(mut self, bytes: Bytes) -> Self {
        self.bytes = bytes;
        self
    }

    const fn short(mut self) -> Self {
        self.by_chance = true;
        self
    }

    /// Whether what follows the beginning is what a token of this kind has there.
    pub(super) fn fits(&self, tail: &str) -> bool {
        let length = tail.len();
        let hex = |b: &u8| b.is_ascii_hexdigit();
        match self.form {
            Long(min) => length >= min,
            Numbered(min) => length >= min && tail.bytes().any(|b| b.is_ascii_digit()),
            Mixed(min, max) => (min..=max).contains(&length) && is_mixed(tail),
            Random(min) => length >= min && is_random(tail, min),
            RandomPart(min, part) => length >= min && is_random(tail, part),
            Lot(min) => length >= min && is_lot(tail),
            Drawn => length >= 16 && tail.split(['-', '_', '.']).any(is_drawn_of_kind),
            Parts(min) => length >= min && tail.contains('.'),
            Hex(min) => length >= min && tail.as_bytes()[..min].iter().all(hex) && is_mixed(tail),
            Capitals(count) => {
                length == count
                    && tail.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            }
            Uuid => is_uuid(tail),
            Secret => tail.contains("secret="),
        }
    }

    /// Whether a file's name that goes on like this after the beginning holds a token of this kind: its
    /// capital letters are gone there, and its joiners may be others.
    fn fits_name(&self, tail: &str) -> bool {
        let mut parts = tail.split(['-', '_']);
        match self.form {
            _ if self.address => false,
            Drawn | Hex(_) | Lot(_) | Parts(_) | Uuid | Secret => parts.any(is_drawn_of_kind),
            Capitals(count) => parts.next().is_some_and(|it| it.len() == count && is_mixed(it)),
            Long(min) if min > 16 => tail.len() >= min && is_mixed(tail),
            _ => parts.take(5).any(|part| part.len() >= 16 && is_mixed(part)),
        }
    }
}

const KINDS: &[Kind] = &[
    // Code and its hosts.
    kind(&["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"], Random(16)),
    kind(
        &["glpat-", "glptt-", "glrt-", "gldt-", "glsoat-", "glcbt-", "glft-", "glagent-"],
        Random(16),
    ),
    kind(&["ATATT3", "ATCTT3"], Random(16)).of(Base64),
    kind(&["CCIPAT_", "CCIPRJ_", "bkua_", "sgp_"], Drawn),
    kind(&["npm_", "pypi-"], RandomPart(30, 20)),
    kind(&["rubygems_", "dckr_pat_", "dckr_oat_", "PMAK-"], Random(16)),
    kind(&["oy2"], Lot(43)).of(Letters).short(),
    kind(&["AKCp"], Lot(40)).short(),
    // Clouds.
    kind(&["AKIA", "ASIA", "ABIA"], Capitals(16)).of(Letters).short(),
    kind(&["amzn.mws.", "AQ.Ab8", "GOCSPX-"], Mixed(20, 512)),
    kind(&["AIza"], Long(30)),
    kind(&["ya29."], Random(16)),
    kind(&["1//0"], Lot(30)),
    kind(&["LTAI"], Mixed(12, 30)).short(),
    kind(&["AKID"], Mixed(28, 48)).short(),
    kind(&["AKLT"], Lot(40)).of(Base64).short(),
    kind(&["bce-v3/ALTAK-"], Mixed(40, 512)).of(Path),
    kind(&["dop_v1_", "doo_v1_", "dor_v1_"], RandomPart(30, 20)),
    kind(&["HRKU-"], Uuid),
    kind(&["HRKU-AA"], Drawn),
    kind(&["fm1_", "fm2_", "fm1a_", "fm2a_", "fm1r_", "fm2r_", "fo1_"], Random(16)).of(Base64),
    kind(
        &["sb_secret_", "sbp_", "vercel_blob_rw_", "nfp_", "pscale_tkn_", "pscale_pw_"],
        Random(16),
    ),
    kind(&["rnd_"], Drawn),
    kind(&["dapi"], Hex(32)),
    kind(&["dt0c01.", "dt0s01.", "dt0s02.", "dt0s16."], Random(16)).of(Dots),
    kind(&["tskey-auth-", "tskey-api-", "tskey-client-", "CFPAT-"], Mixed(20, 512)),
    kind(&["sha256~"], Drawn),
    // Keepers of secrets.
    kind(&["hvs.", "hvb.", "hvr.", "ops_eyJ"], Random(16)),
    kind(&["dp.pt.", "dp.st.", "dp.sa.", "dp.ct.", "dp.scim.", "dp.audit."], Drawn),
    kind(&["AGE-SECRET-KEY-1"], Random(16)),
    kind(&["nsec1"], Mixed(50, 64)).of(Letters),
    kind(&["otpauth://"], Secret).of(Query),
    // Models.
    kind(&["sk-"], Random(16)),
    kind(&["sk-lf-"], Uuid),
    kind(&["hf_", "gsk_", "r8_"], RandomPart(30, 20)),
    kind(&["nvapi-", "pplx-", "xai-", "tvly-", "pcsk_", "tgp_v1_", "csk-"], Random(16)),
    kind(&["jina_", "e2b_", "fw_", "pa-", "lsv2_pt_", "lsv2_sk_", "sk_"], Drawn),
    kind(&["fc-"], Hex(32)).of(Letters),
    // Money.
    kind(&["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"], Long(16)),
    kind(&["shippo_live_", "shippo_test_"], Random(16)),
    kind(&["sq0csp-", "sq0atp-", "sq0idp-", "sq0csb-"], Mixed(20, 512)),
    kind(&["EAAC", "EAAA", "EZAK", "EZTK"], Lot(40)).short(),
    kind(&["shpat_", "shpca_", "shpss_", "shppa_"], Random(16)),
    // Talk, mail and what is watched.
    kind(
        &["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-"],
        Numbered(10),
    ),
    kind(&["SG.", "sk.eyJ"], Parts(30)).of(Dots),
    kind(&["xkeysib-", "xsmtpsib-", "NRAK-", "sntrys_", "sntryu_"], Random(16)),
    kind(&["glsa_", "glc_", "cio_", "phc_", "phx_", "pul-"], Drawn),
    kind(&["lin_api_", "figd_", "ntn_", "fio-u-"], Random(16)),
    webhook(&["hooks.slack.com/services/", "hooks.slack.com/workflows/"]),
    webhook(&["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"]),
    webhook(&["webhook/send?key=", "robot/send?access_token=", "open-apis/bot/v2/hook/"]),
    webhook(&["webhook.office.com/webhookb2/", "hooks.zapier.com/hooks/catch/"]).of(Query),
];

/// A kind of token that has no telling beginning: all of it is its shape.
pub(super) struct Shape {
    pattern: &'static str,
    check: Check,
}

enum Check {
    /// Nothing more.
    None,
    /// This stands right before it.
    Behind(&'static str),
    /// A longer name that ends in such a beginning names what a hash is of.
    NoName,
    /// The part after this byte was drawn by lot.
    Drawn(char),
    /// The part after this byte has letters of both cases and was drawn by lot, whatever its kind is.
    Unknown(char),
}

const fn shape(pattern: &'static str, check: Check) -> Shape {
    Shape { pattern, check }
}

/// Bytes of the shortest shape.
pub(super) const SHAPE_BYTES: usize = 26;

const SHAPES: &[Shape] = &[
    shape(r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,90}", Check::None),
    shape(r"secret_[A-Za-z0-9]{40,50}", Check::None),
    shape(r"key-[0-9a-f]{32}", Check::NoName),
    shape(r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}", Check::None),
    shape(r"SK[0-9a-f]{32}", Check::None),
    shape(r"AC[0-9a-f]{32}:[0-9a-f]{32}", Check::None),
    shape(r"SEC[0-9a-f]{64}", Check::None),
    shape(r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}", Check::None),
    shape(r"[0-9]{6,12}:[A-Za-z0-9_-]{30,46}", Check::Behind("/bot")),
    shape(r"4(?:/|%2F)[01][A-Za-z0-9_-]{24,200}", Check::Behind("code=")),
    shape(r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}", Check::None),
    shape(r"[A-Za-z0-9]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}", Check::None),
    shape(r"[0-9a-f]{32}-us[0-9]{1,2}", Check::None),
    shape(r"[0-9a-f]{32}\.[A-Za-z0-9]{16}", Check::Drawn('.')),
    shape(r"[0-2]/[0-9]{10,20}(?:/[0-9]{10,20})?:[0-9a-f]{32}", Check::None),
    shape(r"pk_[0-9]{5,12}_[A-Z0-9]{32}", Check::None),
    shape(r"s\.[A-Za-z0-9]{24}", Check::Drawn('.')),
    shape(r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,160}", Check::None),
    // A kind that nobody told of: a short word and what is drawn by lot.
    shape(r"[a-z]{2,10}_[A-Za-z0-9]{32,128}", Check::Unknown('_')),
];

/// The patterns of whole tokens.
pub(super) fn shapes() -> impl Iterator<Item = String> {
    SHAPES.iter().map(|shape| shape.pattern.to_owned())
}

/// The patterns of where others can begin.
pub(super) fn starts() -> impl Iterator<Item = String> {
    KINDS.iter().flat_map(|kind| kind.starts).map(|start| regex::escape(start))
}

/// The kinds whose beginning stands at the start of a text, each with that, the longest first.
pub(super) fn kinds_at(rest: &str) -> impl Iterator<Item = (&'static str, &'static Kind)> {
    static BY_BYTE: LazyLock<Vec<Vec<(&'static str, &'static Kind)>>> = LazyLock::new(|| {
        let mut rows = vec![Vec::new(); 256];
        for kind in KINDS {
            for start in kind.starts {
                rows[usize::from(start.as_bytes()[0])].push((*start, kind));
            }
        }
        for row in &mut rows {
            row.sort_by_key(|(start, _)| std::cmp::Reverse(start.len()));
        }
        rows
    });
    let first = usize::from(rest.bytes().next().unwrap_or(0));
    BY_BYTE[first].iter().copied().filter(move |(start, _)| rest.starts_with(start))
}

/// A token found by its shape.
pub(super) struct Shaped {
    /// Its bytes.
    pub(super) length: usize,
    /// Whether what is glued to it belongs to it.
    pub(super) goes_on: bool,
}

/// The token at the start of `rest` that is known by its shape. `before` is what stands in front of it, as far
/// as it counts.
pub(super) fn shape_at(before: &str, rest: &str) -> Option<Shaped> {
    static PATTERNS: LazyLock<Vec<(Regex, &'static Shape)>> = LazyLock::new(|| {
        let anchored = |shape: &'static Shape| {
            let pattern = Regex::new(&format!(r"\A(?:{})", shape.pattern));
            (pattern.expect("because the pattern is a constant"), shape)
        };
        SHAPES.iter().map(anchored).collect()
    });
    // A bot's address has its token behind this word.
    let begins = !ends_word(before) || before.ends_with("bot");
    let fits = |(pattern, shape): &(Regex, &Shape)| {
        let length = pattern.find(rest).filter(|_| begins)?.end();
        let whole = !rest[length..].bytes().next().is_some_and(|b| b.is_ascii_alphanumeric());
        let tail = |joiner| rest[..length].rsplit_once(joiner).map_or("", |(_, tail)| tail);
        let goes_on = matches!(shape.check, Check::Unknown(_));
        let fits = whole
            && match shape.check {
                Check::None => true,
                Check::Behind(start) => before.ends_with(start),
                Check::NoName => !before.ends_with(['-', '_']),
                Check::Drawn('.') if length > 40 => is_mixed(tail('.')) && has_both(tail('.')),
                Check::Drawn(joiner) => is_drawn(tail(joiner)),
                Check::Unknown(joiner) => is_drawn(tail(joiner)) && has_both(tail(joiner)),
            };
        fits.then_some(Shaped { length, goes_on })
    };
    PATTERNS.iter().find_map(fits)
}

/// Whether a text ends inside an ASCII word, so that no key begins after it. `-` and `_` end a word: a
/// key may stand in a file's name.
pub(super) fn ends_word(before: &str) -> bool {
    before.bytes().next_back().is_some_and(|b| b.is_ascii_alphanumeric())
}

/// Whether a file's name holds what a token becomes there: in small letters, and `-` for what a name
/// cannot hold.
pub(super) fn in_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let starts = KINDS.iter().flat_map(|kind| kind.starts.iter().map(move |start| (start, kind)));
    let mut slugged = starts.map(|(start, kind)| (slug(start), kind));
    let plain = name.replace('_', "-");
    slugged.any(|(start, kind)| {
        plain.match_indices(&start).any(|(at, _)| {
            let rest = &name[at + start.len()..];
            let other = |b: u8| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
            let end = rest.bytes().position(other).unwrap_or(rest.len());
            !ends_word(&name[..at]) && kind.fits_name(rest[..end].trim_matches(['-', '_']))
        })
    }) || holds_jwt(&plain)
}

fn holds_jwt(name: &str) -> bool {
    name.match_indices("eyj").any(|(at, start)| {
        let tail = &name[at + start.len()..];
        let head = tail.split(['.', '-']).next().unwrap_or_default();
        !ends_word(&name[..at]) && head.len() >= 17 && head.len() < tail.len() && is_mixed(head)
    })
}

fn slug(start: &str) -> String {
    start.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

fn has_both(text: &str) -> bool {
    let lower = text.bytes().any(|b| b.is_ascii_lowercase());
    lower && text.bytes().any(|b| b.is_ascii_uppercase())
}
