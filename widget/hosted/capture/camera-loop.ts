// Passes camera pictures to the engine, and the engine's readings to the run of the current step.
// While the engine measures one picture, the next is taken just in time, so that the engine never
// waits for a picture and no picture waits long for the engine.
import { KEPT_WIDTH } from '../../../src/vision/face/face-wire.ts';
import type { EngineController } from '../engine/engine-controller.ts';
import type { PictureReading } from '../engine/worker.ts';
import { frameSource } from './camera.ts';
import type { CameraWatch } from './camera-signals.ts';
import type { MachineSpeed } from './machine-speed.ts';

export interface FrameListener {
  /** Whether the run can use pictures. If it cannot, no pictures are measured. */
  readonly isWatching: boolean;
  /** Whether the next picture should also get an age estimate. */
  wantsAge(nowMs: number): boolean;
  /**
   * Whether the engine holds the pictures, because they may become samples that the page later has
   * to show to the server.
   */
  readonly isKeeping: boolean;
  /**
   * Receives the reading of one picture. `nowMs` is the time at which the picture was taken
   * (performance.now).
   */
  onReading(nowMs: number, reading: PictureReading): void;
  /**
   * Called when the page was hidden and is visible again, because earlier measurements are not
   * continuous with later ones.
   */
  interrupt(): void;
  /** Called when the camera is open but delivers no pictures. */
  stall(): void;
  /** Called when the run will receive no more pictures. */
  leave(): void;
}

interface CameraLoopParts {
  video: HTMLVideoElement;
  engine: EngineController;
  listener: FrameListener;
  speed: MachineSpeed;
  signals: CameraWatch | undefined;
}

/**
 * The longer edge of the pictures in px: enough for the face models, small enough for an old phone.
 */
const EDGE = KEPT_WIDTH;
const EDGE_WHEN_SLOW = 320;
/** The next picture is taken this long before the engine is expected to be free. */
const AHEAD_MS = 12;
const MAX_PENDING = 2;

/** @returns a function that stops the loop */
export function runCameraLoop(parts: CameraLoopParts): () => void {
  const loop = new CameraLoop(parts);
  void loop.run();
  return () => loop.stop();
}

class CameraLoop {
  #parts: CameraLoopParts;
  #isStopped = false;
  /**
   * A counter that changes with every interruption, so that readings from before it are discarded.
   */
  #round = 0;
  #pending = new Set<Promise<void>>();
  #isEstimating = false;
  #sentMs = 0;
  #answeredMs = 0;
  /** The running mean of the time that the engine takes for a picture. */
  #tookMs = 0;

  constructor(parts: CameraLoopParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#isStopped = true;
    this.#parts.listener.leave();
    this.#parts.engine.reset();
  }

  async run(): Promise<void> {
    const source = frameSource(this.#parts.video);
    this.#parts.speed.reset();
    while (!this.#isStopped) {
      if (document.hidden) {
        await this.#sleep();
        source.startOver();
      }
      await this.#untilDue();
      const tick = await source.next();
      if (this.#isStopped || document.hidden) continue;
      if (!this.#parts.listener.isWatching) {
        this.#parts.speed.reset();
        continue;
      }
      const nowMs = performance.now();
      if (tick) {
        const picture = source.grab(this.#parts.speed.isSlow ? EDGE_WHEN_SLOW : EDGE);
        if (!picture) continue;
        this.#parts.signals?.see(picture, tick);
        this.#send(picture, nowMs);
      } else this.#stall();
    }
  }

  #stall(): void {
    this.#parts.speed.reset();
    this.#parts.listener.stall();
  }

  /** Resets the engine, then waits until the page is visible again. */
  async #sleep(): Promise<void> {
    this.#parts.engine.reset();
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true });
    });
    this.#round++;
    this.#parts.speed.reset();
    this.#parts.listener.interrupt();
  }

  /**
   * Waits until the next picture is due. A second picture is sent when the engine is nearly done
   * with the first; no more than two are ever pending.
   */
  async #untilDue(): Promise<void> {
    const isCrowded = this.#pending.size >= MAX_PENDING;
    const beganMs = Math.max(this.#sentMs, this.#answeredMs);
    const restMs = beganMs + this.#tookMs - AHEAD_MS - performance.now();
    if (this.#pending.size === 0 || (!isCrowded && restMs <= 0)) return;
    const later = new Promise<void>((resolve) => {
      if (!isCrowded) setTimeout(resolve, restMs);
    });
    await Promise.race([...this.#pending, later]);
  }

  #send(picture: ImageData, nowMs: number): void {
    this.#sentMs = nowMs;
    const sent = this.#measure(picture, nowMs).finally(() => this.#pending.delete(sent));
    this.#pending.add(sent);
  }

  async #measure(picture: ImageData, nowMs: number): Promise<void> {
    const { engine, listener, speed } = this.#parts;
    const round = this.#round;
    const wantsAge = !this.#isEstimating && listener.wantsAge(nowMs);
    if (wantsAge) this.#isEstimating = true;
    const reading = await engine.measure(picture, { wantsAge, isHeld: listener.isKeeping });
    if (wantsAge) this.#isEstimating = false;
    if (!wantsAge) this.#noteAnswer(nowMs);
    if (!reading || this.#isStopped || round !== this.#round) return;
    speed.see(nowMs, reading.face !== undefined);
    listener.onReading(nowMs, reading);
  }

  #noteAnswer(sentMs: number): void {
    const nowMs = performance.now();
    const tookMs = nowMs - Math.max(sentMs, this.#answeredMs);
    this.#answeredMs = nowMs;
    this.#tookMs += (tookMs - this.#tookMs) / 8;
  }
}
