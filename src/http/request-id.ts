// Request ids: random, so that no two isolates create the same one.
import { randomToken } from '../crypto/random.ts';

/** 12 bytes are exactly 16 characters of base64url. */
const BYTES = 12;
const CHARACTERS = 16;
/**
 * The number of ids for which random bytes are drawn at once, because drawing and encoding the
 * bytes is the most expensive part of creating an id.
 */
const IDS_PER_DRAW = 64;

let drawn = '';

/** @returns `req_` followed by 16 characters */
export function newRequestId(): string {
  if (drawn === '') drawn = randomToken(BYTES * IDS_PER_DRAW);
  const id = drawn.slice(0, CHARACTERS);
  drawn = drawn.slice(CHARACTERS);
  return `req_${id}`;
}
