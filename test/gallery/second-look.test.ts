import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TALLY_FILE } from '../../scripts/check/tally.ts';
import { lookTwice } from './support/second-look.ts';

type Retake = Parameters<typeof lookTwice>[1];

const difference = (state: string) => ({ state, blocks: 40, worst: 200 });
const DIFFERING = { sheet: 'en-light-phone', differences: [difference('help'), difference('age')] };

// The retakes that these tests simulate must not appear in the report of the test run.
beforeEach(() => void vi.stubEnv(TALLY_FILE, undefined));
afterEach(() => void vi.unstubAllEnvs());

describe('a picture that differs from its reference', () => {
  test('is rendered again, and is accepted when it then matches', async () => {
    const retake = vi.fn<Retake>(async () => {});
    const compare = async () => (retake.mock.calls.length > 0 ? [] : [DIFFERING]);
    expect(await lookTwice(compare, retake)).toEqual([]);
    expect(retake.mock.calls).toEqual([[new Set(['help', 'age'])]]);
  });

  test('is an error when it differs the second time too', async () => {
    expect(
      await lookTwice(
        async () => [DIFFERING],
        async () => {},
      ),
    ).toEqual([DIFFERING]);
  });
});

test.each([
  ['no picture differs', []],
  ['a sheet has no reference', [{ sheet: 'en-light-phone', differences: 'no reference' as const }]],
])('nothing is rendered again when %s', async (_, found) => {
  const retake = vi.fn<Retake>();
  expect(await lookTwice(async () => found, retake)).toEqual(found);
  expect(retake).not.toHaveBeenCalled();
});
