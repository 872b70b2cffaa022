// The first owner joins through a printed link, which requires neither an email nor a mail
// provider.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemo, type RunningDemo } from '../support/browser/running-demo.ts';

let running: RunningDemo;
beforeAll(async () => {
  running = await startDemo();
}, 300_000);
afterAll(() => running.stop());

const run = (script: string, ...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, STATE_DIR: join(running.place.folder, 'state') },
  });

const accept = (link: string, password: string): Promise<Response> =>
  fetch(link.split('?')[0] ?? link, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: running.demo.base_url,
    },
    body: new URLSearchParams({
      token: new URL(link).searchParams.get('token') ?? '',
      new_password: password,
    }),
  });

const signIn = (email: string, password: string, group = 'dashboard'): Promise<Response> =>
  fetch(`${running.demo.base_url}/${group}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

const PASSWORD = 'walnut-harbour-mist-92';

test('tenant:create and tenant:invite print links, and only the newest link of an address signs its owner in, once', async () => {
  const base = ['--base', running.demo.base_url];
  const email = 'first@cellar.example';
  const wish = ['--name', 'Cellar', '--residency', 'eu', '--owner', email];
  const made = await run('scripts/tenant.ts', ...wish, ...base);
  const { id, owner_link: first } = JSON.parse(made.stdout) as Record<string, string>;
  const again = await run(
    'scripts/invite.ts',
    '--tenant',
    id ?? '',
    '--owner',
    'First@Cellar.example',
    ...base,
  );
  const second = again.stdout.trim();
  expect((await accept(first ?? '', PASSWORD)).status).toBe(422);
  expect((await accept(second, PASSWORD)).status).toBe(303);
  // An identical request counts as a repeat after a lost response; one with a different password is
  // refused (D-136).
  expect((await accept(second, PASSWORD)).status).toBe(303);
  expect((await accept(second, 'another-kettle-orbit-48')).status).not.toBe(303);
  const { data } = (await (await signIn(email, PASSWORD)).json()) as {
    data: { user: { role: string; tenant_id: string }; access_token: string };
  };
  expect(data.user).toMatchObject({ role: 'owner', tenant_id: id });
  const settings = await fetch(`${running.demo.base_url}/dashboard/v1/settings`, {
    headers: { Authorization: `Bearer ${data.access_token}` },
  });
  expect(await settings.json()).toMatchObject({ data: { residency: 'eu' } });
  await expect(run('scripts/tenant.ts', '--name', 'X', '--residency', 'us')).rejects.toThrow(
    '--residency must be one of: none, eu.',
  );
  const refused = (...args: string[]) =>
    run('scripts/invite.ts', ...args).then(
      () => 'made',
      (error: { stderr: string }) => error.stderr,
    );
  const other = ['--owner', 'second@cellar.example'];
  expect(await refused('--tenant', id ?? '', ...other)).toContain('Its owners invite further ones');
  expect(await refused('--tenant', 'ten_nobody', ...other)).toContain('no such customer');
  expect(await refused('--tenant', id ?? '', '--owner', 'nobody')).toContain('--owner must be');
  expect(await refused('--tenant', "ten_' OR 1", ...other)).toContain('--tenant must be');
}, 300_000);

test('admin:create prints a link with which an operator chooses a password, and prints it again until one is chosen', async () => {
  const create = (...args: string[]) =>
    run('scripts/admin.ts', '--name', 'Ada', '--base', running.demo.base_url, ...args).then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => error.stderr,
    );
  const first = await create('--email', 'ada@cellar.example', '--role', 'analyst');
  const second = await create('--email', 'Ada@cellar.example', '--role', 'analyst');
  expect((await accept(first, PASSWORD)).status).toBe(422);
  const joined = await accept(second, PASSWORD);
  expect([joined.status, joined.headers.get('Location')]).toEqual([303, '/admin/joined']);
  expect(await create('--email', 'ada@cellar.example')).toContain('has a password already');
  expect(await create('--email', 'ada@cellar.example', '--password', PASSWORD)).toContain(
    '--password',
  );
  expect(await create('--email', 'nobody')).toContain('--email must be');
  const abroad = await create('--email', 'Ada@Bücher.example');
  expect((await accept(abroad, PASSWORD)).status).toBe(303);
  expect((await signIn('ada@bücher.example', PASSWORD, 'admin')).status).toBe(200);
}, 300_000);
