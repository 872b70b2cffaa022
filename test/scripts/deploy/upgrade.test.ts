// Upgrades of an existing deployment: the database is backed up and migrated, and the Workers are
// deployed, checked, and rolled back if anything fails.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newManifest, saveManifest } from '../../../scripts/operations/backup/folder.ts';
import { TriedDeployment } from './deployment.ts';
import { ACCOUNT, TOKEN } from './fake-account.ts';

let tried: TriedDeployment;
beforeEach(async () => {
  tried = await new TriedDeployment().start();
  await tried.run();
});
afterEach(() => tried.stop());

const versions = () =>
  [...tried.fake.account.workers].map(([name, { versions: all, serves }]) => ({
    name,
    count: all.length,
    isFirst: serves === all[0],
  }));

test('the database is backed up before any change, into a folder from which it can be restored', async () => {
  const before = tried.fake.calls.length;
  const printed = await tried.run(['--yes']);
  const [name = ''] = readdirSync(join(tried.folder, 'backups'));
  expect(printed).toContain(name);
  const restored = new DatabaseSync(':memory:');
  restored.exec(readFileSync(join(tried.folder, 'backups', name, '0001.sql'), 'utf8'));
  expect(restored.prepare('SELECT name FROM tenants').all()).toEqual([
    expect.objectContaining({ name: 'Quarry shop' }),
  ]);
  const writes = tried.fake.calls.slice(before).filter(({ what }) => what.startsWith('PUT '));
  expect(writes.length).toBeGreaterThan(0);
  expect(versions().every(({ count, isFirst }) => count === 2 && !isFirst)).toBe(true);
});

test('the deployed database is backed up and examined over the API, and a failed read is repeated', async () => {
  const run = (script: string, ...args: string[]) =>
    new Promise<{ status: number | null; said: string }>((resolve, reject) => {
      const env = { ...tried.environment(), DEPLOYMENT_DIR: tried.folder };
      const child = spawn(process.execPath, [script, '--remote', ...args], { env });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
      child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, said }));
    });
  const backup = join(tried.folder, 'kept');
  tried.fake.failure = { at: tried.fake.calls.length + 4, how: 'refused' };
  const done = await run('scripts/backup.ts', `--output=${backup}`);
  expect(done).toEqual({ status: 0, said: expect.stringContaining(`${backup} has the database`) });
  expect(done.said).not.toContain(TOKEN);
  const restored = new DatabaseSync(':memory:');
  restored.exec(readFileSync(join(backup, '0001.sql'), 'utf8'));
  expect(restored.prepare('SELECT name FROM tenants').all()).toHaveLength(1);
  // The check after the deployment left this work, which a real service would have done by now.
  tried.fake.account.database.exec('DELETE FROM ledger_work');
  expect((await run('scripts/doctor.ts')).said).toBe('Nothing is wrong with the database.\n');
});

test('a service that is not ready is rolled back, with the Workers it is bound to', async () => {
  tried.fake.account.isUnwell = true;
  expect(await tried.fail(['--yes'])).toMatch(
    /did not become ready: \S+\/readyz returned 503 \(d1: down\)/,
  );
  expect(versions()).toHaveLength(4);
  expect(versions().every(({ count, isFirst }) => count === 2 && isFirst)).toBe(true);
  expect(tried.lines.join('\n')).toContain('Database migrations are not undone');
  const back = tried.fake.calls.filter(({ what }) => /^POST .*\/deployments$/.test(what));
  expect(back.map(({ what }) => what.split('/').at(-2))).toEqual([
    'agate',
    'agate-wallet',
    'agate-documents',
    'agate-face',
  ]);
});

test('a service whose queue writes nothing to the database is rolled back', async () => {
  tried.fake.account.isStuck = true;
  expect(await tried.fail(['--yes'])).toContain('did not reach the database through the queue');
  expect(versions().every(({ isFirst }) => isFirst)).toBe(true);
});

test('a service whose test session has a different result is rolled back', async () => {
  tried.fake.account.isWrong = true;
  expect(await tried.fail(['--yes'])).toContain('its result says otherwise');
  expect(versions().every(({ isFirst }) => isFirst)).toBe(true);
});

test.each([
  ['unknown', /could not be prepared: \/readyz\/webhook returned 404/],
  ['unmade', /no delivery was created .*: check the queue agate-session-events/],
  ['unsent', /was not attempted: check the queue agate-webhooks/],
  ['connection', /could not reach its own address \(connection\)/],
  [403, /own address returned 403: .*firewall/],
  [522, /own address returned 522: check the logs/],
  [200, /own address returned 200: check the logs/],
] as const)('a service whose webhook to itself is "%s" is rolled back', async (webhook, says) => {
  tried.fake.account.webhook = webhook;
  expect(await tried.fail(['--yes'])).toMatch(says);
  expect(versions().every(({ isFirst }) => isFirst)).toBe(true);
  expect(leftOfWebhook()).toEqual([0, 0]);
});

