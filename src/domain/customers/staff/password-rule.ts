// Staff passwords follow the common policy (terms/password-policy.ts); this file provides the error
// messages.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import {
  findPasswordFault,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordFault,
} from '../../terms/password-policy.ts';

/**
 * @param field the name of the request field, for the response
 * @param known words that an attacker would try first, such as the email address
 * @throws AppError VALIDATION_FAILED
 */
export async function requireGoodPassword(
  ctx: Context,
  password: string,
  field: string,
  known: readonly string[] = [],
): Promise<void> {
  const fault = await findPasswordFault(ctx, password, known);
  if (fault !== undefined) throw weakPassword(field, fault);
}

/**
 * @param field the name of the request field
 * @returns AppError VALIDATION_FAILED
 */
export function weakPassword(field: string, fault: PasswordFault): AppError {
  const message =
    fault === 'guessable'
      ? `${field} is too common or too easy to guess.`
      : `${field} must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
}
