// Data about the person that a session's object stores apart from the record, each part for as long
// as the session needs it. Methods that store such data must be called right before the record is
// saved, without an await in between, so that both writes are one transaction.
import type { SealedFields } from '../../domain/verification/document-fields.ts';
import { mayHaveFields } from '../../domain/verification/rules/document/document-fields.ts';
import type { Evidence } from '../../domain/verification/rules/evidence/judge-pictures.ts';
import {
  faceUntilMs,
  hasVerdict,
  type KeptDescriptor,
} from '../../domain/verification/rules/face/face-rules.ts';
import { needsEvidence } from '../../domain/verification/rules/session/machine.ts';
import { withGroup, type SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { CheckedFace } from './kept-face.ts';
import { SealedPictures } from './sealed-pictures.ts';
import type { StoredSession } from './stored-session.ts';

const FACE = 'blockable_face';
const FIELDS_KEY = 'fields_key';
const FIELDS = 'fields';

export class PersonStorage {
  /** Pictures for a reviewer, kept only while a reviewer is awaited (D-95). */
  readonly pictures: SealedPictures;
  /** The face of a passed face check (D-97). */
  readonly face: CheckedFace;
  readonly #row: StoredSession;
  readonly #kv: SyncKvStorage;

  constructor(ctx: DurableObjectState, row: StoredSession) {
    this.#row = row;
    this.#kv = ctx.storage.kv;
    this.pictures = new SealedPictures(ctx);
    this.face = new CheckedFace(ctx);
  }

  /**
   * Evidence about the person's face and age, kept between two steps and deleted once the verdict
   * is reached.
   */
  get evidence(): Evidence | undefined {
    return this.#row.pending.evidence;
  }

  keepEvidence(evidence: Evidence): void {
    this.#row.stage({ evidence });
  }

  /**
   * The sealed document fields that the customer receives, and their key, which only this session
   * uses.
   */
  get fields(): SealedFields | undefined {
    const [key, sealed] = [this.#kv.get<string>(FIELDS_KEY), this.#kv.get<string>(FIELDS)];
    return key === undefined || sealed === undefined ? undefined : { key, sealed };
  }

  /**
   * Stores the fields of the document that was read last.
   * @param record the record as it will be saved
   */
  keepFields(record: SessionRecord, fields: SealedFields | undefined): void {
    this.#dropFields();
    if (fields === undefined || !mayHaveFields(record)) return;
    this.#kv.put(FIELDS_KEY, fields.key);
    this.#kv.put(FIELDS, fields.sealed);
  }

  /** The sealed face that is kept so that the customer can block it. */
  get blockableFace(): KeptDescriptor | undefined {
    return this.#kv.get<KeptDescriptor>(FACE);
  }

  /**
   * Stores the sealed face, so that the customer can block it, once the record has a verdict.
   * @param record the record as it will be saved
   * @param kept the sealed face, if this update sets a verdict or may lead to one
   * @returns the record to save
   */
  keepBlockable(
    record: SessionRecord,
    kept: KeptDescriptor | undefined,
    nowMs: number,
  ): SessionRecord {
    const { faces } = record.offer;
    if (kept === undefined || faces === undefined || !hasVerdict(record)) return record;
    this.#kv.put(FACE, kept);
    return withGroup(record, 'received', { faceUntilMs: faceUntilMs(faces, nowMs) });
  }

  /**
   * Deletes the data that the session no longer needs in its new state. Must be called right before
   * every write of the record.
   */
  keepNeeded(record: SessionRecord): void {
    if (!needsEvidence(record)) this.#row.stage({ evidence: undefined });
    if (!hasVerdict(record)) this.#kv.delete(FACE);
    if (!mayHaveFields(record)) this.#dropFields();
    if (record.state.status !== 'pending_tenant_review') this.pictures.drop();
  }

  /** Deletes faces that have expired. Must be called by the alarm. */
  dropOld({ received }: SessionRecord, nowMs: number): void {
    this.face.dropOld(nowMs);
    if (nowMs >= (received.faceUntilMs ?? Infinity)) this.#kv.delete(FACE);
  }

  /** Returns when the first face expires; Infinity when none is stored. */
  endsAtMs({ received }: SessionRecord): number {
    const { faceUntilMs: untilMs = Infinity } = received;
    return Math.min(this.face.endsAtMs, this.blockableFace === undefined ? Infinity : untilMs);
  }

  /** Deletes the document fields and both faces, when the person is erased. */
  drop(): void {
    this.#kv.delete(FACE);
    this.#dropFields();
    this.face.drop();
  }

  #dropFields(): void {
    this.#kv.delete(FIELDS_KEY);
    this.#kv.delete(FIELDS);
  }
}
