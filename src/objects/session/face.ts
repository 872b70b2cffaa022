// What a session's object does for a face check (D-97): keeps the face of one that passed, and gives it away once.
import { faceOf } from '../../domain/verification/rules/evidence/face-of.ts';
import {
  submitPictures,
  type MeasuredUpload,
} from '../../domain/verification/rules/evidence/submit-pictures.ts';
import {
  endOfClaim,
  hasPassedFaceCheck,
  type FaceClaim,
} from '../../domain/verification/rules/face/face-check.ts';
import { isFaceCheck } from '../../domain/verification/rules/session/machine.ts';
import { eventsOfChange } from '../../domain/verification/rules/session/result.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { cancelAsTenant } from '../../domain/verification/rules/session/steps.ts';
import { sealFace } from '../../domain/verification/sealed-face.ts';
import type { SealedFace } from './kept-face.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';

/** Of this session alone; given for one call, and not stored. */
export type FaceKey = Uint8Array<ArrayBuffer>;

/** How a face check ended; with its face when it passed and nobody took it before. */
export interface ClaimedFace extends NonNullable<ReturnType<typeof endOfClaim>> {
  /** Which the face was sealed for. */
  sessionId: string;
  face?: SealedFace;
  consent?: NonNullable<SessionRecord['consent']>;
}

interface ReadFace extends SealedFace, Pick<Required<ClaimedFace>, 'consent'> {
  /** The person agreed to a comparison with those whom the customer blocks. */
  isCompared: boolean;
}

export class FaceChecking {
  readonly #storage: SessionStorage;
  readonly #sessionId: string;

  constructor(storage: SessionStorage, sessionId: string) {
    this.#storage = storage;
    this.#sessionId = sessionId;
  }

  /**
   * Before the change, which must not wait: the same rule decides again then, on the same pictures.
   * @returns what these pictures would leave; undefined when they do not end the check well
   */
  async seal(upload: MeasuredUpload, key: FaceKey): Promise<SealedFace | undefined> {
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    const after = record && submitPictures(record, this.#storage.person.evidence, upload, nowMs);
    const face = after?.evidence && faceOf(after.evidence);
    if (face === undefined || !hasPassedFaceCheck(after?.record)) return undefined;
    const sealed = await sealFace(key, this.#sessionId, face);
    return { sealed, model: upload.descriptorModel };
  }

  /** Call it right before `next` is saved, in the same transaction. @returns undefined for a check that passes without a face */
  keepWith(
    next: SessionRecord | undefined,
    face: SealedFace | undefined,
    nowMs: number,
  ): SessionRecord | undefined {
    if (!hasPassedFaceCheck(next)) return next;
    if (face === undefined) return undefined;
    this.#storage.person.face.keep(face, nowMs);
    return next;
  }

  /** Stays until it is dropped. */
  read(): ReadFace | undefined {
    const nowMs = Date.now();
    const { consent, offer } = this.#storage.read(nowMs) ?? {};
    const face = this.#storage.person.face.read(nowMs);
    return face && consent && { ...face, consent, isCompared: offer?.faces?.isCompared === true };
  }

  /** The person of a customer is erased: the check ends, and nothing of it stays. */
  async erase(): Promise<void> {
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    if (record === undefined || !isFaceCheck(record)) return;
    const canceled = cancelAsTenant(record, nowMs);
    const ended =
      canceled && (await this.#storage.save(canceled, ...eventsOfChange(record, canceled)));
    await this.#storage.erase(ended ?? record, nowMs);
  }

  /** @param record absent: whoever asks may not read it */
  take(record: SessionRecord | undefined, claim: FaceClaim): Answer<ClaimedFace> {
    const end = record && endOfClaim(record, claim);
    if (record === undefined || end === undefined) return refuse('not_found');
    const ended = { ...end, sessionId: record.id };
    if (end.status !== 'success') return accept(ended);
    const face = this.#storage.person.face.take(Date.now());
    const { consent } = record;
    return accept({ ...ended, ...(face && { face }), ...(consent && { consent }) });
  }
}
