//! Pictures in the terminal itself, where it can show them.

use viuer::KittySupport;

/// Width in columns of a picture: the board fits beside nothing else in a window of 80.
const COLUMNS: u32 = 60;

/// Whether the terminal shows real pictures. Coloured blocks in place of pixels do not count: the
/// letters at the lines could not be read. Asks the terminal, so call it before its input is read.
pub(super) fn possible() -> bool {
    viuer::get_kitty_support() != KittySupport::None || viuer::is_iterm_supported()
}

/// Shows a picture where the cursor is. A picture that cannot be shown is left out: its path and
/// its text stand there in any case.
pub(super) fn show(png: &[u8]) {
    let config = viuer::Config {
        absolute_offset: false,
        width: Some(COLUMNS),
        ..viuer::Config::default()
    };
    let shown = image::load_from_memory(png)
        .map_err(|error| error.to_string())
        .and_then(|picture| viuer::print(&picture, &config).map_err(|error| error.to_string()));
    if let Err(reason) = shown {
        tracing::debug!(reason, "the terminal did not show a picture");
    }
}
