// The orders in which the sides of the screen can be lit, and a check of how well an order explains
// the changes in a face's shading. light-order.ts and judge-light.ts do the same for colours.
import { LIGHT_STEPS } from '../../src/vision/face/screen-colours.ts';
import type { Side } from './screens.ts';
import type { Shading } from './shading.ts';

export const SIDES: readonly Side[] = ['left', 'right', 'above'];

/** All orders in which no side is lit twice in a row. */
export const ORDERS: readonly (readonly Side[])[] = allOrders();

/** The limits that judge-light.ts applies to colours. */
const MIN_FIT = 0.7;
const MAX_BEHIND = 0.03;

/**
 * @param seen the shading at each step
 * @param expected the effect of each side on a head
 * @returns whether the requested order explains the shading, and no other order explains it much
 *   better
 */
export function answers(
  asked: readonly Side[],
  seen: readonly Shading[],
  expected: Readonly<Record<Side, Shading>>,
): boolean {
  const changes = changesOf(seen);
  const fit = (order: readonly Side[]): number =>
    correlation(changes, changesOf(order.map((side) => expected[side])));
  const own = fit(asked);
  return own >= MIN_FIT && Math.max(...ORDERS.map(fit)) - own <= MAX_BEHIND;
}

/** Computes how the shading at each step differs from the mean of all steps. */
function changesOf(all: readonly Shading[]): number[] {
  return [0, 1].flatMap((axis) => {
    const values = all.map((one) => one[axis] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  });
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  const size = Math.sqrt(dot(a, a) * dot(b, b));
  return size === 0 ? 0 : dot(a, b) / size;
}

function allOrders(): Side[][] {
  let orders: Side[][] = [[]];
  for (let step = 0; step < LIGHT_STEPS; step += 1)
    orders = orders.flatMap((order) =>
      SIDES.filter((side) => side !== order.at(-1)).map((side) => [...order, side]),
    );
  return orders;
}
