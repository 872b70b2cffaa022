// DELETE removes everything that belongs to an account: the test searches every table of the
// database and every Durable Object.
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { requestPasswordReset } from '../../../src/domain/signing-in/account-lifecycle/reset-password.ts';
import { signInWithPassword } from '../../../src/domain/signing-in/authentication/sign-in-with-password.ts';
import { requestEmailChange } from '../../../src/domain/signing-in/email-changes/email-change.ts';
import { notify } from '../../../src/domain/accounts/notifications/notification.ts';
import { beginAgeCheck } from '../../../src/domain/signing-in/age-sharing/age-check.ts';
import { keepFace } from '../../support/account/account-faces.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import { redeem } from '../../support/site/oauth-calls.ts';
import { trustBrowser } from '../../support/account/trusted-devices.ts';
import { eventually } from '../../support/installation/eventually.ts';

const EMAIL = 'zwentibold@quixotic.example';
const NEXT_EMAIL = 'brunhilde@quixotic.example';
const NAME = 'Zwentibold Yxkull';
const DEVICE = 'Netscape, BeOS';
const PLACE = 'Ouagadougou, BF';

/**
 * Tables that contain an account's data. A table that is neither here nor in OF_OTHERS fails the
 * test: add it to one of the two lists.
 */
const OF_ACCOUNTS = [
  'account_faces',
  'account_search',
  'account_search_data',
  'account_sessions',
  'accounts',
  'connections',
  'email_changes',
  'grants',
  'login_attempts',
  'mails',
  'notifications',
  'passkeys',
  'trusted_devices',
  'verification_sessions',
  'verified_ages',
];
/** Tables that contain figures, or data about operators, customers and the service. */
const OF_OTHERS = [
  'account_days',
  'account_search_config',
  'account_search_docsize',
  'account_search_idx',
  // Data about people whom the service cannot identify.
  'age_keys',
  'api_keys',
  'audit_counts',
  'audit_digests',
  'audit_entries',
  'audit_heads',
  'audit_links',
  'audit_moved',
  // Customer data that identifies nobody.
  'billed_days',
  'blocked_faces',
  'certificates',
  'confirmed_names',
  'daily_counts',
  'dead_letters',
  'deployment_links',
  'events',
  // Data about customers' users, under the customers' own ids for them.
  'face_challenges',
  'face_templates',
  'fall_through_months',
  'funnel_events',
  'incidents',
  'law_notices',
  'law_seen',
  'ledger_volumes',
  'ledger_work',
  'logout_notices',
  'oauth_client_days',
  'oauth_clients',
  'operator_sso',
  'outcome_days',
  'outcome_parts',
  'outcomes_frozen',
  'pass_keys',
  'plan_days',
  'plans',
  'request_lines',
  'schedule_runs',
  'scim_tokens',
  'session_days',
  'signing_keys',
  'sso_domains',
  'staff',
  'staff_identities',
  'staff_invitations',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_sessions',
  'tenant_audit_counts',
  'tenant_sso',
  'tenants',
  'unsummed_days',
  'wallet_anchors',
  'wallet_status_lists',
  'wallet_trust_lists',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
];

const NAMESPACES = {
  ATTEMPT_COUNT: env.ATTEMPT_COUNT,
  BLOCK_LIST: env.BLOCK_LIST,
  GRANT: env.GRANT,
  IDEMPOTENCY_RECORD: env.IDEMPOTENCY_RECORD,
  LEDGER: env.LEDGER,
  ONE_TIME_TOKEN: env.ONE_TIME_TOKEN,
  PICTURE_LEDGER: env.PICTURE_LEDGER,
  RATE_LIMITER: env.RATE_LIMITER,
  SHOWN_CREDENTIALS: env.SHOWN_CREDENTIALS,
  SPENT_PASSES: env.SPENT_PASSES,
  VERIFICATION_SESSION: env.VERIFICATION_SESSION,
};

/** All namespaces, without the classes of their objects, which the search does not need. */
const ALL = NAMESPACES as unknown as Record<string, DurableObjectNamespace<never>>;

async function tablesOfDatabase(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
  ).all<{ name: string }>();
  const own = ['sqlite_', '_cf_', 'd1_migrations'];
  return results
    .map(({ name }) => name)
    .filter((name) => !own.some((start) => name.startsWith(start)));
}

