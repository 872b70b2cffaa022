// The codes that people type from a screen without a keyboard (RFC 8628 6.1): a device that signs in, a television that asks for a check.
// A code names one thing that waits, for ten minutes; the two kinds share one space, so that one page serves both.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomBelow } from '../../crypto/random.ts';

/** Consonants, so that no words come about; 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** The bytes below it leave each letter equally likely. */
const EVEN = 256 - (256 % LETTERS.length);

/** Two codes that are alike at the same time are one case in a hundred million. */
export const CODE_TRIES = 3;

/** Where people type codes. */
export const CODE_PATH = '/device';

/** @returns two groups of four letters */
export const makeUserCode = (): string =>
  spell(Array.from({ length: LENGTH }, () => randomBelow(LETTERS.length)));

/**
 * The code of a secret, the same every time, so that a repeated request gets the code that the first one got.
 * @param turn another number gives another code
 */
export async function deriveUserCode(secret: string, turn: number): Promise<string> {
  const seed = new TextEncoder().encode(`user-code:${turn}:${secret}`);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-512', seed));
  // Fewer than eight of 64 such bytes do not come about.
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
 * @param typed may be anything; case, spaces and what is between the groups do not count (6.1)
 * @returns the code as it is shown; undefined when it is none
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

/** @returns the object that says what a code names, and the hash that it answers to */
export async function userCodeObject({ objects }: Pick<Context, 'objects'>, code: string) {
  const hash = await sha256Hex(code);
  const stub = objects.oneTimeToken(objects.namedOneTimeTokenId(`user-code:${hash}`));
  return { hash, stub };
}

/** What waits with a code. */
export interface WaitingCode {
  /** What the code names. */
  payload: string;
  hash: string;
}

/**
 * Changes nothing. One object call.
 * @param typed as readUserCode
 * @returns undefined when nothing waits with it
 */
export async function findUserCode(ctx: Context, typed: string): Promise<WaitingCode | undefined> {
  const code = readUserCode(typed);
  if (code === undefined) return undefined;
  const { stub, hash } = await userCodeObject(ctx, code);
  const found = await stub?.peek(hash);
  return found?.ok === true ? { payload: found.payload, hash } : undefined;
}

/** The page for a code, and the same with the code in it. */
export function codePages({ config }: Pick<Context, 'config'>, code: string) {
  const page = `${config.baseUrl}${CODE_PATH}`;
  const pageWithCode = `${page}?${new URLSearchParams({ user_code: code }).toString()}`;
  return { page, pageWithCode };
}
