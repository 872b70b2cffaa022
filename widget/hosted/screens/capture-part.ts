// Loads the separate script that runs while the camera is open.
import type * as part from '../capture/part.ts';

export type CapturePart = (typeof part)['capture'];

let loading: Promise<CapturePart> | undefined;

/**
 * Loads the script once; after a failure, the next call tries again.
 * @throws TypeError when the script does not load
 */
export function loadCapture(): Promise<CapturePart> {
  loading ??= load();
  loading.catch(() => (loading = undefined));
  return loading;
}

async function load(): Promise<CapturePart> {
  const { capture } = (await import(/* @vite-ignore */ CAPTURE_PART.url)) as typeof part;
  return capture;
}
