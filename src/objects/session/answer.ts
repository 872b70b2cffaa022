// The answers of a session's object to its callers.

type Refused =
  | 'not_found'
  | 'opened_elsewhere'
  | 'other_opener'
  | 'other_device'
  | 'other_pictures'
  | 'unwitnessed'
  | 'retaken'
  | 'unauthorized'
  | 'conflict';
/** A value or a refusal. Refusals are not thrown, because error classes do not survive RPC. */
export type Answer<T> = { ok: true; value: T } | { ok: false; reason: Refused };

export const refuse = (reason: Refused): { ok: false; reason: Refused } => ({ ok: false, reason });
export const accept = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
