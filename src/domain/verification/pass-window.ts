// Use cases for the window that presents and receives passes for a page in a frame (D-152): the
// frame cannot access the browser's passes, and stores none. The window authenticates with a secret
// that the page has created.
import type { Context } from '../../context.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { PASS_WINDOW_TOKEN } from '../../crypto/token-prefixes.ts';
import { notFound } from '../../errors.ts';
import type { PassCaller, ProofCall } from '../../objects/session/proofs.ts';
import {
  callSession,
  toHostedSession,
  unwrap,
  type BrowserProof,
  type HostedSession,
} from './browser-session.ts';

/**
 * The proof that a window was opened for a session; the token in the window's URL contains both
 * parts.
 */
export interface WindowProof {
  /** The session's id, 64 hex digits. */
  sessionId: string;
  windowSecret: string;
}

/** The caller that presents or receives passes: the page, or its window. */
export type PassProof = BrowserProof | WindowProof;

/**
 * @param token the token in a window's URL
 * @throws AppError NOT_FOUND if the text is not the token of a pass window
 */
export function readWindowProof(token: string): WindowProof {
  const parsed = parseToken(token);
  if (parsed?.prefix !== PASS_WINDOW_TOKEN) throw notFound();
  return { sessionId: parsed.objectId, windowSecret: parsed.secret };
}

/**
 * Opens the pass window for a page in a frame; an older window of the session loses its access.
 * @param windowHash SHA-256 of the window's secret, hex. The page creates the secret itself,
 *   because browsers open a window only during a user gesture, which leaves no time to request a
 *   secret from the service
 * @throws AppError CONFLICT when the session neither accepts nor issues passes
 */
export const openPassWindow = (
  ctx: Context,
  proof: BrowserProof,
  windowHash: string,
): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({
      act: 'open_pass_window',
      browserHash,
      windowHash,
      policy: ctx.config.keptAges,
    }),
  );

/**
 * Reads the session on behalf of its pass window.
 * @throws AppError NOT_FOUND, the same for unknown and replaced windows
 */
export const viewByPassWindow = (ctx: Context, proof: WindowProof): Promise<HostedSession> =>
  callForPasses(ctx, proof, (by) => ({ act: 'see_for_passes', by }));

/**
 * Makes one call to the session's object on behalf of its page or its window.
 * @param makeCall builds the call for the given caller
 * @throws AppError NOT_FOUND for a window that does not belong to the session; and the errors of
 *   callSession
 */
export async function callForPasses(
  ctx: Context,
  proof: PassProof,
  makeCall: (by: PassCaller) => ProofCall,
): Promise<HostedSession> {
  if ('secret' in proof)
    return callSession(ctx, proof, (stub, browserHash) =>
      stub.meetProof(makeCall({ browserHash })),
    );
  const stub = ctx.objects.session(proof.sessionId);
  if (stub === undefined) throw notFound();
  const windowHash = await sha256Hex(proof.windowSecret);
  return toHostedSession(ctx, unwrap(await stub.meetProof(makeCall({ windowHash }))));
}
