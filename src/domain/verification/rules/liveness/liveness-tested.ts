// Details of a liveness check in a result, in addition to its verdict: the required level, and the
// tests that gave a result, so that a site can weigh it. Pure.
import type { LivenessLevel } from '../../../terms/age-proof.ts';
import type { SessionRecord } from '../session/session.ts';

/**
 * The tests, each with what its listing means: `movements`, that the movements were judged by the
 * page's report; `device_numbers`, that there was only this report, because no picture was sent;
 * `edge_pictures`, that the service measured and accepted pictures that the page had committed to;
 * `between_pictures`, that these included a halfway picture of every turn and nod; `light`, that
 * these showed the screen's colours in the requested order or in another one; `camera_report`, that
 * the page reported about its camera. A test without a result is not listed.
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

/** @returns undefined when liveness was not judged */
export function livenessTested(record: SessionRecord): LivenessTested | undefined {
  const { checks, request } = record;
  if (checks.liveness === undefined) return undefined;
  const level = request.accept?.livenessLevel ?? 'standard';
  return { level, tested: LIVENESS_TESTS.filter((test) => HAS_SPOKEN[test](record)) };
}

const HAS_SPOKEN: Record<LivenessTest, (record: SessionRecord) => boolean> = {
  movements: () => true,
  device_numbers: ({ offer }) => offer.measured === 'device',
  // Light is only judged in pictures that meet all other rules.
  edge_pictures: ({ signals: { light } }) => light !== undefined,
  between_pictures: ({ signals: { light, lacksBetween } }) =>
    light !== undefined && lacksBetween === false,
  light: ({ signals: { light } }) => light !== undefined && light.verdict !== 'cannot_tell',
  camera_report: ({ signals: { isCameraReported } }) => isCameraReported === true,
};
