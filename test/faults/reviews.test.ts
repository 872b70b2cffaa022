// Review use cases under faults (D-95).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { decodeObjectId } from '../../src/crypto/capability-token.ts';
import type { Principal } from '../../src/domain/verification/customer.ts';
import {
  createSession,
  readResult,
  settleAsTenant,
} from '../../src/domain/verification/backend-session.ts';
import { readBrowserProof } from '../../src/domain/verification/browser-session.ts';
import { requestReview } from '../../src/domain/verification/request-review.ts';
import { decideReview } from '../../src/domain/verification/reviews.ts';
import type { Decision } from '../../src/domain/verification/rules/review/review-decision.ts';
import { SealedPictures } from '../../src/objects/session/sealed-pictures.ts';
import { makeContext } from '../support/installation/context.ts';
import { findPartialStates } from '../support/faults/find-partial-states.ts';
import { insertTenant } from '../support/faults/fixtures.ts';
import { queryLedgers } from '../support/customer/ledgers.ts';
import { makeReviewingTenant, ReviewedVisit, seen } from '../support/customer/reviews.ts';
import { jpegOf } from '../support/visitor/scripted-documents.ts';
import { toJpeg } from '../support/visitor/scripted-face.ts';

interface OpenReview {
  tenantId: string;
  /** The id of the session's object: 64 hex digits. */
  sessionId: string;
  statusOf: () => Promise<string>;
}

const stubOf = (id: string) =>
  env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.idFromString(id));

/** Reads the state of the session, its pictures, the list, the feed and the audit log. */
async function observe({ tenantId, sessionId, statusOf }: OpenReview) {
  const status = await statusOf();
  const pictures = await runInDurableObject(
    stubOf(sessionId),
    (_object, state) => new SealedPictures(state).names,
  );
  const listed = await env.DB.prepare('SELECT status FROM verification_sessions WHERE id = ?')
    .bind(sessionId)
    .all<{ status: string }>();
  const events = await queryLedgers<{ type: string }>(
    'SELECT type FROM events WHERE session_id = ?',
    sessionId,
  );
  const copies = [...listed.results.map((row) => row.status), ...events.map(({ type }) => type)];
  const logged = await env.DB.prepare(
    "SELECT count(*) AS n FROM audit_entries WHERE tenant_id = ? AND action = 'review.decide'",
  )
    .bind(tenantId)
    .first<{ n: number }>();
  // An audit entry without a decision merely records an attempt, but there must be no decision
  // without an audit entry.
  const isUnlogged = status !== 'pending_tenant_review' && logged?.n === 0;
  return { status, pictures, isUnlogged, copies: copies.toSorted() };
}

async function prepareReview(): Promise<OpenReview & { token: string }> {
  const tenant = await insertTenant();
  const principal: Principal = { kind: 'secret', test: true, isProven: true, tenant };
  const ctx = makeContext();
  const { token, sessionId } = await createSession(ctx, principal, {
    callbackUrl: 'https://shop.example/return',
    gate: 18,
    purpose: 'age_verification',
    mode: 'document',
    difficulty: 'easy',
  });
  await settleAsTenant(ctx, principal, token, 'pending_tenant_review');
  await runInDurableObject(stubOf(sessionId), async (_object, state) => {
    const pictures = new SealedPictures(state);
    pictures.keep(await pictures.seal({ page: jpegOf('a page'), face: jpegOf('a face') }));
  });
  const statusOf = async () => (await readResult(makeContext(), principal, token)).status;
  return { tenantId: tenant.id, sessionId, token, statusOf };
}

const DECISIONS: readonly Decision[] = [
  { decision: 'approve' },
  { decision: 'reject', reason: 'document_rejected' },
  { decision: 'ask_again', steps: ['document'] },
];

it('a review is decided, its event sent and its pictures deleted, or none of these', async () => {
  for (const decision of DECISIONS) {
    const partial = await findPartialStates<OpenReview & { token: string }>({
      prepare: prepareReview,
      act: (ctx, { tenantId, token }) => {
        const actor = { audience: 'dashboard', staffId: 7, tenantId } as const;
        return decideReview(ctx, { actor, sessionId: 'a sign-in' }, token, decision);
      },
      observe,
    });
    expect(partial).toEqual([]);
  }
});

it('a human review is requested together with its pictures, or not at all', async () => {
  const customer = await makeReviewingTenant();
  const partial = await findPartialStates<OpenReview & { reviewed: ReviewedVisit }>({
    prepare: async () => {
      const reviewed = await ReviewedVisit.offered(customer);
      const sessionId = decodeObjectId(reviewed.visit.edge.browser.sessionId) ?? '';
      const statusOf = async () => (await reviewed.result()).status;
      return { tenantId: customer.id, sessionId, reviewed, statusOf };
    },
    act: async (ctx, { sessionId, reviewed: { visit, page, front } }) => {
      const [, cookie] = /=([^;]+)/.exec(visit.edge.browser.cookieHeader) ?? [];
      const proof = readBrowserProof(cookie, sessionId);
      if (proof === undefined) throw new Error('There is no proof.');
      const sent = { page, ...(front && { front }), face: toJpeg(seen()) };
      const { record } = await requestReview({ ...ctx, face: visit.edge.face }, proof, sent);
      if (record.state.status !== 'pending_tenant_review') throw new Error('Nobody was asked.');
    },
    observe,
  });
  expect(partial).toEqual([]);
});
