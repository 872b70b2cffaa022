// `npm run dev`: builds the pages again when a source changes. The servers notice changes by themselves.
import { watch } from 'node:fs';

/** What pages are built from lies in these folders; a build whose inputs are unchanged does nothing. */
const FOLDERS = ['widget', 'src'];
/** An editor, or a change of branch, writes several files in a row. */
const QUIET_MS = 150;

/** Watches until the process ends. */
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
 * @returns a function that runs the task once it has not been called for `quietMs`; one run at a time, and one more
 *   when it was called meanwhile
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
