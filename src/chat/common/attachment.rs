//! Text files attached to commands.

#[cfg(any(feature = "discord", feature = "matrix"))]
use crate::host::AttachmentError;

/// Size limit of an attachment, in bytes. The record of the longest game has a hundredth of this.
pub(crate) const MAX_BYTES: usize = 1024 * 1024;

/// The downloaded bytes as text.
///
/// # Errors
///
/// They are not UTF-8.
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) fn decode(content: Vec<u8>) -> Result<String, AttachmentError> {
    String::from_utf8(content).map_err(|_| AttachmentError::NotText)
}

/// Appends a piece of a download. False once it exceeds [`MAX_BYTES`].
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) fn append(content: &mut Vec<u8>, piece: &[u8]) -> bool {
    let fits = content.len() + piece.len() <= MAX_BYTES;
    if fits {
        content.extend_from_slice(piece);
    }
    fits
}
