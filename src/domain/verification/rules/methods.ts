// The steps of a session and the methods by which an age can be shown, each once: plans, results,
// the wire's lists and the page's order derive from these tables, and what has to be said of an
// entry does not compile until it is. Pure data.
import type { PROOF_METHODS } from '../../terms/age-proof.ts';
import { listAll } from '../../terms/list-all.ts';

interface StepRow {
  /** Pictures are sent for it, which a receipt names (D-85). */
  takesPictures: boolean;
  /** What is known of the face is needed while a session is there: it is kept no longer. */
  needsFace: boolean;
  /** Its name is in how far a visitor got; a face check has no such counts. */
  isCounted: boolean;
}

/** In the order in which a session can reach them. */
const STEP_TABLE = {
  consent: { takesPictures: false, needsFace: false, isCounted: true },
  wallet: { takesPictures: false, needsFace: false, isCounted: true },
  liveness: { takesPictures: true, needsFace: false, isCounted: true },
  age: { takesPictures: true, needsFace: true, isCounted: true },
  face: { takesPictures: true, needsFace: true, isCounted: false },
  document: { takesPictures: true, needsFace: true, isCounted: true },
  review: { takesPictures: true, needsFace: true, isCounted: true },
} as const satisfies Record<string, StepRow>;

/** Evidence a session may ask for. */
export type Step = keyof typeof STEP_TABLE;

/** Steps whose row says yes. */
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

/** Which other Workers are bound; for a session, which of them can serve it. */
export interface Workers {
  face: boolean;
  documents: boolean;
  wallet: boolean;
}

interface Method {
  /** After the consent, in order; none: it answers at once. */
  steps: readonly Step[];
  /** Without these Workers it is absent. A method without the member is not built yet. */
  needs?: readonly (keyof Workers)[];
  /** `verification_type` of a session that it has decided. */
  type?: string;
}

/**
 * By the names that `accept.methods` has on the wire. What a kept age can have been shown by is
 * among them.
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

/** @returns the row, whatever members it has */
const rowOf = (method: AcceptMethod): Method => METHODS[method];

/** Whether this service can verify by it. */
export const isAvailable = (method: AcceptMethod, workers: Workers): boolean =>
  rowOf(method).needs?.every((worker) => workers[worker]) ?? false;

export type VerificationType = Extract<(typeof METHODS)[AcceptMethod], { type: string }>['type'];
/** @returns of each method that decides a session */
export const typesOf = (methods: readonly AcceptMethod[]): VerificationType[] =>
  methods.flatMap((method) => {
    const row = METHODS[method];
    return 'type' in row ? [row.type] : [];
  });
