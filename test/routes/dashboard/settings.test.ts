import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, post, VALID_INIT } from '../../support/customer/api.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { goTo, reachAge, TestBrowser } from '../../support/visitor/hosted.ts';
import { estimates } from '../../support/clips/trajectories.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

afterEach(() => void vi.useRealTimers());

const read = async () => (await ask('GET', '/settings', tenant.owner.token)).body.data;
const change = (body: unknown) => ask('PATCH', '/settings', tenant.owner.token, body);
/**
 * Starts a session. Keys are cached for a while, so new settings apply immediately only with a key
 * that has not been used before.
 */
const init = (fields: object, key = tenant.secret) =>
  post('/verify/v1/init', { ...VALID_INIT, ...fields }, key);

const LOGO = `data:image/png;base64,${'A'.repeat(16_000)}`;
const ALL = {
  name: 'Cellar & Sons',
  color: '#8c2f5b',
  logo: LOGO,
  alternative_url: 'https://cellar.example/by-post',
  controller_name: 'Cellar & Sons GmbH',
  privacy_contact: 'daten@cellar.example',
  privacy_url: 'https://cellar.example/privacy',
  default_locale: 'de',
  default_theme: 'dark',
  callback_origins: ['https://cellar.example', 'http://localhost:5173'],
  embed_origins: ['https://cellar.example'],
  age_margin_years: 4.5,
  age_target: null,
  attempt_cap: 5,
  require_second_factor: false,
  retention_days: 7,
  history_days: 60,
  required_method: 'facial',
  accept_methods: ['face'],
  accept_order: ['wallet', 'face'],
  max_proof_age_days: 90,
  recheck: ['next_bracket'],
  min_assurance: 'device',
  liveness_level: 'standard',
  document_step_up: false,
  reviews: true,
  review_second_person: true,
  allowed_documents: ['passport'],
  document_fields: ['name', 'document_number_hash'],
  keep_faces_days: 14,
  agate_id: true,
  agate_id_face: true,
  fall_through: true,
  policy: 'auto',
  policy_context: 'adult_content',
};

