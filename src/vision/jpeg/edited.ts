// Detects whether a JPEG's metadata names an editor. A canvas writes no metadata, except in Safari,
// which writes an EXIF segment and a Photoshop container, so only an editor's name counts.

const COMMENT = 0xfe;
/** The marker of both EXIF and XMP. */
const METADATA = 0xe1;
const SCAN = 0xda;

const EDITORS =
  /Adobe Photoshop|Lightroom|Affinity Photo|Canva|Facetune|GIMP|ImageMagick|Krita|Meitu|Paint\.NET|Photopea|PicsArt|Pixelmator|Snapseed/i;

/** @param jpeg a JPEG that passed jpeg-guard.ts */
export function namesEditor(jpeg: Uint8Array): boolean {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at + 1] !== SCAN;) {
    const marker = jpeg[at + 1];
    const end = at + 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
    const isText = marker === METADATA || marker === COMMENT;
    if (isText && EDITORS.test(new TextDecoder('latin1').decode(jpeg.subarray(at + 4, end))))
      return true;
    at = end;
  }
  return false;
}
