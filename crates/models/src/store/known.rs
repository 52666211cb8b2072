//! Models that can be pulled by name, with the hashes that their files had when they were looked at.

use super::about::{Kind, Pooling, Scores};
use super::staging::Hashed;

/// The encoder for English vaults.
pub const ENGLISH: &str = "all-MiniLM-L6-v2";
/// The encoder for vaults with much of another language.
pub const MULTILINGUAL: &str = "multilingual-e5-small";
/// The reranker.
pub const RERANKER: &str = "ms-marco-MiniLM-L6-v2";

/// A model that can be pulled by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The name to pull it by.
    pub name: &'static str,
    /// What it does.
    pub kind: Kind,
    /// What it is good for, in a line.
    pub about: &'static str,
    /// Where it stands on the hub.
    pub repository: &'static str,
    /// The commit that was looked at.
    pub revision: &'static str,
    /// Licence of the weights.
    pub licence: &'static str,
    /// Numbers in a vector; 0 for a reranker.
    pub dimensions: usize,
    /// Tokens it was trained to read at once, special ones included.
    pub window: usize,
    /// Put before a question.
    pub query_prefix: &'static str,
    /// Put before a passage.
    pub passage_prefix: &'static str,
    /// What was measured of its cosines.
    pub scores: Scores,
    pub(super) files: &'static [Source],
    /// SHA-256 of the published weights in safetensors, from which the graph can be made as well.
    pub(super) safetensors: Option<&'static str>,
}

/// A file on the hub.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Source {
    pub(super) path: &'static str,
    pub(super) name: &'static str,
    pub(super) bytes: Option<u64>,
    pub(super) sha256: Option<&'static str>,
}

impl Known {
    /// Bytes to fetch, as far as they are known.
    pub fn bytes(&self) -> u64 {
        self.files.iter().filter_map(|file| file.bytes).sum()
    }

    /// Whether weights of this hash are this model's, as a graph or in safetensors.
    pub(super) fn has_weights(&self, sha256: &str) -> bool {
        let graphs = self.files.iter().filter(|file| file.name == "model.onnx");
        graphs.filter_map(|file| file.sha256).chain(self.safetensors).any(|it| it == sha256)
    }

    /// All known models have their tokens' mean taken.
    pub(super) const POOLING: Pooling = Pooling::Mean;
}

/// The models that can be pulled by name.
pub fn known() -> &'static [Known] {
    KNOWN
}

pub(super) fn by_name(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(name))
}

/// The known model whose weights are among these files.
pub(super) fn by_weights(files: &[(&str, Hashed)]) -> Option<&'static Known> {
    KNOWN.iter().find(|known| files.iter().any(|(_, hashed)| known.has_weights(&hashed.sha256)))
}

const KNOWN: &[Known] = &[
    Known {
        name: ENGLISH,
        kind: Kind::Encoder,
        about: "English, small and quick; knows no other language",
        repository: "sentence-transformers/all-MiniLM-L6-v2",
        revision: "1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
        licence: "Apache-2.0",
        dimensions: 384,
        window: 256,
        query_prefix: "",
        passage_prefix: "",
        scores: Scores { floor: 0.06, match_at: 0.45, multilingual: false },
        files: &[
            Source {
                path: "onnx/model.onnx",
                name: "model.onnx",
                bytes: Some(90_405_214),
                sha256: Some("6fd5d72fe4589f189f8ebc006442dbb529bb7ce38f8082112682524616046452"),
            },
            Source {
                path: "tokenizer.json",
                name: "tokenizer.json",
                bytes: Some(466_247),
                sha256: Some("be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"),
            },
            Source {
                path: "config.json",
                name: "config.json",
                bytes: Some(612),
                sha256: Some("953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"),
            },
        ],
        safetensors: Some("53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"),
    },
    Known {
        name: MULTILINGUAL,
        kind: Kind::Encoder,
        about: "a hundred languages, Chinese among them; four times the work of the English one",
        repository: "intfloat/multilingual-e5-small",
        revision: "614241f622f53c4eeff9890bdc4f31cfecc418b3",
        licence: "MIT",
        dimensions: 384,
        window: 512,
        query_prefix: "query: ",
        passage_prefix: "passage: ",
        scores: Scores { floor: 0.75, match_at: 0.88, multilingual: true },
        files: &[
            Source {
                path: "onnx/model.onnx",
                name: "model.onnx",
                bytes: Some(470_268_510),
                sha256: Some("ca456c06b3a9505ddfd9131408916dd79290368331e7d76bb621f1cba6bc8665"),
            },
            Source {
                path: "onnx/tokenizer.json",
                name: "tokenizer.json",
                bytes: Some(17_082_730),
                sha256: Some("0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39"),
            },
            Source {
                path: "config.json",
                name: "config.json",
                bytes: Some(655),
                sha256: Some("69137736cab8b8903a07fe8afaafdda25aac55415a12a55d1bffa9f581abf959"),
            },
        ],
        safetensors: Some("1a55775f53449dac10a2bcbc312469fac40b96d53198c407081a831f81c98477"),
    },
    Known {
        name: RERANKER,
        kind: Kind::Reranker,
        about: "orders the best passages anew, with `--rerank` or `--vector`; English",
        repository: "cross-encoder/ms-marco-MiniLM-L6-v2",
        revision: "233902d25c440f23af6f7d6e94d2946bac0bee0a",
        licence: "Apache-2.0",
        dimensions: 0,
        window: 512,
        query_prefix: "",
        passage_prefix: "",
        scores: Scores { floor: -11.0, match_at: 5.0, multilingual: false },
        files: &[
            Source {
                path: "onnx/model.onnx",
                name: "model.onnx",
                bytes: Some(91_011_230),
                sha256: Some("5d3e70fd0c9ff14b9b5169a51e957b7a9c74897afd0a35ce4bd318150c1d4d4a"),
            },
            Source {
                path: "tokenizer.json",
                name: "tokenizer.json",
                bytes: Some(711_396),
                sha256: Some("d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"),
            },
            Source { path: "config.json", name: "config.json", bytes: None, sha256: None },
        ],
        safetensors: None,
    },
];
