/** Lets requests wait, from when a test says so until it releases them. */
export class Hold {
  #held: (() => Promise<void>) | undefined;

  /** The next requests wait until they are released. */
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
