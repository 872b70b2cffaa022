/** Holds requests back until a test releases them. */
export class Hold {
  #held: (() => Promise<void>) | undefined;

  /** Holds all further requests back until `release` is called. */
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
