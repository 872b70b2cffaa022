// The files that state the version, which is shared by the server, the SDK with its command-line
// program, and the Python SDK (D-167).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files, each with a pattern whose second group captures the version. */
const PLACES: readonly [file: string, pattern: RegExp][] = [
  ['package.json', /^(  "version": ")([^"]+)(")/m],
  ['package-lock.json', /^(  "version": ")([^"]+)(")/m],
  ['package-lock.json', /^(    "": \{\n      "name": "agate",\n      "version": ")([^"]+)(")/m],
  ['sdk/package.json', /^(  "version": ")([^"]+)(")/m],
  ['sdk/python/pyproject.toml', /^(version = ")([^"]+)(")/m],
  ['sdk/python/src/agate_sdk/__init__.py', /^(__version__ = ")([^"]+)(")/m],
];

/**
 * @param folder the root of the repository
 * @throws Error when a file states no version
 */
export function readVersions(folder: string): { file: string; version: string }[] {
  return PLACES.map(([file, pattern]) => {
    const version = pattern.exec(readFileSync(join(folder, file), 'utf8'))?.[2];
    if (version === undefined) throw new Error(`${file} has no version.`);
    return { file, version };
  });
}

/**
 * A version as npm writes it. Pre-releases are not allowed, because Python writes them differently.
 */
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/;

/**
 * @throws Error for a version that is not of the form 1.2.3, or when a file states no version; in
 *   both cases, nothing has been written
 */
export function writeVersion(folder: string, version: string): void {
  if (!VERSION.test(version)) throw new Error(`${version} is not a version such as 1.2.3.`);
  readVersions(folder);
  for (const [file, pattern] of PLACES) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(pattern, (_all, before, _old, after) => before + version + after),
    );
  }
}

/**
 * @returns the version that all files state
 * @throws Error that lists the version of each file when they differ
 */
export function oneVersion(folder: string): string {
  const all = readVersions(folder);
  const [first] = all;
  if (first === undefined || all.some(({ version }) => version !== first.version))
    throw new Error(
      `Versions differ: ${all.map(({ file, version }) => `${file} ${version}`).join(', ')}.`,
    );
  return first.version;
}

/**
 * @returns the section of CHANGELOG.md about a version, without its heading
 * @throws Error when there is no such section
 */
export function notesOf(changelog: string, version: string): string {
  const heading = new RegExp(
    String.raw`^## \[?${version.replaceAll('.', String.raw`\.`)}\]?(?: .*)?$`,
    'm',
  );
  const start = heading.exec(changelog);
  const rest = start === null ? '' : changelog.slice(start.index + start[0].length);
  const end = /^## /m.exec(rest)?.index ?? rest.length;
  const notes = rest.slice(0, end).trim();
  if (notes === '') throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return notes;
}
