// Loads what runs before the camera, which is a script of its own.
import type * as part from '../capture/part.ts';

export type CapturePart = (typeof part)['capture'];

let loading: Promise<CapturePart> | undefined;

/** Once; after a failure the next call tries again. @throws TypeError when the script does not arrive */
export function loadCapture(): Promise<CapturePart> {
  loading ??= load();
  loading.catch(() => (loading = undefined));
  return loading;
}

async function load(): Promise<CapturePart> {
  const { capture } = (await import(/* @vite-ignore */ CAPTURE_PART.url)) as typeof part;
  return capture;
}
