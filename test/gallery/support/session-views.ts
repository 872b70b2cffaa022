// Sessions as the server would describe them, for an invented shop. Each state overrides the
// members that it needs to change.
import type { VerdictReason } from '../../../src/domain/verification/rules/session/reasons.ts';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';

export const SITE: SessionView['site'] = {
  name: 'Weinhaus Linden',
  host: 'linden.example',
  color: '#3b5bdb',
};

/**
 * A session that waits for consent, opened on a computer.
 * @param changes members that replace the defaults
 */
export function sessionView(changes: Partial<SessionView> = {}): SessionView {
  return {
    id: 'a-session',
    status: 'in_progress',
    test: false,
    step: 'consent',
    site: SITE,
    request: { purpose: 'age_verification', mode: 'facial', gate: 18 },
    privacy: {
      notice: '1',
      controller: 'Weinhaus Linden GmbH',
      operator: 'Agate',
      retention_days: 30,
      path: '/privacy?tenant=ten_1',
      scopes: ['face'],
    },
    ways: { order: ['pass', 'key', 'account', 'wallet', 'face', 'document'] },
    theme: 'system',
    attempts_left: { liveness: 3, age: 2 },
    device: 'computer',
    active: true,
    extensions_left: 2,
    expires_in_ms: 15 * 60_000,
    ...changes,
  };
}

export const inLiveness = (changes: Partial<SessionView> = {}): SessionView =>
  sessionView({ step: 'liveness', ...changes });

export const inAge = (changes: Partial<SessionView> = {}): SessionView =>
  sessionView({ step: 'age', age_nonce: 'a-nonce', ...changes });

/** A session at the document step, after an age estimate too close to the age limit. */
export const inDocument = (changes: Partial<SessionView> = {}): SessionView =>
  sessionView({
    step: 'document',
    measured: 'edge',
    attempts_left: { liveness: 3, age: 0, document: 3 },
    document_need: 'will',
    document: {
      nonce: 'a-nonce',
      allowed: ['passport', 'id_card', 'residence_permit', 'drivers_license'],
      country: 'DE',
    },
    ...changes,
  });

/** A session whose document could not be judged automatically: a human review can be requested. */
export const inReview = (changes: Partial<SessionView> = {}): SessionView =>
  sessionView({
    step: 'review',
    measured: 'edge',
    attempts_left: { liveness: 3, age: 0, document: 0 },
    document_need: 'will',
    ...changes,
  });

/**
 * The address at the site to which the person returns. The stub server replaces it with one of its
 * own, to which a browser can be redirected without leaving the page.
 */
export const WAY_BACK = 'https://linden.example/order';

/**
 * The view of a successful session that has a receipt and whose pictures were sent to the server.
 */
export function endedAtEdge(changes: Partial<SessionView> = {}): SessionView {
  const outcome = { status: 'success', return_url: WAY_BACK, receipt: true } as const;
  return ended('success', undefined, { measured: 'edge', outcome, ...changes });
}

/** @param reason the server's code for the reason of a failed outcome */
export function ended(
  status: NonNullable<SessionView['outcome']>['status'],
  reason?: VerdictReason,
  changes: Partial<SessionView> = {},
): SessionView {
  const outcome = { status, return_url: WAY_BACK };
  return sessionView({
    status,
    step: 'done',
    outcome: { ...outcome, ...(reason !== undefined && { reason }) },
    ...changes,
  });
}
