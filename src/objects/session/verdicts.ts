// Verdicts as the session's object makes them: the rule makes a plan once, what the plan asks of
// the face is found out by the caller, and the plan is done if the record is still the one that it
// was made for. Otherwise there is a new plan.
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

/** Of this session alone; given for one call, and not stored. */
export type FaceKey = Uint8Array<ArrayBuffer>;

/** What a plan leads to once its question is answered. */
interface Decided {
  record: SessionRecord;
  plan: VerdictPlan;
  next: SessionRecord;
  nowMs: number;
}

/** What is to be judged. */
interface Case {
  /** The same for what is sent again with what was found: then the same plan is done. */
  name: string;
  /** The pure rule. */
  judge: (
    record: SessionRecord,
    known: Evidence | undefined,
    nowMs: number,
  ) => RuleOutcome | undefined;
  /** Of the face, once the answer has asked for it. */
  found?: FaceFinding | undefined;
  /**
   * What may take time, and changes nothing yet.
   * @returns what keeps it beside the record, in the transaction of the change; undefined: the plan
   * cannot be done
   */
  prepare: (person: PersonStorage, decided: Decided) => Promise<(() => void) | undefined>;
}

const keepNothing = (): void => undefined;

interface MadePlan {
  name: string;
  record: SessionRecord;
  plan: VerdictPlan;
  nowMs: number;
  /** Of the record: every write makes another one. */
  revision: number;
}

export class Verdicts {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;
  /** The one that waits for an answer: it is made again if the object was restarted meanwhile. */
  #waiting: MadePlan | undefined;

  constructor(storage: SessionStorage, access: SessionAccess) {
    this.#storage = storage;
    this.#access = access;
  }

  /** @returns the session; with the question, unchanged, where one has to be answered first */
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
      // Otherwise the record has changed while something was sealed: it is judged as it is now.
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
    // Time may have changed it, too.
    this.#storage.read(Date.now());
    if (this.#storage.revision !== revision) return 'outdated';
    if (plan.evidence !== undefined) person.keepEvidence(plan.evidence);
    keepPrepared();
    const kept = person.keepBlockable(next, found?.kept, nowMs);
    return this.#storage.save(kept, ...eventsOfChange(record, kept));
  }
}

/**
 * The face of a passed check, sealed for whoever began it.
 * @param key absent: the pictures are of no face check @param model hash of what made the
 * descriptor
 */
export const sealingFace =
  (key: FaceKey | undefined, model: string): Case['prepare'] =>
  async (person, { plan, next, nowMs }) => {
    if (next.state.status !== 'success' || plan.seals === undefined) return keepNothing;
    if (key === undefined) return undefined;
    const sealed = await sealFace(key, next.id, plan.seals);
    return () => person.face.keep({ sealed, model }, nowMs);
  };

/** What the customer receives of a document that was read. */
export const keepingFields =
  (fields: SealedFields | undefined): Case['prepare'] =>
  async (person, { next }) =>
  () =>
    person.keepFields(next, fields);

/** For a human, where one is awaited from now on. */
export const sealingPictures =
  (pictures: ReviewPictures): Case['prepare'] =>
  async (person, { record, next }) => {
    const isNew = record.state.status === 'in_progress';
    if (!isNew || next.state.status !== 'pending_tenant_review') return keepNothing;
    const sealed = await person.pictures.seal(pictures);
    return () => person.pictures.keep(sealed);
  };
