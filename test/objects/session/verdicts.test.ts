// A verdict is planned once for each upload, and a plan for an outdated record is not executed:
// changes that arrive during an external call or while sealing are applied first, and the verdict
// is planned again for the new record.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { readBrowserProof } from '../../../src/domain/verification/browser-session.ts';
import { beginBoundFaceCheck } from '../../../src/domain/verification/begin-face-check.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { firstPartyPrincipal } from '../../../src/domain/verification/first-party-principal.ts';
import { Verdicts } from '../../../src/objects/session/verdicts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { FaceBackend } from '../../support/customer/face-backend.ts';
import { makeReviewingTenant, ReviewedVisit } from '../../support/customer/reviews.ts';
import { DocumentVisit } from '../../support/visitor/scripted-documents.ts';
import { photoOf, ScriptedFace } from '../../support/visitor/scripted-face.ts';
import { makeTenant, type TestTenant } from '../../support/customer/tenants.ts';

/** Counts of verdicts and seals since the last reset, and an action to run during a seal. */
const watched = { judged: 0, sealed: 0, act: undefined as (() => Promise<unknown>) | undefined };

type Decide = (this: Verdicts, ...values: Parameters<Verdicts['decide']>) => Promise<any>;

beforeEach(() => {
  Object.assign(watched, { judged: 0, sealed: 0, act: undefined });
  const decide = Reflect.get(Verdicts.prototype, 'decide') as Decide;
  vi.spyOn(Verdicts.prototype, 'decide').mockImplementation(function (this: Verdicts, hash, one) {
    return decide.call(this, hash, {
      ...one,
      judge: (...values) => {
        watched.judged += 1;
        return one.judge(...values);
      },
      prepare: async (...values) => {
        const keep = await one.prepare(...values);
        watched.sealed += 1;
        const { act } = watched;
        watched.act = undefined;
        await act?.();
        return keep;
      },
    });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const EXTENSION_MS = 600_000;

const stubOf = ({ browser }: EdgeVisit) => {
  const { VERIFICATION_SESSION: sessions } = env;
  return sessions.get(sessions.idFromString(decodeObjectId(browser.sessionId) ?? ''));
};

const recordOf = (visit: EdgeVisit): Promise<SessionRecord> =>
  runInDurableObject(stubOf(visit), (_object, { storage }) =>
    storage.kv.get<SessionRecord>('session')!,
  );

async function hashOf({ browser }: EdgeVisit): Promise<string> {
  const id = decodeObjectId(browser.sessionId) ?? '';
  const cookie = decodeURIComponent(browser.cookieHeader.split('=')[1] ?? '');
  return sha256Hex(readBrowserProof(cookie, id)?.secret ?? '');
}

/** An action to run while the list of blocked faces is queried. */
interface Meanwhile {
  act?: () => Promise<unknown>;
}

const bindWith =
  (meanwhile: Meanwhile) =>
  (FACE: Fetcher): Env => ({
    ...env,
    FACE,
    BLOCK_LIST: new Proxy(env.BLOCK_LIST, {
      get(lists, name) {
        const member: unknown = Reflect.get(lists, name, lists);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]): unknown => {
          const made: unknown = Reflect.apply(member, lists, values);
          return name === 'get' ? hesitant(made as object, meanwhile) : made;
        };
      },
    }),
  });

/**
 * Wraps a list of blocked faces so that the pending action runs once, before the next call to the
 * list.
 */
const hesitant = (list: object, meanwhile: Meanwhile): object =>
  new Proxy(list, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...values: unknown[]): Promise<unknown> => {
        const { act } = meanwhile;
        delete meanwhile.act;
        await act?.();
        return Reflect.apply(member, target, values);
      };
    },
  });

/** Creates a customer that has blocked Eve's face. */
async function blockingEve(): Promise<TestTenant> {
  const tenant = await makeTenant();
  expect((await new FaceBackend(tenant).block(photoOf('Eve'))).status).toBe(201);
  return tenant;
}

/**
 * Runs a visit until only its last pictures remain to be sent, in a session in which faces are
 * compared with the list of blocked faces.
 */
async function beforeVerdict(meanwhile: Meanwhile = {}): Promise<EdgeVisit> {
  const consent = { notice: NOTICE.version, faces: { compared: true } };
  const customer = await blockingEve();
  const visit = await EdgeVisit.begin({}, { customer, consent, bind: bindWith(meanwhile) });
  await visit.move();
  await visit.reveal();
  await visit.estimate();
  watched.judged = watched.sealed = 0;
  return visit;
}

describe('the rule is evaluated once', () => {
  it('for each upload of pictures', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    expect(watched.judged).toBe(1);
    await visit.estimate();
    expect((await visit.reveal()).body.data.status).toBe('success');
    expect(watched.judged).toBe(2);
  });

  it('when the list of blocked faces is queried', async () => {
    const visit = await beforeVerdict();
    expect((await visit.reveal()).body.data.status).toBe('success');
    expect(watched.judged).toBe(1);
  });

  it('for a face check, whose face is encrypted', async () => {
    const { visit } = await faceCheck();
    expect((await visit.reveal()).body.data.status).toBe('success');
    expect(watched.judged).toBe(1);
    expect(watched.sealed).toBe(1);
  });

  it('for a document, and for a request for a human review', async () => {
    const visit = await DocumentVisit.atDocument();
    watched.judged = 0;
    expect((await visit.show()).body.data.status).toBe('success');
    expect(watched.judged).toBe(1);
    const reviewed = await ReviewedVisit.offered(await makeReviewingTenant());
    watched.judged = 0;
    expect((await reviewed.ask()).body.data.status).toBe('pending_tenant_review');
    expect(watched.judged).toBe(1);
  });
});

