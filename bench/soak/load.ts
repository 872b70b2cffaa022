// Starts and stops the process that generates the load.
import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadSettings, Tally } from './load-process.ts';

const PROCESS = fileURLToPath(new URL('load-process.ts', import.meta.url));

interface Load {
  /** The latest counts of the load. */
  tally: () => Tally | undefined;
  /**
   * Stops the load and waits until the last journeys and webhooks have ended.
   * @returns the final counts
   */
  stop: () => Promise<Tally | undefined>;
}

export async function startLoad(settings: LoadSettings): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-soak-'));
  const file = join(folder, 'load.json');
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  const child = fork(PROCESS, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let last: Tally | undefined;
  child.on('message', (message) => (last = message as Tally));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    tally: () => last,
    stop: async () => {
      if (child.connected) child.send('stop');
      await ended;
      await rm(folder, { recursive: true, force: true });
      return last;
    },
  };
}
