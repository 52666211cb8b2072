//! Values as few bytes: numbers of seven bits a byte, distances in either direction, texts by length or by
//! what they share with the one before. What is read is not trusted: anything that cannot have been
//! written gives nothing.

/// Writes a number.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Writes where `to` lies from `from`: a distance forward is twice itself, one back twice itself less one.
pub(crate) fn put_distance(bytes: &mut Vec<u8>, from: usize, to: usize) {
    let back = to < from;
    put(bytes, 2 * from.abs_diff(to) as u64 - u64::from(back));
}

/// Writes a text behind its length.
pub(crate) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Writes how many bytes a text shares with the beginning of another one, and the rest.
pub(crate) fn put_text_after(bytes: &mut Vec<u8>, before: &str, text: &str) {
    let same = before.chars().zip(text.chars()).take_while(|(a, b)| a == b);
    let shared: usize = same.map(|(char, _)| char.len_utf8()).sum();
    put(bytes, shared as u64);
    put_text(bytes, &text[shared..]);
}

/// Reads what the functions here wrote, from the first byte on.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for at in 0..10 {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f).checked_shl(7 * at)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// A number of things that follow and take a byte each at least, so that it cannot ask for more room
    /// than there are bytes.
    pub(crate) fn count(&mut self) -> Option<usize> {
        self.size().filter(|count| *count <= self.0.len())
    }

    pub(crate) fn distance(&mut self, from: usize) -> Option<usize> {
        let number = self.size()?;
        match number % 2 {
            0 => from.checked_add(number / 2),
            _ => from.checked_sub(number / 2 + 1),
        }
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let length = self.count()?;
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    pub(crate) fn text_after(&mut self, before: &str) -> Option<String> {
        let shared = self.size()?;
        let mut text = before.get(..shared)?.to_owned();
        text.push_str(self.text()?);
        Some(text)
    }
}
