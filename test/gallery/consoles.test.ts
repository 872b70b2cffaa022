// Compares every page of the consoles with its contact sheets: at three widths, in both themes, and
// right to left on a phone.
import { expect, test } from 'vitest';
import { buildAssets } from '../../scripts/build.ts';
import { CONSOLE_STATES } from './consoles/states/all-states.ts';
import { compareConsoles } from './consoles/console-references.ts';

// After an intended change, run `npm run gallery -- --consoles --accept`, then look at the sheets.
test('every page of the consoles matches its contact sheets, fits its width, and is accessible', async () => {
  await buildAssets();
  expect(await compareConsoles(CONSOLE_STATES)).toEqual({ faults: [], differences: [] });
});
