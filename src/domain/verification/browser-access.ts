// How a browser that holds a session reaches it: its proof, the call, and what comes back.
import type { Context } from '../../context.ts';
import { encodeObjectId, formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { BROWSER_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Answer, SeenSession } from '../../objects/session-access.ts';
import { returnUrl } from './rules/result.ts';
import { finalStatus } from './rules/session.ts';
import { tellToken } from './tokens.ts';

/** A session as one of its browsers sees it, and where that browser goes once it is over. */
export interface HostedSession extends SeenSession {
  /** The session's id as paths carry it. */
  publicId: string;
  returnUrl?: string;
}

/** The browser's proof, from its cookie. */
export interface BrowserProof {
  /** 64 hex digits. */
  sessionId: string;
  secret: string;
}

export type SessionStub = NonNullable<ReturnType<Context['objects']['session']>>;

/** @returns the proof in a cookie's value, when it belongs to the session */
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
 * One call of a session by its browser.
 * @param ask what to ask of the object, given the hash that proves the browser
 * @throws AppError UNAUTHORIZED, CONFLICT, SESSION_ON_OTHER_DEVICE, NOT_FOUND as the object refuses
 */
export async function askSession<T extends SeenSession>(
  ctx: Context,
  proof: BrowserProof,
  ask: (stub: SessionStub, browserHash: string) => Promise<Answer<T>>,
): Promise<T> {
  const stub = ctx.objects.session(proof.sessionId);
  if (stub === undefined) throw unauthorized();
  return unwrap(await ask(stub, await sha256Hex(proof.secret)));
}

/** askSession, for calls that answer with the session itself. */
export async function changeSession(
  ctx: Context,
  proof: BrowserProof,
  ask: (stub: SessionStub, browserHash: string) => Promise<Answer<SeenSession>>,
): Promise<HostedSession> {
  return toHostedSession(ctx, await askSession(ctx, proof, ask));
}

export async function toHostedSession(ctx: Context, seen: SeenSession): Promise<HostedSession> {
  const publicId = encodeObjectId(seen.record.id);
  if (finalStatus(seen.record) === undefined) return { ...seen, publicId };
  const { token } = await tellToken(ctx, RESULT_TOKEN, seen.record.id);
  return { ...seen, publicId, returnUrl: returnUrl(seen.record, token) };
}

export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  switch (answer.reason) {
    case 'not_found':
      throw notFound();
    case 'unauthorized':
      throw unauthorized();
    case 'conflict':
      throw new AppError('CONFLICT', 'The session is not at this step any more.');
    case 'opened_elsewhere':
      throw new AppError(
        'SESSION_OPENED_ELSEWHERE',
        'This link was already opened in another browser.',
      );
    case 'other_device':
      throw new AppError('SESSION_ON_OTHER_DEVICE', 'The session goes on at another device.');
  }
}

export const unauthorized = (): AppError =>
  new AppError('UNAUTHORIZED', 'The credential is missing or not valid.');
