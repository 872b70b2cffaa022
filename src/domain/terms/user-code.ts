// Codes that people read from a screen without a keyboard and type elsewhere (RFC 8628 6.1), either
// to sign in on that device or to complete a check that a television requests. A code refers to one
// waiting request and is valid for ten minutes. Both kinds of request share one set of codes, so
// that a single page can handle both.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomBelow } from '../../crypto/random.ts';

/**
 * The letters of codes: only consonants, so that codes do not form words. A code has 34 bits of
 * entropy.
 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** Only bytes below this limit are used, so that every letter is equally likely. */
const EVEN = 256 - (256 % LETTERS.length);

/**
 * The maximum number of codes to try for one request. Even with some 250 codes in use, only one new
 * code in a hundred million collides with one of them.
 */
export const CODE_TRIES = 3;

/** The page where people type codes. */
export const CODE_PATH = '/device';

/** @returns two groups of four letters, with a hyphen between them */
export const makeUserCode = (): string =>
  spell(Array.from({ length: LENGTH }, () => randomBelow(LETTERS.length)));

/**
 * Derives the code from a secret, so that a repeated request receives the same code.
 * @param turn a counter; each number produces a different code
 */
export async function deriveUserCode(secret: string, turn: number): Promise<string> {
  const seed = new TextEncoder().encode(`user-code:${turn}:${secret}`);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-512', seed));
  // In practice, at least eight of the 64 bytes are always usable.
  return spell(
    Array.from(bytes)
      .filter((byte) => byte < EVEN)
      .slice(0, LENGTH),
  );
}

const spell = (draws: readonly number[]): string =>
  grouped(draws.map((draw) => LETTERS.charAt(draw % LETTERS.length)).join(''));

const grouped = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/**
 * @param typed any text; case, spaces and separators are ignored (RFC 8628 6.1)
 * @returns the code as it is displayed; undefined when the text is not a code
 */
function readUserCode(typed: string): string | undefined {
  const letters = typed
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '');
  const isCode =
    letters.length === LENGTH && Array.from(letters).every((one) => LETTERS.includes(one));
  return isCode ? grouped(letters) : undefined;
}

/**
 * @returns the object that stores the request for a code, and the hash that is needed to read the
 *   request
 */
export async function userCodeObject({ objects }: Pick<Context, 'objects'>, code: string) {
  const hash = await sha256Hex(code);
  const stub = objects.oneTimeToken(objects.namedOneTimeTokenId(`user-code:${hash}`));
  return { hash, stub };
}

/** The waiting request that a code refers to. */
export interface WaitingCode {
  /** The stored payload of the code. */
  payload: string;
  hash: string;
}

/**
 * Finds the request that a code refers to, without consuming the code. Makes one object call.
 * @param typed see readUserCode
 * @returns undefined when no request is waiting for that code
 */
export async function findUserCode(ctx: Context, typed: string): Promise<WaitingCode | undefined> {
  const code = readUserCode(typed);
  if (code === undefined) return undefined;
  const { stub, hash } = await userCodeObject(ctx, code);
  const found = await stub?.peek(hash);
  return found?.ok === true ? { payload: found.payload, hash } : undefined;
}

/** Returns the URLs of the page where people type codes, without and with the code in the query. */
export function codePages({ config }: Pick<Context, 'config'>, code: string) {
  const page = `${config.baseUrl}${CODE_PATH}`;
  const pageWithCode = `${page}?${new URLSearchParams({ user_code: code }).toString()}`;
  return { page, pageWithCode };
}
