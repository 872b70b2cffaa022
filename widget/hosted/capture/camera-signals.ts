// What a stream of pictures reveals about its source: the name of a virtual camera, repeated
// pictures, or a rhythm too even for a sensor. Only counts and several hundred grey values of the
// last picture are kept. This module decides nothing: the server judges the reports
// (domain/verification/rules/session/risk.ts). Pure.
import type { LivenessSubmission } from '../requests/wire.ts';
import { isVirtualCamera } from './virtual-cameras.ts';

/** The page's observations about its camera, which every submission includes. */
type CameraReport = NonNullable<LivenessSubmission['camera']>;

/** The time and count of one picture, as the browser reported them. */
export interface Tick {
  /**
   * When the picture was taken, on the stream's own clock, in ms; undefined when the browser does
   * not report it.
   */
  takenMs: number | undefined;
  /** The number of pictures that the stream has shown so far, including this one. */
  count: number;
}

type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

/**
 * The size of the grid of grey values that is compared between pictures: a sensor's noise changes
 * nearly all of the values from one picture to the next.
 */
const COLUMNS = 32;
const ROWS = 24;
/** Darker pictures are not compared, because a covered lens repeats the same black. */
const BLACK = 12;
/** A longer gap comes from a hidden tab or a stalled driver and is not part of the rhythm. */
const LONGEST_GAP_MS = 1_000;
/** With fewer pictures, there is no report, because so few pictures prove nothing. */
const MIN_PICTURES = 20;

export class CameraWatch {
  #label: string;
  #last = new Uint8Array(0);
  #lastTick: Tick | undefined;
  #pictures = 0;
  #repeats = 0;
  #intervals = { count: 0, mean: 0, squares: 0 };

  /** @param label the label of the stream's track */
  constructor(label: string) {
    this.#label = label;
  }

  /** Processes the next picture of the stream. */
  see(pixels: Pixels, tick: Tick): void {
    const values = sample(pixels);
    if (values.some((value) => value > BLACK)) {
      this.#pictures++;
      if (values.every((value, index) => value === this.#last[index])) this.#repeats++;
    }
    this.#last = values;
    this.#noteInterval(tick);
  }

  /** The report for a submission; undefined after too few pictures. */
  report(): CameraReport | undefined {
    const { count, mean, squares } = this.#intervals;
    if (this.#pictures < MIN_PICTURES) return undefined;
    return {
      virtual_label: isVirtualCamera(this.#label),
      repeated_frames: round(this.#repeats / this.#pictures),
      // A browser that reports no times is not suspicious.
      interval_variation: count < MIN_PICTURES ? 1 : round(Math.sqrt(squares / count) / mean),
    };
  }

  /**
   * Updates the running variance of the time per picture by Welford's method. The pictures that
   * this page has skipped count too.
   */
  #noteInterval(tick: Tick): void {
    const before = this.#lastTick;
    this.#lastTick = tick;
    if (before?.takenMs === undefined || tick.takenMs === undefined) return;
    const gapMs = tick.takenMs - before.takenMs;
    if (gapMs <= 0 || gapMs > LONGEST_GAP_MS) return;
    const value = gapMs / Math.max(1, tick.count - before.count);
    const all = this.#intervals;
    const off = value - all.mean;
    all.count++;
    all.mean += off / all.count;
    all.squares += off * (value - all.mean);
  }
}

/** Samples the green channel on a coarse grid. */
function sample({ data, width, height }: Pixels): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(COLUMNS * ROWS);
  for (let row = 0, at = 0; row < ROWS; row++) {
    const y = Math.floor(((row + 0.5) * height) / ROWS);
    for (let column = 0; column < COLUMNS; column++, at++) {
      const x = Math.floor(((column + 0.5) * width) / COLUMNS);
      values[at] = data[(y * width + x) * 4 + 1] ?? 0;
    }
  }
  return values;
}

function round(value: number): number {
  return Math.min(1_000, Math.round(value * 10_000) / 10_000);
}
