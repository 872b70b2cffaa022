// Use cases of the hosted page: opening a link and everything the browser that opened it may do.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { BROWSER_TOKEN, INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { PoseSample } from '../../engine/challenge.ts';
import type { Answer } from '../../objects/verification-session.ts';
import type { AgeSample } from './age.ts';
import type { FinalStatus } from './machine.ts';
import { returnUrl } from './result.ts';
import { finalStatus, type Challenge, type SessionRecord } from './session.ts';
import { tellToken } from './tokens.ts';

/** A record with where the browser goes once it is over. */
export interface HostedSession {
  record: SessionRecord;
  returnUrl?: string;
}

/** The browser's proof, from its cookie. */
export interface BrowserProof {
  sessionId: string;
  secret: string;
}

/** @returns the proof in a cookie's value, when it belongs to the session */
export function readBrowserProof(
  cookie: string | undefined,
  sessionId: string,
): BrowserProof | undefined {
  const parsed = cookie === undefined ? undefined : parseToken(cookie);
  if (parsed?.prefix !== BROWSER_TOKEN || parsed.objectId !== sessionId) return undefined;
  return { sessionId, secret: parsed.secret };
}

/**
 * Opens a link, or resumes it in the browser that opened it.
 * @param cookieOf reads the cookie of a session, by its id
 * @returns the session, and the cookie's value when the browser needs a new one
 * @throws AppError NOT_FOUND (unknown, wrong or expired link), SESSION_OPENED_ELSEWHERE
 */
export async function openLink(
  ctx: Context,
  token: string,
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
  const answer = await stub.redeem({
    initHash,
    newHash,
    ...(shownHash !== undefined && { shownHash }),
    ...(ipCountry !== undefined && { ipCountry }),
  });
  const record = unwrap(answer);
  const secret = record.browserHash === newHash ? fresh : (shown ?? fresh);
  const cookie = formatToken({ prefix: BROWSER_TOKEN, objectId: sessionId, secret });
  return { session: await withReturnUrl(ctx, record), cookie };
}

export async function viewSession(ctx: Context, proof: BrowserProof): Promise<HostedSession> {
  const { stub, hash } = await contact(ctx, proof);
  return withReturnUrl(ctx, unwrap(await stub.readAsBrowser(hash)));
}

/** Consent to biometric processing, the person's own act. */
export async function giveConsent(ctx: Context, proof: BrowserProof): Promise<HostedSession> {
  const { stub, hash } = await contact(ctx, proof);
  return withReturnUrl(ctx, unwrap(await stub.consent(hash)));
}

/** @throws AppError CONFLICT when no challenge is due, or too many were asked for and the session ended */
export async function requestChallenge(ctx: Context, proof: BrowserProof): Promise<Challenge> {
  const { stub, hash } = await contact(ctx, proof);
  const { challenge } = unwrap(await stub.challenge(hash));
  if (challenge === undefined) throw conflict();
  return challenge;
}

export async function answerChallenge(
  ctx: Context,
  proof: BrowserProof,
  answer: { challengeId: string; samples: PoseSample[] },
): Promise<HostedSession> {
  const { stub, hash } = await contact(ctx, proof);
  const { challengeId, samples } = answer;
  const record = unwrap(
    await stub.submitLiveness(hash, challengeId, samples, LIFETIMES.challengeMs),
  );
  return withReturnUrl(ctx, record);
}

export async function sendAgeEvidence(
  ctx: Context,
  proof: BrowserProof,
  evidence: { nonce: string; samples: AgeSample[] },
): Promise<HostedSession> {
  const { stub, hash } = await contact(ctx, proof);
  const record = unwrap(await stub.submitAge(hash, evidence.nonce, evidence.samples));
  return withReturnUrl(ctx, record);
}

export async function cancelSession(ctx: Context, proof: BrowserProof): Promise<HostedSession> {
  const { stub, hash } = await contact(ctx, proof);
  return withReturnUrl(ctx, unwrap(await stub.cancel(hash)));
}

/** @throws AppError NOT_FOUND for a live session */
export async function settleFromSandboxBar(
  ctx: Context,
  proof: BrowserProof,
  outcome: FinalStatus,
  reason?: string,
): Promise<HostedSession> {
  const { stub, hash } = await contact(ctx, proof);
  return withReturnUrl(ctx, unwrap(await stub.settleAsBrowser(hash, outcome, reason)));
}

async function contact(ctx: Context, proof: BrowserProof) {
  const stub = ctx.objects.session(proof.sessionId);
  if (stub === undefined) throw unauthorized();
  return { stub, hash: await sha256Hex(proof.secret) };
}

async function withReturnUrl(ctx: Context, record: SessionRecord): Promise<HostedSession> {
  if (finalStatus(record) === undefined) return { record };
  const { token } = await tellToken(ctx, RESULT_TOKEN, record.id);
  return { record, returnUrl: returnUrl(record, token) };
}

function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  switch (answer.reason) {
    case 'not_found':
      throw notFound();
    case 'unauthorized':
      throw unauthorized();
    case 'conflict':
      throw conflict();
    case 'opened_elsewhere':
      throw new AppError(
        'SESSION_OPENED_ELSEWHERE',
        'This link was already opened in another browser.',
      );
  }
}

export const unauthorized = (): AppError =>
  new AppError('UNAUTHORIZED', 'The credential is missing or not valid.');

const conflict = (): AppError =>
  new AppError('CONFLICT', 'The session is not at this step any more.');
