// Invalid input to the admin API: missing, of the wrong type, repeated, empty, too long or not
// text. The response is a 400 (413 for a large body) with the usual error envelope, never an
// internal error.
import { describe, expect, it } from 'vitest';
import { app } from '../../../src/app.ts';
import { ask, login, makeAdmin } from '../../support/staff/admins.ts';

const HUGE = 'x'.repeat(2_000);

const ACCOUNT_ACTS = [
  'PATCH /accounts/{id}/suspend',
  'PATCH /accounts/{id}/unsuspend',
  'PATCH /accounts/{id}/unlock',
  'POST /accounts/{id}/force-logout',
  'DELETE /accounts/{id}',
];

/** A valid body for every route that accepts one. */
const BODIES: Record<string, Record<string, unknown>> = {
  'POST /auth/login': { email: 'ada@ops.example', password: 'p' },
  'POST /auth/2fa/challenge': { challenge_token: 'xch_x', code: '123456' },
  'POST /auth/refresh': { refresh_token: 'xart_x' },
  'POST /auth/forgot-password': { email: 'ada@ops.example' },
  'POST /auth/reset-password': { token: 'xml_x', password: 'p' },
  'POST /auth/passkey/authenticate/begin': { email: 'ada@ops.example' },
  'POST /auth/passkey/authenticate/finish': { id: 'AA', rawId: 'AA', type: 'x', response: {} },
  'POST /auth/passkey/register/finish': { id: 'AA', rawId: 'AA', type: 'x', response: {} },
  'PATCH /auth/passkeys/{id}': { name: 'Key' },
  'POST /auth/2fa/verify': { code: '123456' },
  'POST /auth/2fa/disable': { password: 'p' },
  'POST /auth/2fa/recovery-codes': { password: 'p' },
  'POST /auth/change-password': { current_password: 'p', new_password: 'p' },
  'POST /admins': { email: 'a@ops.example', name: 'A', role: 'support', password: 'p' },
  'PATCH /admins/{id}': { name: 'A', role: 'support', active: true },
  'POST /admins/{id}/force-logout': { reason: 'Left the company.' },
  'PATCH /sso': {
    issuer: 'https://idp.example',
    client_id: 'agate',
    client_secret: 's',
    domains: ['ops.example'],
    default_role: 'analyst',
    role_claim: 'groups',
    role_map: [{ value: 'desk', role: 'support' }],
    factor_values: ['mfa'],
    enforce: true,
    break_glass: 7,
  },
  ...Object.fromEntries(
    ACCOUNT_ACTS.map((route) => [route, { reason: 'Asked for by its owner.' }]),
  ),
  'PATCH /oauth-clients/{id}': { pkce_optional: true },
  'POST /tenants': { name: 'Vineyard', owner_email: 'a@cellar.example' },
  'POST /tenants/{id}/invitation': { email: 'a@cellar.example' },
  'POST /tenants/{id}/names': { name: 'Google' },
  'PATCH /tenants/{id}': { name: 'Vineyard', require_second_factor: true },
  'PATCH /tenants/{id}/suspend': { reason: 'Sells its access on.' },
  'POST /wallet/anchors': {
    name: 'An issuer',
    certificate: 'MIIB',
    doc_types: ['eu.europa.ec.av.1'],
  },
  'POST /evidence/certificates': {
    title: 'A certificate',
    issuer: 'A laboratory',
    scope: 'The check',
    statement: 'It was tested.',
    valid_from: '2026-01-01',
    document: 'JVBERi0xLjcKJSVFT0Y=',
  },
  'POST /evidence/incidents': {
    began_at: '2026-10-01T10:00:00Z',
    what: 'Checks were slow.',
    concerned: 'Visitors of one hour.',
    done: 'It was mended.',
  },
  'PATCH /evidence/incidents/{id}': { what: 'Checks were slow.' },
  'POST /verified-ages/revoke': {
    tenant_id: 'ten_x',
    session: 'xtk_x',
    method: 'document',
    policy_version: '1-device-7-medium-standard',
    start_date: '2026-11-01',
    end_date: '2026-11-02',
    dry_run: true,
  },
};

const MAY_BE_EMPTY = ['POST /auth/passkey/authenticate/begin', ...ACCOUNT_ACTS];
/** Routes whose bodies have only optional members. */
const OPTIONAL = [
  ...MAY_BE_EMPTY,
  'PATCH /admins/{id}',
  'PATCH /sso',
  'PATCH /evidence/incidents/{id}',
  'PATCH /tenants/{id}',
  'POST /verified-ages/revoke',
];

const described = app.openAPIRegistry.definitions.flatMap((definition) => {
  if (definition.type !== 'route') return [];
  const { method, path, request } = definition.route;
  const takesJson = request?.body?.content['application/json'] !== undefined;
  return path.startsWith('/admin/v1') && takesJson
    ? [`${method.toUpperCase()} ${path.slice('/admin/v1'.length)}`]
    : [];
});

