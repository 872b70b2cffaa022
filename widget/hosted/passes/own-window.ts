// The window that a page in a frame opens for a pass (D-152). Pages of this service have no hold on each other's windows, so the two
// share a secret: the window has it behind the `#` of its address, which no server sees, and the session has its hash.

const SECRET_BYTES = 32;
const TOKEN = /^xpw_[\w-]{86}$/;

interface OwnWindow {
  address: string;
  /** SHA-256 of its secret, hex. */
  secretHash: () => Promise<string>;
}

/** Made before the press, since browsers open a window in the press alone. @param id of the session */
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

/** @returns whether the browser has opened it */
export const showWindow = ({ address }: OwnWindow): boolean =>
  window.open(address, '_blank', 'popup,width=480,height=640') !== null;

/** @param hash of the window's address @returns its token; undefined for anything else */
export function readWindowToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('window') ?? '';
  return TOKEN.test(token) ? token : undefined;
}
