// Operators see schedules in words instead of cron expressions.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { translator } from '../../../src/language/translate.ts';
import { describeSchedule } from '../../../widget/console/admin/describe-schedule.ts';
import type { ConsoleTextKey } from '../../../widget/console/texts/text-key.ts';

const inWords = (cron: string, language: string, locale = language): string => {
  const messages = JSON.parse(
    readFileSync(`widget/console/locales/admin/${language}.json`, 'utf8'),
  ) as Record<string, string>;
  return describeSchedule(cron, translator<ConsoleTextKey>(language, messages, locale));
};

/** The service's own cron expressions, from wrangler.toml. */
const OWN = [
  ...readFileSync('wrangler.toml', 'utf8').matchAll(/"((?:[\d*/,-]+ ){4}[\d*/,-]+)"/g),
].map(([, cron = '']) => cron);

it.each(['en', 'de', 'ar'])(
  'every schedule of the service is written in words in %s',
  (language) => {
    expect(OWN.length).toBeGreaterThan(1);
    for (const cron of OWN) expect(inWords(cron, language)).not.toMatch(/\*|^\d+ \d+|schedules\./);
  },
);

describe('a schedule', () => {
  it.each([
    ['*/10 * * * *', 'Every 10 minutes'],
    ['* * * * *', 'Every minute'],
    ['*/1 * * * *', 'Every minute'],
    ['17 3 * * *', 'Daily at 03:17 UTC'],
    ['5 * * * *', 'Every hour, at minute 5'],
    ['0 4 * * 1', 'Weekly on Monday at 04:00 UTC'],
    ['0 4 * * 0', 'Weekly on Sunday at 04:00 UTC'],
    ['0 4 * * 7', 'Weekly on Sunday at 04:00 UTC'],
    ['30 23 15 * *', 'Monthly on day 15 at 23:30 UTC'],
  ])('%s is written as "%s"', (cron, words) => {
    expect(inWords(cron, 'en', 'en-GB')).toBe(words);
  });

  it.each([
    '*/7 * * * *',
    '0 4 * 1 *',
    '0 4 1 * 1',
    '0 1-5 * * *',
    '61 3 * * *',
    '0 24 * * *',
    '',
    'daily',
  ])('without matching words is shown unchanged: "%s"', (cron) => {
    expect(inWords(cron, 'en')).toBe(cron);
  });

  it('is written in the reader’s language, with the time zone', () => {
    expect(inWords('17 3 * * *', 'de')).toBe('Täglich um 03:17 UTC');
    expect(inWords('17 3 * * *', 'ar')).toMatch(/^يوميًا في .*(UTC|عالمي)/);
  });
});
