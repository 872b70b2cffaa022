// The first deployment, with wrangler itself, against a fake of Cloudflare's API that records every
// call.
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashKey } from '../../../scripts/credentials.ts';
import { linkOf } from '../../../scripts/owner-invitation.ts';
import { ACCOUNT, TOKEN } from './fake-account.ts';
import { ANSWERS, TriedDeployment } from './deployment.ts';

const tried = new TriedDeployment();
let printed = '';
beforeAll(async () => {
  await tried.start();
  tried.isReal = true;
  const mail = '--mail-from=no-reply@example.com';
  printed = await tried.run([
    ...ANSWERS,
    '--domain=verify.example.com',
    '--location=eu',
    '--residency=eu',
    mail,
  ]);
});
afterAll(() => tried.stop());

interface Kept {
  TOKEN_KEY: string;
  KEY_ENCRYPTION_KEY: string;
  operator_link: string;
  customer: Record<string, string>;
}
const file = (name: string): string => readFileSync(join(tried.folder, name), 'utf8');
const kept = (): Kept => JSON.parse(file('secrets.json')) as Kept;
const called = (what: string): number => tried.fake.calls.findIndex((call) => call.what === what);
const workers = (name: string): string => `/accounts/${ACCOUNT}/workers/scripts/${name}`;

test('creates database and queues in their jurisdiction, and every queue with its dead letter queue', () => {
  const { databases, queues } = tried.fake.account;
  expect(databases.map(({ body }) => body)).toEqual([{ name: 'agate', jurisdiction: 'eu' }]);
  expect(queues).toHaveLength(7);
  const made = tried.fake.calls.filter(({ what }) => what === `POST /accounts/${ACCOUNT}/queues`);
  const places = made.map(
    ({ body }) => (JSON.parse(body) as { jurisdiction?: string }).jurisdiction,
  );
  expect(places).toEqual(queues.map(() => 'eu'));
  const consumers = tried.fake.calls.filter(({ what }) => what.endsWith('/consumers'));
  expect(consumers).toHaveLength(7);
  const dead = consumers.map(
    ({ body }) => (JSON.parse(body) as { dead_letter_queue?: string }).dead_letter_queue,
  );
  expect(dead.filter((name) => name !== undefined).toSorted()).toEqual([
    'agate-mail-dead',
    'agate-session-events-dead',
    'agate-webhooks-dead',
  ]);
});

test('migrates, then deploys the Workers, the service after those that it is bound to', () => {
  const order = [
    called(`POST /accounts/${ACCOUNT}/d1/database`),
    ...['agate-face', 'agate-documents', 'agate-wallet', 'agate'].map((name) =>
      called(`PUT ${workers(name)}`),
    ),
    called('GET /service/readyz'),
  ];
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
  expect(tried.fake.account.domains).toEqual([
    { hostname: 'verify.example.com', service: 'agate' },
  ]);
  const { body } = tried.fake.calls[called(`PUT ${workers('agate')}`)] ?? { body: '' };
  expect(body).toContain('"text":"https://verify.example.com"');
  expect(body).toContain('"text":"no-reply@example.com"');
});

test('generates the service’s keys, stores them for their owner only, and shows each secret once', () => {
  expect([...(tried.fake.account.workers.get('agate')?.secrets ?? [])].toSorted()).toEqual([
    'KEY_ENCRYPTION_KEY',
    'TOKEN_KEY',
  ]);
  expect(statSync(join(tried.folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  const { customer, ...rest } = kept();
  const secrets = [...Object.values(rest), ...Object.values(customer)];
  expect(secrets).toHaveLength(8);
  expect(Buffer.from(rest.TOKEN_KEY, 'base64')).toHaveLength(32);
  const beside = [file('settings.json'), file('wrangler.toml'), tried.invocations.flat().join(' ')];
  for (const secret of secrets) {
    expect(printed.split(secret)).toHaveLength(2);
    for (const text of beside) expect(text).not.toContain(secret);
  }
  for (const text of [printed, ...beside]) expect(text).not.toContain(TOKEN);
  expect(() => statSync(join(tried.folder, 'keys-to-put.json'))).toThrow('ENOENT');
});

test('creates the first operator and the first customer, with a link for each and no password', () => {
  const { database } = tried.fake.account;
  expect(database.prepare('SELECT audience, role, password_hash FROM staff').all()).toEqual([
    expect.objectContaining({ audience: 'admin', role: 'superadmin', password_hash: null }),
  ]);
  const { customer, operator_link: door } = kept();
  expect(door).toMatch(
    /^https:\/\/verify\.example\.com\/admin\/v1\/auth\/invitation-page\?token=xin_/,
  );
  const open = database.prepare('SELECT token_hash, kind, used_at_ms FROM deployment_links').get();
  expect(open).toMatchObject({
    token_hash: hashKey(new URL(door).searchParams.get('token') ?? ''),
    kind: 'operator',
    used_at_ms: null,
  });
  expect(database.prepare('SELECT residency FROM tenants').all()).toEqual([
    expect.objectContaining({ residency: 'eu' }),
  ]);
  const keys = database.prepare('SELECT hash FROM api_keys').all();
  expect(keys.map(({ hash }) => hash)).toContain(hashKey(customer['secret_key'] ?? ''));
  const link = new URL(customer['owner_link'] ?? '');
  expect(link.origin).toBe('https://verify.example.com');
  const invited = database.prepare('SELECT token_hash FROM staff_invitations').get();
  expect(invited?.['token_hash']).toBe(hashKey(link.searchParams.get('token') ?? ''));
  // No email is sent.
  expect(database.prepare('SELECT count(*) AS n FROM mails').get()?.['n']).toBe(0);
});

test('prints where everything is, what was checked and what it costs', () => {
  for (const text of [
    'https://verify.example.com/dashboard',
    'https://verify.example.com/admin',
    'Checked: /readyz: ok',
    'listed through the queue',
    'its webhook: signed, sent, and received',
    '$0.09 per 1,000 further checks',
  ])
    expect(printed).toContain(text);
});

test('other commands find the deployed database, and links lead to the deployed service', async () => {
  vi.stubEnv('DEPLOYMENT_DIR', tried.folder);
  expect(linkOf('xin_secret', undefined, true)).toMatch(
    /^https:\/\/verify\.example\.com\/dashboard/,
  );
  expect(linkOf('xin_secret', undefined, false)).toMatch(/^http:\/\/localhost:8787\/dashboard/);
  const env = { ...tried.environment(), DEPLOYMENT_DIR: tried.folder };
  vi.unstubAllEnvs();
  const program = `import { query } from './scripts/database.ts';
    console.log(JSON.stringify(query('SELECT name FROM tenants', true)));`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toEqual([{ name: 'Quarry shop' }]);
});

test('upgrades with the same command, using wrangler itself, and creates nothing again', async () => {
  const before = tried.fake.calls.length;
  const again = await tried.run(['--yes']);
  const writes = tried.fake.calls.slice(before).map(({ what }) => what);
  expect(writes).not.toContain(`POST /accounts/${ACCOUNT}/d1/database`);
  expect(writes).not.toContain(`POST /accounts/${ACCOUNT}/queues`);
  expect(tried.fake.account.workers.get('agate')?.versions).toHaveLength(2);
  expect(again).toContain('Backup: ');
  for (const secret of Object.values(kept().customer)) expect(again).not.toContain(secret);
});
