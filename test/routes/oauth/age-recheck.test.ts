// Ages that must be proven again before a site receives them (D-163).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import type { LawRule } from '../../../src/config/jurisdiction.ts';
import { beginAgeCheck } from '../../../src/domain/signing-in/age-sharing/age-check.ts';
import { makeToken } from '../../../src/domain/verification/tokens.ts';
import { recheckAt } from '../../../src/domain/terms/rules-of-law.ts';
import { endSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { pass } from '../../support/account/age-owners.ts';
import { keepAge } from '../../support/account/ages.ts';
import { makeContext } from '../../support/installation/context.ts';
import { issueTokens } from '../../support/site/grants.ts';
import { readUserinfo } from '../../support/site/oauth-calls.ts';
import { requestFor, type Parameters } from '../../support/site/oauth-request.ts';
import {
  Browser,
  locationOf,
  makeClient,
  rememberConsent,
  type TestClient,
} from '../../support/site/oauth.ts';

const AGE_OF_PROOF_MS = 40 * DAY_MS;

let account: Account;
let site: TestClient;
beforeEach(async () => {
  [account, site] = await Promise.all([makeAccount(), makeClient()]);
});

const set = (columns: string, ...values: unknown[]) =>
  env.DB.prepare(`UPDATE tenants SET ${columns} WHERE id = ?`)
    .bind(...values, site.tenantId)
    .run();
const recheckByDays = () => set('max_proof_age_days = 30');
const recheckByBracket = () => set(`recheck = '["next_bracket"]'`);
const recheckByDevice = () => set(`recheck = '["new_device"]'`);

const keepOld = (shown: object = {}) =>
  keepAge(account, 18, {
    verifiedAtMs: Date.now() - AGE_OF_PROOF_MS,
    nextBracketYear: 2020,
    ...shown,
  });

const RULES = [
  ['older than the settings allow', recheckByDays],
  ['whose next bracket may have been reached', recheckByBracket],
  ['shown before this browser signed in', recheckByDevice],
] as const;

describe('an age', () => {
  test.each(RULES)(
    '%s leads to a new check, even though the person agreed before',
    async (_, ask) => {
      await keepOld();
      await rememberConsent(account, site);
      const browser = new Browser();
      await browser.signIn(account);
      const authorize = async (changes: Parameters = {}) =>
        locationOf(await browser.get(`/oauth/authorize?${requestFor(site, changes).toString()}`));
      expect((await authorize()).searchParams.get('code')).not.toBeNull();
      await ask();
      const page = await authorize();
      expect(page.pathname).toBe('/consent');
      expect(await (await browser.get(`${page.pathname}${page.search}`)).text()).toContain(
        '/account/age',
      );
      const silent = await authorize({ prompt: 'none' });
      expect(silent.searchParams.get('error')).toBe('consent_required');
      expect((await authorize({ scope: 'openid' })).searchParams.get('code')).not.toBeNull();
      await keepAge(account, 18);
      expect((await authorize()).searchParams.get('code')).not.toBeNull();
    },
  );

  test.each(RULES)('%s is in no claim until the age is verified again', async (_, ask) => {
    await keepOld();
    await env.DB.prepare('UPDATE oauth_clients SET id_token_claims = 1 WHERE id = ?')
      .bind(site.id)
      .run();
    const { tokens } = await issueTokens({ site, account });
    const claims = async () => (await readUserinfo(tokens.access_token)).body;
    expect(await claims()).toMatchObject({ age_verified: true, age_bracket: '18+' });
    await ask();
    expect(await claims()).toMatchObject({ age_verified: false, verified_brackets: [] });
    const other = await issueTokens({ site, account });
    const [, payload = ''] = other.tokens.id_token.split('.');
    expect(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).toMatchObject({
      age_verified: false,
    });
    await keepAge(account, 18);
    expect(await claims()).toMatchObject({ age_verified: true });
  });

  it('still counts for other sites', async () => {
    await keepOld();
    await recheckByDays();
    const { tokens } = await issueTokens({ account });
    expect((await readUserinfo(tokens.access_token)).body).toMatchObject({ age_verified: true });
  });

  it('is shown to nobody once the browser of the grant is signed out, if the site asks again on new devices', async () => {
    await recheckByDevice();
    const scope = ['openid', 'age_verification', 'offline_access'];
    const { tokens, signIn } = await issueTokens({ site, account, request: { scope } });
    await keepAge(account, 18);
    const verified = async () => (await readUserinfo(tokens.access_token)).body.age_verified;
    expect(await verified()).toBe(true);
    await endSession(makeContext(), signIn.session.id);
    expect(await verified()).toBe(false);
  });

  // If the new check did not replace the kept age, a person whose new check shows a lower bracket
  // would be sent back to the check endlessly.
  it('that is due is replaced by the check that the person is sent to, even if that shows a lower bracket', async () => {
    await keepAge(account, 25, { method: 'document', verifiedAtMs: Date.now() - AGE_OF_PROOF_MS });
    await recheckByDays();
    await rememberConsent(account, site);
    const browser = new Browser();
    await browser.signIn(account);
    const request = `/oauth/authorize?${requestFor(site).toString()}`;
    const consent = locationOf(await browser.get(request));
    const page = await (await browser.get(consent.pathname + consent.search)).text();
    expect(page).toContain('needs a newer check');
    const link = /href="(\/account\/age[^"]*)"/.exec(page)![1]!.replaceAll('&amp;', '&');
    expect(await (await browser.get(link)).text()).toContain('Its result replaces the earlier one');
    const returned = async (query: string) => {
      const check = { account, returnPath: '/account/age/return', locale: 'en' };
      const { sessionId } = await beginAgeCheck(makeContext(), check);
      await pass(sessionId, Date.now(), { metThreshold: 21 });
      const { token } = await makeToken(makeContext(), 'xtk_', sessionId);
      await browser.get(`/account/age/return?${query}&token=${token}`);
    };
    await returned('continue=/consent');
    expect(locationOf(await browser.get(request)).pathname).toBe('/consent');
    await returned(link.slice(link.indexOf('?') + 1));
    expect(locationOf(await browser.get(request)).searchParams.get('code')).not.toBeNull();
    const { tokens } = await issueTokens({ site, account });
    expect((await readUserinfo(tokens.access_token)).body).toMatchObject({
      age_verified: true,
      age_bracket: '21+',
    });
  });
});

