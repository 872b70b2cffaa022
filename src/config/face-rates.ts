// Error rates of the face comparison by group: the measured shares that consoles display next to
// the limits (D-148). The JSON file explains each figure.
import measured from '../../data/face-rates.json' with { type: 'json' };
import type { FaceLimits } from './face-limits.ts';

/** A share of pairs, 0 to 1, and the bounds of its 95 % interval. */
export type Rate = readonly [share: number, low: number, high: number];

export interface GroupRates {
  /** The data set, followed by the origin and sex of the people. */
  group: string;
  people: number;
  /** Pairs of two different people in the group: their number, and the measured rates. */
  strangers: { pairs: number; portrait: Rate; enrolled: Rate; portrait_unclear: Rate };
  /**
   * Pairs of two pictures of one person, taken on different days: their number, and the measured
   * rates.
   */
  own?: { pairs: number; portrait_again: Rate; portrait_other: Rate; enrolled_refused: Rate };
}

export interface FaceRates {
  /** The day of the measurement, `YYYY-MM-DD`. */
  measured_on: string;
  limits: Pick<FaceLimits, 'portrait' | 'enrolled'>;
  groups: readonly GroupRates[];
}

export const FACE_RATES = measured as unknown as FaceRates;

/**
 * Whether the rates were measured at the given limits. The rates at an operator's own limits are
 * unknown.
 */
export const areRatesOf = ({ limits }: FaceRates, { portrait, enrolled }: FaceLimits): boolean =>
  portrait.same === limits.portrait.same &&
  portrait.other === limits.portrait.other &&
  enrolled.same === limits.enrolled.same &&
  enrolled.other === limits.enrolled.other;
