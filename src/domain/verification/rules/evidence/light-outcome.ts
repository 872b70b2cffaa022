// How the screen's light affects a session (D-86). A strict session requires `answers`. In any
// other session, the light alone never fails a person: a contradiction leads to one more attempt
// with a different order, and inconclusive light is only noted. Pure.
import { failStep } from '../session/machine.ts';
import { isStrict, type SessionRecord, withGroup } from '../session/session.ts';
import { failLiveness, repeatLiveness } from '../session/step-attempts.ts';
import type { LightVerdict, LightSeen } from './judge-light.ts';
import { noteRefusal } from './reveal.ts';
import type { RefusalReason } from './demand.ts';

export interface Concluded {
  /** Whether the verdict on the light or the texture allows the movements to count. */
  isAccepted: boolean;
  record: SessionRecord | undefined;
}

/** Faults in pictures that no camera causes by accident. */
const OTHER_SIGNS: readonly RefusalReason[] = [
  'other_picture',
  'other_pose',
  'other_person',
  'flat',
  'drawn_apart',
];

/**
 * @param record a record whose movement pictures satisfy all other rules
 * @param seen the verdict on the light in these pictures
 */
export function concludeLight(record: SessionRecord, seen: LightVerdict, nowMs: number): Concluded {
  const light = lightAfter(record, seen);
  const noted = noteLight(record, seen, light, nowMs);
  if (seen === 'contradicts' && light.contradictions === 1)
    return { isAccepted: false, record: repeatLiveness(noted, 'light_unclear', nowMs) };
  if (seen === 'contradicts' && hasOtherSign(record))
    return { isAccepted: false, record: failStep(noted, 'liveness', 'liveness_failed', nowMs) };
  if (isStrict(record) && light.verdict !== 'answers')
    return { isAccepted: false, record: failLiveness(noted, 'light_unclear', nowMs) };
  return { isAccepted: true, record: noted };
}

function lightAfter({ signals }: SessionRecord, seen: LightVerdict): LightSeen {
  const contradictions = (signals.light?.contradictions ?? 0) + (seen === 'contradicts' ? 1 : 0);
  const verdict = seen === 'answers' || contradictions === 0 ? seen : 'contradicts';
  return { verdict, contradictions };
}

function noteLight(
  record: SessionRecord,
  seen: LightVerdict,
  light: LightSeen,
  nowMs: number,
): SessionRecord {
  const refusal = { step: 'liveness', reason: 'other_light', atMs: nowMs } as const;
  const logged = seen === 'contradicts' ? noteRefusal(record, refusal) : record;
  return withGroup(logged, 'signals', { light });
}

/**
 * Whether there are signs that software has replaced the camera, or that earlier pictures did not
 * match the page's claims.
 */
const hasOtherSign = ({ signals: { camera = 'low', refusals } }: SessionRecord): boolean =>
  camera !== 'low' || refusals.some(({ reason }) => OTHER_SIGNS.includes(reason));
