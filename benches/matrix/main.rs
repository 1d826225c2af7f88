//! The time of a command in a real Matrix room, from sending it to the picture in the client, compared
//! with a minimal echo bot on the same SDK, which answers with a text and with the same picture; and
//! the memory with 200 rooms.
//!
//! `cargo bench --bench matrix`; `-- --count 50` for fewer commands. It needs Python with `venv`,
//! as the tests in `tests/matrix` do, whose server and client it uses.

mod echo;

use std::error::Error;
use std::path::Path;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().map(String::as_str) == Some("echo") {
        return echo::run(&arguments[1..]);
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("matrix-test");
    let installed = Command::new("python3")
        .arg(tests.join("chat/install.py"))
        .arg(&home)
        .arg(tests.join("matrix"))
        .status()?;
    if !installed.success() {
        return Err("server and client cannot be installed".into());
    }
    let measured = Command::new(home.join("players/bin/python"))
        .arg(tests.join("matrix/latency.py"))
        .arg("--home")
        .arg(&home)
        .args(["--bot", env!("CARGO_BIN_EXE_ringleader")])
        .arg("--echo")
        .arg(std::env::current_exe()?)
        .args(arguments.iter().filter(|argument| *argument != "--bench"))
        .status()?;
    if !measured.success() {
        return Err("nothing was measured".into());
    }
    Ok(())
}
