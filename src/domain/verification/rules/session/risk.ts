// Determines how much a session resembles an attack: whether software may have produced its
// pictures instead of a camera, and whether the check moved to another device. Pure. A signal
// raises the risk band but never decides the outcome, because each signal can also have an innocent
// cause.

import { measuredAt } from './measured.ts';
import { type SessionRecord, withGroup } from './session.ts';
import type { RiskBand } from './signals.ts';

/** The page's report about its camera. The whole report can be forged, but only deliberately. */
export interface CameraSignals {
  /** Whether the camera has the name of known virtual-camera software. */
  virtualLabel: boolean;
  /**
   * The share of frames that equal the previous frame, pixel for pixel, 0 to 1. A sensor's noise
   * never repeats.
   */
  repeatedFrames: number;
  /**
   * The coefficient of variation of the times between frames, 0 or more. A camera driver jitters; a
   * timer hardly does.
   */
  intervalVariation: number;
}

const MANY_REPEATS = 0.3;
const TOO_EVEN = 0.004;

/** Returns medium for one signal, and high for two or more. */
export function assessCamera(signals: CameraSignals): RiskBand {
  const noticed = [
    signals.virtualLabel,
    signals.repeatedFrames >= MANY_REPEATS,
    signals.intervalVariation < TOO_EVEN,
  ].filter(Boolean).length;
  return bandOf(noticed);
}

const ORDER = ['low', 'medium', 'high'] as const satisfies readonly RiskBand[];

const bandOf = (signals: number): RiskBand => ORDER[signals] ?? 'high';

/**
 * Returns the session's band. It is at least medium for measurements by the device itself. Each of
 * these signals raises it by one: a hand-off, because a stranger may have sent the link; a phone in
 * a different country; inconclusive light; a turn or nod without a halfway picture; pictures of
 * movements that look bent; each sign that a document is a copy; a document that was not shown in
 * one take; an unreachable bot check. Light from a screen that shows its colours in a different
 * order raises the band by two.
 * @returns undefined when there were no measurements, no camera report and no other signals
 */
export function riskOf(record: SessionRecord): RiskBand | undefined {
  const { deviceChange, light, copies } = record.signals;
  const { lacksBetween = false, lacksTake = false, unwitnessed = false } = record.signals;
  const { looksBent = false } = record.signals;
  const seen = bandOfChecks(record);
  const raised = [lacksBetween, lacksTake, unwitnessed, looksBent].filter(Boolean).length;
  const isPlain = deviceChange === undefined && light === undefined && raised === 0;
  if (isPlain && copies.length === 0) return seen;
  const changes = deviceChange === undefined ? 0 : deviceChange.isAbroad ? 2 : 1;
  const unlit = light === undefined ? 0 : SIGNALS_OF_LIGHT[light.verdict];
  const before = seen === undefined ? 0 : ORDER.indexOf(seen);
  return bandOf(before + changes + unlit + raised + copies.length);
}

const SIGNALS_OF_LIGHT = { answers: 0, cannot_tell: 1, contradicts: 2 } as const;

function bandOfChecks(record: SessionRecord): RiskBand | undefined {
  const { camera } = record.signals;
  switch (measuredAt(record)) {
    case undefined:
      return camera;
    case 'device':
      return worseBand(camera, 'medium');
    case 'edge':
      return camera ?? 'low';
  }
}

/**
 * Records the page's report about its camera, which every page sends with the movements. If the
 * report is missing, the page hides something or is not the service's own page, so the band is at
 * least medium.
 */
export const noteReport = (
  record: SessionRecord,
  signals: CameraSignals | undefined,
): SessionRecord =>
  signals === undefined
    ? withGroup(record, 'signals', { camera: worseBand(record.signals.camera, 'medium') })
    : noteSignals(record, signals);

/**
 * Raises the session's band according to the signals; if the page sends none, the band is
 * unchanged.
 */
export function noteSignals(
  record: SessionRecord,
  signals: CameraSignals | undefined,
): SessionRecord {
  if (signals === undefined) return record;
  const camera = worseBand(record.signals.camera, assessCamera(signals));
  return withGroup(record, 'signals', { camera, isCameraReported: true });
}

/** Returns the worse of two bands: a session keeps the worst band that it has had. */
export function worseBand(a: RiskBand | undefined, b: RiskBand): RiskBand {
  return ORDER[Math.max(a === undefined ? 0 : ORDER.indexOf(a), ORDER.indexOf(b))] ?? b;
}
