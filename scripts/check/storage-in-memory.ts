// Keeps the storage of tests in memory where the machine allows it, because every test empties its
// storage, and each commit would otherwise wait for the disk. In memory, tests in workerd run two
// to three times as fast.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const PREFIX = 'agate-test-';
/**
 * The free space that is required, ten times as much as a run needs. Containers often have 64 MB,
 * which is not enough.
 */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Redirects the temporary folders of this process and of the processes that it starts to memory;
 * the folders are removed when this process ends.
 */
export function keepStorageInMemory(): void {
  if (process.env['AGATE_TEST_STORAGE'] !== undefined || !hasRoom()) return;
  removeAbandoned();
  const folder = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
  process.env['AGATE_TEST_STORAGE'] = folder;
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Removes the folders of processes that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (name.startsWith(PREFIX) && !isRunning(pid))
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
