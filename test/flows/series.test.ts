// How many round trips to D1, objects and queues a person waits for, one after another, from a site's request to its claims.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect, it } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import worker from '../../src/index.ts';
import { makeAccount, PASSWORD } from '../support/account/accounts.ts';
import { faultyEnv } from '../support/faults/faulty-env.ts';
import { CALLBACK, ORIGIN, requestFor, VERIFIER } from '../support/site/oauth-request.ts';
import { Browser, locationOf, makeClient, secretOf } from '../support/site/oauth.ts';
import { formValues } from '../support/account/portal.ts';
import { SeriesCount } from '../support/counted/series.ts';

it('is counted for every request of a sign-in, once clients and keys are known', async () => {
  const [client, account] = [await makeClient(), await makeAccount()];
  const series = new SeriesCount();
  const env = faultyEnv(series, { queued: [], touched: new Map() });
  const serve = async (request: Request): Promise<Response> => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request, env, execution);
    counted = series.take();
    await waitOnExecutionContext(execution);
    series.take();
    return response;
  };
  let counted = 0;
  const sent = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
  const walk = async ({ email }: Account) => {
    const browser = new Browser(serve);
    const trips: Record<string, number> = {};
    const follow = async (name: string, made: Promise<Response>) => {
      const response = await made;
      trips[name] = counted;
      return response;
    };
    const query = `/oauth/authorize?${requestFor(client, { scope: 'openid' }).toString()}`;
    const asked = locationOf(await follow('authorize', browser.get(query)));
    const path = asked.pathname + asked.search;
    const page = await (await follow('the sign-in page', browser.get(path))).text();
    const credentials = { email: email ?? '', password: PASSWORD };
    const signIn = new URLSearchParams({ ...formValues(page, '/signin'), ...credentials });
    const next = locationOf(await follow('sign in', browser.post('/signin', signIn, sent)));
    const consent = await follow('the consent page', browser.get(next.pathname + next.search));
    const isAsked = consent.headers.get('Location') === null;
    const values = isAsked ? formValues(await consent.text(), '/consent') : {};
    const allow = new URLSearchParams({ ...values, decision: 'allow' });
    const left = isAsked ? await follow('agree', browser.post('/consent', allow, sent)) : consent;
    const code = locationOf(left).searchParams.get('code') ?? '';
    const remembered = await follow('authorize, remembered', browser.get(query));
    expect(locationOf(remembered).searchParams.has('code')).toBe(true);
    const call = async (name: string, form: Record<string, string | undefined>) => {
      const body = new URLSearchParams({ ...form, ...secretOf(client) } as Record<string, string>);
      const request = new Request(`${ORIGIN}/oauth/token`, { method: 'POST', body });
      return (await follow(name, serve(request))).json<Record<string, string>>();
    };
    const grant = { redirect_uri: CALLBACK, code_verifier: VERIFIER };
    const tokens = await call('code', { grant_type: 'authorization_code', code, ...grant });
    const { refresh_token } = tokens;
    await call('refresh', { grant_type: 'refresh_token', refresh_token });
    const headers = { Authorization: `Bearer ${tokens['access_token']}` };
    await follow('userinfo', serve(new Request(`${ORIGIN}/oauth/userinfo`, { headers })));
    return trips;
  };
  /** From the site's request to its claims. */
  const wholeOf = (trips: Record<string, number>) =>
    Object.entries(trips)
      .filter(([name]) => name !== 'refresh' && name !== 'authorize, remembered')
      .reduce((sum, [, each]) => sum + each, 0);
  await walk(await makeAccount());
  // Session and request at once, the row, the answer.
  const first = await walk(account);
  expect(first).toMatchObject({ 'the consent page': 1, agree: 3 });
  expect(wholeOf(first)).toBe(10);
  // The second time consent is remembered, and the consent page leads on by itself.
  const second = await walk(account);
  expect(wholeOf(second)).toBe(9);
  expect(second).toEqual({
    authorize: 1,
    'the sign-in page': 1,
    'sign in': 2,
    'the consent page': 3,
    'authorize, remembered': 2,
    code: 1,
    refresh: 1,
    userinfo: 1,
  });
});
