// The rate limit of a customer's directory, 600 requests a minute for each token (D-160), and its
// error in SCIM's format.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { ERROR, makeDirectory, type Directory } from '../../support/directory/directory.ts';
import { countCalls, untilMinuteLasts } from '../../support/installation/volume.ts';

const LIMIT = 600;

const tokenIdOf = async ({ tenant }: Directory): Promise<string> =>
  (await env.DB.prepare('SELECT id FROM scim_tokens WHERE tenant_id = ?')
    .bind(tenant.id)
    .first('id')) as string;

it('is 600 requests a minute for each token, on every route, with an error as SCIM defines it', async () => {
  const [busy, calm] = [await makeDirectory(), await makeDirectory()];
  await untilMinuteLasts(15_000);
  await countCalls('dashboard', await tokenIdOf(busy), LIMIT - 2);
  const replies = [];
  for (const path of ['/Users', '/Groups', '/Users']) replies.push(await busy.send('GET', path));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  const refused = replies[2]!;
  expect(refused.body).toEqual({ schemas: [ERROR], detail: expect.any(String), status: '429' });
  expect(refused.headers.get('Content-Type')).toMatch(/^application\/scim\+json/);
  expect(refused.headers.get('Retry-After')).toBe('60');
  for (const [method, path] of [
    ['GET', '/ServiceProviderConfig'],
    ['POST', '/Users'],
    ['PATCH', '/Groups/owner'],
    ['DELETE', '/Users/mem_1'],
  ] as const)
    expect([method, path, (await busy.send(method, path)).status]).toEqual([method, path, 429]);
  expect((await calm.send('GET', '/Users')).status).toBe(200);
});
