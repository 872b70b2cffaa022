// One hash over all files that match the given globs: it changes when a file is added, deleted,
// renamed or edited.
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Folders of installed packages and of the recipes' build output; they are excluded from the
 * matches of every glob.
 */
const INSTALLED = ['**/node_modules', 'examples/recipes/*/{.venv,bin,build,obj,target,vendor}'];

/**
 * @param root the folder that the globs are relative to
 * @returns the matching paths, relative to `root`, sorted and without duplicates
 */
export async function listMatches(root: string, globs: readonly string[]): Promise<string[]> {
  const paths = new Set<string>();
  for await (const path of glob(globs, { cwd: root, exclude: INSTALLED })) paths.add(path);
  return [...paths].toSorted();
}

/** @param root the folder that the globs are relative to */
export async function hashFiles(root: string, globs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await listMatches(root, globs)) {
    const content = await readFile(join(root, path)).catch(refuseUnlessNoFile);
    if (content !== undefined)
      hash.update(`${path}\0${createHash('sha256').update(content).digest('hex')}\n`);
  }
  return hash.digest('hex');
}

/**
 * Ignores the error for a path without content: a folder, or a file that disappeared between
 * listing and reading. Throws any other error.
 */
function refuseUnlessNoFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EISDIR' && error.code !== 'ENOENT') throw error;
}
