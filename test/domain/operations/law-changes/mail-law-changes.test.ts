// Emails that announce changes in the law 30 days ahead (D-163).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Jurisdiction, LawRule } from '../../../../src/config/jurisdiction.ts';
import { readJurisdictions } from '../../../../src/config/jurisdictions.ts';
import { mailLawChanges } from '../../../../src/domain/operations/law-changes/mail-law-changes.ts';
import { renderMail } from '../../../../src/domain/platform/mail/render-mail.ts';
import type { MailTemplate } from '../../../../src/domain/platform/mail/mail.ts';
import { SUPPORTED_LOCALES } from '../../../../src/domain/terms/locale.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { sentMails } from '../../../support/account/mails.ts';
import { makeDashboardTenant, type DashboardTenant } from '../../../support/staff/dashboard.ts';
import { makeMember } from '../../../support/staff/members.ts';

const SOURCE = { title: 'Gazette', url: 'https://law.example/1', read_on: '2026-11-28' };
const rule = (change: Partial<LawRule> & { effective_from: string | null }): LawRule => ({
  id: `XA-alcohol-${change.effective_from ?? 'draft'}`,
  context: 'alcohol',
  status: 'in_force',
  gate: 21,
  note: 'Made up.',
  sources: [SOURCE],
  reviewed_by: null,
  ...change,
});
const file = (rules: LawRule[], change: Partial<Jurisdiction> = {}): Jurisdiction => ({
  jurisdiction: 'XA',
  name: 'Atlantis',
  time_zone: 'UTC',
  rules,
  ...change,
});

const OLD = rule({ effective_from: '2020-01-01' });
const NEW = rule({ effective_from: '2027-03-01' });

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
  await setPolicy('XA');
});

const setPolicy = (policy: string, context: string | null = 'alcohol') =>
  env.DB.prepare('UPDATE tenants SET policy = ?, policy_context = ? WHERE id = ?')
    .bind(policy, context, tenant.id)
    .run();

const ownersOf = (n: number) => [`first${n}@shop.example`, `second${n}@shop.example`];

