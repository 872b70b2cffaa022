import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runSchedule } from '../../../../src/background.ts';
import { reconcileSessions } from '../../../../src/domain/integration/session-copies/reconcile-sessions.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { FIRST_PARTY_TENANT_ID } from '../../../../src/domain/verification/rules/age/account-age.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { eventually } from '../../../support/installation/eventually.ts';
import { queryLedgers } from '../../../support/customer/ledgers.ts';
import { sessionEvent } from '../../../support/customer/session-events.ts';
import { BROWSER, openSession, type SessionStub } from '../../../support/customer/sessions.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { completedEvent, newSessionId } from '../../../support/customer/webhooks.ts';

const MINUTE_MS = 60_000;
const FREQUENT = '*/10 * * * *';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

const rowOf = (id: string) =>
  env.DB.prepare('SELECT * FROM verification_sessions WHERE id = ?').bind(id).first();

const eventsOf = (id: string) =>
  queryLedgers<{ id: string; type: string; body: string }>(
    'SELECT id, type, body FROM events WHERE session_id = ?',
    id,
  );

/**
 * Opens a session and cancels it, but loses the message that reports the end, so its row is not
 * updated.
 */
async function withoutEnd(): Promise<SessionStub> {
  const stub = await openSession({
    tenant: { id: (await makeTenant()).id },
    request: { userId: 'u-1' },
  });
  await eventually(async () =>
    expect(await rowOf(stub.id.toString())).toMatchObject({ status: 'in_progress' }),
  );
  const lost = vi
    .spyOn(env.SESSION_EVENTS, 'sendBatch')
    .mockResolvedValue({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } });
  await stub.cancelSession(BROWSER);
  await eventually(() => expect(lost).toHaveBeenCalled());
  lost.mockRestore();
  return stub;
}

