// The conditions that stop a deployment before it writes anything, and the message for each.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeFailure } from '../../../scripts/deploy/run.ts';
import { Choices } from '../../../scripts/deploy/settings.ts';
import type { Surroundings } from '../../../scripts/deploy/surroundings.ts';
import { OTHER_ACCOUNT, type Account } from './fake-account.ts';
import { ANSWERS, TriedDeployment } from './deployment.ts';

let tried: TriedDeployment;
beforeEach(async () => {
  tried = await new TriedDeployment().start();
});
afterEach(() => tried.stop());

test('--dry-run prints the plan and writes nothing, not even locally', async () => {
  const printed = await tried.run([...ANSWERS, '--dry-run', '--domain=verify.example.com']);
  expect(printed).toMatch(/Address +https:\/\/verify\.example\.com/);
  expect(printed).toContain('to be created: agate-session-events');
  expect(printed).toContain('Nothing was done');
  expect(printed).toMatch(/ paid .*\$0\.09 per 1,000 further checks/);
  expect(printed).toMatch(/ free .*\$0\.00 per 1,000 checks.*; lacks password sign-in/);
  expect(tried.fake.writes()).toEqual([]);
  expect(tried.invocations).toEqual([]);
});

test('without a token or a login it explains how to get one', () => {
  const { CLOUDFLARE_API_TOKEN: _token, ...env } = process.env;
  const home = { HOME: tried.folder, XDG_CONFIG_HOME: tried.folder };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/deploy.ts', '--dry-run'], {
    env: { ...env, ...home, DEPLOYMENT_DIR: tried.folder },
    encoding: 'utf8',
    input: '',
  });
  expect(stderr).toContain('run "npx wrangler login", or set CLOUDFLARE_API_TOKEN');
  expect(stderr).toContain('Nothing was created.');
  expect(stderr).not.toContain('stays');
  expect(status).toBe(1);
});

test('a failure says what remains only when something was created', async () => {
  const endOf = (args: readonly string[], more: Partial<Surroundings> = {}) =>
    tried.run(args, more).then(() => 'It did not fail.', describeFailure);
  const noBuild = async () => {
    throw new Error('It does not build.');
  };
  expect(await endOf([...ANSWERS, '--plan=none'])).toContain('Nothing was created.');
  expect(await endOf(ANSWERS, { build: noBuild })).toContain('Nothing was created.');
  expect(tried.fake.writes()).toEqual([]);
  const noWrangler = async () => {
    throw new Error('wrangler failed');
  };
  expect(await endOf(ANSWERS, { wrangler: noWrangler })).toContain(
    'What was already created has been kept.',
  );
  expect(tried.fake.writes()).not.toEqual([]);
  expect(await tried.fail(ANSWERS, { wrangler: noWrangler })).toBe('wrangler failed');
});

test('--help names every member of a file of answers', async () => {
  const names = Object.keys(Choices.shape);
  const help = await tried.run(['--help']);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(help))).toEqual([]);
});

test('--help says that a dry run needs a login too', async () => {
  expect(await tried.run(['--help'])).toMatch(/--dry-run .*needs a login/);
});

type Case = [what: string, change: (account: Account) => void, args: string[], says: RegExp];

const domain = '--domain=verify.example.com';
const REFUSED: Case[] = [
  [
    'a paid plan that the account has not',
    (account) => (account.plan = 'free'),
    ['--plan=paid'],
    /no Workers Paid plan.*--plan free/,
  ],
  [
    'a domain of another account',
    () => {},
    ['--domain=verify.elsewhere.example'],
    new RegExp(`another account.*--account ${OTHER_ACCOUNT}`),
  ],
  [
    'a domain that Cloudflare does not have',
    () => {},
    ['--domain=a.b.example'],
    /a\.b\.example does not belong to any domain in this account.*use workers\.dev/,
  ],
  [
    'a domain that is not active',
    ({ zones }) => zones.forEach((zone) => (zone.status = 'pending')),
    [domain],
    /"pending" at Cloudflare/,
  ],
  [
    'a domain of another Worker',
    ({ domains }) => domains.push({ hostname: 'verify.example.com', service: 'shop' }),
    [domain],
    /the address of the Worker "shop"/,
  ],
  [
    'a domain with records',
    ({ dnsRecords }) => dnsRecords.push('verify.example.com'),
    [domain],
    /already has DNS records.*--replace-dns/,
  ],
  [
    'workers.dev without a subdomain',
    (account) => (account.subdomain = undefined),
    [],
    /no workers\.dev subdomain yet/,
  ],
  [
    'a sender of a domain that is not there',
    () => {},
    ['--mail-from=no-reply@nowhere.example'],
    /does not belong to any domain in this account.*use another email provider/,
  ],
  [
    'a sender that no provider takes',
    () => {},
    ['--mail-from=büro@example.com'],
    /^mail_from: .*only ASCII characters before the @/,
  ],
  ['no permission for D1', forbid('/d1/'), [], /needs the permission "Account, D1, Edit"/],
  ['none for queues', forbid('/queues'), [], /needs the permission "Account, Queues, Edit"/],
  ['none for Workers', forbid('/workers/'), [], /"Account, Workers Scripts, Edit"/],
  ['none for domains', forbid('/zones'), [domain], /"Zone, Zone, Read"/],
  ['another plan than there are', () => {}, ['--plan=gold'], /^plan: must be paid or free$/],
  ['an address that is none', () => {}, ['--domain=https://example.com'], /must be a host name/],
  ['an unknown option', () => {}, ['--dryrun'], /--dryrun/],
];

