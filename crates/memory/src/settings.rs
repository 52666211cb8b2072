//! The vault's own settings, `memopage.toml`, changed as its pages are: under the lock, and into the
//! history. What the settings mean is not known here; whoever changes them does.

use crate::{Call, Error, Kind, MARKER, Memory, apply, problem};

/// What a change of the settings is called in the history.
pub(crate) const OPERATION: &str = "settings";

/// The comment above the line that names the vault's model.
pub const MODEL_NOTE: &str = "# Asked by `recall --vector`; see `memopage models`.";

impl Memory {
    /// Writes what `change` makes of the text of [`MARKER`], and records it as `subject`. Gives warnings of
    /// the history; writes nothing where the text stays as it is.
    ///
    /// # Errors
    /// `Corrupt` for a file that is not UTF-8, `Busy` while another writer holds the vault, `Unavailable`
    /// when the file cannot be read or written; else what `change` says.
    pub fn change_settings(
        &self,
        call: &Call,
        subject: &str,
        change: impl FnOnce(&str) -> Result<String, Error>,
    ) -> Result<Vec<String>, Error> {
        let lock = self.lock(OPERATION, call)?;
        let mut warnings = self.mend_locked(&lock)?;
        let bytes = self.vault.read(MARKER).map_err(problem::from_vault)?;
        let before = String::from_utf8(bytes).map_err(|_| {
            Error::new(Kind::Corrupt, format!("{MARKER} is not UTF-8"))
                .hint("save the file as UTF-8 in an editor")
        })?;
        let after = change(&before)?;
        if after == before {
            return Ok(warnings);
        }
        self.vault.replace(MARKER, after.as_bytes()).map_err(problem::from_vault)?;
        let note = store::Note {
            operation: OPERATION.to_owned(),
            subject: subject.to_owned(),
            origin: apply::origin(call),
            when: apply::moment(call),
            ..store::Note::default()
        };
        warnings.extend(self.history().adopt(&*self.vault, &note, &[MARKER.to_owned()]));
        warnings.extend(self.history().catch_up(&*self.vault));
        Ok(warnings)
    }
}
