// Carries camera pictures to the reader until a card was seen twice at the same place, after the
// visitor has turned it over, and meanwhile says what prevents that.
import { type Film, Remark, runCamera, type Say } from './camera-run.ts';
import { writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';

/**
 * @param looked `first` for the first picture of this side, even when the camera was paused in
 *   between
 * @returns a function that ends the run
 */
export function runFront(
  video: HTMLVideoElement,
  film: Film,
  reader: Pick<Reader, 'seeFront'>,
  looked: { current: 'first' | 'next' },
  onSay: (say: Say) => void,
  onSeen: (front: Blob, takenAt?: number) => void,
): () => void {
  return runCamera({
    video,
    film,
    remark: new Remark('turn_over'),
    onSay,
    look: async (picture, canvas, isStopped) => {
      const say = await reader.seeFront(picture, looked.current);
      looked.current = 'next';
      if (!say || isStopped()) return undefined;
      // The card is visible, so the following picture may be taken.
      const takenAt = say === 'reading' || say === 'seen' ? film.keeper?.keep(canvas) : undefined;
      if (say !== 'seen') return say;
      const front = await writePage(canvas);
      if (!front || isStopped()) return 'reading';
      onSeen(front, takenAt);
      return undefined;
    },
  });
}
