// What both steps do so that the page can show pictures of its samples later (D-80).
import type { Commitment, RevealStep } from '../../../src/vision/face/face-wire.ts';
import type { EngineController } from '../engine/engine-controller.ts';
import type { PictureRow } from '../engine/kept-pictures.ts';
import type { PictureReading } from '../engine/worker.ts';

/** Keeps the picture of this reading if it just became a sample. @param rows of the samples so far */
export function keepIfNew(
  engine: Pick<EngineController, 'keep'>,
  rows: readonly PictureRow[],
  { picture }: PictureReading,
): void {
  if (picture !== undefined && rows.at(-1)?.[0] === picture) engine.keep(picture);
}

/**
 * What a submission says of the pictures of its samples.
 * @param nonce of this attempt at the step; undefined where nothing is measured at the edge: then it says nothing
 */
export async function commitTo(
  engine: Pick<EngineController, 'commit'>,
  { step, nonce }: { step: RevealStep; nonce: string | undefined },
  rows: readonly PictureRow[],
): Promise<{ pictures?: Commitment[] }> {
  return nonce === undefined ? {} : { pictures: await engine.commit(step, nonce, rows) };
}
