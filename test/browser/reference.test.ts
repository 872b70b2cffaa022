import { expect, inject, test } from 'vitest';
import { inspect } from '../support/browser/inspect.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

interface ApiDescription {
  paths: Record<string, Record<string, { operationId: string }>>;
}

test('/docs shows every operation of the description, with nothing from elsewhere', async () => {
  const { base_url: service } = inject('demo');
  const response = await fetch(`${service}/openapi.json`);
  const { paths } = (await response.json()) as ApiDescription;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
    ),
  );
  const { page, sent, complaints } = await arrive(browser());
  await page.goto(`${service}/docs`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('section.endpoint').first().waitFor();
  const shown = await page
    .locator('section.endpoint')
    .evaluateAll((sections) =>
      sections.map(
        (section) => `${section.id}: ${section.querySelector('.address')?.textContent ?? ''}`,
      ),
    );
  expect(shown.toSorted()).toEqual(described.toSorted());
  await inspect(page, 'docs');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(sent.filter(({ url }) => new URL(url).origin !== service)).toEqual([]);
  expect(complaints).toEqual([]);
});
