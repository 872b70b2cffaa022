// Guides a person through one challenge: turns poses into an instruction, an arrow and the ring's
// progress. Pure. It uses the server's limits for angles but leaves the judgment to the server.
import {
  isGesture,
  MAX_GAP_MS,
  MIN_MS_PER_ACTION,
  MIN_POSE_SAMPLES,
  type Move,
  type Posture,
  settledPose,
} from '../../../src/vision/face/challenge.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import { isStraight } from './framing.ts';
import type { Asked, Guidance } from './guidance.ts';
import { instruct, instructBack, instructTowards, isBack } from './instructions.ts';
import { type Pace, USUAL_PACE } from './pace.ts';
import { NO_LIGHT, type PauseLight } from './pause-light.ts';
import { isSparse, PictureGaps } from './picture-gaps.ts';
import { Recorder } from './recorder.ts';
import { firstPosture, isStill, REST_MS } from './resting.ts';
import { isAstray } from './wrong-way.ts';

const ENOUGH_SAMPLES = MIN_POSE_SAMPLES + 4;
const ENOUGH_MS_PER_ACTION = MIN_MS_PER_ACTION + 50;
/** An attempt whose trajectory has a longer gap is abandoned. */
const GAP_MS = MAX_GAP_MS - 100;
/**
 * The server refuses a submission that arrives after the challenge's end, so this much time is
 * reserved for sending.
 */
const SENDING_MS = 4_000;
const FACE_LOST_MS = 1_000;
const CLOSING_MS = 300;

const LIT: Guidance = { action: 'neutral', message: 'lit', progress: 1 };

type Phase = 'hold' | 'act' | 'return' | 'pause' | 'close' | 'spoiled';

export class Guide {
  #actions: readonly Move[];
  #asideDegrees: number | undefined;
  #endMs: number;
  #pace: Pace;
  #light: PauseLight;
  #recorder: Recorder;
  #phase: Phase = 'hold';
  #phaseMs: number;
  #index = 0;
  #resting: Posture = { yaw: 0, pitch: 0 };
  #neutralRows = 0;
  #seenMs: number;
  #gaps: PictureGaps;
  #status: 'running' | 'finished' | 'given_up' | 'stalled' = 'running';
  #now: Guidance = { action: 'neutral', message: 'hold_still', progress: 0 };

  /**
   * @param nowMs when the challenge arrived, on the same clock as all later times
   * @param light controls the colours that the screen shows before and after the first movement
   */
  constructor(
    { actions, asideDegrees, lifetimeMs }: Asked,
    nowMs: number,
    pace: Pace = USUAL_PACE,
    light: PauseLight = NO_LIGHT,
  ) {
    this.#light = light;
    this.#actions = actions;
    this.#asideDegrees = asideDegrees;
    this.#endMs = nowMs + lifetimeMs - SENDING_MS;
    this.#pace = pace;
    this.#recorder = this.#startRecord(nowMs);
    this.#phaseMs = nowMs;
    this.#seenMs = nowMs;
    this.#gaps = new PictureGaps(nowMs);
  }

