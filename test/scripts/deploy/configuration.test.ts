// The wrangler configurations written for an installation, as wrangler itself reads them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import {
  serviceConfiguration,
  writeConfigurations,
} from '../../../scripts/deploy/configuration.ts';
import type { Choices } from '../../../scripts/deploy/settings.ts';
import { ACCOUNT } from './fake-account.ts';

const folder = mkdtempSync(join(tmpdir(), 'agate-configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CHOICES: Choices = {
  account_id: ACCOUNT,
  plan: 'free',
  location: 'weur',
  domain: 'verify.example.com',
  service_name: 'Quarry "& Sons" \\ $1',
  mail_from: 'none',
  operator_email: 'first@quarry.example',
  operator_name: 'First',
  customer_name: 'Quarry shop',
  customer_owner: 'owner@quarry.example',
  workers: ['FACE', 'WALLET'],
  vars: { TERMS: 'Be kind.\n\nThe service may <end>.' },
};
const PLACES = { databaseId: 'an-id', baseUrl: 'https://verify.example.com' };

test('the settings are inserted, whatever their text, and everything else is as committed', () => {
  const names = writeConfigurations(folder, CHOICES, PLACES);
  expect(names).toEqual(['wrangler.face.toml', 'wrangler.wallet.toml', 'wrangler.toml']);
  const read = (config: string) => unstable_readConfig({ config });
  const [made, committed] = [read(join(folder, 'wrangler.toml')), read('wrangler.toml')];
  expect(made).toMatchObject({
    account_id: ACCOUNT,
    workers_dev: false,
    routes: [{ pattern: 'verify.example.com', custom_domain: true }],
    main: committed.main,
    vars: {
      BASE_URL: 'https://verify.example.com',
      SERVICE_NAME: CHOICES.service_name,
      D1_LIMIT_MB: '500',
      TERMS: CHOICES.vars['TERMS'],
    },
    services: [{ binding: 'FACE' }, { binding: 'WALLET' }],
    d1_databases: [{ database_id: 'an-id' }],
  });
  expect(made.vars).not.toHaveProperty('MAIL_FROM');
  for (const part of ['queues', 'durable_objects', 'migrations', 'triggers', 'ratelimits'] as const)
    expect(made[part]).toEqual(committed[part]);
  expect(read(join(folder, 'wrangler.face.toml'))).toMatchObject({
    account_id: ACCOUNT,
    workers_dev: false,
  });
});

test('an unexpected committed file is refused, not partly changed', () => {
  const committed = readFileSync('wrangler.toml', 'utf8').replace(/^database_id.*$/m, '');
  expect(() => serviceConfiguration(committed, CHOICES, PLACES)).toThrow('database_id');
});
