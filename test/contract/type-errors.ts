// Type-checks programs that a test provides.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * @param folder a folder below the repository's root, which is emptied first
 * @param files the files' contents, keyed by file name without a folder
 * @returns the compiler's error lines by file; files without errors are left out
 */
export function typeErrors(
  folder: string,
  files: Readonly<Record<string, string>>,
  configuration: object,
): Map<string, string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const all = {
    ...files,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ include: ['./*'], ...configuration }),
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(`${folder}/${name}`, text);
  const args = ['-p', folder, '--pretty', 'false'];
  const { stdout, error } = spawnSync(resolve('node_modules/.bin/tsc'), args, { encoding: 'utf8' });
  if (error) throw error;
  const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
  return Map.groupBy(lines, (line) => line.replace(`${folder}/`, '').replace(/\(.*/, ''));
}
