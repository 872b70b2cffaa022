// The face check (D-97), for use cases that need a live person's face: they begin a check and later
// retrieve the captured face. The check is a session with its own kind of page, and faces are
// measured only at the edge. It does not judge an age, is not listed for any customer, does not
// send events to customers, and cannot be contested, reviewed, retaken or stored. After a success
// the session's object keeps the sealed face for at most five minutes. takeFace returns the face
// once, and only to a caller that specifies the check's use (enrolment or comparison) and person.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { AppError } from '../../errors.ts';
import type { Residency } from '../terms/residency.ts';
import type { Customer, SessionRules } from './customer.ts';
import { applySettings } from './apply-settings.ts';
import { formatBrowserProof } from './browser-session.ts';
import { linkOf, planSession } from './new-session.ts';
import type { FaceCheck } from './rules/face/face-terms.ts';
import type { FaceClaim } from './rules/face/face-check.ts';
import { faceRules } from './rules/face/face-rules.ts';
import type { FinalStatus } from './rules/session/state.ts';
import type { SessionReason } from './rules/session/reasons.ts';
import type { SessionRequest, Theme } from './rules/opening/session-request.ts';
import { sandboxOutcome } from './rules/session/sandbox.ts';
import { openFace } from './sealed-face.ts';
import { boundWorkers } from './session-margin.ts';
import { resolveToken } from './tokens.ts';

interface FaceCheckInput extends FaceCheck {
  /** Where the browser is redirected at the end, with `status`, `token` and `user_id` added. */
  callbackUrl: string;
  /** The person whose face is expected; the caller of takeFace must specify the same person. */
  userId: string;
  /** One of the pages' languages. */
  locale?: string;
  theme?: Theme;
}

interface BegunFaceCheck {
  /** The session's id, 64 hex digits. */
  sessionId: string;
  /** The page that runs the check. */
  verifyUrl: string;
}

/**
 * Enrolment requires three movements, because the enrolled face grants its owner access for a long
 * time. A comparison requires the same face in all movements, so two are enough, as in an age
 * check; this way, a sign-in takes only a few seconds.
 */
const DIFFICULTY = { enroll: 'hard', verify: 'medium' } as const satisfies Record<
  FaceCheck['use'],
  SessionRequest['difficulty']
>;
/**
 * How many days the result is kept: long enough for the person to return from the page. The face is
 * deleted long before that.
 */
const RETENTION_DAYS = 1;

/**
 * Begins a face check whose link can be opened once, in any browser.
 * @param customer the customer to whom the user belongs; firstPartyPrincipal for an account
 * @param sessionId for a retry, the session that the first attempt began; no second session is
 *   begun
 * @throws AppError UNAVAILABLE when no face Worker is bound, except for test sessions, which settle
 *   on their own; INVALID_CALLBACK_URL like applySettings
 */
export const beginFaceCheck = (
  ctx: Context,
  customer: Customer,
  input: FaceCheckInput,
  sessionId = ctx.objects.newSessionId(customer.tenant.residency),
): Promise<BegunFaceCheck> => begin(ctx, customer, input, sessionId);

/**
 * Like beginFaceCheck, but the page opens only in the browser that has the returned cookie. The
 * person uses this browser, or a phone to which it hands off the session.
 * @returns the begun check, with the value for the session's cookie (http/auth/browser-cookie.ts)
 */
export async function beginBoundFaceCheck(
  ctx: Context,
  customer: Customer,
  input: FaceCheckInput,
): Promise<BegunFaceCheck & { cookie: string }> {
  const secret = randomToken(32);
  const sessionId = ctx.objects.newSessionId(customer.tenant.residency);
  const begun = await begin(ctx, customer, input, sessionId, await sha256Hex(secret));
  return { ...begun, cookie: formatBrowserProof({ sessionId, secret }) };
}

