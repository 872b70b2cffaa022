// How much of a check D1 keeps, and for how long: sizes measured with `dbstat` after storms
// (docs/capacity.md, "What it holds"), where they are given for one check a day.
import type { Kind } from './model.ts';

const ofSteadyState = (bytes: number, keptDays: number) => ({
  bytesPerCheck: bytes / keptDays,
  keptDays,
});

export const KINDS: readonly Kind[] = [
  { name: 'sessions, with their steps', rows: 1, ...ofSteadyState(120_000, 180) },
  { name: 'figures and the rest', rows: 0, ...ofSteadyState(6_000, 180) },
];
