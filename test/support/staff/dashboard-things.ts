// Objects that a customer owns: one for every path with an id in the dashboard API.
import { env } from 'cloudflare:workers';
import { randomToken } from '../../../src/crypto/random.ts';
import { init, post } from '../customer/api.ts';
import { ask, type DashboardTenant } from './dashboard.ts';
import { EdgeVisit } from '../visitor/edge-visit.ts';
import { FaceBackend } from '../customer/face-backend.ts';
import { makeMember } from './members.ts';
import { CALLBACK } from '../site/oauth-request.ts';
import { setRecords } from './company/person-at-company.ts';
import { linkTo, setUpSso } from './single-sign-on.ts';
import { addStaffPasskey } from './staff-passkeys.ts';
import { photoOf } from '../visitor/scripted-face.ts';
import { listVolumes, queryLedger } from '../customer/ledgers.ts';
import { WebhookWorld } from '../customer/webhook-world.ts';
import { endSession, takeAsVerified } from '../customer/webhooks.ts';

type Maker = (tenant: DashboardTenant) => Promise<string>;

const create = async (tenant: DashboardTenant, path: string, body: object): Promise<string> =>
  (await ask('POST', path, tenant.owner.token, body)).body.data.id;

async function makeWebhook(tenant: DashboardTenant): Promise<string> {
  const wish = { url: 'https://shop.example/hook', events: ['session.success'] };
  const id = await create(tenant, '/webhooks', wish);
  await takeAsVerified(id);
  return id;
}

async function makeDelivery(tenant: DashboardTenant): Promise<string> {
  const id = await makeWebhook(tenant);
  await endSession(new WebhookWorld().ctx, tenant.id);
  return (await ask('GET', `/webhooks/${id}/deliveries`, tenant.owner.token)).body.data[0].id;
}

/** @returns the `xtk_` token of a new test session, whose status is set to the given one */
async function settle(tenant: DashboardTenant, status: string): Promise<string> {
  const token = await init(tenant.testSecret);
  const path = `/verify/v1/sandbox/${token}/outcome`;
  return (await post(path, { status }, tenant.testSecret)).body.data.token;
}

/**
 * Creates a session whose visitor gave up after the movements, so that the session has a receipt
 * and may be retaken.
 * @returns the session's `xtk_` token
 */
async function makeFailedSession(tenant: DashboardTenant): Promise<string> {
  const visit = await EdgeVisit.begin({}, { customer: tenant });
  await visit.move();
  await visit.reveal();
  await visit.browser.step('assistance');
  return (await visit.result()).token;
}

async function makeColleague({ id }: DashboardTenant): Promise<string> {
  const { token } = await makeMember(id, 'developer');
  return (await ask('GET', '/auth/me', token)).body.data.id;
}

/**
 * Functions that create one of a customer's objects and return its id, keyed by the path prefix of
 * that kind of object.
 */
export const THINGS: Record<string, Maker> = {
  '/api-keys': (tenant) => create(tenant, '/api-keys', { name: 'Shop' }),
  '/oauth-clients': (tenant) =>
    create(tenant, '/oauth-clients', {
      name: 'Shop',
      redirect_uris: [CALLBACK],
      scopes: ['openid'],
    }),
  '/webhooks': makeWebhook,
  '/team': makeColleague,
  '/members': makeColleague,
  '/team/invitations': (tenant) =>
    create(tenant, '/team/invitations', { email: 'dora@cellar.example', role: 'reviewer' }),
  '/scim-tokens': (tenant) => create(tenant, '/scim-tokens', {}),
  '/deliveries': makeDelivery,
  '/faces': async (tenant) => {
    await new FaceBackend(tenant).register('ada');
    return (await ask('GET', '/faces', tenant.owner.token)).body.data[0].id;
  },
  '/blocked-faces': async (tenant) => {
    const backend = new FaceBackend(tenant);
    await backend.block(photoOf('eve'));
    return String((await backend.blocked())[0].id);
  },
  '/sso/domains': async ({ owner }) => {
    const domain = `${randomToken(6)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, 'x')}.example`;
    const { body } = await ask('POST', '/sso/domains', owner.token, { domain });
    await setRecords(domain, [body.data.record]);
    return domain;
  },
  '/sso/links': async (tenant) => {
    const { id, token } = await makeMember(tenant.id, 'developer');
    const setUp = { issuer: 'https://idp.example', clientId: 'agate', secret: 'secret' };
    await setUpSso(tenant.id, setUp);
    await linkTo(tenant.id, id, setUp.issuer);
    return (await ask('GET', '/auth/me', token)).body.data.id;
  },
  '/auth/passkeys': async ({ owner }) =>
    String((await addStaffPasskey(ask, owner.token)).reply.body.data.id),
  '/auth/sessions': async (tenant) =>
    (await ask('GET', '/auth/sessions', tenant.owner.token)).body.data[0].id,
  '/sessions': makeFailedSession,
  '/reviews': (tenant) => settle(tenant, 'pending_tenant_review'),
};

/** Request bodies that are valid when the object's owner sends them. */
export const BODIES: Record<string, object> = {
  'PATCH /auth/passkeys/{id}': { name: 'Mine now' },
  'PATCH /api-keys/{id}': { name: 'Mine now' },
  'POST /api-keys/{id}/rotate': { overlap_days: 0 },
  'PATCH /oauth-clients/{id}': { name: 'Mine now' },
  'POST /oauth-clients/{id}/rotate-secret': { overlap_days: 0 },
  'PATCH /team/{id}': { role: 'owner' },
  'POST /members/{id}/force-logout': { reason: 'Lost laptop' },
  'PATCH /webhooks/{id}': { mode: 'test' },
  'POST /webhooks/{id}/test': {},
  'POST /reviews/{id}/decision': { decision: 'approve' },
  'POST /webhooks/{id}/replay': { from: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' },
};

/** Returns all data that the dashboard's routes could change, as a JSON string for comparison. */
export async function everythingOf({ id }: DashboardTenant): Promise<string> {
  const tables = [
    'staff',
    'staff_invitations',
    'staff_identities',
    'sso_domains',
    'scim_tokens',
    'law_seen',
    'api_keys',
    'oauth_clients',
    'webhook_endpoints',
    'ledger_work',
    'face_templates',
    'face_challenges',
    'blocked_faces',
    'audit_entries',
  ];
  const owned = tables.map((table) => `SELECT * FROM ${table} WHERE tenant_id = ?`);
  const rows = await env.DB.batch(
    [
      ...owned,
      'SELECT * FROM tenants WHERE id = ?',
      'SELECT * FROM staff_passkeys WHERE staff_id IN (SELECT id FROM staff WHERE tenant_id = ?)',
      'SELECT * FROM staff_sessions WHERE staff_id IN (SELECT id FROM staff WHERE tenant_id = ?)',
    ].map((query) => env.DB.prepare(query).bind(id)),
  );
  const deliveries = (await listVolumes())
    .filter(({ tenantId }) => tenantId === id)
    .map((volume) => queryLedger(volume, `SELECT ${DELIVERY} FROM deliveries ORDER BY id`));
  return JSON.stringify([rows.map(({ results }) => results), await Promise.all(deliveries)]);
}

/** The columns of a delivery that are compared. `due_ms` is left out, because alarms change it. */
const DELIVERY = 'id, state, attempts, round_attempts, round_started_ms, next_attempt_ms';
