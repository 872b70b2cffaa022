// What measured pictures do to a session (D-80): all of it holds, or the step fails as an attempt. Pure.
import type { Measurement, RevealStep } from '../../../../engine/face-check.ts';
import { concludeAge, judgeAtEdge } from '../age.ts';
import type { SessionRecord } from '../session.ts';
import { repeatLiveness } from '../step-attempts.ts';
import { judgeLight, type LitFace } from './judge-light.ts';
import { judgePictures, type Evidence } from './judge-pictures.ts';
import { concludeLight } from './light-outcome.ts';
import { refusePictures, type Reveal } from './reveal.ts';

/** Pictures of one upload, as the face Worker measured them. */
export interface MeasuredUpload extends Measurement {
  step: RevealStep;
  /** Of the demand that they answer: an older one is not this one. */
  nonce: string;
}

interface AfterPictures {
  record: SessionRecord;
  /** What is known of the person from now on; absent: as before. */
  evidence?: Evidence;
}

/** @param known of the pictures before @returns undefined when these pictures are not due */
export function submitPictures(
  record: SessionRecord,
  known: Evidence | undefined,
  upload: MeasuredUpload,
  nowMs: number,
): AfterPictures | undefined {
  const { reveal, ...revealed } = record;
  if (reveal?.step !== upload.step || reveal.nonce !== upload.nonce) return undefined;
  // The person of the movements is not known any more: they are made again, at no cost.
  if (reveal.step === 'age' && known === undefined)
    return recordOf(repeatLiveness(revealed, 'not_accepted', nowMs));
  const judged = judgePictures(reveal.pictures, upload.pictures, known);
  if (!judged.ok) return recordOf(refusePictures(revealed, reveal, judged.reason, nowMs));
  const { evidence } = judged;
  if (reveal.step === 'age') return concludeFrom(revealed, reveal, evidence, nowMs);
  const light = judgeLight(reveal.light ?? [], litFaces(reveal, upload));
  const { isAccepted, record: after } = concludeLight(revealed, light, nowMs);
  if (after === undefined || !isAccepted) return recordOf(after);
  return { record: { ...after, checks: { ...record.checks, liveness: true } }, evidence };
}

const litFaces = ({ pictures: drawn }: Reveal, { pictures: measured }: MeasuredUpload): LitFace[] =>
  drawn.flatMap(({ t, litStep: step }): LitFace[] => {
    const found = measured.find((picture) => picture.t === t);
    const light = found?.ok === true ? found.face.light : undefined;
    return step === undefined || light === undefined ? [] : [{ step, light }];
  });

const recordOf = (record: SessionRecord | undefined): AfterPictures | undefined =>
  record && { record };

function concludeFrom(
  record: SessionRecord,
  { nextNonce }: Reveal,
  evidence: Evidence,
  nowMs: number,
): AfterPictures | undefined {
  const next = concludeAge(record, judgeAtEdge(evidence.ages), nextNonce, nowMs);
  return next && { record: next, evidence };
}
