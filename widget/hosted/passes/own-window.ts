// The window that a page in a frame opens for a pass (D-152). Pages of this service have no handle
// on each other's windows, so the window and the session share a secret: the window has it in the
// fragment of its URL, which no server sees, and the session stores its hash.

const SECRET_BYTES = 32;
const TOKEN = /^xpw_[\w-]{86}$/;

interface OwnWindow {
  address: string;
  /** SHA-256 of the window's secret, in hex. */
  secretHash: () => Promise<string>;
}

/**
 * Prepares a window's URL and secret. Call this before the button press, because browsers open a
 * window only during the press.
 * @param id the session's id
 */
export function makeWindow(id: string): OwnWindow {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return {
    address: `/passes#window=xpw_${id}${secret}`,
    secretHash: async () => {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
      return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(
        '',
      );
    },
  };
}

/** @returns whether the browser opened the window */
export const showWindow = ({ address }: OwnWindow): boolean =>
  window.open(address, '_blank', 'popup,width=480,height=640') !== null;

/**
 * @param hash the fragment of the window's URL
 * @returns the window's token; undefined if the fragment contains no valid one
 */
export function readWindowToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('window') ?? '';
  return TOKEN.test(token) ? token : undefined;
}
