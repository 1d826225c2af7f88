//! Every target: the law that the program is named after.

#![no_main]

#[path = "../tests/fuzz/laws.rs"]
mod laws;

use std::sync::LazyLock;

static LAW: LazyLock<laws::Law> = LazyLock::new(|| {
    let all = laws::ALL.iter();
    let mut named = all.filter(|(name, _)| *name == env!("CARGO_BIN_NAME"));
    named.next().expect("a target is named after a law").1
});

libfuzzer_sys::fuzz_target!(|text: &str| {
    LAW(text);
});
