// Remembered consents: a new consent is merged with earlier ones, even if two are given
// concurrently.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { disconnect } from '../../../../src/domain/openid/grants/connections.ts';
import { insertGrant } from '../../../../src/domain/openid/grants/new-grant-store.ts';
import { makeAccount } from '../../../support/account/accounts.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { makeSite, signInAs } from '../../../support/site/grants.ts';

async function makeVisit() {
  const { db, objects } = makeContext();
  const [site, account] = [await makeSite(), await makeAccount()];
  const { session } = await signInAs(account);
  const parties = { accountId: account.id, clientId: site.id };
  const agree = (
    host: string,
    scope: string[],
    ageThresholds?: (12 | 18)[],
    id = objects.newGrantId('none'),
  ) =>
    insertGrant(db, {
      ...parties,
      id,
      sessionId: session.id,
      scope,
      ageThresholds,
      host,
      isRemembered: false,
      nowMs: Date.now(),
      expiresAtMs: Date.now() + 60_000,
    });
  const read = async (host: string) => {
    const agreed = await env.DB.prepare(
      'SELECT agreed FROM connections WHERE account_id = ? AND client_id = ?',
    )
      .bind(account.id, site.id)
      .first<string>('agreed');
    return (JSON.parse(agreed ?? '{}') as Record<string, string>)[host]?.split(' ');
  };
  const scope = () =>
    env.DB.prepare('SELECT scope FROM connections WHERE account_id = ? AND client_id = ?')
      .bind(account.id, site.id)
      .first<string>('scope');
  const end = () => disconnect(makeContext(), account.id, site.id);
  return { agree, read, scope, end };
}

it('consent is kept per host, and concurrent consents are all recorded', async () => {
  const { agree, read, scope } = await makeVisit();
  const made = await Promise.all([
    agree('rp.example', ['openid', 'email']),
    agree('rp.example', ['profile', 'openid']),
    agree('[::1]:3000', ['openid', 'age_verification'], [18]),
  ]);
  expect(made).toEqual([true, true, true]);
  expect(await read('rp.example')).toEqual(['email', 'openid', 'profile']);
  expect(await read('[::1]:3000')).toEqual(['age:18', 'age_verification', 'openid']);
  expect(await read('other.example')).toBeUndefined();
  expect(await scope()).toBe('age_verification email openid profile');
});

it('consent grows by thresholds, and an age consent from before thresholds existed covers all of them (D-56)', async () => {
  const { agree, read } = await makeVisit();
  await agree('rp.example', ['openid', 'age_verification'], [18]);
  await agree('rp.example', ['openid', 'age_verification'], [12]);
  expect(await read('rp.example')).toEqual(['age:12', 'age:18', 'age_verification', 'openid']);
  await env.DB.prepare(
    `UPDATE connections SET agreed = '{"rp.example":"age_verification openid"}'`,
  ).run();
  await agree('rp.example', ['openid', 'age_verification'], [18]);
  expect(await read('rp.example')).toEqual([
    'age:12',
    'age:15',
    'age:18',
    'age:21',
    'age:25',
    'age_verification',
    'openid',
  ]);
});

it('consent can be recorded repeatedly, and not again once the person disconnected the site', async () => {
  const { agree, scope, end } = await makeVisit();
  const id = makeContext().objects.newGrantId('none');
  const record = () => agree('rp.example', ['openid'], undefined, id);
  expect(await Promise.all([record(), record()])).toEqual([true, true]);
  expect(await record()).toBe(true);
  await end();
  expect(await record()).toBe(false);
  expect(await scope()).toBeNull();
});
