//! Where a page's atoms lie in its text, so that a hit can be shown without reading the page again; and how
//! that is written down.

mod code;

/// What an atom is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// What the page calls itself; has no place in the text.
    Head,
    /// A run of about 200 tokens under one heading.
    Passage,
    /// A turn of a conversation.
    Turn,
    /// Retired facts, which are not read unless asked for.
    Retired,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Head, Self::Passage, Self::Turn, Self::Retired];

    /// The number that stands for it in postings and outlines.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Head => 0,
            Self::Passage => 1,
            Self::Turn => 2,
            Self::Retired => 3,
        }
    }

    pub(crate) fn from_code(code: u8) -> Self {
        Self::ALL.into_iter().find(|kind| kind.code() == code).unwrap_or(Self::Passage)
    }
}

/// One atom's place: bytes and lines of the page, kind, section, and the turn's id where it is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place(
    pub(crate) usize,
    pub(crate) usize,
    pub(crate) usize,
    pub(crate) u8,
    pub(crate) usize,
    pub(crate) Option<String>,
);

impl Place {
    pub(crate) fn start(&self) -> usize {
        self.0
    }

    pub(crate) fn end(&self) -> usize {
        self.1
    }

    /// Line of the first byte, from 1.
    pub(crate) fn line(&self) -> usize {
        self.2
    }

    pub(crate) fn kind(&self) -> Kind {
        Kind::from_code(self.3)
    }

    pub(crate) fn section(&self) -> usize {
        self.4
    }

    pub(crate) fn turn(&self) -> Option<&str> {
        self.5.as_deref()
    }
}

/// All atoms of a page in order, and the headings above them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Outline {
    /// Heading of each section.
    pub(crate) headings: Vec<String>,
    /// Atoms in page order; the first is the head.
    pub(crate) places: Vec<Place>,
    /// Tokens of all atoms but the head and the retired ones.
    pub(crate) tokens: usize,
}

impl Outline {
    /// Atoms that count in the collection's statistics.
    pub(crate) fn counted_atoms(&self) -> usize {
        let counts = |place: &&Place| matches!(place.kind(), Kind::Passage | Kind::Turn);
        self.places.iter().filter(counts).count()
    }

    /// Whether the page is a conversation.
    pub(crate) fn is_session(&self) -> bool {
        self.places.iter().any(|place| place.kind() == Kind::Turn)
    }
}