const leftOfWebhook = () =>
  ["deployment_links WHERE kind = 'webhook'", 'webhook_endpoints'].map(
    (rows) => tried.fake.account.database.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.['n'],
  );

test('the customer keeps no data of the webhook test', async () => {
  expect(await tried.run(['--yes'])).toContain("received at the service's own address");
  expect(leftOfWebhook()).toEqual([0, 0]);
  // The service still has to delete the deliveries of this run and of the first run from the
  // customer's ledger.
  const { database, deliveries } = tried.fake.account;
  const tenantId = database.prepare('SELECT id FROM tenants').get()?.['id'];
  const works = [...deliveries.keys()].map((endpointId) => ({
    tenant_id: tenantId,
    work: JSON.stringify({ kind: 'endpoint', endpointId }),
  }));
  expect(works).toHaveLength(2);
  expect(database.prepare('SELECT tenant_id, work FROM ledger_work').all()).toEqual(works);
});

test('Workers are rolled back when a later Worker cannot be deployed', async () => {
  tried.fake.account.forbidden = ['/scripts/agate/domains'];
  expect(await tried.fail(['--yes'])).toContain('wrangler failed');
  expect(versions().every(({ isFirst }) => isFirst)).toBe(true);
  tried.fake.account.forbidden = [];
  await tried.run(['--yes']);
  expect(versions().every(({ isFirst }) => !isFirst)).toBe(true);
});

test('a version that cannot be rolled back is named', async () => {
  tried.fake.account.isUnwell = true;
  const serves = tried.fake.account.workers.get('agate-wallet')?.serves;
  tried.fake.account.forbidden = [
    `POST /accounts/${ACCOUNT}/workers/scripts/agate-wallet/deployments`,
  ];
  await tried.fail(['--yes']);
  const said = tried.lines.find((line) => line.startsWith('agate-wallet could not'));
  expect(said).toContain(`could not be rolled back to ${serves}: Cloudflare refused POST`);
  expect(said).toContain(`Run "npx wrangler rollback ${serves} --name agate-wallet"`);
  expect(tried.fake.account.workers.get('agate-face')?.versions[0]).toBe(
    tried.fake.account.workers.get('agate-face')?.serves,
  );
});

test('a test key that the customer has revoked is not an error', async () => {
  tried.fake.account.database.exec('UPDATE api_keys SET revoked_at_ms = 1');
  expect(await tried.run(['--yes'])).toContain('neither a test session nor a webhook');
});

test('a service that refuses a valid key of the database is rolled back', async () => {
  const { database } = tried.fake.account;
  database.exec("UPDATE api_keys SET mode = 'live'");
  expect(await tried.fail(['--yes'])).toContain('/verify/v1/init returned 401');
});

test('a new key is refused when the database has data that it cannot decrypt', async () => {
  tried.fake.account.workers.clear();
  rmSync(join(tried.folder, 'secrets.json'));
  const before = tried.fake.writes().length;
  expect(await tried.fail(['--yes'])).toContain(
    'Add the original TOKEN_KEY and KEY_ENCRYPTION_KEY to that file',
  );
  expect(tried.fake.writes()).toHaveLength(before);
});

test('keys that the service has are kept, whatever the file contains', async () => {
  const before = tried.invocations.length;
  await tried.run(['--yes']);
  const args = tried.invocations.slice(before).flat();
  expect(args.filter((arg) => arg.startsWith('--secrets-file'))).toEqual([]);
});

const secrets = () =>
  JSON.parse(readFileSync(join(tried.folder, 'secrets.json'), 'utf8')) as { operator_link: string };

test('an operator who has not signed in yet keeps their link while it is valid, and then gets another', async () => {
  const { operator_link: first } = secrets();
  expect(await tried.run(['--yes'])).not.toContain('operator');
  expect(secrets().operator_link).toBe(first);
  tried.fake.account.database.exec('UPDATE deployment_links SET expires_at_ms = 1');
  const printed = await tried.run(['--yes']);
  const { operator_link: second } = secrets();
  expect(second).not.toBe(first);
  expect(printed).toContain(`The new one works once, within 48 hours: ${second}`);
  const { database } = tried.fake.account;
  expect(database.prepare('SELECT count(*) AS n FROM staff').get()).toMatchObject({ n: 1 });
  expect(database.prepare('SELECT count(*) AS n FROM deployment_links').get()).toMatchObject({
    n: 1,
  });
});

