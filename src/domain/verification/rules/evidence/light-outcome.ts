// What the light of the screen does to a session (D-86). Alone it fails nobody: a contradiction asks for one more try with
// another order, and light that says nothing is noted. A session that must be strict takes an answer only. Pure.
import { failStep } from '../session/machine.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import { failLiveness, repeatLiveness } from '../session/step-attempts.ts';
import type { LightVerdict, LightSeen } from './judge-light.ts';
import { noteRefusal } from './reveal.ts';
import type { RefusalReason } from './demand.ts';

interface Concluded {
  /** Whether the movements count, as far as light is concerned. */
  isAccepted: boolean;
  record: SessionRecord | undefined;
}

/** Pictures that no camera takes by accident. */
const OTHER_SIGNS: readonly RefusalReason[] = [
  'other_picture',
  'other_pose',
  'other_person',
  'flat',
  'drawn_apart',
];

/** @param record whose pictures of the movements hold in everything else @param seen in these pictures */
export function concludeLight(record: SessionRecord, seen: LightVerdict, nowMs: number): Concluded {
  const light = lightAfter(record, seen);
  const noted = noteLight(record, seen, light, nowMs);
  if (seen === 'contradicts' && light.contradictions === 1)
    return { isAccepted: false, record: repeatLiveness(noted, 'light_unclear', nowMs) };
  if (seen === 'contradicts' && hasOtherSign(record))
    return { isAccepted: false, record: failStep(noted, 'liveness', 'liveness_failed', nowMs) };
  const isStrict = record.request.accept?.livenessLevel === 'strict';
  if (isStrict && light.verdict !== 'answers')
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

/** That software stands in for the camera, or that earlier pictures were not what they were said to be. */
const hasOtherSign = ({ signals: { camera = 'low', refusals } }: SessionRecord): boolean =>
  camera !== 'low' || refusals.some(({ reason }) => OTHER_SIGNS.includes(reason));
