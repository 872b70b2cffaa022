// The names of daily counts. One row counts a session under several names, joined by plus signs:
// `success+created+risk.low` adds to each of the three counts (D-175). Pure.
import { namesOfSteps } from './folded-funnel.ts';
import type { RiskBand } from './signals.ts';

const SEPARATOR = '+';
const VERDICTS = ['success', 'failed'];
const OTHER_ENDS = ['canceled', 'expired'];
const BANDS: readonly RiskBand[] = ['low', 'medium', 'high'];

/** Every joined name that the triggers on `verification_sessions` write, split into its names. */
const JOINED = [
  ...VERDICTS.flatMap((status) => [
    [status, 'created'],
    ...BANDS.flatMap((band) => [
      [status, `risk.${band}`],
      [status, 'created', `risk.${band}`],
    ]),
  ]),
  ...OTHER_ENDS.map((status) => [status, 'created']),
];

/** @returns the given names, and every joined name that contains one of them */
export const withJoined = (names: readonly string[]): string[] => [
  ...names,
  ...JOINED.filter((joined) => joined.some((name) => names.includes(name))).map((joined) =>
    joined.join(SEPARATOR),
  ),
];

/**
 * @returns the counts to which a row with this name adds; each step of a combination is returned as
 *   `funnel.<step>`
 */
export const namesOfCount = (name: string): string[] => name.split(SEPARATOR).flatMap(namesOfSteps);
