// Follows a check in another tab, which no message reaches us from: by the coarse status, with a publishable key.
import type { Outcome } from './messages.ts';

const EVERY_MS = 3_000;
const FINAL: readonly string[] = ['success', 'failed', 'canceled', 'expired'];

/** @param onOutcome called once, with the `xtk_` token @returns stops it */
export function followStatus(
  service: string,
  initToken: string,
  publishableKey: string,
  onOutcome: (status: Outcome, token: string) => void,
): () => void {
  const ask = async () => {
    const response = await fetch(`${service}/api/v1/status/${initToken}`, {
      headers: { 'X-API-Key': publishableKey },
    });
    const { data } = (await response.json()) as { data?: { status: string; token: string } };
    if (data === undefined || !FINAL.includes(data.status)) return;
    clearInterval(timer);
    onOutcome(data.status as Outcome, data.token);
  };
  // What fails is asked again.
  const timer = setInterval(() => void ask().catch(() => undefined), EVERY_MS);
  return () => clearInterval(timer);
}
