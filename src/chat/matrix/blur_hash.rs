//! The preview of a picture: a blurhash, which clients show while the picture loads.

use tokio::task::spawn_blocking;

use crate::picture::Picture;

/// Cells of a blurhash, across and down: as tall as a board, and coarse enough for 50 characters.
const BLUR_CELLS: (u32, u32) = (4, 5);

/// Width of the picture from which a blurhash is made; more makes no visible difference.
const BLUR_WIDTH: u32 = 32;

/// The blurhash of a picture; `None` if that fails, which does no harm.
pub(super) async fn blurhash(picture: &Picture) -> Option<String> {
    let png = picture.bytes.clone();
    spawn_blocking(move || {
        let small = image::load_from_memory_with_format(&png, image::ImageFormat::Png)
            .ok()?
            .thumbnail(BLUR_WIDTH, BLUR_WIDTH * 2)
            .to_rgba8();
        let (across, down) = BLUR_CELLS;
        blurhash::encode(across, down, small.width(), small.height(), &small).ok()
    })
    .await
    .ok()?
}
