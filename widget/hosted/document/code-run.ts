// Carries pictures of the camera to the reader until the same was read twice; and says meanwhile what keeps it from being read.
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

/** @returns ends it */
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
  let readAt: number | undefined;
  return runCamera({
    video,
    film,
    remark: new Remark('fit'),
    onSay,
    look: async (picture, canvas, isStopped) => {
      const sighting = await reader.see(kind, picture);
      if (!sighting || isStopped()) return undefined;
      if (!('read' in sighting)) return sighting.advice;
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
