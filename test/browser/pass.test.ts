import { expect, inject, test } from 'vitest';
import { inspect } from '../support/browser/inspect.ts';
import { press, see, seeAge, seeVerdict } from '../support/browser/hosted-page.ts';
import { agree, arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('a person who follows the instructions returns to the shop verified', async () => {
  const { shop_url: shop, base_url: service } = inject('demo');
  const { page, complaints } = await arrive(browser(), { reducedMotion: 'no-preference' });
  await page.goto(shop);
  await inspect(page, 'shop');
  await page.getByRole('button', { name: 'Prove your age' }).click();
  await page.waitForURL(`${service}/v/**`);
  await agree(page);
  await press(page, 'camera.off.action');
  await see(page, 'liveness');
  await seeAge(page);
  await inspect(page, 'age');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  await page.waitForURL(`${shop}/return?**`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Thank you, you are old enough',
  );
  const shown = JSON.parse((await page.locator('pre').textContent()) ?? '');
  expect(shown).toMatchObject({
    status: 'success',
    verified: true,
    checks: {
      liveness: { performed: true, passed: true },
      age: { performed: true, passed: true, gate: 18 },
    },
  });
  expect(complaints).toEqual([]);
  await inspect(page, 'shop-verified');
});

test('the shop refuses a canceled check, and refuses the result of another order', async () => {
  const { shop_url: shop } = inject('demo');
  const { page } = await arrive(browser());
  await page.goto(shop);
  await page.getByRole('button', { name: 'Prove your age' }).click();
  await press(page, 'cancel');
  await press(page, 'cancel_dialog.stop');
  await page.waitForURL(`${shop}/return?**`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You stopped the check');
  await inspect(page, 'shop-canceled');
  const answer = page.url();
  const stranger = await arrive(browser());
  await stranger.page.goto(answer);
  expect(await stranger.page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'That did not work',
  );
  await inspect(stranger.page, 'shop-error');
});
