//! The big index: tantivy, one document per atom, the atoms of a page side by side in page order.
//!
//! A document holds two fields of terms and three numbers: the page version (`uid`), the atom's place in it
//! and its kind. Texts are not stored; the catalogue says where they lie. Pairs of Han and their like are
//! a field of their own, since they need no positions: the characters that they are made of have them.

mod alike;
mod best;
mod columns;
#[cfg(test)]
mod tests;
mod union;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tantivy::directory::MmapDirectory;
use tantivy::directory::error::LockError;
use tantivy::fastfield::Column;
use tantivy::indexer::{IndexWriterOptions, UserOperation};
use tantivy::postings::SegmentPostings;
use tantivy::query::{Bm25Weight, BooleanQuery, BoostQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{
    DocId, DocSet, Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, Score, Searcher,
    SegmentReader, TERMINATED, TantivyDocument, TantivyError, Term,
};

use crate::atom::Atom;
use crate::catalogue::Live;
use crate::error::IndexError;
use crate::evidence::{AtomEvidence, Hits, PageEvidence};
use crate::outline::Kind;
use crate::seal::{self, ReadOnly};
use crate::words::{Analyser, Part, is_pair, joined};

use best::{Best, Found, shorten};
use columns::Columns;
use union::List;

/// Memory for postings that are not yet on disk; tantivy's own lower bound is 15 MB.
const HEAP_BYTES: usize = 20 << 20;
/// Atoms that a page has room for from the start.
const USUAL_ATOMS: usize = 10;
/// Documents of a term that are looked at one by one where some of them are deleted.
const COUNTED: u32 = 4096;
const ANALYSER: &str = "memopage";
const PAIRS: &str = "memopage-pairs";
/// Between two looks at whether another process has finished writing.
const PAUSE: Duration = Duration::from_millis(20);

/// The big index, opened for reading; written through [`Big::writer`].
pub(crate) struct Big {
    index: Index,
    /// Its folder; none in memory.
    dir: Option<PathBuf>,
    reader: IndexReader,
    fields: Fields,
    /// The generation that `reader` shows at least.
    loaded: Mutex<u64>,
    /// The numbers of each segment, of the reader's state with this number.
    columns: Mutex<Option<(u64, Arc<Vec<Columns>>)>>,
}

#[derive(Clone, Copy)]
struct Fields {
    body: Field,
    pairs: Field,
    uid: Field,
    ord: Field,
    kind: Field,
}

/// Number and tokens of atoms, turns and passages apart.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Sizes {
    pub(crate) atoms: [u64; 4],
    pub(crate) tokens: [u64; 4],
}

impl Sizes {
    pub(crate) fn add(&mut self, kind: Kind, tokens: u32) {
        self.atoms[usize::from(kind.code())] += 1;
        self.tokens[usize::from(kind.code())] += u64::from(tokens);
    }

    /// Takes off what is counted and not there.
    pub(crate) fn take(&mut self, kind: Kind, tokens: u32) {
        let (atoms, of) = (&mut self.atoms, &mut self.tokens);
        let at = usize::from(kind.code());
        atoms[at] = atoms[at].saturating_sub(1);
        of[at] = of[at].saturating_sub(u64::from(tokens));
    }
}

/// Terms to score by, with what each counts, and phrases that must be there.
#[derive(Default)]
pub(crate) struct Wanted<'a> {
    pub(crate) terms: &'a [(String, f32)],
    /// Each phrase: terms at their distance from the phrase's start.
    pub(crate) phrases: &'a [Vec<(usize, String)>],
    /// Whether retired atoms take part.
    pub(crate) retired: bool,
    /// Terms that say that a machine speaks; they are read, and never searched for.
    pub(crate) machines: &'a [String],
}

/// A writer, alone in all processes while it lives.
pub(crate) struct Writer {
    writer: IndexWriter,
    fields: Fields,
}

impl Fields {
    /// A term in the field that has it.
    fn term(&self, text: &str) -> Term {
        Term::from_field_text(if is_pair(text) { self.pairs } else { self.body }, text)
    }
}

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let text = |analyser, option| {
        let indexing =
            TextFieldIndexing::default().set_tokenizer(analyser).set_index_option(option);
        TextOptions::default().set_indexing_options(indexing)
    };
    let (placed, pairs) = (IndexRecordOption::WithFreqsAndPositions, IndexRecordOption::WithFreqs);
    let number = NumericOptions::default().set_fast();
    let fields = Fields {
        body: builder.add_text_field("body", text(ANALYSER, placed)),
        pairs: builder.add_text_field("pairs", text(PAIRS, pairs)),
        uid: builder.add_u64_field("uid", number.clone().set_indexed()),
        ord: builder.add_u64_field("ord", number.clone()),
        kind: builder.add_u64_field("kind", number),
    };
    (builder.build(), fields)
}

