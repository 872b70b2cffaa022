// Keeps the take of a document (D-137): small pictures at a regular cadence, to which the page
// commits before it knows which of them will be requested. They are discarded with the attempt.
// This is a separate script, loaded when the document step starts.
import {
  MAX_TAKE_BYTES,
  MAX_TAKE_PICTURES,
  TAKE_GAP_MS,
  TAKE_QUALITIES,
  TAKE_WIDTH,
} from '../../../src/vision/documents/take-check.ts';
import { commitmentOf } from '../../../src/vision/face/commitment.ts';
import type { DocumentTake, DocumentUpload, SentRow } from '../requests/document.ts';
import { scaled, writeJpeg } from './page-picture.ts';

/** The times of the two readings and of the picture of the other side. */
interface TakeTimes {
  readings: readonly [first: number, second: number];
  front?: number | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;
interface Kept {
  t: number;
  jpeg: Promise<Blob | undefined>;
}

/**
 * How many of the newest pictures are kept until the code is read; older pictures are not needed.
 */
const MAX_BEFORE_CODE = 16;

export class TakeKeeper {
  #kept: Kept[] = [];
  #startMs = performance.now();
  #t = 0;
  #gapMs = TAKE_GAP_MS;
  #isRead = false;

  /**
   * Notes the time of the camera's current picture, and keeps the picture when it is due.
   * @returns the time
   */
  see(picture: HTMLCanvasElement): number {
    this.#t = Math.round(performance.now() - this.#startMs);
    const lastMs = this.#kept.at(-1)?.t ?? -Infinity;
    if (this.#t >= lastMs + this.#gapMs) this.keep(picture);
    return this.#t;
  }

  /**
   * Keeps the picture that was last passed to `see`.
   * @returns its time
   */
  keep(picture: HTMLCanvasElement): number {
    const t = this.#t;
    if (this.#kept.at(-1)?.t !== t) {
      const small = scaled(picture, TAKE_WIDTH / picture.width);
      this.#kept.push({ t, jpeg: writeJpeg(small, TAKE_QUALITIES, MAX_TAKE_BYTES) });
      this.#thin();
    }
    return t;
  }

  /**
   * Begins the part after the reading: from now on, pictures are dropped only to thin them out
   * evenly. Call this when the code has been read.
   */
  begin(): void {
    this.#isRead = true;
  }

  /**
   * Commits to the pictures of this take, and starts a new take.
   * @param evidence the evidence that is about to be sent
   * @returns the page's commitment, and the pictures that may be requested
   */
  async commit(
    { nonce, frames: [first, second], page, front }: DocumentUpload,
    { readings, front: frontMs }: TakeTimes,
  ): Promise<DocumentTake> {
    const kept = this.#kept;
    this.#kept = [];
    this.#gapMs = TAKE_GAP_MS;
    this.#isRead = false;
    const row = async (t: number, bytes: Bytes): Promise<SentRow> => [
      t,
      await commitmentOf(nonce, t, bytes),
    ];
    const parts = {
      frame_1: await row(readings[0], first),
      frame_2: await row(readings[1], second),
      page: await row(readings[1], await bytesOf(page)),
      ...(front && frontMs !== undefined && { front: await row(frontMs, await bytesOf(front)) }),
    };
    const small = await distinct(kept, readings[0]);
    const pictures: SentRow[] = [];
    for (const [t, jpeg] of small) pictures.push(await row(t, await bytesOf(jpeg)));
    return { body: { pictures, parts }, pick: (times) => small.filter(([t]) => times.includes(t)) };
  }

  #thin(): void {
    if (!this.#isRead) this.#kept = this.#kept.slice(-MAX_BEFORE_CODE);
    if (this.#kept.length < MAX_TAKE_PICTURES) return;
    this.#kept = this.#kept.filter((_, i) => i < MAX_BEFORE_CODE || i % 2 === 0);
    this.#gapMs *= 2;
  }
}

const bytesOf = async (file: Blob): Promise<Bytes> => new Uint8Array(await file.arrayBuffer());

/**
 * Removes repeated pictures: a camera that stalls delivers the same picture several times.
 * @param firstMs the time of the first reading, whose picture is kept
 */
async function distinct(kept: readonly Kept[], firstMs: number): Promise<[number, Blob][]> {
  const pictures: [number, Blob][] = [];
  let before = '';
  for (const { t, jpeg } of kept) {
    const file = await jpeg;
    if (!file) continue;
    const says = (await bytesOf(file)).join();
    if (says === before && pictures.at(-1)?.[0] === firstMs) continue;
    if (says === before) pictures.pop();
    before = says;
    pictures.push([t, file]);
  }
  return pictures;
}
