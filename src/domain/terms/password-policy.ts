// The password policy (D-42): 10 to 128 characters, and not guessable. crypto/ hashes passwords.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { loadPasswordWords, type WordsContext } from './password-words.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

export type PasswordFault = 'too_short' | 'too_long' | 'guessable';

/**
 * The minimum zxcvbn score, which corresponds to at least 10^8 guesses: infeasible online, and
 * expensive against scrypt.
 */
const MIN_SCORE = 3;
/**
 * Limits on the length and number of known words, so that a request cannot slow down the estimate.
 */
const MAX_WORD_LENGTH = 100;
const MAX_WORDS = 50;
/**
 * The number of leading characters whose strength is estimated, which takes 2 to 50 ms. For 128
 * characters the estimate can take several seconds, and a strong beginning is enough.
 */
const ESTIMATED_LENGTH = 40;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Finds the first fault in a password. The length is counted in code points of the normalized form
 * that is hashed (NFC).
 * @param known words that an attacker would try first, such as the email address and the name
 * @returns the fault; undefined when there is none
 * @throws Error when the estimator's dictionaries cannot be loaded
 */
export async function findPasswordFault(
  ctx: WordsContext,
  password: string,
  known: readonly string[],
): Promise<PasswordFault | undefined> {
  // NFC never shortens a text to less than a quarter of its length, so a longer text is too long
  // and need not be normalized.
  if (password.length > 4 * MAX_PASSWORD_LENGTH) return 'too_long';
  const text = password.normalize('NFC');
  const { length } = Array.from(text);
  if (length < MIN_PASSWORD_LENGTH) return 'too_short';
  if (length > MAX_PASSWORD_LENGTH) return 'too_long';
  const estimator = await rememberEstimator(ctx);
  const { score } = estimator.check(text.slice(0, ESTIMATED_LENGTH), wordsOf(known));
  return score < MIN_SCORE ? 'guessable' : undefined;
}

/**
 * Loads the estimator on demand and only once per isolate, because loading takes 0.1 s. After a
 * failure, the next call tries again.
 */
function rememberEstimator(ctx: WordsContext): Promise<ZxcvbnFactory> {
  loading ??= loadEstimator(ctx).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadEstimator(ctx: WordsContext): Promise<ZxcvbnFactory> {
  const [core, words] = await Promise.all([import('@zxcvbn-ts/core'), loadPasswordWords(ctx)]);
  return new core.ZxcvbnFactory(words);
}

/** Returns the known texts and their words of at least three characters, within the limits. */
export function wordsOf(known: readonly string[]): string[] {
  const texts = known.map((text) => text.slice(0, MAX_WORD_LENGTH).toLowerCase());
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const words = [...texts, ...parts.filter((part) => part.length > 2)];
  return [...new Set(words)].slice(0, MAX_WORDS);
}