describe('settings', () => {
  it('change only the given fields; null removes a value', async () => {
    const { body } = await change(ALL);
    const fixed = { residency: 'none', age_margin_floor_years: 2 };
    const told = { ...fixed, effective_age_margin_years: 4.5 };
    expect(body.data).toEqual({ ...ALL, ...told });
    await change({ name: 'Cellar' });
    expect(await read()).toEqual({ ...ALL, name: 'Cellar', ...told });
    const nothing = {
      color: null,
      logo: null,
      alternative_url: null,
      controller_name: null,
      privacy_contact: null,
      privacy_url: null,
      default_locale: null,
      default_theme: null,
      callback_origins: [],
      embed_origins: [],
      age_margin_years: null,
      age_target: null,
      required_method: null,
      accept_order: null,
      accept_methods: null,
      max_proof_age_days: null,
      recheck: [],
      min_assurance: null,
      liveness_level: null,
      document_step_up: true,
      reviews: false,
      review_second_person: false,
      allowed_documents: ['passport', 'id_card', 'residence_permit', 'drivers_license'],
      document_fields: [],
      keep_faces_days: 0,
      agate_id: false,
      agate_id_face: false,
      fall_through: false,
      policy: 'off',
      policy_context: null,
    };
    await change(nothing);
    expect(await read()).toMatchObject({ ...nothing, effective_age_margin_years: 7 });
  });

  it('have an age margin in years or a target, never both (D-84)', async () => {
    expect((await change({ age_target: 5 })).body.data).toMatchObject({
      age_target: 5,
      age_margin_years: null,
      effective_age_margin_years: 9,
    });
    const refused = await change({ age_margin_years: 7 });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await change({ age_margin_years: 7, age_target: 5 })).status).toBe(400);
    expect(await read()).toMatchObject({ age_target: 5, age_margin_years: null });
    expect((await change({ age_margin_years: 7, age_target: null })).body.data).toMatchObject({
      age_target: null,
      effective_age_margin_years: 7,
    });
  });

  it('include the smallest margin in years that is accepted (D-84)', async () => {
    const { age_margin_floor_years: floor } = await read();
    expect((await change({ age_margin_years: floor })).status).toBe(200);
    expect((await change({ age_margin_years: floor - 0.1 })).status).toBe(400);
  });

  it.each([
    ['name', [undefined, null, '', ' ', 7, 'x'.repeat(101), 'a\u0000b'].slice(1)],
    ['color', ['red', '#fff', '#8c2f5bff', 7]],
    [
      'logo',
      ['https://evil.example/a.png', 'data:text/html,<script>', `${LOGO}${'A'.repeat(500)}`],
    ],
    ['alternative_url', ['http://cellar.example', 'javascript:alert(1)', 'https://a b', 7]],
    ['alternative_url', ['https://a.b/\u0015', 'https://a.b/à', 'https://a.b/"', 'https://a.b/%0']],
    ['controller_name', ['', ' ', 7, 'x'.repeat(101), 'a\u0000b']],
    ['privacy_contact', ['', 'call us', 'http://cellar.example', 'a@b', 7]],
    ['privacy_url', ['http://cellar.example', 'javascript:alert(1)', '', 7, 'https://a.b\\c']],
    ['default_locale', ['xx', '', 7]],
    ['default_theme', ['blue']],
    [
      'callback_origins',
      ['https://a.example', ['https://a.example/path'], ['http://a.example'], ['*'], [7], null],
    ],
    ['embed_origins', [['https://a.example/'], ['https://a.example; frame-ancestors *'], {}]],
    ['age_margin_years', [-1, 21, '7', true, 1.9]],
    ['age_target', [0, 3, '5', 0.05, true]],
    ['attempt_cap', [-1, 21, 1.5, '3', null]],
    ['require_second_factor', [null, 'yes', 1]],
    ['retention_days', [0, 366, 1.5, null]],
    ['history_days', [29, 731, 30.5, null]],
    ['required_method', ['auto', 'face']],
    ['accept_methods', [[], 'face', ['selfie'], [7], {}]],
    ['accept_order', [[], 'face', ['selfie'], [7], {}, ['face', 'face']]],
    ['max_proof_age_days', [0, 366, 1.5, '30']],
    ['recheck', [null, 'new_device', ['tomorrow'], [7]]],
    ['min_assurance', ['', 'cloud', 7]],
    ['liveness_level', ['', 'lax', 7]],
    ['document_step_up', [null, 'yes', 1]],
    ['reviews', [null, 'yes', 1]],
    ['review_second_person', [null, 'yes', 1]],
    ['allowed_documents', [null, [], ['visa'], 'passport']],
    ['keep_faces_days', [null, -1, 31, 1.5, '7', true]],
    ['document_fields', [null, ['birth_date'], 'name', [1]]],
    ['agate_id', [null, 'yes', 1]],
    ['fall_through', [null, 'yes', 1]],
    ['policy', [null, '', 'fr', 'JP', 7]],
    ['policy_context', ['', 'wine', 7]],
  ])('refuse an invalid %s, and stay as they are', async (field, wrongs) => {
    const before = await read();
    for (const wrong of wrongs) {
      const { status, body } = await change({ name: 'Changed?', [field]: wrong });
      expect([wrong, status, body.error?.code]).toEqual([wrong, 400, 'VALIDATION_FAILED']);
      expect(body.error?.details?.[0]?.field).toMatch(new RegExp(`^${field}`));
    }
    expect(await read()).toEqual(before);
    expect((await change({ logo: `data:image/png;base64,${'A'.repeat(70_000)}` })).status).toBe(
      413,
    );
  });

  it.each([
    [
      { accept_methods: ['face', 'wallet'] },
      'This service does not support these methods yet: wallet.',
    ],
    [{ accept_methods: ['account'] }, 'must take face.'],
    [{ min_assurance: 'edge' }, 'This service cannot measure at edge yet.'],
    [{ liveness_level: 'strict' }, 'Liveness at level strict must be measured at the edge'],
    [{ required_method: 'document', accept_methods: ['face'] }, 'must take document.'],
  ])('refuse %j, which would refuse every session (D-57)', async (changes, sentence) => {
    const before = await read();
    const { status, body } = await change(changes);
    expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error?.message).toContain(sentence);
    expect(await read()).toEqual(before);
  });

  it('are in the customer’s audit log with what changed, a picture by its hash', async () => {
    await change({ name: 'Cellar', logo: LOGO });
    await change({ name: 'Cellar' });
    const { body } = await ask('GET', '/audit?action=settings.update', tenant.owner.token);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      member_id: `mem_${tenant.owner.id}`,
      target_type: 'tenant',
      target_id: tenant.id,
      before: { name: 'Cellar Door', logo: null },
      after: { name: 'Cellar', logo: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
  });

  it.each(
    Object.entries(ALL).filter(
      ([name]) => !['age_target', 'require_second_factor', 'policy'].includes(name),
    ),
  )('save and audit a change of %s alone', async (name, value) => {
    const changed = await change({ [name]: value });
    expect([changed.status, changed.body.data[name]]).toEqual([200, value]);
    const { body } = await ask('GET', '/audit?action=settings.update', tenant.owner.token);
    expect(body.data.map(({ after }: { after: object }) => Object.keys(after))).toEqual([[name]]);
  });

  it('change the checks of that customer only', async () => {
    const other = await makeDashboardTenant();
    await change(ALL);
    const { data } = (await ask('GET', '/settings', other.owner.token)).body;
    expect(data).toMatchObject({ name: 'Cellar Door', color: null, callback_origins: [] });
  });
});

