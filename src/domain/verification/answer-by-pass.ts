// Use case: an age pass answers a check instead of the camera (D-152).
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { judgePass } from '../platform/age-passes/judge-pass.ts';
import { spendPass } from '../platform/age-passes/spend-pass.ts';
import { tooManyGuesses } from '../terms/guess-limits.ts';
import type { HostedSession } from './browser-session.ts';
import { callForPasses, type PassProof } from './pass-window.ts';
import { acceptsPass } from './rules/pass/pass-step.ts';
import {
  areTooManyPresented,
  PRESENTATION_WINDOW_MS,
  presentationLimit,
} from './rules/session/reusable-proofs.ts';

const LIMIT = presentationLimit('passes-shown');

/**
 * Verifies the pass, redeems it, and then records the answer in the session. If recording fails,
 * the same pass can be presented to the same session again.
 * @param token the pass in base64url
 * @throws AppError PASS_INVALID (also for too low an age or class), PASS_SPENT; CONFLICT when this
 * session does not accept passes, or when so few passes of this kind exist that the pass would
 * identify its holder; TOO_MANY_REQUESTS; NOT_FOUND for a pass window that does not belong to the
 * session
 */
export async function answerByPass(
  ctx: Context,
  proof: PassProof,
  token: string,
): Promise<HostedSession> {
  const session = await callForPasses(ctx, proof, (by) => ({ act: 'show_pass', by }));
  const { record } = session;
  // An earlier attempt has already succeeded, but its response was lost.
  if (record.steps.pass?.proven !== undefined) return session;
  if (areTooManyPresented(record.steps.pass))
    throw tooManyGuesses(ctx, LIMIT, ctx.now() + PRESENTATION_WINDOW_MS);
  const judged = await judgePass(ctx, token);
  if (!judged.ok && judged.reason === 'too_few')
    throw new AppError(
      'CONFLICT',
      'Too few passes of this kind have been issued, so this one could reveal its owner.',
    );
  if (!judged.ok) throw invalid('This is not a pass of this service, or it has expired.');
  if (!acceptsPass(record, judged.key, ctx.now()))
    throw invalid('This pass cannot complete this check.');
  if ((await spendPass(ctx, judged, `session:${record.id}`)) === 'spent')
    throw new AppError('PASS_SPENT', 'This pass was used before.');
  const { bracket, passClass, month } = judged.key;
  const pass = { bracket, passClass, month };
  return callForPasses(ctx, proof, (by) => ({ act: 'answer_by_pass', by, pass }));
}

const invalid = (message: string): AppError => new AppError('PASS_INVALID', message);
