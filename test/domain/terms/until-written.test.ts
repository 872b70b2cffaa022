import { expect, test } from 'vitest';
import { untilWritten } from '../../../src/domain/terms/until-written.ts';

test('a change is retried while others win, and its result is returned', async () => {
  let attempts = 0;
  const written = await untilWritten(async () => {
    attempts += 1;
    return attempts < 3 ? undefined : { attempts };
  });
  expect(written).toEqual({ attempts: 3 });
});

test('a change that is never written ends with an error, and not with an endless loop', async () => {
  let attempts = 0;
  const never = untilWritten(async () => {
    attempts += 1;
    return undefined;
  });
  await expect(never).rejects.toThrow('not written in 20 attempts');
  expect(attempts).toBe(20);
});
