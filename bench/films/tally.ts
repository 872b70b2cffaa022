// Counts how many clips from films are accepted, with confidence intervals.
import { interval } from '../../scripts/calibrate/interval.ts';

interface Count {
  accepted: number;
  of: number;
  /** The number of refused clips by origin. */
  refusedIn: Map<string, number>;
}

/** Counts results by name, in order of appearance. */
export class Tally {
  readonly #counts = new Map<string, Count>();

  count(name: string, isAccepted: boolean, origin: string): void {
    const count = this.#counts.get(name) ?? { accepted: 0, of: 0, refusedIn: new Map() };
    this.#counts.set(name, count);
    count.of += 1;
    if (isAccepted) count.accepted += 1;
    else count.refusedIn.set(origin, (count.refusedIn.get(origin) ?? 0) + 1);
  }

  /** @returns rows: name, `n of N`, per cent with the 95 % interval, origins of refused clips */
  rows(): string[][] {
    return [...this.#counts].map(([name, { accepted, of, refusedIn }]) => [
      name,
      `${accepted} of ${of}`,
      interval(accepted, of),
      [...refusedIn].map(([origin, times]) => `${origin} ${times}`).join(', '),
    ]);
  }
}
