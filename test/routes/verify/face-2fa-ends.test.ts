// Every face 2FA challenge ends, and sends one event about its end (D-15), no matter when deferred
// work is cut off.
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runSchedule } from '../../../src/background.ts';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { bodyOf, FaceBackend } from '../../support/customer/face-backend.ts';
import { queryLedger, queryLedgers } from '../../support/customer/ledgers.ts';
import { registerUnreachable } from '../../support/customer/webhooks.ts';
import { makeContext } from '../../support/installation/context.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import { faultyPhoto, photoOf, ScriptedFace } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

const FREQUENT = '*/10 * * * *';
const key = { 'Idempotency-Key': 'login-7' };
const body = bodyOf('ada', photoOf('ada'));

/**
 * The customer's events: first the events of live mode, then the events of test mode, each oldest
 * first.
 */
async function eventsOf({ tenant }: FaceBackend): Promise<any[]> {
  const modes = [false, true].map((test) =>
    queryLedger<{ body: string }>(
      { tenantId: tenant.id, test },
      'SELECT body FROM events ORDER BY seq',
    ),
  );
  return (await Promise.all(modes)).flat().map((row) => JSON.parse(row.body));
}

const later = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });
const sweep = () => runSchedule(makeContext(), FREQUENT);

/**
 * Sends a request that receives its response, but whose deferred work hangs until `end` is called.
 */
async function cutOff(path: '/register' | '/verify' = '/register', sent: unknown = body) {
  const backend = await FaceBackend.make();
  const { arrived, release } = backend.face.hold();
  const { reply, settled } = await backend.send('POST', path, sent, key);
  await arrived;
  const id: string = reply.body.data.challenge_id;
  const end = async () => {
    release();
    await settled;
  };
  const repeat = backend.within({ FACE: new ScriptedFace().binding });
  return { backend, repeat, id, end };
}

describe('a challenge whose processing was cut off after its answer', () => {
  it('is completed by a repeat with its key, and reported once', async () => {
    const { backend, repeat, id, end } = await cutOff();
    const again = await repeat.call('POST', '/register', body, key);
    expect([again.status, again.body.data.challenge_id]).toEqual([201, id]);
    expect((await backend.status(id)).body.data).toMatchObject({
      status: 'completed',
      passed: true,
    });
    await end();
    expect(await eventsOf(backend)).toHaveLength(1);
    expect((await backend.user('ada')).body.data.enrolled).toBe(true);
  });

  it('is not measured again once it has ended, and does not begin again after it expired', async () => {
    const { backend, repeat, id, end } = await cutOff();
    await repeat.call('POST', '/register', body, key);
    const { data } = (await backend.status(id)).body;
    const seeing = new ScriptedFace();
    await repeat.within({ FACE: seeing.binding }).call('POST', '/register', body, key);
    expect(seeing.photos).toBe(0);
    later(6);
    await repeat.within({ FACE: seeing.binding }).call('POST', '/register', body, key);
    expect(seeing.photos).toBe(0);
    expect((await backend.status(id)).body.data).toEqual(data);
    await end();
  });

  it('ends once when concurrent repeats find different results', async () => {
    const { backend, repeat, id, end } = await cutOff();
    const broken = new ScriptedFace();
    broken.failure = new Error('away');
    const others = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0 ? repeat : backend.within({ FACE: broken.binding }),
    );
    await Promise.all([...others.map((one) => one.call('POST', '/register', body, key)), end()]);
    const { data } = (await backend.status(id)).body;
    const events = await eventsOf(backend);
    expect(events.map((event) => event.data)).toEqual([data]);
    expect((await backend.user('ada')).body.data.enrolled).toBe(data.passed);
  });

  it('is reported as expired by the schedule, once, and nothing later changes that', async () => {
    const { backend, repeat, id, end } = await cutOff();
    await sweep();
    expect(await eventsOf(backend)).toEqual([]);
    later(5);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    const { data } = (await backend.status(id)).body;
    expect(data).toMatchObject({ status: 'expired', passed: false, failure_reason: 'expired' });
    const [event, ...more] = await eventsOf(backend);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'face_2fa.completed', data });
    await end();
    await repeat.call('POST', '/register', body, key);
    expect((await backend.status(id)).body.data).toEqual(data);
    expect(await eventsOf(backend)).toHaveLength(1);
    expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
  });

  it('is also reported to endpoints, but only to those of its customer and mode', async () => {
    const { backend, end } = await cutOff();
    const other = await backend.another();
    await other.inTest().verify('a+expire');
    await registerUnreachable(makeContext(), backend.tenant.id, 'https://hooks.example/faces');
    later(5);
    await sweep();
    expect([await eventsOf(backend), await eventsOf(other)].map((all) => all.length)).toEqual([
      1, 1,
    ]);
    const deliveries = 'SELECT event_id FROM deliveries';
    expect(await queryLedgers(deliveries)).toHaveLength(1);
    expect(await queryLedger({ tenantId: backend.tenant.id }, deliveries)).toHaveLength(1);
    await end();
  });

  it('is not reported once its person is erased, not even between its end and the next run', async () => {
    const { backend, end } = await cutOff();
    later(5);
    await backend.erase('ada');
    await end();
    await sweep();
    expect(await eventsOf(backend)).toEqual([]);
  });

  it('is reported even if the schedule was down for longer than challenges are kept', async () => {
    const { backend, id, end } = await cutOff();
    later(25 * 60);
    await sweep();
    expect(await eventsOf(backend)).toHaveLength(1);
    await sweep();
    expect((await backend.status(id)).status).toBe(404);
    expect(await eventsOf(backend)).toHaveLength(1);
    await end();
  });

  it('is reported in batches: 200 of them in one run', async () => {
    const backend = await FaceBackend.make();
    const rows = JSON.stringify(Array.from({ length: 200 }, (_, n) => `fch_${n}`));
    await env.DB.prepare(
      `INSERT INTO face_challenges (id, tenant_id, test, kind, user_id, status, created_at_ms, expires_at_ms)
       SELECT value, ?1, 0, 'verify', 'ada', 'processing', ?2, ?2 + 1 FROM json_each(?3)`,
    )
      .bind(backend.tenant.id, Date.now() - MINUTE_MS, rows)
      .run();
    await sweep();
    const ids = (await eventsOf(backend)).map(({ data }) => data.challenge_id);
    expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
  });
});

