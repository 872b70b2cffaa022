// POST /admin/v1/signing-keys/{purpose}/rotate: an operator's planned rotation of a key (D-33).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { rotateKeys } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { makeContext } from '../../support/installation/context.ts';

const DAY_MS = 24 * 3_600_000;

let token: string;
beforeEach(async () => {
  ({ token } = await makeAdmin({ role: 'superadmin' }));
  // Creates the first key of an empty ring.
  await rotateKeys(makeContext(), 'receipt');
});

const rotate = (purpose: string) => ask('POST', `/signing-keys/${purpose}/rotate`, token);

const keysOf = async (purpose: string) =>
  (
    await env.DB.prepare('SELECT kid, active_from_ms FROM signing_keys WHERE purpose = ?')
      .bind(purpose)
      .all<{ kid: string; active_from_ms: number }>()
  ).results;

/** The receipt keys as the health endpoint lists them. */
const shown = async (): Promise<{ purpose: string; state: string }[]> =>
  (await ask('GET', '/health', token)).body.data.keys.filter(
    ({ purpose }: { purpose: string }) => purpose === 'receipt',
  );

const entries = async () =>
  (
    await env.DB.prepare(
      "SELECT audience, staff_id, target_id, after FROM audit_entries WHERE action = 'signing_key.publish'",
    ).all<{ audience: string; target_id: string; after: string }>()
  ).results;

describe('the next key of a ring', () => {
  it('is published at once and signs a day later, and the audit log says who added it', async () => {
    const [first] = await keysOf('receipt');
    expect(await shown()).toEqual([
      expect.objectContaining({ state: 'active', next_published_at: expect.any(String) }),
    ]);
    const startMs = Date.now();
    const { status, body } = await rotate('receipt');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      kid: expect.any(String),
      purpose: 'receipt',
      active_from: expect.any(String),
      is_new: true,
    });
    const activeFromMs = Date.parse(body.data.active_from);
    expect(activeFromMs).toBeGreaterThanOrEqual(startMs + DAY_MS - 1_000);
    expect(activeFromMs).toBeLessThanOrEqual(Date.now() + DAY_MS);
    expect((await keysOf('receipt')).map(({ kid }) => kid)).toEqual([first?.kid, body.data.kid]);
    expect(await entries()).toEqual([
      {
        audience: 'admin',
        staff_id: expect.any(Number),
        target_id: body.data.kid,
        after: JSON.stringify({ purpose: 'receipt', active_from: body.data.active_from }),
      },
    ]);
    const [active, next] = await shown();
    expect([active?.state, next?.state]).toEqual(['active', 'next']);
    expect(active).not.toHaveProperty('next_published_at');
  });

  it('is made once, also for two operators at the same moment, and reported as existing afterwards', async () => {
    const answers = await Promise.all([rotate('receipt'), rotate('receipt'), rotate('receipt')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.kid)).size).toBe(1);
    expect(answers.filter(({ body }) => body.data.is_new).length).toBeGreaterThan(0);
    expect((await rotate('receipt')).body.data).toMatchObject({ is_new: false });
    expect(await keysOf('receipt')).toHaveLength(2);
    expect(await entries()).toHaveLength(1);
  });

  it('is neither made nor audited when one of the two cannot be written', async () => {
    await env.DB.prepare(
      "CREATE TRIGGER broken BEFORE INSERT ON audit_entries WHEN NEW.action = 'signing_key.publish' BEGIN SELECT RAISE(ABORT, 'broken'); END",
    ).run();
    expect((await rotate('receipt')).status).toBe(500);
    expect(await keysOf('receipt')).toHaveLength(1);
  });

  it('is refused for a ring without a key and for one that does not exist', async () => {
    await env.DB.prepare("DELETE FROM signing_keys WHERE purpose = 'receipt'").run();
    expect((await rotate('receipt')).status).toBe(409);
    expect((await rotate('tokens')).body.error?.code).toBe('VALIDATION_FAILED');
    expect(await keysOf('receipt')).toEqual([]);
    expect(await entries()).toEqual([]);
  });
});
