// A request to our own service, as every part of the page sends it.

declare global {
  interface Window {
    /** The answer to `askToOpen` that opening.ts waits for, until the main script takes it. */
    opening?: Promise<Response>;
    /** What this page calls its opening of a link: without a cookie it can only come back with it. */
    attempt?: string;
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

/** Redeems a link; again with the same browser, or from the same page, it answers the running session. */
export function askToOpen(token: string): Promise<Response> {
  window.attempt ??= randomName();
  const embedded = window.parent !== window;
  return ask('POST', '/v/sessions', { token, embedded, attempt: window.attempt });
}

/** 128 random bits, in hexadecimal digits. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
