// Finds the files that a phase's tests depend on: files that they import, and files whose paths
// appear in the code that they load.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { listFiles, type SourceFile } from './source-files.ts';

/**
 * A quoted path with several parts or an extension; in a template literal, the part before the
 * first variable.
 */
const QUOTED = /(['"`])((?:[\w.@-]+\/)*[\w.@-]+(?:\/|\.\w+|\/[\w.@-]+))(?:\1|\$\{)/g;
/**
 * Paths outside the project, or generated from it. Installed packages and .dev.vars count as parts
 * of the machine (machine.ts).
 */
const OUTSIDE =
  /^(\.\.?$|\.\.\/|\/|(node_modules|dist|\.cache|\.wrangler|\.agate)(\/|$)|\.dev\.vars$)/;
/** A path that only leads to a parent folder and does not name a file. */
const UP = /(^|\/)\.\.\/?$/;
/**
 * Code that is not searched for paths: imports, which are followed separately, and comments, which
 * load nothing.
 */
const UNREAD = /\bfrom\s+'[^']+'|\bimport\('[^']+'|^\s*\/\/.*|^\s*\/\*\*[^]*?\*\//gm;
/**
 * Matches a path that is a single name without an extension. It counts only as the argument of a
 * function that reads files.
 */
const READ = /\b(?:read\w*|glob\w*|listFiles|cp|copyFile\w*)\(\[?\s*(['"`])([\w.@/-]+)(?:\1|\$\{)/g;

/**
 * @param path the path of the file that contains the code
 * @param source the code
 * @returns the project's files and folders whose paths appear in the code, relative either to the
 *   root or to the file that contains the code; the returned paths are relative to the root
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

/**
 * Files whose quoted paths are ignored, because they include the tests of every Vitest project and
 * the service's entry point, which not every project starts.
 */
const CONFIGURATION = new Set([
  'vitest.config.ts',
  'test/support/installation/device-only-config.ts',
  'wrangler.toml',
]);
/**
 * The build script, whose dependencies are not followed: the build only runs if a file in its own
 * lists has changed, and the tests already depend on those files.
 */
const BUILD = 'scripts/build.ts';

/**
 * @param starts the test files, and the files that are loaded with them
 * @param files all source files of the project
 * @returns the paths of `starts`, and of every file that they import or name, directly or
 *   indirectly
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
