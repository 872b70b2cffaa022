// Use cases for the hosted page: opening a link, and the actions of the browser that opened it.
// Each action has the same name in routes/hosted, in the session's object and in rules/.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config/config.ts';
import { encodeObjectId, formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { BROWSER_TOKEN, INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Answer } from '../../objects/session/answer.ts';
import type { SeenSession } from '../../objects/session/access.ts';
import { askTurnstile, unconfirmed } from '../platform/bot-check/ask-turnstile.ts';
import { NOTICE } from '../terms/privacy-notice.ts';
import type { AgeSubmission } from './rules/age/age.ts';
import type { GestureSettings } from './rules/liveness/gestures.ts';
import type { LivenessSubmission } from './rules/liveness/liveness.ts';
import type { LinkOpening } from './rules/opening/opening.ts';
import type { ChosenWay } from './rules/opening/ways.ts';
import { finalStatus, type SettledStatus } from './rules/session/state.ts';
import type { SessionReason } from './rules/session/reasons.ts';
import type { ShownConsent } from './rules/session/consent.ts';
import type { Challenge } from './rules/liveness/liveness-state.ts';
import type { BotCheckResult } from './rules/session/bot-check.ts';
import { tokenOf } from './tokens.ts';

/** A session as visible to one of its browsers. */
export interface HostedSession extends SeenSession {
  /** The session's id as used in URL paths. */
  publicId: string;
  /** The result token, `xtk_…`; present once the visitor has nothing left to do. */
  resultToken?: string;
}

/** Proves that a session belongs to a browser; the content of the browser's cookie. */
export interface BrowserProof {
  /** The session's id, 64 hex digits. */
  sessionId: string;
  secret: string;
}

type SessionStub = NonNullable<ReturnType<Context['objects']['session']>>;

/**
 * Determines which pages may embed a link, without opening it.
 * @returns the origins whose pages may embed the page of this link in a frame; none if the token
 *   does not belong to a link
 */
export async function readEmbedOrigins(ctx: Context, token: string): Promise<string[]> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== INIT_TOKEN) return [];
  const stub = ctx.objects.session(parsed.objectId);
  return (await stub?.readEmbedOrigins(await sha256Hex(parsed.secret))) ?? [];
}

/**
 * Opens a link, or resumes it in the browser that opened it.
 * @param attempt the page's id for this opening: with this id, a lost response can be requested
 *   again for a minute
 * @param cookieOf reads the cookie of a session, by its id
 * @param visitor facts from geolocation and the browser's headers; the country is an ISO 3166-1
 *   alpha-2 code
 * @returns the session, and the value for its cookie
 * @throws AppError NOT_FOUND (unknown, wrong or expired link), SESSION_OPENED_ELSEWHERE,
 *   SESSION_OF_OTHER_BROWSER
 */
export async function openLink(
  ctx: Context,
  { token, attempt }: { token: string; attempt?: string | undefined },
  cookieOf: (sessionId: string) => string | undefined,
  visitor: Pick<LinkOpening, 'ipCountry' | 'seen'> = {},
): Promise<{ session: HostedSession; cookie: string }> {
  const parsed = parseToken(token);
  const sessionId = parsed?.prefix === INIT_TOKEN ? parsed.objectId : undefined;
  const stub = sessionId === undefined ? undefined : ctx.objects.session(sessionId);
  if (parsed === undefined || sessionId === undefined || stub === undefined) throw notFound();
  const known = readBrowserProof(cookieOf(sessionId), sessionId)?.secret;
  const fresh = randomToken(32);
  const [initHash, newHash] = await Promise.all([sha256Hex(parsed.secret), sha256Hex(fresh)]);
  const answer = await stub.openLink({
    initHash,
    newHash,
    ...(known !== undefined && { cookieHash: await sha256Hex(known) }),
    ...(attempt !== undefined && {
      attempt: { hash: await sha256Hex(attempt), graceMs: LIFETIMES.openingGraceMs },
    }),
    ...visitor,
  });
  const seen = unwrap(answer);
  const secret = seen.record.secrets.browserHash === newHash ? fresh : (known ?? fresh);
  return {
    session: await toHostedSession(ctx, seen),
    cookie: formatBrowserProof({ sessionId, secret }),
  };
}

