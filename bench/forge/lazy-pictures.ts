// The pictures that a forger commits to, each created when it is first needed. Over HTTP, all of
// them are created, because a commitment needs their hashes; in-process, only those that are drawn
// are created. The result is the same.
import type { Jpeg } from '../../test/support/clips/nets.ts';
import { type Random, seeded } from '../../test/support/clips/random.ts';

export class LazyPictures extends Map<number, Jpeg> {
  readonly #make = new Map<number, () => Jpeg>();
  readonly #random: Random;

  constructor(random: Random) {
    super();
    this.#random = random;
  }

  /**
   * @param t the time of the picture's row
   * @param make creates the picture with its own random number generator, so that the picture does
   *   not depend on when it is created
   */
  add(t: number, make: (random: Random) => Jpeg): void {
    const random = seeded(Math.floor(1e9 * this.#random()));
    this.#make.set(t, () => make(random));
  }

  override get(t: number): Jpeg | undefined {
    const made = super.get(t) ?? this.#make.get(t)?.();
    if (made) super.set(t, made);
    return made;
  }

  override has(t: number): boolean {
    return this.#make.has(t);
  }

  override get size(): number {
    return this.#make.size;
  }

  override keys(): MapIterator<number> {
    return this.#make.keys();
  }

  override *entries(): MapIterator<[number, Jpeg]> {
    for (const t of this.#make.keys()) {
      const made = this.get(t);
      if (made) yield [t, made];
    }
  }

  override [Symbol.iterator](): MapIterator<[number, Jpeg]> {
    return this.entries();
  }
}
