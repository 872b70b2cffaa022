// What the page adds to a hint: the direction to move in, immediately; the tips, when the hint has
// had no effect for a while; later, the offer of another camera. Pure.
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import { type Framing, onStage, OVAL, type Stage } from './framing.ts';

/** `help`: the tips are open; `phone`: the tips are open, and another camera is offered. */
export type Nudge = 'help' | 'phone';

export type Direction = 'closer' | 'back' | 'move_left' | 'move_right' | 'move_up' | 'move_down';

/**
 * How long a hint may have no effect before help is offered. By then, a person who knows what to do
 * has done it.
 */
const HELP_MS = 8_000;
const PHONE_MS = 25_000;
/** A face has settled only once it has been well positioned for this long. */
const FINE_MS = 1_000;

export class NudgeFinder {
  #sinceMs: number | undefined;
  #fineSinceMs: number | undefined;

  /**
   * @param isFine whether the check can continue
   * @returns what to add to the hint
   */
  see(nowMs: number, isFine: boolean): Nudge | undefined {
    if (!isFine) {
      this.#fineSinceMs = undefined;
      this.#sinceMs ??= nowMs;
    } else {
      this.#fineSinceMs ??= nowMs;
      if (nowMs - this.#fineSinceMs >= FINE_MS) this.#sinceMs = undefined;
    }
    const stoodMs = this.#sinceMs === undefined ? 0 : nowMs - this.#sinceMs;
    if (stoodMs >= PHONE_MS) return 'phone';
    return stoodMs >= HELP_MS ? 'help' : undefined;
  }

  /** Starts over, because the check has continued. */
  reset(): void {
    this.#sinceMs = undefined;
    this.#fineSinceMs = undefined;
  }
}

/**
 * Returns the direction in which the person should move when the face is out of place. Left and
 * right are the person's own; the picture is not mirrored.
 */
export function directionOf(
  framing: Framing,
  face: Pick<FaceReading, 'x' | 'y' | 'height'> | undefined,
  stage: Stage,
): Direction | undefined {
  if (framing === 'too_far') return 'closer';
  if (framing === 'too_close') return 'back';
  if (framing !== 'off_center' || !face) return undefined;
  const { x, y } = onStage(face, stage);
  const [right, down] = [x - OVAL.x, y - OVAL.y];
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? 'move_right' : 'move_left';
  return down > 0 ? 'move_up' : 'move_down';
}
