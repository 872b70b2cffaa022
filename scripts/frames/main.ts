// `npm run frames -- "<at>"`: finds the source positions of a failure's stack frames, which the
// access log reports in `at`. The deployed script is minified and its functions have short names.
// This command bundles the files that are checked out, so check out the deployed version first.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSourceMap, resolveFrames } from './resolve-frames.ts';

const frames = process.argv.slice(2).join(' ');
if (!/index\.js:\d+:\d+/.test(frames)) {
  console.error('Give it the frames of a failure: npm run frames -- "at x (index.js:12:3456)"');
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'agate-frames-'));
try {
  const map = await readSourceMap(folder);
  for (const frame of frames.split(' < ')) console.log(resolveFrames(frame, map));
} finally {
  await rm(folder, { recursive: true });
}
