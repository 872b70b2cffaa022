import { array, assert, nat, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closeCells,
  closeDays,
  closeNamed,
  closeSum,
  SMALLEST,
} from '../../../../src/domain/operations/evidence-pack/closed-cells.ts';

const counts = array(nat({ max: 40 }), { minLength: 1, maxLength: 12 });
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('suppressed cells (D-161)', () => {
  it('include every count below ten', () => {
    assert(
      property(counts, (values) => {
        for (const cell of closeCells(values))
          expect(cell ?? SMALLEST).toBeGreaterThanOrEqual(SMALLEST);
      }),
    );
  });

  it('are never a single cell, nor too small in sum, where the total is shown', () => {
    assert(
      property(counts, (values) => {
        pre(sumOf(values) >= SMALLEST);
        const closed = values.filter((_, at) => closeCells(values)[at] === null);
        expect(closed.length).not.toBe(1);
        expect(closed.length === 0 || sumOf(closed) >= SMALLEST).toBe(true);
      }),
    );
  });

  it('are no more than necessary', () => {
    expect(closeCells([30, 20, 10])).toEqual([30, 20, 10]);
    expect(closeCells([30, 20, 9])).toEqual([30, null, null]);
    expect(closeCells([30, 6, 5])).toEqual([30, null, null]);
    expect(closeCells([30, 2, 0, 12])).toEqual([30, null, null, null]);
  });

  it('of a month leave no day that the month’s sum reveals', () => {
    assert(
      property(array(nat({ max: 30 }), { minLength: 62, maxLength: 62 }), (values) => {
        const days = values.map((value, n) => ({
          day: new Date(Date.UTC(2026, 0, 20 + n)).toISOString().slice(0, 10),
          value,
        }));
        for (const { month, value, days: shown } of closeDays(days)) {
          const closed = shown.filter((one) => one.value === null).length;
          const sum = sumOf(
            days.filter(({ day }) => day.startsWith(month)).map((one) => one.value),
          );
          const isKept = value === null ? closed === shown.length : value === sum && closed !== 1;
          expect([month, isKept]).toEqual([month, true]);
        }
      }),
    );
  });

  it('of a list name no item that is small, and the sum of the unnamed items is shown', () => {
    const items = [
      { item: 'NL', success: 50, failed: 20 },
      { item: 'DE', success: 30, failed: 3 },
      { item: 'MT', success: 1, failed: 0 },
    ];
    expect(closeNamed(items, { success: 90, failed: 23 })).toEqual({
      rows: [
        { item: 'NL', success: 50, failed: null },
        { item: 'DE', success: 30, failed: null },
      ],
      together: { success: 10, failed: 23 },
    });
    expect(closeNamed(items, { success: 90, failed: null }).together.failed).toBeNull();
  });

  it('of a list do not influence its order, which would bound their values', () => {
    // The input has the dashboard's order: the item with the most checks comes first.
    const items = [
      { item: 'X', success: 100, failed: 9 },
      { item: 'Y', success: 101, failed: 1 },
      { item: 'Z', success: 50, failed: 20 },
    ];
    expect(closeNamed(items, { success: 251, failed: 30 }).rows).toEqual([
      { item: 'Y', success: 101, failed: null },
      { item: 'X', success: 100, failed: null },
      { item: 'Z', success: 50, failed: 20 },
    ]);
  });

  it('include a sum that would reveal one of its parts', () => {
    expect(closeSum(103, [50, 50, 3])).toBeNull();
    expect(closeSum(105, [50, 50, 3, 2])).toBeNull();
    expect(closeSum(112, [50, 50, 6, 6])).toBe(112);
    expect(closeSum(100, [50, 50])).toBe(100);
  });
});
