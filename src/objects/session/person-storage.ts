// What a session's object keeps of the person beside the record: each part for as long as the
// session needs it. What is kept with a change is kept in its transaction: call it right before the
// record is saved, with no await in between.
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

const EVIDENCE = 'evidence';
const FACE = 'blockable_face';
const FIELDS_KEY = 'fields_key';
const FIELDS = 'fields';

export class PersonStorage {
  /** For a human to look at, while one is awaited (D-95). */
  readonly pictures: SealedPictures;
  /** Of a face check that passed (D-97). */
  readonly face: CheckedFace;
  readonly #kv: SyncKvStorage;

  constructor(ctx: DurableObjectState) {
    this.#kv = ctx.storage.kv;
    this.pictures = new SealedPictures(ctx);
    this.face = new CheckedFace(ctx);
  }

  /** What is known of the person's face and age between two steps; gone with the verdict. */
  get evidence(): Evidence | undefined {
    return this.#kv.get<Evidence>(EVIDENCE);
  }

  keepEvidence(evidence: Evidence): void {
    this.#kv.put(EVIDENCE, evidence);
  }

  /** What the customer receives of a document: a key of this session's own, and what it sealed. */
  get fields(): SealedFields | undefined {
    const [key, sealed] = [this.#kv.get<string>(FIELDS_KEY), this.#kv.get<string>(FIELDS)];
    return key === undefined || sealed === undefined ? undefined : { key, sealed };
  }

  /** Of the document that was read last. @param record as it will be */
  keepFields(record: SessionRecord, fields: SealedFields | undefined): void {
    this.#dropFields();
    if (fields === undefined || !mayHaveFields(record)) return;
    this.#kv.put(FIELDS_KEY, fields.key);
    this.#kv.put(FIELDS, fields.sealed);
  }

  /** The face that is kept for the customer to block it, sealed. */
  get blockableFace(): KeptDescriptor | undefined {
    return this.#kv.get<KeptDescriptor>(FACE);
  }

  /**
   * @param record as it will be @param kept where the change is a verdict, or what may become one
   * @returns the record as it is to be saved
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

  /** By every write: what a session that is like that needs no more is gone. */
  keepNeeded(record: SessionRecord): void {
    if (!needsEvidence(record)) this.#kv.delete(EVIDENCE);
    if (!hasVerdict(record)) this.#kv.delete(FACE);
    if (!mayHaveFields(record)) this.#dropFields();
    if (record.state.status !== 'pending_tenant_review') this.pictures.drop();
  }

  /** By the alarm. */
  dropOld({ received }: SessionRecord, nowMs: number): void {
    this.face.dropOld(nowMs);
    if (nowMs >= (received.faceUntilMs ?? Infinity)) this.#kv.delete(FACE);
  }

  /** When the first of it is too old; Infinity when none is kept for a time of its own. */
  endsAtMs({ received }: SessionRecord): number {
    const { faceUntilMs: untilMs = Infinity } = received;
    return Math.min(this.face.endsAtMs, this.blockableFace === undefined ? Infinity : untilMs);
  }

  /** The person is erased, after the verdict. */
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
