// How much a stream of pictures looks like one made by software instead of a camera. Pure. A signal raises the
// band and never decides: virtual cameras have honest uses too.

import type { SessionRecord } from './session.ts';

export type RiskBand = 'low' | 'medium' | 'high';

/** What the page noticed about its camera. All of it can be forged, none of it can be forged by accident. */
export interface CameraSignals {
  /** The device's name is that of known camera software. */
  virtualLabel: boolean;
  /** Share of frames that equal the one before, pixel for pixel, 0 to 1. A sensor's noise never repeats. */
  repeatedFrames: number;
  /** Coefficient of variation of the times between frames, 0 and up. A driver jitters, a timer hardly. */
  intervalVariation: number;
}

const MANY_REPEATS = 0.3;
const TOO_EVEN = 0.004;

/** One signal: medium. Two or more: high. */
export function assessCamera(signals: CameraSignals): RiskBand {
  const noticed = [
    signals.virtualLabel,
    signals.repeatedFrames >= MANY_REPEATS,
    signals.intervalVariation < TOO_EVEN,
  ].filter(Boolean).length;
  if (noticed === 0) return 'low';
  return noticed === 1 ? 'medium' : 'high';
}

const ORDER: readonly RiskBand[] = ['low', 'medium', 'high'];

/** Signals raise the session's band; a page that sends none leaves it as it is. */
export function noteSignals(
  record: SessionRecord,
  signals: CameraSignals | undefined,
): SessionRecord {
  return signals === undefined
    ? record
    : { ...record, risk: worseBand(record.risk, assessCamera(signals)) };
}

/** The worse of two bands: a session keeps the worst it has shown. */
export function worseBand(a: RiskBand | undefined, b: RiskBand): RiskBand {
  return ORDER[Math.max(a === undefined ? 0 : ORDER.indexOf(a), ORDER.indexOf(b))] ?? b;
}
