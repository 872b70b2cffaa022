// A request to our own service, as the opening script and the page send it.

declare global {
  interface Window {
    /** The answer to `requestOpening`, sent by opening.ts, until the main script uses it. */
    opening?: Promise<Response>;
    /** Names this page's opening of a link: before it has the cookie, only this name lets it try again. */
    attempt?: string;
  }
}

const TIMEOUT_MS = 15_000;

/** @throws TypeError or DOMException when there is no answer; any status is an answer */
export function sendRequest(
  method: 'GET' | 'POST',
  url: string,
  body?: unknown,
): Promise<Response> {
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

/** Redeems a link; repeated by the same browser or page, it answers with the running session. */
export function requestOpening(token: string): Promise<Response> {
  window.attempt ??= randomName();
  const embedded = window.parent !== window;
  return sendRequest('POST', '/v/sessions', { token, embedded, attempt: window.attempt });
}

/** 128 random bits, in hexadecimal digits. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
