// Sends a request that counts each time it arrives, and makes sure that it counts at most once even
// if responses get lost: before the request is sent again, the session shows whether it arrived.
import type { CountedRequest } from './counted-requests.ts';
import type { SessionView } from './wire.ts';

/**
 * @returns a function that sends the request, and resolves with the session and whether the request
 *   was counted. It can be called again after ApiError NETWORK, in which case it first checks
 *   whether the earlier request arrived
 */
export function submitOnce({
  send,
  read,
  receiptIn,
}: CountedRequest): () => Promise<{ view: SessionView; isCounted: boolean }> {
  let wasSent = false;
  return async () => {
    if (wasSent) {
      const view = await read();
      const receipt = receiptIn(view);
      if (receipt !== 'missing') return { view, isCounted: receipt === 'counted' };
    }
    wasSent = true;
    return { view: await send(), isCounted: true };
  };
}
