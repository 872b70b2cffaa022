// Carries pictures of the camera to the reader until a card was seen twice at the same place, after the person has turned it
// over; and says meanwhile what is in the way.
import type { Quad } from '../../../src/vision/documents/homography.ts';
import { Remark, runCamera, type Say } from './camera-run.ts';
import { writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';

interface FrontRunParts {
  video: HTMLVideoElement;
  reader: Pick<Reader, 'seeFront'>;
  onSay: (say: Say) => void;
  onSeen: (front: Blob) => void;
}

/** By the picture's width: a hand is never stiller, and farther the card is on its way. */
const MOST_MOVED = 0.03;

/** @returns ends it */
export function runFront({ video, reader, onSay, onSeen }: FrontRunParts): () => void {
  const steady = new Steady();
  return runCamera({
    video,
    remark: new Remark('turn_over'),
    onSay,
    look: async (picture, canvas, isStopped) => {
      const { width } = picture;
      const sighting = await reader.seeFront(picture);
      if (!sighting || isStopped()) return undefined;
      const say = steady.see(sighting, width);
      const front = say === 'seen' && (await writePage(canvas));
      if (say !== 'seen') return say;
      if (!front || isStopped()) return 'reading';
      onSeen(front);
      return undefined;
    },
  });
}

/** `card`: its corners, and what is in the way of a good picture of it. */
export type FrontSighting = { card: Quad; advice: Say | undefined } | { advice: Say };

/** Turning a card over takes its outline away for a moment: until then it is the side that was read before. */
export class Steady {
  #isTurned = false;
  #last: Quad | undefined;

  /** @param width of the picture @returns what to say, or that it is to be taken */
  see(sighting: FrontSighting, width: number): Say | 'seen' {
    const before = this.#last;
    this.#last = undefined;
    if (!('card' in sighting)) {
      this.#isTurned ||= sighting.advice !== 'turn_over';
      return this.#isTurned ? sighting.advice : 'turn_over';
    }
    if (!this.#isTurned) return 'turn_over';
    if (sighting.advice !== undefined) return sighting.advice;
    this.#last = sighting.card;
    const isStill = before?.every(([x, y], i) => {
      const [u, v] = sighting.card[i] ?? [0, 0];
      return Math.hypot(u - x, v - y) < MOST_MOVED * width;
    });
    return isStill === true ? 'seen' : 'reading';
  }
}
