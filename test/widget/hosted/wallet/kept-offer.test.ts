// The wallet offer that the page keeps for the next button press. It is reused until a wallet
// answers it or a new offer replaces it.
import { beforeEach, expect, it, vi } from 'vitest';
import { Kept } from '../../../../widget/hosted/wallet/kept-offer.ts';
import { makeView } from '../views.ts';

const view = makeView({
  step: 'wallet',
  wallet: { gate: 18, credentials: ['eu_av', 'mdl'], answers_left: 5 },
});

/**
 * For each request for an offer, the way to reach a wallet that the request specified and, in
 * `answers`, a function that releases the response.
 */
let asked: string[];
let answers: (() => void)[];
beforeEach(() => {
  asked = [];
  answers = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    asked.push((JSON.parse(body) as { way: string }).way);
    const link = `av://?${asked.length}`;
    await new Promise<void>((resolve) => {
      answers.push(resolve);
    });
    const data = { requests: [], links: { av: link }, expires_in_ms: 300_000 };
    return Response.json({ success: true, data });
  });
});

async function answer(count: number): Promise<void> {
  await expect.poll(() => answers.length).toBe(count);
  answers.at(-1)?.();
}

it('an offer is reused while it waits for its answer, and not afterwards', async () => {
  const kept = new Kept();
  const first = kept.offer(view, 'other_device');
  await answer(1);
  expect(await kept.offer(view, 'other_device')).toBe(await first);
  kept.forget();
  const second = kept.offer(view, 'other_device');
  await answer(2);
  expect((await second).links).toEqual({ av: 'av://?2' });
});

it('an offer is created after a pending one, which it replaces', async () => {
  const kept = new Kept();
  const ahead = kept.offer(view, 'browser');
  const pressed = kept.offer(view, 'other_device');
  await answer(1);
  await answer(2);
  await Promise.all([ahead, pressed]);
  expect(asked).toEqual(['browser', 'other_device']);
  expect((await kept.offer(view, 'other_device')).links).toEqual({ av: 'av://?2' });
});

it('an offer is created again when the previous attempt failed', async () => {
  const kept = new Kept();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json(
        { success: false, error: { code: 'UNAVAILABLE', message: '' } },
        { status: 503 },
      ),
    ),
  );
  await expect(kept.offer(view, 'browser')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ success: true, data: { requests: [], links: {}, expires_in_ms: 300_000 } }),
    ),
  );
  expect(await kept.offer(view, 'other_device')).toMatchObject({ way: 'other_device' });
});
