// One verification as data: how its record begins, and what remains after the person's data is
// erased. Pure. The record's parts are defined in the files of their steps; the rules that change
// them are in machine.ts and in one folder per step; objects/session/verification-session.ts stores
// the record.
import { DAY_MS } from '../../../../time/durations.ts';
import { NO_AGE, type AgeStep, type FrontalAttempt } from '../age/age-state.ts';
import {
  NO_DOCUMENT,
  type DocumentAttempt,
  type DocumentProblem,
  type DocumentStep,
} from '../document/document-state.ts';
import type { Reveal } from '../evidence/demand.ts';
import type { Handoff } from '../handoff/handoff-state.ts';
import {
  NO_MOVEMENTS,
  type Challenge,
  type LivenessProblem,
  type LivenessStep,
} from '../liveness/liveness-state.ts';
import type { SessionOffer } from '../opening/offer.ts';
import type { OriginalRequest, SessionRequest } from '../opening/session-request.ts';
import type { TenantSnapshot } from '../opening/tenant-snapshot.ts';
import type { SessionLaw } from '../law/law-state.ts';
import type { OpenWalletOffer, WalletProblem, WalletStep } from '../wallet/wallet-state.ts';
import type { KeyStep } from '../key/key-state.ts';
import type { PassStep } from '../pass/pass-state.ts';
import type { Chain } from '../retake/chain.ts';
import type { Review } from '../review/review-state.ts';
import type { SessionConsent } from './consent-state.ts';
import type { FunnelEvent } from './funnel.ts';
import type { SessionReason } from './reasons.ts';
import type { Received } from './received.ts';
import type { Secrets } from './secrets.ts';
import type { Signals } from './signals.ts';
import type { SessionChecks, State } from './state.ts';
import type { SessionVisitor } from './visitor.ts';

/** Problems that the visitor can correct. */
export type SessionProblem =
  | LivenessProblem
  | 'age_unclear'
  | DocumentProblem
  | 'face_unclear'
  | WalletProblem;

/** The visitor's current activity; cleared by the session's next transition (machine.ts, apply). */
export interface Current {
  challenge?: Challenge;
  frontal?: FrontalAttempt;
  document?: DocumentAttempt;
  wallet?: OpenWalletOffer;
  /** Pictures that the session has requested but not received yet. */
  reveal?: Reveal;
  problem?: SessionProblem;
}

/** The state of each step, over all attempts. */
interface Steps {
  liveness: LivenessStep;
  age: AgeStep;
  document: DocumentStep;
  /** The state of the wallet step; present once a wallet has responded. */
  wallet?: WalletStep;
  /** The state of age passes; present once a pass has been presented. */
  pass?: PassStep;
  /** The state of age keys; present once a key has been presented. */
  key?: KeyStep;
  /** The state of the review; present once a review has been offered. */
  review?: Review;
}

interface Times {
  createdAtMs: number;
  initExpiresAtMs: number;
  expiresAtMs: number;
  /** How many times the person requested more time. */
  extensions: number;
}

interface End {
  atMs: number;
  reason?: SessionReason;
}

/** Version numbers of events. */
interface Notices {
  /** The version of the last event. */
  version: number;
  /** The versions of the last two events that were meant for the customer. */
  told?: number;
  toldBefore?: number;
}

export interface SessionRecord {
  /** 64 hex digits, the id of the session's object. */
  id: string;
  test: boolean;
  tenant: TenantSnapshot;
  request: SessionRequest;
  asked: OriginalRequest;
  offer: SessionOffer;
  /** The law; present if one had to be applied to the session (D-157). */
  law?: SessionLaw;
  chain: Chain;
  secrets: Secrets;
  visitor: SessionVisitor;
  /** The hand-off; present while a link for a phone is valid, or a phone has joined. */
  handoff?: Handoff;
  consent?: SessionConsent;
  state: State;
  current: Current;
  steps: Steps;
  checks: SessionChecks;
  signals: Signals;
  received: Received;
  funnel: readonly FunnelEvent[];
  times: Times;
  /** How the session ended; present once it has. */
  end?: End;
  notices: Notices;
}

/** The inputs of a new session; the other parts of its record begin empty. */
export type NewSession = Pick<
  SessionRecord,
  'test' | 'tenant' | 'request' | 'asked' | 'offer' | 'law' | 'chain' | 'secrets' | 'visitor'
> & { times: Omit<Times, 'extensions'> };

/** @param id 64 hex digits, the id of the session's object */
export const newRecord = (id: string, session: NewSession): SessionRecord => ({
  ...session,
  id,
  state: { status: 'pending' },
  current: {},
  steps: { liveness: NO_MOVEMENTS, age: NO_AGE, document: NO_DOCUMENT },
  checks: {},
  signals: { refusals: [], copies: [] },
  received: { kept: [] },
  funnel: [],
  times: { ...session.times, extensions: 0 },
  notices: { version: 0 },
});

type Group =
  | 'chain'
  | 'checks'
  | 'current'
  | 'received'
  | 'secrets'
  | 'signals'
  | 'steps'
  | 'times'
  | 'visitor';

/** Whether the session requires the liveness level `strict`. */
export const isStrict = ({ request }: SessionRecord): boolean =>
  request.accept?.livenessLevel === 'strict';

/** @returns the record with some members of a group changed */
export const withGroup = <G extends Group>(
  record: SessionRecord,
  group: G,
  change: Partial<SessionRecord[G]>,
): SessionRecord => ({ ...record, [group]: { ...record[group], ...change } });

/** @returns the record with some members of a step's state changed */
export const withStep = <S extends Exclude<keyof Steps, 'review' | 'wallet' | 'pass' | 'key'>>(
  record: SessionRecord,
  step: S,
  change: Partial<Steps[S]>,
): SessionRecord => ({
  ...record,
  steps: { ...record.steps, [step]: { ...record.steps[step], ...change } },
});

/**
 * Returns when the result stops being readable, in ms since the epoch; undefined while the session
 * is running.
 */
export function erasureTimeMs({ end, tenant }: SessionRecord): number | undefined {
  return end && end.atMs + tenant.retentionDays * DAY_MS;
}

/**
 * Returns the record without personal data: the outcome, times, checks and signals remain. The law
 * is removed, because it reveals where the person was.
 */
export function withoutPerson({
  handoff: _phone,
  law: _law,
  ...record
}: SessionRecord): SessionRecord {
  const { userId: _user, metadata: _metadata, ...request } = record.request;
  const { jurisdiction: _place, ...asked } = record.asked;
  const { review: _review, wallet: _wallet, pass: _pass, key: _key, ...kept } = record.steps;
  const { curves: _curves, bent: _bent, declined: _declined, ...liveness } = kept.liveness;
  const steps = { ...kept, liveness };
  return { ...record, request, asked, steps, visitor: {}, received: { kept: [] } };
}