test('a new link of a run that failed is shown by the next run, once', async () => {
  const { account } = tried.fake;
  account.database.exec('UPDATE deployment_links SET expires_at_ms = 1');
  account.isWrong = true;
  await tried.fail(['--yes']);
  account.isWrong = false;
  const { operator_link: link } = secrets();
  expect(tried.lines.join('\n')).not.toContain(link);
  expect(await tried.run(['--yes'])).toContain(link);
  expect(await tried.run(['--yes'])).not.toContain(link);
});

test('an unfinished backup of a run that was killed is removed, with its hold', async () => {
  const { database } = tried.fake.account;
  const folder = join(tried.folder, 'backups', '2026-11-28T10-00-00Z');
  const holds = () =>
    database.prepare("SELECT 1 FROM deployment_links WHERE kind = 'backup'").all();
  database.exec(`INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms)
    VALUES ('backup:one', 'backup', 1, 9e15)`);
  const manifest = newManifest(1, { fingerprint: '' }, {});
  mkdirSync(folder, { recursive: true });
  saveManifest(folder, { ...manifest, id: 'one', holds_outcomes: true });
  await tried.run(['--yes']);
  expect(readdirSync(join(tried.folder, 'backups'))).toEqual(['2026-11-29T12-00-00Z']);
  expect(holds()).toEqual([]);
});

test('once an operator has signed in, a deployment creates no sign-in link', async () => {
  const { database } = tried.fake.account;
  database.exec("UPDATE staff SET password_hash = 'scrypt$hash'; DELETE FROM deployment_links");
  await tried.run(['--yes', '--operator=another@quarry.example']);
  expect(database.prepare('SELECT count(*) AS n FROM deployment_links').get()).toMatchObject({
    n: 0,
  });
  expect(database.prepare('SELECT count(*) AS n FROM staff').get()).toMatchObject({ n: 1 });
});

const mailVars = () =>
  readFileSync(join(tried.folder, 'wrangler.toml'), 'utf8').match(/^(?:MAIL|SES)_.*$/gm);
const putSecrets = () => [...(tried.fake.account.workers.get('agate')?.secrets ?? [])].toSorted();

test('a mail provider can be chosen later, with a secret from the environment that no option contains, set once', async () => {
  expect(mailVars()).toEqual(['MAIL_PROVIDER = "none"']);
  const chosen = ['--yes', '--mail-provider=resend'];
  expect(await tried.fail(chosen)).toBe('Missing: mail_from (--mail-from).');
  chosen.push('--mail-from=no-reply@anywhere.example');
  expect(await tried.fail(chosen)).toContain('set MAIL_SECRET in the environment');
  const env = { ...tried.environment(), MAIL_SECRET: 're_first' };
  const printed = await tried.run(chosen, { env });
  expect(printed).toContain('Resend, from no-reply@anywhere.example');
  expect(printed).not.toContain('re_first');
  expect(mailVars()).toEqual([
    'MAIL_PROVIDER = "resend"',
    'MAIL_FROM = "no-reply@anywhere.example"',
  ]);
  expect(putSecrets()).toEqual(['KEY_ENCRYPTION_KEY', 'MAIL_SECRET', 'TOKEN_KEY']);
  const before = tried.invocations.length;
  await tried.run(['--yes']);
  expect(tried.invocations.slice(before).flat().join(' ')).not.toContain('secrets-file');
  expect(await tried.run(['--yes'], { env })).toContain('to be set: MAIL_SECRET');
});

test('Amazon SES needs a region and its own key, which are asked, and a secret that is typed hidden', async () => {
  const asked: string[] = [];
  const answers = ['no-reply@anywhere.example', '', 'AKIAQUARRYEXAMPLE000', 'yes'];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  const askHidden = async () => 'secret-of-ses';
  const printed = await tried.run(['--mail-provider=ses'], { ask, askHidden });
  expect(asked).toHaveLength(4);
  expect(printed).not.toContain('secret-of-ses');
  expect(mailVars()).toEqual([
    'MAIL_PROVIDER = "ses"',
    'MAIL_FROM = "no-reply@anywhere.example"',
    'SES_REGION = "eu-west-1"',
    'SES_ACCESS_KEY_ID = "AKIAQUARRYEXAMPLE000"',
  ]);
});

test('a sender without a provider means Cloudflare, as it did before there was a choice', async () => {
  expect(await tried.run(['--yes', '--mail-from=no-reply@example.com'])).toContain(
    "Cloudflare's Email Service, from no-reply@example.com",
  );
  expect(mailVars()?.[0]).toBe('MAIL_PROVIDER = "cloudflare"');
});