impl Big {
    /// Makes an empty index in a folder that does not exist yet.
    pub(crate) fn create(dir: &Path) -> Result<Self, IndexError> {
        std::fs::create_dir_all(dir).map_err(IndexError::io(dir))?;
        let directory = MmapDirectory::open(dir).map_err(TantivyError::from)?;
        let index = Index::create(directory, schema().0, IndexSettings::default())?;
        Self::of(index, Some(dir))
    }

    /// Makes an empty index that only this process has.
    pub(crate) fn in_memory() -> Result<Self, IndexError> {
        Self::of(Index::create_in_ram(schema().0), None)
    }

    /// Opens what is there, once it is seen to be whole.
    pub(crate) fn open(dir: &Path) -> Result<Self, IndexError> {
        let index = Index::open_in_dir(dir)?;
        if let Some(seals) = seal::check(&index, dir)? {
            seal::write(dir, &seals);
        }
        Self::of(index, Some(dir))
    }

    /// Opens what is there without any need to write.
    pub(crate) fn open_readonly(dir: &Path) -> Result<Self, IndexError> {
        let directory = ReadOnly::open(dir).map_err(TantivyError::from)?;
        let index = Index::open(directory)?;
        seal::check(&index, dir)?;
        Self::of(index, Some(dir))
    }

    fn of(index: Index, dir: Option<&Path>) -> Result<Self, IndexError> {
        if index.schema() != schema().0 {
            return Err(TantivyError::SchemaError("fields of another format".to_owned()).into());
        }
        index.tokenizers().register(ANALYSER, Analyser(Part::Placed));
        index.tokenizers().register(PAIRS, Analyser(Part::Pairs));
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let (dir, fields) = (dir.map(Path::to_owned), schema().1);
        Ok(Self { index, dir, reader, fields, loaded: Mutex::new(0), columns: Mutex::default() })
    }

    /// Says that what a writer has just finished is whole.
    pub(crate) fn seal(&self) -> Result<(), IndexError> {
        self.dir.as_ref().map_or(Ok(()), |dir| seal::renew(&self.index, dir))
    }

    /// Reads every file through; one line for each that is missing or altered.
    pub(crate) fn verify(&self) -> Result<Vec<String>, IndexError> {
        self.dir.as_ref().map_or(Ok(Vec::new()), |dir| seal::verify(&self.index, dir))
    }

