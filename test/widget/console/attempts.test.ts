// The dashboard's words for the outcome of an attempt to deliver an event.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTEMPT_FAILURES } from '../../../src/domain/integration/webhooks/delivery.ts';
import { describeAttempt } from '../../../widget/console/dashboard/describe-attempt.ts';
import { LANGUAGES, type ConsoleTexts } from '../../../widget/console/texts/languages.ts';

test.each(Object.keys(LANGUAGES))(
  'every failure of an attempt has words instead of its code, in %s',
  (code) => {
    const words = JSON.parse(
      readFileSync(`widget/console/locales/dashboard/${code}.json`, 'utf8'),
    ) as Record<string, string>;
    const t = ((key: string) => words[key] ?? key) as ConsoleTexts;
    for (const failure of ATTEMPT_FAILURES)
      expect(describeAttempt(undefined, failure, t)).not.toMatch(/^–$|_|\bfailure\b/);
    expect(describeAttempt(503, 'status', t)).toBe('503');
  },
);
