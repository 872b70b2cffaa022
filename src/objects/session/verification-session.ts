// The object of one verification: each call reads the record, applies one domain rule, and saves
// the result, with no await in between. This class checks which caller may do what; storage.ts
// stores the data.
import { DurableObject } from 'cloudflare:workers';
import { equalInConstantTime } from '../../crypto/hash.ts';
import type { SealedFields } from '../../domain/verification/document-fields.ts';
import { randomBelow, randomToken } from '../../crypto/random.ts';
import type { ProofRule } from '../../domain/terms/age-proof.ts';
import * as accountAge from '../../domain/verification/rules/age/account-age.ts';
import { submitAge, type AgeSubmission } from '../../domain/verification/rules/age/age.ts';
import type { FaceClaim } from '../../domain/verification/rules/face/face-check.ts';
import type { MeasuredUpload } from '../../domain/verification/rules/evidence/conclude-pictures.ts';
import { refuseAttempt } from '../../domain/verification/rules/session/attempts.ts';
import * as handoff from '../../domain/verification/rules/handoff/handoff.ts';
import { declineGestures, NO_GESTURES } from '../../domain/verification/rules/liveness/gestures.ts';
import * as liveness from '../../domain/verification/rules/liveness/liveness.ts';
import type { SettledStatus } from '../../domain/verification/rules/session/state.ts';
import * as opening from '../../domain/verification/rules/opening/opening.ts';
import { chooseWay, type ChosenWay } from '../../domain/verification/rules/opening/ways.ts';
import type { SessionEvent, TenantAccess } from '../../domain/verification/rules/session/result.ts';
import type { FaceFinding } from '../../domain/verification/rules/face/face-rules.ts';
import type { SessionReason } from '../../domain/verification/rules/session/reasons.ts';
import type { RetakePlan } from '../../domain/verification/rules/retake/retake.ts';
import type { ShownConsent } from '../../domain/verification/rules/session/consent.ts';
import { settle } from '../../domain/verification/rules/session/sandbox.ts';
import * as sessions from '../../domain/verification/rules/session/session.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import * as steps from '../../domain/verification/rules/session/steps.ts';
import type { BotCheckResult } from '../../domain/verification/rules/session/bot-check.ts';
import * as botChecks from '../../domain/verification/rules/session/bot-check.ts';
import type { RevealStep } from '../../vision/face/face-wire.ts';
import { drawChallenge } from './draw-challenge.ts';
import { runAlarm } from './lasting-alarm.ts';
import { acceptSocket, announceChange } from './live-sockets.ts';
import type { PictureLink } from './sealed-pictures.ts';
import { SessionAccess, type SeenSession } from './access.ts';
import { accept, refuse, type Answer } from './answer.ts';
import { areAttemptsUsedUp, beginAttempt } from './attempts.ts';
import { HandingOver } from './handing-over.ts';
import { SessionFaces, type ClaimedFace } from './face.ts';
import { Verdicts, type FaceKey } from './verdicts.ts';
import { Retaking, type ContestAnswer, type RetakeAnswer } from './retake.ts';
import { Reviewing } from './review.ts';
import type * as review from './review.ts';
import { SessionStorage, type ReadResult } from './storage.ts';
import type { DemandName } from '../../domain/verification/rules/evidence/demand.ts';
import type * as document from '../../domain/verification/rules/document/document-step.ts';
import { Uploads } from './uploads.ts';
import { type ProofCall, Proofs } from './proofs.ts';

type Seen = Promise<Answer<SeenSession>>;

const fresh = () => ({ randomBelow, nextNonce: randomToken(16) });

export class VerificationSession extends DurableObject<Env> {
  readonly #storage: SessionStorage;
  readonly #access: SessionAccess;
  readonly #uploads: Uploads;
  readonly #reviewing: Reviewing;
  readonly #retaking: Retaking;
  readonly #faces: SessionFaces;
  readonly #proofs: Proofs;
  readonly #handing: HandingOver;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#storage = new SessionStorage(ctx, env, () => announceChange(ctx));
    this.#access = new SessionAccess(this.#storage);
    const verdicts = new Verdicts(this.#storage, this.#access);
    this.#uploads = new Uploads(this.#access, verdicts);
    this.#reviewing = new Reviewing(this.#storage, this.#access, verdicts);
    this.#retaking = new Retaking(this.#storage, env.VERIFICATION_SESSION);
    this.#faces = new SessionFaces(this.#storage);
    this.#proofs = new Proofs(this.#storage, this.#access, env);
    this.#handing = new HandingOver(this.#storage, this.#access);
  }