describe('new sessions', () => {
  it('accept URLs on allowed origins only, for every URL of the request', async () => {
    await change({ callback_origins: ['https://shop.example'] });
    expect((await init({})).status).toBe(201);
    for (const field of ['callback_url', 'success_url', 'failed_url']) {
      const { status, body } = await init({ [field]: 'https://evil.example/return' });
      expect([status, body.error?.code, body.error?.details?.[0]?.field]).toEqual([
        400,
        'INVALID_CALLBACK_URL',
        field,
      ]);
    }
    for (const near of ['https://shop.example.evil.example/', 'https://shop.example:444/'])
      expect((await init({ callback_url: near })).status).toBe(400);
  });

  it('use the required method, whatever the request says, where it can serve the purpose', async () => {
    await change({ required_method: 'facial' });
    const { token } = (await init({ verification_mode: 'document' }, tenant.testSecret)).body.data;
    const outcome = { status: 'success' };
    await post(`/verify/v1/sandbox/${token}/outcome`, outcome, tenant.testSecret);
    await expect
      .poll(() => {
        const row = env.DB.prepare(
          'SELECT verification_mode FROM verification_sessions WHERE tenant_id = ?',
        );
        return row.bind(tenant.id).first();
      })
      .toEqual({ verification_mode: 'facial' });
    const { status, body } = await init({ purpose: 'id_verification', min_age: undefined });
    expect([status, body.error?.code]).toEqual([400, 'INVALID_VERIFICATION_MODE']);
  });

  it('use the age margin and the retention of the settings', async () => {
    const judge = async (key: string) => {
      const { token } = (await init({}, key)).body.data;
      const { browser, nonce } = await reachAge(token);
      goTo(3_000);
      await browser.step('age', { age_nonce: nonce, samples: estimates(22) });
      return token;
    };
    const strict = await makeDashboardTenant();
    const undecided = await judge(strict.secret);
    const seen = await get(`/verify/v1/result/${undecided}`, strict.secret);
    expect(seen.body.data.verified).toBe(false);
    await change({ age_margin_years: 2, retention_days: 2 });
    const passed = `/verify/v1/result/${await judge(tenant.secret)}`;
    expect((await get(passed, tenant.secret)).body.data).toMatchObject({ verified: true });
    goTo(2 * 86_400_000 - 60_000);
    expect((await get(passed, tenant.secret)).status).toBe(200);
    goTo(120_000);
    expect((await get(passed, tenant.secret)).status).toBe(404);
  });

  it('pass nobody below the margin that the target needs, on a device with one net (D-84)', async () => {
    const judge = async (age: number) => {
      const { token } = (await init({})).body.data;
      const { browser, nonce } = await reachAge(token);
      goTo(3_000);
      await browser.step('age', { age_nonce: nonce, samples: estimates(age) });
      return (await get(`/verify/v1/result/${token}`, tenant.secret)).body.data.status;
    };
    await change({ age_target: 2 });
    // The margin at gate 18 is now 13 years; the default is 7.
    expect(await judge(29)).toBe('in_progress');
    expect(await judge(33)).toBe('success');
  });

  it('have the default language and theme if the request names none', async () => {
    await change({ default_locale: 'fr', default_theme: 'dark' });
    const shown = async (fields: object) => {
      const { token } = (await init(fields)).body.data;
      const opened = await new TestBrowser().open(token);
      const { locale, theme } = opened.body.data;
      return [locale, theme];
    };
    expect(await shown({})).toEqual(['fr', 'dark']);
    expect(await shown({ locale: 'it', theme: 'light' })).toEqual(['it', 'light']);
    expect(await shown({ theme: 'pink' })).toEqual(['fr', 'system']);
  });

  it('are repeated by their idempotency key even when the settings changed meanwhile', async () => {
    const headers = { 'Idempotency-Key': 'order-7' };
    const first = await post('/verify/v1/init', VALID_INIT, tenant.secret, headers);
    await change({ required_method: 'facial', default_theme: 'dark' });
    const again = await post('/verify/v1/init', VALID_INIT, tenant.secret, headers);
    expect(again.body.data).toEqual(first.body.data);
    expect((await get('/api/v1/sessions', tenant.secret)).status).toBe(200);
  });
});
