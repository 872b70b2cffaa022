// Operates a page with only the keyboard.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses Tab until the named control has focus. The focus must be visible at every stop. */
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

/** Waits until the named control has focus, however busy the machine is. */
export const seeFocus = (page: Page, name: string): Promise<void> =>
  expect.poll(async () => (await focused(page)).name, { timeout: 60_000 }).toBe(name);

/** The focused element, and whether its focus is visible. */
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
