//! Exit codes: what each kind of failure means to a shell.

use memory::Kind;
use std::process::ExitCode;

/// What somebody wants to be stopped by was found.
const FOUND: u8 = 1;
/// The input cannot be understood; also what the command line's own parser gives.
const BAD_REQUEST: u8 = 2;
/// The policy says no.
const REFUSED: u8 = 3;
/// No such page, fact, commit, model, or file to take in.
const NOT_FOUND: u8 = 4;
/// A stale revision or an ambiguous name.
const CONFLICT: u8 = 5;
/// Another writer holds the lock.
const BUSY: u8 = 6;
/// Something outside the program is missing: the disk, git, a model.
const UNAVAILABLE: u8 = 7;
/// State on disk breaks an invariant (`EX_DATAERR` of sysexits).
const CORRUPT: u8 = 65;
/// A fault of this program (`EX_SOFTWARE` of sysexits).
const INTERNAL: u8 = 70;

/// The exit codes, for the end of the help.
pub(crate) const TABLE: &str = "\
Exit codes:
   0  done
   1  done, and `lint --fail-on` found what it is to stop at
   2  the input cannot be understood
   3  refused: the policy, a page's type or its file does not allow it
   4  there is no such page, fact, commit or model, nor file to import
   5  a conflict: a stale revision, several that could be meant, a page that exists
   6  busy: another writer holds the vault
   7  unavailable: the disk, git, a model or the vault itself
  65  state on disk is damaged
  70  a fault of this program";

/// The exit code of an operation that found what it was asked to fail on.
pub(crate) fn found() -> ExitCode {
    ExitCode::from(FOUND)
}

/// The exit code of `kind`.
pub(crate) fn code(kind: Kind) -> ExitCode {
    ExitCode::from(match kind {
        Kind::BadRequest => BAD_REQUEST,
        Kind::Refused => REFUSED,
        Kind::NotFound => NOT_FOUND,
        Kind::Conflict => CONFLICT,
        Kind::Busy => BUSY,
        Kind::Unavailable => UNAVAILABLE,
        Kind::Corrupt => CORRUPT,
        Kind::Internal => INTERNAL,
    })
}
