import { env } from 'cloudflare:workers';
import { createLocalJWKSet, compactVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import {
  daysAgo,
  fetchPack,
  lastMonth,
  makeFilledTenant,
  noteNightlyRun,
  openPack,
  partOf,
  PERSON,
} from '../../support/customer/evidence-pack.ts';
import { call } from '../../support/customer/api.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { recountRollups } from '../../../src/domain/operations/analytics/recount.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeFilledTenant();
});

const fetchMonth = (more: Record<string, string> = {}) =>
  fetchPack(tenant.owner.token, { jurisdiction: 'FR', ...lastMonth(), ...more });
const readMonth = async (more: Record<string, string> = {}) => openPack(await fetchMonth(more));
const changeSettings = async (changes: object) => {
  const { status } = await ask('PATCH', '/settings', tenant.owner.token, changes);
  expect(status).toBe(200);
};

describe('an evidence pack (D-161)', () => {
  it('has pages in two languages and a file for each part', async () => {
    const response = await fetchMonth();
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain(`evidence-FR-${daysAgo(30)}`);
    expect([...(await openPack(response)).keys()]).toEqual([
      'evidence.en.html',
      'evidence.de.html',
      'practice-statement.json',
      'rules.json',
      'methods.json',
      'attacks.json',
      'figures.json',
      'contests.json',
      'incidents.json',
      'retention.json',
      'sub-processors.json',
      'dpia.json',
      'records.json',
      'certificates.json',
      'changes.json',
      'signature.jws',
    ]);
  });

  it('says in every file that it is self-declared, and leaves no placeholder', async () => {
    for (const [name, text] of await readMonth()) {
      if (name === 'signature.jws') continue;
      expect([name, /self-declared, not certified|nicht zertifiziert/i.test(text)]).toEqual([
        name,
        true,
      ]);
      expect([name, /\{\w+\}|undefined|NaN/.exec(text)?.[0]]).toEqual([name, undefined]);
    }
  });

  it('is the same twice, byte for byte, also after others were made', async () => {
    const first = new Uint8Array(await (await fetchMonth()).arrayBuffer());
    await fetchMonth({ jurisdiction: 'GB' });
    const second = new Uint8Array(await (await fetchMonth()).arrayBuffer());
    expect(second).toEqual(first);
  });

  it('shows the settings of the period, whatever was changed afterwards', async () => {
    const before = await readMonth();
    await changeSettings({ retention_days: 3, attempt_cap: 7, name: 'Another Name' });
    const after = await readMonth();
    expect(partOf(after, 'rules')).toEqual(partOf(before, 'rules'));
    expect(partOf(after, 'retention')).toEqual(partOf(before, 'retention'));
    expect(partOf(after, 'changes').entries).toEqual([]);
  });

  it('is signed over the SHA-256 of each file, by a key of receipts', async () => {
    const files = await readMonth();
    const { body } = await call('/.well-known/receipt-keys.json');
    const keys = createLocalJWKSet(body as unknown as Parameters<typeof createLocalJWKSet>[0]);
    const { protectedHeader, payload } = await compactVerify(
      (files.get('signature.jws') ?? '').trim(),
      keys,
    );
    expect(protectedHeader).toMatchObject({ typ: 'agate-pack+jwt', alg: 'RS256' });
    const statement = JSON.parse(new TextDecoder().decode(payload));
    files.delete('signature.jws');
    const hashed = await Promise.all(
      [...files].map(async ([name, text]) => ({ name, sha256: await sha256Hex(text) })),
    );
    expect(statement).toEqual({
      iss: 'http://localhost:8787',
      sub: tenant.id,
      jurisdiction: 'FR',
      ...lastMonth(),
      files: hashed,
    });
  });

  it('counts as the dashboard does, and hides figures that are too small', async () => {
    const { body } = await ask('GET', '/analytics/overview?days=31', tenant.owner.token);
    const { totals, by_verification_type: types } = body.data;
    const figures = partOf(await readMonth(), 'figures');
    expect(figures.totals).toEqual({
      created: null,
      success: totals.success,
      failed: totals.failed,
      canceled: null,
      expired: null,
      completed: totals.completed,
      success_rate: totals.success_rate,
    });
    expect(figures.by_method.rows).toEqual(
      types.map((one: Record<string, unknown>) => ({
        item: one['verification_type'],
        success: one['success'],
        failed: null,
      })),
    );
    // Malta's three checks are too few to be shown. The next smallest cell is withheld as well,
    // since the sum would otherwise reveal Malta's. For the same reason, the only cell with failed
    // checks is withheld.
    expect(figures.by_country).toEqual({
      rows: [{ item: 'NL', success: 37, failed: null }],
      together: { success: 15, failed: 14 },
    });
    const series = new Map(
      body.data.series.map((day: { date: string }) => [day.date, day] as const),
    ) as Map<string, Record<string, number>>;
    expect(figures.by_day).toHaveLength(30);
    const wrong = figures.by_day.flatMap(({ day, ...cells }: Record<string, unknown>) =>
      Object.entries(cells).filter(
        ([outcome, value]) => value !== null && value !== series.get(String(day))?.[outcome],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('has no personal data: not of visitors, not of members', async () => {
    const member = await makeMember(tenant.id, 'owner');
    await changeSettings({ privacy_contact: PERSON.mail, retention_days: 20 });
    await env.DB.batch([
      env.DB.prepare("UPDATE staff SET email = ?, name = 'Mira Quast' WHERE id = ?").bind(
        PERSON.mail,
        member.id,
      ),
      // Audit entries store the actor's IP address, which must not appear in a pack.
      env.DB.prepare(
        `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id, ip, user_agent, before, after)
         VALUES (?, ?, 'dashboard', ?, 'settings.update', 'tenant', ?, ?, 'Quastbrowser', ?, ?)`,
      ).bind(
        Date.parse(`${daysAgo(3)}T10:00:00Z`),
        member.id,
        tenant.id,
        tenant.id,
        PERSON.ip,
        JSON.stringify({ privacy_contact: null, retention_days: 10 }),
        JSON.stringify({ privacy_contact: PERSON.mail, retention_days: 30 }),
      ),
    ]);
    const files = await readMonth();
    for (const [name, text] of files)
      for (const part of [...Object.values(PERSON), 'Quast', 'quast'])
        expect([name, part, text.includes(part)]).toEqual([name, part, false]);
    expect(partOf(files, 'changes').entries).toEqual([
      { day: daysAgo(3), by: 'owner', field: 'privacy_contact' },
      { day: daysAgo(3), by: 'owner', field: 'retention_days', before: 10, after: 30 },
    ]);
  });

  it('shows the rules of the jurisdiction, and which of them the settings meet', async () => {
    const { rules } = partOf(await readMonth(), 'rules');
    // The jurisdiction's own rules come first.
    const [french] = rules;
    expect(french.id).toMatch(/^FR-adult_content/);
    expect(french).toMatchObject({ in_force: true, reviewed_by: null });
    expect(french.sources[0]).toHaveProperty('read_on');
    expect(french.conditions).toContainEqual({
      condition: 'must_offer',
      asked: 'double_anonymous',
      finding: 'not_met',
    });
    expect(french.conditions).toContainEqual({
      condition: 'per_access',
      asked: true,
      finding: 'not_known',
    });
    // In France the European Union's rules apply in addition to the French ones.
    const all = partOf(await readMonth({ jurisdiction: 'EU' }), 'rules').rules;
    expect(rules.length).toBeGreaterThan(all.length);
  });

  it('puts first what the regulators of its jurisdiction ask, and refers to no finding that it does not contain', async () => {
    const read = async (jurisdiction: string) => {
      const files = await readMonth({ jurisdiction });
      const records: { id: string; of_jurisdiction: boolean }[] = partOf(files, 'records').en;
      return {
        own: records.filter((one) => one.of_jurisdiction).map(({ id }) => id),
        all: records.map(({ id }) => id),
        text: JSON.stringify(records),
        page: files.get('evidence.en.html') ?? '',
      };
    };
    const french = await read('FR');
    expect(french.all).toEqual(['arcom', 'dsa', 'ofcom', 'esafety']);
    expect(french.own).toEqual(['arcom', 'dsa']);
    expect(french.text).toContain('Findings on “ways to choose from, at least”');
    expect(french.page).toContain('France (FR)');
    const british = await read('GB');
    expect(british.own).toEqual(['ofcom']);
    expect(british.text).not.toContain('Findings on');
    expect((await read('US-TX')).own).toEqual([]);
  });

  it('states the rule for each age that the law names', async () => {
    const files = await readMonth({ jurisdiction: 'AU' });
    const [functional] = partOf(files, 'practice-statement').en;
    const rule = functional.lines.find((line: string) => line.startsWith('At the age of'));
    expect(rule).toMatch(/^At the age of 16, .*At the age of 18, /);
  });

  it('makes no claim from the attack tables where the browser measures', async () => {
    const files = await readMonth();
    expect(partOf(files, 'methods').face.place).toBe('device');
    const statement = JSON.stringify(partOf(files, 'practice-statement').en);
    expect(statement).toContain('invented numbers passes at any age');
    expect(statement).toContain('No picture of a face leaves the visitor’s browser.');
    expect(statement).not.toContain('receipt that says so');
    const dsa = partOf(files, 'records').de.find(({ id }: { id: string }) => id === 'dsa');
    expect(JSON.stringify(dsa)).toContain('erfundene Zahlen');
  });

  it('calls a decision contestable only where a refused visitor has a way to contest it or a contact (D-93)', async () => {
    const read = async () => {
      const files = await readMonth({ jurisdiction: 'AU' });
      const [rule] = partOf(files, 'rules').rules;
      return {
        finding: rule.conditions.find((one: { condition: string }) => one.condition === 'contest')
          .finding,
        ways: partOf(files, 'contests').ways,
        kept: partOf(files, 'retention').schedule.find(
          ({ what }: { what: string }) => what === 'pictures_for_reviews',
        ).kept,
        page: files.get('evidence.en.html') ?? '',
      };
    };
    // The settings allow a document instead of an estimate, and human reviews of documents, but no
    // documents Worker is bound.
    await env.DB.prepare(
      'UPDATE tenants SET document_step_up = 1, reviews = 1, privacy_contact = NULL WHERE id = ?',
    )
      .bind(tenant.id)
      .run();
    const without = await read();
    expect(without).toMatchObject({
      finding: 'not_met',
      ways: { document: false, review: false, contact: false },
      kept: 'none',
    });
    expect(without.page).toContain('No person reviews decisions.');
    await env.DB.prepare('UPDATE tenants SET privacy_contact = ? WHERE id = ?')
      .bind(PERSON.mail, tenant.id)
      .run();
    expect(await read()).toMatchObject({
      finding: 'met',
      ways: { document: false, review: false, contact: true },
    });
  });

  it('counts erased sessions, from the day on which counting began', async () => {
    expect(partOf(await readMonth(), 'retention').proof).toMatchObject({
      sessions_erased: null,
      counted_from: daysAgo(0),
      counts_whole_period: false,
    });
    await env.DB.batch([
      env.DB.prepare(
        "UPDATE daily_counts SET day = ? WHERE tenant_id = '' AND name = 'erased'",
      ).bind(daysAgo(30)),
      env.DB.prepare(
        'UPDATE verification_sessions SET erased_at_ms = ? WHERE tenant_id = ? AND test = 0',
      ).bind(Date.parse(`${daysAgo(2)}T12:00:00Z`), tenant.id),
      // Sets the erasure times again, as late events of the erased sessions would.
      env.DB.prepare('UPDATE verification_sessions SET erased_at_ms = erased_at_ms + 1'),
    ]);
    await withContext((ctx) => recountRollups(ctx));
    expect(partOf(await readMonth(), 'retention').proof).toMatchObject({
      sessions_erased: 69,
      counts_whole_period: true,
    });
  });

  it('says plainly what does not exist, and what is not recorded', async () => {
    const files = await readMonth();
    const { standards, added } = partOf(files, 'certificates');
    for (const { certificate } of standards) expect(certificate).toBe('absent');
    expect(added).toEqual([]);
    expect(partOf(files, 'incidents')).toMatchObject({
      recorded: 'none recorded',
      downtime: 'not recorded',
    });
    expect(partOf(files, 'contests')).toMatchObject({
      time_to_decision: { timed: null, median_seconds: null },
      reviews: { over_deadline: null, timed_from: daysAgo(0), timed_whole_period: false },
    });
  });

  it('is audited with jurisdiction and period', async () => {
    await fetchMonth();
    const row = await env.DB.prepare(
      "SELECT staff_id, after FROM audit_entries WHERE tenant_id = ? AND action = 'compliance_pack.create'",
    )
      .bind(tenant.id)
      .first();
    expect(row).toEqual({
      staff_id: tenant.owner.id,
      after: JSON.stringify({ jurisdiction: 'FR', ...lastMonth() }),
    });
  });
});

describe('an evidence pack is refused', () => {
  const statusOf = async (query: Record<string, string>) => {
    const response = await fetchMonth(query);
    const body: { error?: { code: string; details?: { field: string }[] } } = await response.json();
    return [response.status, body.error?.code, body.error?.details?.[0]?.field];
  };

  it.each([
    ['a jurisdiction that is no code', { jurisdiction: 'France' }, 'jurisdiction'],
    ['a jurisdiction without rules', { jurisdiction: 'ZZ' }, 'jurisdiction'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
    ['a day that is a time', { to: '2026-02-01T00:00:00Z' }, 'to'],
    ['a period that is reversed', { from: daysAgo(3), to: daysAgo(4) }, 'to'],
    ['a period that is not over', { to: daysAgo(-1) }, 'to'],
    ['more than 13 months', { from: daysAgo(400) }, 'to'],
  ])('for %s: 400', async (_what, query, field) => {
    expect(await statusOf(query)).toEqual([400, 'VALIDATION_FAILED', field]);
  });

  it('without a period or a jurisdiction: 400', async () => {
    for (const missing of ['jurisdiction', 'from', 'to']) {
      const query: Record<string, string> = { jurisdiction: 'FR', ...lastMonth() };
      delete query[missing];
      expect((await fetchPack(tenant.owner.token, query)).status).toBe(400);
    }
  });

  it('while its last day runs: 409', async () => {
    expect(await statusOf({ to: daysAgo(0) })).toEqual([409, 'CONFLICT', undefined]);
  });

  it('before the nightly run has counted it, and when that failed: 409', async () => {
    const midnight = Date.parse(`${daysAgo(0)}T00:00:00Z`);
    await noteNightlyRun(midnight - 1);
    expect((await fetchMonth()).status).toBe(409);
    await noteNightlyRun(midnight + 1, ['recountRollups']);
    expect((await fetchMonth()).status).toBe(409);
    await noteNightlyRun(midnight + 1, ['signAuditHead']);
    expect((await fetchMonth()).status).toBe(200);
  });

  it('while one of its sessions has not reported its end: 409', async () => {
    const open = sessionEvent('open', 'pending', 3, {
      tenantId: tenant.id,
      verificationType: null,
    });
    await withContext((ctx) => consumeSessionEvents(ctx, [open]));
    expect((await fetchMonth()).status).toBe(409);
  });
});
