// Follows a check in another tab, which cannot post messages here: polls the coarse status, with a publishable key.
import type { Outcome } from './messages.ts';

const EVERY_MS = 3_000;
const FINAL: readonly string[] = [
  'success',
  'failed',
  'canceled',
  'expired',
  'pending_tenant_review',
];

/** @param onOutcome called once, with the `xtk_` token @returns stops it */
export function followStatus(
  service: string,
  initToken: string,
  publishableKey: string,
  onOutcome: (status: Outcome, token: string) => void,
): () => void {
  const poll = async () => {
    const response = await fetch(`${service}/api/v1/status/${initToken}`, {
      headers: { 'X-API-Key': publishableKey },
    });
    const { data } = (await response.json()) as { data?: { status: string; token: string } };
    // A session that another one replaced has failed before.
    const status = data?.status === 'retaken' ? 'failed' : data?.status;
    if (data === undefined || status === undefined || !FINAL.includes(status)) return;
    clearInterval(timer);
    onOutcome(status as Outcome, data.token);
  };
  // A failed request is repeated by the interval.
  const timer = setInterval(() => void poll().catch(() => undefined), EVERY_MS);
  return () => clearInterval(timer);
}
