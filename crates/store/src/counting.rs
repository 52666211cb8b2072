//! A vault that aborts the process at a chosen step: for crash tests with real processes and a real
//! disk. It changes nothing else.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::VaultError;
use crate::files::{Files, Moved, Purpose};
use crate::vault::{Durability, LetterCase, Listing, Stamp, Stat};

/// Counts changing steps and aborts the process before step `die_at` (0 is the first).
#[derive(Debug)]
pub struct Counting<V> {
    vault: V,
    die_at: usize,
    steps: AtomicUsize,
}

impl<V> Counting<V> {
    /// Wraps a vault.
    pub fn new(vault: V, die_at: usize) -> Self {
        Self { vault, die_at, steps: AtomicUsize::new(0) }
    }

    /// How many changing steps were taken so far.
    pub fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    fn step(&self) {
        if self.steps.fetch_add(1, Ordering::Relaxed) == self.die_at {
            std::process::abort();
        }
    }
}

impl<V: Files> Files for Counting<V> {
    fn resolve(
        &self,
        act: &'static str,
        file: &str,
        purpose: Purpose,
    ) -> Result<String, VaultError> {
        self.vault.resolve(act, file, purpose)
    }

    fn walk(&self) -> Result<Listing, VaultError> {
        self.vault.walk()
    }

    fn look(&self, place: &str) -> Result<Option<Stat>, VaultError> {
        self.vault.look(place)
    }

    fn stamp_of(&self, file: &str) -> Option<Stamp> {
        self.vault.stamp_of(file)
    }

    fn fetch(&self, place: &str, offset: u64, limit: u64) -> Result<Vec<u8>, VaultError> {
        self.vault.fetch(place, offset, limit)
    }

    fn write_new(&self, place: &str, bytes: &[u8], like: Option<&str>) -> Result<(), VaultError> {
        self.step();
        self.vault.write_new(place, bytes, like)
    }

    fn check_writable(&self, place: &str) -> Result<(), VaultError> {
        self.vault.check_writable(place)
    }

    fn rename_over(&self, from: &str, to: &str) -> Result<Moved, VaultError> {
        self.step();
        self.vault.rename_over(from, to)
    }

    fn rename_new(&self, from: &str, to: &str) -> Result<Moved, VaultError> {
        self.step();
        self.vault.rename_new(from, to)
    }

    fn unlink(&self, place: &str) -> Result<(), VaultError> {
        self.step();
        self.vault.unlink(place)
    }

    fn make_folder(&self, place: &str) -> Result<bool, VaultError> {
        self.step();
        self.vault.make_folder(place)
    }

    fn sync_folder(&self, place: &str) -> Result<(), VaultError> {
        self.step();
        self.vault.sync_folder(place)
    }

    fn add_bytes(
        &self,
        place: &str,
        bytes: &[u8],
        durability: Durability,
    ) -> Result<(), VaultError> {
        self.step();
        self.vault.add_bytes(place, bytes, durability)
    }

    fn names(&self, folder: &str) -> Result<Vec<String>, VaultError> {
        self.vault.names(folder)
    }

    fn folding(&self) -> LetterCase {
        self.vault.folding()
    }
}
