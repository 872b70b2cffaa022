import { beforeEach, describe, expect, it } from 'vitest';
import { SHIPPED_AGE_ERROR as TABLE } from '../../../src/config/age-error.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const change = (body: unknown) => ask('PATCH', '/settings', tenant.owner.token, body);
const preview = (query: string) => ask('GET', `/settings/age-margin${query}`, tenant.owner.token);
const at = (data: any, age: number) => data.ages.find((row: { age: number }) => row.age === age);

describe('the preview of an age margin', () => {
  it('shows the shares that pass by true age with their intervals, from the measured table', async () => {
    const { data } = (await preview('?min_age=18&margin_years=7')).body;
    expect(data).toMatchObject({
      measured: 'device',
      error_years: 3.59,
      passes_from: 25,
      fail_margin_years: 7,
      fails_below: 11,
    });
    for (const {
      passed,
      passed_interval: [low, high],
      failed,
      inconclusive,
    } of data.ages) {
      expect(passed + failed + inconclusive).toBeCloseTo(1, 2);
      expect(low).toBeLessThanOrEqual(passed);
      expect(high).toBeGreaterThanOrEqual(passed);
    }
    // Measured: 9.4 % of the 17-year-olds and 25 % of the 24-year-olds pass.
    expect(at(data, 17).passed_interval[0]).toBeLessThan(0.094);
    expect(at(data, 24).passed).toBeLessThan(0.32);
  });

  it('groups ages into those below the gate, those just above it, and the other adults', async () => {
    const { data } = (await preview('?min_age=18&margin_years=7')).body;
    expect(data.groups.map(({ ages }: { ages: number[] }) => ages)).toEqual([
      [13, 17],
      [18, 24],
      [25, 60],
    ]);
    const edge = (await preview('?min_age=18&margin_years=7&measured=edge')).body.data;
    expect(edge.groups[0].passed).toBeLessThan(data.groups[0].passed);
  });

  it('names the model that decides, and at the edge shows the figures of each population', async () => {
    const read = async (query: string) => (await preview(`?${query}`)).body.data;
    expect(await read('measured=device')).toMatchObject({
      decided_by: 'one_net',
      measured_on: TABLE.measured_on,
    });
    expect(await read('measured=edge&min_age=21')).toMatchObject({ decided_by: 'two_nets' });
    const data = await read('measured=edge&age_target=2');
    expect(data).toMatchObject({
      decided_by: 'head',
      margin_years: 9,
      measured_on: TABLE.head?.measured_on,
    });
    for (const { passed_interval: whole, populations } of data.groups) {
      const intervals = populations.map(({ passed_interval: one }: any) => one);
      const widths = intervals.map(([low, high]: [number, number]) => high - low);
      expect(populations.length).toBeGreaterThan(1);
      expect(widths).toEqual(widths.toSorted((a: number, b: number) => b - a));
      expect(whole).toEqual([
        Math.min(...intervals.map(([low]: number[]) => low)),
        Math.max(...intervals.map(([, high]: number[]) => high)),
      ]);
    }
    expect((await read('measured=device')).groups[0].populations).toEqual([]);
  });

  it('shows that a smaller margin lets more people through, and more children', async () => {
    const [wide, narrow] = [await preview('?margin_years=7'), await preview('?margin_years=2')];
    expect(at(narrow.body.data, 20).passed).toBeGreaterThan(at(wide.body.data, 20).passed);
    expect(at(narrow.body.data, 16).passed).toBeGreaterThan(at(wide.body.data, 16).passed);
  });

  it('shows the years that a target needs, which are fewer at the edge than on a device (D-84)', async () => {
    const years = async (query: string) => (await preview(`?${query}`)).body.data.margin_years;
    expect(await years('age_target=5&measured=edge')).toBe(7);
    expect(await years('age_target=2&measured=edge')).toBe(9);
    expect(await years('age_target=2&measured=device')).toBe(13);
    const { data } = (await preview('?age_target=1&measured=edge')).body;
    expect(data).toMatchObject({ age_target: 1, margin_years: 11, warnings: [] });
    expect(data.groups[0].passed).toBeLessThanOrEqual(0.01);
  });

  it('warns where an estimate is unsuitable, and where no margin reaches the target', async () => {
    const codes = async (query: string) =>
      (await preview(`?${query}`)).body.data.warnings.map(({ code }: { code: string }) => code);
    expect(await codes('min_age=14&age_target=1&measured=edge')).toEqual([]);
    expect(await codes('min_age=13')).toEqual(['age_estimate_unsuitable']);
    expect(await codes('min_age=13&age_target=1&measured=edge')).toEqual([
      'age_estimate_unsuitable',
      'age_target_unreachable',
    ]);
    expect(await codes('min_age=40&age_target=1')).toEqual(['age_target_unreachable']);
  });

  it('shows the service default on request, whatever settings are saved', async () => {
    await change({ age_target: 1 });
    const saved = (await preview('')).body.data;
    const { data } = (await preview('?service_default=true')).body;
    expect(saved).toMatchObject({ age_target: 1 });
    expect(data).toMatchObject({ age_target: null, margin_years: 7, passes_from: 25 });
    expect(at(data, 17).passed).toBeGreaterThan(at(saved, 17).passed);
    expect((await preview('?service_default=false')).body.data).toEqual(saved);
    await change({ age_target: null });
    expect((await preview('')).body.data).toEqual(data);
  });

  it('starts from the margin in force, changes nothing, and refuses an invalid margin or age', async () => {
    await change({ age_margin_years: 3 });
    expect((await preview('')).body.data).toMatchObject({ min_age: 18, margin_years: 3 });
    for (const query of [
      'margin_years=21',
      'margin_years=-1',
      'margin_years=x',
      'min_age=0',
      'min_age=100',
      'min_age=1.5',
      'measured=both',
      'age_target=3',
      'service_default=1',
      'service_default=true&age_target=2',
      'service_default=true&margin_years=7',
    ])
      expect([query, (await preview(`?${query}`)).status]).toEqual([query, 400]);
    const { body } = await ask('GET', '/settings', tenant.owner.token);
    expect(body.data).toMatchObject({ age_margin_years: 3 });
  });
});
