// The report at the end of a deployment: it shows only those secrets and links that the operator
// has to keep or open.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANSWERS, TriedDeployment } from './deployment.ts';

let tried: TriedDeployment;
beforeEach(async () => {
  tried = await new TriedDeployment().start();
});
afterEach(() => tried.stop());

const SES = [
  '--mail-provider=ses',
  '--mail-from=no-reply@anywhere.example',
  '--ses-region=eu-west-1',
  '--ses-access-key-id=AKIAQUARRYEXAMPLE000',
];

test('a first run prints the keys that it generates, and not the secret that was typed hidden', async () => {
  const printed = await tried.run([...ANSWERS, ...SES], {
    askHidden: async () => 'secret-of-ses',
  });
  expect(printed).toContain('Save these now');
  expect(printed).toMatch(/TOKEN_KEY +\S{44}/);
  expect(printed).not.toContain('secret-of-ses');
  expect(printed).not.toMatch(/^MAIL_SECRET/m);
});

test('without an operator link nothing is printed about opening one', async () => {
  await tried.run();
  tried.fake.account.database.exec("UPDATE staff SET password_hash = 'scrypt$hash'");
  for (const name of ['settings.json', 'secrets.json']) rmSync(join(tried.folder, name));
  const printed = await tried.run();
  expect(printed).toContain('Readiness');
  expect(printed).not.toContain('operator_link');
});
