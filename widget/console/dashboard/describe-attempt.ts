import type { WireWebhookAttempt } from '../api/wire.ts';
import type { ConsoleTexts } from '../texts/languages.ts';

type Failure = WireWebhookAttempt['failure'];

/**
 * Describes the outcome of a delivery attempt: the status of the response or, if there was no
 * response, the reason for the failure.
 */
export function describeAttempt(
  status: number | undefined,
  failure: Failure,
  t: ConsoleTexts,
): string {
  if (status !== undefined) return String(status);
  return failure === undefined ? '–' : t(`failure.${failure}`);
}