/** Runs a face check until only its last pictures remain to be sent. */
async function faceCheck() {
  const face = new ScriptedFace();
  const ctx = makeContext({ face });
  const begun = await beginBoundFaceCheck(ctx, firstPartyPrincipal(ctx), {
    use: 'enroll',
    userId: 'u-1',
    callbackUrl: `${ctx.config.baseUrl}/account/face`,
  });
  const visit = await EdgeVisit.at(begun, { face });
  await visit.move();
  await visit.reveal();
  await visit.estimate();
  watched.judged = watched.sealed = 0;
  return { visit };
}

describe('a plan for an outdated record is discarded', () => {
  it('when the visitor cancels while the list is queried', async () => {
    const meanwhile: Meanwhile = {};
    const visit = await beforeVerdict(meanwhile);
    meanwhile.act = () => visit.browser.step('cancel');
    expect((await visit.reveal()).status).toBe(409);
    const { checks, current, end, state } = await recordOf(visit);
    expect({ status: state.status, reason: end?.reason }).toEqual({ status: 'canceled' });
    expect(checks.age).toBeUndefined();
    expect(current).toEqual({});
  });

  it('when the visitor asks for more time: both take effect, through a second plan', async () => {
    const meanwhile: Meanwhile = {};
    const visit = await beforeVerdict(meanwhile);
    meanwhile.act = async () => stubOf(visit).extendSession(await hashOf(visit), EXTENSION_MS);
    expect((await visit.reveal()).body.data.status).toBe('success');
    expect(watched.judged).toBe(2);
    expect((await recordOf(visit)).times.extensions).toBe(1);
  });

  it('when the same pictures are judged concurrently: there is one verdict and one end', async () => {
    const meanwhile: Meanwhile = {};
    const visit = await beforeVerdict(meanwhile);
    meanwhile.act = () => visit.reveal();
    // The second upload was judged first, so the pictures of the first upload are no longer
    // expected.
    expect((await visit.reveal()).status).toBe(409);
    const { funnel, state } = await recordOf(visit);
    expect(state.status).toBe('success');
    expect(funnel.filter(({ name }) => name === 'verdict')).toHaveLength(1);
  });

  it('when two uploads arrive at once: one is judged, and the log has both', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    const answers = await Promise.all([visit.reveal(), visit.reveal()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { checks, received, steps } = await recordOf(visit);
    expect([checks.liveness, steps.liveness.failures]).toEqual([true, 0]);
    const [log] = received.pictures?.received ?? [];
    expect([log?.uploads, log?.dropped]).toEqual([2, 2]);
  });

  it('when the session changes while its face is encrypted: it is encrypted again', async () => {
    const { visit } = await faceCheck();
    watched.act = async () => stubOf(visit).extendSession(await hashOf(visit), EXTENSION_MS);
    expect((await visit.reveal()).body.data.status).toBe('success');
    expect([watched.judged, watched.sealed]).toEqual([2, 2]);
    expect((await recordOf(visit)).times.extensions).toBe(1);
  });

  it('when the session is canceled while its face is encrypted: no face is stored', async () => {
    const { visit } = await faceCheck();
    watched.act = async () => stubOf(visit).cancelSession(await hashOf(visit));
    expect((await visit.reveal()).status).toBe(409);
    expect((await recordOf(visit)).state.status).toBe('canceled');
    const kept = await runInDurableObject(stubOf(visit), (_object, { storage }) => [
      storage.kv.get('face'),
      storage.kv.get('evidence'),
    ]);
    expect(kept).toEqual([undefined, undefined]);
  });

  it('when the session is canceled while pictures for a reviewer are encrypted: none is stored', async () => {
    const reviewed = await ReviewedVisit.offered(await makeReviewingTenant());
    const { edge } = reviewed.visit;
    watched.act = async () => stubOf(edge).cancelSession(await hashOf(edge));
    expect((await reviewed.ask()).status).toBe(409);
    const record = await recordOf(edge);
    expect([record.state.status, record.received.kept]).toEqual(['canceled', []]);
    const key = await runInDurableObject(stubOf(edge), (_object, { storage }) =>
      storage.kv.get('review-key'),
    );
    expect(key).toBeUndefined();
  });

  it('when a member decides while a second page requests a review: the decision holds', async () => {
    const customer = await makeReviewingTenant();
    const reviewed = await ReviewedVisit.waiting(customer);
    const { edge } = reviewed.visit;
    const { secrets } = await recordOf(edge);
    const secretHash = secrets.resultHash;
    const access = { tenantId: customer.id, test: false, kind: 'result', secretHash } as const;
    watched.act = () =>
      stubOf(edge).decideReview(access, {
        step: 'make',
        decision: { decision: 'reject' },
        by: 7,
      });
    const found = { page: 'p', face: 'f', measured: undefined, models: {} };
    const hash = await hashOf(edge);
    const again = await stubOf(edge).reviewByVisitor(hash, { act: 'request', found, pictures: {} });
    expect(again).toEqual({ ok: false, reason: 'conflict' });
    const { end, funnel, state } = await recordOf(edge);
    expect([state.status, end?.reason]).toEqual(['failed', 'face_mismatch']);
    expect(funnel.filter(({ name }) => name === 'verdict')).toHaveLength(1);
  });
});
