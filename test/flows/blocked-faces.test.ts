// The life of a face that a customer blocks (D-100): it is sealed, opened only in memory, and
// deleted when it is unblocked or its customer has ended.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { encodeBase64 } from '../../src/crypto/encoding.ts';
import { isBlocked } from '../../src/domain/faces/blocked-faces/is-blocked.ts';
import { resealAll } from '../../src/domain/operations/sealed-secrets/reseal.ts';
import { endUnprovenCustomers } from '../../src/domain/customers/staff-authentication/unproven-customers.ts';
import { makeContext } from '../support/installation/context.ts';
import { makeDashboardTenant } from '../support/staff/dashboard.ts';
import { Deployment } from '../support/installation/deployment.ts';
import { FaceBackend } from '../support/customer/face-backend.ts';
import { photoOf, ScriptedFace } from '../support/visitor/scripted-face.ts';
import { passOverOthers, walkStorage } from '../support/counted/storage-walk.ts';

let printed: MockInstance[];

beforeEach(async () => {
  await passOverOthers();
  const names = ['log', 'error', 'warn', 'info', 'debug'] as const;
  printed = names.map((name) => vi.spyOn(console, name).mockReturnValue());
});

afterEach(() => void vi.restoreAllMocks());

const PERSON = 'Adelheid';

const incidents = (): string => JSON.stringify(printed.flatMap(({ mock }) => mock.calls));

async function pictured(person: string, view = 1) {
  const photo = await new ScriptedFace().describePhoto({ jpeg: photoOf(person, view) });
  if (!photo.ok) throw new Error(photo.fault);
  return photo;
}

describe('a blocked face at rest', () => {
  it('cannot be read or compared, and leaves nothing once it is unblocked', async () => {
    const backend = await FaceBackend.make();
    for (const reason of ['One', 'Another'])
      await backend.block(photoOf(PERSON), { reason }, { 'Idempotency-Key': reason });
    await backend.register(PERSON.toLowerCase(), photoOf(PERSON, 1));
    const secrets = [
      PERSON,
      encodeBase64(photoOf(PERSON)).slice(8, 40),
      ...(await pictured(PERSON, 0)).descriptor
        .slice(0, 64)
        .map((value) => String(value).slice(0, 9)),
    ];
    const find = async (texts: readonly string[]) =>
      [...(await walkStorage()), ['logs', incidents()] as const]
        .filter(([, text]) => texts.some((one) => text.includes(one)))
        .map(([place]) => place);
    expect(await find(secrets)).toEqual([]);
    const { results } = await env.DB.prepare('SELECT sealed FROM blocked_faces').all<{
      sealed: string;
    }>();
    expect(new Set(results.map(({ sealed }) => sealed.slice(0, 40))).size).toBe(2);
    expect(await find(['Another'])).toEqual(['blocked_faces']);
    for (const { id } of await backend.blocked()) await backend.unblock(id);
    expect(await find(['Another', ...results.map(({ sealed }) => sealed.slice(0, 40))])).toEqual(
      [],
    );
    const left = await env.DB.prepare('SELECT count(*) AS n FROM blocked_faces').first();
    expect(left).toEqual({ n: 0 });
  });

  it('is re-encrypted when the key is replaced, and blocks throughout', async () => {
    const backend = await FaceBackend.make();
    await backend.block(photoOf('eve'));
    const key = btoa('k'.repeat(32));
    const between = {
      KEY_ENCRYPTION_KEY: key,
      KEY_ENCRYPTION_KEY_PREVIOUS: env.KEY_ENCRYPTION_KEY,
    };
    const { ctx } = new Deployment(between);
    const end = async (set: Partial<Env>) =>
      (await backend.within(set).register('eve', photoOf('eve', 1))).failure_reason;
    expect(await end(between)).toBe('blacklist_match');
    const reports = await resealAll(ctx.db, ctx.config.keyEncryptionKey);
    expect(reports.find(({ name }) => name === 'blocked_faces.sealed')).toMatchObject({
      resealed: 1,
      left: 0,
      unreadable: 0,
    });
    await backend.block(photoOf('mallory'));
    expect(await end({ KEY_ENCRYPTION_KEY: key })).toBe('blacklist_match');
    expect(incidents()).toContain('blocked_face_unreadable');
  });

  it('is deleted with a customer who never confirmed an address', async () => {
    const { id } = await makeDashboardTenant();
    await (await FaceBackend.make()).block(photoOf('eve'));
    await env.DB.batch([
      env.DB.prepare('UPDATE blocked_faces SET tenant_id = ?').bind(id),
      env.DB.prepare(
        'UPDATE staff SET email_verified_at_ms = NULL, created_at_ms = 0 WHERE tenant_id = ?',
      ).bind(id),
    ]);
    await endUnprovenCustomers(makeContext());
    const left = await env.DB.prepare('SELECT count(*) AS n FROM blocked_faces').first();
    expect(left).toEqual({ n: 0 });
  });
});

describe('a query of the block list', () => {
  const customerOf = ({ tenant }: FaceBackend) => ({
    tenantId: tenant.id,
    test: false,
    residency: 'none' as const,
  });

  it('never uses an entry that was removed while the list was being read', async () => {
    const backend = await FaceBackend.make();
    await backend.block(photoOf('eve'));
    const [{ id }] = (await backend.blocked()) as [{ id: number }];
    const ctx = makeContext();
    const eve = await pictured('eve');
    const [before] = await Promise.all([
      isBlocked(ctx, customerOf(backend), eve),
      backend.unblock(id),
    ]);
    expect(typeof before).toBe('boolean');
    expect(await isBlocked(ctx, customerOf(backend), eve)).toBe(false);
  });

  it('fails the challenge when the list cannot be queried, and passes nobody', async () => {
    const backend = await FaceBackend.make();
    await backend.block(photoOf('mallory'));
    const down = {
      idFromName: () => 'x',
      get: () => ({ findMatch: () => Promise.reject(new Error('down')) }),
    } as unknown as Env['BLOCK_LIST'];
    const end = await backend.within({ BLOCK_LIST: down }).register('ada');
    expect(end).toMatchObject({
      status: 'failed',
      passed: false,
      failure_reason: 'internal_error',
    });
    expect((await backend.register('ada')).passed).toBe(true);
  });

  it('reports to operators that entries of another model must be blocked again', async () => {
    const backend = await FaceBackend.make();
    await backend.block(photoOf('eve'));
    backend.face.model = 'ef'.repeat(32);
    expect((await backend.register('eve', photoOf('eve', 1))).passed).toBe(true);
    expect(incidents()).toContain('blocked_faces_outdated');
  });
});
