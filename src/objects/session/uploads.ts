// How a session's object handles pictures and documents: an upload is recorded, measured by other
// Workers, and then judged. An upload that cannot be measured is postponed and does not count
// against the visitor.
import { randomBelow, randomToken } from '../../crypto/random.ts';
import type { SealedFields } from '../../domain/verification/document-fields.ts';
import * as document from '../../domain/verification/rules/document/document-step.ts';
import { areDrawn } from '../../domain/verification/rules/document/take.ts';
import {
  concludePictures,
  type MeasuredUpload,
} from '../../domain/verification/rules/evidence/conclude-pictures.ts';
import type { DemandName } from '../../domain/verification/rules/evidence/demand.ts';
import { noteDropped } from '../../domain/verification/rules/evidence/picture-log.ts';
import * as reveal from '../../domain/verification/rules/evidence/reveal.ts';
import type { FaceFinding } from '../../domain/verification/rules/face/face-rules.ts';
import { outcomeOf } from '../../domain/verification/rules/session/plan.ts';
import type { RevealStep } from '../../vision/face/face-wire.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import { refuse, type Answer } from './answer.ts';
import { keepingFields, sealingFace, type FaceKey, type Verdicts } from './verdicts.ts';

type Seen = Promise<Answer<SeenSession>>;

export class Uploads {
  readonly #access: SessionAccess;
  readonly #verdicts: Verdicts;

  constructor(access: SessionAccess, verdicts: Verdicts) {
    this.#access = access;
    this.#verdicts = verdicts;
  }

  async takePictures(browserHash: string, step: RevealStep, times: readonly number[]): Seen {
    const seen = this.#access.see(browserHash, Date.now());
    const due = seen.ok ? seen.value.record.current.reveal : undefined;
    if (due?.step === step && !reveal.areRequested(due, times)) return refuse('other_pictures');
    return this.#access.change(browserHash, (record, nowMs) =>
      reveal.takePictures(record, step, nowMs),
    );
  }

  async postponePictures(browserHash: string, name: DemandName): Seen {
    const changed = await this.#access.change(browserHash, (record, nowMs) =>
      reveal.postponePictures(record, name, nowMs),
    );
    return changed.ok ? changed : this.#dropPictures(browserHash, name, changed);
  }

  async concludePictures(
    browserHash: string,
    upload: MeasuredUpload,
    faceKey: FaceKey | undefined,
    found: FaceFinding | undefined,
  ): Seen {
    const changed = await this.#verdicts.decide(browserHash, {
      name: `pictures ${upload.nonce} ${upload.isSecond}`,
      judge: (record, known, nowMs) => concludePictures(record, known, upload, nowMs),
      found,
      prepare: sealingFace(faceKey, upload.descriptorModel),
    });
    return changed.ok ? changed : this.#dropPictures(browserHash, upload, changed, upload);
  }

  async commitDocument(browserHash: string, offered: document.OfferedTake): Seen {
    return this.#access.change(browserHash, (record, nowMs) =>
      document.commitDocument(record, offered, randomBelow, nowMs),
    );
  }

  async takeDocument(browserHash: string, sent: document.ArrivedDocument): Seen {
    const seen = this.#access.see(browserHash, Date.now());
    const open = seen.ok ? seen.value.record.current.document : undefined;
    if (open?.nonce === sent.nonce && !areDrawn(open.take, sent.takeTimes))
      return refuse('other_pictures');
    return this.#access.change(browserHash, (record, nowMs) =>
      document.takeDocument(record, sent, randomToken(16), nowMs),
    );
  }

  async postponeDocument(browserHash: string, sent: document.PostponedDocument): Seen {
    return this.#access.changeFromAny(browserHash, (record, nowMs) =>
      document.postponeDocument(record, sent, nowMs),
    );
  }

  async concludeDocument(
    browserHash: string,
    read: document.DocumentFindings,
    fields: SealedFields | undefined,
    found: FaceFinding | undefined,
  ): Seen {
    const nextNonce = randomToken(16);
    const changed = await this.#verdicts.decide(browserHash, {
      name: `document ${read.nonce} ${read.hash}`,
      judge: (record, known, nowMs) =>
        outcomeOf(document.concludeDocument(record, known, read, nextNonce, nowMs)),
      found,
      prepare: keepingFields(fields),
    });
    if (!changed.ok) await this.postponeDocument(browserHash, read);
    return changed;
  }

  /**
   * Records that the service no longer has the pictures, even if the session has ended in the
   * meantime.
   * @returns `refusal`, unchanged
   */
  async #dropPictures<R>(
    browserHash: string,
    name: DemandName,
    refusal: R,
    measured?: MeasuredUpload,
  ): Promise<R> {
    await this.#access.changeFromAny(browserHash, (record, nowMs) =>
      noteDropped(record, name, measured, nowMs),
    );
    return refusal;
  }
}
