// The life of a face that a customer enrolled: it is sealed, reported to receivers without a score,
// and deleted when required (D-15).
import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { encodeBase64 } from '../../src/crypto/encoding.ts';
import { DAY_MS, MINUTE_MS } from '../../src/time/durations.ts';
import { forgetFaces } from '../../src/domain/integration/face-2fa/users.ts';
import { openDescriptor } from '../../src/domain/faces/face-templates/seal-template.ts';
import { resealAll } from '../../src/domain/operations/sealed-secrets/reseal.ts';
import { endUnprovenCustomers } from '../../src/domain/customers/staff-authentication/unproven-customers.ts';
import { get } from '../support/customer/api.ts';
import { makeContext } from '../support/installation/context.ts';
import { makeDashboardTenant } from '../support/staff/dashboard.ts';
import { Deployment } from '../support/installation/deployment.ts';
import { eventually } from '../support/installation/eventually.ts';
import { FaceBackend } from '../support/customer/face-backend.ts';
import { newInbox, received, receiverUrl } from '../support/customer/inbox.ts';
import { queryLedgers } from '../support/customer/ledgers.ts';
import { faultyPhoto, photoOf, ScriptedFace } from '../support/visitor/scripted-face.ts';
import { passOverOthers, walkStorage } from '../support/counted/storage-walk.ts';
import { registerAt } from '../support/customer/webhooks.ts';

let printed: MockInstance[];

beforeEach(async () => {
  await passOverOthers();
  const names = ['log', 'error', 'warn', 'info', 'debug'] as const;
  printed = names.map((name) => vi.spyOn(console, name).mockReturnValue());
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const templates = async () =>
  (
    await env.DB.prepare('SELECT * FROM face_templates ORDER BY rowid').all<{
      id: string;
      sealed: string;
      sealed_by: string;
      user_id: string;
    }>()
  ).results;

describe('a template at rest', () => {
  const PERSON = 'Adelheid';

  /** Returns the face Worker's descriptor of `PERSON`. */
  async function descriptor(): Promise<number[]> {
    const photo = await new ScriptedFace().describePhoto({ jpeg: photoOf(PERSON) });
    if (!photo.ok) throw new Error(photo.fault);
    return photo.descriptor;
  }

  it('cannot be read or compared: no picture and no value of a descriptor is stored anywhere', async () => {
    const backend = await FaceBackend.make();
    await backend.register('one', photoOf(PERSON));
    await backend.register('two', photoOf(PERSON));
    await backend.verify('one', photoOf(PERSON, 1));
    await backend.verify('one', photoOf('Eve'));
    await backend.register('one', faultyPhoto('no_face'));
    backend.face.failure = new Error(PERSON);
    await backend.verify('one', photoOf(PERSON));
    const found = await walkStorage();
    found.set('logs', JSON.stringify(printed.flatMap(({ mock }) => mock.calls)));
    expect(found.get('logs')).toContain('face_challenge_failed');
    const values = (await descriptor()).slice(0, 64);
    const secrets = [
      PERSON,
      encodeBase64(photoOf(PERSON)).slice(8, 40),
      ...values.flatMap((value) =>
        [value, Math.fround(value)].map((one) => String(one).slice(0, 9)),
      ),
    ];
    const hits = [...found].flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
    );
    expect(hits).toEqual([]);
    const [one, two] = await templates();
    expect(one!.sealed.slice(0, 40)).not.toBe(two!.sealed.slice(0, 40));
  });

  it('can be decrypted for its own row only, and matches the descriptor up to rounding', async () => {
    const backend = await FaceBackend.make();
    await backend.register('one', photoOf(PERSON));
    await backend.register('two', photoOf(PERSON));
    const [one, two] = await templates();
    const { config } = makeContext();
    const opened = await openDescriptor(config, one!);
    const known = await descriptor();
    expect(Math.hypot(...known.map((value, i) => value - opened[i]!))).toBeLessThan(0.02);
    await expect(
      openDescriptor(config, { id: two!.id, sealed: one!.sealed }),
    ).rejects.toMatchObject({
      name: 'OperationError',
    });
    await env.DB.prepare('UPDATE face_templates SET sealed = ? WHERE id = ?')
      .bind(one!.sealed, two!.id)
      .run();
    expect(await backend.verify('two', photoOf(PERSON))).toMatchObject({
      status: 'failed',
      passed: false,
      failure_reason: 'internal_error',
    });
  });

  it('is re-encrypted in slices when the key is replaced, and recognises the person throughout', async () => {
    const face = new ScriptedFace();
    const backend = await FaceBackend.make();
    const users = Array.from({ length: 30 }, (_, n) => `user ${n}`);
    for (const user of users) await backend.register(user);
    const key = btoa('k'.repeat(32));
    const settings = {
      between: { KEY_ENCRYPTION_KEY: key, KEY_ENCRYPTION_KEY_PREVIOUS: env.KEY_ENCRYPTION_KEY },
      after: { KEY_ENCRYPTION_KEY: key },
    };
    const [between, after] = [settings.between, settings.after].map(
      (set) => new FaceBackend(backend.tenant, face, { ...env, FACE: face.binding, ...set }),
    );
    const { ctx } = new Deployment(settings.between);
    const keys = ctx.config.keyEncryptionKey;
    const reportOf = async (atMost?: number) =>
      (await resealAll(ctx.db, keys, atMost)).find(({ name }) => name === 'face_templates.sealed');
    expect((await between!.verify('user 0')).passed).toBe(true);
    expect((await after!.verify('user 0')).failure_reason).toBe('internal_error');
    expect(await reportOf(0)).toMatchObject({ current: 0, resealed: 0, left: 30, unreadable: 0 });
    expect(await reportOf(7)).toMatchObject({ current: 0, resealed: 7, left: 23 });
    // Rows are resealed in batches, in order of their random ids, so the row with the highest id is
    // in the last batch.
    const last = await env.DB.prepare(
      'SELECT user_id FROM face_templates ORDER BY id DESC',
    ).first();
    await between!.register(String(last?.['user_id']));
    expect(await reportOf()).toMatchObject({ current: 8, resealed: 22, left: 0, unreadable: 0 });
    expect(await reportOf()).toMatchObject({ current: 30, resealed: 0, left: 0, unreadable: 0 });
    for (const user of ['user 0', 'user 15', 'user 29'])
      expect((await after!.verify(user)).passed).toBe(true);
    expect((await backend.verify('user 1')).failure_reason).toBe('internal_error');
  });
});

describe('an erased person', () => {
  it('leaves no template, no challenge and no name in tables or objects', async () => {
    const backend = await FaceBackend.make();
    await backend.register('Wilhelmina');
    await backend.verify('Wilhelmina');
    await backend.call(
      'POST',
      '/verify',
      { user_id: 'Wilhelmina', image: encodeBase64(photoOf('x')) },
      { 'Idempotency-Key': 'once' },
    );
    const namesOf = async () =>
      [...(await walkStorage())]
        .filter(([, text]) => text.includes('Wilhelmina'))
        .map(([place]) => place);
    expect(await namesOf()).toEqual(['face_challenges', 'face_templates']);
    await backend.erase('Wilhelmina');
    expect(await namesOf()).toEqual([]);
    expect(await templates()).toEqual([]);
  });
});

describe('the schedule', () => {
  it('deletes a face that recognised nobody for 12 months, and challenges after a day', async () => {
    const backend = await FaceBackend.make();
    await backend.register('stays');
    await backend.register('goes');
    const { challenge_id: id } = await backend.verify('goes', photoOf('Eve'));
    const now = Date.now();
    const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: now + ms });
    at(DAY_MS - MINUTE_MS);
    await forgetFaces(makeContext());
    expect((await backend.status(id)).status).toBe(200);
    at(200 * DAY_MS);
    await forgetFaces(makeContext());
    expect((await backend.status(id)).status).toBe(404);
    expect((await backend.verify('stays')).passed).toBe(true);
    // Another person's picture does not count as a use of the face.
    await backend.verify('goes', photoOf('Eve'));
    at(365 * DAY_MS - MINUTE_MS);
    await forgetFaces(makeContext());
    expect(await templates()).toHaveLength(2);
    at(366 * DAY_MS);
    await forgetFaces(makeContext());
    expect((await templates()).map((row) => row.user_id)).toEqual(['stays']);
    at(566 * DAY_MS);
    await forgetFaces(makeContext());
    expect(await templates()).toEqual([]);
  });

  it('deletes faces and challenges of a customer who never confirmed an address', async () => {
    const { id, owner } = await makeDashboardTenant();
    const backend = (await FaceBackend.make()).inTest();
    await backend.register('a+pass');
    await env.DB.batch([
      env.DB.prepare('UPDATE face_templates SET tenant_id = ?').bind(id),
      env.DB.prepare('UPDATE face_challenges SET tenant_id = ?').bind(id),
      env.DB.prepare(
        'UPDATE staff SET email_verified_at_ms = NULL, created_at_ms = 0 WHERE tenant_id = ?',
      ).bind(id),
    ]);
    expect(owner.token).not.toBe('');
    await endUnprovenCustomers(makeContext());
    expect(await templates()).toEqual([]);
    const left = await env.DB.prepare('SELECT count(*) AS n FROM face_challenges').first();
    expect(left).toEqual({ n: 0 });
  });
});

