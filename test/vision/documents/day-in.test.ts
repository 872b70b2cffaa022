import { expect, test } from 'vitest';
import { dayIn } from '../../../src/vision/documents/civil-date.ts';

const EVENING_IN_UTC = Date.UTC(2026, 10, 21, 12, 30);

test.each([
  ['UTC', '2026-11-21'],
  ['Pacific/Auckland', '2026-11-22'],
  ['Pacific/Kiritimati', '2026-11-22'],
  ['Pacific/Pago_Pago', '2026-11-21'],
  ['Nowhere/At_All', '2026-11-21'],
  ['', '2026-11-21'],
])('the day in %s is %s', (timeZone, day) => {
  expect(dayIn(timeZone, EVENING_IN_UTC)).toBe(day);
});
