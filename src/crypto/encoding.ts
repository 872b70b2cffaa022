// Hex, base64 and base64url.
const utf8 = new TextEncoder();

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  // The result always owns its buffer, but some libraries' types do not declare this.
  return utf8.encode(text) as Uint8Array<ArrayBuffer>;
}

export function encodeHex(bytes: ArrayBuffer | Uint8Array): string {
  let hex = '';
  for (const byte of bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
    hex += HEX_OF_BYTE[byte];
  return hex;
}

/** @throws RangeError when `hex` is not an even number of hex digits */
export function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new RangeError('not hexadecimal');
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
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

/**
 * @throws RangeError for characters that are not unpadded base64url, or for an impossible length
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new RangeError('not base64url');
  return bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Whether the text is canonical: the unused bits of its last character are zero (RFC 4648 3.5). */
export const isCanonicalBase64Url = (text: string): boolean =>
  /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/.test(text);

/** @throws RangeError for characters that are not base64, an impossible length or wrong padding */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new RangeError('not base64');
  return bytesOf(text);
}

/** @throws RangeError for an impossible length or wrong padding */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = toBinary(base64);
  // A picture has millions of bytes; a callback for each character would take half a second.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function toBinary(base64: string): string {
  try {
    return atob(base64);
  } catch (error) {
    throw new RangeError('not base64', { cause: error });
  }
}
