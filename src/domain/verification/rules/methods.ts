// The steps of a session and the methods of proving an age, each defined once. Plans, results, the
// lists on the wire and the page's order are derived from these tables, and a missing text for an
// entry is a compile error. Pure data.
import type { PROOF_METHODS } from '../../terms/age-proof.ts';
import { listAll } from '../../terms/list-all.ts';

interface StepRow {
  /** Whether pictures are sent in this step; a receipt lists them (D-85). */
  takesPictures: boolean;
  /**
   * Whether the step needs the evidence about the face; needsEvidence (session/machine.ts) defines
   * how long the evidence is kept.
   */
  needsFace: boolean;
  /** Whether the funnel counts include this step; face checks have no funnel counts. */
  isCounted: boolean;
}

/** The steps, in the order that a session can reach them. */
const STEP_TABLE = {
  consent: { takesPictures: false, needsFace: false, isCounted: true },
  wallet: { takesPictures: false, needsFace: false, isCounted: true },
  liveness: { takesPictures: true, needsFace: false, isCounted: true },
  age: { takesPictures: true, needsFace: true, isCounted: true },
  face: { takesPictures: true, needsFace: true, isCounted: false },
  document: { takesPictures: true, needsFace: true, isCounted: true },
  review: { takesPictures: true, needsFace: true, isCounted: true },
} as const satisfies Record<string, StepRow>;

export type Step = keyof typeof STEP_TABLE;

/** The steps whose row in the table sets this member to true. */
type StepsWith<C extends keyof StepRow> = {
  [S in Step]: (typeof STEP_TABLE)[S][C] extends true ? S : never;
}[Step];

export type PictureStep = StepsWith<'takesPictures'>;
export type CountedStep = StepsWith<'isCounted'>;

export const STEPS = listAll<Step>()([
  'consent',
  'wallet',
  'liveness',
  'age',
  'face',
  'document',
  'review',
]);
export const COUNTED_STEPS = listAll<CountedStep>()([
  'consent',
  'wallet',
  'liveness',
  'age',
  'document',
  'review',
]);

export const needsFace = (step: Step): boolean => STEP_TABLE[step].needsFace;

/**
 * Which Workers are bound to this Worker; for a session, which of the bound Workers can serve it.
 */
export interface Workers {
  face: boolean;
  documents: boolean;
  wallet: boolean;
}

interface Method {
  /** The steps after consent, in order; empty for a method that completes immediately. */
  steps: readonly Step[];
  /**
   * The method is unavailable without these Workers. A method without this member is not
   * implemented yet.
   */
  needs?: readonly (keyof Workers)[];
  /** The `verification_type` of a session that this method decided. */
  type?: string;
}

/**
 * The methods, keyed by their names in `accept.methods` on the wire. They include every method that
 * may have verified a stored age.
 */
export const METHODS = {
  face: { steps: ['liveness', 'age'], needs: [], type: 'age_check' },
  document: { steps: ['liveness', 'document'], needs: ['face', 'documents'], type: 'full' },
  wallet: { steps: ['wallet'], needs: ['wallet'], type: 'eu_wallet' },
  account: { steps: [], needs: [], type: 'agate_id' },
  pass: { steps: [], needs: [], type: 'agate_pass' },
  key: { steps: [], needs: [], type: 'agate_key' },
} as const satisfies Record<string, Method> & Record<(typeof PROOF_METHODS)[number], Method>;

export type AcceptMethod = keyof typeof METHODS;
export const ACCEPT_METHODS = listAll<AcceptMethod>()([
  'face',
  'document',
  'wallet',
  'account',
  'pass',
  'key',
]);

/** @returns the table row of a method, typed with all possible members */
const rowOf = (method: AcceptMethod): Method => METHODS[method];

/** Whether this service can verify with the method. */
export const isAvailable = (method: AcceptMethod, workers: Workers): boolean =>
  rowOf(method).needs?.every((worker) => workers[worker]) ?? false;

export type VerificationType = Extract<(typeof METHODS)[AcceptMethod], { type: string }>['type'];
/** @returns the `verification_type` of each method that can decide a session */
export const typesOf = (methods: readonly AcceptMethod[]): VerificationType[] =>
  methods.flatMap((method) => {
    const row = METHODS[method];
    return 'type' in row ? [row.type] : [];
  });
