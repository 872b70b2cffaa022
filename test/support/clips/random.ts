// Randomness that a seed makes repeatable.

/** Uniform in [0, 1); mulberry32. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A uniformly random integer in [0, n), in the form that the rules expect. */
export const below =
  (random: Random) =>
  (n: number): number =>
    Math.floor(random() * n);

export const between = (random: Random, from: number, to: number): number =>
  from + (to - from) * random();
