// Checks, before the page opens a link, that the browser supports everything that the check needs:
// a link works only once, and another browser on the same device may support features that this
// browser lacks (D-141).
import { hasCameraApi } from '../capture/camera.ts';

/** Why this browser cannot run the check. */
type Lack = 'unsupported' | 'masked_pictures';

/**
 * The smallest WebAssembly module with a SIMD instruction (i32.const 0, i8x16.splat, i8x16.popcnt,
 * drop).
 */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/**
 * @param of the object that should have the function
 * @throws TypeError when the object itself is missing
 */
const has = (of: object, name: string): boolean => typeof Reflect.get(of, name) === 'function';

/**
 * Functions that the page calls and that even a fairly recent browser may lack.
 * `test/widget/hosted/browser/support.test.ts` finds calls that are not listed here. Code that runs
 * before the page can report a missing function must not call any of these functions.
 */
const FEATURES: readonly (() => boolean)[] = [
  hasCameraApi,
  () => has(globalThis, 'Worker'),
  () => typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_PROBE),
  () => has(globalThis, 'OffscreenCanvas'),
  () => has(globalThis, 'createImageBitmap'),
  // `crypto.subtle` is absent unless the page is served over https.
  () => typeof crypto === 'object' && typeof crypto.subtle === 'object',
  () => has(AbortSignal, 'timeout'),
  () => has(Array.prototype, 'at'),
  () => has(Array.prototype, 'toSorted'),
  () => has(Array.prototype, 'toReversed'),
  () => has(String.prototype, 'replaceAll'),
  () => has(Element.prototype, 'replaceChildren'),
  () => has(HTMLDialogElement.prototype, 'showModal'),
];

/** @returns undefined for a browser that can run the check */
export function findLack(): Lack | undefined {
  if (!FEATURES.every(isThere)) return 'unsupported';
  return readsWhatItDrew() ? undefined : 'masked_pictures';
}

/** Whether the feature is present. Some browsers throw when a disabled function is accessed. */
function isThere(feature: () => boolean): boolean {
  try {
    return feature();
  } catch {
    return false;
  }
}

/**
 * The edge length, in px, of the test picture that is drawn and read back. A single pixel could
 * match by chance.
 */
const EDGE = 8;

/**
 * Whether the browser returns the pixels that were drawn. Firefox and Tor add noise to what pages
 * read from a canvas (resistFingerprinting), and no face can be found in such noise.
 */
function readsWhatItDrew(): boolean {
  const context = new OffscreenCanvas(EDGE, EDGE).getContext('2d', { willReadFrequently: true });
  if (context === null) return false;
  context.fillStyle = 'rgb(40, 120, 200)';
  context.fillRect(0, 0, EDGE, EDGE);
  const { data } = context.getImageData(0, 0, EDGE, EDGE);
  const drawn = [40, 120, 200, 255];
  return data.every((value, index) => Math.abs(value - (drawn[index % 4] ?? 0)) <= 2);
}

/**
 * Whether the visitor has asked the browser to save data. Large files then load only once they are
 * certain to be needed.
 */
export function savesData(): boolean {
  // Browsers may support `connection`, the media query, both or neither, and TypeScript's DOM types
  // lack `connection`.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
