// What a result says of a liveness check beside its verdict: the level that it was held to, and which tests have spoken, so
// that a site can weigh it. Pure.
import type { LivenessLevel } from '../../../terms/age-proof.ts';
import type { SessionRecord } from '../session/session.ts';

/**
 * `movements`: those that were asked for, in their order and time, by what the page says of the head. `device_numbers`: by
 * nothing else, for no picture is sent. `edge_pictures`: pictures that the page had committed to were measured by the service,
 * and hold. `between_pictures`: among them of every movement one half the way. `light`: they have shown the colours of the
 * screen, or others. `camera_report`: the page has said what it noticed about its camera. A test that could tell nothing is not
 * among them.
 */
const LIVENESS_TESTS = [
  'movements',
  'device_numbers',
  'edge_pictures',
  'between_pictures',
  'light',
  'camera_report',
] as const;
export type LivenessTest = (typeof LIVENESS_TESTS)[number];

export interface LivenessTested {
  level: LivenessLevel;
  tested: readonly LivenessTest[];
}

/** @returns undefined where liveness was not judged */
export function livenessTested(record: SessionRecord): LivenessTested | undefined {
  const { checks, request } = record;
  if (checks.liveness === undefined) return undefined;
  const level = request.accept?.livenessLevel ?? 'standard';
  return { level, tested: LIVENESS_TESTS.filter((test) => HAS_SPOKEN[test](record)) };
}

const HAS_SPOKEN: Record<LivenessTest, (record: SessionRecord) => boolean> = {
  movements: () => true,
  device_numbers: ({ offer }) => offer.measured === 'device',
  // Light is judged in them, once they hold in everything else.
  edge_pictures: ({ signals: { light } }) => light !== undefined,
  between_pictures: ({ signals: { light, lacksBetween } }) =>
    light !== undefined && lacksBetween === false,
  light: ({ signals: { light } }) => light !== undefined && light.verdict !== 'cannot_tell',
  camera_report: ({ signals: { isCameraReported } }) => isCameraReported === true,
};
