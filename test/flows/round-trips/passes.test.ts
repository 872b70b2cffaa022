// How many calls it takes a site to redeem an age pass, and to satisfy a check with one.
import { env } from 'cloudflare:workers';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect, it } from 'vitest';
import worker from '../../../src/index.ts';
import { createContext } from '../../../src/context.ts';
import { VALID_INIT } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { countingEnv } from '../../support/counted/round-trips.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { makePasses } from '../../support/visitor/passes.ts';
import { expectBudgets, Walk } from './walk.ts';

it('a pass is spent in one object call, and its check takes two more', async () => {
  const floor = { PASS_FLOOR: '0' };
  const ctx = createContext({ ...env, ...floor }, { waitUntil: () => undefined });
  const [known = '', first = '', second = ''] = await makePasses(ctx);
  const { secret } = await makeTenant();
  const walk = new Walk('passes');
  const bindings = { ...countingEnv(walk.count), ...floor } as unknown as Env;
  const fetch = async (request: Request): Promise<Response> => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request, bindings, execution);
    await waitOnExecutionContext(execution);
    return response;
  };
  const call = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': secret };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(new Request(`http://localhost:8787${path}`, init))).json<any>();
  };
  const redeem = (token: string) => call('/verify/v1/passes/redeem', { token });
  // This pass is not counted: afterwards, the isolate has cached the customer's keys and the pass
  // keys.
  await redeem(known);
  const redeemed = await walk.noteAll('redeem a pass at a site', () => redeem(first));
  expect(redeemed.data).toMatchObject({ ok: true });
  const accept = { methods: ['face', 'pass'] };
  const { data } = await call('/verify/v1/init', { ...VALID_INIT, accept });
  const browser = new TestBrowser(undefined, fetch);
  await browser.open(data.token);
  const shown = await walk.noteAll('answer a check with a pass', () =>
    browser.step('pass', { token: second }),
  );
  expect(shown.body.data.status).toBe('success');
  expectBudgets(walk);
});