    /// A fixed state that has everything up to `generation`.
    pub(crate) fn searcher(&self, generation: u64) -> Result<Searcher, IndexError> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if *loaded < generation {
            self.reader.reload()?;
            *loaded = generation;
        }
        Ok(self.reader.searcher())
    }

    /// Whether everything is in one segment without postings that are gone.
    pub(crate) fn is_joined(&self) -> Result<bool, IndexError> {
        let segments = self.index.searchable_segment_metas()?;
        Ok(segments.len() <= 1 && !segments.iter().any(|segment| segment.has_deletes()))
    }

    /// Which share of the documents is deleted, or belongs to one of these versions.
    pub(crate) fn dead_share(&self, searcher: &Searcher, dead: &[u64]) -> Result<f64, IndexError> {
        let (mut all, mut gone) = (0, 0);
        for reader in searcher.segment_readers() {
            all += u64::from(reader.max_doc());
            gone += u64::from(reader.num_deleted_docs());
            let inverted = reader.inverted_index(self.fields.uid)?;
            for uid in dead {
                let term = Term::from_field_u64(self.fields.uid, *uid);
                gone += u64::from(inverted.doc_freq(&term).map_err(TantivyError::from)?);
            }
        }
        Ok(gone as f64 / (all as f64).max(1.0))
    }

    /// How many segments there are.
    pub(crate) fn parts(&self) -> Result<usize, IndexError> {
        Ok(self.index.searchable_segment_ids()?.len())
    }

    /// Looks at the newest files.
    pub(crate) fn reload(&self) -> Result<(), IndexError> {
        // Columns would keep files open that are gone.
        *self.columns.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(self.reader.reload()?)
    }

    /// Waits for the writer's place, at most `wait`.
    pub(crate) fn writer(&self, wait: Duration) -> Result<Option<Writer>, IndexError> {
        let mut left = wait;
        // One thread writes and one joins: more would each keep memory of their own.
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .memory_budget_per_thread(HEAP_BYTES)
            .num_merge_threads(1)
            .build();
        loop {
            match self.index.writer_with_options(options.clone()) {
                Ok(writer) => return Ok(Some(Writer { writer, fields: self.fields })),
                Err(TantivyError::LockFailure(LockError::LockBusy, _)) if left.is_zero() => {
                    return Ok(None);
                }
                Err(TantivyError::LockFailure(LockError::LockBusy, _)) => {
                    std::thread::sleep(PAUSE.min(left));
                    left = left.saturating_sub(PAUSE);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// How many documents have each term.
    pub(crate) fn frequencies(
        &self,
        searcher: &Searcher,
        terms: &[(String, f32)],
    ) -> Result<Vec<u64>, IndexError> {
        let mut found = vec![0; terms.len()];
        for reader in searcher.segment_readers() {
            for ((text, _), df) in terms.iter().zip(&mut found) {
                let term = self.fields.term(text);
                let inverted = reader.inverted_index(term.field())?;
                let Some(info) = inverted.get_term_info(&term).map_err(TantivyError::from)? else {
                    continue;
                };
                *df += match reader.alive_bitset() {
                    // A common word weighs little either way.
                    Some(alive) if info.doc_freq <= COUNTED => {
                        let option = IndexRecordOption::Basic;
                        let mut postings = inverted
                            .read_postings_from_terminfo(&info, option)
                            .map_err(TantivyError::from)?;
                        let mut count = 0;
                        while postings.doc() != TERMINATED {
                            count += u64::from(alive.is_alive(postings.doc()));
                            postings.advance();
                        }
                        count
                    }
                    _ => u64::from(info.doc_freq),
                };
            }
        }
        Ok(found)
    }

    /// Number and tokens of all atoms by kind.
    pub(crate) fn sizes(&self, searcher: &Searcher) -> Result<Sizes, IndexError> {
        let mut sizes = Sizes::default();
        for segment in searcher.segment_readers() {
            let norms = segment.get_fieldnorms_reader(self.fields.body)?;
            let kinds: Column<u64> = segment.fast_fields().u64("kind")?;
            for doc in segment.doc_ids_alive() {
                let code = u8::try_from(kinds.first(doc).unwrap_or(1)).unwrap_or(1);
                sizes.add(Kind::from_code(code), norms.fieldnorm(doc));
            }
        }
        Ok(sizes)
    }

    /// The pages of the best atoms among `live`, with the tf of every term in every atom.
    pub(crate) fn evidence(
        &self,
        searcher: &Searcher,
        wanted: &Wanted<'_>,
        live: &Live,
        limit: usize,
    ) -> Result<Vec<PageEvidence>, IndexError> {
        let columns = self.columns(searcher)?;
        let best = Best { live, columns: &columns, limit, retired: wanted.retired };
        let terms: Vec<&(String, f32)> =
            wanted.terms.iter().filter(|(_, weight)| *weight > 0.0).collect();
        let found = match (terms.len(), wanted.phrases.len()) {
            (0, 0) => return Ok(Vec::new()),
            (2.., 0) => self.union(searcher, &terms, &best)?,
            _ => searcher.search(&self.query(wanted), &best)?,
        };
        let mut by_segment: HashMap<u32, Vec<(u64, DocId)>> = HashMap::new();
        for hit in found {
            by_segment.entry(hit.segment).or_default().push((hit.uid, hit.doc));
        }
        let mut pages = Vec::new();
        for (segment, hits) in by_segment {
            let part = (searcher.segment_reader(segment), &columns[segment as usize]);
            pages.extend(self.pages(part, hits, wanted)?);
        }
        Ok(pages)
    }

    /// The pages of these versions, which need not match anything.
    pub(crate) fn evidence_of(
        &self,
        searcher: &Searcher,
        uids: &[u64],
        wanted: &Wanted<'_>,
    ) -> Result<Vec<PageEvidence>, IndexError> {
        if uids.is_empty() {
            return Ok(Vec::new());
        }
        let mut pages = Vec::new();
        let all = self.columns(searcher)?;
        for (reader, columns) in searcher.segment_readers().iter().zip(&*all) {
            let inverted = reader.inverted_index(self.fields.uid)?;
            let mut hits = Vec::new();
            for uid in uids {
                let term = Term::from_field_u64(self.fields.uid, *uid);
                let postings = inverted
                    .read_postings(&term, IndexRecordOption::Basic)
                    .map_err(TantivyError::from)?;
                let Some(postings) = postings else { continue };
                if postings.doc() != TERMINATED && !reader.is_deleted(postings.doc()) {
                    hits.push((*uid, postings.doc()));
                }
            }
            if !hits.is_empty() {
                pages.extend(self.pages((reader, columns), hits, wanted)?);
            }
        }
        Ok(pages)
    }

    /// The numbers of each segment, opened once for each state of the files.
    fn columns(&self, searcher: &Searcher) -> Result<Arc<Vec<Columns>>, IndexError> {
        let state = searcher.generation().generation_id();
        let mut known = self.columns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, columns)) = &*known
            && *of == state
        {
            return Ok(Arc::clone(columns));
        }
        let columns: Result<Vec<Columns>, TantivyError> =
            searcher.segment_readers().iter().map(Columns::of).collect();
        let columns = Arc::new(columns?);
        *known = Some((state, Arc::clone(&columns)));
        Ok(columns)
    }

    /// The best documents of several terms of which none must be there.
    fn union(
        &self,
        searcher: &Searcher,
        terms: &[&(String, f32)],
        best: &Best<'_>,
    ) -> Result<Vec<Found>, IndexError> {
        let readers = searcher.segment_readers();
        let documents: u64 = readers.iter().map(|reader| u64::from(reader.max_doc())).sum();
        let mut lists: Vec<Vec<List>> = readers.iter().map(|_| Vec::new()).collect();
        for (text, weight) in terms {
            let term = self.fields.term(text);
            let (mut tokens, mut df) = (0, 0);
            let mut found = Vec::with_capacity(readers.len());
            for reader in readers {
                let inverted = reader.inverted_index(term.field())?;
                let info = inverted.get_term_info(&term).map_err(TantivyError::from)?;
                tokens += inverted.total_num_tokens();
                df += info.as_ref().map_or(0, |info| u64::from(info.doc_freq));
                found.push((inverted, info));
            }
            let average = tokens as Score / documents as Score;
            let bm25 =
                Bm25Weight::for_one_term_without_explain(df, documents, average).boost_by(*weight);
            for ((inverted, info), (reader, lists)) in
                found.into_iter().zip(readers.iter().zip(&mut lists))
            {
                let Some(info) = info else { continue };
                let postings = inverted
                    .read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)
                    .map_err(TantivyError::from)?;
                let norms = reader.get_fieldnorms_reader(term.field())?;
                lists.push(List::new(postings, bm25.clone(), norms));
            }
        }
        let mut all = Vec::new();
        for ((segment, reader), lists) in (0..).zip(readers).zip(lists) {
            let mut taken = best.taken(segment, reader);
            union::best(lists, &mut |doc, score| taken.take(doc, score));
            all.extend(taken.found());
        }
        shorten(&mut all, best.limit);
        Ok(all)
    }

    fn query(&self, wanted: &Wanted<'_>) -> BooleanQuery {
        let term = |text: &str| self.fields.term(text);
        let mut parts: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        // What weighs nothing stands beside what does: who speaks is also among the turn's words.
        for (text, weight) in wanted.terms.iter().filter(|(_, weight)| *weight > 0.0) {
            let query = TermQuery::new(term(text), IndexRecordOption::WithFreqs);
            let query: Box<dyn Query> = Box::new(query);
            parts.push((Occur::Should, Box::new(BoostQuery::new(query, *weight))));
        }
        for phrase in wanted.phrases {
            let mut places = BTreeMap::new();
            for (at, text) in phrase {
                if is_pair(text) && phrase.len() > 1 {
                    places.extend((*at..).zip(text.chars().map(String::from)));
                } else {
                    places.insert(*at, text.clone());
                }
                // A pair has no position, yet its characters can stand side by side without being one.
                let query = TermQuery::new(term(text), IndexRecordOption::WithFreqs);
                parts.push((Occur::Must, Box::new(query)));
            }
            if places.len() > 1 {
                let terms = places.iter().map(|(at, text)| (*at, term(text))).collect();
                parts.push((Occur::Must, Box::new(PhraseQuery::new_with_offset(terms))));
            }
        }
        BooleanQuery::new(parts)
    }

    /// Reads the pages around these documents of one segment: all their atoms, and where terms stand.
    fn pages(
        &self,
        (reader, columns): (&SegmentReader, &Columns),
        mut hits: Vec<(u64, DocId)>,
        wanted: &Wanted<'_>,
    ) -> Result<Vec<PageEvidence>, IndexError> {
        hits.sort_unstable_by_key(|(_, doc)| *doc);
        hits.dedup_by_key(|(uid, _)| *uid);
        let norms = reader.get_fieldnorms_reader(self.fields.body)?;
        let mut pages: Vec<(DocId, PageEvidence)> = Vec::with_capacity(hits.len());
        for (uid, doc) in hits {
            let first = columns.first(doc);
            let mut page = PageEvidence { uid, atoms: Vec::with_capacity(USUAL_ATOMS) };
            let mut at = first;
            while at < reader.max_doc() && columns.uid(at) == uid {
                let (kind, len) = (columns.kind(at), norms.fieldnorm(at));
                page.atoms.push(AtomEvidence { kind, len, hits: Hits::default(), machine: false });
                at += 1;
            }
            pages.push((first, page));
        }
        let postings = |text: &str| {
            let term = self.fields.term(text);
            let found = reader
                .inverted_index(term.field())?
                .read_postings(&term, IndexRecordOption::WithFreqs);
            found.map_err(TantivyError::from)
        };
        for (nth, (text, _)) in wanted.terms.iter().enumerate() {
            let nth = u16::try_from(nth).expect("because a query has few terms");
            if let Some(postings) = postings(text)? {
                visit(postings, &mut pages, |atom, tf| atom.hits.push((nth, tf)));
            }
        }
        for text in wanted.machines {
            if let Some(postings) = postings(text)? {
                visit(postings, &mut pages, |atom, _| atom.machine = true);
            }
        }
        Ok(pages.into_iter().map(|(_, page)| page).collect())
    }
}

