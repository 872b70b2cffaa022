import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { D1Database } from '@cloudflare/workers-types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unsealTotpSecret } from '../../src/domain/customers/staff/totp.ts';
import { knowsMember, memberQuery, ensureDemoStaff } from '../../scripts/demo/demo-staff.ts';
import { newMigratedDatabase } from '../contract/apply-migrations.ts';

const TENANT = 'ten_vineyard';
let sqlite: DatabaseSync;
let folder: string;
const file = (name: string) => join(folder, name);

/**
 * The part of D1's interface that the seed uses, backed by a SQLite database with the real schema.
 */
const d1 = () => {
  const prepare = (sql: string) => ({
    bind: (...values: SQLInputValue[]) => {
      const statement = sqlite.prepare(sql);
      return {
        first: async () => statement.get(...values),
        run: async () => statement.run(...values),
      };
    },
  });
  return { prepare } as unknown as D1Database;
};
const KEY = new Uint8Array(32);
const seed = (files: string[] = [], tenantId = TENANT) =>
  ensureDemoStaff(d1(), tenantId, files, KEY);
const rows = () =>
  sqlite.prepare('SELECT * FROM staff ORDER BY audience').all() as Record<string, unknown>[];
/**
 * Whether the password matches the row's hash, in the format that src/crypto/password.ts verifies.
 */
function opens(password: string, row: Record<string, unknown> | undefined): boolean {
  const [, n, r, p, salt = '', key] = String(row?.['password_hash']).split('$');
  const cost = { N: Number(n), r: Number(r), p: Number(p), maxmem: 2 ** 26 };
  const derived = scryptSync(password, Buffer.from(salt, 'base64url'), 32, cost);
  return derived.toString('base64url') === key;
}
const addTenant = (id: string) =>
  sqlite.prepare('INSERT INTO tenants (id, name, created_at_ms) VALUES (?, ?, 0)').run(id, id);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agate-demo-staff-'));
  sqlite = newMigratedDatabase();
  addTenant(TENANT);
});
afterEach(() => {
  sqlite.close();
  rmSync(folder, { recursive: true });
});

describe('the staff of the demo', () => {
  it('are an operator and the owner of the demo tenant, who sign in with the printed credentials', async () => {
    const told = await seed();
    expect(rows()).toMatchObject([
      { audience: 'admin', tenant_id: null, role: 'superadmin', email: told.admin.email },
      { audience: 'dashboard', tenant_id: TENANT, role: 'owner', email: told.dashboard.email },
    ]);
    expect(rows().every((row) => Number(row['email_verified_at_ms']) > 0)).toBe(true);
    const passwords = [told.admin.password, told.dashboard.password];
    expect(passwords.map((password, n) => opens(password, rows()[n]))).toEqual([true, true]);
    expect(passwords[0]).not.toBe(passwords[1]);
  });

  it('include an authenticator for the operator, with its secret encrypted', async () => {
    const { admin, dashboard } = await seed();
    const [row, owner] = rows();
    expect(admin.totp_secret).toMatch(/^[A-Z2-7]{32}$/);
    const sealed = String(row?.['totp_secret']);
    const id = Number(row?.['id']);
    expect(await unsealTotpSecret({ keyEncryptionKey: { current: KEY } }, id, sealed)).toBe(
      admin.totp_secret,
    );
    expect(row?.['totp_enabled_at_ms']).toBeGreaterThan(0);
    expect(owner?.['totp_secret']).toBeNull();
    expect(Object.keys(dashboard)).toEqual(['email', 'password']);
  });

  it('get an authenticator when an older version created the operator without one', async () => {
    const { admin, dashboard } = await seed();
    const { totp_secret: _missing, ...older } = admin;
    writeFileSync(file('older.json'), JSON.stringify({ admin: older, dashboard }));
    const again = await seed([file('older.json')]);
    expect(again.admin.totp_secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(again.dashboard).toEqual(dashboard);
  });

  it('stay unchanged while the database knows them, and a member missing in an older file is created', async () => {
    const { admin, dashboard } = await seed();
    writeFileSync(file('told.json'), JSON.stringify({ admin, dashboard }));
    expect(await seed([file('told.json')])).toEqual({ admin, dashboard });
    writeFileSync(file('old.json'), JSON.stringify({ admin }));
    const again = await seed([file('nothing.json'), file('old.json')]);
    expect(again.admin).toEqual(admin);
    expect(again.dashboard.password).not.toBe(dashboard.password);
    expect(rows()).toHaveLength(2);
  });

  it.each(['', '[]', '{"admin":{"email":1,"password":"x"}}'])(
    'are created again after a file that contains %j',
    async (text) => {
      writeFileSync(file('broken.json'), text);
      const { admin } = await seed([file('broken.json')]);
      expect(admin.password).toMatch(/^admin-[\w-]{12}$/);
    },
  );

  it('belong to the tenant of this start, and work again after deactivation', async () => {
    const told = await seed();
    writeFileSync(file('told.json'), JSON.stringify(told));
    addTenant('ten_other');
    await seed([file('told.json')], 'ten_other');
    expect(rows()[1]).toMatchObject({ tenant_id: 'ten_other' });
    sqlite.exec('UPDATE staff SET deactivated_at_ms = 1, totp_enabled_at_ms = 1');
    const { sql, parameters } = memberQuery('dashboard', told.dashboard, 'ten_other');
    expect(knowsMember(sqlite.prepare(sql).get(...parameters))).toBe(false);
    await seed([file('told.json')], 'ten_other');
    expect(knowsMember(sqlite.prepare(sql).get(...parameters))).toBe(true);
    expect(rows()[1]).toMatchObject({ totp_enabled_at_ms: null });
  });
});
