// Injects a fault into one of the binding calls that a use case makes, and simulates the effect of
// the fault on the rest of the request.

/**
 * `fails`: nothing was done, and the caller receives an error. `loses its answer`: the call took
 * effect, but the caller receives an error. `is cut off before` and `is cut off after`: no response
 * ever arrives, and the platform ends the request, so that nothing after this call happens.
 */
export const FAULTS = [
  'fails',
  'loses its answer',
  'is cut off before',
  'is cut off after',
] as const;
export type Fault = (typeof FAULTS)[number];

class BindingDown extends Error {
  override name = 'BindingDown';
}

export class Faults {
  /** Names of the binding calls so far, such as `D1.batch` and `GRANT.revoke`. */
  readonly calls: string[] = [];
  /** Resolves when the request is cut off without a response. */
  readonly cutOff: Promise<'cut off'>;
  readonly #at: number;
  readonly #fault: Fault | undefined;
  #end: (how: 'cut off') => void = () => undefined;
  #isOver = false;

  /** @param at index of the faulty call, from 0; without a fault, calls are only recorded */
  constructor(at = -1, fault?: Fault) {
    this.#at = at;
    this.#fault = fault;
    this.cutOff = new Promise((resolve) => (this.#end = resolve));
  }

  async call<T>(name: string, perform: () => Promise<T>): Promise<T> {
    if (this.#isOver) return never();
    const number = this.calls.push(name) - 1;
    if (number !== this.#at) return perform();
    switch (this.#fault) {
      case 'fails':
        throw new BindingDown(name);
      case 'loses its answer':
        await perform();
        throw new BindingDown(name);
      case 'is cut off before':
        return this.#cut();
      case 'is cut off after':
        await perform();
        return this.#cut();
      case undefined:
        return perform();
    }
  }

  #cut(): Promise<never> {
    this.#isOver = true;
    this.#end('cut off');
    return never();
  }
}

const never = (): Promise<never> => new Promise(() => undefined);
