// Use case: a person who has passed a check receives ten age passes (D-152). The service signs ten
// blinded numbers, which it cannot recognise later.
import type { Context } from '../../context.ts';
import { decodeBase64Url, encodeBase64Url, encodeHex } from '../../crypto/encoding.ts';
import { AppError } from '../../errors.ts';
import { countLater, signPasses } from '../platform/age-passes/sign-passes.ts';
import { callForPasses, type PassProof, type WindowProof } from './pass-window.ts';
import { refillOf } from './rules/key/key-step.ts';
import { passesOf } from './rules/pass/pass-step.ts';

/**
 * Signs first, then records in the session that the passes were given, so that the request can be
 * repeated if recording fails.
 * @param body ten concatenated blinded requests
 * @returns ten blind signatures, in the same order
 * @throws AppError PASSES_NOT_FOR_THIS_SESSION, PASSES_ALREADY_TAKEN; PASS_INVALID unless the body
 *   consists of ten requests for the current signing key of this kind of pass
 */
export async function givePasses(
  ctx: Context,
  proof: PassProof,
  body: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { record } = await callForPasses(ctx, proof, (by) => ({ act: 'see_for_passes', by }));
  const kind = passesOf(record, ctx.config.keptAges) ?? refillOf(record);
  if (kind === undefined)
    throw new AppError('PASSES_NOT_FOR_THIS_SESSION', 'This check issues no passes.');
  const signed = await signPasses(ctx, kind, body);
  if (signed === undefined)
    throw new AppError(
      'PASS_INVALID',
      'These are not ten token requests for the key of these passes.',
    );
  const bodyHash = encodeHex(await crypto.subtle.digest('SHA-256', body));
  const isRepeat = record.visitor.given?.bodyHash === bodyHash;
  await callForPasses(ctx, proof, (by) => ({ act: 'give_passes', by, bodyHash })).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'CONFLICT')
        throw new AppError('PASSES_ALREADY_TAKEN', 'This check has already issued its passes.');
      throw error;
    },
  );
  if (!isRepeat) countLater(ctx, signed);
  return signed.signatures;
}

/**
 * Like givePasses, but with base64url text instead of bytes.
 * @param requests the blinded requests in base64url
 * @returns the signatures in base64url
 */
export async function givePassesToWindow(
  ctx: Context,
  proof: WindowProof,
  requests: string,
): Promise<string> {
  const body = /^[\w-]*$/.test(requests) ? decodeBase64Url(requests) : new Uint8Array(0);
  return encodeBase64Url(await givePasses(ctx, proof, body));
}
