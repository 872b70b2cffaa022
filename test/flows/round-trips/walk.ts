// One run of a journey. The calls that each request makes are compared with the request's budget.
import { expect } from 'vitest';
import { TripCount, type Counted, type Trips } from '../../support/counted/round-trips.ts';
import type { Budget } from './budget.ts';
import { JOURNEYS } from './budgets.ts';

export type JourneyName = keyof typeof JOURNEYS;

const NONE: Trips = { objects: 0, d1: 0, assets: 0, face: 0 };

export class Walk {
  readonly journey: JourneyName;
  /** Counts the calls. Walks that share a counter also share the isolate's caches. */
  readonly count: TripCount;
  readonly counted = new Map<string, Counted>();

  constructor(journey: JourneyName, count = new TripCount()) {
    this.journey = journey;
    this.count = count;
  }

  /**
   * @param request the request's name in JOURNEYS
   * @throws Error if the same request is noted again with a different cost
   */
  note(request: string, counted: Counted): void {
    const [cost, known = cost] = [JSON.stringify(counted), this.#costOf(request)];
    if (cost !== known) throw new Error(`${request} costs ${known}, then ${cost}.`);
    this.counted.set(request, counted);
  }

  /** Records all calls to bindings between the start and the end of `act`. */
  async noteAll<T>(request: string, act: () => Promise<T>): Promise<T> {
    this.count.restart();
    const answer = await act();
    this.note(request, { ...this.count.trips, inSeries: this.count.inSeries });
    return answer;
  }

  #costOf(request: string): string | undefined {
    const known = this.counted.get(request);
    return known && JSON.stringify(known);
  }
}

/**
 * Expects exactly the journey's requests, each with a cost that equals its budget, so that a lower
 * cost is noticed as well.
 */
export function expectBudgets({ journey, counted }: Walk): void {
  const requests: Readonly<Record<string, Budget>> = JOURNEYS[journey];
  const budgets = Object.entries(requests).map(([name, { objects, d1, face, inSeries }]) => [
    name,
    { ...NONE, ...withoutUnset({ objects, d1, face, inSeries }) },
  ]);
  const costs = [...counted].map(([name, { inSeries, ...trips }]) => [
    name,
    { ...trips, ...(requests[name]?.inSeries !== undefined && { inSeries }) },
  ]);
  expect(Object.fromEntries(costs)).toEqual(Object.fromEntries(budgets));
}

const withoutUnset = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** @returns the sum of `inSeries` over all requests of the walk */
export const sumInSeries = ({ counted }: Walk): number =>
  [...counted.values()].reduce((sum, { inSeries }) => sum + inSeries, 0);