  /**
   * Begins the session; a second call (an idempotent retry) changes nothing.
   * @returns the hash of the session's init token
   */
  async createSession(session: sessions.NewSession): Promise<string> {
    const { taken } = this.#storage;
    if (taken !== undefined) return taken.secrets.initHash;
    await this.#storage.save(sessions.newRecord(this.ctx.id.toString(), session), 'created');
    return session.secrets.initHash;
  }

  // Methods for the browser that opened a link; it authenticates with the hash of a secret.

  async openLink(link: opening.LinkOpening): Seen {
    const unopened = this.#storage.read(Date.now());
    const attemptsUsedUp = await areAttemptsUsedUp(this.#storage.counts, unopened, link);
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    const opened = record && opening.openLink(record, { ...link, attemptsUsedUp }, nowMs);
    if (record === undefined || opened === undefined) return refuse('not_found');
    if (!opened.ok) return refuse(opened.reason);
    const { record: next, events } = opened;
    const kept = next === undefined ? record : await this.#storage.save(next, ...events);
    return accept({ record: kept, device: 'computer' });
  }

  async viewSession(browserHash: string): Seen {
    return this.#access.see(browserHash, Date.now());
  }

  /** @param check result of the browser's bot check; absent when none is required */
  async giveConsent(browserHash: string, shown: ShownConsent = {}, check?: BotCheckResult): Seen {
    const seen = this.#access.seeActive(browserHash, Date.now());
    if (seen.ok && botChecks.lacksBotCheck(seen.value.record, check)) return refuse('unwitnessed');
    return this.#access.change(browserHash, (record, nowMs) =>
      steps.giveConsent(botChecks.recordBotCheck(record, check), shown, randomToken(16), nowMs),
    );
  }

  async chooseWay(browserHash: string, way: ChosenWay): Seen {
    return this.#access.change(browserHash, (record) => chooseWay(record, way));
  }

  async noteCamera(browserHash: string): Seen {
    return this.#access.change(browserHash, steps.noteCamera);
  }

