// The calls that the console shows match the calls in the docs for the same requests.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { consoleSamples } from '../../../scripts/console-examples/samples.ts';

const committed: unknown = JSON.parse(
  readFileSync('widget/console/dashboard/pages/try/samples.json', 'utf8'),
);

it('are up to date: run `npm run generate:wire` when this fails', () => {
  expect(committed).toEqual(consoleSamples());
});

it('exist in the five languages of the docs', () => {
  const labels = Object.values(consoleSamples().languages).map(({ label }) => label);
  expect(labels).toEqual(['curl', 'TypeScript', 'Python', 'PHP', 'Go']);
});

it('contain every placeholder that the page fills in', () => {
  const { placeholders, languages } = consoleSamples();
  for (const { init, result } of Object.values(languages)) {
    for (const code of [init, result]) {
      expect(code).toContain(placeholders.base);
      expect(code).toContain(placeholders.key);
    }
    expect(result).toContain(placeholders.token);
  }
});