async function begin(
  ctx: Context,
  customer: Customer,
  { use, callbackToken, ...input }: FaceCheckInput,
  sessionId: string,
  openerHash?: string,
): Promise<BegunFaceCheck> {
  const isSettled = customer.test && sandboxOutcome(input.userId) !== undefined;
  if (ctx.face === undefined && !isSettled)
    throw new AppError('UNAVAILABLE', 'This service measures no faces: no face Worker is bound.');
  const face = { use, ...(callbackToken !== undefined && { callbackToken }) };
  const request = requestOf(ctx, customer, face, input);
  const tenant = { ...customer.tenant, retentionDays: RETENTION_DAYS, attemptCap: 0 };
  const measured = 'edge';
  const faces = faceRules({ measured, purpose: request.purpose }, customer);
  const offer = { measured, serviceMarginYears: 0, ...(faces && { faces }) } as const;
  const { session, init } = await planSession(ctx, { ...customer, tenant }, sessionId, {
    request,
    asked: { mode: request.mode },
    offer,
    marginYears: 0,
    warnings: [],
    openerHash,
  });
  const kept = await ctx.objects.session(sessionId)?.createSession(session);
  const { verifyUrl } = await linkOf(ctx, sessionId, init, kept);
  return { sessionId, verifyUrl };
}

/**
 * Builds the session's request. Of the customer's settings, only the callback origins, the
 * appearance and the liveness level apply.
 */
function requestOf(
  ctx: Context,
  { rules }: Customer,
  face: FaceCheck,
  input: Omit<FaceCheckInput, keyof FaceCheck>,
): SessionRequest {
  const difficulty = DIFFICULTY[face.use];
  const asked = { purpose: 'face_check', mode: 'auto', difficulty, ...input } as const;
  const held = rules && withoutMethods(rules);
  return { ...applySettings(asked, held, boundWorkers(ctx)), face };
}

/** Removes the customer's rules about proofs of age, which do not apply to a face check. */
function withoutMethods({ requiredMethod: _method, accept, ...kept }: SessionRules): SessionRules {
  const { livenessLevel } = accept;
  return { ...kept, accept: { agateId: false, ...(livenessLevel && { livenessLevel }) } };
}

/** A live person's face. */
interface CheckedFace {
  /** The normalised mean of the descriptors of three frontal pictures. */
  descriptor: number[];
  /** The hash of the model that produced the descriptor. */
  model: string;
  /** The notice to which the person agreed, and the time of the consent. */
  consent: { notice: string; atMs: number };
}

/** `gone`: the face has already been taken, or has expired. */
type TakenFace =
  | { status: 'success'; face: CheckedFace }
  | { status: Exclude<FinalStatus, 'success'>; reason?: SessionReason }
  | { status: 'running' | 'gone' };

/**
 * Takes the captured face from a check; a repeated call returns `gone`.
 * @param token the callback's token, `xtk_…`
 * @param claim the use and the person, which must be the same as for beginFaceCheck
 * @returns `gone` also for an unknown token, for another customer's token, and for a check that was
 * begun for a different use or person
 */
export async function takeFace(
  ctx: Context,
  { tenant, test }: Pick<Customer, 'tenant' | 'test'>,
  token: string,
  claim: FaceClaim,
): Promise<TakenFace> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.takeFace({ ...access, tenantId: tenant.id, test }, claim);
  if (!answer.ok) return { status: 'gone' };
  const { status, reason, face, consent, sessionId } = answer.value;
  if (status === 'running') return { status };
  if (status !== 'success') return { status, ...(reason !== undefined && { reason }) };
  if (face === undefined || consent === undefined) return { status: 'gone' };
  const descriptor = await openFace(ctx.config, sessionId, face.sealed);
  return { status, face: { descriptor, model: face.model, consent } };
}

/**
 * Reads the face for a use case that is notified of the check's end by an event. The event may
 * arrive twice, so the face is kept until confirmFace is called.
 * @param sessionId 64 hex digits
 * @returns undefined when there is no face, or it is no longer kept; `isCompared` is whether the
 *   face was compared with the customer's blocked faces, and `residency` is where the customer's
 *   objects are stored
 */
export async function readFace(
  ctx: Context,
  sessionId: string,
): Promise<(CheckedFace & { isCompared: boolean; residency: Residency }) | undefined> {
  const kept = await ctx.objects.session(sessionId)?.readFace();
  if (kept === undefined) return undefined;
  const { sealed, ...rest } = kept;
  return { descriptor: await openFace(ctx.config, sessionId, sealed), ...rest };
}

/** Deletes the face from its session; call it after the face has been used. */
export const confirmFace = async (ctx: Context, sessionId: string): Promise<void> =>
  ctx.objects.session(sessionId)?.dropFace();
