// Computes the density of edges in a picture, and finds the areas where it is high, which are
// likely to contain print.
import { boxMeans, type GreyPicture } from './grey-picture.ts';
import { reused } from './reused.ts';

/** A connected area of pixels. The sums of coordinates give its centre, slope and thickness. */
export interface Blob {
  /** The number of this area in `labels`. */
  label: number;
  pixels: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  sumX: number;
  sumY: number;
  sumXX: number;
  sumXY: number;
  sumYY: number;
}

/**
 * Computes the difference between horizontal neighbours relative to the brightness around them, so
 * that print in the shade counts as much as print in sunlight.
 */
export function edges(picture: GreyPicture, radius: number, gain: number): GreyPicture {
  const { data, width, height } = picture;
  const light = boxMeans(picture);
  const found = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const step = Math.abs((data[at + 1] as number) - (data[at - 1] as number));
      if (step === 0) continue;
      const around = light(x - radius, y - radius, x + radius + 1, y + radius + 1);
      found[at] = Math.min(255, (step / Math.max(around, 8)) * gain);
    }
  return { data: found, width, height };
}

/**
 * Computes the mean of the box around each pixel, multiplied by `gain`. The box extends `halfWidth`
 * pixels to either side, and `halfHeight` pixels above and below.
 */
export function density(
  picture: GreyPicture,
  halfWidth: number,
  halfHeight: number,
  gain: number,
): GreyPicture {
  const { width, height } = picture;
  const mean = boxMeans(picture);
  const dense = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const found = mean(x - halfWidth, y - halfHeight, x + halfWidth + 1, y + halfHeight + 1);
      dense[y * width + x] = Math.min(255, found * gain);
    }
  return { data: dense, width, height };
}

/**
 * Returns Otsu's threshold, the value that best separates two classes.
 * @param from values below it are ignored
 */
export function threshold({ data }: GreyPicture, from: number): number {
  const counts = new Float64Array(256);
  for (let at = 0; at < data.length; at++) {
    const value = data[at] as number;
    counts[value] = (counts[value] as number) + 1;
  }
  let [pixels, sum] = [0, 0];
  for (let value = from; value < 256; value++) {
    pixels += counts[value] ?? 0;
    sum += value * (counts[value] ?? 0);
  }
  let [below, sumBelow, best, at] = [0, 0, 0, 40];
  for (let value = from; value < 256; value++) {
    below += counts[value] ?? 0;
    sumBelow += value * (counts[value] ?? 0);
    const above = pixels - below;
    if (below === 0 || above === 0) continue;
    const apart = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2;
    if (apart > best) [best, at] = [apart, value];
  }
  return at;
}

/** A stack of the current area's pixels whose neighbours have not been visited yet. */
const reusedPlaces = reused((length) => new Int32Array(length));
const reusedLabels = reused((length) => new Int32Array(length));

/**
 * @returns the areas of pixels whose value is at least `least`, and a label for each pixel: the
 *   number of its area, counted from 1, or 0 outside all areas. The labels are valid until the next
 *   call
 */
export function findBlobs(
  { data, width, height }: GreyPicture,
  least: number,
): { blobs: Blob[]; labels: Int32Array } {
  const size = width * height;
  const [labels, waiting] = [reusedLabels(size), reusedPlaces(size)];
  labels.fill(0, 0, size);
  const blobs: Blob[] = [];
  let count = 0;
  const take = (at: number, label: number): void => {
    if ((data[at] as number) < least || labels[at] !== 0) return;
    labels[at] = label;
    waiting[count++] = at;
  };
  for (let start = 0; start < size; start++) {
    if ((data[start] as number) < least || labels[start] !== 0) continue;
    const blob = emptyBlob(blobs.length + 1, width, height);
    take(start, blob.label);
    while (count > 0) {
      const at = waiting[--count] as number;
      const y = Math.floor(at / width);
      const x = at - y * width;
      addPixel(blob, x, y);
      if (x > 0) take(at - 1, blob.label);
      if (x < width - 1) take(at + 1, blob.label);
      if (y > 0) take(at - width, blob.label);
      if (y < height - 1) take(at + width, blob.label);
    }
    blobs.push(blob);
  }
  return { blobs, labels };
}

const emptyBlob = (label: number, width: number, height: number): Blob => ({
  label,
  pixels: 0,
  left: width,
  right: 0,
  top: height,
  bottom: 0,
  sumX: 0,
  sumY: 0,
  sumXX: 0,
  sumXY: 0,
  sumYY: 0,
});

function addPixel(blob: Blob, x: number, y: number): void {
  blob.pixels++;
  if (x < blob.left) blob.left = x;
  if (x > blob.right) blob.right = x;
  if (y < blob.top) blob.top = y;
  if (y > blob.bottom) blob.bottom = y;
  blob.sumX += x;
  blob.sumY += y;
  blob.sumXX += x * x;
  blob.sumXY += x * y;
  blob.sumYY += y * y;
}