/** Adds a customer under the policy XA, with two owners. */
async function addCustomer(n: number): Promise<void> {
  const id = `ten_${n}`;
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO tenants (id, name, created_at_ms, policy, policy_context)
       VALUES (?, 'Shop', 1, 'XA', 'alcohol')`,
    ).bind(id),
    ...ownersOf(n).map((email) =>
      env.DB.prepare(
        `INSERT INTO staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role, created_at_ms)
         VALUES ('dashboard', ?, ?, ?, 1, 'Owner', 'owner', 1)`,
      ).bind(id, email, email),
    ),
  ]);
}

/** Runs the schedule once, at noon UTC of the given day. */
async function run(day: string, rules: LawRule[] = [OLD, NEW], files = [file(rules)]) {
  const ctx = makeContext({ now: () => Date.parse(`${day}T12:00:00Z`) });
  await mailLawChanges({ ...ctx, config: { ...ctx.config, jurisdictions: files } });
  await ctx.settle();
  return ctx.queued.length;
}
const mailed = async () =>
  (await sentMails()).map(({ template, details, recipient }) => [
    recipient,
    template,
    details['rule'],
  ]);

describe('owners are mailed about upcoming rules', () => {
  it('thirty days before a rule starts, once, with all the details', async () => {
    await run('2027-01-29');
    expect(await mailed()).toEqual([]);
    expect(await run('2027-01-30')).toBe(1);
    expect(await sentMails()).toMatchObject([
      {
        recipient: tenant.owner.email,
        template: 'law_starts',
        details: {
          rule: 'XA-alcohol-2027-03-01',
          date: '2027-03-01',
          jurisdiction: 'XA',
          place: 'Atlantis',
          context: 'alcohol',
          asks: 'age:21',
          source: 'Gazette (https://law.example/1)',
          link: 'http://localhost:8787/dashboard/law',
        },
      },
    ]);
    await run('2027-01-30');
    await run('2027-01-31');
    await run('2027-03-02');
    expect(await mailed()).toHaveLength(1);
  });

  it('once, even when two runs are concurrent', async () => {
    await run('2027-01-01');
    await Promise.all([run('2027-02-01'), run('2027-02-01'), run('2027-02-02')]);
    expect(await mailed()).toHaveLength(1);
  });

  it('late rather than never, after an outage', async () => {
    await run('2027-01-01');
    await run('2027-06-01');
    expect(await mailed()).toEqual([[tenant.owner.email, 'law_starts', NEW.id]]);
  });

  it('immediately about a rule that becomes known later, even if it is already in force', async () => {
    await run('2027-01-01', [OLD]);
    await run('2027-02-20', [OLD, NEW]);
    expect(await mailed()).toHaveLength(1);
    await run('2027-02-21', [OLD, NEW, rule({ effective_from: '2026-05-01' })]);
    expect((await mailed()).at(-1)).toEqual([
      tenant.owner.email,
      'law_starts',
      'XA-alcohol-2026-05-01',
    ]);
  });

  it('about a rule that ends, and again when its end is postponed', async () => {
    await run('2027-01-01', [OLD]);
    await run('2027-01-02', [{ ...OLD, effective_to: '2027-01-20' }]);
    await run('2027-01-03', [{ ...OLD, effective_to: '2027-01-25' }]);
    expect((await sentMails()).map(({ template, details }) => [template, details['date']])).toEqual(
      [
        ['law_ends', '2027-01-20'],
        ['law_ends', '2027-01-25'],
      ],
    );
  });

  it('but not about drafts, other contexts, or rules already in force when they chose the policy', async () => {
    const other = rule({ effective_from: '2027-03-01', context: 'gambling', id: 'other' });
    const draft = rule({ effective_from: null, status: 'draft' });
    await run('2027-02-20', [OLD, other, draft]);
    expect(await mailed()).toEqual([]);
    await setPolicy('XA', 'gambling');
    await run('2027-03-02', [OLD, other, draft]);
    expect(await mailed()).toEqual([]);
  });

  test.each([
    ['the policy is off', () => setPolicy('off')],
    ['another jurisdiction is theirs', () => setPolicy('GB')],
    ['the customer is gone', () => endTenant('ended_at_ms')],
    ['the customer is suspended', () => endTenant('suspended_at_ms')],
  ])('not when %s', async (_, change) => {
    await change();
    await run('2027-02-20');
    expect(await mailed()).toEqual([]);
  });

  it('about countries and unions under the policy “auto”, and not about states', async () => {
    await setPolicy('auto');
    const state = file([rule({ effective_from: '2027-03-01', id: 'state' })], {
      jurisdiction: 'US-XX',
    });
    const union = file([rule({ effective_from: '2027-03-01', id: 'union' })], {
      jurisdiction: 'EU',
      members: ['FR'],
    });
    await run('2027-02-20', [], [file([OLD, NEW]), state, union]);
    expect((await mailed()).map(([, , id]) => id)).toEqual([NEW.id, 'union']);
  });

  it('with a note when the usual check cannot meet the rule', async () => {
    const hard = rule({ effective_from: '2027-03-01', must_offer: ['double_anonymous'] });
    await run('2027-02-20', [OLD, hard]);
    expect((await sentMails())[0]?.details).toMatchObject({
      unmet: 'yes',
      asks: 'age:21 double_anonymous',
    });
  });

  it('if they are active and confirmed owners, and as soon as there is one', async () => {
    await makeMember(tenant.id, 'developer');
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?')
      .bind(tenant.owner.id)
      .run();
    await run('2027-02-20');
    expect(await mailed()).toEqual([]);
    const second = await makeMember(tenant.id);
    await run('2027-02-20');
    expect(await mailed()).toEqual([]);
    await run('2027-02-21');
    expect((await mailed()).map(([recipient]) => recipient)).toEqual([second.email]);
  });

  it('at most ten rules at a time, and the rest at the next run', async () => {
    await run('2027-01-01', [OLD]);
    const many = Array.from({ length: 12 }, (_, n) =>
      rule({ effective_from: '2027-02-01', id: `many-${String(n).padStart(2, '0')}` }),
    );
    await run('2027-01-20', many);
    expect(await mailed()).toHaveLength(10);
    await run('2027-01-20', many);
    await run('2027-01-21', many);
    expect(await mailed()).toHaveLength(12);
  });

  it('each in their own language, at once', async () => {
    const second = await makeMember(tenant.id);
    await env.DB.prepare("UPDATE staff SET locale = 'fr' WHERE id = ?").bind(second.id).run();
    expect(await run('2027-02-20')).toBe(2);
    const sent = (await sentMails()).map(({ recipient, locale }) => [recipient, locale] as const);
    expect(Object.fromEntries(sent)).toEqual({ [tenant.owner.email]: 'en', [second.email]: 'fr' });
    await run('2027-02-21');
    expect(await sentMails()).toHaveLength(2);
  });

  it('once each for sixteen customers, over several runs of at most 15 mails', async () => {
    for (let n = 2; n <= 16; n += 1) await addCustomer(n);
    await makeMember(tenant.id);
    const many = [1, 2, 3].map((n) => rule({ effective_from: '2027-02-01', id: `rule-${n}` }));
    const mails: number[] = [];
    do mails.push(await run('2027-01-20', many));
    while (mails.at(-1) !== 0);
    expect(Math.max(...mails)).toBeLessThanOrEqual(15);
    const pairs = (await mailed()).map(([recipient, , id]) => `${recipient} ${id}`);
    expect([pairs.length, new Set(pairs).size]).toEqual([96, 96]);
  });

  it('even if another customer’s mail fails, which the next run retries', async () => {
    await addCustomer(2);
    await env.DB.prepare(
      `CREATE TRIGGER broken BEFORE INSERT ON mails WHEN NEW.recipient = '${tenant.owner.email}'
       BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    ).run();
    await expect(run('2027-02-20')).rejects.toThrow('broken');
    expect((await mailed()).map(([recipient]) => recipient)).toEqual(ownersOf(2));
    await env.DB.prepare('DROP TRIGGER broken').run();
    await run('2027-02-20');
    expect((await mailed()).map(([recipient]) => recipient)).toEqual([
      ...ownersOf(2),
      tenant.owner.email,
    ]);
  });

  it.each(['US-AL', 'US-CA'])('about the shipped rules: app stores in %s', async (state) => {
    await setPolicy(state, 'app_store');
    await run('2026-12-05', [], [...readJurisdictions({})]);
    expect((await mailed()).map(([, , id]) => id)).toEqual([`${state}-app_store-2027-01-01`]);
  });
});