/// Hands every atom of these pages that has the term on, with its tf. Pages are in the order of documents.
fn visit(
    mut postings: SegmentPostings,
    pages: &mut [(DocId, PageEvidence)],
    mut to: impl FnMut(&mut AtomEvidence, u32),
) {
    for (first, page) in pages {
        let end = *first + u32::try_from(page.atoms.len()).unwrap_or(0);
        let mut doc = postings.doc();
        if doc < *first {
            doc = postings.seek(*first);
        }
        while doc < end {
            let tf = tantivy::postings::Postings::term_freq(&postings);
            to(&mut page.atoms[(doc - *first) as usize], tf);
            doc = postings.advance();
        }
    }
}

impl Writer {
    /// Adds a page's atoms as neighbours; postings of the same version from a fold that did not finish go.
    pub(crate) fn add(&self, uid: u64, atoms: &[Atom], text: &str) -> Result<(), IndexError> {
        let mut operations = Vec::with_capacity(atoms.len() + 1);
        operations.push(UserOperation::Delete(Term::from_field_u64(self.fields.uid, uid)));
        for (ord, atom) in atoms.iter().enumerate() {
            let mut document = TantivyDocument::new();
            let value = joined(&atom.lead, &text[atom.words.clone()]);
            document.add_text(self.fields.body, &value);
            document.add_text(self.fields.pairs, value);
            document.add_u64(self.fields.uid, uid);
            document.add_u64(self.fields.ord, ord as u64);
            document.add_u64(self.fields.kind, u64::from(atom.kind.code()));
            operations.push(UserOperation::Add(document));
        }
        self.writer.run(operations)?;
        Ok(())
    }

    /// Drops a version's postings.
    pub(crate) fn delete(&self, uid: u64) {
        self.writer.delete_term(Term::from_field_u64(self.fields.uid, uid));
    }

    /// Makes everything so far visible to readers that look again.
    pub(crate) fn commit(&mut self) -> Result<(), IndexError> {
        self.writer.commit()?;
        Ok(())
    }

    /// Waits until segments that were being joined are, and gives up the writer's place.
    pub(crate) fn finish(self) -> Result<(), IndexError> {
        self.writer.wait_merging_threads()?;
        Ok(())
    }

    /// Joins all segments into one, without the postings of deleted versions.
    pub(crate) fn join(&mut self) -> Result<(), IndexError> {
        let segments = self.writer.index().searchable_segment_ids()?;
        if !segments.is_empty() {
            self.writer.merge(&segments).wait()?;
        }
        Ok(())
    }
}

impl Writer {
    /// Deletes files that no segment uses any more.
    pub(crate) fn sweep(&mut self) -> Result<(), IndexError> {
        self.writer.garbage_collect_files().wait()?;
        Ok(())
    }
}
