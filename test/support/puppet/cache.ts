// Caches results that are slow to produce (bundles, clips, frames) under .cache/, in files named
// after a hash of all inputs. A changed input creates a new file; an old file is simply never read
// again.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, '.cache/puppet');

/**
 * Returns the paths of these installed packages' package.json files. Passing them to hashInputs
 * makes the hash depend on the packages' versions.
 */
export function versionFiles(...packages: string[]): string[] {
  return packages.map((name) => `node_modules/${name}/package.json`);
}

/**
 * Returns a short hash of the given values and of the contents of the files and folders at these
 * paths, which are relative to the root.
 */
export async function hashInputs(paths: string[], ...values: unknown[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const path of paths) {
    for (const file of await filesUnder(join(ROOT, path))) hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the path of a cached file, which `make` writes if it is missing. Several processes may
 * call this function concurrently, since the file appears atomically.
 */
export async function cachedFile(
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(CACHE, name);
  if (existsSync(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  const draft = join(dirname(path), `draft-${randomUUID()}-${name.split('/').at(-1)}`);
  await make(draft);
  await rename(draft, path);
  return path;
}

async function filesUnder(path: string): Promise<string[]> {
  if (/\.\w+$/.test(path)) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
