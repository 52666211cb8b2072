//! English forms that no stemmer brings together: `went` is a form of `go`, `children` of `child`.
//!
//! Left out on purpose: forms that are names or words of their own more often (`rose`, `drew`, `led`,
//! `bit`, `lives`).

use std::collections::HashMap;
use std::sync::OnceLock;

/// A line for each word: the word, then its other forms.
const FORMS: &str = "\
go went gone
get got gotten
make made
take took taken
give gave given
buy bought
bring brought
think thought
teach taught
catch caught
fight fought
seek sought
sell sold
tell told
say said
see saw seen
find found
lose lost
leave left
meet met
feel felt
keep kept
sleep slept
sweep swept
spend spent
send sent
lend lent
build built
bend bent
break broke broken
speak spoke spoken
wake woke woken
choose chose chosen
steal stole stolen
freeze froze frozen
write wrote written
drive drove driven
ride rode ridden
rise risen
eat ate eaten
fall fell fallen
know knew known
grow grew grown
throw threw thrown
fly flew flown
blow blew blown
draw drawn
show shown
wear wore worn
tear tore torn
swear swore sworn
begin began begun
sing sang sung
ring rang rung
sink sank sunk
swim swam swum
drink drank drunk
run ran
come came
become became
win won
hold held
stand stood
understand understood
hear heard
pay paid
feed fed
breed bred
sit sat
hang hung
forget forgot forgotten
hide hid hidden
bite bitten
shake shook shaken
shoot shot
stick stuck
dig dug
strike struck
swing swung
mean meant
deal dealt
learn learnt
dream dreamt
burn burnt
spell spelt
spill spilt
child children
person people
man men
woman women
foot feet
tooth teeth
mouse mice
wife wives
knife knives
shelf shelves";
/// The longest of them.
const LONGEST: usize = 10;

/// The word that this is a form of.
pub(super) fn base(word: &str) -> Option<&'static str> {
    static FOUND: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    if word.len() > LONGEST {
        return None;
    }
    let forms = FOUND.get_or_init(|| {
        let of = |line: &'static str| {
            let mut words = line.split(' ');
            let base = words.next().unwrap_or_default();
            words.map(move |form| (form, base))
        };
        FORMS.lines().flat_map(of).collect()
    });
    forms.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::{FORMS, LONGEST, base};

    #[test]
    fn every_form_has_one_base_that_is_no_form() {
        let mut seen = std::collections::HashSet::new();
        for word in FORMS.split_whitespace() {
            assert!(seen.insert(word), "{word} stands twice");
            assert!(word.len() <= LONGEST, "{word}");
        }
        assert_eq!((base("went"), base("go"), base("rose")), (Some("go"), None, None));
    }
}
