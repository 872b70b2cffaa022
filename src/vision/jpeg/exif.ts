// Reads the orientation from EXIF (CIPA DC-008, tag 0x0112), and nothing else.

const ORIENTATION = 0x0112;
/** The orientation of a picture that needs no rotation. */
export const UPRIGHT = 1;

/**
 * @param segment the body of an APP1 segment
 * @returns the tag's value, 1 to 8; UPRIGHT if there is no tag; undefined if the segment cannot be
 *   read
 */
export function readOrientation(segment: DataView): number | undefined {
  const name = [0, 1, 2, 3].map((at) => (at < segment.byteLength ? segment.getUint8(at) : 0));
  if (String.fromCharCode(...name) !== 'Exif') return UPRIGHT;
  try {
    const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.byteLength - 6);
    const little = tiff.getUint16(0) === 0x4949;
    const directory = tiff.getUint32(4, little);
    const count = tiff.getUint16(directory, little);
    let orientation = UPRIGHT;
    for (let i = 0; i < count; i++) {
      const entry = directory + 2 + 12 * i;
      if (tiff.getUint16(entry, little) !== ORIENTATION) continue;
      const value = tiff.getUint16(entry + 8, little);
      if (value < 1 || value > 8) return undefined;
      if (value !== UPRIGHT) orientation = value;
    }
    return orientation;
  } catch {
    return undefined;
  }
}
