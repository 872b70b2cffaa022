// Ids of requests: random, so that no two isolates give the same one.
import { randomToken } from '../crypto/random.ts';

/** 12 bytes, which are 16 whole characters of base64url. */
const BYTES = 12;
const CHARACTERS = 16;
/** Asking for random bytes and spelling them costs more than the rest of an id, so it is done for many at once. */
const AT_ONCE = 64;

let waiting = '';

/** @returns `req_` and 16 characters */
export function newRequestId(): string {
  if (waiting === '') waiting = randomToken(BYTES * AT_ONCE);
  const id = waiting.slice(0, CHARACTERS);
  waiting = waiting.slice(CHARACTERS);
  return `req_${id}`;
}
