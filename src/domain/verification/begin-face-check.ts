// The face check (D-97), for use cases that need a live person's face: begin one, and take its face. It is a session with a
// page of its own kind, measured at the edge only, that judges no age, is in no list of a customer, sends no event and can
// be neither contested, reviewed, retaken nor kept. At its success the session's object holds the face, sealed, for five
// minutes at most; takeFace gives it once, to whoever names the use and the person it was begun for.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { AppError } from '../../errors.ts';
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
  /** Where the browser goes at the end, with `status`, `token` and `user_id` added. */
  callbackUrl: string;
  /** Who is to show their face; whoever takes it names them again. */
  userId: string;
  /** One of the pages' languages. */
  locale?: string;
  theme?: Theme;
}

interface BegunFaceCheck {
  /** 64 hex digits. */
  sessionId: string;
  /** The page that runs the check. */
  verifyUrl: string;
}

/**
 * A face that is enrolled lets in whoever has it, for long: three movements. Whoever is compared shows that same face in them:
 * two, as in a check of an age, so that signing in takes seconds.
 */
const DIFFICULTY = { enroll: 'hard', verify: 'medium' } as const satisfies Record<
  FaceCheck['use'],
  SessionRequest['difficulty']
>;
/** Its result is a face that is gone by then; a day is enough to come back from the page. */
const RETENTION_DAYS = 1;

/**
 * Anybody who has the link may open it, once.
 * @param customer whose person it is; serviceItself for an account
 * @param sessionId of a repeated request: it begins nothing new then
 * @throws AppError UNAVAILABLE where nothing is measured at the edge, but for tests that settle by themselves;
 *   INVALID_CALLBACK_URL as applySettings
 */
export const beginFaceCheck = (
  ctx: Context,
  customer: Customer,
  input: FaceCheckInput,
  sessionId = ctx.objects.newSessionId(),
): Promise<BegunFaceCheck> => begin(ctx, customer, input, sessionId);

/**
 * As beginFaceCheck, and the page opens only where the cookie is: a check for whoever is at this browser, or on a phone that
 * it hands it to.
 * @returns with the value that the session's cookie must have (http/auth/browser-cookie.ts)
 */
export async function beginBoundFaceCheck(
  ctx: Context,
  customer: Customer,
  input: FaceCheckInput,
): Promise<BegunFaceCheck & { cookie: string }> {
  const secret = randomToken(32);
  const sessionId = ctx.objects.newSessionId();
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

/** Of a customer's settings hold its callback origins, its look, and the level of liveness. */
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

/** Which proof of an age a customer takes says nothing here. */
function withoutMethods({ requiredMethod: _method, accept, ...kept }: SessionRules): SessionRules {
  const { livenessLevel } = accept;
  return { ...kept, accept: { agateId: false, ...(livenessLevel && { livenessLevel }) } };
}

/** A live person's face. */
interface CheckedFace {
  /** The mean of three frontal pictures, of length 1. */
  descriptor: number[];
  /** Hash of what made it, as that of a template. */
  model: string;
  /** What the person agreed to, and when. */
  consent: { notice: string; atMs: number };
}

/** `gone`: it was taken before, or waited for too long. */
type TakenFace =
  | { status: 'success'; face: CheckedFace }
  | { status: Exclude<FinalStatus, 'success'>; reason?: SessionReason }
  | { status: 'running' | 'gone' };

/**
 * The face of a check, once; a repeat finds it gone.
 * @param token `xtk_…` of the callback @param claim what it was begun with
 * @returns `gone` also for a token that is unknown, another customer's, or of a check that was begun for something else
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
 * The same for a use case that learns of the end by its event, and may learn twice: the face stays until confirmFace.
 * @param sessionId 64 hex digits @returns undefined when there is none (any more); `isCompared`: with those whom the customer blocks
 */
export async function readFace(
  ctx: Context,
  sessionId: string,
): Promise<(CheckedFace & { isCompared: boolean }) | undefined> {
  const kept = await ctx.objects.session(sessionId)?.readFace();
  if (kept === undefined) return undefined;
  const { sealed, ...rest } = kept;
  return { descriptor: await openFace(ctx.config, sessionId, sealed), ...rest };
}

/** What was to be done with the face is done. */
export const confirmFace = async (ctx: Context, sessionId: string): Promise<void> =>
  ctx.objects.session(sessionId)?.dropFace();
