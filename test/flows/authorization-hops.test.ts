// Counts what a sign-in for a site asks of the bindings (architecture 3): each request reads the grant once.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect, it } from 'vitest';
import worker from '../../src/index.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { countingEnv, noHops } from '../support/counted/hops.ts';
import { ORIGIN, requestFor } from '../support/site/oauth-request.ts';
import { Browser, locationOf, makeClient } from '../support/site/oauth.ts';
import { formValues } from '../support/account/portal.ts';

it('calls the grant once to open, once to show, and once to answer a consent request', async () => {
  const [client, account] = [await makeClient(), await makeAccount()];
  const browser = new Browser();
  const hops = noHops();
  const env = countingEnv(hops);
  const ask = async (path: string, form?: URLSearchParams) => {
    Object.assign(hops, noHops());
    const jar = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const execution = createExecutionContext();
    const request = new Request(`${ORIGIN}${path}`, {
      redirect: 'manual',
      headers: { Cookie: jar, Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    const response = await worker.fetch(request, env, execution);
    await waitOnExecutionContext(execution);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      browser.cookies.set(name, value);
    }
    return { response, objects: hops.objects, d1: hops.d1 };
  };
  const pathOf = ({ response }: { response: Response }): string => {
    const { pathname, search } = locationOf(response);
    return `${pathname}${search}`;
  };
  const query = `/oauth/authorize?${requestFor(client, { scope: 'openid' }).toString()}`;
  // Cold: the client is read.
  await ask(query);

  const unknown = await ask(query);
  expect(unknown).toMatchObject({ objects: 1, d1: 0 });
  expect(await ask(pathOf(unknown))).toMatchObject({ objects: 1, d1: 0 });
  await browser.signIn(account);
  // Who is signed in, with what was agreed before.
  const known = await ask(query);
  expect(known).toMatchObject({ objects: 1, d1: 1 });
  const page = await ask(pathOf(known));
  expect(page).toMatchObject({ objects: 1, d1: 1 });
  const values = formValues(await page.response.text(), '/consent');
  // The sign-in, then grant and connection in one batch.
  const allowed = await ask('/consent', new URLSearchParams({ ...values, decision: 'allow' }));
  expect(locationOf(allowed.response).searchParams.has('code')).toBe(true);
  expect(allowed).toMatchObject({ objects: 2, d1: 2 });
  const remembered = await ask(query);
  expect(locationOf(remembered.response).searchParams.has('code')).toBe(true);
  // The sign-in with what was agreed, the batch.
  expect(remembered).toMatchObject({ objects: 1, d1: 2 });
});
