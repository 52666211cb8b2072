//! `context`: what an agent should have before it, packed into a budget of tokens.

use super::{Effect, Operation};
use crate::context::{self, Packed};
use crate::{Call, Error, Memory, limits};
use schemars::JsonSchema;
use serde::Deserialize;

pub(super) struct Context;

/// What the context is for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The prompt or task at hand; none = only what is always part of the context
    prompt: Option<String>,
    /// Tokens that the whole may take (default 2000)
    budget: Option<usize>,
    /// Only this project's or agent's pages, and shared ones
    scope: Option<String>,
    /// Find by likeness as well: ask the model that the vault uses
    #[serde(default)]
    vector: bool,
    /// Ask again with the names in the best hits, in up to three rounds
    #[serde(default)]
    deep: bool,
}

impl Operation for Context {
    const NAME: &'static str = "context";
    const SUMMARY: &'static str = "Pack what matters now into a budget of tokens";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["prompt"];
    type Input = Input;
    type Output = Packed;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Packed, Error> {
        let budget = limits::asked(
            "budget",
            input.budget,
            limits::BUDGET_TOKENS,
            limits::BUDGET_TOKENS_MAX,
        )?;
        let scope = input.scope.or_else(|| call.scope.clone());
        let wanted = context::Wanted {
            prompt: input.prompt.as_deref(),
            scope,
            budget,
            vector: input.vector,
            deep: input.deep,
        };
        context::pack(memory, call, wanted)
    }
}
