// Follows a pose trajectory through the movements of a challenge: when the head was at rest, and
// when each movement was made. Pure; liveness.ts decides whether such a trajectory is credible.
import {
  ACTIONS,
  degreesTowards,
  isGesture,
  NEUTRAL_DEGREES,
  NEUTRAL_SHARE,
  postureOf,
  REACH_DEGREES,
  RESTING_MS,
  settledPose,
  shareOf,
  WRONG_DEGREES,
  type Angles,
  type Move,
  type PoseSample,
  type Posture,
} from '../../../../vision/face/challenge.ts';
import { median } from '../../../../vision/face/median.ts';

/** One movement to its peak and back, with the pause before it. */
interface Movement {
  action: Move;
  fromMs: number;
  /** The time when the head and mouth are back at rest. */
  untilMs: number;
}

export interface MovementPath {
  resting: Posture;
  /** The movements, in the requested order. */
  movements: readonly Movement[];
  /** The required angle of a turn to the side. */
  asideDegrees: number;
}

type Followed =
  | ({ ok: true } & MovementPath)
  | { ok: false; problem: 'movement_not_seen' | 'wrong_movement' };

/**
 * The largest angle between the camera's axis and a head at rest; at larger angles the head is in
 * profile.
 */
const MAX_RESTING_DEGREES = 25;

/**
 * Walks the trajectory through rest → action → rest → action → … → rest.
 * @param asideDegrees the required angle of a turn to the side
 */
export function followMovements(
  samples: readonly PoseSample[],
  actions: readonly Move[],
  asideDegrees: number = REACH_DEGREES,
): Followed {
  const resting = findRestingPose(samples);
  if (resting === undefined) return { ok: false, problem: 'movement_not_seen' };
  const movements: Movement[] = [];
  let fromMs = samples[0]?.[0] ?? 0;
  let phase: 'going' | 'returning' = 'going';
  for (const [at, [t]] of samples.entries()) {
    const pose = settledPose(samples, at);
    const action = actions[movements.length];
    if (isWrong(pose, resting, action)) return { ok: false, problem: 'wrong_movement' };
    if (action === undefined) continue;
    if (phase === 'going' && shareOf(action, pose, resting, asideDegrees) >= 1) phase = 'returning';
    else if (phase === 'returning' && isAtRest(pose, resting, [action])) {
      movements.push({ action, fromMs, untilMs: t });
      fromMs = t;
      phase = 'going';
    }
  }
  if (movements.length < actions.length) return { ok: false, problem: 'movement_not_seen' };
  return { ok: true, resting, movements, asideDegrees };
}

/**
 * Returns the median posture of the first 300 ms; undefined unless the head is still and roughly
 * facing the camera.
 */
function findRestingPose(samples: readonly PoseSample[]): Posture | undefined {
  const start = samples[0]?.[0] ?? 0;
  const first = samples.filter(([t]) => t - start <= RESTING_MS).map(postureOf);
  const middle = (of: (posture: Posture) => number): number => median(first.map(of));
  const resting = {
    yaw: middle(({ yaw }) => yaw),
    pitch: middle(({ pitch }) => pitch),
    width: middle(({ width = 0 }) => width),
    mouth: middle(({ mouth = 0 }) => mouth),
  };
  if (Math.abs(resting.yaw) > MAX_RESTING_DEGREES || Math.abs(resting.pitch) > MAX_RESTING_DEGREES)
    return undefined;
  return first.every((pose) => isNeutral(pose, resting)) ? resting : undefined;
}

export function isNeutral(pose: Angles, resting: Angles): boolean {
  return (
    Math.abs(pose.yaw - resting.yaw) < NEUTRAL_DEGREES &&
    Math.abs(pose.pitch - resting.pitch) < NEUTRAL_DEGREES
  );
}

/**
 * Whether the head is neither turned nor making a gesture.
 * @param asked the requested movements: if coming closer is not one of them, the face's distance
 *   may vary
 */
export function isAtRest(posture: Posture, resting: Posture, asked: readonly Move[]): boolean {
  return (
    isNeutral(posture, resting) &&
    asked.every((move) => !isGesture(move) || shareOf(move, posture, resting) < NEUTRAL_SHARE)
  );
}

/**
 * Whether a clear movement other than the requested one dominates, which means that the trajectory
 * belongs to a different challenge.
 */
function isWrong(pose: Angles, resting: Angles, asked: Move | undefined): boolean {
  const isTurn = asked !== undefined && !isGesture(asked);
  const wanted = isTurn ? degreesTowards(asked, pose, resting) : 0;
  return ACTIONS.some((action) => {
    const degrees = degreesTowards(action, pose, resting);
    return action !== asked && degrees >= WRONG_DEGREES && degrees > wanted;
  });
}
