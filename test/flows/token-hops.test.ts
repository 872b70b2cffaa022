// Counts what the token family asks of the bindings (architecture 3).
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import worker from '../../src/index.ts';
import { countingEnv, noHops } from '../support/counted/hops.ts';
import { authorizeSite } from '../support/site/grants.ts';
import { secretOf } from '../support/site/oauth.ts';
import { CALLBACK, ORIGIN, VERIFIER, type Parameters } from '../support/site/oauth-request.ts';

describe('hop budget of the token family', () => {
  it('is one object call for each, and one database read for userinfo alone', async () => {
    const first = await authorizeSite();
    const second = await authorizeSite({ site: first.site, account: first.account });
    const hops = noHops();
    const env = countingEnv(hops);
    const ask = async (path: string, form: Parameters, headers: Record<string, string> = {}) => {
      Object.assign(hops, noHops());
      const execution = createExecutionContext();
      const body = new URLSearchParams(form as Record<string, string>).toString();
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const request = new Request(`${ORIGIN}/oauth${path}`, {
        method: 'POST',
        headers: { ...type, ...headers },
        body,
      });
      const response = await worker.fetch(request, env, execution);
      await waitOnExecutionContext(execution);
      const tokens = await response.json<any>();
      return { status: response.status, tokens, objects: hops.objects, d1: hops.d1 };
    };
    const exchange = (code: string) =>
      ask('/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
        ...secretOf(first.site),
      });
    // Cold: the client and the signing keys are read.
    await exchange(first.code);
    const warm = await exchange(second.code);
    expect(warm).toMatchObject({ status: 200, objects: 1, d1: 0 });
    const { access_token, refresh_token } = warm.tokens;
    const refresh = { grant_type: 'refresh_token', refresh_token, ...secretOf(first.site) };
    expect(await ask('/token', refresh)).toMatchObject({ status: 200, objects: 1, d1: 0 });
    const token = { token: access_token, ...secretOf(first.site) };
    expect(await ask('/introspect', token)).toMatchObject({ status: 200, objects: 1, d1: 0 });
    const bearer = { Authorization: `Bearer ${access_token}` };
    expect(await ask('/userinfo', {}, bearer)).toMatchObject({ status: 200, objects: 1, d1: 1 });
    expect(await ask('/revoke', token)).toMatchObject({ status: 200, objects: 1, d1: 0 });
  });

  it('is nothing at all for keys and discovery once they are known', async () => {
    const hops = noHops();
    const env = countingEnv(hops);
    for (const path of ['/.well-known/jwks.json', '/.well-known/jwks.json']) {
      Object.assign(hops, noHops());
      const execution = createExecutionContext();
      await (await worker.fetch(new Request(`${ORIGIN}${path}`), env, execution)).text();
      await waitOnExecutionContext(execution);
    }
    expect(hops).toEqual(noHops());
  });
});