/** Variants of a body in which one member is missing or has a wrong type. */
function variants(route: string, body: Record<string, unknown>): [string, unknown][] {
  return Object.keys(body).flatMap((name): [string, unknown][] => {
    const { [name]: _left, ...rest } = body;
    const missing: [string, unknown][] = OPTIONAL.includes(route) ? [] : [[`no ${name}`, rest]];
    const wrong = [null, 7, [], {}, ['x'], '', HUGE].map((value): [string, unknown] => [
      `${name} ${JSON.stringify(value).slice(0, 20)}`,
      { ...body, [name]: value },
    ]);
    return [...missing, ...wrong];
  });
}

function sender(token: string) {
  return (route: string, body: string, type = 'application/json') => {
    const [method = '', path = ''] = route.split(' ');
    const headers = { 'Content-Type': type, 'X-Session-ID': 'xwa_x' };
    return ask(method, path.replace('{id}', '999999'), token, body, headers);
  };
}

describe('a body', () => {
  it('is required by the routes listed here, and no other', () => {
    expect(described.toSorted()).toEqual(Object.keys(BODIES).toSorted());
  });

  it.each(Object.entries(BODIES))('of %s with an invalid member is 400', async (route, body) => {
    const send = sender((await makeAdmin()).token);
    for (const [name, variant] of variants(route, body)) {
      const { status, body: answer } = await send(route, JSON.stringify(variant));
      expect([name, status, answer.success]).toEqual([name, 400, false]);
    }
  });

  it.each(Object.keys(BODIES))(
    'of %s that is not a JSON object is 400, and 413 when it is too large',
    async (route) => {
      const send = sender((await makeAdmin()).token);
      const empty = MAY_BE_EMPTY.includes(route) ? [] : [''];
      for (const text of [...empty, '{', 'null', '[]', '"x"', '7', '{"a":1}}', '\u0000'])
        expect([text, (await send(route, text)).status]).toEqual([text, 400]);
      const most = route === 'POST /evidence/certificates' ? 1_400_000 : 65_536;
      expect((await send(route, JSON.stringify({ x: 'x'.repeat(most) }))).status).toBe(413);
      const form = await send(route, 'email=x', 'application/x-www-form-urlencoded');
      expect(form.status).toBe(400);
    },
  );

  it('uses the last of two members with the same name, as JSON parsers do', async () => {
    const admin = await makeAdmin();
    const send = sender(admin.token);
    const twice = `{"email":"nobody@ops.example","email":"${admin.email}","password":"x"}`;
    expect((await send('POST /auth/login', twice)).status).toBe(401);
    expect((await login(admin.email)).status).toBe(200);
  });
});

const LISTS = {
  '/accounts': ['page', 'per_page', 'status', 'verified', 'start_date', 'end_date', 'search'],
  '/audit': [
    'page',
    'per_page',
    'admin_user_id',
    'start_date',
    'end_date',
    'action',
    'target_type',
  ],
  '/admins': ['page', 'per_page'],
  '/evidence/incidents': ['page', 'per_page'],
  '/tenants': ['page', 'per_page', 'search', 'state', 'plan_id', 'start_date', 'end_date'],
  '/verified-ages': [
    'page',
    'per_page',
    'tenant_id',
    'session',
    'method',
    'policy_version',
    'start_date',
    'end_date',
    'state',
  ],
  '/accounts/7/connections': ['page', 'per_page'],
  '/accounts/7/login-history': ['page', 'per_page'],
  '/accounts/7/notifications': ['page', 'per_page'],
  '/analytics/verifications': ['days'],
  '/analytics/comparison': ['days'],
};
/** Values that no parameter accepts as a number, a date or a status. */
const BAD = ['', '0', '-1', '1.5', '1e3', ' 1', 'x', '%00', '９', 'true,false'];
/** Parameters that accept any text up to a maximum length. */
const TEXTS = [
  'search',
  'action',
  'target_type',
  'tenant_id',
  'session',
  'policy_version',
  'plan_id',
];

describe('a query', () => {
  it.each(Object.entries(LISTS))(
    'of %s with an invalid or repeated parameter is 400, one parameter at a time',
    async (path, names) => {
      const { token } = await makeAdmin();
      const status = async (query: string) => (await ask('GET', `${path}?${query}`, token)).status;
      const pairs = names.flatMap((name) => [
        ...(TEXTS.includes(name) ? [] : BAD.map((value) => `${name}=${value}`)),
        `${name}=${HUGE}`,
        `${name}=1&${name}=2`,
      ]);
      for (const query of pairs) expect([query, await status(query)]).toEqual([query, 400]);
      expect(await status('unknown=1')).toBe(200);
    },
  );

  it.each(['search', 'action', 'target_type'])(
    'with any text in %s causes no error',
    async (name) => {
      const { token } = await makeAdmin();
      const path = name === 'search' ? '/accounts' : '/audit';
      const texts = [
        '',
        ' ',
        '"',
        '"""',
        "'; --",
        '\u0000',
        'a\u0000b',
        'abc\u0000"def',
        '*',
        'a*',
        '^abc',
      ].concat([
        'NEAR(a b)',
        'email:abc',
        '{email}: x',
        '\u{1F600}'.repeat(3),
        '\u{10FFFF}',
        '%_\\',
        'é'.repeat(3),
      ]);
      for (const text of texts) {
        const query = new URLSearchParams({ [name]: text }).toString();
        expect([text, (await ask('GET', `${path}?${query}`, token)).status]).toEqual([text, 200]);
      }
    },
  );
});
