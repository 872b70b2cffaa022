// Age keys under faults (D-154): whichever call fails, sending the same passkey response again
// returns the result, and nothing is counted twice.
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { answerByKey } from '../../src/domain/verification/answer-by-key.ts';
import { forgetAgeKey, makeAgeKey } from '../../src/domain/verification/keep-key.ts';
import { makeAuthenticator } from '../support/account/authenticator.ts';
import { proofOf, runAll } from '../support/faults/repeated-proofs.ts';
import { ask, keyRows, KeyService, use } from '../support/visitor/key-visit.ts';

afterEach(() => void vi.useRealTimers());

it('a counted use passes its check when the same answer is repeated, and is counted once', async () => {
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
    async ({ site }) => [(await site.result()).status, (await keyRows())[0]?.uses],
  );
  for (const one of found) expect(one).toEqual(['success', 1]);
});

it('a key is created once, even by a page that has to retry, and works afterwards', async () => {
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
      const count = (await keyRows()).length;
      return [count, (await use((await service.site()).browser, device)).status];
    },
  );
  for (const one of found) expect(one).toEqual([1, 200]);
});

it('a key is deleted when the same request to forget it is repeated', async () => {
  const service = new KeyService();
  const found = await runAll(
    service,
    async () => {
      const device = await service.device();
      const { browser } = await service.site();
      return { browser, response: await device.sign(await ask(browser, 'forget')) };
    },
    (ctx, { browser, response }) => forgetAgeKey(ctx, proofOf(browser), response),
    async () => (await keyRows()).length,
  );
  for (const one of found) expect(one).toBe(0);
});
