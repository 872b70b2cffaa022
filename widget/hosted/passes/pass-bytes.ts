// The byte encoding of passes, and the token challenge that all passes answer. Pure.

export type PassBytes = Uint8Array<ArrayBuffer>;

/** Token type of Blind RSA (RFC 9578 8.2.1). */
export const TOKEN_TYPE = 2;

/** The token challenge (RFC 9577 2.1), the same for all people and all sites. */
export function challengeOf(issuer: string): PassBytes {
  const name = new TextEncoder().encode(issuer);
  const length = Uint8Array.of(name.length >> 8, name.length & 255);
  return join([Uint8Array.of(0, TOKEN_TYPE), length, name, new Uint8Array(3)]);
}

export function join(parts: readonly Uint8Array[]): PassBytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Encodes base64url (RFC 4648 5) without padding. */
export const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @throws DOMException when the text is not base64url */
export const decode = (text: string): PassBytes =>
  Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')),
    (character) => character.charCodeAt(0),
  );
