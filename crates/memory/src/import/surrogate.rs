//! JSON with halves of characters made JSON that can be read: `"\\ud83d …"`, which programs write that cut
//! a text within a character. U+FFFD takes the place of each half that stands alone.

use std::io::{self, BufRead, Read};

/// Bytes that are looked at together.
const CHUNK: usize = 64 * 1024;
/// Bytes of an escape, `\uXXXX`, and of a pair of them.
const ESCAPE: usize = 6;
const PAIR: usize = 2 * ESCAPE;
/// What takes the place of a half; as long as it.
const REPLACEMENT: &[u8; ESCAPE] = b"\\ufffd";

/// A reader whose bytes have no half of a character.
pub(super) struct Whole<'a> {
    from: &'a mut dyn BufRead,
    bytes: Vec<u8>,
    /// What was handed on already, and what may be.
    at: usize,
    ready: usize,
}

impl<'a> Whole<'a> {
    pub(super) fn new(from: &'a mut dyn BufRead) -> Self {
        Self { from, bytes: Vec::new(), at: 0, ready: 0 }
    }

    /// Reads on. What may be the beginning of a pair waits for its end.
    fn fill(&mut self) -> io::Result<()> {
        self.bytes.drain(..self.ready);
        let read = (&mut *self.from).take(CHUNK as u64).read_to_end(&mut self.bytes)?;
        let end = if read == 0 { self.bytes.len() } else { self.bytes.len().saturating_sub(PAIR) };
        let mut at = 0;
        while at < end {
            at += match self.bytes[at..].iter().position(|&byte| byte == b'\\') {
                Some(0) => self.escape(at),
                Some(skip) => skip.min(end - at),
                None => end - at,
            };
        }
        (self.at, self.ready) = (0, at.min(self.bytes.len()));
        Ok(())
    }

    /// How long the escape at this place is; a half alone is replaced.
    fn escape(&mut self, at: usize) -> usize {
        match unit(&self.bytes[at..]) {
            None => 2,
            Some(0xd800..=0xdbff)
                if matches!(unit(&self.bytes[at + ESCAPE..]), Some(0xdc00..=0xdfff)) =>
            {
                PAIR
            }
            Some(0xd800..=0xdfff) => {
                self.bytes[at..at + ESCAPE].copy_from_slice(REPLACEMENT);
                ESCAPE
            }
            Some(_) => ESCAPE,
        }
    }
}

impl Read for Whole<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready {
            self.fill()?;
            if self.bytes.is_empty() {
                return Ok(0);
            }
        }
        let count = out.len().min(self.ready - self.at);
        out[..count].copy_from_slice(&self.bytes[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// The UTF-16 unit that an escape stands for.
fn unit(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.get(..ESCAPE)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok().filter(|it| !it.starts_with('+'))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Whole};
    use std::io::Read;

    fn whole(text: &str) -> String {
        let mut out = String::new();
        Whole::new(&mut text.as_bytes()).read_to_string(&mut out).unwrap();
        out
    }

    #[test]
    fn halves_alone_are_replaced_wherever_they_stand_and_all_else_is_as_it_was() {
        let pad = |long: usize| "x".repeat(long);
        for long in (0..20).chain(CHUNK - 20..CHUNK + 20).chain([2 * CHUNK - 6]) {
            for (from, to) in [
                (r"\ud83d …", r"\ufffd …"),
                (r"\ud83d\ude00", r"\ud83d\ude00"),
                (r"\uDE00\ud83d", r"\ufffd\ufffd"),
                (r"\ud83d\ud83d\ude00", r"\ufffd\ud83d\ude00"),
                (r"\\ud83d", r"\\ud83d"),
                (r"\\\ud83d", r"\\\ufffd"),
                (r"\n\u0041\u+83d\", r"\n\u0041\u+83d\"),
            ] {
                let text = format!("{}{from}", pad(long));
                assert_eq!(whole(&text), format!("{}{to}", pad(long)), "{long}");
                let text = format!("{from}{}", pad(long));
                assert_eq!(whole(&text), format!("{to}{}", pad(long)), "{long}");
            }
        }
        assert_eq!(whole(""), "");
    }
}
