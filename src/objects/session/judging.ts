// Verdicts that need to know a face, as the session's object makes them: what the pictures or the document would do is looked
// at first, what it asks for is found out by the caller, and then the same rule decides (D-100).
import { randomToken } from '../../crypto/random.ts';
import type { SealedFields } from '../../domain/verification/document-fields.ts';
import * as document from '../../domain/verification/rules/document/document-step.ts';
import {
  submitPictures,
  type MeasuredUpload,
} from '../../domain/verification/rules/evidence/submit-pictures.ts';
import type { FaceFinding } from '../../domain/verification/rules/face/face-rules.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { outlookOf, decideWith, type FaceQuestions } from './face-questions.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import type { Answer } from './answer.ts';
import type { FaceChecking, FaceKey } from './face.ts';
import type { SessionStorage } from './storage.ts';

type Seen = Promise<Answer<SeenSession>>;

export class Judging {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;
  readonly #questions: FaceQuestions;
  readonly #faces: FaceChecking;

  constructor(
    storage: SessionStorage,
    access: SessionAccess,
    questions: FaceQuestions,
    faces: FaceChecking,
  ) {
    this.#storage = storage;
    this.#access = access;
    this.#questions = questions;
    this.#faces = faces;
  }

  async submitPictures(
    browserHash: string,
    upload: MeasuredUpload,
    faceKey: FaceKey | undefined,
    found: FaceFinding | undefined,
  ): Seen {
    const judge = (record: SessionRecord, nowMs: number) =>
      submitPictures(record, this.#storage.person.evidence, upload, nowMs);
    const asked = this.#questions.ask(browserHash, judge, found);
    if (asked !== undefined) return asked;
    const face = faceKey && (await this.#faces.seal(upload, faceKey));
    return this.#access.conclude(browserHash, upload, (record, nowMs) => {
      const after = judge(record, nowMs);
      if (after?.evidence !== undefined) this.#storage.person.keepEvidence(after.evidence);
      const decided = decideWith(found, record, after?.record, nowMs);
      const next = decided && this.#storage.person.keepBlockable(decided, found?.kept, nowMs);
      return this.#faces.keepWith(next, face, nowMs);
    });
  }

  async concludeDocument(
    browserHash: string,
    read: document.DocumentFindings,
    fields: SealedFields | undefined,
    found: FaceFinding | undefined,
  ): Seen {
    const { evidence } = this.#storage.person;
    const judge = (record: SessionRecord, nowMs: number) =>
      document.concludeDocument(record, evidence, read, randomToken(16), nowMs);
    const asked = this.#questions.ask(browserHash, outlookOf(judge), found);
    if (asked !== undefined) return asked;
    return this.#access.change(browserHash, (record, nowMs) => {
      const decided = decideWith(found, record, judge(record, nowMs), nowMs);
      if (decided === undefined) return undefined;
      this.#storage.person.keepFields(decided, fields);
      return this.#storage.person.keepBlockable(decided, found?.kept, nowMs);
    });
  }
}
