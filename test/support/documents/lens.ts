// Blur from an out-of-focus lens and from camera shake: each pixel also receives light from its
// neighbours.

type Size = { width: number; height: number };
type Tap = { dx: number; dy: number; weight: number };

export function defocus(light: Float32Array, size: Size, deviation: number): Float32Array {
  const reach = Math.ceil(3 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  );
  const taps = (across: boolean) =>
    weights.map((weight, i) => ({
      dx: across ? i - reach : 0,
      dy: across ? 0 : i - reach,
      weight,
    }));
  return weighted(weighted(light, size, taps(true)), size, taps(false));
}

export function move(light: Float32Array, size: Size, length: number, angle: number): Float32Array {
  const taps = Array.from({ length }, (_, i) => {
    const along = (i / (length - 1) - 0.5) * length;
    return {
      dx: Math.round(along * Math.cos(angle)),
      dy: Math.round(along * Math.sin(angle)),
      weight: 1,
    };
  });
  return weighted(light, size, taps);
}

/**
 * Returns each pixel's weighted mean over the taps. Beyond the picture's edges, the edge pixels are
 * repeated.
 */
function weighted(light: Float32Array, size: Size, taps: readonly Tap[]): Float32Array {
  const { width, height } = size;
  const total = taps.reduce((sum, { weight }) => sum + weight, 0);
  const result = new Float32Array(light.length);
  // Apply all taps to one row before going on to the next, so that the target row stays in the
  // processor's cache.
  for (let y = 0; y < height; y++) {
    const to = result.subarray(y * width, (y + 1) * width);
    for (const { dx, dy, weight } of taps) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
      addRow(to, light.subarray(row, row + width), dx, weight / total);
    }
  }
  return result;
}

function addRow(to: Float32Array, from: Float32Array, dx: number, share: number): void {
  const { length } = from;
  const [left, right] = [from[0] ?? 0, from[length - 1] ?? 0];
  // Between `first` and `end`, the tap only reads pixels inside the picture.
  const [first, end] = [Math.min(length, Math.max(0, -dx)), Math.max(0, length - Math.max(0, dx))];
  for (let x = 0; x < first; x++) to[x] = (to[x] ?? 0) + share * left;
  for (let x = first; x < end; x++) to[x] = (to[x] ?? 0) + share * (from[x + dx] ?? 0);
  for (let x = end; x < length; x++) to[x] = (to[x] ?? 0) + share * right;
}
