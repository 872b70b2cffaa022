// Use case: an age pass answers a check, in place of a camera (D-152). It is shown by the page, or by a window that a page in a frame has
// opened, since the frame has none of its browser's passes.
import type { Context } from '../../context.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { PASS_WINDOW_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { PassCaller, ProofCall } from '../../objects/session/proofs.ts';
import { judgePass } from '../platform/age-passes/judge-pass.ts';
import { spendPass } from '../platform/age-passes/spend-pass.ts';
import { tooManyGuesses } from '../terms/guess-limits.ts';
import {
  callSession,
  toHostedSession,
  unwrap,
  type BrowserProof,
  type HostedSession,
} from './browser-session.ts';
import { acceptsPass, areTooMany, MOST_SHOWN, SHOWN_WINDOW_MS } from './rules/pass/pass-step.ts';

const LIMIT = {
  policy: 'passes-shown',
  limit: MOST_SHOWN,
  windowSeconds: SHOWN_WINDOW_MS / 1000,
};

/** What proves that a window was opened for a session: the content of its address. */
export interface WindowProof {
  /** 64 hex digits. */
  sessionId: string;
  windowSecret: string;
}

/** @param token of a window's address @throws AppError NOT_FOUND for what is none */
export function readWindowProof(token: string): WindowProof {
  const parsed = parseToken(token);
  if (parsed?.prefix !== PASS_WINDOW_TOKEN) throw notFound();
  return { sessionId: parsed.objectId, windowSecret: parsed.secret };
}

/**
 * A page in a frame opens its window; an older one of the session ends.
 * @param windowHash SHA-256 of the window's secret, hex: browsers open a window in the press alone, so that the page makes the secret
 * @throws AppError CONFLICT when no pass answers this session
 */
export const openPassWindow = (
  ctx: Context,
  proof: BrowserProof,
  windowHash: string,
): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'open_pass_window', browserHash, windowHash }),
  );

/** The session as it is for its window. @throws AppError NOT_FOUND, alike for unknown and replaced ones */
export const viewByPassWindow = async (ctx: Context, proof: WindowProof): Promise<HostedSession> =>
  meet(ctx, proof, {
    act: 'see_by_pass_window',
    by: { windowHash: await sha256Hex(proof.windowSecret) },
  });

/**
 * Verified, then spent, then the session: what fails in between is healed by showing the same pass to the same session.
 * @param token base64url
 * @throws AppError PASS_INVALID (also of too low an age or class), PASS_SPENT; CONFLICT when no pass answers this session, or so few
 *   of its kind are out that it would say whose it is; TOO_MANY_REQUESTS; NOT_FOUND for a window that is none of the session's
 */
export async function answerByPass(
  ctx: Context,
  proof: BrowserProof | WindowProof,
  token: string,
): Promise<HostedSession> {
  const by = await callerOf(proof);
  const session = await meet(ctx, proof, { act: 'show_pass', by });
  const { record } = session;
  // The answer got lost.
  if (record.steps.pass?.proven !== undefined) return session;
  if (areTooMany(record)) throw tooManyGuesses(ctx, LIMIT, ctx.now() + SHOWN_WINDOW_MS);
  const judged = await judgePass(ctx, token);
  if (!judged.ok && judged.reason === 'too_few')
    throw new AppError(
      'CONFLICT',
      'So few passes of this kind are out that it would say whose it is.',
    );
  if (!judged.ok) throw invalid('This is no pass of this service, or it is good no more.');
  if (!acceptsPass(record, judged.key, ctx.now()))
    throw invalid('This pass does not answer this check.');
  if ((await spendPass(ctx, judged, `session:${record.id}`)) === 'spent')
    throw new AppError('PASS_SPENT', 'This pass was used before.');
  const { bracket, passClass, month } = judged.key;
  return meet(ctx, proof, {
    act: 'answer_by_pass',
    by,
    pass: { bracket, passClass, month },
  });
}

const callerOf = async (proof: BrowserProof | WindowProof): Promise<PassCaller> =>
  'windowSecret' in proof
    ? { windowHash: await sha256Hex(proof.windowSecret) }
    : { browserHash: await sha256Hex(proof.secret) };

async function meet(
  ctx: Context,
  { sessionId }: { sessionId: string },
  call: ProofCall,
): Promise<HostedSession> {
  const stub = ctx.objects.session(sessionId);
  if (stub === undefined) throw notFound();
  return toHostedSession(ctx, unwrap(await stub.meetProof(call)));
}

const invalid = (message: string): AppError => new AppError('PASS_INVALID', message);
