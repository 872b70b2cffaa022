// The faces that a session's object returns: the sealed face of a passed face check, which it
// returns once (D-97), and the face that it keeps for a period set by the customer, so that the
// customer can block it (D-100).
import { endOfClaim, type FaceClaim } from '../../domain/verification/rules/face/face-check.ts';
import { isFaceCheck } from '../../domain/verification/rules/session/machine.ts';
import type { SessionConsent } from '../../domain/verification/rules/session/consent-state.ts';
import { eventsOfChange } from '../../domain/verification/rules/session/result.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { cancelAsTenant } from '../../domain/verification/rules/session/steps.ts';
import type { SealedCheckFace } from './kept-face.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';
import {
  type KeptDescriptor,
  hasVerdict,
} from '../../domain/verification/rules/face/face-rules.ts';
import { residencyOf, type Residency } from '../../domain/terms/residency.ts';
import { finalStatus } from '../../domain/verification/rules/session/state.ts';

/** The consent to a face check, which must name the version of the privacy notice. */
type NamedConsent = Pick<Required<SessionConsent>, 'notice' | 'atMs'>;

const nameConsent = ({ consent }: SessionRecord): NamedConsent | undefined => {
  const { notice, atMs = 0 } = consent ?? {};
  return notice === undefined ? undefined : { notice, atMs };
};

/**
 * How a face check ended; includes the face if the check passed and the face has not been taken
 * yet.
 */
export interface ClaimedFace extends NonNullable<ReturnType<typeof endOfClaim>> {
  /** The session that the face was sealed for. */
  sessionId: string;
  face?: SealedCheckFace;
  consent?: NamedConsent;
}

interface ReadFace extends SealedCheckFace, Pick<Required<ClaimedFace>, 'consent'> {
  /** Whether the person agreed to a comparison with the customer's blocked faces. */
  isCompared: boolean;
  /** Where the objects of the check's customer are stored. */
  residency: Residency;
}

export class SessionFaces {
  readonly #storage: SessionStorage;

  constructor(storage: SessionStorage) {
    this.#storage = storage;
  }

  /** Reads the face, which stays stored until dropFace is called or the face expires. */
  read(): ReadFace | undefined {
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    const face = this.#storage.person.face.read(nowMs);
    const consent = record && nameConsent(record);
    const isCompared = record?.offer.faces?.isCompared === true;
    const residency = residencyOf(record?.tenant ?? {});
    return face && consent && { ...face, consent, isCompared, residency };
  }

  /**
   * Returns the face that is kept so that the customer can block it (D-100). `running`: the session
   * has not ended; `unknown`: no face was kept; `expired`: it is no longer available.
   * @param record absent when the caller may not read it
   */
  readKept(
    record: SessionRecord | undefined,
  ): Answer<{ id: string; face: KeptDescriptor | 'unknown' | 'expired' | 'running' }> {
    if (record === undefined) return refuse('not_found');
    const { id } = record;
    if (finalStatus(record) === undefined) return accept({ id, face: 'running' });
    const { faceUntilMs } = record.received;
    if (faceUntilMs === undefined || !hasVerdict(record)) return accept({ id, face: 'unknown' });
    const face = Date.now() < faceUntilMs ? this.#storage.person.blockableFace : undefined;
    return accept({ id, face: face ?? 'expired' });
  }

  /** Erases the person on the customer's request: the check ends, and all its data is deleted. */
  async erase(): Promise<void> {
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    if (record === undefined || !isFaceCheck(record)) return;
    const canceled = cancelAsTenant(record, nowMs);
    const ended =
      canceled && (await this.#storage.save(canceled, ...eventsOfChange(record, canceled)));
    await this.#storage.erase(ended ?? record, nowMs);
  }

  /** @param record absent when the caller may not read it */
  take(record: SessionRecord | undefined, claim: FaceClaim): Answer<ClaimedFace> {
    const end = record && endOfClaim(record, claim);
    if (record === undefined || end === undefined) return refuse('not_found');
    const ended = { ...end, sessionId: record.id };
    if (end.status !== 'success') return accept(ended);
    const face = this.#storage.person.face.take(Date.now());
    const consent = nameConsent(record);
    return accept({ ...ended, ...(face && { face }), ...(consent && { consent }) });
  }
}
