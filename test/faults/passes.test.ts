// Age passes under faults (D-152): whichever call fails, repeating the request returns the result,
// and nothing is created twice.
import { afterEach, expect, it, vi } from 'vitest';
import { decodeBase64Url } from '../../src/crypto/encoding.ts';
import { answerByPass } from '../../src/domain/verification/answer-by-pass.ts';
import { givePasses } from '../../src/domain/verification/give-passes.ts';
import { proofOf, runAll } from '../support/faults/repeated-proofs.ts';
import { PassService } from '../support/visitor/pass-visit.ts';
import { blind, keyFor, makePasses } from '../support/visitor/passes.ts';

afterEach(() => void vi.useRealTimers());

it('a pass that was spent on a check passes it again when it is repeated, and passes no other check', async () => {
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

it('passes are issued once, even to a page that has to retry', async () => {
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
