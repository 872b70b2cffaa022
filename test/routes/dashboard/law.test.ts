// The legal requirements, as a customer's staff see them (D-157).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { CONTEXTS } from '../../../src/config/law-contexts.ts';
import { readJurisdictions } from '../../../src/config/jurisdictions.ts';
import { post, VALID_INIT } from '../../support/customer/api.ts';
import { makeMember } from '../../support/staff/members.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const read = (query = '') => ask('GET', `/law${query}`, tenant.owner.token);
const placeOf = async (query: string) => (await read(query)).body.data.places[0];

describe('the rules of law', () => {
  it('are shown for every jurisdiction with a file, in the context of the settings', async () => {
    await ask('PATCH', '/settings', tenant.owner.token, {
      policy: 'auto',
      policy_context: 'gambling',
    });
    const { data } = (await read('?date=2026-11-28')).body;
    expect(data.context).toBe('gambling');
    expect(data.places.map((place: { jurisdiction: string }) => place.jurisdiction)).toEqual(
      readJurisdictions({}).map(({ jurisdiction }) => jurisdiction),
    );
    expect(data.rules).toMatchObject([{ id: 'EU-gambling-2025-07-14', holds: true }]);
  });

  it('come with the session that they lead to and with what is missing, as init reports it', async () => {
    const uk = await placeOf('?context=adult_content&date=2026-11-28&jurisdiction=GB');
    expect(uk).toMatchObject({
      rules: ['GB-adult_content-2025-07-25'],
      asks: { min_age: 18, per_access: false },
      session: { min_age: 18, verification_mode: 'auto', methods: ['face'] },
      missing: [],
    });
    const asked = { context: 'adult_content', jurisdiction: 'FR' };
    const france = await placeOf('?context=adult_content&jurisdiction=FR');
    const { error } = (await post('/verify/v1/init', { ...VALID_INIT, ...asked }, tenant.secret))
      .body;
    expect(error?.code).toBe('POLICY_UNSATISFIABLE');
    expect(france.missing).toEqual(error?.details);
    expect(france.session).toBeUndefined();
  });

  it('are those of the requested day, and for a member state those of its union', async () => {
    const before = await placeOf('?context=social_media&date=2025-12-09&jurisdiction=AU');
    expect(before.rules).toEqual([]);
    expect(before.asks.min_age).toBeUndefined();
    const after = await placeOf('?context=social_media&date=2025-12-10&jurisdiction=AU');
    expect(after.asks.min_age).toBe(16);
    const member = await placeOf('?context=alcohol&date=2026-11-28&jurisdiction=NL');
    expect(member.rules).toEqual(['EU-alcohol-2025-07-14']);
  });

  it('include future rules and drafts, which do not hold', async () => {
    const coming = (await read('?context=app_store&date=2026-11-28')).body.data.rules;
    expect(coming).toContainEqual(
      expect.objectContaining({ id: 'US-UT-app_store-2027-05-06', holds: false }),
    );
    const { rules } = (await read('?context=social_media')).body.data;
    expect(rules).toContainEqual(
      expect.objectContaining({ id: 'ES-social_media-draft', status: 'draft', holds: false }),
    );
  });

  it.each(CONTEXTS)('are readable for the context %s', async (context) => {
    expect((await read(`?context=${context}`)).status).toBe(200);
  });

  test.each([
    ['context', 'wine'],
    ['date', '2026-02-30'],
    ['date', 'tomorrow'],
    ['jurisdiction', 'gb'],
    ['jurisdiction', 'JP'],
  ])('are refused for the %s %s', async (field, value) => {
    const { status, body } = await read(`?${field}=${value}`);
    expect([status, body.error?.details?.[0]?.field]).toEqual([400, field]);
  });
});

describe('the changes since the team last looked', () => {
  const note = (body: object, token = tenant.owner.token) => ask('POST', '/law/seen', token, body);
  const changes = async () => (await read('?context=adult_content')).body.data.changes;

  it('are empty, without a date, until somebody acknowledges the rules, and compared from then on', async () => {
    const first = await changes();
    expect(first).toEqual({
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
      added: [],
      changed: [],
      removed: [],
    });
    const { status, body } = await note({ context: 'adult_content', version: first.version });
    expect([status, body.data]).toEqual([200, { ...first, seen_at: expect.any(String) }]);
    await env.DB.prepare(
      `UPDATE law_seen SET version = 'older', rules = replace(rules, '"gate":18', '"gate":16')
       WHERE tenant_id = ?`,
    )
      .bind(tenant.id)
      .run();
    const { changed } = await changes();
    expect(changed).toContainEqual({
      id: 'GB-adult_content-2025-07-25',
      members: [{ name: 'gate', before: '16', after: '18' }],
    });
  });

  it('are shared by the team: all see what one has acknowledged', async () => {
    const { version } = await changes();
    await note({ context: 'adult_content', version });
    const developer = await makeMember(tenant.id, 'developer');
    const seen = await ask('GET', '/law?context=adult_content', developer.token);
    expect(seen.body.data.changes.seen_at).toBeTypeOf('string');
    expect(
      (await note({ context: 'adult_content', version }, developer.token)).body.error?.code,
    ).toBe('FORBIDDEN');
  });

  test.each([
    ['of another version', { context: 'adult_content', version: '0'.repeat(64) }, 409],
    ['without a version', { context: 'adult_content' }, 400],
    ['of an unknown context', { context: 'wine', version: '0'.repeat(64) }, 400],
    ['with an unknown member', { context: 'chat', version: '0'.repeat(64), day: 1 }, 400],
  ])('refuse an acknowledgement %s', async (_, body, status) => {
    expect((await note(body)).status).toBe(status);
  });
});
