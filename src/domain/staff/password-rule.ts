// A new password of staff obeys the same policy as anybody's (domain/accounts); this says so in words.
import { AppError } from '../../errors.ts';
import {
  findPasswordFault,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../terms/password-policy.ts';

/**
 * @param field its name in the request, for the answer
 * @param known words an attacker would try first, such as the mail address
 * @throws AppError VALIDATION_FAILED
 */
export async function requireGoodPassword(
  password: string,
  field: string,
  known: readonly string[] = [],
): Promise<void> {
  const fault = await findPasswordFault(password, known);
  if (fault === undefined) return;
  const message =
    fault === 'guessable'
      ? `${field} is too common or too easy to guess.`
      : `${field} must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;
  throw new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
}
