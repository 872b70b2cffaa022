// A page by the keyboard alone.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses Tab until the control has the focus; every stop on the way must be visible. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const stops: string[] = [];
  while (stops.length < 20) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    stops.push(stop.name);
    expect(stop, `focus on ${stop.name}`).toMatchObject({ isVisible: true });
    if (stop.name === name) return;
  }
  throw new Error(`${name} was not among ${stops.join(', ')}`);
}

/** Waits until what is called so has the focus, however busy the machine. */
export const seeFocus = (page: Page, name: string): Promise<void> =>
  expect.poll(async () => (await focused(page)).name, { timeout: 60_000 }).toBe(name);

/** What has the focus, and whether one can see that. */
export function focused(page: Page): Promise<{ tag: string; name: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const style = getComputedStyle(element);
    const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    return {
      tag: element.tagName,
      name: element.textContent ?? '',
      isVisible: element === document.body || isOutlined || style.boxShadow !== 'none',
    };
  });
}