export const viewSession = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.viewSession(hash));

/**
 * Records the consent to biometric processing, which only the person can give.
 * @param shown the terms that the page has displayed
 * @param token the token of the additional bot check, if the service uses one
 * @throws AppError CONFLICT when there are newer terms that the person has not seen;
 *   BROWSER_UNCONFIRMED
 */
export async function giveConsent(
  ctx: Context,
  proof: BrowserProof,
  shown: ShownConsent,
  token?: string,
): Promise<HostedSession> {
  if (shown.notice !== undefined && shown.notice !== NOTICE.version)
    throw new AppError('CONFLICT', 'The privacy notice has changed. Read the session again.');
  const botCheck = await runBotCheck(ctx, proof, token);
  const session = await callSession(ctx, proof, (stub, hash) =>
    stub.giveConsent(hash, shown, botCheck),
  );
  // Wakes the face Worker, so that it loads its models while the person moves, rather than while
  // they wait for the verdict.
  if (session.record.offer.measured === 'edge' && ctx.face !== undefined)
    ctx.defer(ctx.face.health());
  return session;
}

/** @returns undefined if the service uses no bot check */
async function runBotCheck(
  { config }: Context,
  { sessionId, secret }: BrowserProof,
  token: string | undefined,
): Promise<BotCheckResult | undefined> {
  const { baseUrl, turnstile } = config;
  if (turnstile === undefined) return undefined;
  if (token === undefined) return 'missing';
  const session = encodeObjectId(sessionId);
  return askTurnstile(turnstile, baseUrl, { token, session, browserHash: await sha256Hex(secret) });
}

/** @throws AppError CONFLICT when the session offers no choice, or no longer offers one */
export const chooseWay = (
  ctx: Context,
  proof: BrowserProof,
  way: ChosenWay,
): Promise<HostedSession> => callSession(ctx, proof, (stub, hash) => stub.chooseWay(hash, way));

/** Records that the camera has delivered its first picture. */
export const noteCamera = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.noteCamera(hash));

/**
 * @param relaxed whether the challenge lasts three minutes instead of one
 * @param settings gestures that the page can guide a person through, and gestures that the person
 *   cannot make
 * @throws AppError CONFLICT when no challenge is due, or when too many were requested and the
 *   session has ended
 */
export async function requestChallenge(
  ctx: Context,
  proof: BrowserProof,
  relaxed: boolean,
  settings: GestureSettings,
): Promise<Challenge> {
  const lifetimeMs = relaxed ? LIFETIMES.relaxedChallengeMs : LIFETIMES.challengeMs;
  const { record } = await callSession(ctx, proof, (stub, hash) =>
    stub.requestChallenge(hash, lifetimeMs, settings),
  );
  const { challenge } = record.current;
  if (challenge === undefined)
    throw new AppError('CONFLICT', 'Too many challenges were requested, so the session has ended.');
  return challenge;
}

export const submitLiveness = (
  ctx: Context,
  proof: BrowserProof,
  submission: LivenessSubmission,
): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.submitLiveness(hash, submission));

export const submitAge = (
  ctx: Context,
  proof: BrowserProof,
  submission: AgeSubmission,
): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.submitAge(hash, submission));

/** Ends the session because the person cannot do what the check requires. */
export const requestAssistance = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.requestAssistance(hash));

/** Cancels the session; any device of the session may call this. */
export const cancelSession = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.cancelSession(hash));

/** @throws AppError CONFLICT when the session has been extended the maximum number of times */
export const extendSession = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.extendSession(hash, LIFETIMES.extensionMs));

