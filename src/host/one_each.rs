//! One hint, one review and one replay at a time for each person of a platform.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::session::{EngineTask, Person};

/// What, platform, and the person's id there.
type PersonSlot = (EngineTask, String, String);

/// Who waits for what.
#[derive(Debug, Clone, Default)]
pub(super) struct OneEach(Arc<Mutex<HashSet<PersonSlot>>>);

/// A person's one slot, until it is dropped.
#[derive(Debug)]
pub(super) struct SlotGuard {
    all: OneEach,
    slot: PersonSlot,
}

impl OneEach {
    /// Takes a person's slot; `None` if they wait already, at whatever table.
    pub(super) fn take(
        &self,
        task: EngineTask,
        platform: &str,
        person: &Person,
    ) -> Option<SlotGuard> {
        let slot = (task, platform.to_owned(), person.id.clone());
        let free = lock(&self.0).insert(slot.clone());
        free.then(|| SlotGuard {
            all: self.clone(),
            slot,
        })
    }
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        lock(&self.all.0).remove(&self.slot);
    }
}