describe('the recheck rules of a site, from its settings and from law', () => {
  const rule: LawRule = {
    id: 'XA-alcohol-2026-01-01',
    context: 'alcohol',
    status: 'in_force',
    effective_from: '2026-01-01',
    accept: { max_proof_age_days: 90, recheck: ['next_bracket'] },
    note: 'Made up.',
    sources: [],
    reviewed_by: null,
  };
  const files = [{ jurisdiction: 'XA', name: 'Atlantis', time_zone: 'UTC', rules: [rule] }];
  const NOW = '2026-06-01T12:00:00Z';

  test.each([
    ['XA', 'alcohol', NOW, {}, { maxProofAgeDays: 90, recheck: ['next_bracket'] }],
    ['XA', 'alcohol', '2025-12-31T23:59:59Z', {}, {}],
    ['XA', 'gambling', NOW, {}, {}],
    ['off', 'alcohol', NOW, { maxProofAgeDays: 30 }, { maxProofAgeDays: 30 }],
    // With `auto` no rule applies, because the country is unknown when claims are read.
    ['auto', 'alcohol', NOW, {}, {}],
    [
      'XA',
      'alcohol',
      NOW,
      { maxProofAgeDays: 365 },
      { maxProofAgeDays: 90, recheck: ['next_bracket'] },
    ],
    [
      'XA',
      'alcohol',
      NOW,
      { maxProofAgeDays: 7, recheck: ['new_device'] },
      { maxProofAgeDays: 7, recheck: ['next_bracket', 'new_device'] },
    ],
  ] as const)('%s, %s, %s, %j', (policy, context, time, own, expected) => {
    expect(recheckAt(files, { policy, context, ...own }, Date.parse(time))).toEqual(expected);
  });
});
