// Sends one request to a customer's server. The server is untrusted, so the response is limited in
// time and size, and redirects are not followed. Never throws.
import type { Attempt, AttemptFailure } from './delivery.ts';

/** The maximum number of bytes that are read from a response; the first 4 KiB are kept. */
const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 4 * 1024;

export type Sent = Pick<Attempt, 'status' | 'failure' | 'answer'>;

/**
 * Sends the request. The webhook counts as delivered if the result has no `failure`, which means
 * that any 2xx status arrived in time (D-26).
 */
export async function sendWebhook(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<Sent> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
  } catch {
    return { failure: signal.aborted ? 'timeout' : 'connection' };
  }
  const failure = failureOf(response.status);
  const answer = await readStart(response, signal);
  return {
    status: response.status,
    ...(failure !== undefined && { failure }),
    ...(answer !== '' && { answer }),
  };
}

function failureOf(status: number): AttemptFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/**
 * Reads the start of the body. Only the status decides whether the webhook is delivered: a body
 * that stalls or is cut off does not change the outcome.
 */
async function readStart(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const kept = new Uint8Array(MAX_KEPT_BYTES);
  let read = 0;
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  try {
    while (read < MAX_READ_BYTES) {
      const chunk = await Promise.race([reader.read(), stopped]);
      if (chunk?.value === undefined) break;
      kept.set(
        chunk.value.subarray(0, Math.max(0, MAX_KEPT_BYTES - read)),
        Math.min(read, MAX_KEPT_BYTES),
      );
      read += chunk.value.byteLength;
    }
  } catch {
    // The connection broke: the part that arrived is kept.
  }
  await reader.cancel().catch(() => undefined);
  return new TextDecoder().decode(kept.subarray(0, Math.min(read, MAX_KEPT_BYTES)));
}
