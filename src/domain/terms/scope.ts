// The scopes there are (spec 2.4) and how a list of them is written. What each one tells: claims.ts.

export const SCOPES = ['openid', 'profile', 'email', 'age_verification', 'connections'] as const;

export type Scope = (typeof SCOPES)[number];

/** RFC 6749 3.3: tokens of printable ASCII without `"` and `\`, one space between two. */
const SHAPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** @returns the scopes without repetitions, in the order asked; undefined when the list is not well-formed */
export function splitScope(text: string): string[] | undefined {
  return SHAPE.test(text) ? [...new Set(text.split(' '))] : undefined;
}