describe('a row that missed its session’s end', () => {
  it('is updated from the object, and the event for webhooks and the feed is added', async () => {
    const id = (await withoutEnd()).id.toString();
    later(61 * MINUTE_MS);
    await runSchedule(makeContext(), FREQUENT);
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', version: 3 });
    expect(await eventsOf(id)).toMatchObject([{ type: 'session.canceled' }]);
  });

  it('gets the event once, even if the lost message arrives later', async () => {
    const stub = await withoutEnd();
    const again = await stub.repeatEvent();
    later(61 * MINUTE_MS);
    await runSchedule(makeContext(), FREQUENT);
    const events = await eventsOf(stub.id.toString());
    if (typeof again !== 'object') throw new Error('The session has ended.');
    await consumeSessionEvents(makeContext(), [again]);
    expect(await eventsOf(stub.id.toString())).toEqual(events);
  });

  it('is left alone while its session may still run', async () => {
    const id = (await withoutEnd()).id.toString();
    later(59 * MINUTE_MS);
    await runSchedule(makeContext(), FREQUENT);
    expect(await rowOf(id)).toMatchObject({ status: 'in_progress' });
  });

  it('ends without personal data when the session does not exist', async () => {
    const id = newSessionId();
    const row = { externalUserId: 'u-1', metadata: 'm', ipCountry: 'NL' };
    await consumeSessionEvents(makeContext(), [sessionEvent(id, 'pending', 1, row)]);
    await runSchedule(makeContext(), FREQUENT);
    expect(await rowOf(id)).toMatchObject({
      status: 'expired',
      external_user_id: null,
      metadata: null,
      ip_country: null,
      erased_at_ms: expect.any(Number),
    });
  });

  it('ends without personal data in the feed too, after it waited for a human', async () => {
    const id = newSessionId();
    const { row, result, funnel } = completedEvent((await makeTenant()).id, id, 2);
    if (result === undefined) throw new Error('It has one.');
    const waiting = { status: 'pending_tenant_review', verified: false } as const;
    const open = { ...row, status: waiting.status, completedAtMs: null, expiresAtMs: 1 };
    const asked = { row: open, result: { ...result, ...waiting }, funnel };
    await consumeSessionEvents(makeContext(), [{ type: 'review_required', ...asked }]);
    await runSchedule(makeContext(), FREQUENT);
    const [{ body } = { body: '' }, ...more] = await eventsOf(id);
    expect(more).toEqual([]);
    expect(body).toContain('pending_tenant_review');
    expect(body).not.toMatch(/user-2|"NL"/);
  });

  it('is erased at the end of the list when its session is gone and did not erase it', async () => {
    const [late, kept] = [newSessionId(), newSessionId()];
    const row = { tenantId: FIRST_PARTY_TENANT_ID, externalUserId: 'u-1' };
    await consumeSessionEvents(makeContext(), [
      sessionEvent(late, 'success', 182, row),
      sessionEvent(kept, 'success', 178, row),
    ]);
    await runSchedule(makeContext(), FREQUENT);
    expect(await rowOf(late)).toMatchObject({ status: 'success', external_user_id: null });
    expect(await rowOf(kept)).toMatchObject({ external_user_id: 'u-1', erased_at_ms: null });
    later(8 * 24 * 60 * MINUTE_MS);
    await runSchedule(makeContext(), FREQUENT);
    expect(await rowOf(late)).toBeNull();
  });

  it('is not held up by one whose end cannot be written', async () => {
    const [stuck, other] = [(await withoutEnd()).id.toString(), (await withoutEnd()).id.toString()];
    await env.DB.prepare(
      `CREATE TRIGGER stuck BEFORE UPDATE ON verification_sessions WHEN NEW.id = '${stuck}'
       BEGIN SELECT RAISE(ABORT, 'not this one'); END`,
    ).run();
    const incidents = vi.spyOn(console, 'error').mockImplementation(() => {});
    later(61 * MINUTE_MS);
    await runSchedule(makeContext(), FREQUENT);
    expect(await rowOf(stuck)).toMatchObject({ status: 'in_progress' });
    expect(await rowOf(other)).toMatchObject({ status: 'canceled' });
    expect(incidents.mock.calls.flat().join('\n')).toContain('session_not_reconciled');
  });

  it('is not held up by a whole run of rows whose objects cannot be reached', async () => {
    const stuck = Array.from({ length: 50 }, () => sessionEvent(newSessionId(), 'pending', 3));
    const other = newSessionId();
    await consumeSessionEvents(makeContext(), [...stuck, sessionEvent(other, 'pending', 1)]);
    const ctx = makeContext();
    const away = { repeatEvent: () => Promise.reject(new Error('unreachable')) };
    const session = (id: string) => (id === other ? undefined : (away as never));
    const objects = { ...ctx.objects, session };
    // Each run skips one of 51 sessions at random. Twenty runs in a row are practically certain
    // not to skip the same one every time.
    for (let run = 0; run < 20 && (await rowOf(other))?.['status'] === 'pending'; run += 1)
      await reconcileSessions({ ...ctx, objects });
    expect(await rowOf(other)).toMatchObject({ status: 'expired' });
  });

  it('is not held up by a tenant that has more rows than one run takes', async () => {
    const many = Array.from({ length: 240 }, () => sessionEvent(newSessionId(), 'pending', 3));
    const other = newSessionId();
    const last = sessionEvent(other, 'pending', 1, { tenantId: 'ten_2' });
    for (let start = 0; start < many.length; start += 40)
      await consumeSessionEvents(makeContext(), many.slice(start, start + 40));
    await consumeSessionEvents(makeContext(), [last]);
    await runSchedule(makeContext(), FREQUENT);
    expect(await rowOf(other)).toMatchObject({ status: 'expired' });
    const left = 'SELECT count(*) AS n FROM verification_sessions WHERE completed_at_ms IS NULL';
    expect(await env.DB.prepare(left).first('n')).toBeGreaterThan(0);
  });
});
