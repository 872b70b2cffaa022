// The reader in front of a simulated camera, with one specimen per scenario; `npm run bench --
// documents` tries more specimens.
import { describe, expect, test } from 'vitest';
import { type Scenario, SCENARIOS } from '../../support/documents/scenarios.ts';
import {
  judgeReading,
  type Outcome,
  shoot,
  specimenNumber,
} from '../../support/documents/trial.ts';
import { loadLineNet } from '../../support/documents/weights.ts';

/** Scenarios that destroy characters on some pages, so that the reader may refuse to read them. */
const HARD: readonly Scenario[] = ['tilt 25', 'motion 10 px', 'glare, mild', 'glare on the code'];

const net = loadLineNet();
const specimens = (['td3', 'td1', 'td2'] as const).map((format) => specimenNumber(format, 1));
const outcomes = Object.keys(SCENARIOS).map((name, i): [Scenario, Outcome] => {
  const scenario = name as Scenario;
  const [specimen = specimenNumber('td3', 1)] = specimens.slice(i % specimens.length);
  return [scenario, judgeReading(net, shoot(specimen, scenario, 1), specimen)];
});

describe('a specimen is read without an error in the scenario', () => {
  test.each(outcomes.filter(([scenario]) => !HARD.includes(scenario)))('%s', (_, outcome) => {
    expect(outcome).toBe('exact');
  });
});

test('no scenario leads to a wrong reading that is accepted', () => {
  expect(outcomes).toHaveLength(19);
  expect(outcomes.filter(([, outcome]) => outcome === 'wrong')).toEqual([]);
});

test('a number is refused when motion blur makes 8 and S alike, which no check digit distinguishes', () => {
  const specimen = specimenNumber('td2', 3);
  expect(specimen.holder.number).toBe('LRX8M6IFX');
  expect(judgeReading(net, shoot(specimen, 'motion 10 px', 2), specimen)).toBe('refused');
});
