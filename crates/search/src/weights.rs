//! How much each piece of evidence counts: one plain value, so that a sweep can vary it and a report can
//! name it.

/// Radii of the windows that are scored: an atom alone, and runs of 3, 5 and 7.
pub(crate) const RADII: [usize; 4] = [0, 1, 2, 3];
const _: () = assert!(RADII[0] == 0 && RADII[1] == 1 && RADII[2] == 2 && RADII[3] == 3);

/// How the streams' scores become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fusion {
    /// Standardised scores summed: a strong stream stays strong.
    #[default]
    Standard,
    /// Reciprocal ranks of each stream summed (Cormack, Clarke and Büttcher 2009): only the order counts.
    Reciprocal,
}

/// Weights of standardised scores. The defaults were chosen on development data
/// (`docs/benchmarks.md`) and are flat around their optimum; zero switches a piece off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// How streams are joined; the weights within a stream hold for both.
    pub fusion: Fusion,
    /// The lexical stream as a whole.
    pub lexical: f64,
    /// The vector stream as a whole.
    pub vector: f64,
    /// The graph stream as a whole.
    pub graph: f64,
    /// What the reranker says of the best passages, beside all that was said before.
    pub rerank: f64,
    /// A match in what the page calls itself (title, aliases, tags, path).
    pub head: f64,
    /// The question has the page's whole name among other words.
    pub mention: f64,
    /// The page or session as a whole, as a prior for its parts.
    pub page: f64,
    /// The query names the person who speaks the turn.
    pub speaker: f64,
    /// Time named in the query matches the page's day.
    pub time: f64,
    /// A place says more of what the best hit says, in rounds after the first.
    pub echo: f64,
    /// Status and priority of the page; off in benchmarks.
    pub standing: f64,
    /// For an atom: its windows of 1, 3, 5 and 7 by words.
    pub atom_windows: [f64; RADII.len()],
    /// For an atom: its page by words, and its page's names.
    pub atom_page: [f64; 2],
    /// For an atom: its cosine, its window's, and its page's best.
    pub atom_near: [f64; 3],
    /// For a page: its best windows of 1, 3, 5 and 7 by words.
    pub page_windows: [f64; RADII.len()],
    /// For a page: the whole by words, and its names.
    pub page_whole: [f64; 2],
    /// For a page: its best cosine, its best window's, and the mean of its three best.
    pub page_near: [f64; 3],
    /// Share of a page's own score against that of its best atom.
    pub own: f64,
    /// Terms of a turn up to which its neighbours count in full.
    pub short_turn: f64,
    /// How fast its neighbours' weight falls with its length beyond that.
    pub short_power: f64,
    /// How much faster the page's weight for its turns falls.
    pub short_prior: f64,
    /// What an atom alone weighs more in the smallest vault; less in larger ones, nothing where rarity tells enough.
    pub small: f64,
    /// What an assistant said, as a share of what a person said.
    pub machine: f64,
    /// The same where the question asks for what was said to the asker.
    pub machine_told: f64,
    /// Words that only frame the question, as a share of others.
    pub framing: f64,
    /// A page by how much of the question its best window of three covers.
    pub covered: f64,
    /// Names of a conversation, as a share of those of a page: they are made of its first words.
    pub session_head: f64,
    /// Of BM25 for conversations: k1 and b. Turns say a thing once, and long ones are no padding.
    pub session_bm25: [f64; 2],
    /// What the vector stream gains where words are missing: for each share of the question that no page
    /// covers, beyond the share that is missing anyway; and where the question asks for advice.
    pub vector_gain: [f64; 3],
    /// For reciprocal ranks: k, the lexical stream's weight and the vector stream's.
    pub reciprocal: [f64; 3],
    /// Share of a question's rarity that the vault must know for its words to count in full beside a
    /// model; below, they count in proportion.
    pub understood: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            fusion: Fusion::Standard,
            lexical: 1.0,
            vector: 1.0,
            graph: 1.0,
            // A model that reads both together must be able to turn the order of two.
            rerank: 1.25,
            head: 1.0,
            mention: 1.0,
            page: 1.0,
            speaker: 1.3,
            time: 1.0,
            echo: 1.0,
            standing: 1.0,
            atom_windows: [0.5, 0.8, 1.0, 0.8],
            atom_page: [1.5, 0.5],
            atom_near: [0.8, 0.8, 0.0],
            page_windows: [0.0, 0.7, 1.0, 0.8],
            page_whole: [0.7, 0.6],
            page_near: [0.6, 0.6, 0.2],
            own: 0.7,
            short_turn: 20.0,
            short_power: 2.5,
            short_prior: 2.0,
            small: 5.0,
            machine: 0.3,
            machine_told: 1.3,
            framing: 0.5,
            covered: 0.7,
            session_head: 0.7,
            session_bm25: [0.9, 0.6],
            vector_gain: [8.0, 0.6, 4.0],
            reciprocal: [60.0, 0.4, 0.6],
            understood: 0.5,
        }
    }
}

