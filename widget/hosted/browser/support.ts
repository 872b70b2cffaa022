// What the browser must support before the check can begin.
import { hasCameraApi } from '../capture/camera.ts';
import type { SessionView } from '../requests/wire.ts';

/** The smallest module with a SIMD instruction (i32.const 0, i8x16.splat, i8x16.popcnt, drop). */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** @param view of the session, once there is one: what is measured at the edge needs more */
export function isSupported(view?: SessionView): boolean {
  const isBasis = hasCameraApi() && typeof Worker === 'function' && hasWasmSimd();
  return isBasis && (view?.measured !== 'edge' || canEncodePictures());
}

/** Whether the visitor saves data: large files then wait until they are sure to be needed. */
export function savesData(): boolean {
  // Not every browser has either, and TypeScript's DOM types lack `connection`.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** In a worker, where they are measured; a browser that has this in the page has it there, too. */
function canEncodePictures(): boolean {
  return (
    typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d') !== null
  );
}

function hasWasmSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_PROBE);
}
