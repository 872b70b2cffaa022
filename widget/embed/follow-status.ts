// Follows a check in another tab, which cannot post messages to this page: polls the public status
// with a publishable key.
import type { Outcome } from './messages.ts';

const EVERY_MS = 3_000;
const TIMEOUT_MS = 10_000;
const FINAL: readonly string[] = [
  'success',
  'failed',
  'canceled',
  'expired',
  'pending_tenant_review',
];

/**
 * @param onOutcome called once, with the `xtk_` token
 * @returns a function that stops polling, after which `onOutcome` is not called
 */
export function followStatus(
  service: string,
  initToken: string,
  publishableKey: string,
  onOutcome: (status: Outcome, token: string) => void,
): () => void {
  let isOver = false;
  const poll = async () => {
    const response = await fetch(`${service}/api/v1/status/${initToken}`, {
      headers: { 'X-API-Key': publishableKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { data } = (await response.json()) as { data?: { status: string; token: string } };
    // Only a failed or expired session can be retaken. In both cases, `failed` is reported.
    const status = data?.status === 'retaken' ? 'failed' : data?.status;
    if (isOver || data === undefined || status === undefined || !FINAL.includes(status)) return;
    isOver = true;
    onOutcome(status as Outcome, data.token);
  };
  // A failed request is repeated. Each request starts only after the previous response; otherwise
  // requests would pile up on a slow connection.
  const pollLater = (): unknown =>
    setTimeout(() => {
      if (!isOver)
        void poll()
          .catch(() => undefined)
          .then(pollLater);
    }, EVERY_MS);
  pollLater();
  return () => {
    isOver = true;
  };
}
