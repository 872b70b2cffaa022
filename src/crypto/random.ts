import { encodeBase64Url } from './encoding.ts';

/** @returns `bytes` random bytes as base64url */
export function randomToken(bytes: number): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/**
 * @returns a uniform random integer in [0, below), by rejection sampling, because a plain remainder
 *   would be biased
 */
export function randomBelow(below: number): number {
  const ceiling = Math.floor(2 ** 32 / below) * below;
  const draw = new Uint32Array(1);
  do crypto.getRandomValues(draw);
  while ((draw[0] ?? 0) >= ceiling);
  return (draw[0] ?? 0) % below;
}