/**
 * Settles a test session from the sandbox bar.
 * @throws AppError NOT_FOUND for a live session
 */
export const settleSandbox = (
  ctx: Context,
  proof: BrowserProof,
  outcome: SettledStatus,
  reason?: SessionReason,
): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.settleSandbox(hash, outcome, reason));

/**
 * Opens the socket that notifies the page of changes to its session.
 * @returns status 101 with the socket
 */
export async function followSession(ctx: Context, proof: BrowserProof): Promise<Response> {
  const stub = ctx.objects.session(proof.sessionId);
  const hash = await sha256Hex(proof.secret);
  const headers = { Upgrade: 'websocket', 'X-Browser-Hash': hash };
  const response = await stub?.fetch('https://session/live', { headers });
  if (response?.status !== 101) throw unauthorized();
  return response;
}

/** @returns the proof in a cookie's value; undefined if it does not belong to the session */
export function readBrowserProof(
  cookie: string | undefined,
  sessionId: string,
): BrowserProof | undefined {
  const parsed = cookie === undefined ? undefined : parseToken(cookie);
  if (parsed?.prefix !== BROWSER_TOKEN || parsed.objectId !== sessionId) return undefined;
  return { sessionId, secret: parsed.secret };
}

export function formatBrowserProof({ sessionId, secret }: BrowserProof): string {
  return formatToken({ prefix: BROWSER_TOKEN, objectId: sessionId, secret });
}

/**
 * Makes one call to the session's object on behalf of one of the session's browsers.
 * @param call the object's method; it receives the hash that authenticates the browser
 * @throws AppError UNAUTHORIZED, CONFLICT, SESSION_ON_OTHER_DEVICE, NOT_FOUND, depending on why the
 *   object refuses the call
 */
export async function callSession(
  ctx: Context,
  proof: BrowserProof,
  call: (stub: SessionStub, browserHash: string) => Promise<Answer<SeenSession>>,
): Promise<HostedSession> {
  const stub = ctx.objects.session(proof.sessionId);
  if (stub === undefined) throw unauthorized();
  return toHostedSession(ctx, unwrap(await call(stub, await sha256Hex(proof.secret))));
}

export async function toHostedSession(ctx: Context, seen: SeenSession): Promise<HostedSession> {
  const { id, secrets } = seen.record;
  const publicId = encodeObjectId(id);
  const { status } = seen.record.state;
  const isAway = status === 'pending_tenant_review' || finalStatus(seen.record) !== undefined;
  if (!isAway) return { ...seen, publicId };
  return {
    ...seen,
    publicId,
    resultToken: await tokenOf(ctx, RESULT_TOKEN, id, secrets.resultHash),
  };
}

export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  switch (answer.reason) {
    case 'not_found':
      throw notFound();
    case 'unauthorized':
      throw unauthorized();
    case 'conflict':
      throw new AppError('CONFLICT', 'The session is no longer at this step. Read it again.');
    case 'opened_elsewhere':
      throw new AppError(
        'SESSION_OPENED_ELSEWHERE',
        'This link was already opened in another browser.',
      );
    case 'other_opener':
      throw new AppError(
        'SESSION_OF_OTHER_BROWSER',
        'This link opens only in the browser where its check was begun.',
      );
    case 'retaken':
      throw retaken();
    case 'unwitnessed':
      throw unconfirmed('witness is missing: the page must prove that a browser is present.');
    case 'other_pictures':
      throw new AppError('INVALID_PICTURE', 'These are not the requested pictures.');
    case 'other_device':
      throw new AppError('SESSION_ON_OTHER_DEVICE', 'The session continues on another device.');
  }
}

export const retaken = (): AppError =>
  new AppError('SESSION_RETAKEN', 'There is a new link for this check.');

export const unauthorized = (): AppError =>
  new AppError('UNAUTHORIZED', 'The credential is missing or not valid.');
