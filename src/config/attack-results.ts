// What was tried against the checks of this product, and how much of it passed (D-161). What each figure means is in the file itself.
import measured from '../../data/attack-results.json' with { type: 'json' };

type Interval = readonly [low: number, high: number];

/** A program in the page's place, and how many of its sessions passed. */
interface ForgerResult {
  attack: string;
  level: 'standard' | 'strict';
  passed: number;
  of: number;
  /** Of the share, 95 %. */
  interval: Interval;
}

interface AttackResults {
  /** ISO days. */
  measured_on: { forgers: string; gestures: string; clips: string };
  forgers: readonly (ForgerResult & {
    /** How many of those that passed had which band of risk. */
    bands: Readonly<Record<string, number>>;
    /** Reasons and in how many sessions, those of passed sessions too. */
    refused_for: Readonly<Record<string, number>>;
  })[];
  gestures: readonly (ForgerResult & { refused_for: readonly string[] })[];
  clips: {
    sessions: number;
    passed: number;
    /** Up to this share could pass, with so few. */
    at_most: number;
    honest: { checks: number; at_once: number; interval: Interval };
    attacks: readonly { attack: string; stopped: boolean; by: readonly string[] }[];
  };
}

// The compiler reads pairs of a JSON file as lists of any length.
export const ATTACK_RESULTS = measured as unknown as AttackResults;
