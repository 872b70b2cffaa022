// The code that nearly all of the page's routes share: a POST from the session's browser, answered
// with the new state of the session.
import { createRoute, z, type RouteConfig } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import {
  retaken,
  type BrowserProof,
  type HostedSession,
} from '../../domain/verification/browser-session.ts';
import { TURNSTILE_ACTION } from '../../domain/platform/bot-check/ask-turnstile.ts';
import { NOTICE, noticePath, previewedNoticePath } from '../../domain/terms/privacy-notice.ts';
import { FIRST_PARTY_TENANT_ID } from '../../domain/verification/rules/age/account-age.ts';
import { mayContest } from '../../domain/verification/rules/review/contest.ts';
import { activeDevice, codeTriesLeft } from '../../domain/verification/rules/handoff/handoff.ts';
import {
  isTakeRequired,
  MAX_DOCUMENT_ATTEMPTS,
} from '../../domain/verification/rules/document/document-step.ts';
import { scopesOf } from '../../domain/verification/rules/session/consent.ts';
import { asksForDocument, documentNeed } from '../../domain/verification/rules/session/machine.ts';
import { finalStatus } from '../../domain/verification/rules/session/state.ts';
import { hasReceipt } from '../../domain/verification/rules/session/receipt.ts';
import { mayShowAgain } from '../../domain/verification/rules/document/show-again.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import {
  MAX_AGE_ATTEMPTS,
  MAX_LIVENESS_ATTEMPTS,
} from '../../domain/verification/rules/session/step-attempts.ts';
import { MAX_EXTENSIONS } from '../../domain/verification/rules/session/steps.ts';
import { needsBotCheck } from '../../domain/verification/rules/session/bot-check.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { requireJsonObject } from '../../http/body.ts';
import { envelopeOf, succeed } from '../../http/envelope.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { logoPath } from './logo.ts';
import { presentKey, presentPasses, presentWallet, presentWays } from './present-proofs.ts';
import { SessionView } from './schemas.ts';
import { errorResponses } from '../../http/error-responses.ts';

export const IdParam = z.object({
  id: z.string().openapi({ description: '`id` from the view.' }),
});

/** 240 calls a minute for one session (D-50). */
export const limitBySession = limitVolume('hosted', (c) => c.req.param('id') ?? '');

export const TAGS = ['Hosted page'];
/** The tag of the routes for proofs without a camera, including proofs that a check grants. */
export const PROOF_TAGS = ['Hosted proofs'];
export const SECURITY = [{ browserCookie: [] }];

export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

/** The successful response in a route's contract. */
export const answerOf = <T extends z.ZodType>(description: string, schema: T) => ({
  200: { description, content: { 'application/json': { schema: envelopeOf(schema) } } },
});

export const sessionAnswer = answerOf('The current state of the session.', SessionView);

/**
 * A POST that is answered with the session.
 * @param schema the schema of the body
 */
export const sessionPost = <const P extends string, T extends z.ZodType>(
  path: P,
  operationId: string,
  summary: string,
  schema: T,
) => browserPost(path, { operationId, summary }, schema, sessionAnswer);

/**
 * A POST from the session's browser.
 * @param schema the schema of the body
 * @param answer the schema of the successful response
 */
export function browserPost<
  const P extends string,
  T extends z.ZodType,
  A extends { 200: RouteConfig['responses'][string] },
>(
  path: P,
  said: { operationId: string; summary: string; description?: string },
  schema: T,
  answer: A,
) {
  return createRoute({
    method: 'post',
    path: `/sessions/{id}${path}` as const,
    ...said,
    tags: TAGS,
    security: SECURITY,
    middleware: [requireSameOrigin, limitBySession, requireJsonObject] as const,
    request: { params: IdParam, body: jsonBody(schema) },
    responses: { ...answer, ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500) },
  });
}

/**
 * Handles a POST from the session's browser: authenticates the browser, runs the use case, and
 * returns the session.
 * @param act the use case
 */
export async function answerStep(
  c: HonoContext<AppEnv>,
  act: (ctx: Context, proof: BrowserProof) => Promise<HostedSession>,
) {
  const proof = requireBrowserProof(c, c.req.param('id') ?? '');
  return answerSession(c, await act(c.get('ctx'), proof));
}

/**
 * @throws AppError SESSION_RETAKEN for a session that has been replaced by a new one; the page
 *   shows nothing of the replaced session
 */
export function answerSession(c: HonoContext<AppEnv>, session: HostedSession) {
  if (session.record.state.status === 'retaken') throw retaken();
  const { config, now } = c.get('ctx');
  return c.json(succeed(c, presentSession(session, config, now())), 200);
}

