import { CallError } from '../api/call-error.ts';
import type { ConsoleTexts } from '../texts/languages.ts';

/** What a receiver did instead of returning its challenge, as the service saw it (D-142), and what is wanted of it. */
export function sayUnproven(error: unknown, t: ConsoleTexts): string {
  const receiver = error instanceof CallError ? error.receiver : undefined;
  // Of a service that does not say.
  if (receiver === undefined) return `${t('webhook.unproven')} ${t('receiver.wanted')}`;
  const { reason, status = '' } = receiver;
  const why = t(`receiver.${reason}`, { status: String(status) });
  return HAS_ANSWERED.test(reason) ? `${why} ${t('receiver.wanted')}` : why;
}

/** What is wanted helps whoever answers already. */
const HAS_ANSWERED = /_(status|body)$/;
