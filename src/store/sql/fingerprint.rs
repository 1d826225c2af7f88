//! Fingerprints: by them somebody who had their data deleted is recognised if they come back, so that
//! what others decided against them holds, and nobody is named.
//!
//! A fingerprint is a keyed hash of platform and id. The key is in the database: no id can be read from
//! a fingerprint, but whoever has the database and an id can find out whether it is the one.

use std::fmt;

use sha2::{Digest, Sha256};
use sqlx::AnyExecutor;

use crate::session::Person;
use crate::store::StoreError;

/// Length of a fingerprint in bytes: no two people will ever have the same.
const LENGTH: usize = 16;

/// The key of a database's fingerprints.
pub(super) struct FingerprintKey(Vec<u8>);

impl fmt::Debug for FingerprintKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FingerprintKey")
    }
}

impl FingerprintKey {
    /// Reads the key, which never changes.
    pub(super) async fn read(db: impl AnyExecutor<'_>) -> Result<Self, StoreError> {
        let key = sqlx::query_scalar("SELECT key FROM fingerprint_key");
        Ok(Self(key.fetch_one(db).await?))
    }

    /// Who stands for a person who had their data deleted.
    pub(super) fn fingerprint(&self, platform: &str, person: &str) -> Person {
        // The key has always the same length, and the digest is cut: it needs no HMAC.
        let mut hash = Sha256::new();
        for part in [
            self.0.as_slice(),
            platform.as_bytes(),
            &[0],
            person.as_bytes(),
        ] {
            hash.update(part);
        }
        let digest = hash.finalize();
        let hex = digest.iter().take(LENGTH).map(|byte| format!("{byte:02x}"));
        Person::known_by(&hex.collect::<String>())
    }
}

/// Who stands for a person who had their data deleted.
pub(super) async fn fingerprint(
    db: impl AnyExecutor<'_>,
    platform: &str,
    person: &str,
) -> Result<Person, StoreError> {
    let key = FingerprintKey::read(db).await?;
    Ok(key.fingerprint(platform, person))
}
