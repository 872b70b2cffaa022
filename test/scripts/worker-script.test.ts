// The built script of the Worker: its size, and the source positions of its stack frames.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSourceMap, resolveFrames } from '../../scripts/frames/resolve-frames.ts';

let folder: string;
let map: SourceMap;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agate-script-'));
  map = await readSourceMap(folder);
  script = await readFile(join(folder, 'index.js'), 'utf8');
});

afterAll(() => rm(folder, { recursive: true }));

/** The position of the given text in the script, in V8's notation. */
function placeOf(text: string): string {
  const lines = script.split('\n');
  const line = lines.findIndex((one) => one.includes(text));
  return `index.js:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`;
}

describe('the built script', () => {
  it('is smaller than 930 kB, compressed', () => {
    expect(gzipSync(script).length).toBeLessThan(930_000);
  });

  it('does not set function names at run time, which would be repeated for every closure of a request', () => {
    expect(script).not.toContain('"identifyAndLog"');
  });
});

describe('stack frames of a failure', () => {
  it('are mapped to the lines of the sources', async () => {
    const said = 'This service does not answer for this host name.';
    const source = await readFile(new URL('../../src/http/own-host.ts', import.meta.url), 'utf8');
    const line = source.split('\n').findIndex((one) => one.includes(said)) + 1;
    expect(resolveFrames(`at aF (${placeOf(said)}) < at async`, map)).toBe(
      `at aF (src/http/own-host.ts:${line}) < at async`,
    );
  });

  it('stay unchanged where the source map has no entry', () => {
    const frames = 'at index.js:1:1 < at node:internal:1:2';
    expect(resolveFrames(frames, map)).toBe(frames);
  });
});
