// The API calls for passes. They are in the separate script for passes, so that the page's own
// script stays small.
import type { PassRequirement } from './kept-pass.ts';
import { path, repeat, send, ApiError } from '../requests/api.ts';
import type { PassWindowView, SessionView } from '../requests/wire.ts';
import { decode, encode, type PassBytes } from './pass-bytes.ts';

const TIMEOUT_MS = 30_000;

/**
 * Presents a pass.
 * @throws ApiError when it was not accepted
 */
export const showPass = (id: string, token: string): Promise<SessionView> =>
  send<SessionView>('POST', path(id, 'pass'), { token });

/**
 * Requests signatures on the blinded passes. The request is repeated once if there is no response:
 * the same passes get the same signatures.
 */
export async function requestPasses(id: string, body: PassBytes): Promise<PassBytes> {
  const ask = () =>
    fetch(path(id, 'passes'), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const response = await ask().catch(ask);
  if (!response.ok) throw new ApiError('CONFLICT', `HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns what the session requires of a pass; undefined when no pass can be used. */
export const requiredPass = ({ pass }: SessionView): PassRequirement | undefined =>
  toPassRequirement(pass);

export const toPassRequirement = (pass: SessionView['pass']): PassRequirement | undefined =>
  pass && { minAge: pass.min_age, passClass: pass.class, since: pass.since };

/**
 * Lets a window of this service present a pass for the session.
 * @param hash the hash of the window's secret
 */
export const announceWindow = (id: string, hash: string): Promise<PassWindowView> =>
  repeat(() => send<PassWindowView>('POST', path(id, 'pass/window'), { secret_hash: hash }));

/**
 * Reads what the window should show.
 * @throws ApiError NOT_FOUND when the window has not been announced, or has been replaced
 */
export const readWindow = (token: string): Promise<PassWindowView> =>
  send<PassWindowView>('POST', '/v/pass-windows', { token });

/**
 * Presents a pass from the window.
 * @throws ApiError when it was not accepted
 */
export const answerWindow = (token: string, pass: string): Promise<PassWindowView> =>
  send<PassWindowView>('POST', '/v/pass-windows/answer', { token, pass });

/** Requests signatures like requestPasses, but from the window. */
export async function requestPassesByWindow(token: string, body: PassBytes): Promise<PassBytes> {
  const sent = { token, requests: encode(body) };
  const ask = () =>
    send<{ signatures: string }>('POST', '/v/pass-windows/passes', sent, TIMEOUT_MS);
  const { signatures } = await repeat(ask);
  return decode(signatures);
}
