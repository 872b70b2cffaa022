// Age passes under faults (D-152): whatever call fails, whoever asks again gets what was asked for, and nothing is there twice.
import { afterEach, expect, it, vi } from 'vitest';
import { createContext, type Context } from '../../src/context.ts';
import { decodeObjectId } from '../../src/crypto/capability-token.ts';
import { decodeBase64Url } from '../../src/crypto/encoding.ts';
import { answerByPass } from '../../src/domain/verification/answer-by-pass.ts';
import {
  readBrowserProof,
  type BrowserProof,
} from '../../src/domain/verification/browser-session.ts';
import { givePasses } from '../../src/domain/verification/give-passes.ts';
import { FAULTS, Faults } from '../support/faults/faults.ts';
import { faultyEnv } from '../support/faults/faulty-env.ts';
import type { TestBrowser } from '../support/visitor/hosted.ts';
import { PassService } from '../support/visitor/pass-visit.ts';
import { blind, keyFor, makePasses } from '../support/visitor/passes.ts';

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
  service: PassService,
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
  expect(found.length).toBeGreaterThanOrEqual(8);
  return found;
}

it('a pass that was spent for a check passes it when it is shown again, and no other', async () => {
  const service = new PassService();
  const spare = await makePasses(service.ctx);
  const found = await runAll(
    service,
    async () => {
      if (spare.length === 0) spare.push(...(await makePasses(service.ctx)));
      return { token: spare.pop() ?? '', site: await service.site() };
    },
    (ctx, { token, site }) => answerByPass(ctx, proofOf(site.browser), token),
    async ({ token, site }) => {
      const other = await (await service.site()).show(token);
      return [(await site.result()).status, other.body.error?.code];
    },
  );
  for (const one of found) expect(one).toEqual(['success', 'PASS_SPENT']);
});

it('passes are given once, also to a page that had to ask twice', async () => {
  const service = new PassService();
  const found = await runAll(
    service,
    async () => {
      const visit = await service.visit();
      await visit.pass();
      const key = decodeBase64Url((await keyFor(service.ctx)).tokenKey);
      const [mine, other] = [
        await blind(key, 'localhost:8787'),
        await blind(key, 'localhost:8787'),
      ];
      return { visit, mine, other, answer: new Uint8Array() };
    },
    async (ctx, fixture) => {
      fixture.answer = await givePasses(ctx, proofOf(fixture.visit.browser), fixture.mine.body);
    },
    async ({ visit, mine, other, answer }) => {
      const tokens = await mine.finish(answer);
      return [tokens.length, (await service.post(visit, other.body)).status];
    },
  );
  for (const one of found) expect(one).toEqual([10, 409]);
});