  /** Issues a challenge and returns it in the record; a session that requests too many fails. */
  async requestChallenge(browserHash: string, lifetimeMs: number, settings = NO_GESTURES): Seen {
    return this.#access.change(browserHash, (before, nowMs) => {
      const record = declineGestures(before, settings.without);
      const challenge = drawChallenge(record, settings.shows, nowMs, lifetimeMs);
      return liveness.requestChallenge(record, challenge);
    });
  }

  async submitLiveness(browserHash: string, submission: liveness.LivenessSubmission): Seen {
    const seen = this.#access.see(browserHash, Date.now());
    const isAllowed = await beginAttempt(this.#storage.counts, seen.ok ? seen.value : undefined);
    return this.#access.change(browserHash, (record, nowMs) =>
      isAllowed
        ? liveness.submitLiveness(record, submission, fresh(), nowMs)
        : refuseAttempt(record, nowMs),
    );
  }

  async submitAge(browserHash: string, submission: AgeSubmission): Seen {
    return this.#access.change(browserHash, (record, nowMs) =>
      submitAge(record, submission, fresh(), nowMs),
    );
  }

  // Pictures and documents: other Workers measure them, then they are judged or postponed.

  /** Records an upload; the returned record lists the expected pictures. */
  async takePictures(browserHash: string, step: RevealStep, times: readonly number[]): Seen {
    return this.#uploads.takePictures(browserHash, step, times);
  }

  async postponePictures(browserHash: string, name: DemandName): Seen {
    return this.#uploads.postponePictures(browserHash, name);
  }

  /**
   * @param faceKey the key that seals the face of a face check if these pictures pass it
   * @param found the finding about the face, if an earlier answer asked for it
   */
  async concludePictures(
    browserHash: string,
    upload: MeasuredUpload,
    faceKey?: FaceKey,
    found?: FaceFinding,
  ): Seen {
    return this.#uploads.concludePictures(browserHash, upload, faceKey, found);
  }

  /** Accepts the commitment to a take; the returned record lists which small pictures to send. */
  async commitDocument(browserHash: string, offered: document.OfferedTake): Seen {
    return this.#uploads.commitDocument(browserHash, offered);
  }

  /** Records an upload; the returned record states whether the upload must still be read. */
  async takeDocument(browserHash: string, sent: document.ArrivedDocument): Seen {
    return this.#uploads.takeDocument(browserHash, sent);
  }

  async postponeDocument(browserHash: string, sent: document.PostponedDocument): Seen {
    return this.#uploads.postponeDocument(browserHash, sent);
  }

  async concludeDocument(
    browserHash: string,
    read: document.DocumentFindings,
    fields?: SealedFields,
    found?: FaceFinding,
  ): Seen {
    return this.#uploads.concludeDocument(browserHash, read, fields, found);
  }

  /** Handles a proof used instead of the camera: wallet (D-151), pass (D-152) or key (D-154). */
  async meetProof(call: ProofCall): Seen {
    return this.#proofs.take(call);
  }

  /** Contests an estimate: begins the document check in `plan`, which replaces this session. */
  async contest(browserHash: string, plan: RetakePlan | undefined): Promise<ContestAnswer> {
    return this.#retaking.contest(this.#storage.read(Date.now()), browserHash, plan);
  }

  /** Requests or declines a review, or continues after a reviewer asked for new pictures. */
  async reviewByVisitor(browserHash: string, visitors: review.VisitorsReview): Seen {
    return this.#reviewing.byVisitor(browserHash, visitors);
  }

  async requestAssistance(browserHash: string): Seen {
    return this.#access.change(browserHash, steps.requestAssistance);
  }

  async cancelSession(browserHash: string): Seen {
    return this.#access.changeFromAny(browserHash, steps.cancelSession);
  }

  async extendSession(browserHash: string, byMs: number): Seen {
    return this.#access.changeFromAny(browserHash, (record) => steps.extendSession(record, byMs));
  }

  /** @param age the age that domain/signing-in/age-sharing read from the person's account */
  async reuseVerifiedAge(browserHash: string, age: accountAge.ShownAge): Seen {
    return this.#access.change(browserHash, (record, nowMs) =>
      accountAge.reuseVerifiedAge(record, age, nowMs),
    );
  }

  /** Lets the account with the hash `keeper` claim the check, under the service's own `policy`. */
  async keepVerifiedAge(browserHash: string, policy: ProofRule, keeper: string): Seen {
    return this.#access.changeFromAny(browserHash, (record, nowMs) =>
      accountAge.keepVerifiedAge(record, policy, keeper, nowMs),
    );
  }

  /** Settles a session for the sandbox bar; only a test session can be settled. */
  async settleSandbox(browserHash: string, outcome: SettledStatus, reason?: SessionReason): Seen {
    const seen = this.#access.see(browserHash, Date.now());
    if (seen.ok && !seen.value.record.test) return refuse('not_found');
    return this.#access.changeFromAny(browserHash, (record, nowMs) =>
      settle(record, outcome, nowMs, reason),
    );
  }

  async offerHandoff(browserHash: string, offer: handoff.HandoffOffer): Seen {
    return this.#access.change(browserHash, (record, nowMs) =>
      handoff.offerHandoff(record, offer, nowMs),
    );
  }

  /** @param tokenId the object id of the hand-off link that the phone opened */
  async joinHandoff(tokenId: string, phone: handoff.JoiningPhone): Seen {
    return this.#handing.join(tokenId, phone);
  }

  /** Checks the code as typed. After too many wrong codes the phone loses access. */
  async confirmHandoff(browserHash: string, code: string): Seen {
    return this.#handing.confirm(browserHash, code);
  }

  async endHandoff(browserHash: string): Seen {
    return this.#access.changeFromAny(browserHash, handoff.endHandoff);
  }

  // Methods for the tenant's backend; every mismatch gets the same refusal.

  async readAsTenant(access: TenantAccess): Promise<Answer<SessionRecord>> {
    const record = this.#access.readForTenant(access, Date.now());
    return record ? accept(record) : refuse('not_found');
  }

  /** Reads the session together with the data that only the result contains. */
  async readResultAsTenant(access: TenantAccess): Promise<Answer<ReadResult>> {
    const answer = await this.readAsTenant(access);
    const isPassed = answer.ok && answer.value.state.status === 'success';
    const fields = isPassed ? this.#storage.person.fields : undefined;
    return answer.ok ? accept({ record: answer.value, fields }) : answer;
  }

  async readKeptFace(access: TenantAccess) {
    return this.#faces.readKept(this.#access.readForTenant(access, Date.now()));
  }

  async settleAsTenant(
    access: TenantAccess,
    outcome: SettledStatus,
    reason?: SessionReason,
  ): Promise<Answer<SessionRecord>> {
    if (!access.test) return refuse('not_found');
    return this.#access.changeAsTenant(access, (record, nowMs) =>
      settle(record, outcome, nowMs, reason),
    );
  }

  /** Returns the face of a passed check once, and deletes it. */
  async takeFace(access: TenantAccess, claim: FaceClaim): Promise<Answer<ClaimedFace>> {
    return this.#faces.take(this.#access.readForTenant(access, Date.now()), claim);
  }

  async cancelAsTenant(access: TenantAccess): Promise<Answer<SessionRecord>> {
    return this.#access.changeAsTenant(access, steps.cancelAsTenant);
  }

  /** Begins the session in `plan`, which replaces this one; a repeat returns the same session. */
  async retakeAsTenant(access: TenantAccess, plan: RetakePlan): Promise<RetakeAnswer> {
    return this.#retaking.retake(this.#access.readForTenant(access, Date.now()), plan);
  }

  /** Opens a pending review; stores `links` to its pictures for the member's sign-in session. */
  async openReview(access: TenantAccess, links: readonly PictureLink[]) {
    return this.#reviewing.open(access, links);
  }

  /** Opens the picture of a single-use link, given the link's hash and the viewer's sign-in. */
  async openReviewPicture(access: TenantAccess, hash: string, viewer: string) {
    return this.#reviewing.openPicture(access, hash, viewer);
  }

  async decideReview(
    access: TenantAccess,
    call: review.DecisionCall,
  ): Promise<review.DecisionAnswer> {
    return this.#reviewing.decide(access, call);
  }

  /**
   * Erases the personal data of an ended session early; the call may be repeated.
   * @returns the unsent events, including the erasure event; empty once the erasure is confirmed
   */
  async eraseAsTenant(access: TenantAccess): Promise<Answer<SessionEvent[]>> {
    return this.#access.eraseForTenant(access, Date.now());
  }

  /** Reads the session for any caller with the result token, regardless of the tenant. */
  async readByResultToken(secretHash: string): Promise<Answer<SessionRecord>> {
    const record = this.#storage.read(Date.now());
    const isKnown =
      record !== undefined && equalInConstantTime(record.secrets.resultHash, secretHash);
    return isKnown ? accept(record) : refuse('not_found');
  }

  // Methods for the service itself.

  /** Confirms that the end event with this version has been written. */
  async confirmEnd(version: number): Promise<void> {
    return this.#storage.confirmEnd(version);
  }

  /** Confirms that the other copies of this erased session are gone. */
  async confirmErasure(): Promise<void> {
    return this.#storage.confirmErasure(Date.now());
  }

  /** Ends a review that nobody can decide any more, because the customer has been removed. */
  async endReview(): Promise<void> {
    return this.#reviewing.end();
  }

  /** Methods for face checks: they read or delete the stored face, or erase the whole check. */
  async readFace() {
    return this.#faces.read();
  }
  async dropFace(): Promise<void> {
    this.#storage.person.face.drop();
  }
  async eraseFaceCheck(): Promise<void> {
    return this.#faces.erase();
  }

  /** Runs the alarm, in case it was lost; returns the last event, for a list row that missed it. */
  async repeatEvent(): Promise<SessionEvent | 'running' | 'gone'> {
    await this.alarm();
    return this.#storage.repeatEvent(Date.now());
  }

  /** @returns origins that may frame this link's page; none if the link is another session's */
  async readEmbedOrigins(initHash: string): Promise<string[]> {
    return opening.embedOriginsOf(this.#storage.read(Date.now()), initHash);
  }

  /**
   * Opens a socket for a page that follows the session; the hash of the page's cookie authenticates
   * it.
   */
  override async fetch(request: Request): Promise<Response> {
    const seen = this.#access.see(request.headers.get('X-Browser-Hash') ?? '', Date.now());
    return seen.ok ? acceptSocket(this.ctx) : new Response(null, { status: 401 });
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  override async alarm(): Promise<void> {
    const resumeRetake = () => this.#retaking.resume();
    await runAlarm(this.ctx, [resumeRetake, () => this.#storage.wake(Date.now())]);
  }
}
