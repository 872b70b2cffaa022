// A retake in the objects of both sessions (D-89): what happens when it is interrupted, and when
// the queue loses messages.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RetakePlan } from '../../../src/domain/verification/rules/retake/retake.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import {
  BROWSER,
  INIT,
  newSession,
  openSession,
  RESULT,
  type SessionStub,
} from '../../support/customer/sessions.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ACCESS = { tenantId: 'ten_1', test: false, kind: 'init', secretHash: INIT } as const;
const AWAY = { ok: false, reason: 'unreachable' };
const PERSON = 'visitor-7';

async function failed(): Promise<SessionStub> {
  const session = await openSession({ request: { userId: PERSON } });
  await session.requestAssistance(BROWSER);
  return session;
}

function planFor(session: SessionStub): { plan: RetakePlan; next: SessionStub } {
  const id = env.VERIFICATION_SESSION.newUniqueId();
  const previous = { id: session.id.toString(), resultHash: 'r', place: 1, hadVerdict: true };
  const made = newSession({
    request: { userId: PERSON },
    chain: { previous },
    secrets: { initHash: 'n', resultHash: RESULT },
  });
  return { plan: { id: id.toString(), session: made }, next: env.VERIFICATION_SESSION.get(id) };
}

const statusOf = async (session: SessionStub, access: object = ACCESS) => {
  const answer = await session.readAsTenant({ ...ACCESS, ...access });
  return answer.ok ? answer.value.state.status : answer.reason;
};

/** Makes the new session's object unreachable. */
const cutOff = (session: SessionStub) =>
  runInDurableObject(session, (object) => {
    const { env: objectEnv } = object as unknown as { env: Env };
    vi.spyOn(objectEnv.VERIFICATION_SESSION, 'get').mockImplementation(() => {
      throw new Error('the object is away');
    });
  });

const keptText = (session: SessionStub) =>
  runInDurableObject(session, (_object, state) => JSON.stringify([...state.storage.kv.list()]));

it('an interrupted retake is completed by the alarm, in both sessions', async () => {
  const session = await failed();
  const { plan, next } = planFor(session);
  await cutOff(session);
  expect(await session.retakeAsTenant(ACCESS, plan)).toEqual(AWAY);
  expect(await statusOf(session)).toBe('failed');
  expect(await runDurableObjectAlarm(session)).toBe(true);
  expect(await statusOf(session)).toBe('failed');
  vi.restoreAllMocks();
  expect(await runDurableObjectAlarm(session)).toBe(true);
  expect(await statusOf(session)).toBe('retaken');
  expect(await statusOf(next, { secretHash: 'n' })).toBe('pending');
});

it('an interrupted retake is completed by the next request, with the session that was planned first', async () => {
  const session = await failed();
  const first = planFor(session);
  await cutOff(session);
  expect(await session.retakeAsTenant(ACCESS, first.plan)).toEqual(AWAY);
  vi.restoreAllMocks();
  const second = planFor(session);
  const successor = { id: first.plan.id, initHash: 'n' };
  expect(await session.retakeAsTenant(ACCESS, second.plan)).toEqual({ ok: true, value: successor });
  expect(await statusOf(second.next, { secretHash: 'n' })).toBe('not_found');
  expect(await session.retakeAsTenant(ACCESS, first.plan)).toEqual({ ok: true, value: successor });
  expect(await session.retakeAsTenant(ACCESS, second.plan)).toEqual({
    ok: false,
    reason: 'retaken',
  });
});

it('a waiting plan is forgotten with the person it names', async () => {
  const session = await failed();
  const { plan, next } = planFor(session);
  await cutOff(session);
  expect(await session.retakeAsTenant(ACCESS, plan)).toEqual(AWAY);
  expect(await keptText(session)).toContain(PERSON);
  await session.eraseAsTenant(ACCESS);
  expect(await keptText(session)).not.toContain(PERSON);
  vi.restoreAllMocks();
  await runDurableObjectAlarm(session);
  expect(await statusOf(next, { secretHash: 'n' })).toBe('not_found');
});

it('both ends are sent again until both are written: a retake does not lose a session.failed (D-76)', async () => {
  const sent: SessionEvent[] = [];
  vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockImplementation(async (messages) => {
    sent.push(...[...messages].map(({ body }) => body as SessionEvent));
    return undefined as never;
  });
  const session = await failed();
  const id = session.id.toString();
  const ends = () =>
    sent
      .splice(0)
      .filter(({ row, type }) => row.id === id && type !== 'created' && type !== 'opened')
      .map(({ type, row, result }) => [type, row.version, row.status, result?.status]);
  const { plan } = planFor(session);
  await session.retakeAsTenant(ACCESS, plan);
  const both = [
    ['completed', 3, 'failed', 'failed'],
    ['retaken', 4, 'retaken', undefined],
  ];
  expect(ends()).toEqual(both);
  goTo(11 * 60_000);
  await runDurableObjectAlarm(session);
  expect(ends()).toEqual(both);
  await session.confirmEnd(4);
  goTo(60 * 60_000);
  await runDurableObjectAlarm(session);
  expect(ends()).toEqual(both.slice(0, 1));
  await session.confirmEnd(3);
  goTo(7 * 60 * 60_000);
  await runDurableObjectAlarm(session);
  expect(ends()).toEqual([]);
});

describe('a contest (D-93)', () => {
  const documents = { allowed: ['passport'], stepUp: true } as const;

  /** Opens a session that failed because the person's estimated age was too low. */
  async function tooYoung(): Promise<SessionStub> {
    const session = await openSession({
      test: true,
      offer: { measured: 'device', serviceMarginYears: 0, documents },
    });
    await session.settleSandbox(BROWSER, 'failed', 'age_below_threshold');
    return session;
  }

  function contestOf(session: SessionStub) {
    const { plan, next } = planFor(session);
    const { chain, secrets } = plan.session;
    const made = {
      ...plan.session,
      test: true,
      secrets: { ...secrets, openerHash: BROWSER },
      chain: { ...chain, contested: true as const },
    };
    return { plan: { ...plan, session: made }, next };
  }

  const asTest = { ...ACCESS, test: true };

  it('that is interrupted is completed by the next request or the alarm, with the session planned first', async () => {
    for (const finish of ['request', 'alarm']) {
      const session = await tooYoung();
      const first = contestOf(session);
      await cutOff(session);
      expect(await session.contest(BROWSER, first.plan)).toEqual(AWAY);
      expect(await statusOf(session, asTest)).toBe('failed');
      vi.restoreAllMocks();
      const second = contestOf(session);
      if (finish === 'alarm') await runDurableObjectAlarm(session);
      expect(await session.contest(BROWSER, second.plan)).toEqual({
        ok: true,
        value: { id: first.plan.id, initHash: 'n', contested: true },
      });
      expect(await statusOf(session, asTest)).toBe('retaken');
      expect(await statusOf(first.next, { ...asTest, secretHash: 'n' })).toBe('pending');
      expect(await statusOf(second.next, { ...asTest, secretHash: 'n' })).toBe('not_found');
    }
  });

  it('needs a plan, and the browser of the session', async () => {
    const session = await tooYoung();
    const refused = { ok: false, reason: 'not_allowed' };
    expect(await session.contest(BROWSER, undefined)).toEqual(refused);
    expect(await session.contest('x'.repeat(64), contestOf(session).plan)).toEqual(refused);
    expect(await statusOf(session, asTest)).toBe('failed');
  });
});
