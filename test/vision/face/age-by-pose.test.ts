// Measures how far the age estimate of a face shifts as the head turns. Because of this shift, the
// angle of a face in a picture is limited (src/vision/face/age-evidence.ts). The test uses the
// puppet's faces so that the pictures are the same on every machine.
import { expect, test } from 'vitest';
import { MAX_FRONTAL_DEGREES } from '../../../src/vision/face/age-evidence.ts';
import { loadEngine } from '../../support/puppet/engine-for-node.ts';
import { type HeadPose, turnHead } from '../../support/puppet/puppet.ts';
import { loadStill } from '../../support/puppet/stills.ts';

const TURNS = [20, 30].flatMap((degrees) => [-degrees, degrees]);

interface Turned {
  /** The larger of the absolute values of the measured yaw and pitch. */
  degrees: number;
  /** The difference from the frontal estimate, in years. */
  shift: number;
}

async function measureTurns(): Promise<Turned[]> {
  const engine = await loadEngine();
  const measured: Turned[] = [];
  for (const name of ['adult', 'young', 'frontal'] as const) {
    const still = await loadStill(name);
    const read = (pose: HeadPose) => {
      const picture = turnHead(still, pose);
      engine.reset();
      const reading = engine.track(picture);
      if (!reading) throw new Error(`The face of ${name} got lost.`);
      const { yaw, pitch } = reading.pose;
      const age = engine.estimateAge(picture, reading);
      return { degrees: Math.max(Math.abs(yaw), Math.abs(pitch)), age };
    };
    const frontal = read({}).age;
    for (const turn of TURNS.flatMap((degrees) => [{ yaw: degrees }, { pitch: degrees }])) {
      const { degrees, age } = read(turn);
      measured.push({ degrees, shift: Math.abs(age - frontal) });
    }
  }
  return measured;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test('the estimate shifts by less than 3 years up to the frontal limit, and by at least half as much again beyond', async () => {
  const measured = await measureTurns();
  const shifts = (from: number, to: number) =>
    measured.filter(({ degrees }) => degrees > from && degrees <= to).map(({ shift }) => shift);
  const within = shifts(0, MAX_FRONTAL_DEGREES);
  const beyond = shifts(MAX_FRONTAL_DEGREES, 90);
  expect([within.length, beyond.length].map((count) => count > 8)).toEqual([true, true]);
  expect(mean(within)).toBeLessThan(3);
  expect(mean(beyond)).toBeGreaterThan(1.5 * mean(within));
});
