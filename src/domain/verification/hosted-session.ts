// Use cases of the hosted page: opening a link and everything the browser that opened it may do.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { INIT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { AgeEvidence, LivenessAnswer } from '../../objects/session-access.ts';
import {
  askSession,
  changeSession,
  formatBrowserProof,
  readBrowserProof,
  toHostedSession,
  unwrap,
  type BrowserProof,
  type HostedSession,
} from './browser-access.ts';
import type { FinalStatus } from './rules/machine.ts';
import type { SessionReason } from './rules/reasons.ts';
import type { Challenge } from './rules/session.ts';

/**
 * Opens a link, or resumes it in the browser that opened it.
 * @param attempt what the page calls this opening: with it a lost answer can be asked for again, for a minute
 * @param cookieOf reads the cookie of a session, by its id
 * @param ipCountry ISO 3166-1 alpha-2, as the edge saw it
 * @returns the session, and the value its cookie must have
 * @throws AppError NOT_FOUND (unknown, wrong or expired link), SESSION_OPENED_ELSEWHERE
 */
export async function openLink(
  ctx: Context,
  { token, attempt }: { token: string; attempt?: string | undefined },
  cookieOf: (sessionId: string) => string | undefined,
  ipCountry: string | undefined,
): Promise<{ session: HostedSession; cookie: string }> {
  const parsed = parseToken(token);
  const sessionId = parsed?.prefix === INIT_TOKEN ? parsed.objectId : undefined;
  const stub = sessionId === undefined ? undefined : ctx.objects.session(sessionId);
  if (parsed === undefined || sessionId === undefined || stub === undefined) throw notFound();
  const shown = readBrowserProof(cookieOf(sessionId), sessionId)?.secret;
  const fresh = randomToken(32);
  const [initHash, newHash] = await Promise.all([sha256Hex(parsed.secret), sha256Hex(fresh)]);
  const shownHash = shown === undefined ? undefined : await sha256Hex(shown);
  const attemptHash = attempt === undefined ? undefined : await sha256Hex(attempt);
  const answer = await stub.redeem({
    initHash,
    newHash,
    ...(shownHash !== undefined && { shownHash }),
    ...(attemptHash !== undefined && {
      attempt: { hash: attemptHash, graceMs: LIFETIMES.openingGraceMs },
    }),
    ...(ipCountry !== undefined && { ipCountry }),
  });
  const seen = unwrap(answer);
  const secret = seen.record.browserHash === newHash ? fresh : (shown ?? fresh);
  return {
    session: await toHostedSession(ctx, seen),
    cookie: formatBrowserProof({ sessionId, secret }),
  };
}

export const viewSession = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.readAsBrowser(hash));

/** Consent to biometric processing, the person's own act. */
export const giveConsent = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.consent(hash));

/** The camera gave its first picture. */
export const noteCamera = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.noteCamera(hash));

/**
 * @param relaxed three minutes instead of one
 * @throws AppError CONFLICT when no challenge is due, or too many were asked for and the session ended
 */
export async function requestChallenge(
  ctx: Context,
  proof: BrowserProof,
  relaxed: boolean,
): Promise<Challenge> {
  const lifetimeMs = relaxed ? LIFETIMES.relaxedChallengeMs : LIFETIMES.challengeMs;
  const { challenge } = await askSession(ctx, proof, (stub, hash) =>
    stub.challenge(hash, lifetimeMs),
  );
  if (challenge === undefined)
    throw new AppError('CONFLICT', 'Too many challenges were asked for; the session has ended.');
  return challenge;
}

export const answerChallenge = (
  ctx: Context,
  proof: BrowserProof,
  answer: LivenessAnswer,
): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.submitLiveness(hash, answer));

export const sendAgeEvidence = (
  ctx: Context,
  proof: BrowserProof,
  evidence: AgeEvidence,
): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.submitAge(hash, evidence));

export const cancelSession = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.cancel(hash));

/** The person cannot do what the check asks. */
export const requestAssistance = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.requestAssistance(hash));

/** @throws AppError CONFLICT when the session was extended as often as it may be */
export const extendSession = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.extend(hash, LIFETIMES.extensionMs));

/** @throws AppError NOT_FOUND for a live session */
export const settleFromSandboxBar = (
  ctx: Context,
  proof: BrowserProof,
  outcome: FinalStatus,
  reason?: SessionReason,
): Promise<HostedSession> =>
  changeSession(ctx, proof, (stub, hash) => stub.settleAsBrowser(hash, outcome, reason));

/** Opens the socket on which the page hears that its session changed. @returns status 101 with the socket */
export async function followSession(ctx: Context, proof: BrowserProof): Promise<Response> {
  const stub = ctx.objects.session(proof.sessionId);
  const hash = await sha256Hex(proof.secret);
  const headers = { Upgrade: 'websocket', 'X-Browser-Hash': hash };
  const response = await stub?.fetch('https://session/live', { headers });
  if (response?.status !== 101)
    throw new AppError('UNAUTHORIZED', 'The credential is missing or not valid.');
  return response;
}
