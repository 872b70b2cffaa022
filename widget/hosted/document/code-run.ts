// Passes camera pictures to the reader until the same code has been read twice, and in the meantime
// reports what prevents a reading.
import { Agreement } from './agreement.ts';
import { type Film, Remark, runCamera, type Say } from './camera-run.ts';
import type { ChosenCode } from './kinds.ts';
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';
import { writePage } from './page-picture.ts';
import type { Reader } from './reader.ts';
import type { ReadSide } from './stages.ts';

interface CodeRunParts {
  video: HTMLVideoElement;
  film: Film;
  reader: Pick<Reader, 'see'>;
  kind: ChosenCode;
  allowed: readonly DocumentType[];
  onSay: (say: Say) => void;
  onRead: (side: ReadSide) => void;
}

/**
 * If no trace of a code has been found for this long, the visible side may be the side without a
 * code.
 */
const OTHER_SIDE_MS = 6_000;

/**
 * Suggests the other side when no code has been found for a while and neither darkness nor a
 * reflection explains why.
 */
export class OtherSide {
  #sinceMs: number | undefined;

  /**
   * @param advice the hint for the current picture
   * @returns the hint to show: `other_side` when it is due, otherwise `advice`
   */
  see(advice: Say, nowMs: number): Say {
    if (advice !== 'fit') this.#sinceMs = undefined;
    else this.#sinceMs ??= nowMs;
    const isLong = this.#sinceMs !== undefined && nowMs - this.#sinceMs >= OTHER_SIDE_MS;
    return isLong ? 'other_side' : advice;
  }
}

/** @returns a function that ends the run */
export function runCode({
  video,
  film,
  reader,
  kind,
  allowed,
  onSay,
  onRead,
}: CodeRunParts): () => void {
  const agreement = new Agreement();
  const otherSide = new OtherSide();
  let readAt: number | undefined;
  return runCamera({
    video,
    film,
    remark: new Remark('fit'),
    onSay,
    look: async (picture, canvas, isStopped) => {
      const sighting = await reader.see(kind, picture);
      if (!sighting || isStopped()) return undefined;
      if (!('read' in sighting)) return otherSide.see(sighting.advice, performance.now());
      const { read } = sighting;
      if (!allowed.includes(read.type)) return 'other_kind';
      const before = readAt;
      readAt = film.keeper?.keep(canvas);
      const frames = agreement.see(read);
      const page = frames && (await writePage(canvas));
      if (!frames || !page || isStopped()) return 'reading';
      film.keeper?.begin();
      onRead({ frames, page, isBack: read.isBack, readAt: [before, readAt] });
      return undefined;
    },
  });
}
