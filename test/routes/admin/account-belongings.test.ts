import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { insertAccounts } from '../../support/account/account-rows.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const NOW = Date.now();
const LISTS = ['connections', 'login-history', 'notifications', 'passkeys', 'sessions'] as const;

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);

/** Inserts three items of each kind for the account, newest last. */
async function fill(id: number): Promise<void> {
  const tenant = await makeTenant();
  const three = [0, 1, 2];
  await env.DB.batch(
    three.flatMap((n) => [
      run(
        "INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms) VALUES (?, ?, ?, '[]', '[]', 'hash', 1)",
        `xoc_${id}_${n}`,
        tenant.id,
        `Site ${n}`,
      ),
      run(
        "INSERT INTO connections VALUES (?, ?, 'age_verification openid', ?, ?, '{}')",
        id,
        `xoc_${id}_${n}`,
        NOW + n,
        NOW + n,
      ),
      run(
        "INSERT INTO login_attempts (account_id, method, outcome, device, place, ip, at_ms) VALUES (?, 'passkey', 'success', ?, 'Bern, CH', '192.0.2.7', ?)",
        id,
        `Device ${n}`,
        NOW + n,
      ),
      run(
        `INSERT INTO notifications (account_id, type, details, created_at_ms) VALUES (?, ?, '{"device":"x"}', ?)`,
        id,
        `type_${n}`,
        NOW + n,
      ),
      run(
        "INSERT INTO passkeys (account_id, credential_id, public_key, counter, transports, backed_up, name, created_at_ms) VALUES (?, ?, 'key', 0, '[]', 1, ?, ?)",
        id,
        `credential-${id}-${n}`,
        `Key ${n}`,
        NOW,
      ),
      run(
        `INSERT INTO account_sessions (id, account_id, secret_hash, created_at_ms, authenticated_at_ms, amr, last_seen_at_ms, expires_at_ms, device) VALUES (?, ?, 'secret-hash', ?, ?, '["pwd"]', ?, ?, 'Firefox')`,
        `session-${id}-${n}`,
        id,
        NOW,
        NOW,
        NOW + n,
        n === 0 ? NOW - 1 : NOW + 1e9,
      ),
    ]),
  );
}

describe('what belongs to an account (spec 4.1)', () => {
  it('is listed newest first, for this account alone, with pages for long lists', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const [id = 0, other = 0] = await insertAccounts([{}, {}]);
    await fill(id);
    await fill(other);
    const get = async (list: string, query = '') =>
      (await ask('GET', `/accounts/${id}/${list}${query}`, token)).body;
    expect((await get('connections')).data).toMatchObject([
      { client_name: 'Site 2', scopes: ['age_verification', 'openid'] },
      { client_name: 'Site 1' },
      { client_name: 'Site 0' },
    ]);
    expect((await get('login-history')).data).toMatchObject([
      { device: 'Device 2', method: 'passkey', outcome: 'success', place: 'Bern, CH' },
      { device: 'Device 1' },
      { device: 'Device 0' },
    ]);
    expect((await get('notifications')).data).toMatchObject([
      { type: 'type_2', details: { device: 'x' } },
      { type: 'type_1' },
      { type: 'type_0' },
    ]);
    expect((await get('passkeys')).data.map((row: { name: string }) => row.name)).toEqual([
      'Key 0',
      'Key 1',
      'Key 2',
    ]);
    const sessions = (await get('sessions')).data;
    expect(sessions.map((row: { id: string }) => row.id)).toEqual([
      `session-${id}-2`,
      `session-${id}-1`,
    ]);
    expect(JSON.stringify(sessions)).not.toContain('secret-hash');
    for (const list of ['connections', 'login-history', 'notifications']) {
      const page = await get(list, '?page=2&per_page=2');
      expect(page.data).toHaveLength(1);
      expect(page.meta).toMatchObject({
        pagination: { page: 2, per_page: 2, total: 3, total_pages: 2 },
      });
    }
  });

  it('is empty for an account that does not exist, and 400 for a malformed id', async () => {
    const { token } = await makeAdmin();
    for (const list of LISTS) {
      const { status, body } = await ask('GET', `/accounts/999999/${list}`, token);
      expect([list, status, body.data]).toEqual([list, 200, []]);
      expect([list, (await ask('GET', `/accounts/x/${list}`, token)).status]).toEqual([list, 400]);
      expect([list, (await ask('GET', `/accounts/1/${list}`)).status]).toEqual([list, 401]);
    }
  });
});
