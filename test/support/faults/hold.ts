/** Holds requests back until a test releases them. */
export class Hold {
  #held: (() => Promise<void>) | undefined;

  /** Holds the next requests back until they are released. */
  next(): { arrived: Promise<void>; release: () => void } {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held = () => {
      arrived.resolve();
      return released.promise;
    };
    return { arrived: arrived.promise, release: released.resolve };
  }

  async pass(): Promise<void> {
    await this.#held?.();
  }
}
