import { expect, test } from 'vitest';
import { PHASES } from '../../../scripts/check/phases.ts';
import { selectPhases } from '../../../scripts/check/selection.ts';

const select = (only?: string, shard?: string) => selectPhases(PHASES, { only, shard });
const namesOf = (only?: string, shard?: string) => select(only, shard).map(({ name }) => name);

test('everything runs unless phases are named', () => {
  expect(select()).toEqual(PHASES);
});

test('the named phases run, with the build when they need it', () => {
  expect(namesOf('gallery,alone')).toEqual(['build', 'gallery', 'alone']);
  expect(namesOf('types,lint')).toEqual(['types', 'lint']);
});

test('a shard splits the tests, and not the build', () => {
  expect(select('workers', '2/3').map(({ command }) => command.join(' '))).toEqual([
    'npm run --silent build',
    'vitest run --project=workers --shard=2/3',
  ]);
});

test.each([
  ['unheard', undefined, 'No phase is named unheard'],
  ['browser,', undefined, 'No phase is named '],
  ['browser', '3/2', 'is not a share'],
  ['browser', '0/2', 'is not a share'],
  ['browser', 'half', 'is not a share'],
  ['browser,lint', '1/2', '--shard needs --only'],
  [undefined, '1/2', '--shard needs --only'],
])('--only=%s --shard=%s is refused', (only, shard, message) => {
  expect(() => select(only, shard)).toThrow(message);
});
