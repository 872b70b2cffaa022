// What only operators decide of a client: whether its requests may come without PKCE (D-103).
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../support/accounts.ts';
import { ask, makeAdmin } from '../../support/admins.ts';
import { ask as askDashboard } from '../../support/dashboard.ts';
import { makeMember } from '../../support/members.ts';
import {
  answerIn,
  Browser,
  makeClient,
  rememberConsent,
  type TestClient,
} from '../../support/oauth.ts';
import { redeem } from '../../support/oauth-calls.ts';

const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined };

async function makeVisit() {
  const [client, account, admin] = await Promise.all([makeClient(), makeAccount(), makeAdmin()]);
  await rememberConsent(account, client);
  const browser = new Browser();
  await browser.signIn(account);
  const mark = (pkce_optional: unknown) =>
    ask('PATCH', `/oauth-clients/${client.id}`, admin.token, { pkce_optional });
  const answer = async (changes: Record<string, string | undefined>) =>
    answerIn(await browser.authorize(client, { nonce: 'n-1', ...changes }));
  return { client, admin, mark, answer };
}

const redeemWith = (site: TestClient, code = '', verifier?: string) =>
  redeem({ site, code }, { code_verifier: verifier });

describe('PATCH /admin/v1/oauth-clients/{id}', () => {
  it('lets one client ask without a code challenge, when it sends a nonce', async () => {
    const { client, mark, answer } = await makeVisit();
    expect(await answer(WITHOUT)).toMatchObject({ error: 'invalid_request' });
    const marked = await mark(true);
    expect([marked.status, marked.body.data]).toEqual([
      200,
      {
        client_id: client.id,
        tenant_id: client.tenantId,
        name: 'Cellar Door',
        pkce_optional: true,
      },
    ]);
    expect(await answer({ ...WITHOUT, nonce: undefined })).toMatchObject({
      error: 'invalid_request',
      error_description: 'A request without code_challenge needs a nonce.',
    });
    const { status, body } = await redeemWith(client, (await answer(WITHOUT))['code']);
    expect([status, decodeJwt(body.id_token)['nonce']]).toEqual([200, 'n-1']);
    await mark(false);
    expect(await answer(WITHOUT)).toMatchObject({ error: 'invalid_request' });
  });

  it('weakens nothing of a request with a challenge, and no verifier fits where none was (RFC 9700 4.8.2; S-05)', async () => {
    const { client, mark, answer } = await makeVisit();
    await mark(true);
    for (const half of [
      { code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
    ])
      expect(await answer(half)).toMatchObject({ error: 'invalid_request' });
    const bound = await redeemWith(client, (await answer({}))['code']);
    const free = await redeemWith(client, (await answer(WITHOUT))['code'], 'v'.repeat(43));
    expect([bound.body.error, free.body.error]).toEqual(['invalid_grant', 'invalid_grant']);
    const other = await makeClient();
    expect(answerIn(await new Browser().authorize(other, WITHOUT))['error']).toBe(
      'invalid_request',
    );
  });

  it('is in the audit of operators and of the customer, once, and in what its owner reads', async () => {
    const { client, admin, mark } = await makeVisit();
    for (const wrong of ['true', null, undefined]) expect((await mark(wrong)).status).toBe(400);
    for (const wish of [true, true]) expect((await mark(wish)).status).toBe(200);
    const owner = await makeMember(client.tenantId);
    const own = await askDashboard('GET', `/oauth-clients/${client.id}`, owner.token);
    expect(own.body.data).toMatchObject({ pkce_optional: true });
    const entry = { action: 'oauth_client.update', target_id: client.id };
    const theirs = await askDashboard('GET', '/audit', owner.token);
    const ours = await ask('GET', '/audit?action=oauth_client.update', admin.token);
    for (const { body } of [theirs, ours])
      expect(body.data).toEqual([expect.objectContaining(entry)]);
    const gone = await ask('PATCH', '/oauth-clients/xoc_none', admin.token, {
      pkce_optional: true,
    });
    expect(gone.status).toBe(404);
  });
});
