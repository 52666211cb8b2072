//! English words that carry no meaning of their own. Short, because a word that is left out can only be
//! found as part of a name or of a pair.

/// Sorted, folded; apostrophes are dropped before the look-up.
const WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "arent", "as",
    "at", "be", "because", "been", "before", "being", "both", "but", "by", "can", "cant", "could",
    "couldnt", "did", "didnt", "do", "does", "doesnt", "doing", "dont", "during", "each", "for",
    "from", "had", "has", "have", "havent", "having", "he", "her", "here", "hers", "him", "his",
    "how", "i", "id", "if", "ill", "im", "in", "into", "is", "isnt", "it", "its", "ive", "just",
    "me", "might", "my", "no", "nor", "not", "of", "on", "or", "our", "ours", "shall", "she",
    "should", "shouldnt", "so", "some", "such", "than", "that", "thats", "the", "their", "theirs",
    "them", "then", "there", "these", "they", "this", "those", "to", "too", "up", "us", "very",
    "was", "wasnt", "we", "were", "what", "whats", "when", "where", "which", "who", "whom",
    "whose", "why", "will", "with", "would", "wouldnt", "you", "your", "youre", "yours",
];

/// Whether a folded word is one of them.
pub(crate) fn is_stop_word(word: &str) -> bool {
    word.len() <= 8 && WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::WORDS.is_sorted());
    }
}
