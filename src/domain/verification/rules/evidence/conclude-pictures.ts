// How measured pictures affect a session (D-80): either all rules hold, or the attempt at the step
// fails. Pure.
import type {
  MeasuredPicture,
  Measurement,
  RevealStep,
} from '../../../../vision/face/face-wire.ts';
import { concludeAge, judgeAtEdge } from '../age/age.ts';
import { concludeFace } from '../face/face-check.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { repeatLiveness } from '../session/step-attempts.ts';
import { askAgain } from './ask-again.ts';
import { type BentRefused, concludeBent } from './bent-outcome.ts';
import { bentOf } from './bent-pictures.ts';
import { judgeLight, type LitFace } from './judge-light.ts';
import { judgePictures, NO_EVIDENCE, type Evidence } from './judge-pictures.ts';
import { concludeLight } from './light-outcome.ts';
import { isDemand, refusePictures } from './reveal.ts';
import type { DemandName, DrawnFace, RefusalReason } from './demand.ts';
import type { AgesOfPicture } from '../age/age-rule.ts';
import { type RuleOutcome, outcomeOf } from '../session/plan.ts';
import { noteDropped } from './picture-log.ts';

/** The pictures of one upload, as measured by the face Worker, and the demand that they answer. */
export interface MeasuredUpload extends Measurement, DemandName {
  step: RevealStep;
  /**
   * The reason to refuse the pictures, whatever they show, if they were shown before; absent if
   * they are new.
   */
  shownBefore?: RefusalReason;
  /** The sessions that refuse pictures that look bent. Default: none. */
  bentRefused?: BentRefused;
}

/**
 * @param known the evidence from earlier pictures
 * @returns undefined when the session is not waiting for these pictures
 */
export function concludePictures(
  before: SessionRecord,
  known: Evidence | undefined,
  upload: MeasuredUpload,
  nowMs: number,
): RuleOutcome | undefined {
  const record = noteDropped(before, upload, upload, nowMs);
  const { reveal, ...current } = record.current;
  const revealed = { ...record, current };
  if (!isDemand(reveal, upload) || reveal.step !== upload.step) return undefined;
  // The face measured during the movements has been deleted, so the person must repeat them. This
  // does not count as an attempt.
  if (reveal.step !== 'liveness' && known === undefined)
    return outcomeOf(repeatLiveness(revealed, 'not_accepted', nowMs));
  const { waiting = [], ...person } = known ?? NO_EVIDENCE;
  const refuse = (reason: RefusalReason): RuleOutcome | undefined => {
    const refused = refusePictures(revealed, reveal, reason, nowMs);
    return refused && { record: refused, ...(known?.waiting && { evidence: person }) };
  };
  if (upload.shownBefore !== undefined && upload.pictures.every(isCommitted))
    return refuse(upload.shownBefore);
  const measured = upload.isSecond ? [...waiting, ...upload.pictures] : upload.pictures;
  const drawn = [...(reveal.seen ?? []), ...reveal.pictures];
  const judged = judgePictures(drawn, measured, person, reveal.asideDegrees);
  if (!judged.ok) {
    const again =
      judged.reason === 'no_face' ? askAgain(revealed, reveal, measured, nowMs) : undefined;
    if (again !== undefined)
      return { record: again, evidence: { ...person, waiting: facesOf(measured) } };
    return refuse(judged.reason);
  }
  const { descriptorModel: model } = upload;
  const evidence = { ...judged.evidence, ...(model !== undefined && { model }) };
  if (reveal.step === 'face') {
    const passed = concludeFace(revealed, nowMs);
    return passed && { record: passed, evidence };
  }
  if (reveal.step === 'age') {
    const shown = evidence.ages.slice(person.ages.length);
    return concludeFrom(revealed, shown, { evidence, nextNonce: reveal.nextNonce }, nowMs);
  }
  const light = judgeLight(reveal.light ?? [], litFaces(judged.shown));
  const texture = concludeBent(revealed, bentOf(judged.shown), upload.bentRefused ?? 'none', nowMs);
  const { isAccepted, record: after } =
    texture.isAccepted && texture.record ? concludeLight(texture.record, light, nowMs) : texture;
  if (after === undefined) return undefined;
  if (!isAccepted) return { record: after, ...(known?.waiting && { evidence: person }) };
  return { record: withGroup(after, 'checks', { liveness: true }), evidence };
}

const isCommitted = (picture: MeasuredPicture): boolean =>
  picture.ok || picture.fault !== 'not_committed';

const litFaces = (faces: readonly DrawnFace[]): LitFace[] =>
  faces.flatMap(({ litStep: step, face: { light } }): LitFace[] =>
    step === undefined || light === undefined ? [] : [{ step, light }],
  );

const facesOf = (measured: readonly MeasuredPicture[]): MeasuredPicture[] =>
  measured.filter(({ ok }) => ok);

/** @param ages the ages that were estimated from these pictures */
function concludeFrom(
  record: SessionRecord,
  ages: readonly AgesOfPicture[],
  { evidence, nextNonce }: { evidence: Evidence; nextNonce: string },
  nowMs: number,
): RuleOutcome | undefined {
  const shown = [...(record.steps.age.shown ?? []), ...ages];
  const judge = judgeAtEdge(shown, evidence.ages, record.offer.headLines);
  const next = concludeAge(withStep(record, 'age', { shown }), judge, nextNonce, nowMs);
  if (next === undefined) return undefined;
  // A document decides instead of the estimates, so the ages are no longer needed.
  const left = next.steps.age.isSteppedUp === true ? { ...evidence, ages: [] } : evidence;
  return { record: next, evidence: left };
}
