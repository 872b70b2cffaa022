import type { WireWebhookAttempt } from '../api/wire.ts';
import type { ConsoleTexts } from '../texts/languages.ts';

type Failure = WireWebhookAttempt['failure'];

/** What came back of an attempt to send an event: the status, or in words why there was none. */
export function sayAttempt(status: number | undefined, failure: Failure, t: ConsoleTexts): string {
  if (status !== undefined) return String(status);
  return failure === undefined ? '–' : t(`failure.${failure}`);
}
