// Detects when the head is at rest, because every movement is measured against the resting pose.
// Pure.
import { median } from '../../../src/vision/face/median.ts';
import {
  type Pose,
  type PoseSample,
  type Posture,
  RESTING_MS,
} from '../../../src/vision/face/challenge.ts';

/** How long the head must be still before a movement is requested. */
export const REST_MS = 500;
/** The spread of yaw and pitch within which a head counts as still. */
const STILL_DEGREES = 7;
const MIN_FRAMES = 4;

export class RestFinder {
  #seen: { t: number; pose: Pose }[] = [];

  /** Starts over, because the face is gone or is not well framed. */
  reset(): void {
    this.#seen = [];
  }

  /**
   * Processes the pose of a well-framed face.
   * @returns the resting pose once the head has been still long enough, and the progress towards it
   *   (0 to 1)
   */
  see(nowMs: number, pose: Pose): { progress: number; resting: Pose | undefined } {
    this.#seen.push({ t: nowMs, pose });
    while (!isStill(this.#seen.map((entry) => entry.pose))) this.#seen.shift();
    const since = this.#seen[0]?.t ?? nowMs;
    const spanMs = nowMs - since;
    if (spanMs < REST_MS || this.#seen.length < MIN_FRAMES) {
      return { progress: Math.min(1, spanMs / REST_MS), resting: undefined };
    }
    return { progress: 1, resting: medianPose(this.#seen.map((entry) => entry.pose)) };
  }
}

/** Whether these poses are close enough to each other for the head to count as still. */
export function isStill(poses: readonly Pose[]): boolean {
  return (
    spread(poses.map((p) => p.yaw)) <= STILL_DEGREES &&
    spread(poses.map((p) => p.pitch)) <= STILL_DEGREES
  );
}

/** Returns the resting posture by the same rule as the server: the median of the first 300 ms. */
export function firstPosture(samples: readonly PoseSample[]): Required<Posture> {
  const start = samples[0]?.[0] ?? 0;
  const first = samples.filter(([t]) => t - start <= RESTING_MS);
  const middle = (column: 1 | 2 | 6 | 7): number => median(first.map((row) => row[column] ?? 0));
  return { yaw: middle(1), pitch: middle(2), width: middle(6), mouth: middle(7) };
}

/** The median of each angle. */
function medianPose(poses: readonly Pose[]): Pose {
  return {
    yaw: median(poses.map((p) => p.yaw)),
    pitch: median(poses.map((p) => p.pitch)),
    roll: median(poses.map((p) => p.roll)),
  };
}

function spread(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}
