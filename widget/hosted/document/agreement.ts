// Waits for two consecutive pictures with the same reading, because only then is a document sent.
// Pure.
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import type { ReadCode } from './read-code.ts';

type Frames = readonly [readonly GreyPicture[], readonly GreyPicture[]];

export class Agreement {
  #last: ReadCode | undefined;

  /**
   * @returns the strips of both pictures when two consecutive pictures have the same reading. A
   *   picture that the camera delivers twice counts only once, because the service also counts it
   *   as one reading
   */
  see(read: ReadCode): Frames | undefined {
    const last = this.#last;
    if (last?.strips[0]?.data.join() === read.strips[0]?.data.join()) return undefined;
    this.#last = read;
    const isEqual = last?.says === read.says && last.strips.length === read.strips.length;
    return isEqual ? [last.strips, read.strips] : undefined;
  }
}