/** The page's view of a session, without hashes, secrets or evidence. */
function presentSession(session: HostedSession, config: Config, nowMs: number): SessionView {
  const { record } = session;
  const { current, offer, request, state, steps, tenant, times } = record;
  return {
    id: session.publicId,
    status: statusOf(record),
    test: record.test,
    ...(tenant.preview && { preview: true as const }),
    step: stepOf(state),
    ...presentAgain(record),
    ...(mayShowAgain(record) && { can_show_again: true as const }),
    site: {
      name: tenant.name,
      ...presentHosts(request),
      ...(tenant.color !== undefined && { color: tenant.color }),
      ...presentLogo(tenant),
      ...(tenant.alternativeUrl !== undefined && { alternative_url: tenant.alternativeUrl }),
    },
    request: {
      purpose: request.purpose,
      mode: request.mode,
      ...(request.gate !== undefined && { gate: request.gate }),
      ...(request.face !== undefined && { face: request.face.use }),
    },
    privacy: {
      ...presentPrivacy(tenant, config.operator.name, session.publicId),
      scopes: [...scopesOf(record)],
      ...presentFields(record),
      ...presentFaces(record),
    },
    theme: request.theme,
    ...(request.locale !== undefined && { locale: request.locale }),
    attempts_left: {
      liveness: MAX_LIVENESS_ATTEMPTS - steps.liveness.failures,
      age: MAX_AGE_ATTEMPTS - steps.age.failures,
      ...(asksForDocument(record) && {
        document: MAX_DOCUMENT_ATTEMPTS - steps.document.failures,
      }),
    },
    ...presentNeed(record),
    ...presentDocument(record),
    ...presentWays(record),
    ...presentWallet(record),
    ...presentPasses(record, config, nowMs),
    ...presentKey(record, config, nowMs),
    device: session.device,
    active: session.device === activeDevice(record),
    ...presentHandoff(session, nowMs),
    measured: offer.measured,
    ...(request.accept?.livenessLevel === 'strict' && { light_required: true as const }),
    ...presentReveal(record, nowMs),
    extensions_left: MAX_EXTENSIONS - times.extensions,
    ...(current.frontal !== undefined && { age_nonce: current.frontal.nonce }),
    ...(current.problem !== undefined && { problem: current.problem }),
    ...presentOutcome(session, nowMs),
    ...presentBotCheck(record, config),
    expires_in_ms: Math.max(0, times.expiresAtMs - nowMs),
  };
}

function presentBotCheck(
  record: SessionRecord,
  { turnstile }: Config,
): Pick<SessionView, 'witness'> {
  if (turnstile === undefined || !needsBotCheck(record)) return {};
  const { siteKey, origin } = turnstile;
  const script = `${origin}/turnstile/v0/api.js?render=explicit`;
  return { witness: { site_key: siteKey, script, action: TURNSTILE_ACTION } };
}

function presentLogo({ id, logo, logoHash }: SessionRecord['tenant']): { logo?: string } {
  if (logo !== undefined) return { logo };
  return logoHash === undefined ? {} : { logo: logoPath(id, logoHash) };
}

/** Returns the status for the page: never `pending`, because the page sees only opened sessions. */
function statusOf(record: SessionRecord): SessionView['status'] {
  const { status } = record.state;
  const isReviewed = status === 'pending_tenant_review' || status === 'awaiting_retake';
  return isReviewed ? status : (finalStatus(record) ?? 'in_progress');
}

function stepOf(state: SessionRecord['state']): SessionView['step'] {
  if (state.status === 'awaiting_retake') return 'review';
  return state.status === 'in_progress' ? state.step : 'done';
}

/** Presents the evidence that the reviewer requested again, while the visitor can provide it. */
function presentAgain({ state, steps }: SessionRecord): Pick<SessionView, 'review_again'> {
  const { review } = steps;
  const isOpen = state.status === 'awaiting_retake' || state.status === 'in_progress';
  return isOpen && review?.again !== undefined ? { review_again: [...review.again] } : {};
}

/** Presents the privacy terms; for checks of our own accounts, the controller is the operator. */
const presentPrivacy = (
  tenant: SessionRecord['tenant'],
  operator: string,
  publicId: string,
): Omit<SessionView['privacy'], 'scopes'> => {
  const isOurs = tenant.id === FIRST_PARTY_TENANT_ID;
  return {
    notice: NOTICE.version,
    controller: isOurs ? operator : (tenant.controllerName ?? tenant.name),
    operator,
    retention_days: tenant.retentionDays,
    path: tenant.preview
      ? previewedNoticePath(publicId)
      : noticePath(isOurs ? undefined : tenant.id),
  };
};

/**
 * Presents the document fields that the customer receives, which are shown before the person
 * agrees.
 */
const presentFields = ({ offer: { documents } }: SessionRecord) =>
  documents?.fields === undefined ? {} : { document_fields: [...documents.fields] };

/** Presents the customer's use of the face, which is shown before the person agrees. */
function presentFaces(record: SessionRecord): Pick<SessionView['privacy'], 'faces'> {
  const { offer, request, tenant } = record;
  const { faces } = offer;
  if (faces === undefined) return {};
  const { contact, name: site } = tenant;
  return {
    faces: {
      site,
      ...(faces.isCompared && { compared: true as const }),
      ...(faces.keptDays !== undefined && { kept_days: faces.keptDays }),
      ...(request.face !== undefined && { use: request.face.use }),
      ...(contact !== undefined && { contact }),
    },
  };
}