function forbid(part: string): Case[1] {
  return ({ forbidden }) => forbidden.push(part);
}

test.each(REFUSED)(
  '%s stops the deployment, and nothing is written',
  async (_what, change, args, says) => {
    change(tried.fake.account);
    expect(await tried.fail([...ANSWERS, ...args])).toMatch(says);
    expect(tried.fake.writes()).toEqual([]);
  },
);

test('with a token that may not read the plan, the plan option is trusted', async () => {
  tried.fake.account.forbidden = ['/subscriptions'];
  expect(await tried.fail()).toContain('Missing: plan');
  expect(await tried.run([...ANSWERS, '--plan=paid'])).toContain(
    "the token may not read the account's plan",
  );
});

test('DNS records that the token may not read are resolved instead, and replaced on request', async () => {
  tried.fake.account.forbidden = ['/dns_records'];
  const taken = { resolves: async () => true };
  expect(await tried.fail([...ANSWERS, domain], taken)).toContain('already has DNS records');
  await tried.run([...ANSWERS, domain, '--replace-dns'], taken);
  expect(tried.fake.account.domains).toHaveLength(1);
  // The DNS records of the service's own host do not block the next deployment.
  await tried.run(['--yes'], taken);
});

test('on the free plan only the service is deployed, and its limitations are printed', async () => {
  tried.fake.account.plan = 'free';
  const printed = await tried.run();
  expect([...tried.fake.account.workers.keys()]).toEqual(['agate']);
  expect(printed).toContain('Costs: $0.00 per 1,000 checks');
  expect(printed).toContain('The free plan lacks:\n- Signing in with a password');
});

test('with --yes all missing answers are named at once', async () => {
  expect(await tried.fail(['--yes'])).toBe(
    'Missing: operator_email (--operator), customer_name (--customer), customer_owner (--owner).',
  );
});

test('missing options are asked with their defaults until valid, and "no" stops', async () => {
  const typed = [
    'gold',
    '',
    'eu',
    '',
    'Quarry',
    '',
    'nobody',
    'me@quarry.example',
    'Me',
    'Shop',
    '',
    'no',
  ];
  const asked: string[] = [];
  let notes = '';
  const ask = async (question: string) => {
    if (asked.length === 0) notes = tried.lines.join('\n');
    asked.push(question);
    return typed.shift() ?? '';
  };
  const printed = await tried.run([], { ask });
  expect(asked[0]).toContain('[paid]');
  expect(notes).toMatch(/^paid: .*per 1,000 further checks\nfree: .*per 1,000 checks.*lacks/);
  expect(printed).toContain('This must be paid or free.');
  expect(printed).toContain('This must be an email address.');
  expect(printed).toContain('operator me@quarry.example; customer "Shop", owned by me@quarry.');
  expect(printed).toContain('Nothing was done.');
  expect(tried.fake.writes()).toEqual([]);
});

test('output that no person sees contains no secret, and names the file instead', async () => {
  const printed = await tried.run(ANSWERS, { isSeen: false });
  const file = join(tried.folder, 'secrets.json');
  expect(printed).toContain(file);
  const { customer, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as {
    customer: Record<string, string>;
  };
  for (const secret of [...Object.values(rest), ...Object.values(customer)])
    expect(printed).not.toContain(secret);
  tried.fake.account.database.exec('UPDATE deployment_links SET expires_at_ms = 1');
  expect(await tried.run(['--yes'], { isSeen: false })).not.toContain('token=');
});

test('without a terminal nothing is done unless --yes is given', async () => {
  const args = ANSWERS.filter((arg) => arg !== '--yes');
  expect(await tried.fail(args)).toContain('add --yes');
  expect(tried.fake.writes()).toEqual([]);
});

test('answers can come from a file, and options take precedence', async () => {
  const file = join(tried.folder, 'answers.json');
  const answers = {
    operator_email: 'first@quarry.example',
    customer_name: 'From the file',
    customer_owner: 'owner@quarry.example',
    workers: ['FACE'],
    vars: { OPERATOR_NAME: 'Quarry Ltd' },
  };
  writeFileSync(file, JSON.stringify(answers));
  await tried.run(['--yes', `--answers=${file}`, '--customer=From the option']);
  expect([...tried.fake.account.workers.keys()]).toEqual(['agate-face', 'agate']);
  const { database } = tried.fake.account;
  expect(database.prepare('SELECT name FROM tenants').get()?.['name']).toBe('From the option');
  writeFileSync(file, JSON.stringify({ ...answers, colour: 'red' }));
  expect(await tried.fail(['--yes', `--answers=${file}`])).toContain('answers.json');
});
