import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PERIOD_MS } from '../../src/domain/operations/health/schedule.ts';
import { listFiles } from './source-files.ts';

/** Finds exported functions whose comment states that cron calls them. */
function findScheduled(source: string): string[] {
  const marked = source.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:async function|function|const) (\w+)/g,
  );
  return [...marked]
    .filter(([, comment = '']) => /\bby cron\b/i.test(comment))
    .map(([, , name = '']) => name);
}

const background = readFileSync('src/background.ts', 'utf8');

test('every function documented as called by cron is a step of a schedule', () => {
  const names = listFiles(['src'])
    .filter((path) => path.startsWith('src/domain/') && !path.endsWith('store.ts'))
    .flatMap((path) => findScheduled(readFileSync(path, 'utf8')));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !new RegExp(`^  ${name}[:,]`, 'm').test(background))).toEqual([]);
});

test('a function documented as called by cron is found, in any case and on any line', () => {
  const source =
    '/**\n * Forgets.\n * By cron.\n */\nexport async function forget() {}\n/** No. */\nexport const a = 1;';
  expect(findScheduled(source)).toEqual(['forget']);
});

test('schedules and queues match wrangler.toml', () => {
  const toml = readFileSync('wrangler.toml', 'utf8');
  const crons = [...(/^crons = \[(.*)\]$/m.exec(toml)?.[1] ?? '').matchAll(/"([^"]+)"/g)];
  expect(crons.length).toBeGreaterThan(0);
  expect(crons.map(([, cron]) => cron).toSorted()).toEqual(Object.keys(PERIOD_MS).toSorted());
  const consumed = [...toml.matchAll(/\[\[queues\.consumers\]\]\nqueue = "([^"]+)"/g)];
  expect(consumed.length).toBeGreaterThan(0);
  for (const [, queue] of consumed) expect(background).toContain(`case '${queue}':`);
});