function presentNeed(record: SessionRecord): Pick<SessionView, 'document_need'> {
  const need = documentNeed(record);
  return need === undefined ? {} : { document_need: need };
}

/**
 * Presents the document step. The visitor's country affects no decision: the page only offers that
 * country's documents first.
 */
function presentDocument(record: SessionRecord): Pick<SessionView, 'document'> {
  const { current, handoff, offer, visitor } = record;
  const { documents } = offer;
  if (current.document === undefined || documents === undefined) return {};
  const { take } = current.document;
  const ofPhone = activeDevice(record) === 'phone' ? handoff?.country : undefined;
  const country = ofPhone ?? visitor.ipCountry;
  return {
    document: {
      nonce: current.document.nonce,
      allowed: [...documents.allowed],
      ...(country !== undefined && { country }),
      ...(isTakeRequired(record) && { take_required: true as const }),
      ...(take !== undefined && { times: take.drawn.map(({ t }) => t) }),
    },
  };
}

function presentReveal(
  { current: { reveal } }: SessionRecord,
  nowMs: number,
): Pick<SessionView, 'reveal'> {
  if (reveal === undefined) return {};
  const { step, pictures, untilMs } = reveal;
  const times = pictures.map(({ t }) => t);
  return { reveal: { step, times, due_in_ms: Math.max(0, untilMs - nowMs) } };
}

/**
 * Presents the hand-off. Only the computer receives the code: the phone's owner reads it on the
 * computer's screen and types it.
 */
function presentHandoff(
  { record: { handoff }, device }: HostedSession,
  nowMs: number,
): Pick<SessionView, 'handoff'> {
  if (handoff === undefined) return {};
  const { state, code, computer, offeredAtMs } = handoff;
  return {
    handoff: {
      state,
      ...(device === 'computer' && { code }),
      tries_left: codeTriesLeft(handoff),
      computer,
      offered_ms_ago: Math.max(0, nowMs - offeredAtMs),
    },
  };
}

function presentOutcome(
  { record, device, resultToken }: HostedSession,
  nowMs: number,
): Pick<SessionView, 'outcome'> {
  const { status: now } = record.state;
  const status = now === 'pending_tenant_review' ? now : finalStatus(record);
  if (status === undefined || resultToken === undefined) return {};
  const reason = presentReason(record);
  const receipt = hasReceipt(record) ? { receipt: true as const } : {};
  const return_url = returnUrl(record, resultToken);
  // A contest ends on the site, so it is not offered on a phone that joined by a hand-off.
  const isContestable = device === 'computer' && mayContest(record, nowMs);
  const contest = isContestable ? { can_contest: true as const } : {};
  return { outcome: { status, ...reason, return_url, ...receipt, ...contest } };
}

function presentHosts({ callbackUrl, successUrl, failedUrl }: SessionRecord['request']) {
  const urls = [callbackUrl, successUrl ?? callbackUrl, failedUrl ?? callbackUrl];
  const [host = '', ...others] = new Set(urls.map((url) => new URL(url).host));
  return others.length === 0 ? { host } : { host, return_hosts: [host, ...others] };
}

/** Presents why the session ended. A blocked person learns only whom to contact (D-100). */
function presentReason({
  end,
  tenant: { contact },
}: SessionRecord): Pick<NonNullable<SessionView['outcome']>, 'reason' | 'incomplete'> {
  const reason = end?.reason;
  if (reason !== 'blacklist_match') return reason === undefined ? {} : { reason };
  return { incomplete: contact === undefined ? {} : { contact } };
}

/**
 * The URL that the browser returns to at the end (D-8): the callback, or the URL of the outcome,
 * with `status`, `token` and `user_id` added to its query; existing parameters of these names are
 * dropped, so that they cannot be mistaken for ours. An expired session returns as `failed`, while
 * the result call returns `expired`. A session under human review returns to the callback, with the
 * status of the result call (D-95).
 */
export function returnUrl(record: SessionRecord, resultToken: string): string {
  const { request } = record;
  const status = finalStatus(record);
  const chosen =
    status === 'success'
      ? request.successUrl
      : status === 'failed' || status === 'expired'
        ? request.failedUrl
        : undefined;
  const url = new URL(chosen ?? request.callbackUrl);
  const added = new URLSearchParams({
    status: statusOfReturn(record),
    token: request.face?.callbackToken ?? resultToken,
    ...(request.userId !== undefined && { user_id: request.userId }),
  });
  const kept = url.search
    .slice(1)
    .split('&')
    .filter(
      (part) =>
        part !== '' && [...new URLSearchParams(part).keys()].every((name) => !added.has(name)),
    );
  url.search = [...kept, added.toString()].join('&');
  return url.href;
}

function statusOfReturn(record: SessionRecord): string {
  const status = finalStatus(record);
  if (record.state.status === 'pending_tenant_review') return record.state.status;
  return status === undefined || status === 'expired' ? 'failed' : status;
}