  /**
   * `finished` after the last return to rest; `given_up` when the attempt can no longer succeed;
   * `stalled` when it can no longer succeed because the machine measured too few pictures, which
   * does not count against the visitor.
   */
  get status() {
    return this.#status;
  }
  get samples() {
    return this.#recorder.samples;
  }
  /** The samples' pictures to keep, each with its number and time. */
  get pictures() {
    return this.#recorder.pictures;
  }
  /** When the recording of samples started, on the same clock as `nowMs`. */
  get startMs() {
    return this.#recorder.startMs;
  }
  /** Index of the current action, for "1 of 2". */
  get index() {
    return Math.min(this.#index, this.#actions.length - 1);
  }

  /**
   * Processes the face in one picture, if there is one.
   * @param picture the picture's number, if it can be kept
   * @returns what to show
   */
  see(nowMs: number, face: FaceReading | undefined, picture?: number): Guidance {
    if (this.#status !== 'running') return this.#now;
    // Until a movement has been requested, the recording may start over.
    if (this.#gaps.see(nowMs) && this.#phase === 'hold') this.#startOver(nowMs);
    if (nowMs > this.#endMs || this.#isStuck(nowMs) || this.#isLost(nowMs)) return this.#giveUp();
    if (!face) return this.#handleNoFace(nowMs);
    this.#seenMs = nowMs;
    this.#gaps.seeFace();
    const isKept = this.#recorder.offer(nowMs, face, picture, this.#light.isShowing) !== undefined;
    if (isKept) this.#now = this.#step(nowMs, settledPose(this.samples, this.samples.length - 1));
    if (face.faces > 1) this.#now = { ...this.#now, hint: 'two_faces' };
    return this.#now;
  }

  /** Whether no face has been seen for so long that the server would refuse the recording. */
  #isLost(nowMs: number): boolean {
    return this.#phase !== 'hold' && nowMs - this.#seenMs > GAP_MS;
  }

  #step(nowMs: number, pose: Posture): Guidance {
    if (this.#phase === 'hold') return this.#hold(nowMs);
    if (this.#phase === 'spoiled' || isAstray(this.#action(), pose, this.#resting))
      return this.#spoil(nowMs);
    if (this.#phase === 'act') return this.#act(nowMs, pose);
    return this.#return(nowMs, pose);
  }

  /**
   * Waits until the head is still: the trajectory must begin at rest. Until the screen has shown
   * its colours, no movement has been requested, so the trajectory may start over.
   */
  #hold(nowMs: number): Guidance {
    const poses = this.samples.map(([, yaw, pitch, roll]) => ({ yaw, pitch, roll }));
    // The resting pose must not be measured on a head that has turned away since the challenge was
    // requested.
    if (!isStill(poses) || !poses.every(isStraight)) this.#startOver(nowMs);
    else if (poses.length >= 2 && !this.#light.hasShown(0)) return LIT;
    else if (this.#recorder.lastMs >= REST_MS && poses.length >= 4) {
      this.#resting = firstPosture(this.samples);
      this.#enter('act', nowMs);
      return instruct(this.#action(), 0);
    }
    return { action: 'neutral', message: 'hold_still', progress: 0 };
  }

  #startOver(nowMs: number): void {
    this.#recorder = this.#startRecord(nowMs);
    this.#light.interrupt();
  }

  #startRecord(nowMs: number): Recorder {
    return new Recorder(nowMs, this.#pace, this.#actions.filter(isGesture));
  }

  #act(nowMs: number, pose: Posture): Guidance {
    const instruction = instructTowards(this.#action(), pose, this.#resting, this.#asideDegrees);
    if (instruction) return instruction;
    this.#enter('return', nowMs);
    return this.#returning();
  }

  /**
   * Handles a movement too far in the wrong direction, which cannot be undone, because the server
   * judges the whole recording.
   */
  #spoil(nowMs: number): Guidance {
    if (this.#phase !== 'spoiled') this.#enter('spoiled', nowMs);
    const isFull =
      this.samples.length >= ENOUGH_SAMPLES &&
      this.#recorder.lastMs >= ENOUGH_MS_PER_ACTION * this.#actions.length;
    if (isFull) return this.#giveUp();
    return { action: 'neutral', message: 'one_moment', progress: 0 };
  }

  #return(nowMs: number, pose: Posture): Guidance {
    const isNeutral = isBack(this.#action(), pose, this.#resting);
    this.#neutralRows = isNeutral ? this.#neutralRows + 1 : 0;
    if (this.#phase === 'close') return this.#close(nowMs);
    if (this.#phase === 'pause') return this.#rest(nowMs, isNeutral);
    if (this.#neutralRows < 2) return this.#returning();
    this.#enter('pause', nowMs);
    return this.#rest(nowMs, true);
  }

  /**
   * Handles the pause between two movements. A person who moves on early is not held back, because
   * the server counts the early movement as the next one.
   */
  #rest(nowMs: number, isNeutral: boolean): Guidance {
    if (!isNeutral) this.#light.giveUp();
    if (this.#index === 0 && !this.#light.hasShown(1)) return LIT;
    if (this.#index < this.#actions.length - 1) {
      this.#index += 1;
      this.#enter('act', nowMs);
      return instruct(this.#action(), 0);
    }
    this.#enter('close', nowMs);
    return this.#returning();
  }

  /** Adds a short pause after the last movement, so that the recording visibly ends at rest. */
  #close(nowMs: number): Guidance {
    const isLongEnough =
      nowMs - this.#phaseMs >= CLOSING_MS && this.samples.length >= ENOUGH_SAMPLES;
    if (isLongEnough && this.#neutralRows > 0) {
      this.#status = isSparse(this.samples) ? 'stalled' : 'finished';
      return (this.#now = { action: 'neutral', message: 'one_moment', progress: 1 });
    }
    return this.#returning();
  }

  #handleNoFace(nowMs: number): Guidance {
    const isBefore = this.#phase === 'hold';
    if (nowMs - this.#seenMs > FACE_LOST_MS) {
      if (isBefore) this.#startOver(nowMs);
      this.#now = { action: this.#now.action, message: 'no_face', progress: this.#now.progress };
    }
    return this.#now;
  }

  #isStuck(nowMs: number): boolean {
    if (this.#recorder.isFull) return true;
    return this.#phase !== 'hold' && nowMs - this.#phaseMs > this.#pace.actionTimeoutMs;
  }

  #returning(): Guidance {
    return instructBack(this.#action());
  }

  #action(): Move {
    return this.#actions[this.index] ?? 'turn_left';
  }

  #enter(phase: Phase, nowMs: number): void {
    this.#phase = phase;
    this.#phaseMs = nowMs;
    this.#neutralRows = 0;
  }

  #giveUp(): Guidance {
    this.#status = this.#gaps.areToBlame || isSparse(this.samples) ? 'stalled' : 'given_up';
    return (this.#now = { action: 'neutral', message: 'one_moment', progress: 0 });
  }
}
