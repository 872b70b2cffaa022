// `npm run dev`: rebuilds the pages when a source file changes. The servers then reload
// automatically.
import { watch } from 'node:fs';

/**
 * The folders that contain the sources of the pages. Changes to other files in these folders are
 * harmless, because a build with unchanged inputs does nothing.
 */
const FOLDERS = ['widget', 'src', 'docs'];
/** How long to wait for more changes: editors and branch switches write several files in a row. */
const QUIET_MS = 150;

/** Rebuilds the pages after every change, until the process ends. */
export async function rebuildOnChange(): Promise<void> {
  const { buildAssets } = await import('../build.ts');
  const rebuild = afterQuiet(QUIET_MS, async () => {
    try {
      if ((await buildAssets()) === 'built') console.log('pages | built');
    } catch (error) {
      console.error(`pages | ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  for (const folder of FOLDERS) watch(folder, { recursive: true }, rebuild);
}

/**
 * @param task never rejects
 * @returns a debounced function that runs the task once `quietMs` have passed without a call. Only
 *   one run takes place at a time; a call during a run causes one more run
 */
export function afterQuiet(quietMs: number, task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isDue = false;
  const run = async (): Promise<void> => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      await task();
    }
    isRunning = false;
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), quietMs);
  };
}
