//! memopage itself, through the doors that its users have: the engine's own calls, and the program.

mod ask;
mod cold;
mod index;
mod write;

pub(crate) use ask::{Asked, Recalled, interleaved};
pub(crate) use cold::{Cold, cold};
pub(crate) use index::{Indexed, in_child, in_this_process};
pub(crate) use write::{Remembered, remember};

use memory::Memory;
use std::path::Path;

fn open(root: &Path) -> Result<Memory, String> {
    Memory::open(root).map_err(|error| format!("cannot open {}: {error}", root.display()))
}

#[cfg(test)]
mod tests;
