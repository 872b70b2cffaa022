// The files that a phase's tests reach: those they import, and those whose paths stand in the code that they load.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { listFiles, type SourceFile } from './source-files.ts';

/** A path in quotes, of several parts or with an extension; of a template the part before its first variable. */
const QUOTED = /(['"`])((?:[\w.@-]+\/)*[\w.@-]+(?:\/|\.\w+|\/[\w.@-]+))(?:\1|\$\{)/g;
/** Not of the project, or made from it. What is installed, and .dev.vars, count as parts of the machine (machine.ts). */
const OUTSIDE =
  /^(\.\.?$|\.\.\/|\/|(node_modules|dist|\.cache|\.wrangler|\.agate)(\/|$)|\.dev\.vars$)/;
/** It leads up, and names nothing. */
const UP = /(^|\/)\.\.\/?$/;
/** Imports, which are followed by what they load, and comments, which load nothing. */
const UNREAD = /\bfrom\s+'[^']+'|\bimport\('[^']+'|^\s*\/\/.*|^\s*\/\*\*[^]*?\*\//gm;
/** A folder or a file without either, where it is certainly read. */
const READ = /\b(?:read\w*|glob\w*|listFiles|cp|copyFile\w*)\(\[?\s*(['"`])([\w.@/-]+)(?:\1|\$\{)/g;

/**
 * @param path of the file that has the code @param source its code
 * @returns files and folders of the project that it names, from the root or from itself
 */
export function findNamedPaths(path: string, source: string): string[] {
  const rest = source.replaceAll(UNREAD, '');
  const named = [QUOTED, READ].flatMap((pattern) =>
    [...rest.matchAll(pattern)].map(([, , name = '']) => name),
  );
  const places = named
    .filter((name) => !UP.test(name))
    .flatMap((name) => [posix.normalize(name), posix.join(posix.dirname(path), name)]);
  return [...new Set(places)]
    .map((place) => place.replace(/\/$/, ''))
    .filter((place) => !OUTSIDE.test(place) && existsSync(place));
}

/** They name the tests of all projects, and the entry of the service whether a project starts it or not. */
const CONFIGURATION = new Set([
  'vitest.config.ts',
  'test/support/installation/device-only-config.ts',
  'wrangler.toml',
]);
/** Builds anything only when files of its own lists changed, so those are what tests depend on. */
const BUILD = 'scripts/build.ts';

/**
 * @param starts the test files and what is loaded with them
 * @param files every source file of the project
 * @returns paths of all files that are loaded or named on the way
 */
export function reachFrom(starts: readonly string[], files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set(starts);
  const waiting = [...starts];
  const reach = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    waiting.push(path);
  };
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path === BUILD) continue;
    for (const { to, relative, typeOnly } of byPath.get(path)?.imports ?? [])
      if (relative && !typeOnly) reach(to);
    if (CONFIGURATION.has(path) || !(byPath.has(path) || path.endsWith('.toml'))) continue;
    for (const named of findNamedPaths(path, readFileSync(path, 'utf8')))
      for (const inside of filesOf(named)) reach(inside);
  }
  return seen;
}

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory() ? listFiles([path]) : [path];
