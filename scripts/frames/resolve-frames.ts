// Maps lines and columns of the bundled script to the sources.
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { bundleWorker, ROOT } from '../bundle.ts';

/** A position as V8 writes it: the file, then the line and the column, both counted from 1. */
const PLACE = /[\w./:-]*?\bindex\.js:(\d+):(\d+)/g;

/**
 * Bundles the Worker from the files that are checked out.
 * @returns the source map of the bundle
 */
export async function readSourceMap(folder: string): Promise<SourceMap> {
  await bundleWorker({ folder });
  const payload = JSON.parse(await readFile(join(folder, 'index.js.map'), 'utf8')) as {
    sources: string[];
  };
  const sources = payload.sources.map((path) => relative(ROOT, join(folder, path)));
  return new SourceMap({ ...payload, sources } as ConstructorParameters<typeof SourceMap>[0]);
}

/**
 * @param frames the frames of a stack, such as the field `at` of a line in the access log
 * @returns the frames, with each position in the script replaced by `file:line` of the sources, if
 *   the map contains it
 */
export const resolveFrames = (frames: string, map: SourceMap): string =>
  frames.replaceAll(PLACE, (place, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    return 'originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : place;
  });
