import { expect, it } from 'vitest';
import { SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { areRatesOf, FACE_RATES } from '../../../src/config/face-rates.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';

it('shows the measured rates by group, with sizes and intervals, the worst first', async () => {
  const { owner } = await makeDashboardTenant();
  const { status, body } = await ask('GET', '/settings/face-rates', owner.token);
  expect(status).toBe(200);
  const { data } = body;
  expect(data).toMatchObject({ measured_on: FACE_RATES.measured_on, in_force: true });
  expect(data.groups).toHaveLength(FACE_RATES.groups.length);
  const ends = data.groups.map(({ strangers }: any) => strangers.portrait.interval[1]);
  expect(ends).toEqual(ends.toSorted((a: number, b: number) => b - a));
  const men = data.groups.find(({ group }: any) => group === 'LFW: East Asian men');
  expect(men).toMatchObject({
    people: 35,
    strangers: { pairs: 5839, portrait: { share: 0.005, interval: [0.003, 0.007] } },
    own: { pairs: 260, portrait_other: { share: 0, interval: [0, 0.015] } },
  });
  expect(data.groups.find(({ group }: any) => group === 'FairFace: Black men').own).toBeNull();
});

it('says that the rates do not hold for an operator’s own limits', () => {
  expect(areRatesOf(FACE_RATES, SHIPPED_FACE_LIMITS)).toBe(true);
  const { portrait, enrolled } = SHIPPED_FACE_LIMITS;
  for (const own of [
    { ...SHIPPED_FACE_LIMITS, portrait: { ...portrait, same: 0.86 } },
    { ...SHIPPED_FACE_LIMITS, portrait: { ...portrait, other: 1.02 } },
    { ...SHIPPED_FACE_LIMITS, enrolled: { ...enrolled, same: 0.8 } },
    { ...SHIPPED_FACE_LIMITS, enrolled: { ...enrolled, other: 1.02 } },
  ])
    expect(areRatesOf(FACE_RATES, own)).toBe(false);
});
