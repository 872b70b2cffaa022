// Maps the server's error codes to the blocked pages that they lead to. Pure.
import type { Block } from './flow.ts';

const ON_COMPUTER: Record<string, Block> = {
  NOT_FOUND: 'unknown_link',
  VALIDATION_FAILED: 'unknown_link',
  SESSION_OPENED_ELSEWHERE: 'opened_elsewhere',
  SESSION_RETAKEN: 'retaken',
  SESSION_OF_OTHER_BROWSER: 'other_opener',
  UNAUTHORIZED: 'no_cookie',
  TOO_MANY_REQUESTS: 'too_many',
  NETWORK: 'offline',
};

const ON_PHONE: Record<string, Block> = {
  ...ON_COMPUTER,
  NOT_FOUND: 'handoff_link',
  VALIDATION_FAILED: 'handoff_link',
  // The computer took the session back, or created a newer link.
  UNAUTHORIZED: 'on_computer',
};

/**
 * @param code the error's code
 * @param cameByHandoff whether this is the phone of a hand-off
 */
export function blockOf(code: string, cameByHandoff: boolean): Block {
  return (cameByHandoff ? ON_PHONE : ON_COMPUTER)[code] ?? 'server';
}

/**
 * Whether the error means that the session was changed elsewhere, in which case the page has to
 * read the server's current state.
 */
export function isConflict(code: string): boolean {
  return code === 'CONFLICT' || code === 'SESSION_ON_OTHER_DEVICE';
}