/** Converts blobs to text, so that words in them are found. */
const readable = (value: unknown): unknown =>
  Array.isArray(value) && value.every((byte) => typeof byte === 'number')
    ? String.fromCharCode(...value)
    : value;

async function readTable(name: string): Promise<Record<string, unknown>[]> {
  const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
  return results;
}

const textOf = (row: Record<string, unknown>): string =>
  JSON.stringify(Object.values(row).map(readable));

/**
 * Whether an object is a counter. Counters are named after the network or address that they count,
 * so several tests share them.
 */
const isCounter = (id: string): boolean => globalThis.usedCounters?.has(id) === true;

const listObjects = async (): Promise<DurableObjectId[]> =>
  (await Promise.all(Object.values(ALL).map((one) => listDurableObjectIds(one)))).flat();

/** @param old ids of objects that are skipped */
async function readObjects(
  namespace: DurableObjectNamespace<never>,
  old: ReadonlySet<string>,
): Promise<string[]> {
  const ids = await listDurableObjectIds(namespace);
  const looked = ids.filter((id) => !old.has(String(id)));
  return Promise.all(
    looked.map((id) =>
      runInDurableObject(namespace.get(id), (_object, { storage }) => {
        const kept = JSON.stringify([...storage.kv.list()]);
        const tables = storage.sql
          .exec<{ name: string }>(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'",
          )
          .toArray();
        const rows = tables.map(({ name }) =>
          storage.sql.exec(`SELECT * FROM "${name}"`).toArray(),
        );
        return kept + JSON.stringify(rows);
      }),
    ),
  );
}

interface Wanted {
  id: number;
  words: readonly string[];
  /**
   * Ids of objects that earlier tests left behind; on a busy machine there may be thousands
   * (test/support/installation/setup.ts). Their names are random, so they contain nothing about
   * this account.
   */
  old: ReadonlySet<string>;
}

/** Finds the tables and namespaces that contain any of the words, or a row of the account. */
async function findTraces({ id, words, old }: Wanted): Promise<string[]> {
  const holds = (text: string): boolean => words.some((word) => text.includes(word));
  const inTables = (await tablesOfDatabase()).map(async (name) => {
    const rows = await readTable(name);
    return rows.some((row) => row['account_id'] === id || holds(textOf(row))) ? [name] : [];
  });
  const inObjects = Object.entries(ALL).map(async ([name, namespace]) =>
    (await readObjects(namespace, old)).some(holds) ? [name] : [],
  );
  return (await Promise.all([...inTables, ...inObjects])).flat();
}

/** Creates an account that has used every feature. */
async function live(): Promise<Wanted> {
  const old = new Set((await listObjects()).map(String).filter((id) => !isCounter(id)));
  const ctx = makeContext();
  const account = await makeAccount({ email: EMAIL, displayName: NAME });
  // These objects are named after the account's number, which earlier tests also used, so they must
  // not be skipped.
  for (const kind of ['reset-password', 'mail-change-old', 'mail-change-new'])
    old.delete(ctx.objects.namedOneTimeTokenId(`${kind}:${account.id}`));
  const visitor = { device: DEVICE, place: PLACE, ip: '203.0.113.77' };
  const connected = await authorizeSite({ account });
  await redeem(connected);
  await signInWithPassword(ctx, { email: EMAIL, password: 'wrong', visitor });
  await notify(ctx, account, { type: 'passkey_added', details: { name: 'Key' } });
  await keepAge(account, 18);
  await requestEmailChange(ctx, connected.signIn, NEXT_EMAIL);
  await requestPasswordReset(ctx, { email: EMAIL });
  await trustBrowser(connected.signIn);
  await keepFace(account, connected.signIn.session.id);
  await beginAgeCheck(ctx, { account, returnPath: '/account/age', locale: 'en' });
  await env.DB.prepare(
    `INSERT INTO passkeys (account_id, credential_id, public_key, counter, transports, backed_up, name, created_at_ms)
     VALUES (?, 'credential-of-zwentibold', 'key', 0, '[]', 0, ?, 0)`,
  )
    .bind(account.id, NAME)
    .run();
  await ctx.settle();
  const words = [
    account.subject,
    'zwentibold',
    'brunhilde',
    NAME,
    DEVICE,
    PLACE,
    '203.0.113.77',
    connected.signIn.session.id,
  ];
  // Queue consumers may still write rows of earlier tests.
  const isOwn = (row: Record<string, unknown>) => row['external_user_id'] === account.subject;
  await eventually(async () => {
    expect((await readTable('verification_sessions')).filter(isOwn)).toHaveLength(1);
  });
  return { id: account.id, words, old };
}

