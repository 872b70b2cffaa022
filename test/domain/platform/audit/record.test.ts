import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { prepareAudit } from '../../../../src/domain/platform/audit/record.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';

async function rename(tenantId: string, knownAs: string, name: string) {
  const ctx = makeContext();
  const { statement, announce } = prepareAudit(ctx, {
    actor: { audience: 'dashboard', staffId: 7, tenantId, ip: '192.0.2.1', userAgent: 'test' },
    action: 'settings.update',
    target: { type: 'tenant', id: tenantId },
    before: { name: knownAs },
    after: { name },
  });
  const update = 'UPDATE tenants SET name = ? WHERE id = ? AND name = ?';
  const { sql, params } = (
    statement as unknown as { toSQL(): { sql: string; params: never[] } }
  ).toSQL();
  await env.DB.batch([
    env.DB.prepare(update).bind(name, tenantId, knownAs),
    env.DB.prepare(sql).bind(...params),
  ]);
  announce();
  await ctx.settle();
}

const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n');

describe('an audit entry for a change', () => {
  it('is written with the change, chained, and counted for its day', async () => {
    const { id } = await makeTenant({ name: 'Before' });
    await rename(id, 'Before', 'After');
    const row = await env.DB.prepare('SELECT * FROM audit_entries').first();
    expect(row).toMatchObject({
      id: 1,
      staff_id: 7,
      audience: 'dashboard',
      tenant_id: id,
      action: 'settings.update',
      target_type: 'tenant',
      target_id: id,
      ip: '192.0.2.1',
      user_agent: 'test',
      before: '{"name":"Before"}',
      after: '{"name":"After"}',
    });
    expect(await count('audit_links')).toBe(1);
    expect(await count('audit_counts')).toBe(0);
    expect(await count('tenant_audit_counts')).toBe(6);
  });

  it('is not written when nothing was changed', async () => {
    const { id } = await makeTenant({ name: 'Before' });
    await rename(id, 'Somebody else was faster', 'After');
    expect(await count('audit_entries')).toBe(0);
  });

  it('is written once when fifty requests make the same change at once', async () => {
    const { id } = await makeTenant({ name: 'Before' });
    await Promise.all(Array.from({ length: 50 }, () => rename(id, 'Before', 'After')));
    expect(await count('audit_entries')).toBe(1);
  });
});
