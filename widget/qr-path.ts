// Turns a text into the outline of a QR code. Pure; loaded only when a code is shown, because the
// encoder is large.
import { encode } from 'uqr';

export interface QrOutline {
  /** The number of modules along a side, including the quiet zone. */
  size: number;
  /** An SVG path of the dark modules, one unit each. */
  path: string;
}

/** The number of light modules around the code; ISO/IEC 18004 requires four. */
const QUIET_ZONE = 4;
/**
 * Texts longer than this get the lowest error correction, so that the modules stay large enough for
 * cameras. A screen has no scratches that would require more correction.
 */
const LONG = 400;

/** @throws RangeError when the text is longer than a QR code can hold */
export function outlineQr(text: string): QrOutline {
  const { data, size } = encode(text, { ecc: text.length > LONG ? 'L' : 'M', border: QUIET_ZONE });
  return { size, path: data.flatMap(outlineRow).join('') };
}

/** Outlines each run of dark modules as one rectangle. */
function outlineRow(row: readonly boolean[], y: number): string[] {
  const runs: string[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    const length = x + 1 - start;
    runs.push(`M${start} ${y}h${length}v1h-${length}z`);
  }
  return runs;
}
