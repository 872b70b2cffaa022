// How a session's object handles a review (D-95): the visitor requests it and sends pictures, which
// are stored, encrypted, only while a reviewer is awaited; members of the customer's team view the
// pictures and decide.
import {
  decide,
  isRepeatedDecision,
  whyNotDecided,
  type Decision,
  type DecisionRefusal,
} from '../../domain/verification/rules/review/review-decision.ts';
import { randomToken } from '../../crypto/random.ts';
import * as review from '../../domain/verification/rules/review/review.ts';
import { isAtStep } from '../../domain/verification/rules/session/state.ts';
import {
  type TenantAccess,
  eventsOfChange,
} from '../../domain/verification/rules/session/result.ts';
import { showAgain } from '../../domain/verification/rules/document/show-again.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import type { ReviewPictureName, ReviewPictures, PictureLink } from './sealed-pictures.ts';
import type { FaceFinding } from '../../domain/verification/rules/face/face-rules.ts';
import type { SeenSession, SessionAccess } from './access.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';
import { sealingPictures, type Verdicts } from './verdicts.ts';
import { outcomeOf } from '../../domain/verification/rules/session/plan.ts';

type Seen = Promise<Answer<SeenSession>>;

/** A visitor's actions on a review. */
export type VisitorsReview =
  | { act: 'decline' | 'resume' | 'show_again' }
  | { act: 'take'; sent: review.NamedReview }
  | { act: 'postpone' }
  | {
      act: 'request';
      found: review.MeasuredReview;
      pictures: ReviewPictures;
      face?: FaceFinding | undefined;
    };

/** A session that is waiting for a reviewer, with the names of its available pictures. */
interface OpenReview {
  record: SessionRecord;
  pictures: ReviewPictureName[];
}

/**
 * A decision takes two calls; its audit entry is written between them. `begin`: no other decision
 * can begin until this one is made or given up. `make`: the decision is applied. `give_up`: the
 * audit entry could not be written.
 */
export interface DecisionCall {
  step: 'begin' | 'make' | 'give_up';
  decision: Decision;
  /** The id of the team member. */
  by: number;
}

export type DecisionAnswer =
  /** `isRepeat`: the decision was made before, and the response may have been lost. */
  | { ok: true; value: SessionRecord; isRepeat: boolean }
  | { ok: false; reason: 'not_found' | DecisionRefusal };

/**
 * How long a decision that has been begun blocks others, in case the member never completes it:
 * longer than it takes to write an audit entry.
 */
const BEGUN_MS = 15_000;

export class Reviewing {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;
  readonly #verdicts: Verdicts;
  /**
   * When a begun decision stops blocking others. Kept only in memory: after a restart, the first
   * decision that is made takes effect.
   */
  #begunUntilMs = 0;

  constructor(storage: SessionStorage, access: SessionAccess, verdicts: Verdicts) {
    this.#verdicts = verdicts;
    this.#storage = storage;
    this.#access = access;
  }

  async byVisitor(browserHash: string, visitors: VisitorsReview): Seen {
    switch (visitors.act) {
      case 'decline':
        return this.#access.change(browserHash, review.declineReview);
      case 'resume':
        return this.#access.change(browserHash, review.resumeSession);
      case 'show_again':
        return this.#access.change(browserHash, (record, nowMs) =>
          showAgain(record, randomToken(16), nowMs),
        );
      case 'take':
        return this.#take(browserHash, visitors.sent);
      case 'postpone':
        return this.#access.changeFromAny(browserHash, (record, nowMs) =>
          review.dropReview(record, undefined, nowMs),
        );
      case 'request':
        return this.#request(browserHash, visitors);
    }
  }

  /** @param links one for each possible picture; only links to existing pictures are stored */
  open(access: TenantAccess, links: readonly PictureLink[]): Answer<OpenReview> {
    const nowMs = Date.now();
    const record = this.#access.readForTenant(access, nowMs);
    if (record?.state.status !== 'pending_tenant_review') return refuse('not_found');
    const pictures = this.#storage.person.pictures.names;
    const wanted = links.filter(({ name }) => pictures.includes(name));
    if (wanted.length > 0) this.#storage.person.pictures.keepLinks(wanted, nowMs);
    return accept({ record, pictures });
  }

  async openPicture(
    access: TenantAccess,
    hash: string,
    viewer: string,
  ): Promise<Answer<{ name: ReviewPictureName; jpeg: Uint8Array<ArrayBuffer> }>> {
    const nowMs = Date.now();
    if (this.#access.readForTenant(access, nowMs) === undefined) return refuse('not_found');
    const opened = await this.#storage.person.pictures.openLink(hash, viewer, nowMs);
    return opened === undefined ? refuse('not_found') : accept(opened);
  }

  async decide(
    access: TenantAccess,
    { step, decision, by }: DecisionCall,
  ): Promise<DecisionAnswer> {
    const nowMs = Date.now();
    const record = this.#access.readForTenant(access, nowMs);
    if (record?.steps.review === undefined) return { ok: false, reason: 'not_found' };
    if (step !== 'begin') this.#begunUntilMs = 0;
    if (step === 'give_up') return { ok: true, value: record, isRepeat: false };
    if (isRepeatedDecision(record, decision, by))
      return { ok: true, value: record, isRepeat: true };
    if (step === 'begin') return this.#begin(record, { decision, by }, nowMs);
    const refusal = whyNotDecided(record, decision, by);
    if (refusal !== undefined) return { ok: false, reason: refusal };
    const changed = await this.#access.changeAsTenant(access, (now, changedMs) =>
      decide(now, decision, by, changedMs),
    );
    return changed.ok ? { ...changed, isRepeat: false } : { ok: false, reason: 'decided' };
  }

  #begin(
    record: SessionRecord,
    { decision, by }: Omit<DecisionCall, 'step'>,
    nowMs: number,
  ): DecisionAnswer {
    if (record.state.status !== 'pending_tenant_review') return { ok: false, reason: 'not_found' };
    const refusal = whyNotDecided(record, decision, by);
    if (refusal !== undefined) return { ok: false, reason: refusal };
    if (nowMs < this.#begunUntilMs) return { ok: false, reason: 'being_decided' };
    this.#begunUntilMs = nowMs + BEGUN_MS;
    return { ok: true, value: record, isRepeat: false };
  }

  /** Ends the review as if its time had run out. */
  async end(): Promise<void> {
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    if (record === undefined) return;
    const ended = review.endUnreviewed(record, nowMs);
    if (ended !== undefined) await this.#storage.save(ended, ...eventsOfChange(record, ended));
  }

  async #take(browserHash: string, sent: review.NamedReview): Seen {
    const seen = this.#access.see(browserHash, Date.now());
    const isOffered = seen.ok && isAtStep(seen.value.record, 'review');
    const judged = isOffered ? review.whenJudged(seen.value.record, sent) : 'last';
    if (judged === 'never') return refuse('other_pictures');
    return this.#access.change(browserHash, (record, nowMs) =>
      judged === 'last' ? review.takeReview(record, sent, nowMs) : undefined,
    );
  }

  async #request(
    browserHash: string,
    { found, pictures, face }: Extract<VisitorsReview, { act: 'request' }>,
  ): Seen {
    const changed = await this.#verdicts.decide(browserHash, {
      name: `review ${found.page} ${found.front} ${found.face}`,
      judge: (record, known, nowMs) => outcomeOf(review.requestReview(record, known, found, nowMs)),
      found: face,
      prepare: sealingPictures(pictures),
    });
    if (!changed.ok) await this.byVisitor(browserHash, { act: 'postpone' });
    return changed;
  }
}
