// Decides which stored passes may be presented: those whose key has enough passes in circulation
// (D-152). With few passes in circulation, a pass would identify its holder.
import type { KeptPass } from './kept-pass.ts';
import { decode } from './pass-bytes.ts';

interface Counts {
  floor: number;
  keys: { key_id: string; passes_at_least: number }[];
}

const TIMEOUT_MS = 10_000;
/**
 * The start and end of the key id in a token, where it follows the type, the nonce and the
 * challenge digest.
 */
const KEY_ID = [66, 98] as const;

/**
 * @returns a function that determines whether a pass may be presented
 * @throws when the counts cannot be read, in which case no pass may be presented
 */
export async function readCrowd(): Promise<(pass: KeptPass) => boolean> {
  const response = await fetch('/.well-known/age-pass-counts.json', {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { floor, keys } = (await response.json()) as Counts;
  const enough = new Set(
    keys.filter((key) => key.passes_at_least >= floor).map(({ key_id: id }) => id),
  );
  return ({ token }) => enough.has(keyIdOf(token));
}

const keyIdOf = (token: string): string =>
  Array.from(decode(token).slice(...KEY_ID), (byte) => byte.toString(16).padStart(2, '0')).join('');
