// Distinguishes gaps in which a slow machine failed to measure pictures from gaps in which the face
// was out of view, because the visitor must not be blamed for a slow machine. Pure.
import {
  MAX_GAP_MS,
  MAX_MEDIAN_GAP_MS,
  type PoseSample,
} from '../../../src/vision/face/challenge.ts';
import { median } from '../../../src/vision/face/median.ts';

/**
 * A gap this long between pictures is caused by the machine, regardless of what the face did in the
 * meantime.
 */
const BLIND_MS = 500;

export class PictureGaps {
  #readMs: number;
  /** The total time without pictures since the face was last seen. */
  #blindMs = 0;

  constructor(nowMs: number) {
    this.#readMs = nowMs;
  }

  /**
   * Records a picture, with a face or without.
   * @returns whether the gap before the picture was too long
   */
  see(nowMs: number): boolean {
    const gapMs = nowMs - this.#readMs;
    this.#readMs = nowMs;
    if (gapMs < BLIND_MS) return false;
    this.#blindMs += gapMs;
    return true;
  }

  /** Call this when the latest picture contains a face. */
  seeFace(): void {
    this.#blindMs = 0;
  }

  /**
   * Whether the time without pictures since a face was last seen is at least half of the longest
   * gap that the server accepts.
   */
  get areToBlame(): boolean {
    return this.#blindMs >= MAX_GAP_MS / 2;
  }
}

/** Whether the median gap between rows is longer than the server accepts. */
export function isSparse(samples: readonly PoseSample[]): boolean {
  const gaps = samples.slice(1).map(([t], index) => t - (samples[index]?.[0] ?? t));
  return gaps.length > 0 && median(gaps) > MAX_MEDIAN_GAP_MS;
}
