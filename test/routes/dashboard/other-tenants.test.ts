// Nobody reaches what is another customer's: every route of the group that names a thing, as described. A new one
// fails here until THINGS knows whose ids it takes.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { app } from '../../../src/app.ts';
import { recordEvents } from '../../../src/domain/webhooks/record-events.ts';
import { init, post } from '../../support/api.ts';
import {
  ask,
  makeDashboardTenant,
  makeMember,
  type DashboardTenant,
} from '../../support/dashboard.ts';
import { CALLBACK } from '../../support/grants.ts';
import { sessionSays, WebhookWorld } from '../../support/webhooks.ts';

type Maker = (tenant: DashboardTenant) => Promise<string>;

const create = async (tenant: DashboardTenant, path: string, body: object): Promise<string> =>
  (await ask('POST', path, tenant.owner.token, body)).body.data.id;

const makeWebhook: Maker = (tenant) =>
  create(tenant, '/webhooks', { url: 'https://shop.example/hook', events: ['session.success'] });

async function makeDelivery(tenant: DashboardTenant): Promise<string> {
  const id = await makeWebhook(tenant);
  const sessionId = env.VERIFICATION_SESSION.newUniqueId().toString();
  await recordEvents(new WebhookWorld().ctx, [sessionSays(tenant.id, sessionId, 2)]);
  return (await ask('GET', `/webhooks/${id}/deliveries`, tenant.owner.token)).body.data[0].id;
}

/** Makes a thing of a customer's that the paths beginning so name. */
const THINGS: Record<string, Maker> = {
  '/api-keys': (tenant) => create(tenant, '/api-keys', { name: 'Shop' }),
  '/oauth-clients': (tenant) =>
    create(tenant, '/oauth-clients', {
      name: 'Shop',
      redirect_uris: [CALLBACK],
      scopes: ['openid'],
    }),
  '/webhooks': makeWebhook,
  '/team': async (tenant) => {
    const { token } = await makeMember(tenant.id, 'developer');
    return (await ask('GET', '/auth/me', token)).body.data.id;
  },
  '/team/invitations': (tenant) =>
    create(tenant, '/team/invitations', { email: 'dora@cellar.example', role: 'reviewer' }),
  '/deliveries': makeDelivery,
  '/auth/sessions': async (tenant) =>
    (await ask('GET', '/auth/sessions', tenant.owner.token)).body.data[0].id,
  '/sessions': async (tenant) => {
    const token = await init(tenant.testSecret);
    const path = `/verify/v1/sandbox/${token}/outcome`;
    return (await post(path, { status: 'success' }, tenant.testSecret)).body.data.token;
  },
};

/** What the owner of the thing may send. */
const BODIES: Record<string, object> = {
  'PATCH /api-keys/{id}': { name: 'Mine now' },
  'POST /api-keys/{id}/rotate': { overlap_days: 0 },
  'PATCH /oauth-clients/{id}': { name: 'Mine now' },
  'POST /oauth-clients/{id}/rotate-secret': { overlap_days: 0 },
  'PATCH /team/{id}': { role: 'owner' },
  'PATCH /webhooks/{id}': { url: 'https://evil.example/hook' },
  'POST /webhooks/{id}/test': {},
  'POST /webhooks/{id}/replay': { from: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' },
};

const PREFIX = '/dashboard/v1';
const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
  definition.type === 'route' &&
  definition.route.path.startsWith(PREFIX) &&
  definition.route.path.includes('{')
    ? [`${definition.route.method.toUpperCase()} ${definition.route.path.slice(PREFIX.length)}`]
    : [],
);

const kindOf = (route: string) => Object.keys(THINGS).find((kind) => route.includes(` ${kind}/{`));

function send(route: string, id: string, token: string) {
  const [method = '', path = ''] = route.split(' ');
  return ask(method, path.replace(/\{\w+\}/, encodeURIComponent(id)), token, BODIES[route]);
}

/** All that these routes could change. */
async function everythingOf({ id }: DashboardTenant): Promise<string> {
  const tables = [
    'staff',
    'staff_invitations',
    'api_keys',
    'oauth_clients',
    'webhook_endpoints',
    'webhook_deliveries',
    'staff',
    'staff_invitations',
    'audit_entries',
  ];
  const rows = await env.DB.batch(
    tables.map((table) => env.DB.prepare(`SELECT * FROM ${table} WHERE tenant_id = ?`).bind(id)),
  );
  return JSON.stringify(rows.map(({ results }) => results));
}

let owner: DashboardTenant;
let stranger: DashboardTenant;
beforeEach(async () => {
  owner = await makeDashboardTenant();
  stranger = await makeDashboardTenant();
});

describe('another customer’s things', () => {
  it('are known to this test, for every route that names one', () => {
    expect(routes.length).toBeGreaterThan(0);
    expect(routes.filter((route) => kindOf(route) === undefined)).toEqual([]);
    const used = new Set(routes.map(kindOf));
    expect(Object.keys(THINGS).filter((kind) => !used.has(kind))).toEqual([]);
    expect(Object.keys(BODIES).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(routes)('are out of reach: %s answers 404 and changes nothing', async (route) => {
    const id = await THINGS[kindOf(route)!]!(owner);
    const before = await everythingOf(owner);
    const { status, body } = await send(route, id, stranger.owner.token);
    expect([status, body.error]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'There is nothing here.' },
    ]);
    expect(await everythingOf(owner)).toBe(before);
    // The same request of its owner finds it: the id was right.
    const own = await send(route, id, owner.owner.token);
    expect([own.status, own.body.error]).toEqual([200, undefined]);
  });

  it.each(routes)('look like what does not exist: %s', async (route) => {
    const malformed = ['nothing', 'x'.repeat(1000), '0', "' OR 1=1 --", '..', 'é', 'a\0b'];
    for (const id of malformed) {
      const { status, body } = await send(route, id, stranger.owner.token);
      expect([id, status, body.error?.message]).toEqual([id, 404, 'There is nothing here.']);
    }
  });

  it('are not in any list', async () => {
    const names: Record<string, string> = { '/sessions': 'token' };
    for (const kind of Object.keys(THINGS).filter((one) => one !== '/deliveries')) {
      const id = await THINGS[kind]!(owner);
      const idsFor = async ({ owner: { token } }: DashboardTenant) =>
        (await ask('GET', `${kind}?mode=test`, token)).body.data.map(
          (row: Record<string, string>) => row[names[kind] ?? 'id'],
        );
      await expect.poll(() => idsFor(owner), { timeout: 15_000 }).toContain(id);
      expect(await idsFor(stranger)).not.toContain(id);
    }
  });
});
