// How many calls it takes to request, make, use and delete an age key.
import { env } from 'cloudflare:workers';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterEach, expect, it, vi } from 'vitest';
import worker from '../../../src/index.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { countingEnv } from '../../support/counted/round-trips.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { ask, forget, KeyService } from '../../support/visitor/key-visit.ts';
import { expectBudgets, Walk } from './walk.ts';

afterEach(() => void vi.useRealTimers());

/**
 * Copies the browser's cookies and session id into a new browser that sends its requests through
 * `fetch`, so that the calls to bindings are counted.
 */
function copyWithCounting(
  { cookieHeader, sessionId }: TestBrowser,
  fetch: (request: Request) => Promise<Response>,
): TestBrowser {
  const browser = new TestBrowser(undefined, fetch);
  for (const cookie of cookieHeader.split('; ')) {
    const [name = '', value = ''] = cookie.split('=');
    browser.setCookie(name, value);
  }
  browser.sessionId = sessionId;
  return browser;
}

it('a key is requested and created in one call each, and answers within four', async () => {
  const service = new KeyService();
  const visit = await service.passed();
  const walk = new Walk('keys');
  const bindings = { ...env, ...countingEnv(walk.count) } as unknown as Env;
  const counting = async (request: Request) => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request, bindings, execution);
    await waitOnExecutionContext(execution);
    return response;
  };
  const site = await service.site();
  const [checked, other] = [visit, site].map(({ browser }) => copyWithCounting(browser, counting));
  if (checked === undefined || other === undefined) throw new Error('There are two.');
  const device = await makeAuthenticator();
  const options = await walk.noteAll('ask for an age key', () => ask(checked, 'make'));
  const made = await device.register(options);
  const kept = await walk.noteAll('make an age key', () =>
    checked.step('key', { act: 'make', response: made }),
  );
  expect(kept.status).toBe(200);
  const shown = await device.sign(await ask(other, 'use'));
  const answered = await walk.noteAll('answer with an age key', () =>
    other.step('key', { act: 'use', response: shown }),
  );
  expect(answered.body.data.status).toBe('success');
  const response = await device.sign(await ask(other, 'forget'));
  const gone = await walk.noteAll('forget an age key', () =>
    other.step('key/forget', { response }),
  );
  expect(gone.body.data).toEqual({ forgotten: true });
  expectBudgets(walk);
  expect((await forget(other, device)).body.data).toEqual({ forgotten: false });
});
