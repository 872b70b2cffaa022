// How a session's object reaches a verdict: the rule creates a plan, the caller answers the plan's
// questions about the face, and the plan is carried out if the record has not changed in the
// meantime. Otherwise, a new plan is created.
import type { Evidence } from '../../domain/verification/rules/evidence/judge-pictures.ts';
import type { FaceFinding } from '../../domain/verification/rules/face/face-rules.ts';
import {
  isAnswered,
  planOf,
  settlePlan,
  type RuleOutcome,
  type VerdictPlan,
} from '../../domain/verification/rules/session/plan.ts';
import { eventsOfChange } from '../../domain/verification/rules/session/result.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { sealFace } from '../../domain/verification/sealed-face.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { PersonStorage } from './person-storage.ts';
import type { SessionStorage } from './storage.ts';
import type { ReviewPictures } from './sealed-pictures.ts';
import type { SealedFields } from '../../domain/verification/document-fields.ts';

/**
 * The key that seals the face of one session. It is valid for that session only, passed with a
 * single call, and not stored.
 */
export type FaceKey = Uint8Array<ArrayBuffer>;

/** The outcome of a plan once its questions are answered. */
interface Decided {
  record: SessionRecord;
  plan: VerdictPlan;
  next: SessionRecord;
  nowMs: number;
}

/** The input to a verdict. */
interface Case {
  /**
   * The name of the case to decide. The call that adds the finding must use the same name, so that
   * the same plan is used.
   */
  name: string;
  /** The rule, a pure function. */
  judge: (
    record: SessionRecord,
    known: Evidence | undefined,
    nowMs: number,
  ) => RuleOutcome | undefined;
  /** The finding about the face, if an earlier answer asked for it. */
  found?: FaceFinding | undefined;
  /**
   * Does work that may take time, such as sealing, without changing anything yet.
   * @returns a function that stores the result alongside the record, in the same transaction as the
   *   change; undefined when the plan cannot be carried out
   */
  prepare: (person: PersonStorage, decided: Decided) => Promise<(() => void) | undefined>;
}

const keepNothing = (): void => undefined;

interface MadePlan {
  name: string;
  record: SessionRecord;
  plan: VerdictPlan;
  nowMs: number;
  /** The record's revision when the plan was created; every write changes the revision. */
  revision: number;
}

export class Verdicts {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;
  /**
   * The plan that is waiting for an answer. It is created again if the object has been restarted in
   * the meantime.
   */
  #waiting: MadePlan | undefined;

  constructor(storage: SessionStorage, access: SessionAccess) {
    this.#storage = storage;
    this.#access = access;
  }

  /** @returns the session; it is unchanged and has `asked` if a question must be answered first */
  async decide(browserHash: string, one: Case): Promise<Answer<SeenSession>> {
    for (;;) {
      const seen = this.#access.seeActive(browserHash, Date.now());
      if (!seen.ok) return seen;
      const made = this.#planFor(seen.value.record, one);
      if (made === undefined) return refuse('conflict');
      if (!isAnswered(made.plan, one.found)) {
        this.#waiting = made;
        return accept({ ...seen.value, ...(made.plan.asks && { asked: made.plan.asks }) });
      }
      this.#waiting = undefined;
      const saved = await this.#carryOut(made, one);
      if (saved === 'impossible') return refuse('conflict');
      // If the record changed while `prepare` was running, the loop judges the case again.
      if (saved !== 'outdated') return accept({ ...seen.value, record: saved });
    }
  }

  #planFor(record: SessionRecord, { name, judge }: Case): MadePlan | undefined {
    const { revision } = this.#storage;
    const waiting = this.#waiting;
    if (waiting?.name === name && waiting.revision === revision) return waiting;
    const nowMs = Date.now();
    const known = this.#storage.person.evidence;
    const plan = planOf(record, known, judge(record, known, nowMs));
    return plan && { name, record, plan, nowMs, revision };
  }

  async #carryOut(
    { plan, record, nowMs, revision }: MadePlan,
    { found, prepare }: Case,
  ): Promise<SessionRecord | 'outdated' | 'impossible'> {
    const { person } = this.#storage;
    const next = settlePlan(record, plan, found, nowMs);
    const keepPrepared = await prepare(person, { record, plan, next, nowMs });
    if (keepPrepared === undefined) return 'impossible';
    // This read applies changes that depend on the time, such as expiry, and they give the record a
    // new revision.
    this.#storage.read(Date.now());
    if (this.#storage.revision !== revision) return 'outdated';
    if (plan.evidence !== undefined) person.keepEvidence(plan.evidence);
    keepPrepared();
    const kept = person.keepBlockable(next, found?.kept, nowMs);
    return this.#storage.save(kept, ...eventsOfChange(record, kept));
  }
}

/**
 * Seals the face of a passed face check for the use case that began the check.
 * @param key absent when the pictures belong to no face check
 * @param model the hash of the descriptor's model
 */
export const sealingFace =
  (key: FaceKey | undefined, model: string): Case['prepare'] =>
  async (person, { plan, next, nowMs }) => {
    if (next.state.status !== 'success' || plan.seals === undefined) return keepNothing;
    if (key === undefined) return undefined;
    const sealed = await sealFace(key, next.id, plan.seals);
    return () => person.face.keep({ sealed, model }, nowMs);
  };

/** Stores the document fields that the customer receives. */
export const keepingFields =
  (fields: SealedFields | undefined): Case['prepare'] =>
  async (person, { next }) =>
  () =>
    person.keepFields(next, fields);

/** Seals the pictures for a reviewer if the change makes the session wait for one. */
export const sealingPictures =
  (pictures: ReviewPictures): Case['prepare'] =>
  async (person, { record, next }) => {
    const isNew = record.state.status === 'in_progress';
    if (!isNew || next.state.status !== 'pending_tenant_review') return keepNothing;
    const sealed = await person.pictures.seal(pictures);
    return () => person.pictures.keep(sealed);
  };
