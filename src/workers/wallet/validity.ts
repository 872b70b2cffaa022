// The date checks in row 7 of the table in D-146.
import type { Certificate } from './certificates.ts';
import { refuse } from './refusal.ts';

/** The allowed difference between the clocks of issuers, wallets and this service. */
export const SKEW_MS = 120_000;

/** @throws AnswerRefusal, `not_yet_valid` or `expired` */
export function refuseOutside(
  { validFromMs, validUntilMs }: { validFromMs: number; validUntilMs: number },
  nowMs: number,
): void {
  if (validFromMs > nowMs + SKEW_MS) refuse('not_yet_valid', 'The credential is not valid yet.');
  if (nowMs - SKEW_MS > validUntilMs) refuse('expired', 'The credential has expired.');
}

/**
 * @throws AnswerRefusal, `certificate_expired`, when the signer's certificate was not valid at the
 *   time of signing
 */
export function refuseOtherTime({ notBeforeMs, notAfterMs }: Certificate, signedMs: number): void {
  if (signedMs < notBeforeMs - SKEW_MS || signedMs > notAfterMs + SKEW_MS)
    refuse(
      'certificate_expired',
      'The credential was signed outside the validity of its signer’s certificate.',
    );
}
