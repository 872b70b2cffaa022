// What the browser must support before the check can begin.
import { hasCameraApi } from './capture/camera.ts';

/** The smallest module with a SIMD instruction (i32.const 0, i8x16.splat, i8x16.popcnt, drop). */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

export function isSupported(): boolean {
  return hasCameraApi() && typeof Worker === 'function' && hasWasmSimd();
}

/** Whether the visitor saves data: large files then wait until they are sure to be needed. */
export function savesData(): boolean {
  // Not every browser has either, and TypeScript's DOM types lack `connection`.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

function hasWasmSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_PROBE);
}
