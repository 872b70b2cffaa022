// A request to our own service, as every part of the page sends it.

declare global {
  interface Window {
    /** The answer to `askToOpen` that opening.ts waits for, until the main script takes it. */
    opening?: Promise<Response>;
  }
}

const TIMEOUT_MS = 15_000;

/** @throws TypeError or DOMException when no answer comes; any status is an answer */
export function ask(method: 'GET' | 'POST', url: string, body?: unknown): Promise<Response> {
  return fetch(url, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** Redeems a link; again with the same browser it answers the running session. */
export const askToOpen = (token: string): Promise<Response> =>
  ask('POST', '/v/sessions', { token, embedded: window.parent !== window });
