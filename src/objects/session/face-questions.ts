// The face of a session as its object sees it (D-100): what has to be known of it before a verdict, and the one that is kept,
// sealed, for as long as the customer said.
import {
  askFace,
  hasVerdict,
  type FaceFinding,
  type KeptDescriptor,
} from '../../domain/verification/rules/face/face-rules.ts';
import type { Evidence } from '../../domain/verification/rules/evidence/judge-pictures.ts';
import { finalStatus } from '../../domain/verification/rules/session/state.ts';
import type { TenantAccess } from '../../domain/verification/rules/session/result.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';
import { refuseBlocked } from '../../domain/verification/rules/session/machine.ts';

/** What a rule would do. */
interface Outlook {
  record: SessionRecord;
  /** Absent: as before. */
  evidence?: Evidence;
}

/** A rule that adds nothing to what is known. */
export const outlookOf =
  (rule: (record: SessionRecord, nowMs: number) => SessionRecord | undefined) =>
  (record: SessionRecord, nowMs: number): Outlook | undefined => {
    const after = rule(record, nowMs);
    return after && { record: after };
  };

/** What a change leads to once its face is known. @param next what follows for whoever is not blocked */
export const decideWith = (
  found: FaceFinding | undefined,
  record: SessionRecord,
  next: SessionRecord | undefined,
  nowMs: number,
): SessionRecord | undefined =>
  next !== undefined && found?.isBlocked === true ? refuseBlocked(next, record, nowMs) : next;

export class FaceQuestions {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;

  constructor(storage: SessionStorage, access: SessionAccess) {
    this.#storage = storage;
    this.#access = access;
  }

  /**
   * Changes nothing.
   * @param rule what the change would do @param found absent: nobody has asked yet
   * @returns the session with the question, where one has to be answered before the change
   */
  ask(
    browserHash: string,
    rule: (record: SessionRecord, nowMs: number) => Outlook | undefined,
    found: FaceFinding | undefined,
  ): Answer<SeenSession> | undefined {
    if (found !== undefined) return undefined;
    const nowMs = Date.now();
    const seen = this.#access.see(browserHash, nowMs);
    if (!seen.ok || seen.value.record.offer.faces === undefined) return undefined;
    const { record } = seen.value;
    const after = rule(record, nowMs);
    const asked =
      after && askFace(record, after.record, after.evidence ?? this.#storage.person.evidence);
    return asked && accept({ ...seen.value, asked });
  }

  /** For the customer, to block it. `unknown`: none was kept; `expired`: it is gone. */
  read(
    access: TenantAccess,
  ): Answer<{ id: string; face: KeptDescriptor | 'unknown' | 'expired' | 'running' }> {
    const nowMs = Date.now();
    const record = this.#access.readForTenant(access, nowMs);
    if (record === undefined) return refuse('not_found');
    const { id } = record;
    if (finalStatus(record) === undefined) return accept({ id, face: 'running' });
    const { faceUntilMs } = record.received;
    if (faceUntilMs === undefined || !hasVerdict(record)) return accept({ id, face: 'unknown' });
    const face = nowMs < faceUntilMs ? this.#storage.person.blockableFace : undefined;
    return accept({ id, face: face ?? 'expired' });
  }
}
