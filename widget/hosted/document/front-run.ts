// Waits until the visitor has turned the card over and the card has been seen twice at the same
// position. In the meantime, passes camera pictures to the reader and reports why the card cannot
// be photographed yet.
import { type Film, Remark, runCamera, type Say } from './camera-run.ts';
import { writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';

/**
 * @param looked `first` for the first picture of this side and `next` afterwards, even if the
 *   camera has been paused in between
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
      // The card is visible in this picture, so the picture is kept for the take.
      const takenAt = say === 'reading' || say === 'seen' ? film.keeper?.keep(canvas) : undefined;
      if (say !== 'seen') return say;
      const front = await writePage(canvas);
      if (!front || isStopped()) return 'reading';
      onSeen(front, takenAt);
      return undefined;
    },
  });
}
