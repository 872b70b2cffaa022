// What goes in and out of a session's object: who proves what, what is handed over, how it is refused.
import type { CameraSignals } from '../domain/verification/rules/risk.ts';
import type { Device, Handoff } from '../domain/verification/rules/handoff.ts';
import type { Challenge, SessionRecord } from '../domain/verification/rules/session.ts';
import type { AgeSample } from '../engine/age-evidence.ts';
import type { PoseSample } from '../engine/challenge.ts';

export type NewSession = Pick<
  SessionRecord,
  | 'test'
  | 'tenant'
  | 'request'
  | 'initHash'
  | 'resultHash'
  | 'createdAtMs'
  | 'initExpiresAtMs'
  | 'expiresAtMs'
>;

/** A customer's backend, proving which session it means by a token's hash. */
export interface TenantAccess {
  tenantId: string;
  test: boolean;
  kind: 'init' | 'result';
  secretHash: string;
}

export interface Redemption {
  initHash: string;
  /** Hash of the secret the browser showed, if any, and of the one it gets if it is the first. */
  shownHash?: string;
  newHash: string;
  /** Hash of what the page calls this opening, and how long it may be asked for again without the cookie. */
  attempt?: { hash: string; graceMs: number };
  ipCountry?: string;
}

export interface LivenessAnswer {
  challengeId: string;
  samples: PoseSample[];
  signals?: CameraSignals | undefined;
}

export interface AgeEvidence {
  nonce: string;
  samples: AgeSample[];
  signals?: CameraSignals | undefined;
}

export type HandoffOffer = Pick<Handoff, 'tokenId' | 'code' | 'computer'>;

/** A record and which of its devices is looking at it. */
export interface SeenSession {
  record: SessionRecord;
  device: Device;
}

export interface IssuedChallenge extends SeenSession {
  /** Absent when too many were asked for and the session has ended. */
  challenge?: Challenge;
}

export type Refused =
  'not_found' | 'opened_elsewhere' | 'other_device' | 'unauthorized' | 'conflict';
export type Answer<T> = { ok: true; value: T } | { ok: false; reason: Refused };

export const refuse = (reason: Refused): { ok: false; reason: Refused } => ({ ok: false, reason });
export const accept = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