it('a comparison that was cut off is completed by a repeat as well', async () => {
  const { backend, repeat, id, end } = await cutOff('/register');
  await end();
  const held = backend.face.hold();
  const compared = bodyOf('ada', photoOf('ada', 1));
  const second = { 'Idempotency-Key': 'login-8' };
  const { settled } = await backend.send('POST', '/verify', compared, second);
  await held.arrived;
  const again = await repeat.call('POST', '/verify', compared, second);
  expect((await backend.status(again.body.data.challenge_id)).body.data.passed).toBe(true);
  held.release();
  await settled;
  expect(again.body.data.challenge_id).not.toBe(id);
  expect(await eventsOf(backend)).toHaveLength(2);
});

it('a repeat with another picture is still refused while the first is open', async () => {
  const { backend, repeat, end } = await cutOff();
  const other = bodyOf('ada', faultyPhoto('no_face'));
  expect((await repeat.call('POST', '/register', other, key)).status).toBe(422);
  await end();
  expect(await eventsOf(backend)).toHaveLength(1);
});

describe('a challenge of the sandbox', () => {
  it('`+expire` is reported as expired, with test: true, and by no repeat before', async () => {
    const backend = (await FaceBackend.make()).inTest();
    const sent = bodyOf('a+expire', photoOf('ada'));
    const reply = await backend.call('POST', '/verify', sent, key);
    await backend.call('POST', '/verify', sent, key);
    expect(await eventsOf(backend)).toEqual([]);
    later(5);
    await sweep();
    const { data } = (await backend.status(reply.body.data.challenge_id)).body;
    expect(data).toMatchObject({ status: 'expired', test: true });
    expect((await eventsOf(backend)).map((event) => event.data)).toEqual([data]);
  });
});

describe('a live person’s challenge', () => {
  const settledOf = (backend: FaceBackend, id: string) =>
    eventually(async () => {
      const { data } = (await backend.status(id)).body;
      if (data.status === 'processing') throw new Error('It is processed.');
      return data;
    });

  it.each(['ada', 'a+expire'])(
    'whose check for %s runs out of time is reported at once, and once only',
    async (userId) => {
      const made = await FaceBackend.make();
      const backend = userId === 'ada' ? made : made.inTest();
      const { challenge_id: id, verify_url: url } = (await backend.begin('enroll', userId)).body
        .data;
      await new TestBrowser().open(url.split('/').at(-1));
      if (userId === 'ada') {
        goTo(16 * MINUTE_MS);
        const session = decodeObjectId(id.slice('fch_'.length)) ?? '';
        const namespace = env.VERIFICATION_SESSION;
        await runDurableObjectAlarm(namespace.get(namespace.idFromString(session)));
      }
      const data = await settledOf(backend, id);
      expect(data).toMatchObject({ status: 'expired', failure_reason: 'expired', liveness: true });
      await eventually(async () => expect(await eventsOf(backend)).toHaveLength(1));
      later(60);
      await sweep();
      const [event, ...more] = await eventsOf(backend);
      expect([event.data, more]).toEqual([data, []]);
    },
  );
});
