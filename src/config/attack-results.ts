// The attacks that were tried against this product's checks, and how many of them passed (D-161).
// The data file explains each figure.
import measured from '../../data/attack-results.json' with { type: 'json' };

type Interval = readonly [low: number, high: number];

/** An attack by a program that runs in place of the page, and how many of its sessions passed. */
interface ForgerResult {
  attack: string;
  level: 'standard' | 'strict';
  passed: number;
  of: number;
  /** The 95 % confidence interval of the share that passed. */
  interval: Interval;
}

interface AttackResults {
  /** The days of the attempts, `YYYY-MM-DD`. */
  measured_on: { forgers: string; gestures: string; clips: string };
  forgers: readonly (ForgerResult & {
    /** The number of passed sessions in each risk band. */
    bands: Readonly<Record<string, number>>;
    /**
     * For each reason for refusal, the number of sessions in which it occurred, including sessions
     * that passed in the end.
     */
    refused_for: Readonly<Record<string, number>>;
  })[];
  gestures: readonly (ForgerResult & { refused_for: readonly string[] })[];
  clips: {
    sessions: number;
    passed: number;
    /**
     * The upper bound of the true pass rate. It is stated because there were only a few sessions.
     */
    at_most: number;
    honest: { checks: number; at_once: number; interval: Interval };
    attacks: readonly { attack: string; stopped: boolean; by: readonly string[] }[];
  };
}

// TypeScript infers the pairs in a JSON file as arrays of any length, hence the cast.
export const ATTACK_RESULTS = measured as unknown as AttackResults;
