// How much of a check D1 keeps, and for how long: sizes measured with `dbstat` after a storm of
// 3,200 sessions (docs/capacity.md, "What it holds"), where they are given for one check a day.
import type { Kind } from './model.ts';

const ofSteadyState = (bytes: number, keptDays: number) => ({
  bytesPerCheck: bytes / keptDays,
  keptDays,
});

/** What the schedules delete at once is one kind: a delivery goes with its event. */
export const KINDS: readonly Kind[] = [
  { name: 'sessions, with their steps', rows: 1, ...ofSteadyState(117_000 + 27_000, 180) },
  { name: 'events, with their deliveries', rows: 1, ...ofSteadyState(43_000 + 39_000, 30) },
  { name: 'figures and the rest', rows: 0, ...ofSteadyState(6_000, 180) },
];
