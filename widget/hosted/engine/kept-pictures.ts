// The pictures that the page keeps for a check that is measured at the edge (D-80), in the engine's
// worker: the pictures of the newest samples until the commitment, then the committed pictures
// until the server needs no more of them. Pictures are identified by number, because the time of
// each picture is determined only by the samples that are sent.
import { commitmentOf } from '../../../src/vision/face/commitment.ts';
import {
  type Commitment,
  MAX_COMMITMENTS,
  type RevealStep,
} from '../../../src/vision/face/face-wire.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import type { Jpeg } from './jpeg-encoder.ts';

/** A kept picture and the time of its sample. */
export type PictureRow = [picture: number, t: number];
/** A picture to be sent, and the time of its sample. */
export type DuePicture = [t: number, jpeg: Jpeg];

/**
 * A picture is kept only after its reading has been examined; by then, two more pictures may have
 * been measured.
 */
const MAX_HELD = 3;

export class KeptPictures {
  #encode: (picture: Picture) => Promise<Jpeg | undefined>;
  #held = new Map<number, Picture>();
  #kept = new Map<number, Promise<Jpeg | undefined>>();
  #committed = new Map<RevealStep, Map<number, Jpeg>>();
  #encoded: Promise<unknown> = Promise.resolve();

  /** @param encode not called again until its previous call has resolved */
  constructor(encode: (picture: Picture) => Promise<Jpeg | undefined>) {
    this.#encode = encode;
  }

  /** Holds a picture that was just measured until it is known whether the picture will be kept. */
  hold(number: number, picture: Picture): void {
    addNewest(this.#held, number, picture, MAX_HELD);
  }

  /** Keeps a held picture, because it became a sample. */
  keep(number: number): void {
    const picture = this.#held.get(number);
    if (!picture) return;
    this.#held.delete(number);
    const jpeg = this.#encoded.then(() => this.#encode(picture)).catch(() => undefined);
    this.#encoded = jpeg;
    addNewest(this.#kept, number, jpeg, MAX_COMMITMENTS);
  }

  /**
   * Commits to the pictures of these samples. Afterwards, only these pictures are kept, until they
   * are discarded.
   * @param rows the samples that are sent; samples whose picture is gone have no commitment
   */
  async commit(
    step: RevealStep,
    nonce: string,
    rows: readonly PictureRow[],
  ): Promise<Commitment[]> {
    const kept = this.#kept;
    this.forget();
    const committed = new Map<number, Jpeg>();
    this.#committed.set(step, committed);
    const commitments: Commitment[] = [];
    for (const [number, t] of rows) {
      const jpeg = await kept.get(number);
      if (!jpeg) continue;
      committed.set(t, jpeg);
      commitments.push([t, await commitmentOf(nonce, t, jpeg)]);
    }
    return commitments;
  }

  /** @returns the pictures that were taken at these times and committed to in this step */
  reveal(step: RevealStep, times: readonly number[]): DuePicture[] {
    const committed = this.#committed.get(step);
    return times.flatMap((t): DuePicture[] => {
      const jpeg = committed?.get(t);
      return jpeg ? [[t, jpeg]] : [];
    });
  }

  /**
   * Discards the pictures that were committed to in this step, because the server needs no more of
   * them.
   */
  forgetCommitted(step: RevealStep): void {
    this.#committed.delete(step);
  }

  /** Discards the pictures that were not committed to: no future sample refers to them. */
  forget(): void {
    this.#held.clear();
    this.#kept = new Map();
  }
}

/** Adds an entry, and removes the oldest entry if there are now more entries than `limit`. */
function addNewest<T>(entries: Map<number, T>, key: number, value: T, limit: number): void {
  entries.set(key, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(oldest);
  }
}
