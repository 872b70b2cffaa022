// Age keys under faults (D-154): whatever call fails, the same answer sent again gets what was asked for, and nothing counts twice.
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { createContext, type Context } from '../../src/context.ts';
import { decodeObjectId } from '../../src/crypto/capability-token.ts';
import { answerByKey } from '../../src/domain/verification/answer-by-key.ts';
import {
  readBrowserProof,
  type BrowserProof,
} from '../../src/domain/verification/browser-session.ts';
import { forgetAgeKey, makeAgeKey } from '../../src/domain/verification/keep-key.ts';
import { makeAuthenticator } from '../support/account/authenticator.ts';
import { FAULTS, Faults } from '../support/faults/faults.ts';
import { faultyEnv } from '../support/faults/faulty-env.ts';
import type { TestBrowser } from '../support/visitor/hosted.ts';
import { ask, KeyService, use } from '../support/visitor/key-visit.ts';

afterEach(() => void vi.useRealTimers());

function proofOf({ cookieHeader, sessionId }: TestBrowser): BrowserProof {
  const id = decodeObjectId(sessionId) ?? '';
  const proofs = cookieHeader
    .split('; ')
    .map((cookie) => readBrowserProof(cookie.split('=')[1], id));
  const proof = proofs.find((one) => one !== undefined);
  if (proof === undefined) throw new Error('The browser has no cookie of the session.');
  return proof;
}

/** Of an isolate that is warm. */
const withFaults = (ctx: Context, faults: Faults): Context => ({
  ...createContext(faultyEnv(faults, { queued: [], touched: new Map() }), {
    waitUntil: (work) => void work.catch(() => undefined),
  }),
  config: ctx.config,
});

/** @returns how it went in every run: with one fault of one call, and repeated without any */
async function runAll<T>(
  service: KeyService,
  prepare: () => Promise<T>,
  act: (ctx: Context, fixture: T) => Promise<unknown>,
  check: (fixture: T) => Promise<unknown>,
): Promise<unknown[]> {
  const whole = new Faults();
  await act(withFaults(service.ctx, whole), await prepare());
  const found: unknown[] = [];
  for (const at of whole.calls.keys())
    for (const fault of FAULTS) {
      const fixture = await prepare();
      const faults = new Faults(at, fault);
      const ctx = withFaults(service.ctx, faults);
      await Promise.race([act(ctx, fixture).catch(() => undefined), faults.cutOff]);
      await act(service.ctx, fixture);
      found.push(await check(fixture));
    }
  expect(found.length).toBeGreaterThanOrEqual(4);
  return found;
}

const rows = async () =>
  (await env.DB.prepare('SELECT id, uses FROM age_keys').all<{ id: string; uses: number }>())
    .results;

it('a use that was counted passes its check when the same answer comes again, and is counted once', async () => {
  const service = new KeyService();
  const made = await service.device();
  const found = await runAll(
    service,
    async () => {
      await env.DB.prepare('UPDATE age_keys SET uses = 0, used_on = NULL').run();
      const site = await service.site();
      return { site, response: await made.sign(await ask(site.browser, 'use')) };
    },
    (ctx, { site, response }) => answerByKey(ctx, proofOf(site.browser), response),
    async ({ site }) => [(await site.result()).status, (await rows())[0]?.uses],
  );
  for (const one of found) expect(one).toEqual(['success', 1]);
});

it('a key is made once, also by a page that had to ask twice, and answers then', async () => {
  const service = new KeyService();
  const found = await runAll(
    service,
    async () => {
      await env.DB.prepare('DELETE FROM age_keys').run();
      const { browser } = await service.passed();
      const device = await makeAuthenticator();
      return { browser, device, response: await device.register(await ask(browser, 'make')) };
    },
    (ctx, { browser, response }) => makeAgeKey(ctx, proofOf(browser), response),
    async ({ device }) => {
      const count = (await rows()).length;
      return [count, (await use((await service.site()).browser, device)).status];
    },
  );
  for (const one of found) expect(one).toEqual([1, 200]);
});

it('a key that was to be forgotten is, when the same answer comes again', async () => {
  const service = new KeyService();
  const found = await runAll(
    service,
    async () => {
      const device = await service.device();
      const { browser } = await service.site();
      return { browser, response: await device.sign(await ask(browser, 'forget')) };
    },
    (ctx, { browser, response }) => forgetAgeKey(ctx, proofOf(browser), response),
    async () => (await rows()).length,
  );
  for (const one of found) expect(one).toBe(0);
});
