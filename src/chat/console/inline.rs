//! Pictures in the terminal, by the escape sequences of one of two protocols.
//!
//! Kitty's: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>.
//! iTerm2's: <https://iterm2.com/documentation-images.html>.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Width of a picture in columns: suits a window of 80.
const COLUMNS: u16 = 60;

/// Encoded bytes of a picture in one of Kitty's sequences. The protocol demands a multiple of four.
const CHUNK: usize = 4096;

/// A protocol for pictures in the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Kitty's graphics protocol.
    Kitty,
    /// iTerm2's inline images.
    Iterm,
}

impl Protocol {
    /// The terminal's protocol according to the environment; `None` if it has none, or does not say
    /// so.
    pub(super) fn find(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let of = |name| variable(name).unwrap_or_default();
        let term = of("TERM");
        // Multiplexers block both.
        let between = ["screen", "tmux"].iter().any(|name| term.starts_with(name));
        if between || !of("TMUX").is_empty() || !of("STY").is_empty() {
            return None;
        }
        let program = of("TERM_PROGRAM");
        let kitty = ["xterm-kitty", "xterm-ghostty"].contains(&term.as_str())
            || program == "ghostty"
            || !of("KITTY_WINDOW_ID").is_empty();
        if kitty {
            return Some(Self::Kitty);
        }
        // SSH passes on the second one.
        let iterm = [program, of("LC_TERMINAL")].iter().any(|name| {
            let known = [
                "iTerm.app",
                "iTerm2",
                "WezTerm",
                "mintty",
                "rio",
                "WarpTerminal",
            ];
            known.contains(&name.as_str())
        });
        (iterm || !of("KONSOLE_VERSION").is_empty()).then_some(Self::Iterm)
    }

    /// Writes a picture at the cursor, as wide as it may be.
    pub(super) fn write(self, out: &mut impl Write, png: &[u8]) -> io::Result<()> {
        let width = terminal_size::terminal_size().map_or(COLUMNS, |(width, _)| width.0);
        self.write_wide(out, png, width.clamp(1, COLUMNS))
    }

    fn write_wide(self, out: &mut impl Write, png: &[u8], columns: u16) -> io::Result<()> {
        let encoded = STANDARD.encode(png);
        match self {
            Self::Kitty => {
                let mut chunks = encoded.as_bytes().chunks(CHUNK).peekable();
                // Transmit and show a PNG of this width, without a response.
                let mut keys = format!("a=T,f=100,t=d,c={columns},q=2,");
                while let Some(chunk) = chunks.next() {
                    let more = u8::from(chunks.peek().is_some());
                    write!(out, "\x1b_G{keys}m={more};")?;
                    out.write_all(chunk)?;
                    write!(out, "\x1b\\")?;
                    keys.clear();
                }
            }
            Self::Iterm => write!(
                out,
                "\x1b]1337;File=inline=1;size={};width={columns};preserveAspectRatio=1:{encoded}\x07",
                png.len()
            )?,
        }
        // The cursor is next to the picture's last line.
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_that_show_pictures_are_known() {
        for (environment, expected) in [
            (&[("TERM", "xterm-kitty")][..], Some(Protocol::Kitty)),
            (&[("TERM", "xterm-ghostty")], Some(Protocol::Kitty)),
            (
                &[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "1")],
                Some(Protocol::Kitty),
            ),
            (&[("TERM_PROGRAM", "ghostty")], Some(Protocol::Kitty)),
            (&[("TERM_PROGRAM", "iTerm.app")], Some(Protocol::Iterm)),
            (&[("TERM_PROGRAM", "WezTerm")], Some(Protocol::Iterm)),
            (&[("TERM_PROGRAM", "mintty")], Some(Protocol::Iterm)),
            (&[("LC_TERMINAL", "iTerm2")], Some(Protocol::Iterm)),
            (&[("KONSOLE_VERSION", "230804")], Some(Protocol::Iterm)),
            (&[("TERM_PROGRAM", "Apple_Terminal")], None),
            (&[("TERM_PROGRAM", "vscode")], None),
            (&[("TERM", "xterm-256color")], None),
            (&[("TERM", "linux")], None),
            (&[], None),
            // Multiplexers.
            (&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")], None),
            (&[("TERM", "screen"), ("LC_TERMINAL", "iTerm2")], None),
            (&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/tmux")], None),
        ] {
            let found = Protocol::find(|name| {
                let mut all = environment.iter();
                all.find(|(one, _)| *one == name)
                    .map(|(_, value)| (*value).to_owned())
            });
            assert_eq!(found, expected, "{environment:?}");
        }
    }

    fn written(protocol: Protocol, png: &[u8]) -> String {
        let mut out = Vec::new();
        protocol.write_wide(&mut out, png, 60).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// `<ESC>_G<control data>;<payload><ESC>\`, the payload in base64.
    #[test]
    fn kitty_sequences_follow_the_specification() {
        assert_eq!(
            written(Protocol::Kitty, b"\x89PNG"),
            "\x1b_Ga=T,f=100,t=d,c=60,q=2,m=0;iVBORw==\x1b\\\n"
        );
        // The data is split into chunks of at most 4096 bytes, all but the last a multiple of 4. The
        // first has all the keys, the others only m, which is 0 in the last.
        let data = vec![0; 3 * CHUNK / 4 + 3];
        let full = "A".repeat(CHUNK);
        assert_eq!(
            written(Protocol::Kitty, &data),
            format!("\x1b_Ga=T,f=100,t=d,c=60,q=2,m=1;{full}\x1b\\\x1b_Gm=0;AAAA\x1b\\\n")
        );
        let whole = vec![0; 3 * CHUNK / 4];
        assert_eq!(
            written(Protocol::Kitty, &whole),
            format!("\x1b_Ga=T,f=100,t=d,c=60,q=2,m=0;{full}\x1b\\\n")
        );
    }

    /// `ESC ] 1337 ; File = [arguments] : base64-encoded file contents ^G`
    #[test]
    fn iterm_sequences_follow_the_specification() {
        assert_eq!(
            written(Protocol::Iterm, b"\x89PNG"),
            "\x1b]1337;File=inline=1;size=4;width=60;preserveAspectRatio=1:iVBORw==\x07\n"
        );
    }
}
