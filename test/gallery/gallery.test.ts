// Requirements for every state: it must match its contact sheets and be accessible. People's own
// browser settings are tested in settings.test.ts.
import { describe, expect, test } from 'vitest';
import { BLOCKS, CAMERA_FAULTS } from '../../widget/hosted/state/flow.ts';
import { STATES } from './states/all-states.ts';
import { inspectState } from './support/inspection.ts';
import { Film } from './support/pictures.ts';
import { lookTwice } from './support/second-look.ts';
import { TESTED_SHEETS } from './support/selection.ts';
import { compareWithReferences } from './support/sheets.ts';
import { useTours } from './support/tour.ts';

const visit = useTours(STATES);
const film = new Film({ states: STATES, sheets: TESTED_SHEETS });
let visited: ReturnType<typeof visitAll> | undefined;

/**
 * Returns the findings for all tests in this file, from a single visit to each state. The first
 * test that runs waits for the visits.
 */
const findings = () => (visited ??= visitAll());

function visitAll() {
  return visit({ states: STATES }, (visitor, state) => inspectState(visitor, state, film));
}

async function retake(names: ReadonlySet<string>): Promise<void> {
  const states = STATES.filter(({ name }) => names.has(name));
  const shoot = async (...state: Parameters<Film['shoot']>) => ({
    faults: await film.shoot(...state),
  });
  expect((await visit({ states }, shoot)).faults).toEqual([]);
}

describe('every state', () => {
  // After an intended change, run npm run gallery -- --accept, then look at the sheets.
  test('matches its contact sheets, and none scrolls sideways', async () => {
    const { faults } = await findings();
    expect(faults).toEqual([]);
    const compare = () => compareWithReferences(STATES, TESTED_SHEETS, film.pictures);
    expect(await lookTwice(compare, retake)).toEqual([]);
  });

  test('has everything reachable at 400 % zoom: 320 by 256 px, with the longest words (1.4.10, 2.4.11)', async () =>
    expect((await findings()).unreachable).toEqual([]));
});

describe('every state, on a phone, with reduced motion', () => {
  test('has no finding of axe, in both themes', async () =>
    expect((await findings()).axe).toEqual([]));
  test('has sufficient contrast, in both themes (WCAG 2.2, 1.4.3, 1.4.11)', async () =>
    expect((await findings()).faint).toEqual([]));
  test('has targets of 24 by 24 px and more (2.5.8)', async () =>
    expect((await findings()).targets).toEqual([]));
  test('does not move (2.3.3)', async () => expect((await findings()).motion).toEqual([]));
  test('begins with the focus on its heading, and never loses it (2.4.3)', async () =>
    expect((await findings()).focus).toEqual([]));
  test('announces its status messages once (4.1.3)', async () =>
    expect((await findings()).silence).toEqual([]));
  test('announces each movement immediately, in every language', async () =>
    expect((await findings()).unheard).toEqual([]));
  test('can be walked by Tab in reading order, with each stop visible (2.1.1, 2.4.3, 2.4.7)', async () =>
    expect((await findings()).order).toEqual([]));
});

test('every reason for which the page blocks has a state', () => {
  const shown = STATES.map(({ shows }) => /data-block="(\w+)"/.exec(shows)?.[1]).filter(Boolean);
  expect(new Set(shown)).toEqual(new Set(BLOCKS));
});

test('every camera error has a state', () => {
  const scenes = STATES.map(({ camera }) => camera);
  expect(scenes).toEqual(expect.arrayContaining([...CAMERA_FAULTS]));
});
