//! Has Cargo build anew when a locale file changes: they are compiled in by a macro, which Cargo
//! cannot see through.

fn main() {
    println!("cargo::rerun-if-changed=assets/locales");
}
