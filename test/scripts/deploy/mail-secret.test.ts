// The mail provider's secret, which is never given to a different provider.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANSWERS, TriedDeployment } from './deployment.ts';

let tried: TriedDeployment;
beforeEach(async () => {
  tried = await new TriedDeployment().start();
});
afterEach(() => tried.stop());

const FROM = '--mail-from=no-reply@anywhere.example';
const RESEND = ['--mail-provider=resend', FROM];
const POSTMARK = ['--yes', '--mail-provider=postmark'];
const NONE = "The email provider's secret is missing";

const having = (secret: string) => ({ env: { ...tried.environment(), MAIL_SECRET: secret } });
const lastPut = (): string | undefined => tried.put.at(-1)?.['MAIL_SECRET'];
const invocations = (): number => tried.invocations.length;

describe('another provider', () => {
  beforeEach(() => tried.run([...ANSWERS, ...RESEND], having('re_first')));

  test('does not get the secret of the previous provider, which the service has', async () => {
    const before = invocations();
    expect(await tried.fail(POSTMARK)).toContain(NONE);
    expect(invocations()).toBe(before);
    await tried.run(POSTMARK, { askHidden: async () => 'pm_typed' });
    expect(lastPut()).toBe('pm_typed');
    const runs = tried.put.length;
    await tried.run(['--yes']);
    expect(tried.put).toHaveLength(runs);
  });

  test('replaces the secret, and switching back does not restore the old one', async () => {
    await tried.run(POSTMARK, having('pm_first'));
    expect(await tried.fail(['--yes', '--mail-provider=resend'])).toContain(NONE);
  });

  test('keeps its own secret for the next run when a run fails', async () => {
    tried.fake.account.isUnwell = true;
    await tried.fail(POSTMARK, having('pm_first'));
    tried.fake.account.isUnwell = false;
    expect(await tried.fail(['--yes', '--mail-provider=resend'])).toContain(NONE);
    await tried.run(POSTMARK);
    expect(lastPut()).toBe('pm_first');
  });

  test('is not involved when a run without mail lies between two runs with the first one, which ask for nothing', async () => {
    await tried.run(['--yes', '--mail-provider=none']);
    const runs = tried.put.length;
    await tried.run(['--yes', ...RESEND]);
    expect(tried.put).toHaveLength(runs);
  });

  test('in the same account is refused a secret that was stored before its provider was recorded', async () => {
    forgetOwners();
    expect(await tried.fail(POSTMARK)).toContain(NONE);
    const runs = tried.put.length;
    await tried.run(['--yes']);
    expect(tried.put).toHaveLength(runs);
  });
});

/**
 * Makes the folder look like one from an earlier version, which did not record the provider that
 * the secret belongs to.
 */
function forgetOwners(): void {
  for (const name of ['settings.json', 'secrets.json']) {
    const file = join(tried.folder, name);
    const kept = readFileSync(file, 'utf8');
    const old = JSON.stringify(JSON.parse(kept), (key, value: unknown) =>
      key.toLowerCase() === 'mail_secret_of' ? undefined : value,
    );
    expect(old.length).toBeLessThan(JSON.stringify(JSON.parse(kept)).length);
    writeFileSync(file, old);
  }
}

const ses = (key: string) => [
  '--mail-provider=ses',
  FROM,
  '--ses-region=eu-west-1',
  `--ses-access-key-id=${key}`,
];

test('another access key of Amazon SES needs another secret', async () => {
  await tried.run([...ANSWERS, ...ses('AKIAQUARRYEXAMPLE000')], having('secret-of-0'));
  expect(await tried.fail(['--yes', ...ses('AKIAQUARRYEXAMPLE001')])).toContain(NONE);
  await tried.run(['--yes', ...ses('AKIAQUARRYEXAMPLE001')], having('secret-of-1'));
  expect(lastPut()).toBe('secret-of-1');
});

test('a secret stored by a failed first run is not used for another provider', async () => {
  tried.fake.account.forbidden = ['/scripts/agate/domains'];
  await tried.fail([...ANSWERS, ...RESEND], having('re_first'));
  tried.fake.account.forbidden = [];
  expect(await tried.fail(POSTMARK)).toContain(NONE);
  await tried.run(['--yes']);
  expect(lastPut()).toBe('re_first');
});
