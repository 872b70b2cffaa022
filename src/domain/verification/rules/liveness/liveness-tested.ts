// Details about a liveness check that a session's result contains in addition to the verdict: the
// required level, and the tests that led to a finding, so that a site can weigh the verdict. Pure.
import type { LivenessLevel } from '../../../terms/age-proof.ts';
import type { SessionRecord } from '../session/session.ts';

/**
 * The possible tests, and what each one means when it is listed. `movements`: the movements were
 * judged from the page's report. `device_numbers`: this report was the only evidence, because no
 * picture was sent. `edge_pictures`: the service measured and accepted pictures to which the page
 * had committed. `between_pictures`: these pictures included a halfway picture of every turn and
 * nod. `light`: these pictures showed the screen's colours, in the requested order or in a
 * different one. `texture`: their texture was compared with that of bent pictures. `camera_report`:
 * the page sent a report about its camera. A test without a finding is not listed.
 */
const LIVENESS_TESTS = [
  'movements',
  'device_numbers',
  'edge_pictures',
  'between_pictures',
  'light',
  'texture',
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
  // Light is judged only in pictures that satisfy all other rules.
  edge_pictures: ({ signals: { light } }) => light !== undefined,
  between_pictures: ({ signals: { light, lacksBetween } }) =>
    light !== undefined && lacksBetween === false,
  light: ({ signals: { light } }) => light !== undefined && light.verdict !== 'cannot_tell',
  texture: ({ signals: { looksBent } }) => looksBent !== undefined,
  camera_report: ({ signals: { isCameraReported } }) => isCameraReported === true,
};