describe('a receiver', () => {
  it('is told of each outcome once, signed, with the same object as the status call and the feed', async () => {
    const backend = await FaceBackend.make();
    const inbox = newInbox();
    const ctx = makeContext();
    const { secret } = await registerAt(ctx, backend.tenant.id, receiverUrl(inbox, 'ok'));
    await backend.register('ada-at-shop');
    const status = await backend.verify('ada-at-shop', photoOf('Eve'));
    await eventually(async () => expect(await received(inbox)).toHaveLength(2));
    const events = (await received(inbox)).map(
      ({ body, headers }) =>
        new Webhook(secret).verify(body, headers) as { type: string; data: { kind: string } },
    );
    const verified = events.find(({ data }) => data.kind === 'verify');
    expect(verified).toMatchObject({ type: 'face_2fa.completed', data: status });
    expect(Object.keys(verified!.data)).toEqual(Object.keys(status));
    expect(JSON.stringify(events)).not.toContain('ada-at-shop');
    const feed = (await get('/api/v1/events', backend.tenant.secret)).body.data;
    expect(feed.map(({ data }: { data: { kind: string } }) => data.kind)).toEqual([
      'enroll',
      'verify',
    ]);
  });

  it('with another mode or other events gets none', async () => {
    const backend = await FaceBackend.make();
    const [live, sessions] = [newInbox(), newInbox()];
    const ctx = makeContext();
    await registerAt(ctx, backend.tenant.id, receiverUrl(live, 'ok'), { mode: 'live' });
    await registerAt(ctx, backend.tenant.id, receiverUrl(sessions, 'ok'), {
      eventTypes: ['session.success'],
    });
    await backend.inTest().register('a+pass');
    expect(await queryLedgers('SELECT id FROM events')).toHaveLength(1);
    expect(await queryLedgers('SELECT id FROM deliveries')).toEqual([]);
  });
});
