import type { WireWebhookAttempt } from '../api/wire.ts';
import type { Texts } from '../texts/languages.ts';

type Failure = WireWebhookAttempt['failure'];

/** What came back of an attempt to send an event: the status, or in words why there was none. */
export function sayAttempt(status: number | undefined, failure: Failure, t: Texts): string {
  if (status !== undefined) return String(status);
  return failure === undefined ? '–' : t(`failure.${failure}`);
}
