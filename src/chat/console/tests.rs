//! Tests of the console, in process.

use std::sync::Mutex;

use super::*;

/// An output that can be read back, and closes after some bytes.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>, Option<usize>);

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = self.0.lock().unwrap();
        if self.1.is_some_and(|most| output.len() >= most) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        output.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

async fn console(input: &[u8], most: Option<usize>, interactive: bool) -> String {
    let folder = tempfile::tempdir().unwrap();
    let options = ConsoleOptions {
        config: Config::default(),
        database: DatabaseLocation::Memory,
        pictures: folder.path().join("pictures"),
        draw: true,
        moderators: Vec::new(),
        interactive,
        inline: None,
        clock: None,
    };
    let output = SharedOutput(Arc::default(), most);
    run(options, input, output.clone()).await.unwrap();
    String::from_utf8(output.0.lock().unwrap().clone()).unwrap()
}

#[tokio::test]
async fn chat_is_ignored_and_odd_input_does_no_harm() {
    assert_eq!(
        console(b"alice: hi\n\n!\nbob: 1\n  \n", None, false).await,
        ""
    );
    let mut input = b"alice: !\xff\xfe\r\nring\x1b[2J: !help\n!hel\x1bp\r\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', MAX_LINE * 3));
    input.extend(b"\nringleader: !help\n!status");
    let shown = console(&input, None, false).await;
    assert!(shown.contains("too long"), "{shown}");
    assert!(
        shown.ends_with("\n\n"),
        "the line without an end is answered: {shown}"
    );
    assert!(!shown.contains('\u{1b}'), "{shown}");
    assert!(shown.contains("Did you mean `!help`?"), "{shown}");
}

#[tokio::test]
async fn a_closed_output_ends_the_console() {
    let mut input = Vec::new();
    for _ in 0..1000 {
        input.extend(b"!help\n");
    }
    let shown = console(&input, Some(3000), false).await;
    assert!(shown.len() < 6000);
}

#[tokio::test]
async fn a_person_is_greeted_and_prompted() {
    let shown = console(b"alice: hi\n", None, true).await;
    assert!(shown.starts_with("Welcome"), "{shown}");
    assert!(shown.ends_with("\n\n> > \n"), "{shown:?}");
}

#[tokio::test]
async fn an_attached_file_is_read_only_for_commands() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    std::fs::write(&path, "1. e4 *\n").unwrap();
    let input = format!(
        "alice: 1 is < {0}\nalice: !import < {0}\nalice: !import < {0}.gone\n",
        path.display()
    );
    let shown = console(input.as_bytes(), None, false).await;
    assert!(shown.starts_with("#1 "), "{shown}");
    assert!(shown.contains("I can't read the file"), "{shown}");
    assert_eq!(shown.matches("[picture]").count(), 1, "{shown}");
}
