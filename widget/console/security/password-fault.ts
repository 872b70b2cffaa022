import { CallError } from '../api/call-error.ts';
import type { ConsoleTexts } from '../texts/languages.ts';
import { describeError } from '../ui/describe-error.ts';

/** Returns the error message for the current-password field. */
export function passwordFault(error: unknown, t: ConsoleTexts): string | undefined {
  if (error === undefined) return undefined;
  const isWrong = error instanceof CallError && error.code === 'INVALID_CREDENTIALS';
  return isWrong ? t('security.password_wrong') : describeError(error, t);
}
