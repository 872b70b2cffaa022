// Explains an error to the member who pressed a button, in their own language.
import { CallError } from '../api/call-error.ts';
import type { ConsoleTexts } from '../texts/languages.ts';
import type { ConsoleTextKey } from '../texts/text-key.ts';

const TEXTS: Readonly<Record<string, ConsoleTextKey>> = {
  OFFLINE: 'error.offline_text',
  UNAUTHORIZED: 'signin.ended',
  INVALID_CREDENTIALS: 'signin.wrong',
  INVALID_CODE: 'factor.code_wrong',
  EMAIL_NOT_VERIFIED: 'error.unconfirmed',
  TENANT_SUSPENDED: 'signin.suspended',
  SECOND_FACTOR_REQUIRED: 'error.second_factor',
  SSO_REQUIRED: 'signin.sso_required',
  FRESH_SIGN_IN_REQUIRED: 'error.fresh',
  FORBIDDEN: 'error.forbidden_text',
  VALIDATION_FAILED: 'error.invalid',
  INVALID_ACCEPT: 'error.no_way',
  POLICY_UNSATISFIABLE: 'error.no_way',
  INVALID_VERIFICATION_MODE: 'error.no_way',
  NOT_FOUND: 'error.gone',
  CONFLICT: 'error.conflict',
  ENDPOINT_NOT_VERIFIED: 'error.conflict',
  RETAKE_NOT_ALLOWED: 'error.conflict',
  RETAKE_LIMIT_EXCEEDED: 'error.conflict',
  SESSION_HAS_NO_FACE_DATA: 'error.conflict',
  SESSION_FACE_DATA_EXPIRED: 'error.conflict',
  PAYLOAD_TOO_LARGE: 'error.too_large',
  INTERNAL_ERROR: 'error.broken_text',
  UNAVAILABLE: 'error.broken_text',
};

/** Texts that only the caller can provide. */
export interface ErrorTexts {
  /** The text for a conflict (409). */
  conflict?: string | undefined;
  /**
   * The text for a receiver that has not returned the challenge (ENDPOINT_NOT_VERIFIED), when it
   * differs from the text for other conflicts.
   */
  unproven?: string | undefined;
  /** The text for a refused value (VALIDATION_FAILED). */
  invalid?: string | undefined;
}

/**
 * Describes the error in one sentence. An error code without its own text comes from a service
 * newer than the page, or from a call that none of our pages makes.
 */
export function describeError(
  error: unknown,
  t: ConsoleTexts,
  { conflict, unproven, invalid }: ErrorTexts = {},
): string {
  if (!(error instanceof CallError)) return t('error.broken_text');
  const { code, status, retryAfterSeconds = 60 } = error;
  if (status === 429) return t('error.busy', { count: Math.ceil(retryAfterSeconds / 60) });
  if (code === 'ENDPOINT_NOT_VERIFIED' && unproven !== undefined) return unproven;
  if (status === 409 && conflict !== undefined) return conflict;
  if (code === 'VALIDATION_FAILED' && invalid !== undefined) return invalid;
  return t(TEXTS[code] ?? 'error.outdated');
}

/**
 * The statuses with which the server's message may contain more detail than our text, such as which
 * conflict or which limit.
 */
const SAYS_MORE: readonly number[] = [400, 409, 413, 422];

/** @returns the server's message, in English, when our own text may omit a detail */
export function serverMessagesOf(error: unknown): readonly string[] {
  if (!(error instanceof CallError) || !SAYS_MORE.includes(error.status)) return [];
  // Our own text already explains, in the reader's language, what the receiver did (D-140).
  if (error.receiver !== undefined) return [];
  const fields = error.details.map(({ field, message }) => `${field}: ${message}`);
  return fields.length > 0 || error.said === undefined ? fields : [error.said];
}

/** A short heading for the error. */
export function nameError(error: unknown, t: ConsoleTexts): string {
  if (!(error instanceof CallError)) return t('error.broken');
  if (error.code === 'OFFLINE') return t('error.offline');
  if (error.status === 403) return t('error.forbidden');
  if (error.status === 404) return t('error.missing');
  return error.status >= 500 ? t('error.broken') : t('error.refused');
}
