// Measures how natural a pose trajectory is. Pure statistics without limits; the limits are in
// trajectory-rules.ts.
import type { PoseSample } from '../../../../vision/face/challenge.ts';

/**
 * Returns the longest time without a change in any value, in milliseconds. Cameras have noise; a
 * frozen picture has none.
 */
export function longestStandstillMs(samples: readonly PoseSample[]): number {
  let longest = 0;
  let since = samples[0]?.[0] ?? 0;
  for (const [index, sample] of samples.entries()) {
    const before = samples[index - 1];
    if (before === undefined || fingerprint(before) !== fingerprint(sample)) since = sample[0];
    longest = Math.max(longest, sample[0] - since);
  }
  return longest;
}

const FOURTH = [1, -4, 6, -4, 1] as const;

/**
 * Returns the median size of the fourth difference of the two angles, in degrees, over samples that
 * changed. The fourth difference removes everything that a smooth curve explains, and leaves the
 * noise of measuring a real picture, amplified eightfold.
 */
export function jitterDegrees(samples: readonly PoseSample[]): number {
  const changed = samples.filter((sample, index) => {
    const before = samples[index - 1];
    return before === undefined || fingerprint(before) !== fingerprint(sample);
  });
  const rest: number[] = [];
  for (let end = FOURTH.length; end <= changed.length; end += 1) {
    const window = changed.slice(end - FOURTH.length, end);
    const difference = (axis: 1 | 2): number =>
      window.reduce((sum, sample, index) => sum + sample[axis] * (FOURTH[index] ?? 0), 0);
    rest.push(Math.abs(difference(1)) + Math.abs(difference(2)));
  }
  return rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? 0;
}

/**
 * Returns the length in milliseconds of the longest stretch that occurs twice with the same values.
 * Only stretches in which the head moves are considered: a looped film repeats itself, but a person
 * never does.
 */
export function longestRepeatMs(samples: readonly PoseSample[]): number {
  const prints = samples.map(fingerprint);
  const places = new Map<string, number[]>();
  let longest = 0;
  for (const [index, print] of prints.entries()) {
    const earlier = places.get(print) ?? [];
    for (const start of earlier)
      longest = Math.max(longest, repeatMs(samples, prints, start, index));
    if (earlier.length < 8) places.set(print, [...earlier, index]);
  }
  return longest;
}

function repeatMs(
  samples: readonly PoseSample[],
  prints: readonly string[],
  first: number,
  second: number,
): number {
  let length = 0;
  const different = new Set<string>();
  while (first + length < second && prints[first + length] === prints[second + length]) {
    different.add(prints[second + length] ?? '');
    length += 1;
  }
  if (different.size < 5) return 0;
  return (samples[second + length - 1]?.[0] ?? 0) - (samples[second]?.[0] ?? 0);
}

const fingerprint = ([, ...values]: PoseSample): string => values.join(' ');
