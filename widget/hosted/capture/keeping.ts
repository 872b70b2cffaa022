// Functions that the liveness and age steps use to keep the pictures of their samples, so that the
// page can show them to the server later (D-80).
import type { Commitment, RevealStep } from '../../../src/vision/face/face-wire.ts';
import type { EngineController } from '../engine/engine-controller.ts';
import type { PictureRow } from '../engine/kept-pictures.ts';
import type { PictureReading } from '../engine/worker.ts';

/**
 * Keeps the picture of this reading if it has just become a sample.
 * @param rows the pictures of the samples so far
 */
export function keepIfNew(
  engine: Pick<EngineController, 'keep'>,
  rows: readonly PictureRow[],
  { picture }: PictureReading,
): void {
  if (picture !== undefined && rows.at(-1)?.[0] === picture) engine.keep(picture);
}

/**
 * Returns the part of a submission that commits to the pictures of its samples.
 * @param nonce the nonce of this attempt at the step; undefined when nothing is measured at the
 *   edge, in which case there is no commitment
 */
export async function commitTo(
  engine: Pick<EngineController, 'commit'>,
  { step, nonce }: { step: RevealStep; nonce: string | undefined },
  rows: readonly PictureRow[],
): Promise<{ pictures?: Commitment[] }> {
  return nonce === undefined ? {} : { pictures: await engine.commit(step, nonce, rows) };
}
