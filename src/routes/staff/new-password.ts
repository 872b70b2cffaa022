// The request field for a new password.
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../domain/terms/password-policy.ts';
import { text } from '../../http/fields.ts';

/**
 * @param name the name of the field in the request. The schema only describes the password's
 *   length, which is validated together with its strength (D-42)
 */
export const newPassword = (name: string) =>
  text(name, 1024).openapi({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
