// Fits the oval's width to the person's face: an oval that fits is easier to fill. Pure.
import { median } from '../../../src/vision/face/median.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import { OVAL, type Stage } from './framing.ts';

/**
 * A head's ratio of width to height, relative to the same ratio of its mesh. The mesh ends at the
 * temples and the hairline, so the whole head is narrower in proportion to its height.
 */
const HEAD_PER_MESH = 0.89;
/**
 * The limits of the oval's width, as fractions of the stage's width. A wider ring would touch the
 * arrows beside it.
 */
const NARROWEST = 0.58;
const WIDEST = 0.72;
/**
 * The oval's width changes in steps this coarse, so that the ring does not jitter with the
 * measurement.
 */
const STEP = 0.02;
const MEMORY = 15;

export class OvalFit {
  #widths: number[] = [];
  #width: number = OVAL.width;

  /**
   * Processes a face that looks straight at the camera; the width of a turned face is not
   * meaningful.
   */
  see(face: Pick<FaceReading, 'width' | 'height'>, stage: Stage): void {
    const aspect = ((face.width * stage.pictureAspect) / face.height) * HEAD_PER_MESH;
    const width = (aspect * OVAL.height) / stage.stageAspect;
    this.#widths = [...this.#widths.slice(1 - MEMORY), width];
    const wanted = Math.min(WIDEST, Math.max(NARROWEST, median(this.#widths)));
    if (this.#widths.length === MEMORY && Math.abs(wanted - this.#width) > STEP)
      this.#width = Math.round(wanted / STEP) * STEP;
  }

  /** The oval's width, as a fraction of the stage's width. */
  get width(): number {
    return this.#width;
  }
}
