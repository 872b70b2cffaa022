// The first operator of a deployment: who receives a link to set a password, and who does not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANSWERS, TriedDeployment } from './deployment.ts';

let tried: TriedDeployment;
beforeEach(async () => {
  tried = await new TriedDeployment().start();
});
afterEach(() => tried.stop());

const rows = (sql: string) => tried.fake.account.database.prepare(sql).all();
const addresses = () =>
  rows('SELECT email_normalized FROM staff').map((row) => Object.values(row)[0]);
const kept = () =>
  JSON.parse(readFileSync(join(tried.folder, 'secrets.json'), 'utf8')) as Record<string, unknown>;

const BY_PROVIDER = `INSERT INTO staff_identities (staff_id, issuer, subject, linked_at_ms, last_used_at_ms)
  SELECT id, 'https://id.quarry.example', 'second', 1, 1 FROM staff`;

test.each([
  ['is linked to an identity provider', BY_PROVIDER],
  ['has signed in', 'UPDATE staff SET last_login_at_ms = 1'],
])('an operator without a password who %s counts as having signed in', async (_who, comesIn) => {
  await tried.run();
  tried.fake.account.database.exec(
    `UPDATE staff SET email_normalized = 'second@quarry.example', email = email_normalized;
     DELETE FROM deployment_links; ${comesIn};`,
  );
  expect(await tried.run(['--yes'])).not.toContain('token=');
  expect(addresses()).toEqual(['second@quarry.example']);
  expect(rows('SELECT 1 FROM deployment_links')).toEqual([]);
});

test('a deactivated operator gets no link, and none is reported', async () => {
  await tried.run();
  tried.fake.account.database.exec(
    'UPDATE staff SET deactivated_at_ms = 1; DELETE FROM deployment_links',
  );
  expect(await tried.run(['--yes'])).not.toContain('token=');
  expect(rows('SELECT 1 FROM deployment_links')).toEqual([]);
  expect(kept()).not.toHaveProperty('operator_link');
});

test('the stored address of an internationalised domain is the one that sign-in looks for', async () => {
  await tried.run([...ANSWERS, '--operator=First@Bücher.example']);
  expect(addresses()).toEqual(['first@xn--bcher-kva.example']);
  expect(rows('SELECT email FROM staff')).toMatchObject([{ email: 'First@Bücher.example' }]);
  tried.fake.account.database.exec('UPDATE deployment_links SET expires_at_ms = 1');
  expect(await tried.run(['--yes'])).toContain(String(kept()['operator_link']));
  expect(rows('SELECT 1 FROM deployment_links')).toHaveLength(1);
});
