// The engine's only input: raw pixels. Decoding, cameras and canvases are up to the caller.

/** RGBA, 8 bits per channel, rows from the top, no padding; compatible with ImageData. */
export interface Picture {
  data: Uint8ClampedArray | Uint8Array;
  width: number;
  height: number;
}

/** Minimum edge length; with shorter edges, a face has too few pixels for the networks. */
const MINIMUM_EDGE_PIXELS = 32;

/**
 * @throws RangeError when the picture is empty or too small, or its data does not match its size
 */
export function assertPicture({ data, width, height }: Picture): void {
  if (!Number.isInteger(width) || !Number.isInteger(height)) {
    throw new RangeError(`Picture size must be whole pixels, not ${width} x ${height}.`);
  }
  if (Math.min(width, height) < MINIMUM_EDGE_PIXELS) {
    throw new RangeError(
      `Picture of ${width} x ${height} pixels: each edge needs at least ${MINIMUM_EDGE_PIXELS}.`,
    );
  }
  if (data.length !== width * height * 4) {
    throw new RangeError(
      `Picture of ${width} x ${height} pixels needs ${width * height * 4} RGBA bytes, got ${data.length}.`,
    );
  }
}
