import { beforeAll, expect, test } from 'vitest';
import { buildAssets } from '../../scripts/build.ts';
import { BLOCKS, CAMERA_FAULTS } from '../../widget/hosted/flow.ts';
import { STATES } from './states/all-states.ts';
import { TESTED_SHEETS } from './support/selection.ts';
import { compareWithReferences } from './support/sheets.ts';

beforeAll(async () => {
  await buildAssets();
});

// When a change was meant: npm run gallery -- --accept, then look at the sheets.
test('every state looks as on its contact sheets, and none scrolls sideways', async () => {
  expect(await compareWithReferences(STATES, TESTED_SHEETS)).toEqual([]);
});

test('every reason for which the page blocks is among the states', () => {
  const shown = STATES.map(({ shows }) => /data-block="(\w+)"/.exec(shows)?.[1]).filter(Boolean);
  expect(new Set(shown)).toEqual(new Set(BLOCKS));
});

test('every fault of the camera is among the states', () => {
  const scenes = STATES.map(({ camera }) => camera);
  expect(scenes).toEqual(expect.arrayContaining([...CAMERA_FAULTS]));
});
