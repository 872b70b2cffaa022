// The age margin of a new session, and the age head's score lines that the session stores (D-130).
import { describe, expect, it } from 'vitest';
import { SHIPPED_AGE_ERROR } from '../../../src/config/age-error.ts';
import type { Context } from '../../../src/context.ts';
import type { SessionRequest } from '../../../src/domain/verification/rules/opening/session-request.ts';
import { sessionMargin } from '../../../src/domain/verification/session-margin.ts';

const { head: _head, populations: _populations, ...BEFORE } = SHIPPED_AGE_ERROR;

const context = (ageError = SHIPPED_AGE_ERROR) =>
  ({
    config: {
      ageError,
      ageMarginYears: 7,
      ageMarginFloorYears: 2,
      keptAges: { marginYears: 9 },
    },
  }) as Context;

const margin = (
  request: Partial<SessionRequest>,
  {
    place = 'edge',
    tenant = {},
    ctx = context(),
  }: { place?: 'edge' | 'device'; tenant?: object; ctx?: Context } = {},
) =>
  sessionMargin(
    ctx,
    { tenant: { id: 'ten_1', ...tenant } as never },
    { mode: 'auto', purpose: 'age_verification', ...request } as SessionRequest,
    place,
  );

describe('a new session', () => {
  it('stores the lines of its gate for its own margin and for the service’s margin', () => {
    const { years, lines } = margin({ gate: 18 });
    expect(years).toBe(7);
    expect(lines?.id).toBe(SHIPPED_AGE_ERROR.head?.id);
    expect(lines?.lines.map(({ gate, years: own }) => [gate, own])).toEqual([
      [18, 7],
      [18, 9],
    ]);
  });

  it('stores the line of a target with the years that replace it without a head', () => {
    const { years, lines } = margin({ gate: 18 }, { tenant: { ageTarget: 2 } });
    const limits = new Map(SHIPPED_AGE_ERROR.head?.limits[18]);
    expect(lines?.lines).toEqual([{ gate: 18, years, score: limits.get(0.02) }]);
  });

  it('of an account stores the lines of every threshold that the head decides', () => {
    const { lines } = margin({ thresholds: [12, 15, 18, 21, 25] });
    expect(new Set(lines?.lines.map(({ gate }) => gate))).toEqual(new Set([13, 15, 18]));
  });

  it('stores no lines above 20, on a device, or for a table without a head', () => {
    expect(margin({ gate: 21 }).lines).toBeUndefined();
    expect(margin({ gate: 18 }, { place: 'device' }).lines).toBeUndefined();
    expect(margin({ gate: 18 }, { ctx: context(BEFORE) }).lines).toBeUndefined();
    expect(margin({ gate: 18 }, { ctx: context(BEFORE) }).years).toBe(7);
  });
});
