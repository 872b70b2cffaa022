// Hex, base64 and base64url.
const utf8 = new TextEncoder();

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  // Memory of its own, which not all libraries' types say.
  return utf8.encode(text) as Uint8Array<ArrayBuffer>;
}

export function encodeHex(bytes: ArrayBuffer | Uint8Array): string {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  return Array.from(view, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws RangeError when `hex` is not an even number of hex digits */
export function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new RangeError('not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** RFC 4648 section 4. */
export function encodeBase64(bytes: ArrayBuffer | Uint8Array): string {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  return btoa(String.fromCharCode(...view));
}

/** RFC 4648 section 5, without padding. */
export function encodeBase64Url(bytes: ArrayBuffer | Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws RangeError when `text` is not unpadded base64url */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new RangeError('not base64url');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @throws RangeError when `text` is not base64 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new RangeError('not base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  // A picture has millions of bytes: mapping each character would take half a second.
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
