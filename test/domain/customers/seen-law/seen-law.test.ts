// Changes in the law since a customer last marked the rules as seen (D-163).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Jurisdiction, LawRule } from '../../../../src/config/jurisdiction.ts';
import { noteLawSeen, readLawChanges } from '../../../../src/domain/customers/seen-law/seen-law.ts';
import { changeSettings } from '../../../../src/domain/customers/tenants/settings.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { makeDashboardTenant, type DashboardTenant } from '../../../support/staff/dashboard.ts';

const RULE: LawRule = {
  id: 'XA-alcohol-2026-01-01',
  context: 'alcohol',
  status: 'in_force',
  effective_from: '2026-01-01',
  gate: 18,
  note: 'Made up.',
  sources: [{ title: 'Gazette', url: 'https://law.example/', read_on: '2026-11-28' }],
  reviewed_by: null,
};
const OTHER = { ...RULE, id: 'XA-alcohol-2026-02-01', effective_from: '2026-02-01' };
const NEXT = { ...RULE, id: 'XA-alcohol-2027-01-01', effective_from: '2027-01-01' };
const GAMBLING = { ...RULE, id: 'XA-gambling-2026-01-01', context: 'gambling' as const };

/** Creates a context of an installation that has only these legal rules. */
function withRules(...rules: LawRule[]) {
  const ctx = makeContext();
  const file: Jurisdiction = { jurisdiction: 'XA', name: 'Atlantis', time_zone: 'UTC', rules };
  return { ...ctx, config: { ...ctx.config, jurisdictions: [file] } };
}

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});
const changesUnder = (...rules: LawRule[]) =>
  readLawChanges(withRules(...rules), tenant.id, 'alcohol');
const actor = () => ({ audience: 'dashboard' as const, tenantId: tenant.id, staffId: 1 });
const see = async (...rules: LawRule[]) => {
  const ctx = withRules(...rules);
  const { version } = await readLawChanges(ctx, tenant.id, 'alcohol');
  return noteLawSeen(ctx, actor(), { context: 'alcohol', version });
};
const entries = async () =>
  (await env.DB.prepare("SELECT after FROM audit_entries WHERE action = 'law.seen'").all()).results;

describe('the changes after an update of the rules', () => {
  it('name added rules, changed rules with their members, and removed rules', async () => {
    await see(RULE, OTHER, GAMBLING);
    const { gate: _gate, ...loose } = RULE;
    const changed = { ...loose, per_access: true, note: 'Read again.' };
    const found = await changesUnder(changed, NEXT);
    expect(found).toMatchObject({
      added: [NEXT.id],
      changed: [
        {
          id: RULE.id,
          members: [
            { name: 'gate', before: 18 },
            { name: 'note', before: 'Made up.', after: 'Read again.' },
            { name: 'per_access', after: true },
          ],
        },
      ],
      removed: [OTHER.id],
    });
    expect(found.seenAtMs).toBeTypeOf('number');
  });

  it('are empty when only rules of another context have changed', async () => {
    await see(RULE, GAMBLING);
    expect(await changesUnder(RULE)).toMatchObject({ added: [], changed: [], removed: [] });
  });

  it('are empty, without a date, when nobody has seen the rules yet', async () => {
    const found = await changesUnder(RULE);
    expect(found).toMatchObject({ added: [], changed: [], removed: [] });
    expect(found).not.toHaveProperty('seenAtMs');
  });
});

describe('confirming that rules were seen', () => {
  it('counts for this customer only, and is audited once per version', async () => {
    const other = await makeDashboardTenant();
    await see(RULE);
    await see(RULE);
    expect(await entries()).toHaveLength(1);
    expect(await readLawChanges(withRules(RULE), other.id, 'alcohol')).not.toHaveProperty(
      'seenAtMs',
    );
    await see(RULE, NEXT);
    expect(await entries()).toHaveLength(2);
    expect((await changesUnder(RULE)).removed).toEqual([NEXT.id]);
  });

  it('is refused when the rules have changed since they were read', async () => {
    const { version } = await changesUnder(RULE);
    const noted = noteLawSeen(withRules(RULE, NEXT), actor(), { context: 'alcohol', version });
    await expect(noted).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await entries()).toEqual([]);
  });

  it('happens when a policy is first chosen, and no later choice hides a change', async () => {
    const choose = (policy: string, ...rules: LawRule[]) =>
      changeSettings(withRules(...rules), actor(), { policy, policyContext: 'alcohol' });
    await choose('XA', RULE);
    expect(await changesUnder(RULE, NEXT)).toMatchObject({ added: [NEXT.id] });
    await choose('off', RULE, NEXT);
    await choose('auto', RULE, NEXT);
    expect(await changesUnder(RULE, NEXT)).toMatchObject({ added: [NEXT.id] });
  });
});