describe('DELETE /admin/v1/accounts/{id}', () => {
  it('is tested on every table and object namespace of the service, so that a new one cannot be missed', async () => {
    expect(await tablesOfDatabase()).toEqual([...OF_ACCOUNTS, ...OF_OTHERS].toSorted());
    const bound = Object.entries(env).flatMap(([name, { constructor }]) =>
      constructor.name === 'DurableObjectNamespace' ? [name] : [],
    );
    expect(Object.keys(NAMESPACES).toSorted()).toEqual(bound.toSorted());
  });

  it('leaves nothing of the account in any table or object, and everything of the others', async () => {
    const { token } = await makeAdmin();
    const neighbour = await makeAccount({ email: 'neighbour@other.example' });
    const wanted = await live();
    // The search index stores trigrams, so words are not found in it.
    const seen = OF_ACCOUNTS.filter((name) => name !== 'account_search_data');
    expect((await findTraces(wanted)).toSorted()).toEqual(
      [...seen, 'GRANT', 'ONE_TIME_TOKEN', 'VERIFICATION_SESSION'].toSorted(),
    );
    expect((await ask('DELETE', `/accounts/${wanted.id}`, token)).status).toBe(200);
    // The queue's consumer erases the check's row.
    await eventually(async () => {
      expect(await findTraces(wanted)).toEqual([]);
    });
    const kept = await ask('GET', `/accounts/${neighbour.id}`, token);
    expect([kept.status, kept.body.data.email]).toEqual([200, 'neighbour@other.example']);
  });

  it('leaves no fragment of the email address in the search index', async () => {
    const { token } = await makeAdmin();
    const others = ['ada@person.example', 'bob@person.example'];
    for (const email of others) await makeAccount({ email });
    const { id } = await makeAccount({ email: EMAIL, displayName: NAME });
    const index = async () => (await readTable('account_search_data')).map(textOf).join('');
    expect(await index()).toMatch(/zwe/);
    expect((await ask('DELETE', `/accounts/${id}`, token)).status).toBe(200);
    expect((await ask('GET', '/accounts?search=zwenti', token)).body.data).toEqual([]);
    expect(await index()).not.toMatch(/zwe|yxk/);
    expect((await ask('GET', '/accounts?search=person', token)).body.data).toHaveLength(2);
  });

  it('leaves an audit entry without personal data', async () => {
    const { id: admin, token } = await makeAdmin();
    const { id } = await makeAccount({ email: EMAIL, displayName: NAME });
    await ask('DELETE', `/accounts/${id}`, token);
    const entry = await env.DB.prepare('SELECT * FROM audit_entries').first();
    expect(entry).toMatchObject({
      staff_id: admin,
      action: 'account.delete',
      target_type: 'account',
      target_id: String(id),
      before: '{"status":"active"}',
      after: null,
    });
  });

  it('answers 404 the second time, as reading the account does, and 400 to a malformed id', async () => {
    const { token } = await makeAdmin();
    const { id } = await makeAccount();
    expect((await ask('DELETE', `/accounts/${id}`, token)).status).toBe(200);
    expect((await ask('DELETE', `/accounts/${id}`, token)).status).toBe(404);
    expect((await ask('GET', `/accounts/${id}`, token)).status).toBe(404);
    expect((await ask('DELETE', '/accounts/x', token)).status).toBe(400);
  });

  it('answers 200 to one of twenty concurrent requests, and writes one audit entry', async () => {
    const { token } = await makeAdmin();
    const { id } = await makeAccount();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ask('DELETE', `/accounts/${id}`, token)),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
    expect(await readTable('audit_entries')).toHaveLength(1);
  });
});
