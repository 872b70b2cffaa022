// The field of a password that is to be set.
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../domain/terms/password-policy.ts';
import { text } from '../../http/fields.ts';

/** @param name its name in the request; its length is judged with how guessable it is (D-42), and said here */
export const newPassword = (name: string) =>
  text(name, 1024).openapi({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