describe('the mail', () => {
  const details = {
    team: 'Vineyard',
    rule: 'FR-alcohol-2027-03-01',
    date: '2027-03-01',
    jurisdiction: 'FR',
    place: 'France',
    context: 'alcohol',
    asks: 'age:21 sure ways:2',
    source: 'Gazette (https://law.example/1)',
    link: 'https://id.example/dashboard/law',
  };
  const render = (locale: string, template: MailTemplate = 'law_starts', change = {}) =>
    renderMail({ template, locale, details: { ...details, ...change } }, 'Agate');

  it('says date, place, context, what changes, source, and that it is not legal advice', () => {
    const { subject, text, html } = render('en');
    expect(subject).toBe('A rule begins on March 1, 2027: France, alcohol');
    for (const said of [
      'an age of at least 21; an age that a document',
      'Gazette (https://law.example/1)',
      'not legal advice',
      'FR-alcohol-2027-03-01',
    ]) {
      expect(text).toContain(said);
      expect(html).toContain(said);
    }
    expect(text).toContain('Open the dashboard:\nhttps://id.example/dashboard/law');
    expect(text).not.toContain('could not be made');
    expect(render('en', 'law_starts', { unmet: 'yes' }).text).toContain('could not be made there');
    expect(render('en', 'law_ends').text).toContain('no longer applies');
    expect(render('en', 'law_starts', { asks: '' }).text).toContain('nothing of the check itself');
  });

  it.each(SUPPORTED_LOCALES)(
    'names the country in %s, and a state as its file names it',
    (locale) => {
      const france = new Intl.DisplayNames(locale, { type: 'region' }).of('FR')!;
      expect(render(locale).text).toContain(france);
      const texas = render(locale, 'law_ends', { jurisdiction: 'US-TX', place: 'Texas' });
      expect(texas.text).toContain('Texas');
      expect(texas.text).not.toMatch(/[{}]/);
    },
  );
});

const endTenant = (column: string) =>
  env.DB.prepare(`UPDATE tenants SET ${column} = 1 WHERE id = ?`).bind(tenant.id).run();