impl Weights {
    /// The weights for a vault that is so small, from 0 to 1.
    pub(crate) fn for_small(&self, small: f32) -> Self {
        let mut weights = *self;
        weights.atom_windows[0] += self.small * f64::from(small);
        weights
    }

    /// The weights for conversations whose turns have so many terms on average: what is said at length says
    /// enough alone, so the weight of its neighbours goes to the turn itself.
    pub(crate) fn for_turns_of(&self, terms: f32) -> Self {
        let share = (self.short_turn / f64::from(terms).max(1.0)).min(1.0).powf(self.short_power);
        let mut weights = *self;
        for windows in [&mut weights.atom_windows, &mut weights.page_windows] {
            let [alone, around @ ..] = windows;
            for window in around {
                *alone += *window * (1.0 - share);
                *window *= share;
            }
        }
        weights.atom_page.iter_mut().for_each(|prior| *prior *= share.powf(self.short_prior));
        weights.head *= self.session_head;
        weights
    }

    /// Every weight by its name, as [`Self::set`] takes it.
    #[must_use]
    pub fn named(&self) -> Vec<(String, f64)> {
        let mut copy = *self;
        let entries = copy.entries();
        entries.into_iter().map(|(name, value)| (name, *value)).collect()
    }

    /// Sets one weight; false when none is called so.
    #[must_use]
    pub fn set(&mut self, name: &str, value: f64) -> bool {
        let mut entries = self.entries();
        let found = entries.iter_mut().find(|(other, _)| other == name);
        found.map(|(_, place)| **place = value).is_some()
    }

    fn entries(&mut self) -> Vec<(String, &mut f64)> {
        let mut entries: Vec<(String, &mut f64)> = vec![
            ("lexical".to_owned(), &mut self.lexical),
            ("vector".to_owned(), &mut self.vector),
            ("graph".to_owned(), &mut self.graph),
            ("rerank".to_owned(), &mut self.rerank),
            ("head".to_owned(), &mut self.head),
            ("mention".to_owned(), &mut self.mention),
            ("page".to_owned(), &mut self.page),
            ("speaker".to_owned(), &mut self.speaker),
            ("time".to_owned(), &mut self.time),
            ("echo".to_owned(), &mut self.echo),
            ("standing".to_owned(), &mut self.standing),
            ("own".to_owned(), &mut self.own),
            ("short_turn".to_owned(), &mut self.short_turn),
            ("short_power".to_owned(), &mut self.short_power),
            ("short_prior".to_owned(), &mut self.short_prior),
            ("small".to_owned(), &mut self.small),
            ("machine".to_owned(), &mut self.machine),
            ("machine_told".to_owned(), &mut self.machine_told),
            ("framing".to_owned(), &mut self.framing),
            ("covered".to_owned(), &mut self.covered),
            ("session_head".to_owned(), &mut self.session_head),
            ("understood".to_owned(), &mut self.understood),
        ];
        let lists: [(&str, &mut [f64]); 9] = [
            ("atom_windows", &mut self.atom_windows),
            ("atom_page", &mut self.atom_page),
            ("atom_near", &mut self.atom_near),
            ("page_windows", &mut self.page_windows),
            ("page_whole", &mut self.page_whole),
            ("page_near", &mut self.page_near),
            ("session_bm25", &mut self.session_bm25),
            ("vector_gain", &mut self.vector_gain),
            ("reciprocal", &mut self.reciprocal),
        ];
        for (name, values) in lists {
            let numbered = values.iter_mut().enumerate();
            entries.extend(numbered.map(|(at, value)| (format!("{name}.{at}"), value)));
        }
        entries
    }
}
