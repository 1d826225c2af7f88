//! What has changed in the file since it was read, and which changes a running bot applies.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::error::from_toml;
use super::{Config, ConfigError, Environment};

/// The keys whose changes a running bot applies. A section stands for all its keys.
pub const LIVE_KEYS: [&str; 10] = [
    "openings",
    "challenges.last",
    "engine.time",
    "engine.pause",
    "players",
    "retention",
    "discord.guilds",
    "discord.channels",
    "matrix.invite_from",
    "matrix.verify_with",
];

/// A configuration file that is read again.
pub struct ReloadedFile {
    path: PathBuf,
    /// The values that the bot runs with, by key. Secrets may be among them.
    values: BTreeMap<String, Value>,
}

impl fmt::Debug for ReloadedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReloadedFile")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// A configuration that was read again.
#[derive(Debug)]
pub struct Reloaded {
    /// All of it.
    pub config: Config,
    /// Changed keys that a running bot applies.
    pub live: Vec<String>,
    /// Changed keys that take effect only after a restart.
    pub at_restart: Vec<String>,
}

impl ReloadedFile {
    /// Remembers the current values of the file.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn new(path: &Path) -> Result<Self, ConfigError> {
        Ok(Self {
            path: path.to_owned(),
            values: values(path)?,
        })
    }

    /// Reads and checks the file again.
    ///
    /// # Errors
    ///
    /// The first invalid key, with the reason. Nothing has changed then.
    pub fn read(&mut self, environment: Environment<'_>) -> Result<Reloaded, ConfigError> {
        let config = Config::read(&self.path, environment)?;
        let values = values(&self.path)?;
        let keys = self.values.keys().chain(values.keys());
        let mut changed: Vec<String> = keys
            .filter(|&key| self.values.get(key) != values.get(key))
            .cloned()
            .collect();
        changed.sort_unstable();
        changed.dedup();
        let (live, at_restart): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|key| is_live(key));
        // The others are reported each time, until a restart.
        for key in &live {
            match values.get(key) {
                Some(value) => self.values.insert(key.clone(), value.clone()),
                None => self.values.remove(key),
            };
        }
        Ok(Reloaded {
            config,
            live,
            at_restart,
        })
    }
}

fn is_live(key: &str) -> bool {
    LIVE_KEYS.iter().any(|live| {
        let rest = key.strip_prefix(live);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// The values in a file, by dotted key.
fn values(path: &Path) -> Result<BTreeMap<String, Value>, ConfigError> {
    let text = super::text(path)?;
    let mut values = BTreeMap::new();
    flatten("", from_toml(path, &text)?, &mut values);
    Ok(values)
}

fn flatten(section: &str, table: Table, values: &mut BTreeMap<String, Value>) {
    for (key, value) in table {
        let key = match section {
            "" => key,
            section => format!("{section}.{key}"),
        };
        match value {
            Value::Table(table) => flatten(&key, table, values),
            value => {
                values.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_told_and_sorted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let write = |text: &str| std::fs::write(&path, text).unwrap();
        write("prefix = \"!\"\n[engine]\ntime = \"3s\"\n[retention]\ngames = 730\n");
        let mut file = ReloadedFile::new(&path).unwrap();
        let mut read = || file.read(&|_| None);
        let same = read().unwrap();
        assert!(same.live.is_empty() && same.at_restart.is_empty());
        // A file that is refused changes nothing.
        write("prefix = \"!\"\n[engine]\ntime = \"never\"\n");
        assert!(read().unwrap_err().to_string().contains("engine.time"));
        write("prefix = \"?\"\n[engine]\ntime = \"4s\"\nthreads = 1\n");
        let changed = read().unwrap();
        assert_eq!(changed.live, ["engine.time", "retention.games"]);
        assert_eq!(changed.at_restart, ["engine.threads", "prefix"]);
        assert_eq!(changed.config.engine.time.as_secs(), 4);
        let again = read().unwrap();
        assert!(again.live.is_empty());
        assert_eq!(again.at_restart, ["engine.threads", "prefix"]);
    }
}
