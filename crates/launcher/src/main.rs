//! Starts the build of Ringleader that suits this processor.
//!
//! Packages have two builds of the program: `v3`, which is a quarter faster in the engine, and
//! `baseline`, which runs on every processor of the architecture. They lie beside the folder of this
//! program, which takes their place in it: `bin/ringleader` starts
//! `lib/ringleader/BUILD/ringleader`.

#[cfg(not(unix))]
compile_error!("packages with several builds are for Unix");

use std::env;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The build for every processor.
const BASELINE: &str = "baseline";

fn main() -> ExitCode {
    let error = match program() {
        // The process becomes that program, so that a service manager sees no other.
        Ok(program) => {
            let error = Command::new(&program).args(env::args_os().skip(1)).exec();
            format!("{}: {error}", program.display())
        }
        Err(error) => format!("where it is installed: {error}"),
    };
    // There is nobody else to tell.
    let _ = writeln!(io::stderr(), "ringleader: cannot start {error}");
    ExitCode::FAILURE
}

/// The program to start.
fn program() -> io::Result<PathBuf> {
    let own = env::current_exe()?;
    let prefix = own.parent().and_then(Path::parent);
    let prefix = prefix.ok_or_else(|| io::Error::other(format!("not {}", own.display())))?;
    let of = |build: &str| prefix.join("lib/ringleader").join(build).join("ringleader");
    let best = of(best());
    // A package may leave builds out.
    Ok(if best.exists() { best } else { of(BASELINE) })
}

/// The fastest build that this processor can run. The operating system has to support its registers,
/// too; the detection takes that into account.
#[cfg(target_arch = "x86_64")]
fn best() -> &'static str {
    // What the psABI counts to x86-64-v3, and with it to v2.
    macro_rules! all {
        ($($feature:tt)*) => { true $(&& std::arch::is_x86_feature_detected!($feature))* };
    }
    let v3 = all!(
        "cmpxchg16b" "popcnt" "sse3" "ssse3" "sse4.1" "sse4.2"
        "avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "xsave"
    );
    if v3 { "v3" } else { BASELINE }
}

/// Other architectures have one build.
#[cfg(not(target_arch = "x86_64"))]
fn best() -> &'static str {
    BASELINE
}
